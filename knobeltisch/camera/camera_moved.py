"""A camera that was pushed is asked about: where the board lies is never measured anew behind the players' backs.

While the question is open nothing is read; scoring goes on by hand.

                    seen elsewhere            answered
      NOT_ASKED ---------------------> ASKED ----------> MOVED <----> NOT_MOVED   (the table may change its mind)
          ^                              |                 |              |
          +--- seen where it was before -+-----------------+--------------+
          +--- no turn is under way: the new place holds --+
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.board import BoardPose


class Asked(StrEnum):
    """How the question stands, in the words that the page reads (docs/board-json.md)."""

    NOT_ASKED = ""
    ASKED = "moved"
    MOVED = "later"  # it was moved; that holds from the turn's end on
    NOT_MOVED = "back"  # it was not; the board is waited for


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveQuestion:
    """The question, and the pose from `before` the board was seen elsewhere; None exactly while nothing is asked."""

    asked: Asked = Asked.NOT_ASKED
    before: BoardPose | None = None

    def seen_elsewhere(self, before: BoardPose) -> MoveQuestion:
        """Return the question once the board is seen elsewhere than `before`. What is asked already stays asked."""
        return self if self.before is not None else MoveQuestion(asked=Asked.ASKED, before=before)

    def answered(self, *, moved: bool) -> MoveQuestion:
        """Return the question with the table's answer; nothing changes where nothing is asked."""
        if self.before is None:
            return self
        return MoveQuestion(asked=Asked.MOVED if moved else Asked.NOT_MOVED, before=self.before)

    def settled_by(self, seen: BoardPose, *, between_turns: bool) -> BoardPose | None:
        """Return the pose to go on with: the one before when the board is back, the new one when that was agreed to."""
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
        """Return how the question stands."""
        return self._question.asked

    def begin(self, before: BoardPose) -> None:
        """Ask, because the board is seen elsewhere than `before`."""
        with self._lock:
            self._question = self._question.seen_elsewhere(before)

    def answer(self, *, moved: bool) -> bool:
        """Take the table's answer. Return whether it was asked for."""
        with self._lock:
            self._question = self._question.answered(moved=moved)
            return self._question.asked is not Asked.NOT_ASKED

    def settle(self, seen: BoardPose, *, between_turns: bool) -> BoardPose | None:
        """Return the pose to go on with, and ask no more; None while the question stays open."""
        with self._lock:
            pose = self._question.settled_by(seen, between_turns=between_turns)
            if pose is not None:
                self._question = MoveQuestion()
            return pose
