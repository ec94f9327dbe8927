"""The table learns its own dice from throws that were confirmed or corrected. In the table's thread only.

A throw counts once the next lift is seen: read surely and not corrected, or asked and answered. A later correction
counts against it, and an undone throw does not count at all.
"""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import scorer
from knobeltisch.errors import CommandError, StoreError
from knobeltisch.game.events import Correct, Did, Undo
from knobeltisch.referee.interpretations import read_values, thrown_dice
from knobeltisch.referee.own_confidence import JudgedThrow, OwnConfidence, load_own, save_own
from vision.types import Doubt, Moment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from knobeltisch.game.events import Fact
    from knobeltisch.storage.store import Store
    from vision.still.known import Sign
    from vision.types import Sighting

log = logging.getLogger(__name__)

FOLLOWED: Final = 16  # throws that may still be corrected
BLIND: Final = {Doubt.HAND, Doubt.DARK, Doubt.BLUR}
"""Questions for which the eye reports the cause itself: a die that it did not see was not missed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Followed:
    """A throw in the journal, its reading, and whether it was counted."""

    entry: int
    read: tuple[int, ...]
    throw: JudgedThrow
    counted: bool = False


class Learning:
    """Follow the throws of one table. `own` is what it has learned; any thread may read it."""

    def __init__(self) -> None:
        self.own = OwnConfidence()
        self._store: Store | None = None
        self._lift: Sighting | None = None
        self._followed: deque[_Followed] = deque(maxlen=FOLLOWED)
        self._written = self.own

    def begin(self, store: Store) -> None:
        """Load earlier results, and store new ones there from now on."""
        self._store = store
        self.own = self._written = load_own(store)

    def observe_sighting(self, sighting: Sighting) -> None:
        """Take a sighting. The next lift confirms the throw before; a die that was touched no longer shows its lifted value."""
        if sighting.moment is Moment.LIFT:
            for place, lift in enumerate(self._followed):
                if not lift.counted:
                    self.own = self.own.with_throw(lift.throw)
                    self._followed[place] = replace(lift, counted=True)
            self._lift = sighting
        elif sighting.moment is Moment.TOUCHED:
            self._lift = None

    def follow_entry(self, entry: int, fact: Fact, *, by_hand: bool) -> None:
        """Follow a written entry. `by_hand`: it came neither from the camera nor from an answer to its question."""
        match fact:
            case Did(act=(scorer.Throw() | scorer.RollOff() | scorer.Reveal()) as act) if not by_hand:
                lift, self._lift = self._lift, None
                if lift is None:
                    return
                read, judged = read_values(thrown_dice(lift)), tuple(sorted(act.dice))
                if len(judged) > len(read) and not BLIND & set(lift.reading.doubts):
                    self.own = self.own.with_missed()
                if len(judged) == len(read) and lift.reading.margin is not None:
                    throw = JudgedThrow(margin=round(lift.reading.margin, 3), right=judged == read)
                    self._followed.append(_Followed(entry=entry, read=read, throw=throw))
            case Correct(entry=corrected, act=act):
                dice = getattr(act, "dice", None)
                self._replace_judgement(corrected, None if dice is None else tuple(sorted(dice)))
            case Undo(to=to):
                for taken_back in [lift.entry for lift in self._followed if lift.entry >= to]:
                    self._replace_judgement(taken_back, None)

    def taught(
        self, throws: Iterable[JudgedThrow], *, missed: bool = False, signs: tuple[Sign, ...] | None = None
    ) -> None:
        """Learn from the throws of a test, each judged by the landlord; `missed`: a die was not seen at all.

        `signs` replace those of earlier dice; None if the dice were not shown face by face.
        """
        for throw in throws:
            self.own = self.own.with_throw(throw)
        if missed:
            self.own = self.own.with_missed()
        if signs is not None:
            self.own = replace(self.own, signs=signs)

    def forget(self) -> None:
        """Start again as a new table. Raise CommandError if the disk fails."""
        self.let_go()
        self.own = OwnConfidence()
        try:
            self._write()
        except StoreError as error:
            raise CommandError("keep", str(error)) from error

    def let_go(self) -> None:
        """Stop following earlier throws: another journal is open."""
        self._followed.clear()
        self._lift = None

    def keep_up(self) -> None:
        """Store new results; a failing disk must not stop the score."""
        if self.own == self._written:
            return
        try:
            self._write()
        except StoreError as error:
            log.warning("the table's learned confidence cannot be stored: %s", error)

    def _write(self) -> None:
        self._written = self.own
        if self._store is not None:
            save_own(self._store, self.own)

    def _replace_judgement(self, entry: int, judged: tuple[int, ...] | None) -> None:
        """Replace a throw's judgement; None: the throw never happened."""
        found = next((lift for lift in self._followed if lift.entry == entry), None)
        if found is None:
            return
        self._followed.remove(found)
        if found.counted:
            self.own = self.own.without_last(found.throw)
        if judged is not None:
            throw = replace(found.throw, right=judged == found.read)
            self._followed.append(replace(found, throw=throw, counted=False))
