"""Try, inside the service's sandbox, what an attacker in the page would try.

Print one line; exit 1 if something unexpected works or fails.

It is run as an ExecStartPre of the unit, so that everything the unit says applies to it.
"""

import ctypes
import mmap
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)


def called(result):
    """Raise the error of a call to the C library."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def write(path):
    """Write a file."""
    Path(path).write_text("x")
    Path(path).unlink()


def see_others():
    """See the process of somebody else."""
    if not Path("/proc/1/cmdline").read_bytes():
        raise OSError("nothing is known of it")


def become_root():
    """Run something with the rights of a set-user-ID program."""
    done = subprocess.run(["/usr/local/bin/live-id", "-u"], capture_output=True, text=True, check=True)
    if done.stdout.strip() != "0":
        raise OSError(f"it ran as {done.stdout.strip()}")


def connect(family, kind, protocol=0):
    """Open a socket."""
    socket.socket(family, kind, protocol).close()


REFUSED = {
    "write the program": lambda: write("/usr/lib/knobeltisch/x"),
    "write the configuration": lambda: write("/etc/knobeltisch/x"),
    "write a setting of the kernel": lambda: Path("/proc/sys/kernel/printk").write_text("7"),
    "write a control group": lambda: Path("/sys/fs/cgroup/system.slice/x").mkdir(),
    "read the homes": lambda: list(Path("/home/guest").iterdir()),
    "read root's home": lambda: list(Path("/root").iterdir()),
    "read the kernel's log": lambda: os.close(os.open("/dev/kmsg", os.O_RDONLY)),
    "see other processes": see_others,
    "read a disk that everybody may read": lambda: os.close(os.open("/dev/live-disk", os.O_RDONLY)),
    "become root": become_root,
    "take a name space": lambda: called(LIBC.unshare(0x10000000)),
    "mount": lambda: called(LIBC.mount(b"none", b"/tmp", b"tmpfs", 0, None)),
    "set the clock": lambda: time.clock_settime(time.CLOCK_REALTIME, time.time()),
    "set the name": lambda: socket.sethostname("x"),
    "run in real time": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
    "be nicer to itself": lambda: os.nice(-5),
    "load a module": lambda: called(LIBC.syscall(175, None, 0, b"")),
    "watch another process": lambda: called(LIBC.ptrace(16, 1, None, None)),
    "write memory and run it": lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_WRITE | mmap.PROT_EXEC),
    "send raw packets": lambda: connect(socket.AF_INET, socket.SOCK_RAW, 1),
    "listen to the wire": lambda: connect(socket.AF_PACKET, socket.SOCK_RAW),
    "speak Bluetooth": lambda: connect(31, socket.SOCK_RAW),
    "leave a set-user-ID file": lambda: os.close(os.open("/var/lib/knobeltisch/s", os.O_CREAT, 0o4755)),
    "listen below port 1024": lambda: socket.create_server(("", 80)).close(),
}
ALLOWED = {
    "write the journal's folder": lambda: write("/var/lib/knobeltisch/x"),
    "write the count of starts": lambda: write("/run/knobeltisch/x"),
    "write its own /tmp": lambda: write("/tmp/x"),
    "listen for the page": lambda: socket.create_server(("", 8081)).close(),
    "hear of cameras": lambda: connect(socket.AF_NETLINK, socket.SOCK_RAW, 15),
    "hold as many files open as there are pages": lambda: [
        os.close(descriptor) for descriptor in [os.open("/", 0) for _ in range(700)]
    ],
}


def possible(what):
    """Return whether it could be done."""
    try:
        what()
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def main():
    """Try everything; print unexpected results."""
    done = [name for name, what in REFUSED.items() if possible(what)]
    undone = [name for name, what in ALLOWED.items() if not possible(what)]
    print(
        f"REACH {len(REFUSED) - len(done)} of {len(REFUSED)} refused, {len(ALLOWED) - len(undone)} of {len(ALLOWED)} needed things work"
    )
    for name in done:
        print(f"REACH could {name}")
    for name in undone:
        print(f"REACH could not {name}")
    return 1 if done or undone else 0


if __name__ == "__main__":
    sys.exit(main())
