"""Stop the busiest thread of process PID, like a hanging driver, until the process is gone: hold.py PID. It runs in the box.

With pictures coming, the busiest thread is the camera. The debugger's interface stops that one alone; all others go on.
"""

import ctypes
import os
import sys
import time
from pathlib import Path

SEIZE, INTERRUPT, ALL_THREADS = 0x4206, 0x4207, 0x40000000
LOOKING_S = 1.5


def busiest(pid):
    """Return the busiest thread apart from the main one."""
    before = spent(pid)
    time.sleep(LOOKING_S)
    now = {
        process: ticks - before.get(process, ticks) for process, ticks in spent(pid).items() if process != pid
    }
    return max(now, key=lambda thread: now[thread])


def spent(pid):
    """Return the processor time of each thread, in ticks."""
    found = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        fields = (task / "stat").read_text().rpartition(")")[2].split()
        found[int(task.name)] = int(fields[11]) + int(fields[12])
    return found


def hold(pid):
    """Stop the thread, say so, and wait for its end."""
    trace = ctypes.CDLL(None, use_errno=True).ptrace
    trace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    thread = busiest(pid)
    for request in (SEIZE, INTERRUPT):
        if trace(request, thread, None, None) != 0:
            sys.exit(f"thread {thread} of {pid}: {os.strerror(ctypes.get_errno())}")
    print(f"held thread {thread}", flush=True)
    while True:
        try:
            _, status = os.waitpid(thread, ALL_THREADS)
        except ChildProcessError:
            return
        if os.WIFEXITED(status) or os.WIFSIGNALED(status):
            return


if __name__ == "__main__":
    hold(int(sys.argv[1]))
