"""Tools around the real robot's control loop."""
