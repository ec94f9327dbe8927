"""The simulated evening as it was really played, and truthful answers to the table's questions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import scorer
from knobeltisch.errors import KnobeltischError
from scorer import Act, State

NOTHING: Final = ("none", "stay", "keep")
"""Answers that change nothing, by their names."""


class TableMistake(KnobeltischError, RuntimeError):
    """The table neither read a lift nor asked about it, or refused a true act."""


@dataclass(slots=True, kw_only=True)
class PlayedGame:
    """One game as really played; `followed`: guests had begun or changed it."""

    acts: list[Act]
    state: State
    followed: bool = False


@dataclass(slots=True, kw_only=True)
class PlayedEvening:
    """The games as really played, and how many lifts and questions there were.

    `needless` describes the questions asked though no die leaned or rolled off the board.
    """

    games: list[PlayedGame] = field(default_factory=list)
    lifts: int = 0
    questions: int = 0
    needless: list[str] = field(default_factory=list)


def answer_truthfully(question: Mapping[str, Any], act: Act | None, state: State) -> dict[str, object]:
    """Return the truthful answer to a question: a button's `option`, else `dice` to type. `act`: the true one, if any."""
    if question["about"] == "who":
        return {"option": "again" if question["player"] == state.to_act else "pass"}
    if question["about"] == "hold":
        return _by_dice(question, tuple(state.held))
    if act is None:  # nothing happened, if the question has such an answer
        return {"option": harmless_option(question) or question["options"][0]["id"]}
    if isinstance(act, scorer.OffBoard):
        return {"option": "off_floor" if act.floor else "off_board"}
    assert isinstance(act, scorer.Throw | scorer.RollOff | scorer.Reveal)
    return _by_dice(question, act.dice)


def _by_dice(question: Mapping[str, Any], dice: tuple[int, ...]) -> dict[str, object]:
    for option in question["options"]:
        if option["dice"] == list(dice):
            return {"option": option["id"]}
    return {"dice": list(dice)}


def harmless_option(question: Mapping[str, Any]) -> str | None:
    """Return the id of the answer that changes nothing; None if the question has none."""
    return next((option["id"] for option in question["options"] if option["id"] in NOTHING), None)
