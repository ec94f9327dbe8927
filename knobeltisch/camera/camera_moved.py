"""A camera that was pushed is asked about: where the board lies is never measured anew behind the players' backs.

While it is open nothing is read; scoring goes on by hand. It ends when the board is seen where it was before (somebody
pushed it back, or it was only a knock), or when the table has said "yes, it was moved" and no turn is under way.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.board import BoardPose


class Bump:
    """The question and its answer. The eye begins and settles it; the answer comes from the page's threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._before: BoardPose | None = None
        self._moved: bool | None = None

    @property
    def ask(self) -> str:
        """Say how it stands: `moved` asks, `later` waits for the turn's end, `back` for the board; empty for nothing."""
        with self._lock:
            if self._before is None:
                return ""
            return {None: "moved", True: "later", False: "back"}[self._moved]

    def begin(self, before: BoardPose) -> None:
        """Ask, because the board is seen elsewhere than `before`. What is asked already stays asked."""
        with self._lock:
            if self._before is None:
                self._before, self._moved = before, None

    def answer(self, *, moved: bool) -> bool:
        """Take the table's word; it may change its mind. False when nothing is asked."""
        with self._lock:
            if self._before is None:
                return False
            self._moved = moved
            return True

    def settled(self, seen: BoardPose, *, between_turns: bool) -> BoardPose | None:
        """Give the pose to go on with: the one before when the board is back, the new one when that was agreed to."""
        with self._lock:
            assert self._before is not None
            pose = None
            if not self._before.drifted(seen):
                pose = self._before
            elif self._moved and between_turns:
                pose = seen
            if pose is not None:
                self._before = None
            return pose
