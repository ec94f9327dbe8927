"""Feed a virtual camera: feed.py DEVICE FOLDER RATE. Standard library only; it runs in the machine, beside v4l2loopback.

FOLDER/now names a scene, a folder of JPEGs beside it. Its pictures are shown once, then the last one is shown for ever; FOLDER/done
names the scene whose last picture has been reached.
"""

import fcntl
import os
import struct
import sys
import time
from pathlib import Path

S_FMT = 0xC0D05605  # VIDIOC_S_FMT
VIDEO_OUTPUT = 2
PROGRESSIVE = 1
SIZE = (1280, 720)
LARGEST = 2 * SIZE[0] * SIZE[1]


def plug_in(device):
    """Open the device's other side, for MJPEG."""
    handle = os.open(device, os.O_RDWR)
    (motion_jpeg,) = struct.unpack("<I", b"MJPG")
    form = struct.pack("=I4x6I", VIDEO_OUTPUT, *SIZE, motion_jpeg, PROGRESSIVE, 0, LARGEST)
    fcntl.ioctl(handle, S_FMT, form.ljust(208, b"\0"))
    return handle


def show(device, folder, rate):
    """Show the scenes."""
    handle, scene, left, picture = plug_in(device), "", [], b""
    while True:
        now = (folder / "now").read_text().strip()
        if now != scene:
            scene, left = now, sorted((folder / now).glob("*.jpg"))
        if left:
            picture = left.pop(0).read_bytes()
        else:
            (folder / "done").write_text(scene)
        os.write(handle, picture)
        time.sleep(1 / rate)


if __name__ == "__main__":
    show(sys.argv[1], Path(sys.argv[2]), float(sys.argv[3]))
