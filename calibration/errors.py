"""What can go wrong while calibrating; the sentence says what is wrong, the value, and what would do."""

from __future__ import annotations


class CalibrationError(Exception):
    """Base of everything that the calibration part raises."""


class SheetNotWritten(CalibrationError, OSError):
    """The printable board could not be written where it was asked for."""


class CribTooLong(CalibrationError, ValueError):
    """The rules do not fit on the back of the paper."""


class LensNotMeasured(CalibrationError, ValueError):
    """The pictures do not show how the lens bends; take others."""
