"""Saved calibrations, kept beside the journal without any picture: the values for later start checks, and the lens."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from types import NoneType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from calibration.checks import Measured
from knobeltisch.camera.lens_measurement import LensFound
from vision.board import BoardPose
from vision.lens import Lens

if TYPE_CHECKING:
    from collections.abc import Mapping

    from knobeltisch.storage.store import Store

KEY: Final = "calibration"
LENS: Final = "lens"
BENDS: Final = 5  # distortion coefficients of a lens
NEW: Final = {"grain", "exposure", "gain", "field"}
"""Values that earlier versions did not measure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedSetup:
    """One calibration of one camera.

    `at`: seconds since 1970. `size`: the picture's (width, height). `pose`: where the board lay in it. `verdicts`: one for each
    check ("untried" if a manual test was not run). `lens`: when the lens that undistorted the picture was measured; None without
    one.
    """

    at: float
    camera: str
    size: tuple[int, int]
    pose: BoardPose
    measured: Measured
    verdicts: Mapping[str, str]
    lens: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedLens:
    """A camera's measured lens, with its errors in `found`; `at` is in seconds since 1970."""

    at: float
    camera: str
    found: LensFound


def save_lens(store: Store, lens: SavedLens) -> None:
    """Save a lens, replacing the previous one. Raise StoreError if the disk fails."""
    store.put(LENS, {"at": lens.at, "camera": lens.camera, **asdict(lens.found)})


def load_lens(store: Store, camera: str) -> SavedLens | None:
    """Return the saved lens of that camera; None if there is none, it is another camera's, or it cannot be read."""
    stored: Any = store.get(LENS)
    try:
        raw = stored["lens"]
        (width, height), (x, y) = raw["size"], raw["centre"]
        lens = Lens(
            size=(int(width), int(height)),
            focal=float(raw["focal"]),
            centre=(float(x), float(y)),
            distortion=tuple(float(bend) for bend in raw["distortion"]),
        )
        found = LensFound(lens=lens, before=float(stored["before"]), after=float(stored["after"]))
        kept = SavedLens(at=float(stored["at"]), camera=str(stored["camera"]), found=found)
        whole = np.isfinite([lens.focal, *lens.centre, *lens.distortion]).all()
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError):  # JSON of another version
        return None
    return kept if whole and len(lens.distortion) == BENDS and kept.camera == camera else None


def save_setup(store: Store, setup: SavedSetup) -> None:
    """Save a calibration, replacing the previous one. Raise StoreError if the disk fails."""
    store.put(KEY, asdict(setup) | {"pose": setup.pose.homography.tolist()})


def load_setup(store: Store) -> SavedSetup | None:
    """Return the saved calibration; None if there is none or this version cannot read it."""
    raw: Any = store.get(KEY)
    try:
        pose, known = np.array(raw["pose"], np.float64), {field.name for field in fields(Measured)}
        blue, green, red = (float(level) for level in raw["measured"]["grey"])
        # A later version measures more.
        measured = {name: value for name, value in raw["measured"].items() if name in known - {"grey"}}
        fits = pose.shape == (3, 3) and bool(np.isfinite(pose).all())
        fits = fits and set(measured) | {"grey"} | NEW == known
        if not fits or not all(type(value) in (int, float, NoneType) for value in measured.values()):
            return None
        width, height = raw["size"]
        return SavedSetup(
            at=float(raw["at"]),
            camera=str(raw["camera"]),
            size=(int(width), int(height)),
            pose=BoardPose(homography=pose, marks=int(measured["marks"])),
            measured=Measured(grey=(blue, green, red), **measured),
            verdicts={str(name): str(verdict) for name, verdict in raw["verdicts"].items()},
            lens=None if raw["lens"] is None else float(raw["lens"]),
        )
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError):  # JSON of another version
        return None
