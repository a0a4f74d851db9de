"""ROS 1's xacro, out of the Python package xacro 2.x.

The language (macros, properties, conditions, ``xacro.load_yaml``) is the same in both. Only the
substitution arguments differ: 2.x looks packages up in ROS 2's index and does not know
``$(anon name)``. This module runs 2.x's code under its own name and lets roslaunch resolve the
substitution arguments, as ROS 1's xacro does.
"""
import importlib.util
import os
import sys
import xml.parsers.expat  # noqa: F401 (2.x names it in an except clause, but does not import it)


def _run_xacro_2() -> None:
    """Execute the first xacro 2.x on the Python path in this module's namespace."""
    for entry in sys.path:
        folder = os.path.join(entry, 'xacro')
        # xmlutils is a part of xacro itself, so this cannot find the adapter again.
        if os.path.isfile(os.path.join(folder, 'xmlutils.py')):
            break
    else:
        raise ImportError('the ROS package xacro only adapts the Python package xacro 2.x, which '
                          'is not on the Python path (python3 -m pip install "xacro>=2.0,<3")')
    if folder not in __path__:
        __path__.append(folder)
    spec = importlib.util.spec_from_file_location(__name__, os.path.join(folder, '__init__.py'))
    exec(spec.loader.get_code(__name__), globals())


_run_xacro_2()


def eval_extension(s: str) -> str:
    """Resolve one substitution argument such as ``$(find pkg)`` as roslaunch does.

    Raises XacroException for an unknown argument, package, variable or command.
    """
    if s == '$(cwd)':
        return os.path.abspath(root_dir)  # noqa: F821 (xacro 2.x defines it)

    from roslaunch.substitution_args import ArgException, SubstitutionException, resolve_args
    from rospkg import ResourceNotFound
    try:
        return resolve_args(s, context=substitution_args_context)  # noqa: F821
    except ArgException as e:
        raise XacroException('Undefined substitution argument', exc=e)  # noqa: F821
    except ResourceNotFound as e:
        raise XacroException('resource not found:', exc=e)  # noqa: F821
    except SubstitutionException as e:
        raise XacroException(exc=e)  # noqa: F821
