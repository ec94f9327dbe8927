"""The lifts of a turn as the camera saw them, for an appeal; kept in memory only.

They stay until the next player lifts the cup, because most appeals come just after a turn.
"""

from dataclasses import dataclass, field, replace
from typing import Final

import scorer
from knobeltisch.game.events import Did, Fact, Start
from scorer import State
from scorer.json_forms.written import HIDDEN
from vision.types import Fate, Moment, Sighting

MOST: Final = 8  # a turn has three lifts; repeated lifts must not fill the memory


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftDie:
    """A die of a lift, with its possible values, likeliest first; `thrown`: it was under the cup."""

    value: int
    candidates: tuple[int, ...]
    thrown: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Lift:
    """A lift, as the page receives it.

    `entry` is its journal entry, None while the table asks about it or if it was not accepted. `crops` are JPEGs of its dice.
    """

    id: int
    entry: int | None = None
    at: float
    player: str | None
    dice: tuple[LiftDie, ...]
    crops: tuple[bytes, ...] = field(repr=False, metadata=HIDDEN)


@dataclass(slots=True)
class RecentLifts:
    """The lifts whose reading may still be disputed."""

    kept: tuple[Lift, ...] = ()
    _turn: object = None
    _last: int = 0

    def record_lift(self, sighting: Sighting, state: State | None, *, at: float) -> None:
        """Store a sighting if it is a lift with pictures of dice; the first lift of another turn drops the previous turn's."""
        if sighting.moment is not Moment.LIFT or state is None or not sighting.crops:
            return
        turn = (state.players, state.round, state.stage, state.to_act, len(state.results))
        if turn != self._turn:
            self.kept, self._turn = (), turn
        self._last += 1
        dice = tuple(
            LiftDie(
                value=seen.die.value,
                candidates=seen.die.candidates or (seen.die.value,),
                thrown=seen.fate is not Fate.STAYED,
            )
            for seen, _ in zip(sighting.seen, sighting.crops, strict=False)
        )
        lift = Lift(id=self._last, at=at, player=state.to_act, dice=dice, crops=sighting.crops)
        self.kept = (*self.kept, lift)[-MOST:]

    def link_entry(self, entry: int, fact: Fact) -> None:
        """Link a throw's journal entry to the last lift, unless that has one already; a new game drops all lifts."""
        match fact:
            case Start():
                self.kept, self._turn = (), None
            case Did(act=scorer.Throw() | scorer.RollOff() | scorer.Reveal()):
                if self.kept and self.kept[-1].entry is None:
                    self.kept = (*self.kept[:-1], replace(self.kept[-1], entry=entry))

    def pictures(self) -> dict[tuple[str, int], bytes]:
        """Return the crops, keyed by (lift id as a string, place)."""
        return {(str(lift.id), place): crop for lift in self.kept for place, crop in enumerate(lift.crops)}
