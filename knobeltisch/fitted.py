"""What a calibration leaves behind: one entry beside the journal that later starts are compared with. No picture."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from calibration.checks import Measured
from vision.board import BoardPose

if TYPE_CHECKING:
    from collections.abc import Mapping

    from knobeltisch.keep import Keep

KEY: Final = "calibration"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """One calibration of one camera.

    `at`: seconds since 1970; `size`: of its picture, (width, height); `pose`: where the board lay in it; `measured` and
    each check's verdict in `verdicts`, `untried` for a test by hand that was not made.
    """

    at: float
    camera: str
    size: tuple[int, int]
    pose: BoardPose
    measured: Measured
    verdicts: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        """Write it down. `lens` has a place; it is null, since the eye does not straighten pictures yet."""
        return {
            "at": self.at,
            "camera": self.camera,
            "size": list(self.size),
            "pose": self.pose.homography.tolist(),
            "lens": None,
            "measured": asdict(self.measured),
            "verdicts": dict(self.verdicts),
        }


def keep_fitted(keep: Keep, fitted: Fitted) -> None:
    """Keep a calibration in place of the one before. Raises KeepError."""
    keep.put(KEY, fitted.to_json())


def kept_fitted(keep: Keep) -> Fitted | None:
    """Give the calibration that was kept; None where there is none, or one that this version cannot read."""
    told = keep.get(KEY)
    try:
        return None if told is None else _fitted(told)
    except (KeyError, TypeError, ValueError):
        return None


def _fitted(told: Any) -> Fitted:  # noqa: ANN401 - JSON of another version; what does not fit raises
    pose = np.array(told["pose"], np.float64)
    if pose.shape != (3, 3) or not np.isfinite(pose).all():
        raise ValueError(pose)
    measured = dict(told["measured"])
    grey = tuple(float(one) for one in measured.pop("grey"))
    if set(measured) | {"grey"} != {one.name for one in fields(Measured)} or len(grey) != 3:
        raise ValueError(measured)
    width, height = told["size"]
    return Fitted(
        at=float(told["at"]),
        camera=str(told["camera"]),
        size=(int(width), int(height)),
        pose=BoardPose(homography=pose, marks=int(measured["marks"])),
        measured=Measured(grey=grey, **measured),
        verdicts={str(name): str(verdict) for name, verdict in told["verdicts"].items()},
    )
