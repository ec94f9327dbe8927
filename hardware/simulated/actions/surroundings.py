"""How the surroundings change: lamps, the camera's place, a glass, knocks, shadows, litter. No die is thrown here."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

import numpy as np

from hardware.simulated.actions import disturbances, moves
from hardware.simulated.actions.hands import Hands, Tween
from hardware.simulated.render.hand import Pose
from hardware.simulated.scene.die_body import Where
from hardware.simulated.scene.stage import Scrap, Shine

if TYPE_CHECKING:
    from collections.abc import Iterator


Surrounding: TypeAlias = moves.Light | moves.Bump | moves.Glass | disturbances.Trouble

FAR_MM: Final = 420.0  # beyond the board's edge, a passer's shadow is out of the picture


class Surroundings(Hands):
    """What happens around the game."""

    def _surroundings(self, move: Surrounding) -> Iterator[Tween]:  # noqa: C901, PLR0911 - one arm for each kind of disturbance
        around = self._stage.around
        match move:
            case moves.Light():
                return self._light(move)
            case moves.Bump():
                return self._bump(move)
            case moves.Glass():
                return self._glass(move)
            case disturbances.Knock():
                return self._knock(move)
            case disturbances.Passer():
                return self._pass_by(move)
            case disturbances.Glow():
                return self._glow(move)
            case disturbances.Litter() | disturbances.Clear():
                return self._litter(move)
            case disturbances.Mains():
                around.mains = (move.depth, move.hz)
            case disturbances.Candle():
                around.candle = move.depth
            case disturbances.Grain():
                around.grain = move.level
            case _:
                assert_never(move)
        return iter(())

    def _light(self, move: moves.Light) -> Iterator[Tween]:
        stage = self._stage
        start, level = stage.light, move.level

        def dim(part: float) -> None:
            stage.light = start + (level - start) * part

        yield Tween(seconds=move.seconds, change=dim, scaled=False)

    def _bump(self, move: moves.Bump) -> Iterator[Tween]:
        self._stage.pushed = move.by
        yield Tween(seconds=0.1)

    def _glass(self, move: moves.Glass) -> Iterator[Tween]:
        spot = move.at or self._stage.glass
        if spot is None:
            return
        yield from self._come(move.seat, Pose.PINCH, np.array([*spot, 120.0]))
        self._stage.glass = move.at
        yield Tween(seconds=0.2)
        yield from self._go()

    def _knock(self, move: disturbances.Knock) -> Iterator[Tween]:
        stage = self._stage
        turn = float(self._rng.uniform(0, 2 * np.pi))
        most = move.hop_mm
        lying = [die for die in stage.dice if die.where is Where.BOARD and most]
        hops = [(die, die.at.copy(), np.append(self._rng.uniform(-most, most, 2), 0.0)) for die in lying]

        def shake(part: float) -> None:
            swing = move.pixels * (1 - part) * np.cos(2 * np.pi * 9 * part * move.seconds)
            stage.around.shake = (float(swing * np.cos(turn)), float(swing * np.sin(turn)))
            for die, start, way in hops:
                die.at = start + way * min(1.0, 4 * part)

        yield Tween(seconds=move.seconds, change=shake, scaled=False)
        stage.around.shake = (0.0, 0.0)

    def _pass_by(self, move: disturbances.Passer) -> Iterator[Tween]:
        around, wide = self._stage.around, self._places.board[0]
        left, middle, right = -FAR_MM, wide / 2, wide + FAR_MM
        ends = (left, right) if move.from_left else (right, left)
        around.passer_strength = move.strength
        for start, end, seconds in (
            (ends[0], middle, move.seconds / 2),
            (middle, middle, move.stays_s),
            (middle, ends[1], move.seconds / 2),
        ):

            def lean(part: float, start: float = start, end: float = end) -> None:
                around.passer = (start + (end - start) * part, move.row_mm)

            if seconds:
                yield Tween(seconds=seconds, change=lean, scaled=False)
        around.passer = None

    def _glow(self, move: disturbances.Glow) -> Iterator[Tween]:
        shines = self._stage.around.shines
        start = shines[move.name].level if move.name in shines else 0.0
        shine = Shine(at=move.at, reach=move.reach, colour=move.colour, swing=move.swing)

        def glow(part: float) -> None:
            shines[move.name] = replace(shine, level=start + (move.level - start) * part)

        yield Tween(seconds=move.seconds, change=glow, scaled=False)

    def _litter(self, move: disturbances.Litter | disturbances.Clear) -> Iterator[Tween]:
        around = self._stage.around
        if isinstance(move, disturbances.Litter) and move.in_cup:
            around.in_cup = (*around.in_cup, move.what)
            return
        spot = move.at if isinstance(move, disturbances.Litter) else self._places.cup
        yield from self._come(move.seat, Pose.PINCH, np.array([*spot, 20.0]))
        if isinstance(move, disturbances.Litter):
            around.litter = (*around.litter, self._scrap(move.what, move.at))
        else:
            around.litter = ()
        yield Tween(seconds=0.2)
        yield from self._go()

    def _scrap(self, what: disturbances.Thing, at: tuple[float, float]) -> Scrap:
        return Scrap(what=what, at=at, angle=float(self._rng.uniform(0, 2 * np.pi)))
