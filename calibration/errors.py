"""The errors of calibration; the message says what is wrong, the value, and what would work."""


class CalibrationError(Exception):
    """The base of all errors of this package."""


class SheetNotWritten(CalibrationError, OSError):
    """The printable board could not be written to the file."""


class CribTooLong(CalibrationError, ValueError):
    """The rules do not fit on the back of the paper."""


class LensNotMeasured(CalibrationError, ValueError):
    """The pictures do not determine the lens's distortion; take others."""
