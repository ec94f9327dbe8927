"""Recognizes signs: the skull or eagle that a table's own dice show in place of the pips of a value.

No net knows such a face. A player names its value once; then each face without pips is compared with it by the shape of its ink
(`SquareFace.ink`), in each quarter turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.still.known import SIGN_SIDE
from vision.still.spots import LIMITS as SPOTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.still.known import Sign
    from vision.still.spots import SquareFace

_Floats: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class SignLimits:
    """Limits for comparing faces, and how alike they must be. Correlations are -1..1."""

    inside: int = 26
    """Pixels a side of the middle of a sign that is searched on a face: what is left round it is the reach of a shift."""
    turns: tuple[float, ...] = (-6.0, 0.0, 6.0)
    """Degrees by which the corners of a mark may be off, beside the quarter turns."""
    sizes: tuple[float, ...] = (0.92, 1.0, 1.08)
    """The same for its size."""
    contrast: float = 0.15
    """Spread of the ink below which a face shows nothing: it would correlate with anything."""
    alike: float = 0.94
    """Correlation from which a face shows a sign: another has up to 0.93 (an eagle in another artist's hand), pips 0.53."""
    resembles: float = 0.9
    """The same from which a face that shows the pips of another value is doubted."""
    between: float = 0.03
    """Correlation by which the sign of another value must fit worse."""


LIMITS: Final = SignLimits()
_LEVELS: Final = 127.5  # grey levels for each unit of ink, which is kept from -0.5 to 1.5


def shape_of(look: SquareFace) -> bytes:
    """Return the shape on a face as SIGN_SIDE x SIGN_SIDE bytes of ink."""
    start = SPOTS.edge // 2
    face = look.ink[start : start + SPOTS.edge, start : start + SPOTS.edge]
    small = cv2.resize(face, (SIGN_SIDE, SIGN_SIDE), interpolation=cv2.INTER_AREA)
    levels: npt.NDArray[np.uint8] = np.rint((np.clip(small, -0.5, 1.5) + 0.5) * _LEVELS).astype(np.uint8)
    return levels.tobytes()


def value_shown(shape: bytes, signs: Sequence[Sign], alike: float = LIMITS.alike) -> int | None:
    """Return the value of the sign that matches this shape by at least `alike`; None if none does, or two might."""
    ink = _ink_of(shape)
    if ink.std() < LIMITS.contrast:
        return None
    likeness = dict.fromkeys(range(1, 7), 0.0)
    for sign in signs:
        found = (cv2.matchTemplate(ink, view, cv2.TM_CCOEFF_NORMED).max() for view in _views_of(sign.shape))
        likeness[sign.value] = max([likeness[sign.value], *map(float, found)])
    second, first = sorted(likeness, key=likeness.__getitem__)[-2:]
    if likeness[first] < alike or likeness[first] - likeness[second] < LIMITS.between:
        return None
    return first


@lru_cache(maxsize=32)
def _views_of(sign: bytes) -> tuple[_Floats, ...]:
    """Return the middle of a sign at each rotation and size; empty if the sign has no contrast."""
    ink = _ink_of(sign)
    if ink.std() < LIMITS.contrast:
        return ()
    middle, half = (SIGN_SIDE - 1) / 2, (SIGN_SIDE - LIMITS.inside) // 2
    inside, views = slice(half, half + LIMITS.inside), []
    for quarter, turn, size in product(range(4), LIMITS.turns, LIMITS.sizes):
        place = cv2.getRotationMatrix2D((middle, middle), turn, size)
        face = np.ascontiguousarray(np.rot90(ink, quarter))
        turned = cv2.warpAffine(face, place, (SIGN_SIDE, SIGN_SIDE), borderMode=cv2.BORDER_REPLICATE)
        views.append(np.ascontiguousarray(turned[inside, inside], np.float32))
    return tuple(views)


def _ink_of(shape: bytes) -> _Floats:
    levels = np.frombuffer(shape, np.uint8).reshape(SIGN_SIDE, SIGN_SIDE)
    return np.asarray(levels / _LEVELS - 0.5, np.float32)
