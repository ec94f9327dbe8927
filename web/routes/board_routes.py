"""The routes of board, stream, history, commands, pictures and bill, and of the table's health and voice."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final

from flask import Response, abort, render_template, request

from scorer.json_forms.codec import Json
from scorer.json_forms.text import Denied
from web import translations
from web.answers import csv_table, jpeg_response, qr_code
from web.described import BYTES, CSV, JPEG, OK, SVG, SWITCH, Doc
from web.json_http import (
    as_json,
    health_fields,
    register_order,
    register_page,
    register_reply,
    reply_response,
    request_json,
    request_switch,
)
from web.reports.wording import Words
from web.routes.schemas import schema_of
from web.security.authorization import LANDLORDS_ORDERS, may_manage, may_play
from web.server.live_streams import live_of
from web.server.wsgi import FOLLOW, Follow
from web.visitors import CONSOLE, Limiter, Role, is_local_address, network

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from flask import Flask

    from web.services import Bills, Commands, EveningHistory, PageServices, Phones, Scoreboard

AT_ONCE: Final = 50
LONGEST: Final = 240
KEPT_S: Final = 3600
MOST_SOUND: Final = 2 << 20  # the server takes half of it, and the table says what is too long
BILL_COLUMNS: Final = ("bill.player", "bill.item", "bill.count", "bill.paid", "bill.price", "bill.open")
METRICS: Final = "text/plain; version=0.0.4; charset=utf-8"


def board_routes(app: Flask, board: Scoreboard, commands: Commands, more: PageServices) -> None:
    """Register the routes of the board, of commands and pictures, and of health and metrics."""
    register_board(app, board, Doc("The present snapshot", "Snapshot"))
    live = live_of(app)
    screen_at: float | None = None

    @app.post("/api/commands")
    @Doc("Carry out one command", OK, body="Command")
    def command() -> Response:
        sent = request_json()
        if not may_manage():
            rules = sent.get("variant"), sent.get("options")
            if sent.get("do") in LANDLORDS_ORDERS:
                raise Denied("not_allowed", "This is the landlord's; enter the PIN.")
            if sent.get("do") == "start" and more.lists and not more.lists.may_be_played(*rules):
                raise Denied("rules_locked", "The landlord has locked the house rules.")
        return reply_response(commands.send(sent))

    @app.get("/healthz")
    @Doc("Whether the table can write down what is played", dict)
    def healthz() -> Response:
        nonlocal screen_at
        if "screen" in request.args and request.remote_addr in CONSOLE:
            screen_at = time.monotonic()
        screen = None if screen_at is None else time.monotonic() - screen_at
        now = board.snapshot()
        served = {"boot": now["boot"], "version": now["version"], "streams": live.open, "screen": screen}
        devices = {device: now[device]["status"] for device in ("camera", "panel")}
        return as_json({**health_fields("table"), **served, "head": now["head"], **devices, **more.health()})

    @app.get("/api/crops/<question>/<int:index>")
    @Doc("The picture of one die of the open question", kind=JPEG)
    def crop(question: str, index: int) -> Response:
        return jpeg_response(
            board.picture(question, index), "That picture is gone: the question was answered."
        )

    @app.get("/api/lifts/<int:lift>/<int:index>")
    @Doc("The picture of one die of a lift of this turn", kind=JPEG)
    def lift(lift: int, index: int) -> Response:
        return jpeg_response(
            board.picture(str(lift), index), "That picture is gone: the next player has thrown."
        )

    @app.get("/metrics")
    @Doc("What the table measures of itself, for Prometheus", kind="text/plain")
    def metrics() -> Response:
        found = {**more.meters(), "streams": live.open}
        lines = [f"knobeltisch_{name} {value:.15g}\n" for name, value in found.items() if value is not None]
        return Response("".join(lines), content_type=METRICS)


def register_board(app: Flask, board: Scoreboard, doc: Doc) -> None:
    """Register the routes of the snapshot, documented by `doc`, and of its stream."""

    @app.get("/api/board")
    @doc
    def shown() -> Response:
        name, written = board.snapshot_json()
        answer = Response(written, mimetype="application/json")
        answer.set_etag(name.replace(":", "-"))
        answer.make_conditional(request)
        return answer

    @app.get("/api/stream")
    @Doc("Snapshots as server-sent events, as they come", kind="text/event-stream")
    def stream() -> Response:
        """Return a live stream if our own server sends it; another server sends one board, and the page asks again."""
        follow = request.environ.get(FOLLOW, Follow())
        follow.wanted, follow.viewer = request.method == "GET", not may_play()
        events = iter(() if FOLLOW in request.environ else (board.event(),))
        answer = Response(events, mimetype="text/event-stream")
        answer.headers["X-Accel-Buffering"] = "no"  # a buffering proxy would make the page late
        return answer


def past_routes(app: Flask, past: EveningHistory) -> None:
    """Register the routes of the evening's acts, and of the effects of a correction or undo."""

    def answer(of_entry: Mapping[str, object] | None) -> Response:
        if of_entry is None:
            abort(404, "This act no longer counts; look at the list again.")
        return as_json(of_entry)

    @app.get("/api/acts")
    @Doc(
        "The evening's acts that count",
        {"acts": Annotated[list[Json], {"items": schema_of("PastEntry", {})}]},
        asked={"before": int, "count": int},
    )
    def acts() -> Response:
        before = request.args.get("before", type=int)
        count = request.args.get("count", AT_ONCE, type=int)
        return as_json({"acts": past.acts(before, count)})

    # These replay the evening many times: a phone must not keep the table busy with it.
    @app.get("/api/acts/<int:entry>/undo")
    @Doc("What taking this back would change", "Undone", role=Role.TABLE)
    def undone(entry: int) -> Response:
        return answer(past.undone(entry))

    @app.get("/api/acts/<int:entry>/alternatives")
    @Doc("What this act could have been instead", "Alternatives", role=Role.TABLE)
    def alternatives(entry: int) -> Response:
        return answer(past.alternatives(entry))


def viewer_routes(app: Flask, address: Callable[[], str]) -> None:
    """Register the routes for viewers. `address` returns the page's URL for phones."""
    page = partial(render_template, "board.html", role="watch")
    register_page(app, "/watch", "The board, to look at only", page)
    register_page(app, "/screen", "The board for a television", partial(page, tv=True))

    def where(page: str = "watch") -> str:
        return f"{address().rstrip('/')}/{page}"

    def where_to_watch() -> Mapping[str, object]:
        return {
            "address": where(),
            "reachable": not is_local_address(where()),
            "watching": live_of(app).watching,
        }

    doc = Doc("Where a phone may watch, and how many pages do", {"address": str, "reachable": bool, "watching": int})  # fmt: skip
    register_reply(app, "GET /api/watch", where_to_watch, doc)

    @app.get("/qr.svg")
    @Doc("That address as a QR code", kind=SVG)
    def code() -> Response:
        t = partial(translations.t, translations.language_of(request))
        to = where("landlord" if "landlord" in request.args else "watch")
        return qr_code(to, t("watch.qr", address=to))


def voice_routes(app: Flask, guests: Phones) -> None:
    """Register the routes of voice and sounds: for tablets and, if allowed, screens; the landlord changes sounds."""
    limit = Limiter(burst=6, rate=0.7)

    def require_permission() -> None:
        if not may_play() and not guests.allowed.now["screen_sound"]:
            abort(404, "The landlord does not allow screens to speak.")

    def sound_response(sound: bytes, kind: str) -> Response:
        answer = Response(sound, mimetype=kind)
        answer.headers["Cache-Control"] = f"private, max-age={KEPT_S}"
        return answer

    @app.get("/api/sounds/<moment>")
    @Doc("A sound of the landlord's own for a moment, as WAV or MP3", kind="audio/*")
    def own_sound(moment: str) -> Response:
        require_permission()
        return sound_response(
            *(guests.sounds.read(moment) or abort(404, "There is no sound for this moment."))
        )

    doc = Doc("The moments that may have a sound, and those that do", {"sounds": dict[str, str | None]})
    register_reply(app, "GET /api/landlord/sounds", lambda: {"sounds": guests.sounds.all()}, doc)
    doc = Doc("Remove a moment's sound", OK)
    register_order(app, "DELETE /api/landlord/sounds/<moment>", guests.sounds.remove, doc)

    @app.put("/api/landlord/sounds/<moment>")
    @Doc("Keep a sound for a moment: WAV or MP3", OK, body=BYTES, takes="application/octet-stream")
    def keep_sound(moment: str) -> Response:
        request.max_content_length = MOST_SOUND
        guests.sounds.keep(moment, request.get_data(cache=False))
        return as_json({"ok": True})

    @app.get("/api/voice")
    @Doc("A sentence in the table's own voice", kind="audio/wav", asked={"text": str, "language": str})
    def voice_sound() -> Response:
        require_permission()
        text, language = request.args.get("text", ""), request.args.get("language", "")
        if not text.strip() or len(text) > LONGEST or language not in translations.LANGUAGES:
            languages = " or ".join(translations.LANGUAGES)
            abort(404, f"Send a text of at most {LONGEST} letters, and language={languages}.")
        if not may_play() and (wait := limit.take(network(request.remote_addr or ""))):
            raise Denied("slow_down", "Too many requests at once; wait a moment and try again.", wait=wait)
        sound = guests.voice.speak(language, text)
        if sound is None:
            abort(404, "The table has no voice; install espeak-ng.")
        return sound_response(sound, "audio/wav")


def bill_routes(app: Flask, bill: Bills, commands: Commands) -> None:
    """Register the routes of the bill, which everybody may read, and of prices and last orders, which are the landlord's."""

    def present() -> dict[str, Any]:
        return bill.bill(goes_on=request.args.get("goes_on") == "true")

    doc = Doc("What each owes this evening", dict, asked={"goes_on": str})
    register_reply(app, "GET /api/bill", present, doc)
    doc = Doc("Keep other prices, in cents", {**OK, "prices": dict}, body={"prices": dict[str, Annotated[int, {"minimum": 0}]]})  # fmt: skip
    register_reply(app, "PUT /api/landlord/prices", lambda: bill.change_prices(request_json()), doc)

    @app.get("/bill.csv")
    @Doc("The bill to take away", kind=CSV, asked={"goes_on": str})
    def table() -> Response:
        say = Words(translations.language_of(request))
        rows = [
            [debtor["player"], say.t(f"bill_kind.{item['kind']}"), *_numbers(item)]
            for debtor in present()["heads"]
            for item in debtor["items"]
        ]
        return csv_table("bill", list(map(say.t, BILL_COLUMNS)), rows)

    def last_orders() -> Mapping[str, object]:
        return commands.send({"do": "last_orders", "on": request_switch("it is the last round")})

    doc = Doc("Announce the last round, or take it back", OK, body=SWITCH)
    register_reply(app, "POST /api/landlord/last-orders", last_orders, doc)


def _numbers(item: Mapping[str, Any]) -> list[object]:
    """Return the count, the number paid, and the price and open sum in money, "" if there is no price."""
    count, paid, price = item["count"], item["paid"], item["price"]
    money = ("", "") if price is None else (f"{cents / 100:.2f}" for cents in (price, price * (count - paid)))
    return [count, paid, *money]
