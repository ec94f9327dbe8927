"""Checks whether camera, light and board are good enough: a verdict on each measurement, and the changes since setup.

The limits come from `benchmarks/calibration/checks.py`, which reads dice while one condition gets worse in steps (the table is in
benchmarks/results/calibration/checks.md): up to `good` all lifts were read; beyond `fair` too many needed a question.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from calibration.finding import Finding, Grade
from calibration.measurements import (
    FULL,
    Levels,
    edge_width,
    flicker_depth,
    grain,
    grey_patch,
    measure_mark_errors,
    paper_levels,
    white_share,
)
from vision.board import BoardPose
from vision.types import Picture

MARKS: Final = (4.0, 3.0)
ERROR_MM: Final = (0.6, 1.5)
EDGE_MM: Final = (1.7, 2.2)
DARK: Final = (80.0, 50.0)
BRIGHT: Final = (245.0, 253.0)
EVEN: Final = (0.3, 0.2)
CAST: Final = (4.0, 9.0)
WHITE: Final = (0.02, 0.15)
FLICKER: Final = (0.05, 0.1)
GRAIN: Final = (8.0, 10.5)
EXPOSURE_MS: Final = (67.0, 267.0)
FIELD: Final = (0.98, 0.9)  # the guide's height leaves a tenth to spare (`calibration/mounting.py`)
GAMMA: Final = 2.2  # from grey levels to light
PICTURES: Final = 12  # one after the other, from which on flicker is measured
DIMMER: Final = 0.6  # share of the saved light: less is worth a warning
BLURRIER: Final = 1.4  # factor by which edges may be wider than the saved ones


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The measurements taken from a picture of the empty board.

    `marks` is the number of marks seen, `error` and `edge` are in millimetres, `light` is a grey level of the paper, `even` the
    darkest place of the paper divided by the lightest, `cast` the strongest colour of the grey patch divided by the weakest,
    `white` the share of the board that is saturated, `flicker` the relative amplitude of the light (None: too few pictures),
    `grey` the patch's B, G, R, `grain` the noise of a pixel in grey levels. `exposure` in seconds, `gain` and `field` (the share
    of the lens's field that is in the picture) are the camera's own figures, None if it does not report them.
    """

    marks: int
    error: float
    edge: float
    light: float
    even: float
    cast: float
    white: float
    flicker: float | None
    grey: tuple[float, float, float]
    grain: float | None = None
    exposure: float | None = None
    gain: float | None = None
    field: float | None = None

    @property
    def lamp(self) -> float | None:
        """Return the light on the paper in units of this camera; None if the camera does not report enough."""
        if not self.exposure or not self.gain:
            return None
        return float((self.light / FULL) ** GAMMA / (self.exposure * self.gain))


def measure(
    picture: Picture, pose: BoardPose, found: dict[int, Levels], bands: npt.ArrayLike = ()
) -> Measured:
    """Measure a picture, given the board's pose in it and the marks found; the camera's own figures are left None.

    `bands` holds the `band_levels` of the last pictures, from which flicker is measured if there are enough.
    """
    paper, grey = paper_levels(picture, pose), grey_patch(picture, pose)
    levels = np.asarray(bands, np.float64)
    return Measured(
        marks=len(found),
        error=round(float(measure_mark_errors(found, pose).max(initial=0.0)), 2),
        edge=round(min(edge_width(picture, pose, tuple(found)), 9.9), 2),
        light=round(float(np.median(paper)), 1),
        even=round(float(paper.min() / max(1.0, paper.max())), 3),
        cast=round(float(grey.max() / max(1.0, grey.min())), 3),
        white=round(white_share(picture, pose), 4),
        flicker=round(flicker_depth(levels), 4) if len(levels) >= PICTURES else None,
        grey=(float(grey[0]), float(grey[1]), float(grey[2])),
        grain=round(grain(picture, pose), 2),
    )


def judge(measured: Measured) -> tuple[Finding, ...]:
    """Return the verdicts on the measurements, in the order in which faults should be fixed."""
    light, said = (DARK, "dark") if measured.light < (DARK[0] + BRIGHT[0]) / 2 else (BRIGHT, "bright")
    found = [
        _grade("marks", float(measured.marks), MARKS, "few"),
        *_field(measured.field),
        _grade("error", measured.error, ERROR_MM, "off"),
        _grade("sharp", measured.edge, EDGE_MM, "soft"),
        _grade("light", min(measured.light, FULL), light, said),
        _grade("even", measured.even, EVEN, "uneven"),
        _grade("glare", measured.white, WHITE, "glare"),
        _grade("colour", measured.cast, CAST, "tinted"),
    ]
    if measured.grain is not None:
        found.append(_grade("grain", measured.grain, GRAIN, "grainy"))
    if measured.exposure is not None:
        found.append(_grade("exposure", 1000 * measured.exposure, EXPOSURE_MS, "long"))
    if measured.flicker is not None:
        found.append(_grade("flicker", measured.flicker, FLICKER, "flickers"))
    return tuple(found)


def judge_unseen(marks: int, field: float | None = None) -> tuple[Finding, ...]:
    """Return the verdicts on a picture with too few marks; `field` is the share of the lens's field in it, if known."""
    return Finding(check="marks", verdict=Grade.BAD, said="few", value=float(marks)), *_field(field)


def _field(share: float | None) -> tuple[Finding, ...]:
    return () if share is None else (_grade("field", share, FIELD, "cropped"),)


def _grade(check: str, value: float, limits: tuple[float, float], said: str) -> Finding:
    """Return the verdict on a value by the limits of good and fair: upper limits, or lower ones if fair has the lower limit."""
    sign = 1 if limits[0] < limits[1] else -1
    good, fair = (sign * value <= sign * limit for limit in limits)
    verdict = Grade.GOOD if good else Grade.FAIR if fair else Grade.BAD
    return Finding(check=check, verdict=verdict, said="good" if good else said, value=value)


def find_changes(
    now: Measured, pose: BoardPose, *, before: Measured | None = None, pose_before: BoardPose | None = None
) -> tuple[str, ...]:
    """Return the warnings to show at the start: some of "moved", "marks", "sharp", "light", "glare" and "flicker".

    A bad value always counts; other values are compared with the saved ones (`before`). A cup or dice on the board do not matter,
    because checks that they could disturb are left out.
    """
    bad = {finding.check for finding in judge(now) if finding.verdict is Grade.BAD}
    worse = {"moved": pose_before is not None and pose_before.drifted(pose)}
    if before is not None:
        worse["marks"] = now.marks < before.marks
        worse["sharp"] = now.edge > max(EDGE_MM[0], BLURRIER * before.edge)
        if now.lamp is not None and before.lamp is not None:
            worse["light"] = now.lamp < DIMMER**GAMMA * before.lamp
        else:
            worse["light"] = now.light < DIMMER * before.light
    checks = ("moved", "marks", "sharp", "light", "glare", "flicker")
    return tuple(check for check in checks if check in bad or worse.get(check))
