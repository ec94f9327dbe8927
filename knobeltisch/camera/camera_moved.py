"""The two questions about the board: whether the camera was pushed, and whether there is a board at all.

The board of a camera that hangs there is never located again without asking the players.

While the question is open nothing is read; scoring goes on by hand.

                    seen elsewhere            answered
      NOT_ASKED ---------------------> ASKED ----------> MOVED <----> NOT_MOVED   (the table may change its mind)
          ^                              |                 |              |
          +--- seen where it was before -+-----------------+--------------+
          +--- no turn is under way: the new place holds --+

Whether a table plays without a board. It is chosen on the page while none is seen; a board that is seen ends it.

             no board is seen            chosen
      SEEN -------------------> ASKED ----------> WITHOUT
       ^                          |                  |
       +-------- the board is seen, at once ---------+

The choice is kept, so that a phone that hangs there for good need not be asked at each start.
"""

from __future__ import annotations

import contextlib
import threading
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import StoreError

if TYPE_CHECKING:
    from knobeltisch.storage.store import Store
    from vision.board import BoardPose


KEY: Final = "without_board"  # the store's key of that choice


class Asked(StrEnum):
    """The state of the question, in the words of the page's JSON (docs/board-json.md)."""

    NOT_ASKED = ""
    ASKED = "moved"
    MOVED = "later"  # it was moved; the new place counts from the end of the turn
    NOT_MOVED = "back"  # it was not; wait until the board is back


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveQuestion:
    """The question, and the pose `before` the board was seen elsewhere; None exactly while nothing is asked."""

    asked: Asked = Asked.NOT_ASKED
    before: BoardPose | None = None

    def seen_elsewhere(self, before: BoardPose) -> MoveQuestion:
        """Return the question once the board is seen elsewhere than `before`. An open question stays open."""
        return self if self.before is not None else MoveQuestion(asked=Asked.ASKED, before=before)

    def with_answer(self, *, moved: bool) -> MoveQuestion:
        """Return the question with the table's answer; unchanged if nothing is asked."""
        if self.before is None:
            return self
        return MoveQuestion(asked=Asked.MOVED if moved else Asked.NOT_MOVED, before=self.before)

    def settled_by(self, seen: BoardPose, *, between_turns: bool) -> BoardPose | None:
        """Return the pose to use: the old one when the board is back, the new one when the table confirmed it."""
        if self.before is None or not self.before.drifted(seen):
            return self.before or seen
        return seen if self.asked is Asked.MOVED and between_turns else None


class CameraMoved:
    """The question for the frame loop, which asks and settles it, and for the page's threads, which answer it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._question = MoveQuestion()

    @property
    def asked(self) -> Asked:
        """Return the state of the question."""
        return self._question.asked

    def begin(self, before: BoardPose) -> None:
        """Ask the question, because the board is seen elsewhere than `before`."""
        with self._lock:
            self._question = self._question.seen_elsewhere(before)

    def answer(self, *, moved: bool) -> bool:
        """Store the table's answer. Return whether the question was open."""
        with self._lock:
            self._question = self._question.with_answer(moved=moved)
            return self._question.asked is not Asked.NOT_ASKED

    def settle(self, seen: BoardPose, *, between_turns: bool) -> BoardPose | None:
        """Return the pose to use and close the question; None while it stays open."""
        with self._lock:
            pose = self._question.settled_by(seen, between_turns=between_turns)
            if pose is not None:
                self._question = MoveQuestion()
            return pose


class BoardChoice:
    """The choice, for the frame loop, which asks, and for the page's threads, which answer."""

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, threading.Lock()
        self._without, self._asked = store.get(KEY) is True, False

    @property
    def without(self) -> bool:
        """Whether the table plays without a board."""
        return self._without

    def ask(self) -> None:
        """Let the page choose: no board is seen."""
        with self._lock:
            self._asked = not self._without

    def choose_without(self) -> bool:
        """Play without a board. Return False if nobody asked."""
        with self._lock:
            asked, self._asked = self._asked, False
            if asked:
                self._keep(without=True)
            return asked

    def see_board(self) -> None:
        """Note that the board is seen: the table plays with it."""
        with self._lock:
            self._asked = False
            if self._without:
                self._keep(without=False)

    def _keep(self, *, without: bool) -> None:
        self._without = without
        with contextlib.suppress(StoreError):  # it counts until the next start
            self._store.put(KEY, without)
