"""Practice: one game a browser, in memory only, deleted after an hour. The real table knows nothing of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, abort, render_template, request

import scorer
from scorer import Call, Cover, Hold, NameLoser, Pass, Refused, TakeBack, Turn
from scorer.odds.advice import warm_up
from scorer.odds.review import look_back
from web.background_answers import Later
from web.json_http import as_json, refusal_to_json, sent_json
from web.odds_json import advice_to_json, look_back_to_json
from web.practice.cards import CardPractice, deal_first
from web.practice.game import WHEN, YOU, PracticeTable, possible_opponents, sit_down, variants
from web.practice.seats import KEPT_S, Seat, Seats

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from scorer import Act, GameRules, Rules, State

COOKIE: Final = "practice"
MOST_ACTS: Final = 4
"""No choice of any game has more acts: turn, take back, hold, pass."""
DECISIONS: Final = (Hold, Turn, TakeBack, Pass, Cover, NameLoser, Call)


def practice_routes(places: Seats | None = None) -> Blueprint:
    """Register the routes /practice and /api/practice."""
    routes = Blueprint("practice", __name__)
    taken = Seats() if places is None else places
    later: Later[bool] = Later(len(variants()) * 8)

    @routes.get("/practice")
    def page() -> str:
        return render_template("practice.html")

    @routes.get("/api/practice")
    def shown() -> Response:
        return as_json(_practice_to_json(taken.find(_token()), later))

    @routes.post("/api/practice")
    def move() -> Response:
        command = sent_json()
        try:
            return _carried_out(command, taken, later)
        except Refused as refused:
            status = 400 if refused.code.startswith("bad_") else 409
            return as_json(refusal_to_json(refused.code, refused.message), status=status)

    return routes


def _token() -> str | None:
    return request.cookies.get(COOKIE)


def _carried_out(command: Mapping[str, Any], taken: Seats, later: Later[bool]) -> Response:
    match command.get("do"):
        case "start":
            return _start_practice(command, taken, later)
        case "end":
            taken.leave(_token())
            return as_json(_practice_to_json(None, later))
        case "play" | "advice":
            return as_json(_went_on(command, taken.find(_token()), later))
        case other:
            raise Refused(
                "bad_command", f"'do' is {_shorten(other)}; it must be one of start, play, advice, end."
            )


def _start_practice(command: Mapping[str, Any], taken: Seats, later: Later[bool]) -> Response:
    variant, opponents, when = (command.get(name) for name in ("variant", "opponents", "advice"))
    if variant not in variants():
        raise Refused(
            "bad_start", f"'variant' is {_shorten(variant)}; it must be one of {', '.join(variants())}."
        )
    rules = _rules(str(variant))
    if type(opponents) is not int or opponents not in possible_opponents(rules):
        allowed = ", ".join(map(str, possible_opponents(rules)))
        raise Refused("bad_start", f"'opponents' is {_shorten(opponents)}; it must be one of {allowed}.")
    token = taken.take(_token(), _table(rules, opponents, _read_when(when), taken.dice()))
    answer = as_json(_practice_to_json(taken.find(token), later))
    answer.set_cookie(
        COOKIE, token, max_age=int(KEPT_S), httponly=True, samesite="Strict", path="/api/practice"
    )
    return answer


def _table(rules: GameRules, opponents: int, when: str, dice: random.Random) -> PracticeTable | CardPractice:
    if isinstance(rules, scorer.PokerRules):
        return deal_first(rules, when, dice)
    return sit_down(rules, opponents, when, dice)


def _went_on(command: Mapping[str, Any], seat: Seat | None, later: Later[bool]) -> dict[str, object]:
    if seat is None:
        abort(404, "The practice in this browser has ended; begin a new one.")
    if command["do"] == "advice":
        seat.table.when = _read_when(command.get("when"))
        return _practice_to_json(seat, later)
    with seat.lock:
        if isinstance(seat.table, CardPractice):
            _exchange_cards(seat.table, command)
        else:
            seat.table.play(_read_acts(command.get("acts", [])))
    return _practice_to_json(seat, later)


def _exchange_cards(table: CardPractice, command: Mapping[str, Any]) -> None:
    """Exchange all but the kept cards; without any, deal another hand."""
    if "keep" not in command:
        table.deal_next()
        return
    kept = command["keep"]
    if not isinstance(kept, list) or not all(isinstance(text, str) for text in kept):
        raise Refused("bad_command", f"'keep' is {_shorten(kept)}; it must be a list of cards of your hand.")
    table.keep(kept)


def _read_when(word: object) -> str:
    if word not in WHEN:
        raise Refused("bad_command", f"Advice is {_shorten(word)}; it must be one of {', '.join(WHEN)}.")
    return str(word)


def _read_acts(raw: object) -> list[Act]:
    if not isinstance(raw, list) or len(raw) > MOST_ACTS:
        raise Refused("bad_act", f"'acts' is {_shorten(raw)}; it must be a list of at most {MOST_ACTS} acts.")
    acts = [scorer.dice_act_from_json(item) for item in raw]
    for act in acts:
        if not isinstance(act, DECISIONS):
            raise Refused(
                "bad_act", f"'{scorer.act_name(act)}' is not possible here; the dice are thrown for you."
            )
    return acts


def _shorten(value: object) -> str:
    return repr(value)[:60]


def _rules(variant: str) -> GameRules:
    return scorer.load_variant(variant)


# --- the page's data


def _practice_to_json(seat: Seat | None, later: Later[bool]) -> dict[str, object]:
    """Return the game as the page draws it, and the games that can be practised.

    `busy`: odds that the others and the advice need are being computed; ask again.
    """
    choices = {"variants": {name: list(possible_opponents(_rules(name))) for name in variants()}}
    if seat is None:
        return {"ok": True, "playing": False, **choices}
    with seat.lock:
        table = seat.table
        if isinstance(table, CardPractice):
            return {"ok": True, "playing": True, "busy": False, **choices, **table.shown()}
        ready, _ = later.ask(
            _question(table.state), lambda: _precompute_odds(table.state.rules, len(table.state.players))
        )
        if ready:
            table.others()
        return {
            "ok": True,
            "playing": True,
            "busy": not ready,
            **choices,  # for a next game
            **_game_to_json(table),
            **_advice_when_wanted(table, ready=ready),
        }


def _game_to_json(table: PracticeTable) -> dict[str, object]:
    state = table.state
    return {
        "state": scorer.state_to_json(state),
        "legal": list(scorer.legal_acts(state)),
        "due": table.due,
        "standing": _standing_to_json(state),
        "worth": scorer.worth_to_json(scorer.worth(state)),
        "declaring": state.rules.declares and state.stage == "play" and state.to_act == state.leader,
        "declarations": [
            {"ones": declaration.ones, "sixes": declaration.sixes, "direction": declaration.direction}
            for declaration in scorer.declarations(state.rules)
        ],
        "yours": table.yours,
        "again": False,
        "when": table.when,
    }


def _standing_to_json(state: State) -> dict[str, object]:
    """Return the low and the high so far and the result to beat, as on the board."""
    order = scorer.ranking(state)
    if not order:
        return {"low": None, "high": None, "to_beat": None}
    led = state.results[0] if state.rules.followers == "until_beaten" else order[-1]
    low, high, to_beat = (scorer.result_to_json(ranked) for ranked in (order[-1], order[0], led))
    return {"low": low, "high": high, "to_beat": to_beat}


def _advice_when_wanted(table: PracticeTable, *, ready: bool) -> dict[str, object]:
    """Return advice if it is wanted: before a choice, and after a turn unless never."""
    advice = table.advice() if ready and table.when == "before" else None
    turn = table.last_turn() if ready and table.when != "never" and _your_turn_is_over(table) else None
    return {
        "advice": None if advice is None else advice_to_json(advice),
        "looked": None if turn is None else {"known": True, **look_back_to_json(look_back(turn), turn.start)},
    }


def _your_turn_is_over(table: PracticeTable) -> bool:
    """Whether no turn of yours is running, so that the last one may be looked back at."""
    return table.state.to_act not in YOU or table.state.made == 0 or table.state.stage != "play"


def _question(state: State) -> str:
    return f"{state.rules.name}:{len(state.players)}"


def _precompute_odds(rules: Rules, players: int) -> bool:
    """Compute what every decision needs, so that each takes milliseconds."""
    warm_up(rules, players)
    return True
