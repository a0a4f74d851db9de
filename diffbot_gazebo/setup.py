from catkin_pkg.python_setup import generate_distutils_setup
from setuptools import setup

setup(
    **generate_distutils_setup(
        packages=['diffbot_gazebo', 'diffbot_gazebo.experiments', 'diffbot_gazebo.model_check'],
        package_dir={'': 'src'},
    )
)
