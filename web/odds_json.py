"""Odds and advice as JSON (docs/board-json.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

import scorer
from scorer.json_forms.act_forms import ActJson
from scorer.json_forms.codec import Json
from scorer.json_forms.written import write
from scorer.state import Declaration, Result

if TYPE_CHECKING:
    from scorer import State
    from scorer.odds.advice import Advice, Weighed
    from scorer.odds.review import LookBack, Step


class TurnChoice(TypedDict):
    """A choice with its acts, and what it promises: a chance from 0 to 1, and chips in Schocken."""

    acts: list[ActJson]
    chance: float
    chips: float | None


class TurnStep(TypedDict):
    """A throw of a turn: what was chosen, and what could have been. `as_good`: the choice may differ and lose nothing."""

    thrown: list[int]
    held: list[int]
    chosen: TurnChoice | None
    best: TurnChoice | None
    as_good: bool | None


class TurnAim(TypedDict):
    """What a turn is for, and the result to beat."""

    aim: str
    target: Annotated[Json, Result] | None


class Turn(TurnAim):
    """An ended turn with its odds; of one without (`known` false) there are only `player` and `round`."""

    known: bool
    player: str
    round: int
    variant: str
    players: int
    leads: bool
    declaration: Annotated[Json, Declaration] | None
    steps: list[TurnStep]
    result: Annotated[Json, Result] | None
    throws: int
    reached: float | None


class PracticeAdvice(TurnAim):
    """The possible choices, best first."""

    choices: list[TurnChoice]


class Odds(TypedDict):
    """Turns that are over, and how many are still being computed."""

    turns: list[Json]
    pending: int


class Practice(TypedDict):
    """The games to practise with their numbers of opponents, and this browser's game. `busy`: odds are being computed; ask again."""

    ok: Literal[True]
    games: dict[str, list[int]]
    playing: bool
    busy: NotRequired[bool]
    yours: NotRequired[bool]
    board: NotRequired[Json]
    advice: NotRequired[PracticeAdvice | None]
    looked: NotRequired[Turn | None]


def weighed_to_json(weighed: Weighed) -> TurnChoice:
    """Return a choice for the page."""
    return {
        "acts": [scorer.act_to_json(act) for act in weighed.acts],
        "chance": float(weighed.chance),
        "chips": None if weighed.chips is None else float(weighed.chips),
    }


def advice_to_json(advice: Advice) -> PracticeAdvice:
    """Return advice for the page."""
    choices = [weighed_to_json(weighed) for weighed in advice.choices]
    return write(PracticeAdvice, advice, choices=choices)


def look_back_to_json(back: LookBack, start: State) -> Turn:
    """Return an ended turn for the page."""
    return write(
        Turn,
        back,
        known=True,
        variant=start.rules.name,
        players=len(start.active),
        steps=[_step(step) for step in back.steps],
        reached=None if back.reached is None else float(back.reached),
    )


def _step(step: Step) -> TurnStep:
    chosen, best = step.chosen, step.best
    as_good = None
    if chosen is not None and best is not None:
        as_good = chosen.chance == best.chance if chosen.chips is None else chosen.chips == best.chips
    return write(
        TurnStep,
        step,
        chosen=None if chosen is None else weighed_to_json(chosen),
        best=None if best is None else weighed_to_json(best),
        as_good=as_good,
    )
