"""Faces that are no dice but printed on something flat: dice on beer mats, playing cards; and the holes of plugs.

The nets and the geometry read them like dice. What tells them apart is what lies round a face. A die is a body: its sides and
its shadow make the picture round it differ from side to side, and nothing is drawn round its top. A print has no height:
what lies round it is as even as paper, and its border, if it has one, is a line in the ink of its pips. A card has more spots than the face that was read, a plug square ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from vision.still.spots import LIMITS as SPOTS

if TYPE_CHECKING:
    from vision.still.spots import Look

_Floats: TypeAlias = npt.NDArray[np.float32]

EDGE: Final = SPOTS.edge  # pixels of the face's edge as it is looked at


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What is looked at round a face, and from where on it is a print.

    Chosen on rendered prints and cards (seeds 5000000 to 8000000) and on the photographs, where no die may be taken for a print
    (docs/decisions/0045-what-is-printed-is-asked-about.md).
    """

    off: tuple[int, int] = (-8, 7)
    """Pixels from the face's edge between which its border is sought: marks are off by a tenth of an edge."""
    beside: int = 4
    """Pixels on each side of a line within which both face and surroundings show. The light rims of pips on discs are wider."""
    ends: int = 6
    """Pixels at both ends of an edge that are left out, for rounded corners. The thirds of the rest are looked at by themselves: a line
    runs along all of an edge, a disc touches its middle alone."""
    drawn: float = 0.45
    """How far a line round a face is ink, 0..1, on three edges at least. Of 1,058 real faces 0.36 is the most, on a disc; 0.21
    without those."""
    drawn_two: float = 0.55
    """The same on two edges at least, where the mark is off the others. Of real faces 0.46 is the most, on a disc; 0.36 without those."""
    edged: float = 0.2
    """The same where the face lies on something even: real faces on what is that even had 0.06 at most."""
    edged_known: float = 0.36
    """The same where the size of the dice is known: prints of just that size are rare, and pale dice on white paper, whose rims are
    shaded on all sides, had 0.34 in drawn pictures."""
    round_it: tuple[int, int] = (6, 16)
    """Pixels from a face's edge between which what lies round it is looked at: sides and shadows begin there."""
    even: float = 12.0
    """Grey levels by which what lies on two sides of a face differs at most where there is neither side nor shadow."""
    bare: float = 2.5
    """The same below which nothing at all lies round a face, so that no line is wanted: of 1,025 real faces on what can be seen 6 is the
    least, 3 for one that is all blur. Not asked where the size is known."""
    seen: tuple[float, float] = (60.0, 250.0)
    """Grey levels between which it can be seen what lies round a face: on black cloth and burnt-out paper no shadow shows."""
    square: float = 0.84
    """Share of its box that each spot fills where all are square, as the holes of plugs are; the pips of 1,058 real faces fill
    0.54 to 0.815, and a disc 0.79."""


LIMITS: Final = Limits()


def is_printed(look: Look, value: int, edged: float = LIMITS.edged, bare: float = LIMITS.bare) -> bool:
    """Whether a face that was read so is printed on something flat, by its border, by what lies round it and by the number of its spots.

    `edged` is how far the border of a face on something even is ink, `bare` how even what lies round it is where no border is wanted.
    """
    _, third, second, _ = sorted(_lines(look.ink))
    if third >= LIMITS.drawn or second >= LIMITS.drawn_two:
        return True
    sides = _sides(look.shown)
    uneven, level = float(np.ptp(sides, axis=0).max()), float(np.median(sides.mean(axis=1)))
    if third >= edged and uneven <= LIMITS.even:
        return True
    if uneven < bare and LIMITS.seen[0] <= level <= LIMITS.seen[1]:
        return True
    filled = look.spots.full
    return len(filled) > value or (len(filled) > 1 and float(filled.min()) >= LIMITS.square)


def _lines(ink: _Floats) -> list[float]:
    """Return how far a line of ink runs along each edge of a face, 0..1: the least of its thirds."""
    start, beside, (low, high) = EDGE // 2, LIMITS.beside, LIMITS.off
    rows = slice(start + low - beside, start + high + beside)  # all that a line there is compared with
    along = slice(start + LIMITS.ends, start + EDGE - LIMITS.ends)
    strips = np.stack([np.rot90(ink, side)[rows, along] for side in range(4)])
    thirds = np.median(strips.reshape(*strips.shape[:2], 3, -1), axis=3)
    least = np.lib.stride_tricks.sliding_window_view(thirds, beside, axis=1).min(axis=-1)
    within, number = thirds[:, beside:-beside], high - low
    depths = within - np.maximum(least[:, beside + 1 :], least[:, :number])
    return [float(depth) for depth in depths.max(axis=1).min(axis=1)]


def _sides(shown: _Floats) -> _Floats:
    """Return the colours of what lies on each side of a face: shape (4, 3)."""
    start = EDGE // 2
    near, far = LIMITS.round_it
    along = slice(start + near, start + EDGE - near)
    strips = [np.rot90(shown, side)[start - far : start - near, along].reshape(-1, 3) for side in range(4)]
    return np.asarray(np.median(np.stack(strips), axis=1), np.float32)
