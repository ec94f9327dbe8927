"""The parts of moves: a hand comes, picks up, turns or puts down dice, carries the cup, and leaves."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from hardware.errors import BadMove
from hardware.simulated.render.arms import seat_side
from hardware.simulated.render.cup import CUP_MM
from hardware.simulated.render.hand import Pose
from hardware.simulated.render.optics import Array, above
from hardware.simulated.scene.die_body import DIE_MM, DieBody, Where, spin
from hardware.simulated.scene.placement import Places
from hardware.simulated.scene.stage import Scrap, Stage, Thing

PICK_MM: Final = 10.0  # height of the fingertips when they hold a die
TRAVEL_MM: Final = 45.0  # how much higher a hand is on its way


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tween:
    """A period in which `change` is called with the share that has passed, up to exactly 1.

    `scaled`: whether `seconds` is divided by the table's `pace`.
    """

    seconds: float
    change: Callable[[float], None] = lambda _: None
    scaled: bool = True


class Hands:
    """The hands of the people around the table, and where they find things. They change the stage and never look at pictures.

    A lift calls `thrown` with the dice that were under the cup; `cocked_share` is the share of throws that leave a die leaning.
    """

    def __init__(
        self, stage: Stage, places: Places, *, seats: int, cocked_share: float, rng: np.random.Generator
    ) -> None:
        self.stage, self.places, self._seats, self.rng = stage, places, seats, rng
        self.cocked_share = cocked_share
        self.thrown: Callable[[tuple[int, ...]], None] = lambda _: None
        self._tremble = np.random.default_rng(0)  # its own: throws must not depend on the frame rate

    def come(self, seat: int, pose: Pose, goal: Array) -> Iterator[Tween]:
        """Bring a hand from its seat to `goal`, (x, y, h) in millimetres; h counts only for a grip, other poses come to PICK_MM."""
        hand = self.stage.hand
        hand.seat, hand.pose, hand.shown = seat, pose, True
        height = float(goal[2]) if pose is Pose.GRIP else PICK_MM
        hand.at = np.array([*self.home(seat), height + TRAVEL_MM])
        yield self.glide(0.42, (float(goal[0]), float(goal[1]), height))

    def go(self, seconds: float = 0.36, *, cup: bool = False) -> Iterator[Tween]:
        """Draw the hand back out of the picture, with the cup if `cup`."""
        hand = self.stage.hand
        x, y = self.home(hand.seat)
        yield self.glide(seconds, (x, y, float(hand.at[2]) + TRAVEL_MM), cup=cup)
        hand.shown = False

    def clear_cup(self, seat: int) -> Iterator[Tween]:
        """Remove a cup that stands on the board, together with the dice under it."""
        cup = self.stage.cup
        if cup.shown:
            yield from self.come(seat, Pose.GRIP, cup.at + above(CUP_MM))
            yield from self.go(0.45, cup=True)
            cup.shown = False

    def pick(self, number: int) -> Iterator[Tween]:
        """Pick up a die. Raise BadMove if there is none with that number."""
        die = self.die(number)
        yield self.glide(0.24, (float(die.at[0]), float(die.at[1]), PICK_MM))
        self.unprop(die)
        die.where = Where.HAND

    def unprop(self, prop: DieBody) -> None:
        """Lay flat any die leaning on `prop`, which is about to be moved."""
        for die in self.stage.dice:
            if die.prop is prop:
                die.lay(float(die.at[0]), float(die.at[1]), die.value, angle_of(die))

    def move_to_lane(self, held: Sequence[int], turned: Mapping[int, int]) -> Iterator[Tween]:
        """Move dice to the hold lane, turning those in `turned` to the value given there.

        Raise BadMove if a die does not lie on the board, or the lane is full.
        """
        for number in held:
            die = self.lying(number)
            value = turned.get(number, die.value)
            if self.in_lane(number) and value == die.value:
                continue
            yield from self.pick(number)
            if number in turned:
                yield Tween(seconds=0.3)
            x, y = self.free_lane()
            yield self.glide(0.3, (x, y, PICK_MM))
            self.put(number, x, y, value)

    def turn(self, number: int, value: int) -> Iterator[Tween]:
        """Turn a die on the board to another value at the place where it lies. Raise BadMove if it is elsewhere."""
        die = self.lying(number)
        yield from self.pick(number)
        yield Tween(seconds=0.35)
        self.put(number, float(die.at[0]), float(die.at[1]), value)

    def put(self, number: int, x: float, y: float, value: int) -> None:
        """Lay a die at (x, y) millimetres on the board, at a random angle."""
        die = self.die(number)
        die.lay(x, y, value, float(self.rng.uniform(0, 2 * np.pi)))
        die.where = Where.BOARD

    def jiggle(self, rest: list[tuple[DieBody, Array]], part: float) -> None:
        """Shake dice slightly around their final places, given in `rest`, as the cup lifts; from `part` 1 on they lie still."""
        self.stage.rattling = part < 1
        props = [die.prop for die, _ in rest]
        for die, place in rest:
            loose = part < 1 and not die.leaning and die not in props
            die.at = place.copy()
            if loose:
                die.at[:2] += self._tremble.normal(0, 0.25 * (1 - part), 2)

    def glide(self, seconds: float, goal: tuple[float, float, float], *, cup: bool = False) -> Tween:
        """Return a tween that moves the hand, and the cup if `cup`, from where the hand is now to `goal` (millimetres)."""
        hand = self.stage.hand
        start = hand.at.copy()
        way = np.array(goal) - start

        def change(part: float) -> None:
            hand.at = start + way * (part * part * (3 - 2 * part))
            if cup:
                self.stage.cup.at = self.stage.hand.at - above(CUP_MM)

        return Tween(seconds=seconds, change=change)

    def litter(self, what: Thing, at: tuple[float, float]) -> None:
        """Lay something small on the board at (x, y) millimetres."""
        scrap = Scrap(what=what, at=at, angle=float(self.rng.uniform(0, 2 * np.pi)))
        self.stage.around.litter = (*self.stage.around.litter, scrap)

    # --- where things are ---

    def home(self, seat: int) -> tuple[float, float]:
        """Return the place (x, y) outside the picture, in millimetres, where a seat's hand waits."""
        side = seat_side(seat, self._seats)
        half = np.array(self.places.board) * (0.71, 0.57)
        stretch = float((half / np.maximum(np.abs(side), 1e-6)).min()) + 150
        x, y = np.array(self.places.board) / 2 + side * stretch
        return float(x), float(y)

    def die(self, number: int) -> DieBody:
        """Return a die, wherever it is. Raise BadMove if there is no die with that number."""
        if number not in range(len(self.stage.dice)):
            raise BadMove(f"there is no die {number}; they are 0, 1 and 2.")
        return self.stage.dice[number]

    def lying(self, number: int) -> DieBody:
        """Return a die that lies on the board. Raise BadMove if it is elsewhere."""
        die = self.die(number)
        if die.where is not Where.BOARD:
            raise BadMove(f"die {number} does not lie on the board ({die.where}); give or throw it first.")
        return die

    def on_board(self, number: int) -> bool:
        """Whether a die lies on the board."""
        return self.die(number).where is Where.BOARD

    def in_lane(self, number: int) -> bool:
        """Whether a die lies in the hold lane."""
        return self.on_board(number) and abs(float(self.die(number).at[1]) - self.places.lane_y) < DIE_MM

    def free_lane(self) -> tuple[float, float]:
        """Return a free place in the hold lane. Raise BadMove if the lane is full."""
        return self.free([self.jitter((x, self.places.lane_y), 2.5) for x in self.places.lane_x])

    def free(
        self, tries: Sequence[tuple[float, float]], *, but: DieBody | None = None, clear: float = DIE_MM * 1.5
    ) -> tuple[float, float]:
        """Return the first of `tries` that is on the board and more than `clear` millimetres from every die on it except `but`.

        Raise BadMove if there is none.
        """
        lying = [die.at[:2] for die in self.stage.dice if die.where is Where.BOARD and die is not but]
        wide, high = self.places.board
        for x, y in tries:
            inside = 12 < x < wide - 12 and 12 < y < high - 12
            if inside and all(np.hypot(*(np.array([x, y]) - at)) > clear for at in lying):
                return x, y
        raise BadMove(f"no free place on the board for something {clear:.0f} mm wide; take dice away first.")

    def jitter(self, place: tuple[float, float], by: float, *, exact: bool = False) -> tuple[float, float]:
        """Return a random place at most `by` millimetres from `place`; with `exact`, exactly that far."""
        turn = self.rng.uniform(0, 2 * np.pi)
        reach = by if exact else by * np.sqrt(self.rng.random())
        return float(place[0] + reach * np.cos(turn)), float(place[1] + reach * np.sin(turn))


def angle_of(die: DieBody) -> float:
    """Return the angle of a lying die's edges, in radians."""
    axis = die.turn[:, int(np.argmin(np.abs(die.turn[2])))]
    return float(np.arctan2(axis[1], axis[0]))


def slide(die: DieBody, start: Array, goal: Array, turn: Array, how: tuple[float, float]) -> None:
    """Place a die on the way from `start` to `goal`, rotated about the vertical from `turn`, its rotation (3, 3) at the start.

    `how` is (share of the path, angle in radians).
    """
    part, twist = how
    die.at = start + (goal - start) * part
    die.turn = spin(twist) @ turn
