"""The controls of a Video4Linux driver, of which OpenCV passes on only some.

The numbers come from linux/videodev2.h and v4l2-controls.h. A driver refuses controls that it does not have, which is not an
error here because cameras differ.
"""

import contextlib
import fcntl
import os
import struct
from collections.abc import Callable, Iterator
from typing import Final

from hardware.frame import Exposure

GET: Final = 0xC008561B  # VIDIOC_G_CTRL
SET: Final = 0xC008561C  # VIDIOC_S_CTRL
CONTROL: Final = struct.Struct("=Ii")  # struct v4l2_control: id and value
POWER_LINE: Final = 0x00980918
KELVIN: Final = 0x0098091A
EXPOSURE: Final = 0x009A0902  # in units of 100 microseconds
FOCUS: Final = 0x009A090A  # in units of the manufacturer
AUTO_FOCUS: Final = 0x009A090C  # FOCUS is refused while this is on
MAINS: Final = {50: 1, 60: 2}
"""The value of POWER_LINE for each mains frequency."""
EXPOSURE_S: Final = 100e-6


class Controls:
    """The controls of one device file. `ask` is the kernel's ioctl, which tests replace."""

    def __init__(self, handle: int, ask: Callable[[int, int, bytes], bytes] = fcntl.ioctl) -> None:
        self._handle, self._ask = handle, ask

    def get(self, control: int) -> int | None:
        """Return a control's value; None if the driver does not have the control."""
        try:
            answer = self._ask(self._handle, GET, CONTROL.pack(control, 0))
        except OSError:
            return None
        return int(CONTROL.unpack(answer)[1])

    def set(self, control: int, value: int) -> bool:
        """Set a control's value; return False if the driver does not have the control or refuses the value."""
        try:
            self._ask(self._handle, SET, CONTROL.pack(control, value))
        except OSError:
            return False
        return True

    def exposure(self) -> Exposure | None:
        """Return the current exposure; None if the driver does not report it. The gain has no unit and is left out."""
        units, kelvin = self.get(EXPOSURE), self.get(KELVIN)
        if units is None:
            return None
        return Exposure(seconds=units * EXPOSURE_S, kelvin=None if kelvin is None else float(kelvin))


@contextlib.contextmanager
def controls_of(device: str) -> Iterator[Controls]:
    """Open a device for its controls, even while another program reads its pictures. Raise OSError if that fails."""
    handle = os.open(device, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        yield Controls(handle)
    finally:
        os.close(handle)
