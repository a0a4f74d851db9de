"""Every fault that a robot of this kind has been seen with, done to the simulated one."""
