"""How hands carry out the moves: each move becomes a series of tweens, which change the stage over time."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

import numpy as np

from hardware.errors import BadMove
from hardware.simulated.actions import disturbances, moves
from hardware.simulated.actions.hands import PICK_MM, Tween, angle_of, slide
from hardware.simulated.actions.surroundings import Surroundings
from hardware.simulated.render.cup import CUP_MM, RIM_MM
from hardware.simulated.render.hand import Pose
from hardware.simulated.render.optics import above
from hardware.simulated.scene.die_body import DIE_MM, DieBody, Where
from hardware.simulated.scene.placement import Places, cock, free_place, scatter
from hardware.simulated.scene.rolling import Roll, stack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardware.simulated.render.optics import Array
    from hardware.simulated.scene.stage import Stage

MARKS_MM: Final = 45.0 + RIM_MM  # how far the cup keeps from the short edges, where the corner marks are
PINCH_MM: Final = 4.0  # from the rim to the middle of a die that the cup came down on
CLEAR_MM: Final = RIM_MM + DIE_MM * 0.75 + 4  # how far the cup keeps from dice that stay outside


class Choreography(Surroundings):
    """The hands' motions for each move. Changes the stage, never looks at pictures."""

    def __init__(
        self, stage: Stage, places: Places, *, seats: int, cocked_share: float, rng: np.random.Generator
    ) -> None:
        super().__init__(stage, places, seats=seats, rng=rng)
        self._cocked_share = cocked_share
        self.thrown: Callable[[tuple[int, ...]], None] = lambda _: None

    def play(self, move: moves.Move) -> Iterator[Tween]:  # noqa: C901, PLR0911 - one arm for each kind of move
        """Turn a move into tweens. Raise BadMove, once it is due, for an impossible move."""
        match move:
            case moves.PutDown():
                return self._put_down(move)
            case moves.Lift():
                return self._lift(move)
            case moves.Take():
                return self._take(move)
            case moves.Give():
                return self._give(move)
            case moves.SetAside():
                return self._set_aside(move)
            case moves.Straighten():
                return self._straighten(move)
            case moves.Nudge():
                return self._nudge(move)
            case moves.Drop():
                return self._drop(move)
            case moves.Reach():
                return self._reach(move)
            case moves.Wait():
                return iter([Tween(seconds=move.seconds, scaled=False)])
            case disturbances.Peek():
                return self._peek(move)
            case _:
                return self._surroundings(move)

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

    def _peek(self, move: disturbances.Peek) -> Iterator[Tween]:
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
