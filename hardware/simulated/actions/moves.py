"""The moves of the simulated players: each is carried out as a series of tweens, which change the stage over time.

`SimulatedTable.do` queues them. Dice are numbered from 0. A `seat` is a side of the table: 0 is the picture's lower edge, and the
others follow clockwise.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Final

import numpy as np

from hardware.errors import BadMove
from hardware.simulated.actions.hands import PICK_MM, Hands, Tween, angle_of, slide
from hardware.simulated.render.cup import CUP_MM, RIM_MM
from hardware.simulated.render.hand import Pose
from hardware.simulated.render.optics import Array, above
from hardware.simulated.scene.die_body import DIE_MM, DieBody, Where
from hardware.simulated.scene.placement import cock, scatter
from hardware.simulated.scene.rolling import Roll, stack
from hardware.simulated.scene.stage import Shine, Thing

FAR_MM: Final = 420.0  # beyond the board's edge, a passer's shadow is out of the picture
MARKS_MM: Final = 45.0 + RIM_MM  # how far the cup keeps from the short edges, where the corner marks are
PINCH_MM: Final = 4.0  # from the rim to the middle of a die that the cup came down on
CLEAR_MM: Final = RIM_MM + DIE_MM * 0.75 + 4  # how far the cup keeps from dice that stay outside


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(ABC):
    """Something that happens at the table; `seat` is the side from which a hand comes to do it."""

    seat: int = 0

    @abstractmethod
    def play(self, hands: Hands) -> Iterator[Tween]:
        """Yield the move's tweens. Raise BadMove if the move is impossible when it is due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PutDown(Move):
    """Gathers the named dice into the cup, shakes it away from the table, slams it down on the board and lets go.

    `held` dice are first moved to the hold lane; dice not named stay on the board or, if they are not on it, leave the table.
    `turned` dice are turned by hand to the given values. If `on` is set, the cup's rim comes down on that die.
    """

    dice_in_cup: tuple[int, ...]
    held: tuple[int, ...] = ()
    turned: Mapping[int, int] = field(default_factory=dict)
    on: int | None = None

    def play(self, hands: Hands) -> Iterator[Tween]:
        overlap = set(self.dice_in_cup) & set(self.held)
        if overlap:
            raise BadMove(f"die {min(overlap)} cannot be held and go into the cup; name it once.")
        yield from hands.clear_cup(self.seat)
        by_hand = [number for number in self.turned if number not in (*self.held, *self.dice_in_cup)]
        carried = [number for number in self.dice_in_cup if hands.on_board(number)]
        aside = any(not hands.in_lane(number) or number in self.turned for number in self.held)
        if carried or by_hand or aside:
            yield from hands.come(self.seat, Pose.PINCH, hands.die((by_hand or self.held or carried)[0]).at)
            yield from hands.move_to_lane(self.held, self.turned)
            for number in by_hand:
                yield from hands.turn(number, self.turned[number])
            for number in carried:
                yield from hands.pick(number)
            yield from hands.go()
        for k, die in enumerate(hands.stage.dice):
            if k in self.dice_in_cup:
                die.where = Where.CUP
            elif die.where is not Where.BOARD:
                die.where = Where.AWAY
        yield Tween(seconds=float(hands.rng.uniform(0.6, 1.1)))
        x, y = self._cup_place(hands)
        stage, hand = hands.stage, hands.stage.hand
        hand.pose, hand.seat, hand.at = Pose.GRIP, self.seat, np.array([*hands.home(self.seat), CUP_MM + 70])
        hand.shown = stage.cup.shown = True
        stage.cup.at = hand.at - above(CUP_MM)
        yield hands.glide(0.38, (x, y, CUP_MM + 55), cup=True)
        yield hands.glide(0.08, (x, y, CUP_MM), cup=True)
        yield Tween(seconds=0.22)
        yield from hands.go()

    def _cup_place(self, hands: Hands) -> tuple[float, float]:
        """Choose where the cup comes down: on the board, clear of its marks and of dice, or with its rim on the die `on`."""
        cup, (wide, high) = hands.places.cup, hands.places.board
        if self.on is not None:
            die = hands.lying(self.on).at[:2]
            inwards = np.array(cup) - die
            x, y = die + inwards / max(float(np.hypot(*inwards)), 1.0) * (RIM_MM + PINCH_MM)
            return float(x), float(y)
        near = [hands.jitter(cup, 9 + 3 * k) for k in range(80)]
        low, top = MARKS_MM, RIM_MM + 5
        inside = [(x, y) for x, y in near if low < x < wide - low and top < y < high - top]
        return hands.free(inside, clear=CLEAR_MM)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lift(Move):
    """Lifts the cup off and takes it away: the dice under it have been thrown, and are added to `throws`.

    Values and places come from the table's own generator unless `values` or `cocked` specify them. `roll_s` is how long the dice
    keep rolling after the cup is raised; `spins` is a die that spins on its corner instead. `stacked` leaves the last die on top
    of the first.
    """

    values: Mapping[int, int] = field(default_factory=dict)
    cocked: bool | None = None
    stacked: bool = False
    roll_s: float = 0.0
    spins: int | None = None

    def play(self, hands: Hands) -> Iterator[Tween]:
        stage = hands.stage
        if not stage.cup.down:
            raise BadMove("the cup does not stand on the board; put it down before it is lifted.")
        yield from hands.come(self.seat, Pose.GRIP, stage.cup.at + above(CUP_MM))
        yield Tween(seconds=0.12)
        rest, rolls = self._throw(hands), list[Roll]()
        centre, whole = stage.cup.at[:2].copy(), max(self.roll_s, 0.3)
        if self.spins is not None:
            rolls = [Roll.spinning(die) for die, _ in rest if die is hands.die(self.spins)]
        elif self.roll_s:
            rolls = [Roll.out_of(centre, die, stage.dice, hands.places.board, hands.rng) for die, _ in rest]
        rest = [pair for pair in rest if all(roll.die is not pair[0] for roll in rolls)]
        rise = hands.glide(0.16, (*centre, CUP_MM + 60), cup=True)

        def raise_cup(part: float) -> None:
            rise.change(part)
            hands.jiggle(rest, part)
            stage.rattling = stage.rattling or bool(rolls)
            for roll in rolls:
                roll.show(0.0)

        def roll_on(tween: Tween, spent: float, part: float) -> None:
            tween.change(part)
            done = (spent + part * tween.seconds) / whole
            for roll in rolls:
                roll.show(min(1.0, done))
            stage.rattling = bool(rolls) and done < 1

        yield Tween(seconds=rise.seconds, change=raise_cup)
        spent = 0.0
        for tween in chain(hands.go(0.3, cup=True), [Tween(seconds=max(0.0, self.roll_s - 0.3))]):
            yield Tween(seconds=tween.seconds, change=partial(roll_on, tween, spent))
            spent += tween.seconds
        stage.cup.shown = False

    def _throw(self, hands: Hands) -> list[tuple[DieBody, Array]]:
        """Lay out the dice under the cup as they fell; return each with its final place."""
        stage, rng = hands.stage, hands.rng
        names = tuple(k for k, die in enumerate(stage.dice) if die.where is Where.CUP)
        dice, around = [stage.dice[k] for k in names], stage.around
        scatter(dice, stage.cup.at[:2], rng)
        for k, die in zip(names, dice, strict=True):
            if k in self.values:
                angle = float(rng.uniform(0, 2 * np.pi)) if len(dice) == 1 else angle_of(die)
                die.lay(float(die.at[0]), float(die.at[1]), self.values[k], angle)
        chance = float(rng.random()) < hands.cocked_share
        if len(dice) > 1 and (chance if self.cocked is None else self.cocked):
            cock(dice, rng)
        if self.stacked and len(dice) > 1:
            stack(dice[-1], dice[0], rng)
        for die in dice:
            die.where = Where.BOARD
        for what in around.in_cup:
            hands.litter(what, hands.jitter((float(stage.cup.at[0]), float(stage.cup.at[1])), 25))
        around.in_cup = ()
        hands.thrown(names)
        return [(die, die.at.copy()) for die in dice]


@dataclass(frozen=True, slots=True, kw_only=True)
class Take(Move):
    """Takes dice off the table."""

    dice: tuple[int, ...]

    def play(self, hands: Hands) -> Iterator[Tween]:
        if hands.stage.cup.down and any(hands.die(die).where is Where.CUP for die in self.dice):
            yield from hands.clear_cup(self.seat)
        lying = [die for die in self.dice if hands.on_board(die)]
        if lying:
            yield from hands.come(self.seat, Pose.PINCH, hands.die(lying[0]).at)
            for number in lying:
                yield from hands.pick(number)
            yield from hands.go()
        for die in self.dice:
            hands.die(die).where = Where.AWAY


@dataclass(frozen=True, slots=True, kw_only=True)
class Give(Move):
    """Lays dice that are off the table, or in a cup that is not on it, in the hold lane.

    `values` gives the values of some dice; the others fall at random.
    """

    dice: tuple[int, ...]
    values: Mapping[int, int] = field(default_factory=dict)

    def play(self, hands: Hands) -> Iterator[Tween]:
        for die in self.dice:
            if hands.on_board(die) or (hands.die(die).where is Where.CUP and hands.stage.cup.down):
                raise BadMove(f"die {die} is on the table already; take it before it is given.")
        for k, number in enumerate(self.dice):
            x, y = hands.free_lane()
            if k == 0:
                yield from hands.come(self.seat, Pose.PINCH, np.array([x, y, PICK_MM]))
            yield hands.glide(0.24, (x, y, PICK_MM))
            face = int(hands.rng.integers(1, 7))
            hands.put(number, x, y, self.values.get(number, face))
        yield from hands.go()


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAside(Move):
    """Moves dice from the board to the hold lane without putting the cup down."""

    dice: tuple[int, ...]
    turned: Mapping[int, int] = field(default_factory=dict)

    def play(self, hands: Hands) -> Iterator[Tween]:
        yield from hands.come(self.seat, Pose.PINCH, hands.die(self.dice[0]).at)
        yield from hands.move_to_lane(self.dice, self.turned)
        yield from hands.go()


@dataclass(frozen=True, slots=True, kw_only=True)
class Straighten(Move):
    """Tips a leaning die flat with a finger; without `value`, it falls so that the side nearly on top is up."""

    die: int
    value: int | None = None

    def play(self, hands: Hands) -> Iterator[Tween]:
        die = hands.lying(self.die)
        yield from hands.come(self.seat, Pose.PINCH, die.at)
        yield Tween(seconds=0.3)
        x, y = hands.free([hands.jitter((die.at[0], die.at[1]), 4 + 2 * k) for k in range(40)], but=die)
        hands.put(self.die, x, y, self.value or die.value)
        yield Tween(seconds=0.15)
        yield from hands.go()


@dataclass(frozen=True, slots=True, kw_only=True)
class Nudge(Move):
    """Pushes a die with a finger by (x, y) millimetres over `seconds`; without `by`, 20 mm in a random free direction."""

    die: int
    by: tuple[float, float] | None = None
    seconds: float = 0.3

    def play(self, hands: Hands) -> Iterator[Tween]:
        die = hands.lying(self.die)
        if self.by is None:
            near = [hands.jitter((die.at[0], die.at[1]), 20, exact=True) for _ in range(60)]
            goal = hands.free(near, but=die)
        else:
            goal = (float(die.at[0]) + self.by[0], float(die.at[1]) + self.by[1])
        yield from hands.come(self.seat, Pose.PINCH, die.at)
        start, turn, twist = die.at.copy(), die.turn.copy(), float(hands.rng.uniform(-0.5, 0.5))
        push = hands.glide(self.seconds, (*goal, PICK_MM))
        hands.unprop(die)

        def push_die(part: float) -> None:
            push.change(part)
            hands.stage.rattling = part < 1
            slide(die, start, np.array([*goal, start[2]]), turn, (part, twist * part))

        yield Tween(seconds=self.seconds, change=push_die)
        yield from hands.go()


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop(Move):
    """Lets a die roll off the board and the table."""

    die: int

    def play(self, hands: Hands) -> Iterator[Tween]:
        die = hands.lying(self.die)
        start, turn = die.at.copy(), die.turn.copy()
        out = start[:2] - np.array(hands.places.board) / 2
        out = out / max(float(np.hypot(*out)), 1.0)
        goal = np.array([*(start[:2] + out * 420), start[2]])
        hands.unprop(die)
        hands.stage.rattling = True
        yield Tween(seconds=0.5, change=lambda part: slide(die, start, goal, turn, (part, 9 * part)))
        hands.stage.rattling = False
        die.where, die.prop = Where.AWAY, None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach(Move):
    """Reaches over the board with an empty hand, to (x, y) millimetres if `at` is set, and draws it back."""

    seconds: float = 0.8
    at: tuple[float, float] | None = None

    def play(self, hands: Hands) -> Iterator[Tween]:
        x, y = self.at or hands.jitter(hands.places.cup, 40)
        yield from hands.come(self.seat, Pose.PINCH, np.array([x, y, 30.0]))
        yield Tween(seconds=self.seconds)
        yield from hands.go()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait(Move):
    """Waits for some seconds, which `pace` does not scale."""

    seconds: float

    def play(self, hands: Hands) -> Iterator[Tween]:
        yield Tween(seconds=self.seconds, scaled=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Light(Move):
    """Dims or brightens the lamp to `level` (1: as at the start) over some seconds."""

    level: float
    seconds: float = 0.3

    def play(self, hands: Hands) -> Iterator[Tween]:
        stage = hands.stage
        start, level = stage.light, self.level

        def dim(part: float) -> None:
            stage.light = start + (level - start) * part

        yield Tween(seconds=self.seconds, change=dim, scaled=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bump(Move):
    """Pushes the camera to (x, y, up) millimetres from its place at the start; it stays there."""

    by: tuple[float, float, float] = (12.0, -7.0, 0.0)

    def play(self, hands: Hands) -> Iterator[Tween]:
        hands.stage.pushed = self.by
        yield Tween(seconds=0.1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Glass(Move):
    """Sets a beer glass on the board at (x, y) millimetres; None removes it."""

    at: tuple[float, float] | None = (350.0, 70.0)

    def play(self, hands: Hands) -> Iterator[Tween]:
        spot = self.at or hands.stage.glass
        if spot is None:
            return
        yield from hands.come(self.seat, Pose.PINCH, np.array([*spot, 120.0]))
        hands.stage.glass = self.at
        yield Tween(seconds=0.2)
        yield from hands.go()


# --- disturbances: the game goes on meanwhile


@dataclass(frozen=True, slots=True, kw_only=True)
class Knock(Move):
    """Hits the table: the picture shakes by up to `pixels`, then less; dice hop by up to `hop_mm` and keep their values."""

    pixels: float = 7.0
    seconds: float = 0.4
    hop_mm: float = 0.0

    def play(self, hands: Hands) -> Iterator[Tween]:
        stage = hands.stage
        turn = float(hands.rng.uniform(0, 2 * np.pi))
        most = self.hop_mm
        lying = [die for die in stage.dice if die.where is Where.BOARD and most]
        hops = [(die, die.at.copy(), np.append(hands.rng.uniform(-most, most, 2), 0.0)) for die in lying]

        def shake(part: float) -> None:
            swing = self.pixels * (1 - part) * np.cos(2 * np.pi * 9 * part * self.seconds)
            stage.around.shake = (float(swing * np.cos(turn)), float(swing * np.sin(turn)))
            for die, start, way in hops:
                die.at = start + way * min(1.0, 4 * part)

        yield Tween(seconds=self.seconds, change=shake, scaled=False)
        stage.around.shake = (0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passer(Move):
    """Lets somebody lean into the lamp's light and out again: a soft shadow crosses the board.

    It comes from the left or right at `row_mm`, stays in the middle for `stays_s`, and takes up to `strength` (0..1) of the
    light.
    """

    seconds: float = 1.8
    strength: float = 0.4
    row_mm: float = 150.0
    from_left: bool = True
    stays_s: float = 0.0

    def play(self, hands: Hands) -> Iterator[Tween]:
        around, wide = hands.stage.around, hands.places.board[0]
        left, middle, right = -FAR_MM, wide / 2, wide + FAR_MM
        ends = (left, right) if self.from_left else (right, left)
        around.passer_strength = self.strength
        for start, end, seconds in (
            (ends[0], middle, self.seconds / 2),
            (middle, middle, self.stays_s),
            (middle, ends[1], self.seconds / 2),
        ):

            def lean(part: float, start: float = start, end: float = end) -> None:
                around.passer = (start + (end - start) * part, self.row_mm)

            if seconds:
                yield Tween(seconds=seconds, change=lean, scaled=False)
        around.passer = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mains(Move):
    """Makes the lamp flicker from now on, in bands as a rolling shutter records them; `depth` 0 ends it.

    `hz` is the flicker rate, too fast for people to see: 100 in Europe, which beats with pictures taken every 1/30 s.
    """

    depth: float = 0.05
    hz: float = 100.0

    def play(self, hands: Hands) -> Iterator[Tween]:
        hands.stage.around.mains = (self.depth, self.hz)
        return iter(())


@dataclass(frozen=True, slots=True, kw_only=True)
class Candle(Move):
    """Makes the light waver from now on like a candle's, by `depth`; 0 ends it."""

    depth: float = 0.06

    def play(self, hands: Hands) -> Iterator[Tween]:
        hands.stage.around.candle = self.depth
        return iter(())


@dataclass(frozen=True, slots=True, kw_only=True)
class Grain(Move):
    """Makes the camera's noise `level` times as strong from now on, as with little light and high gain."""

    level: float = 3.0

    def play(self, hands: Hands) -> Iterator[Tween]:
        hands.stage.around.grain = self.level
        return iter(())


@dataclass(frozen=True, slots=True, kw_only=True)
class Glow(Move):
    """Brings an additional light to `level` over some seconds: a lamp of the panel, a tablet, a second pub lamp.

    It shines on (x, y) millimetres and falls off over `reach`; `colour` (BGR) is how much it adds there at level 1. It swings by
    `swing` millimetres once in 1.6 seconds. If a light with this `name` exists, it is changed.
    """

    name: str = "tablet"
    at: tuple[float, float] = (420.0, 150.0)
    reach: float = 140.0
    colour: tuple[float, float, float] = (0.25, 0.18, 0.12)
    level: float = 1.0
    seconds: float = 0.1
    swing: float = 0.0

    def play(self, hands: Hands) -> Iterator[Tween]:
        shines = hands.stage.around.shines
        start = shines[self.name].level if self.name in shines else 0.0
        shine = Shine(at=self.at, reach=self.reach, colour=self.colour, swing=self.swing)

        def glow(part: float) -> None:
            shines[self.name] = replace(shine, level=start + (self.level - start) * part)

        yield Tween(seconds=self.seconds, change=glow, scaled=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Litter(Move):
    """Lays something on the board at (x, y) millimetres; with `in_cup`, it falls out with the next throw instead."""

    what: Thing
    at: tuple[float, float] = (330.0, 90.0)
    in_cup: bool = False

    def play(self, hands: Hands) -> Iterator[Tween]:
        if self.in_cup:
            hands.stage.around.in_cup = (*hands.stage.around.in_cup, self.what)
            return
        yield from hands.come(self.seat, Pose.PINCH, np.array([*self.at, 20.0]))
        hands.litter(self.what, self.at)
        yield Tween(seconds=0.2)
        yield from hands.go()


@dataclass(frozen=True, slots=True, kw_only=True)
class Clear(Move):
    """Removes all litter from the board."""

    def play(self, hands: Hands) -> Iterator[Tween]:
        yield from hands.come(self.seat, Pose.PINCH, np.array([*hands.places.cup, 20.0]))
        hands.stage.around.litter = ()
        yield Tween(seconds=0.2)
        yield from hands.go()


@dataclass(frozen=True, slots=True, kw_only=True)
class Peek(Move):
    """Lifts the cup a little, looks at the dice for some seconds, and sets it down again without throwing."""

    seconds: float = 0.6
    height_mm: float = 70.0

    def play(self, hands: Hands) -> Iterator[Tween]:
        stage = hands.stage
        if not stage.cup.down:
            raise BadMove("the cup does not stand on the board; put it down before somebody peeks.")
        yield from hands.come(self.seat, Pose.GRIP, stage.cup.at + above(CUP_MM))
        dice = [die for die in stage.dice if die.where is Where.CUP]
        scatter(dice, stage.cup.at[:2], hands.rng)
        for die in dice:
            die.where = Where.BOARD
        x, y = (float(coordinate) for coordinate in stage.cup.at[:2])
        yield hands.glide(0.2, (x, y - 20, CUP_MM + self.height_mm), cup=True)
        yield Tween(seconds=self.seconds)
        yield hands.glide(0.2, (x, y, CUP_MM), cup=True)
        for die in dice:
            die.where = Where.CUP
        yield from hands.go()
