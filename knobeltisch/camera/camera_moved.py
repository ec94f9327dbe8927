"""Asks whether the camera was pushed and whether there is a board, and records how the landlord is setting up.

The board of a mounted camera is never located again without asking the players. While that question is open nothing is read;
scoring goes on by hand.

                    seen elsewhere            answered
      NOT_ASKED ---------------------> ASKED ----------> MOVED <----> NOT_MOVED   (the table may change its mind)
          ^                              |                 |              |
          +--- seen where it was before -+-----------------+--------------+
          +--- no turn is under way: the new place holds --+

Playing without a board: the page offers it while no board is in sight; the sight of a board ends it.

             no board in sight           chosen
      SEEN -------------------> ASKED ----------> WITHOUT
       ^                          |                  |
       +-------- the board is seen, at once ---------+

The choice persists, so that a phone mounted for good need not ask at each start.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from knobeltisch.storage.store import Store
    from vision.board import BoardPose
    from vision.lens import Lens


KEY: Final = "without_board"  # the store's key of that choice


class Asked(StrEnum):
    """Whether the table was asked if the camera was pushed, and its answer, as in the page's JSON (docs/board-json.md)."""

    NOT_ASKED = ""
    ASKED = "moved"
    MOVED = "later"  # it was moved; the new place counts from the end of the turn
    NOT_MOVED = "back"  # it was not; wait until the board is back


class CameraMoved:
    """Asks whether the camera was pushed: the camera's thread asks and settles the question, the page's threads answer."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.asked = Asked.NOT_ASKED
        self._before: BoardPose | None = None  # None exactly while nothing is asked

    def begin(self, before: BoardPose) -> None:
        """Ask, because the board is no longer where it was at `before`; an open question stays as it is."""
        with self._lock:
            if self._before is None:
                self.asked, self._before = Asked.ASKED, before

    def answer(self, *, moved: bool) -> bool:
        """Store the table's answer. Return whether the question was open."""
        with self._lock:
            if self._before is not None:
                self.asked = Asked.MOVED if moved else Asked.NOT_MOVED
            return self._before is not None

    def settle(self, seen: BoardPose, *, between_turns: bool) -> BoardPose | None:
        """Return the pose to use and close the question; None while it stays open.

        That is the old pose once the board is back there, and `seen` once the table has confirmed the move and no turn is
        under way.
        """
        with self._lock:
            before = self._before
            if before is not None and before.drifted(seen):
                if self.asked is not Asked.MOVED or not between_turns:
                    return None
                before = None
            self.asked, self._before = Asked.NOT_ASKED, None
            return before or seen


class BoardChoice:
    """The choice to play without a board: the camera's thread offers it, the page's threads make it."""

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, threading.Lock()
        self.without, self._asked = store.get(KEY) is True, False
        """Whether the table plays without a board, and whether the page may choose."""

    def ask(self) -> None:
        """Let the page offer to play without a board, because none is seen."""
        with self._lock:
            self._asked = not self.without

    def choose_without(self) -> bool:
        """Play without a board. Return False if that was not on offer."""
        with self._lock:
            asked, self._asked = self._asked, False
            if asked:
                self._keep(without=True)
            return asked

    def see_board(self) -> None:
        """Note that a board is seen, so the table plays with it."""
        with self._lock:
            self._asked = False
            if self.without:
                self._keep(without=False)

    def _keep(self, *, without: bool) -> None:
        self.without = without
        self._store.try_put(KEY, without)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingUp:
    """How the landlord is setting up while a picture is taken.

    `watched` (the page is open or a test runs) and `check_due` (the start check waits for a board) need pictures of full size.
    `dice_test`: the dice do not belong to the game. `lens_test`: somebody holds the board up, so nothing is read. `lens`
    undistorts the picture; `notes` are the faults that the start check found.
    """

    watched: bool = False
    check_due: bool = False
    dice_test: bool = False
    lens_test: bool = False
    lens: Lens | None = None
    notes: tuple[str, ...] = ()
