"""How hands carry out the moves: each move becomes a series of tweens, which change the stage over time."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from hardware.errors import BadMove
from hardware.simulated.actions import moves
from hardware.simulated.actions.hands import PICK_MM, Hands, Tween, angle_of, slide
from hardware.simulated.render.cup import CUP_MM, RIM_MM
from hardware.simulated.render.hand import Pose
from hardware.simulated.render.optics import above
from hardware.simulated.scene.die_body import DIE_MM, DieBody, Where
from hardware.simulated.scene.placement import Places, cock, free_place, scatter
from hardware.simulated.scene.rolling import Roll, stack
from hardware.simulated.scene.stage import Scrap, Shine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardware.simulated.render.optics import Array
    from hardware.simulated.scene.stage import Stage

FAR_MM: Final = 420.0  # beyond the board's edge, a passer's shadow is out of the picture
MARKS_MM: Final = 45.0 + RIM_MM  # how far the cup keeps from the short edges, where the corner marks are
PINCH_MM: Final = 4.0  # from the rim to the middle of a die that the cup came down on
CLEAR_MM: Final = RIM_MM + DIE_MM * 0.75 + 4  # how far the cup keeps from dice that stay outside


class Choreography(Hands):
    """The hands' motions for each move. Changes the stage, never looks at pictures."""

    def __init__(
        self, stage: Stage, places: Places, *, seats: int, cocked_share: float, rng: np.random.Generator
    ) -> None:
        super().__init__(stage, places, seats=seats, rng=rng)
        self._cocked_share = cocked_share
        self.thrown: Callable[[tuple[int, ...]], None] = lambda _: None
        self._motions: dict[type[moves.Move], Callable[[Any], Iterator[Tween]]] = {
            moves.PutDown: self._put_down,
            moves.Lift: self._lift,
            moves.Take: self._take,
            moves.Give: self._give,
            moves.SetAside: self._set_aside,
            moves.Straighten: self._straighten,
            moves.Nudge: self._nudge,
            moves.Drop: self._drop,
            moves.Reach: self._reach,
            moves.Wait: self._wait,
            moves.Light: self._light,
            moves.Bump: self._bump,
            moves.Glass: self._glass,
            moves.Knock: self._knock,
            moves.Passer: self._pass_by,
            moves.Mains: self._surround,
            moves.Candle: self._surround,
            moves.Grain: self._surround,
            moves.Glow: self._glow,
            moves.Litter: self._litter,
            moves.Clear: self._litter,
            moves.Peek: self._peek,
        }

    def play(self, move: moves.Move) -> Iterator[Tween]:
        """Turn a move into tweens. Raise BadMove, once it is due, for an impossible move."""
        return self._motions[type(move)](move)

    def _put_down(self, move: moves.PutDown) -> Iterator[Tween]:
        overlap = set(move.dice_in_cup) & set(move.held)
        if overlap:
            raise BadMove(f"die {min(overlap)} cannot be held and go into the cup; name it once.")
        yield from self._clear_cup(move.seat)
        by_hand = [
            number for number in move.turned if number not in move.held and number not in move.dice_in_cup
        ]
        carried = [number for number in move.dice_in_cup if self._on_board(number)]
        if (
            carried
            or by_hand
            or any(not self._in_lane(held_die) or held_die in move.turned for held_die in move.held)
        ):
            yield from self._come(move.seat, Pose.PINCH, self._die(by_hand or move.held or carried).at)
            yield from self._aside(move.held, move.turned)
            for number in by_hand:
                yield from self._turn(number, move.turned[number])
            for number in carried:
                yield from self._pick(number)
            yield from self._go()
        for k, die in enumerate(self._stage.dice):
            if k in move.dice_in_cup:
                die.where = Where.CUP
            elif die.where is not Where.BOARD:
                die.where = Where.AWAY
        yield Tween(seconds=float(self._rng.uniform(0.6, 1.1)))
        yield from self._slam(move.seat, self._cup_place(move.on))

    def _cup_place(self, on: int | None) -> tuple[float, float]:
        """Pick where the cup comes down: free of dice, or with its rim on one."""
        if on is not None:
            die = self._lying(on).at[:2]
            inwards = np.array(self._places.cup) - die
            x, y = die + inwards / max(float(np.hypot(*inwards)), 1.0) * (RIM_MM + PINCH_MM)
            return float(x), float(y)
        near = [self._jitter(self._places.cup, 9 + 3 * k) for k in range(80)]
        inside = [(x, y) for x, y in near if self._cup_fits(x, y)]
        return free_place(self._stage.dice, inside, self._places.board, CLEAR_MM)

    def _slam(self, seat: int, place: tuple[float, float]) -> Iterator[Tween]:
        stage = self._stage
        stage.hand.pose, stage.hand.seat = Pose.GRIP, seat
        stage.hand.at = np.array([*self._home(seat), CUP_MM + 70])
        stage.hand.shown = stage.cup.shown = True
        stage.cup.at = stage.hand.at - above(CUP_MM)
        yield self._glide(0.38, (*place, CUP_MM + 55), cup=True)
        yield self._glide(0.08, (*place, CUP_MM), cup=True)
        yield Tween(seconds=0.22)
        yield from self._go()

    def _cup_fits(self, x: float, y: float) -> bool:
        """Whether a cup here is wholly on the board and off the marks in its corners."""
        wide, high = self._places.board
        return MARKS_MM < x < wide - MARKS_MM and RIM_MM + 5 < y < high - RIM_MM - 5

    def _lift(self, move: moves.Lift) -> Iterator[Tween]:
        stage = self._stage
        if not stage.cup.down:
            raise BadMove("the cup does not stand on the board; put it down before it is lifted.")
        yield from self._come(move.seat, Pose.GRIP, stage.cup.at + above(CUP_MM))
        yield Tween(seconds=0.12)
        rest = self._throw(move)
        rolls = self._rolls(move, rest)
        rest = [pair for pair in rest if all(roll.die is not pair[0] for roll in rolls)]
        centre = stage.cup.at[:2].copy()
        rise = self._glide(0.16, (*centre, CUP_MM + 60), cup=True)

        def raise_cup(part: float) -> None:
            rise.change(part)
            self._jiggle(rest, part)
            stage.rattling = stage.rattling or bool(rolls)
            for roll in rolls:
                roll.show(0.0)

        yield Tween(seconds=rise.seconds, change=raise_cup)
        yield from self._with_rolls(rolls, move.roll_s)
        stage.cup.shown = False

    def _rolls(self, move: moves.Lift, rest: list[tuple[DieBody, Array]]) -> list[Roll]:
        """Return the rolls of the thrown dice to their places, or of one that spins on its corner."""
        centre, others = self._stage.cup.at[:2], self._stage.dice
        if move.spins is not None:
            return [Roll.spinning(die) for die, _ in rest if die is self._die([move.spins])]
        if not move.roll_s:
            return []
        return [Roll.out_of(centre, die, others, self._places.board, self._rng) for die, _ in rest]

    def _with_rolls(self, rolls: list[Roll], seconds: float) -> Iterator[Tween]:
        """Carry the cup away while the dice roll, and wait for them."""
        spent = 0.0
        for tween in chain(self._go(0.3, cup=True), [Tween(seconds=max(0.0, seconds - 0.3))]):
            yield self._rolling(tween, rolls, spent, seconds)
            spent += tween.seconds

    def _rolling(self, tween: Tween, rolls: list[Roll], spent: float, seconds: float) -> Tween:
        def change(part: float) -> None:
            tween.change(part)
            done = (spent + part * tween.seconds) / max(seconds, 0.3)
            for roll in rolls:
                roll.show(min(1.0, done))
            self._stage.rattling = bool(rolls) and done < 1

        return Tween(seconds=tween.seconds, change=change)

    def _peek(self, move: moves.Peek) -> Iterator[Tween]:
        stage = self._stage
        if not stage.cup.down:
            raise BadMove("the cup does not stand on the board; put it down before somebody peeks.")
        yield from self._come(move.seat, Pose.GRIP, stage.cup.at + above(CUP_MM))
        dice = [die for die in stage.dice if die.where is Where.CUP]
        scatter(dice, stage.cup.at[:2], self._rng)
        for die in dice:
            die.where = Where.BOARD
        x, y = (float(coordinate) for coordinate in stage.cup.at[:2])
        yield self._glide(0.2, (x, y - 20, CUP_MM + move.height_mm), cup=True)
        yield Tween(seconds=move.seconds)
        yield self._glide(0.2, (x, y, CUP_MM), cup=True)
        for die in dice:
            die.where = Where.CUP
        yield from self._go()

    def _take(self, move: moves.Take) -> Iterator[Tween]:
        if self._stage.cup.down and any(self._die([die]).where is Where.CUP for die in move.dice):
            yield from self._clear_cup(move.seat)
        lying = [die for die in move.dice if self._on_board(die)]
        if lying:
            yield from self._come(move.seat, Pose.PINCH, self._die(lying).at)
            for number in lying:
                yield from self._pick(number)
            yield from self._go()
        for die in move.dice:
            self._die([die]).where = Where.AWAY

    def _give(self, move: moves.Give) -> Iterator[Tween]:
        for die in move.dice:
            if self._on_board(die) or (self._die([die]).where is Where.CUP and self._stage.cup.down):
                raise BadMove(f"die {die} is on the table already; take it before it is given.")
        for k, number in enumerate(move.dice):
            x, y = self._free_lane()
            if k == 0:
                yield from self._come(move.seat, Pose.PINCH, np.array([x, y, PICK_MM]))
            yield self._glide(0.24, (x, y, PICK_MM))
            face = int(self._rng.integers(1, 7))
            self._put(number, x, y, move.values.get(number, face))
        yield from self._go()

    def _set_aside(self, move: moves.SetAside) -> Iterator[Tween]:
        yield from self._come(move.seat, Pose.PINCH, self._die(move.dice).at)
        yield from self._aside(move.dice, move.turned)
        yield from self._go()

    def _straighten(self, move: moves.Straighten) -> Iterator[Tween]:
        die = self._lying(move.die)
        yield from self._come(move.seat, Pose.PINCH, die.at)
        yield Tween(seconds=0.3)
        others = [lying for lying in self._stage.dice if lying is not die]
        near = [self._jitter((die.at[0], die.at[1]), 4 + 2 * k) for k in range(40)]
        x, y = free_place(others, near, self._places.board, DIE_MM * 1.5)
        self._put(move.die, x, y, move.value or die.value)
        yield Tween(seconds=0.15)
        yield from self._go()

    def _nudge(self, move: moves.Nudge) -> Iterator[Tween]:
        die = self._lying(move.die)
        others = [lying for lying in self._stage.dice if lying is not die]
        if move.by is None:
            ring = [self._jitter((die.at[0], die.at[1]), 20, exact=True) for _ in range(60)]
            goal = free_place(others, ring, self._places.board, DIE_MM * 1.5)
        else:
            goal = (float(die.at[0]) + move.by[0], float(die.at[1]) + move.by[1])
        yield from self._come(move.seat, Pose.PINCH, die.at)
        start, turn, twist = die.at.copy(), die.turn.copy(), float(self._rng.uniform(-0.5, 0.5))
        push = self._glide(move.seconds, (*goal, PICK_MM))

        self._unprop(die)

        def push_die(part: float) -> None:
            push.change(part)
            self._stage.rattling = part < 1
            slide(die, start, np.array([*goal, start[2]]), turn, (part, twist * part))

        yield Tween(seconds=move.seconds, change=push_die)
        yield from self._go()

    def _drop(self, move: moves.Drop) -> Iterator[Tween]:
        die = self._lying(move.die)
        start, turn = die.at.copy(), die.turn.copy()
        out = start[:2] - np.array(self._places.board) / 2
        out = out / max(float(np.hypot(*out)), 1.0)
        goal = np.array([*(start[:2] + out * 420), start[2]])
        self._unprop(die)
        self._stage.rattling = True
        yield Tween(seconds=0.5, change=lambda part: slide(die, start, goal, turn, (part, 9 * part)))
        self._stage.rattling = False
        die.where, die.prop = Where.AWAY, None

    def _reach(self, move: moves.Reach) -> Iterator[Tween]:
        x, y = move.at or self._jitter(self._places.cup, 40)
        yield from self._come(move.seat, Pose.PINCH, np.array([x, y, 30.0]))
        yield Tween(seconds=move.seconds)
        yield from self._go()

    def _wait(self, move: moves.Wait) -> Iterator[Tween]:
        yield Tween(seconds=move.seconds, scaled=False)

    def _throw(self, move: moves.Lift) -> list[tuple[DieBody, Array]]:
        """Lay the dice under the cup as they fell; return each with its place of rest."""
        stage, rng = self._stage, self._rng
        names = tuple(k for k, die in enumerate(stage.dice) if die.where is Where.CUP)
        dice = [stage.dice[k] for k in names]
        scatter(dice, stage.cup.at[:2], rng)
        for k in names:
            if k in move.values:
                die = stage.dice[k]
                angle = float(rng.uniform(0, 2 * np.pi)) if len(dice) == 1 else angle_of(die)
                die.lay(float(die.at[0]), float(die.at[1]), move.values[k], angle)
        chance = float(rng.random()) < self._cocked_share
        if len(dice) > 1 and (chance if move.cocked is None else move.cocked):
            cock(dice, [], rng)
        if move.stacked and len(dice) > 1:
            stack(dice[-1], dice[0], rng)
        for die in dice:
            die.where = Where.BOARD
        around, cup = self._stage.around, self._stage.cup.at
        for what in around.in_cup:
            place = self._jitter((float(cup[0]), float(cup[1])), 25)
            around.litter = (*around.litter, self._scrap(what, place))
        around.in_cup = ()
        self.thrown(names)
        return [(die, die.at.copy()) for die in dice]

    # --- the surroundings: no die is thrown here

    def _surround(self, move: moves.Mains | moves.Candle | moves.Grain) -> Iterator[Tween]:
        around = self._stage.around
        match move:
            case moves.Mains():
                around.mains = (move.depth, move.hz)
            case moves.Candle():
                around.candle = move.depth
            case moves.Grain():
                around.grain = move.level
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

    def _knock(self, move: moves.Knock) -> Iterator[Tween]:
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

    def _pass_by(self, move: moves.Passer) -> Iterator[Tween]:
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

    def _glow(self, move: moves.Glow) -> Iterator[Tween]:
        shines = self._stage.around.shines
        start = shines[move.name].level if move.name in shines else 0.0
        shine = Shine(at=move.at, reach=move.reach, colour=move.colour, swing=move.swing)

        def glow(part: float) -> None:
            shines[move.name] = replace(shine, level=start + (move.level - start) * part)

        yield Tween(seconds=move.seconds, change=glow, scaled=False)

    def _litter(self, move: moves.Litter | moves.Clear) -> Iterator[Tween]:
        around = self._stage.around
        if isinstance(move, moves.Litter) and move.in_cup:
            around.in_cup = (*around.in_cup, move.what)
            return
        spot = move.at if isinstance(move, moves.Litter) else self._places.cup
        yield from self._come(move.seat, Pose.PINCH, np.array([*spot, 20.0]))
        if isinstance(move, moves.Litter):
            around.litter = (*around.litter, self._scrap(move.what, move.at))
        else:
            around.litter = ()
        yield Tween(seconds=0.2)
        yield from self._go()

    def _scrap(self, what: moves.Thing, at: tuple[float, float]) -> Scrap:
        return Scrap(what=what, at=at, angle=float(self._rng.uniform(0, 2 * np.pi)))
