"""Recognizes faces that are printed on something flat (dice on beer mats, playing cards), and the holes of plugs.

The nets and the geometry read them like dice; only their surroundings differ. A die is a body: its sides and its shadow make the
surroundings differ from side to side, and nothing is drawn round its top. A print has no height: its surroundings are as even as
paper, and its border, if any, is a line in the colour of its pips. A card has more spots than the face that was read, a plug
square holes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from vision.still.spots import LIMITS as SPOTS

if TYPE_CHECKING:
    from vision.still.spots import SquareFace

_Floats: TypeAlias = npt.NDArray[np.float32]

EDGE: Final = SPOTS.edge  # pixels of the face's edge in the look


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintLimits:
    """The parts of the surroundings that are examined, and the limits of a print.

    Chosen on rendered prints and cards (seeds 5000000 to 8000000) and on the photographs, where no die may be taken for a print
    (docs/decisions/0056-a-second-look-only-adds-doubt.md).
    """

    off: tuple[int, int] = (-8, 7)
    """Pixels from the face's edge between which its border is searched: marks are off by a tenth of an edge."""
    beside: int = 4
    """Pixels on each side of a line that show both face and surroundings. The light rims of pips on discs are wider."""
    ends: int = 6
    """Pixels at both ends of an edge that are left out, for rounded corners. The thirds of the rest are examined
    separately: a line runs along all of an edge, a disc touches only its middle."""
    drawn: float = 0.45
    """How far a line round a face is ink, 0..1, on at least three edges. Of 1,058 real faces the most is 0.36, on a
    disc; 0.21 without those."""
    drawn_two: float = 0.55
    """The same on at least two edges, if the mark misses the others. Of real faces the most is 0.46, on a disc; 0.36
    without those."""
    edged: float = 0.2
    """The same if the face is on something even: real faces on such even ground had 0.06 at most."""
    edged_known: float = 0.36
    """The same for a known size of dice: prints of just that size are rare, and pale dice on white paper, whose rims
    are shaded on all sides, had 0.34 in drawn pictures."""
    round_it: tuple[int, int] = (6, 16)
    """Pixels from a face's edge between which its surroundings are examined: sides and shadows begin there."""
    even: float = 12.0
    """The largest difference in grey levels between two sides of a face without a side or shadow."""
    bare: float = 2.5
    """The same below which a face has no surroundings at all, so that it needs no line: of 1,025 real faces on
    visible ground the least is 6, and 3 for one that is all blur. Not used for a known size."""
    seen: tuple[float, float] = (60.0, 250.0)
    """Grey levels of visible surroundings: on black cloth and burnt-out paper no shadow shows."""
    square: float = 0.84
    """Share of its box that each spot fills if all are square, as the holes of plugs are; the pips of 1,058 real
    faces fill 0.54 to 0.815, and a disc 0.79."""


LIMITS: Final = PrintLimits()


def is_printed(look: SquareFace, value: int, edged: float = LIMITS.edged, bare: float = LIMITS.bare) -> bool:
    """Whether a face is printed on something flat, judged by its border, its surroundings and the number of its spots.

    `value` is the value that was read, `edged` the least ink of a border in even surroundings, and `bare` the unevenness in grey
    levels below which a print needs no border.
    """
    _, third, second, _ = sorted(_edge_ink(look.ink))
    if third >= LIMITS.drawn or second >= LIMITS.drawn_two:
        return True
    start = EDGE // 2
    near, far = LIMITS.round_it
    along = slice(start + near, start + EDGE - near)
    strips = [
        np.rot90(look.shown, side)[start - far : start - near, along].reshape(-1, 3) for side in range(4)
    ]
    sides = np.asarray(np.median(np.stack(strips), axis=1), np.float32)
    uneven, level = float(np.ptp(sides, axis=0).max()), float(np.median(sides.mean(axis=1)))
    if third >= edged and uneven <= LIMITS.even:
        return True
    if uneven < bare and LIMITS.seen[0] <= level <= LIMITS.seen[1]:
        return True
    filled = look.spots.full
    return len(filled) > value or (len(filled) > 1 and float(filled.min()) >= LIMITS.square)


def _edge_ink(ink: _Floats) -> list[float]:
    """Return how strongly a line of ink runs along each edge of a face, 0..1, measured at the weakest third of the edge."""
    start, beside, (low, high) = EDGE // 2, LIMITS.beside, LIMITS.off
    rows = slice(start + low - beside, start + high + beside)  # the rows that a line there is compared with
    along = slice(start + LIMITS.ends, start + EDGE - LIMITS.ends)
    strips = np.stack([np.rot90(ink, side)[rows, along] for side in range(4)])
    thirds = np.median(strips.reshape(*strips.shape[:2], 3, -1), axis=3)
    least = np.lib.stride_tricks.sliding_window_view(thirds, beside, axis=1).min(axis=-1)
    within, number = thirds[:, beside:-beside], high - low
    depths = within - np.maximum(least[:, beside + 1 :], least[:, :number])
    return [float(depth) for depth in depths.max(axis=1).min(axis=1)]
