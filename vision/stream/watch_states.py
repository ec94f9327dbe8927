"""The watcher's states, as frozen values: each transition is one function that returns the next state.

The table as a whole (`Phase`). Nothing is read while something moves, and nothing is read twice:

              nothing moved for settle_ms        pictures agree
      MOVING ----------------------------> READING ----------> KNOWN
       ^  ^                                  |  ^               |  |
       |  +------------ motion --------------+  +- lamp lit ----+  |
       +------------------------- motion --------------------------+

The cup (`CupState`). While a hand or an arm is there, what stood there is not known to have gone, and nothing changes:

             seen in 2 pictures               not seen
      AWAY ---------------------> DOWN <-------------------> LIFTED
        ^                                seen in 2 pictures    |
        +----------------- the dice were read -----------------+

Where the board lies (`BoardPlace`). Once elsewhere may be a hand on a mark; twice is a camera that was pushed:

                 motion               seen elsewhere               seen elsewhere
      CONFIRMED --------> UNCHECKED ------------------> ELSEWHERE ----------------> the push is reported
       ^  |                   |                           ^  |
       |  +-------------------|---- seen elsewhere -------+  |
       +----------------------+-------- in its place --------+
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Final

from vision.types import Moment

if TYPE_CHECKING:
    from vision.stream.objects import Cup
    from vision.types import Die

CUP_FRAMES: Final = 2  # consecutive pictures that must show a cup


class Phase(Enum):
    """What the watcher does with the next picture."""

    MOVING = "moving"  # something moves, or has just moved
    READING = "reading"  # all is still, and the dice are not known yet
    KNOWN = "known"  # the dice were read; nothing is due until something moves

    def stirred(self) -> Phase:
        """Return the phase after motion."""
        return Phase.MOVING

    def settled(self) -> Phase:
        """Return the phase once nothing has moved for long enough."""
        return Phase.READING if self is Phase.MOVING else self

    def agreed(self) -> Phase:
        """Return the phase after enough readings agreed, or were given up."""
        return Phase.KNOWN

    def lamp_lit(self) -> Phase:
        """Return the phase once there is light again: results from the dark are read again."""
        return Phase.READING if self is Phase.KNOWN else self


class CupStage(Enum):
    """Whether dice can be under the cup, or have just come from under it."""

    AWAY = "away"
    DOWN = "down"
    LIFTED = "lifted"  # it was down, is gone, and its dice were not read yet


@dataclass(frozen=True, slots=True, kw_only=True)
class CupState:
    """The cup on the board: `cup` is set exactly while it is down; `outside` are the known dice that it did not cover.

    `frames` counts the consecutive pictures that show a cup, up to the required number.
    """

    stage: CupStage = CupStage.AWAY
    cup: Cup | None = None
    frames: int = 0
    outside: tuple[Die, ...] = ()

    def shown(self, cup: Cup) -> CupState:
        """Return the state after a picture that shows a cup: one picture alone is not enough."""
        frames = min(self.frames + 1, CUP_FRAMES)
        if frames < CUP_FRAMES:
            return replace(self, frames=frames)
        return replace(self, stage=CupStage.DOWN, cup=cup, frames=frames)

    def not_shown(self) -> CupState:
        """Return the state after a picture without a cup, and without a hand that could hide one."""
        stage = CupStage.LIFTED if self.stage is CupStage.DOWN else self.stage
        return replace(self, stage=stage, cup=None, frames=0)

    def beside(self, dice: tuple[Die, ...]) -> CupState:
        """Return the same cup with the known dice beside it."""
        return replace(self, outside=dice)

    def dice_read(self) -> CupState:
        """Return the state after the dice were read: a lift is over then."""
        return replace(self, stage=CupStage.AWAY) if self.stage is CupStage.LIFTED else self

    @property
    def moment(self) -> Moment:
        """Return the moment that a sighting would have now."""
        match self.stage:
            case CupStage.DOWN:
                return Moment.CUP_DOWN
            case CupStage.LIFTED:
                return Moment.LIFT
            case CupStage.AWAY:
                return Moment.TOUCHED


class BoardPlace(Enum):
    """Whether the board is where it was when the watcher began."""

    CONFIRMED = "confirmed"
    UNCHECKED = "unchecked"  # something moved since the last check
    ELSEWHERE = "elsewhere"  # it was seen elsewhere, once: nothing is read until that is sure

    def stirred(self) -> BoardPlace:
        """Return the state after motion."""
        return BoardPlace.UNCHECKED if self is BoardPlace.CONFIRMED else self

    def checked(self, *, elsewhere: bool) -> BoardPlace:
        """Return the state after the marks were checked."""
        return BoardPlace.ELSEWHERE if elsewhere else BoardPlace.CONFIRMED


class Certainty(Enum):
    """How sure the last reading was."""

    SURE = "sure"
    UNSURE = "unsure"
    IN_THE_DARK = "in_the_dark"  # unsure, and to be read again once there is light


@dataclass(frozen=True, slots=True, kw_only=True)
class LastReading:
    """The last conclusion: `moment` is its subject (None before the first), `cup` the cup's place.

    `thrown` is the number of dice of the last lift that was read surely.
    """

    moment: Moment | None = None
    certainty: Certainty = Certainty.SURE
    cup: Cup | None = None
    thrown: int = 0

    def followed_by(self, moment: Moment, certainty: Certainty, cup: Cup | None) -> LastReading:
        """Return the state after the next reading."""
        return replace(self, moment=moment, certainty=certainty, cup=cup)

    def lift_showed(self, dice: int) -> LastReading:
        """Return the same after a lift that was read surely."""
        return replace(self, thrown=dice)

    def lamp_lit(self) -> LastReading:
        """Return the same once there is light again."""
        if self.certainty is Certainty.IN_THE_DARK:
            return replace(self, certainty=Certainty.UNSURE)
        return self
