"""The errors of cameras and pins; the message says what is wrong, the value, and what would work."""


class HardwareError(Exception):
    """The base of all errors of this package."""


class CameraMissing(HardwareError, LookupError):
    """No usable camera: none found, switched off, unreachable, or it refuses or sends unusable pictures."""


class CameraStalled(HardwareError, TimeoutError):
    """An open camera has stopped delivering pictures; opening it again may help."""


class CameraBusy(HardwareError, RuntimeError):
    """A camera was read before it was opened, or another program uses it."""


class RecordingUnreadable(CameraMissing, ValueError):
    """A folder or video does not exist or has no readable picture."""


class PinsConflict(HardwareError, ValueError):
    """Two buttons or lamps share a pin, a pin is not on the header, or the debounce or hold time is invalid."""


class PinsMissing(HardwareError, OSError):
    """This machine has no pins for buttons, or GPIOZERO_PIN_FACTORY names an unknown library."""


class PinsUnusable(PinsMissing):
    """There is a GPIO chip, but something must be fixed before its pins, or one of them, can be used."""


class BadMove(HardwareError, ValueError):
    """A move that the simulated players cannot make, or a simulated table that cannot exist."""
