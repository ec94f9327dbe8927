"""Where dice come to rest: under the cup after a throw, or in the hold lane."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from hardware.errors import BadMove
from hardware.simulated.render.cup import RIM_MM
from hardware.simulated.render.optics import Array
from hardware.simulated.scene.die_body import DIE_MM, DieBody, are_apart, lean

INNER_MM: Final = RIM_MM - 4.0  # radius inside the cup's wall
GAP_MM: Final = 0.6
TOUCHING: Final = 0.08  # share of throws in which two dice lie side to side


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where things belong on the board, in millimetres: the cup's place, the hold lane's slots."""

    board: tuple[float, float] = (420.0, 297.0)
    cup: tuple[float, float] = (210.0, 130.0)
    lane_y: float = 265.0
    lane_x: tuple[float, ...] = (210.0, 180.0, 240.0, 150.0, 270.0, 120.0, 300.0)


def scatter(dice: Sequence[DieBody], centre: Array, rng: np.random.Generator) -> None:
    """Throw dice under a cup that stands at `centre`: any face, any angle, without overlap. Raise BadMove if they do not fit."""
    for _ in range(2000):
        for number, die in enumerate(dice):
            reach = (INNER_MM - DIE_MM * 0.72) * np.sqrt(rng.random())
            turn = rng.uniform(0, 2 * np.pi)
            x, y = (centre + reach * np.array([np.cos(turn), np.sin(turn)])).tolist()
            die.lay(x, y, int(rng.integers(1, 7)), float(rng.uniform(0, 2 * np.pi)))
            if not all(are_apart(die.footprint(), other.footprint(), GAP_MM) for other in dice[:number]):
                break
        else:
            break
    else:  # pragma: no cover - three squares of 16 mm fit into a ring of 82 mm in nearly every try
        raise BadMove(f"{len(dice)} dice do not fit under the cup; put fewer in it.")
    if len(dice) > 1 and rng.random() < TOUCHING:
        _push_together(dice, centre, rng)


def _push_together(dice: Sequence[DieBody], centre: Array, rng: np.random.Generator) -> None:
    """Lay the second die side by side with the first if the cup's wall and the third die leave room."""
    first, second, rest = dice[0], dice[1], dice[2:]
    for side in rng.permutation(4):
        axis = first.turn[:, int(np.argmax(np.abs(first.turn[:, :][2]) < 0.5))][:2]
        out = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]])[side]
        step = out[0] * axis + out[1] * np.array([-axis[1], axis[0]])
        place = first.at[:2] + step * (DIE_MM + 0.15)
        if np.hypot(*(place - centre)) > INNER_MM - DIE_MM * 0.72:
            continue
        angle = float(np.arctan2(axis[1], axis[0]))
        moved = DieBody()
        moved.lay(float(place[0]), float(place[1]), second.value, angle)
        if all(are_apart(moved.footprint(), other.footprint(), GAP_MM) for other in rest):
            second.at, second.turn = moved.at, moved.turn
            return


def cock(dice: Sequence[DieBody], rng: np.random.Generator) -> DieBody | None:
    """Lean one of the thrown dice against another and return it; return None if there is no room for that."""
    for _ in range(60):
        leaner, prop = (dice[int(k)] for k in rng.permutation(len(dice))[:2])
        kept = (leaner.at, leaner.turn)
        lean(leaner, prop, leaner.value, float(rng.uniform(0.3, 0.62)))
        rest = [other for other in dice if other is not leaner and other is not prop]
        if all(np.hypot(*(die.at[:2] - leaner.at[:2])) > DIE_MM * 1.55 for die in rest):
            return leaner
        leaner.at, leaner.turn = kept
        leaner.prop = None
    return None
