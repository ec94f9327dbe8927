"""What can go wrong with cameras and pins; the sentence says what is wrong, the value, and what would do."""

from __future__ import annotations


class HardwareError(Exception):
    """Base of everything that the hardware part raises."""


class CameraMissing(HardwareError, LookupError):
    """There is no such camera, or nothing at all that could be one."""


class CameraStalled(HardwareError, TimeoutError):
    """A camera that was open has stopped to deliver pictures; opening it again may help."""


class CameraBusy(HardwareError, RuntimeError):
    """A camera was read before it was opened, or another program holds it."""


class RecordingUnreadable(CameraMissing, ValueError):
    """A folder or video holds no picture that can be read."""


class PinsConflict(HardwareError, ValueError):
    """Two buttons or lamps share a pin, or a pin is not on the header."""


class PinsMissing(HardwareError, OSError):
    """This machine has no GPIO chip, or the pins are taken by another program."""


class PinsUnusable(PinsMissing):
    """There is a GPIO chip, and something is to be mended before its pins can be used."""


class BadMove(HardwareError, ValueError):
    """The simulated players were asked for something that hands cannot do."""
