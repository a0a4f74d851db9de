"""Starting Gazebo and spawning models from Python."""
