"""The odds of ended turns: the possible choices, and their chances. Never of a running turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, render_template

import scorer
from scorer.json_forms.text import to_text
from scorer.odds.review import look_back
from web.background_answers import Later
from web.json_http import as_json
from web.odds_json import look_back_to_json

if TYPE_CHECKING:
    from scorer.odds.review import EndedTurn
    from web.services import EndedTurns

KEPT: Final = 64  # turns, of some 3 KB each
NEWEST: Final = 24  # two rounds of twelve players


def odds(hindsight: EndedTurns) -> Blueprint:
    """Register the routes /odds and /api/odds."""
    routes = Blueprint("odds", __name__)
    later: Later[dict[str, object]] = Later(KEPT)

    @routes.get("/odds")
    def page() -> str:
        return render_template("odds.html")

    last: tuple[object, dict[str, object]] = (None, {})

    @routes.get("/api/odds")
    def odds() -> Response:
        nonlocal last
        turns = hindsight.recent_turns()
        if turns is last[0]:
            return as_json(last[1])  # many phones ask the same at once
        asked = [_request_odds(later, turn) for turn in turns[-NEWEST:][::-1]]
        answer: dict[str, object] = {
            "turns": [turn for ready, turn in asked if ready and turn is not None],
            "pending": sum(not ready for ready, _ in asked),
        }
        if not answer["pending"]:
            last = (turns, answer)
        return as_json(answer)

    return routes


def _request_odds(later: Later[dict[str, object]], turn: EndedTurn) -> tuple[bool, dict[str, object] | None]:
    """Ask for a turn with everything that its odds depend on: a correction makes it another question."""
    start, acts = scorer.state_to_json(turn.start), [scorer.act_to_json(move.act) for move in turn.moves]
    result = None if turn.result is None else scorer.result_to_json(turn.result)
    key = to_text([repr(turn.start.rules), start, acts, result])
    return later.ask(key, lambda: _look_back(turn))


def _look_back(turn: EndedTurn) -> dict[str, object]:
    """Look back at a turn; one without odds says so."""
    try:
        return dict(look_back_to_json(look_back(turn), turn.start))
    except scorer.NoSuchDecision:
        return {"known": False, "player": turn.start.to_act, "round": turn.start.round}
