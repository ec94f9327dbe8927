"""The simulated table: a queue of moves, its own clock, and the truth about the dice."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hardware.errors import BadMove
from hardware.frame import Pixels
from hardware.simulated.actions.hands import Hands, Tween
from hardware.simulated.actions.moves import Move
from hardware.simulated.render.painter import Painter
from hardware.simulated.scene.die_body import DieBody, Where
from hardware.simulated.scene.placement import Places
from hardware.simulated.scene.stage import Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class DieTruth:
    """The true state of a die: its place in millimetres and uppermost side, None unless it is on the board."""

    die: int
    where: Where
    value: int | None = None
    x_mm: float | None = None
    y_mm: float | None = None
    leaning: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowTruth:
    """The truth about a lift: its time, the value of each die under the cup, and which dice lean."""

    at: float
    values: dict[int, int]
    leaning: tuple[int, ...] = ()


class SimulatedTable:
    """Dice, a cup and people around a board, with its own clock; the package's docstring shows its use."""

    def __init__(  # noqa: PLR0913 - each is a property that a demo or a test sets by name
        self,
        *,
        sheet: Pixels,
        sheet_px_per_mm: float,
        seed: int,
        fps: float = 30.0,
        start: float = 0.0,
        seats: int = 4,
        pace: float = 1.0,
        cocked_share: float = 0.01,
        dice: int = 3,
    ) -> None:
        if fps <= 0 or pace <= 0 or seats < 1 or dice < 1:
            raise BadMove(f"fps {fps}, pace {pace}, seats {seats} and dice {dice} must be above 0.")
        self.fps, self.seats = fps, seats
        self.throws: list[ThrowTruth] = []
        self._start, self.pace = start, pace
        self.stage = Stage(dice=[DieBody() for _ in range(dice)], now=start)
        for die in self.stage.dice:
            die.where = Where.CUP
        board = (sheet.shape[1] / sheet_px_per_mm, sheet.shape[0] / sheet_px_per_mm)
        rng = np.random.default_rng([seed, 0])
        self._hands = Hands(self.stage, Places(board=board), seats=seats, cocked_share=cocked_share, rng=rng)
        self._hands.thrown = self._note
        self._painted = (sheet, sheet_px_per_mm, seed)
        self._queue: deque[Move] = deque()
        self._tweens: Iterator[Tween] | None = None
        self._tween: Tween | None = None
        self._spent = 0.0
        self._ticked = 0.0

    @property
    def now(self) -> float:
        """The table's time in seconds."""
        return self._start + self._ticked

    @cached_property
    def painter(self) -> Painter:
        """Return the painter, which knows the camera's place; creating it on first use takes half a second."""
        sheet, px_per_mm, seed = self._painted
        return Painter(sheet, px_per_mm, seed=seed, seats=self.seats)

    @property
    def busy(self) -> bool:
        """Whether a move is running or waiting."""
        return self._tweens is not None or bool(self._queue)

    @property
    def at_rest(self) -> bool:
        """Whether no hand is in the picture, no die rolls, and nothing shakes or passes through the light."""
        stage = self.stage
        return not stage.hand.shown and not stage.rattling and stage.around.calm

    @property
    def dice(self) -> tuple[DieTruth, ...]:
        """Return the true state of each die."""
        truths = []
        for k, die in enumerate(self.stage.dice):
            if die.where is Where.BOARD:
                x, y = die.at[:2].tolist()
                truth = DieTruth(die=k, where=die.where, value=die.value, x_mm=x, y_mm=y, leaning=die.leaning)
            else:
                truth = DieTruth(die=k, where=die.where)
            truths.append(truth)
        return tuple(truths)

    def do(self, *moves: Move) -> None:
        """Queue moves, which are made one after the other as time passes."""
        self._queue.extend(moves)

    def advance(self, seconds: float) -> None:
        """Advance the simulated time. If a move that is due is impossible, drop it and raise BadMove."""
        self._ticked += seconds
        self.stage.now = self.now
        left = seconds
        while left > 0 and self._next_tween():
            # Spend time on the current tween; `left` remains.
            tween = self._tween
            assert tween is not None
            length = tween.seconds / (self.pace if tween.scaled else 1.0)
            self._spent += left
            if self._spent < length:
                tween.change(self._spent / length)
                left = 0.0
            else:
                tween.change(1.0)
                self._tween = None
                left = self._spent - length

    def render(self) -> Pixels:
        """Return the picture of this instant: shape (720, 1280, 3), BGR."""
        return self.painter.paint(self.stage)

    def _next_tween(self) -> bool:
        """Make sure that there is a current tween; return False if there is nothing to do."""
        while self._tween is None:
            if self._tweens is None:
                if not self._queue:
                    return False
                self._tweens = self._queue.popleft().play(self._hands)
            try:
                self._tween, self._spent = next(self._tweens, None), 0.0
            except BadMove:
                self._tweens = None
                raise
            if self._tween is None:
                self._tweens = None
        return True

    def _note(self, names: tuple[int, ...]) -> None:
        dice = self.stage.dice
        leaning = tuple(k for k in names if dice[k].leaning)
        self.throws.append(ThrowTruth(at=self.now, values={k: dice[k].value for k in names}, leaning=leaning))
