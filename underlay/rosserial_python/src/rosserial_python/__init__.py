"""Host side of the rosserial protocol: topics of a micro controller on ROS."""
