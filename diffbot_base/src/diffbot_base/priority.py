"""Real-time scheduling where the system permits it."""
import os

SERIAL_PRIORITY = 20
"""Below the control loop and its helpers (50 and 40), above everything without a deadline."""


def be_real_time(priority: int = SERIAL_PRIORITY) -> bool:
    """Give this process SCHED_FIFO, with all threads to come; whether that was permitted."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(priority))
        return True
    except OSError:
        return False


def be_ordinary() -> None:
    """Back to the scheduling of any other program."""
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
