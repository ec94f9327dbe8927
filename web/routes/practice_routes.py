"""Practice: a game of this browser's own, on the board's page without the table (docs/board-json.md)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, render_template, request

from scorer.odds.advice import warm_up
from scorer.odds.review import look_back
from web import translations
from web.background_answers import Later
from web.json_http import as_json, reply_response, sent_json
from web.odds_json import advice_to_json, look_back_to_json

if TYPE_CHECKING:
    from web.services import PracticeGames

COOKIE: Final = "practice"
KEPT_S: Final = 3600
KEPT_ODDS: Final = 64


def practice_routes(games: PracticeGames) -> Blueprint:
    """Register the routes /practice and /api/practice."""
    routes = Blueprint("practice", __name__)
    later: Later[None] = Later(KEPT_ODDS)

    @routes.get("/practice")
    def page() -> str:
        return render_template("board.html", role="watch", practice=True)

    @routes.get("/api/practice")
    def shown() -> Response:
        with games.lock:
            return as_json(_practice_to_json(games, request.cookies.get(COOKIE), later))

    @routes.post("/api/practice")
    def move() -> Response:
        t = partial(translations.t, translations.language_of(request))
        you = t("practice.you"), t("practice.left")
        with games.lock:
            token, reply = games.carry_out(request.cookies.get(COOKIE), sent_json(), you)
            if not reply["ok"]:
                return reply_response(reply)
            answer = as_json(_practice_to_json(games, token, later))
        answer.set_cookie(
            COOKIE, str(token), max_age=KEPT_S, httponly=True, samesite="Strict", path="/api/practice"
        )
        return answer

    return routes


def _practice_to_json(games: PracticeGames, token: str | None, later: Later[None]) -> dict[str, object]:
    """Return this browser's game, and the games to practise. `busy`: odds are being computed; ask again."""
    table, offered = games.find(token), {"ok": True, "games": games.offered}
    if table is None:
        return {**offered, "playing": False}
    rules, players = table.state.rules, len(table.state.players)
    ready, _ = later.ask(f"{rules.name}:{players}", lambda: warm_up(rules, players))
    if not ready:
        return {**offered, "playing": True, "busy": True, "board": table.snapshot()}
    table.play_others()
    advice, turn = table.advice(), table.last_turn()
    return {
        **offered,
        "playing": True,
        "busy": False,
        "board": table.snapshot(),
        "yours": table.yours,
        "advice": None if advice is None else advice_to_json(advice),
        "looked": None if turn is None else look_back_to_json(look_back(turn), turn.start),
    }
