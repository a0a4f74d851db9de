"""The command line tools `controller_manager` and `controller_group`."""

import sys
from typing import Callable, Dict, List, Optional, Sequence

import rospy
from controller_manager import controller_manager_interface as interface
from controller_manager.client import ManagerClient

MANAGER_USAGE = """usage: controller_manager [--fail-on-error] <command> [<controller name> ...]

commands:
  load <name> ...       load controllers
  unload <name> ...     unload controllers
  start <name> ...      start controllers
  stop <name> ...       stop controllers
  spawn, sp <name> ...  load, then start
  kill, kl <name> ...   stop, then unload
  list, lc              list the loaded controllers and their states
  list-types, lt        list the types that can be loaded
  reload-libraries [--restore]
                        stop and unload all controllers, reload their libraries;
                        --restore: load and start them again

The exit code is 0 also if a command fails, unless --fail-on-error is given: then it is 1.
"""

GROUP_USAGE = """usage: controller_group list | spawn <group> | switch <group>

Groups are in the parameter controller_groups: a dictionary of lists of controller names.
  list            list the groups
  spawn <group>   load and start the controllers of a group
  switch <group>  stop the running controllers of all other groups and start those of this one
"""


def _for_each(*actions: Callable[[str], bool]) -> Callable[[Sequence[str]], bool]:
    """Call each action for all names; with the names for which all actions so far were done."""
    def run(names: Sequence[str]) -> bool:
        done = list(names)
        for action in actions:
            done = [name for name in done if action(name)]
        return len(done) == len(names)
    return run


def _reload(arguments: Sequence[str]) -> bool:
    return interface.reload_libraries(True, restore='--restore' in arguments)


def _list(_arguments: Sequence[str]) -> bool:
    interface.list_controllers()
    return True


def _list_types(_arguments: Sequence[str]) -> bool:
    interface.list_controller_types()
    return True


_load, _unload = interface.load_controller, interface.unload_controller
_start, _stop = interface.start_controller, interface.stop_controller
COMMANDS: Dict[str, Callable[[Sequence[str]], bool]] = {
    'load': _for_each(_load),
    'unload': _for_each(_unload),
    'start': _for_each(_start),
    'stop': _for_each(_stop),
    'spawn': _for_each(_load, _start),
    'sp': _for_each(_load, _start),
    'kill': _for_each(_stop, _unload),
    'kl': _for_each(_stop, _unload),
    'list': _list,
    'lc': _list,
    'list-types': _list_types,
    'lt': _list_types,
    'reload-libraries': _reload,
}


def _init_node(name: str) -> None:
    if not rospy.core.is_initialized():
        rospy.init_node(name, anonymous=True)


def manager_main(argv: Optional[Sequence[str]] = None) -> int:
    """Run the tool `controller_manager`; returns its exit code."""
    arguments = rospy.myargv()[1:] if argv is None else list(argv)
    fail_on_error = '--fail-on-error' in arguments
    arguments = [argument for argument in arguments if argument != '--fail-on-error']
    if not arguments or arguments[0] in ('-h', '--help'):
        sys.stdout.write(MANAGER_USAGE)
        return 0
    if arguments[0] not in COMMANDS:
        sys.stdout.write(f"unknown command '{arguments[0]}'\n{MANAGER_USAGE}")
        return 1
    _init_node('controller_manager_tool')
    try:
        ok = COMMANDS[arguments[0]](arguments[1:])
    except (rospy.ROSInterruptException, rospy.ServiceException) as error:
        print(f'controller_manager: {error}')
        return 1
    return 1 if fail_on_error and not ok else 0


def _groups() -> Dict[str, List[str]]:
    groups = rospy.get_param('controller_groups', None)
    if not isinstance(groups, dict):
        raise ValueError(f"the parameter {rospy.resolve_name('controller_groups')} is not a "
                         'dictionary of lists of controller names')
    return groups


def _spawn_group(groups: Dict[str, List[str]], group: str) -> bool:
    return COMMANDS['spawn'](groups[group])


def _switch_group(groups: Dict[str, List[str]], group: str) -> bool:
    client = ManagerClient()
    client.wait_for_services(['list_controllers', 'load_controller', 'switch_controller'])
    states = {controller.name: controller.state for controller in client.controllers()}
    for name in groups[group]:
        if name not in states and not interface.load_controller(name):
            return False
    others = {name for other in groups.values() for name in other} - set(groups[group])
    stop = [name for name, state in states.items() if state == 'running' and name in others]
    start = [name for name in groups[group] if states.get(name) != 'running']
    return interface.start_stop_controllers(start, stop)


def group_main(argv: Optional[Sequence[str]] = None) -> int:
    """Run the tool `controller_group`; returns its exit code."""
    arguments = rospy.myargv()[1:] if argv is None else list(argv)
    actions = {'spawn': _spawn_group, 'switch': _switch_group}
    is_list = arguments == ['list']
    if not is_list and (len(arguments) != 2 or arguments[0] not in actions):
        sys.stdout.write(GROUP_USAGE)
        return 1
    _init_node('controller_group_tool')
    try:
        groups = _groups()
        if is_list:
            for name, controllers in sorted(groups.items()):
                print(f'{name}: {", ".join(controllers)}')
            return 0
        if arguments[1] not in groups:
            raise ValueError(f"there is no group '{arguments[1]}', only: {', '.join(groups)}")
        return 0 if actions[arguments[0]](groups, arguments[1]) else 1
    except (ValueError, rospy.ROSInterruptException, rospy.ServiceException) as error:
        print(f'controller_group: {error}')
        return 1
