"""The pages with the odds of finished turns and for practice in one browser (docs/board-json.md).

The odds of the current turn are never shown.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING, Annotated, Final, Generic, Literal, NotRequired, TypedDict, TypeVar

from flask import Response, render_template, request

import scorer
from scorer.json_forms.act_forms import ActJson
from scorer.json_forms.codec import Json
from scorer.json_forms.text import to_text
from scorer.json_forms.written import write
from scorer.odds.advice import warm_up
from scorer.odds.review import look_back
from scorer.state import Declaration, Result
from web import translations
from web.described import Doc
from web.json_http import as_json, register_page, reply_response, request_json
from web.routes.phone_routes import ACTS
from web.visitors import Role

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from scorer.odds.review import EndedTurn
    from scorer.odds.weighed import Weighed
    from web.services import EndedTurns, PracticeGames

log = logging.getLogger(__name__)

T = TypeVar("T")
USUAL_S: Final = sys.getswitchinterval()
SHORT_S: Final = 0.0002
_polite = threading.Lock()
KEPT: Final = 64  # turns, of some 3 KB each
NEWEST: Final = 24  # two rounds of twelve players
COOKIE: Final = "practice"
KEPT_S: Final = 3600


class TurnChoice(TypedDict):
    """A possible choice: its acts, its chance from 0 to 1, and in Schocken its expected chips, else None."""

    acts: list[ActJson]
    chance: float
    chips: float | None


class TurnStep(TypedDict):
    """A throw of a turn, the choice made, and the best one. `as_good`: the choice was as good; None if either act is unknown."""

    thrown: list[int]
    held: list[int]
    chosen: TurnChoice | None
    best: TurnChoice | None
    as_good: bool | None


class TurnAim(TypedDict):
    """What the turn is aiming for, and the result to beat (None: there is none)."""

    aim: str
    target: Annotated[Json, Result] | None


class TurnJson(TurnAim):
    """A finished turn with its odds; if these are not `known`, only `player` and `round` are given.

    `reached`: the chance of a result at least as good, None if unknown.
    """

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


class OddsJson(TypedDict):
    """The finished turns, and how many are still being computed."""

    turns: list[Json]
    pending: int


class Practice(TypedDict):
    """The games to practise with their possible numbers of opponents, and this browser's game.

    `busy`: odds are being computed; ask again. `yours`: it is the user's turn.
    """

    ok: Literal[True]
    games: dict[str, list[int]]
    playing: bool
    busy: NotRequired[bool]
    yours: NotRequired[bool]
    board: NotRequired[Json]
    advice: NotRequired[PracticeAdvice | None]
    looked: NotRequired[TurnJson | None]


class Later(Generic[T]):
    """Computes slow answers one by one in its own thread, so that no page blocks the server.

    The last `most` answers are kept. Safe to call from any thread; the thread exists only while there are questions. While it
    computes, Python switches threads every 0.2 ms, not 5: half of all acts are then journaled within 3 ms, not 26.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._ready: OrderedDict[str, T | None] = OrderedDict()
        self._asked: OrderedDict[str, Callable[[], T]] = OrderedDict()
        self._working = False

    def ask(self, key: str, make: Callable[[], T]) -> tuple[bool, T | None]:
        """Return (True, answer) once it is ready (None if it failed); otherwise (False, None), and queue the question."""
        with self._lock:
            if key in self._ready:
                self._ready.move_to_end(key)
                return True, self._ready[key]
            self._asked.setdefault(key, make)
            while len(self._asked) > self._most:
                self._asked.popitem(last=False)
            if not self._working:
                self._working = True
                threading.Thread(target=self._work, name="later", daemon=True).start()
            return False, None

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._asked:
                    self._working = False
                    return
                key, make = next(iter(self._asked.items()))
            answer = None
            with _polite:  # one computation at a time runs so
                sys.setswitchinterval(SHORT_S)
                try:
                    answer = make()
                except Exception:
                    # A page that asks for odds must never end the thread that others wait for.
                    log.exception("no answer could be made for %s", key[:200])
                finally:
                    sys.setswitchinterval(USUAL_S)
            with self._lock:
                self._asked.pop(key, None)
                self._ready[key] = answer
                while len(self._ready) > self._most:
                    self._ready.popitem(last=False)


def odds_routes(app: Flask, hindsight: EndedTurns) -> None:
    """Register the routes /odds and /api/odds."""
    later: Later[Json] = Later(KEPT)
    last: tuple[object, Json] = (None, {})

    register_page(app, "/odds", "A look back at turns that are over", partial(render_template, "odds.html"))

    @app.get("/api/odds")
    @Doc("Turns that are over, with their odds", OddsJson)
    def shown() -> Response:
        nonlocal last
        turns = hindsight.recent_turns()
        if turns is last[0]:
            return as_json(last[1])  # many phones ask the same at once
        asked = [later.ask(_key(turn), partial(_turn_to_json, turn)) for turn in turns[-NEWEST:][::-1]]
        answer: Json = {
            "turns": [turn for ready, turn in asked if ready and turn is not None],
            "pending": sum(not ready for ready, _ in asked),
        }
        if not answer["pending"]:
            last = (turns, answer)
        return as_json(answer)


def _key(turn: EndedTurn) -> str:
    """Return a key made of everything that a turn's odds depend on."""
    start, acts = scorer.state_to_json(turn.start), [scorer.act_to_json(move.act) for move in turn.moves]
    result = None if turn.result is None else scorer.result_to_json(turn.result)
    return to_text([repr(turn.start.rules), start, acts, result])


def practice_routes(app: Flask, games: PracticeGames) -> None:
    """Register the routes /practice and /api/practice."""
    later: Later[None] = Later(KEPT)

    board = partial(render_template, "board.html", role="watch", practice=True)
    register_page(app, "/practice", "Practice, with dice thrown by the table", board)

    @app.get("/api/practice")
    @Doc("This browser's game of practice", Practice)
    def shown() -> Response:
        with games.lock:
            return as_json(_practice_to_json(games, request.cookies.get(COOKIE), later))

    @app.post("/api/practice")
    @Doc(
        "Begin practice, or go on",
        Practice,
        body=[
            {
                "do": Literal["start"],
                "variant": Annotated[str, {"enum": list(scorer.DICE_VARIANTS)}],
                "opponents": Annotated[int, {"minimum": 0, "maximum": 3}],
            },
            {"acts": ACTS},
        ],
        role=Role.VIEWER,
    )
    def move() -> Response:
        t = partial(translations.t, translations.language_of(request))
        you = t("practice.you"), t("practice.left")
        with games.lock:
            token, reply = games.carry_out(request.cookies.get(COOKIE), request_json(), you)
            if not reply["ok"]:
                return reply_response(reply)
            answer = as_json(_practice_to_json(games, token, later))
        answer.set_cookie(
            COOKIE, str(token), max_age=KEPT_S, httponly=True, samesite="Strict", path="/api/practice"
        )
        return answer


def _practice_to_json(games: PracticeGames, token: str | None, later: Later[None]) -> Json:
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
        "advice": advice
        and write(PracticeAdvice, advice, choices=[_choice_to_json(weighed) for weighed in advice.choices]),
        "looked": None if turn is None else _turn_to_json(turn),
    }


def _choice_to_json(weighed: Weighed | None) -> TurnChoice | None:
    if weighed is None:
        return None
    return {
        "acts": [scorer.act_to_json(act) for act in weighed.acts],
        "chance": float(weighed.chance),
        "chips": None if weighed.chips is None else float(weighed.chips),
    }


def _turn_to_json(turn: EndedTurn) -> Json:
    start = turn.start
    try:
        back = look_back(turn)
    except scorer.NoSuchDecision:
        return {"known": False, "player": start.to_act, "round": start.round}
    steps = []
    for step in back.steps:
        chosen, best, as_good = step.chosen, step.best, None
        if chosen is not None and best is not None:
            as_good = chosen.chance == best.chance if chosen.chips is None else chosen.chips == best.chips
        shown = {"chosen": _choice_to_json(chosen), "best": _choice_to_json(best)}
        steps.append(write(TurnStep, step, **shown, as_good=as_good))
    reached = None if back.reached is None else float(back.reached)
    told = {"variant": start.rules.name, "players": len(start.active), "steps": steps, "reached": reached}
    return dict(write(TurnJson, back, known=True, **told))
