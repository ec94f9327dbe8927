"""The page's interface as OpenAPI 3.1, served at /api. It describes only registered routes.

A page for people is one line in `PAGES`. Anything else is an entry in `ROUTES`: method and address, what it does, and the type of
its answer: declared here by the page, or named where the table declares it (`PageServices.schemas`). A test compares all of it with
the routes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NotRequired, TypeAlias

import scorer
from scorer.json_forms.act_forms import ActJson
from scorer.json_forms.codec import Whole
from scorer.json_forms.text import Refusal
from web.json_http import as_json
from web.routes.new_game import GameRules, House, OptionWords, Variants
from web.routes.odds_routes import Odds, Practice
from web.routes.schemas import name_schemas, schema_of
from web.security.authorization import HEADER, LOOKS, Me, needs
from web.security.origin import LANDLORDS, STEPS
from web.visitors import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from flask import Flask, Response
    from werkzeug.routing import Rule

Json: TypeAlias = dict[str, Any]

PAGES: Final = {
    "/": "The board; for the table with all buttons. At the first start, the landlord's PIN.",
    "/watch": "The board, to look at only",
    "/screen": "The board for a television",
    "/odds": "A look back at turns that are over",
    "/practice": "Practice, with dice thrown by the table",
    "/landlord": "The landlord's page, behind his PIN",
    "/secure": "Whether changes go over https, and the steps to trust the table's certificate",
    "/landlord/guide": "Setting up step by step, from the PIN to the first throw, behind the PIN",
    "/landlord/calibrate": "Setting up camera, light and buttons, behind the PIN",
    "/eye": "The page of the phone that is the table's eye",
    "/evenings": "All evenings",
    "/evenings/<int:number>": "The report of an evening, to print",
    "/season": "The season's table",
    "/people": "Everybody who plays here, by rating",
    "/dice": "The watch over the dice",
    "/match-report": "The match report of a tournament, to read and sign at the table",
}

HIDDEN: Final = ("/assets/<asked>/<path:name>", "/favicon.ico", "/app.webmanifest", "/worker.js", "/offline")
"""Files of the page itself, no part of the interface."""

SHAPE: Final = r"#/components/schemas/(\w+)"
"""How a document names a shape."""

JSON: Final = "application/json"
CSV: Final = "text/csv"
HTML: Final = "text/html"
JPEG: Final = "image/jpeg"
SVG: Final = "image/svg+xml"
BYTES: Final = Annotated[str, {"format": "binary"}]
SIX: Final = Annotated[str, {"pattern": "^[0-9]{6}$"}]
OK: Final = {"ok": Literal[True]}
SWITCH: Final = {"on": bool}
NAME: Final = {"name": Annotated[str, {"minLength": 1}]}
ACTS: Final = Annotated[list[ActJson], {"maxItems": 4}]
HEAD: Final = NotRequired[Annotated[int, Whole()] | None]
REGULARS: Final = {
    "revision": NotRequired[int],
    "regulars": Annotated[list[dict[str, str]], {"maxItems": 60}],
}
TEST: Final = Literal["dice", "faces", "acceptance", "buttons", "lens"]


def route(
    summary: str,
    answer: object = str,
    *,
    kind: str = JSON,
    body: object = None,
    takes: str = JSON,
    asked: Mapping[str, type] | None = None,
) -> Json:
    """Return the description of a route: its purpose, the type of its answer and of the body that it takes, and what `?asked` may be.

    A type is a class, a name under which the table declares one, the types of an object's keys, or a list of alternatives.
    """
    return {
        "summary": summary,
        "answer": answer,
        "kind": kind,
        "body": body,
        "takes": takes,
        "asked": asked or {},
    }


def by_method(**rules: Mapping[str, Json]) -> dict[tuple[str, str], Json]:
    """Return the descriptions of routes by method and address."""
    return {(method, rule): entry for method, entries in rules.items() for rule, entry in entries.items()}


GET: Final[dict[str, Json]] = {
    "/api": route("This document", {"openapi": str, "info": dict, "paths": dict}),
    "/api/me": route("What this browser may do, and the token its changes carry", Me),
    "/api/board": route("The present snapshot", "Snapshot"),
    "/api/stream": route("Snapshots as server-sent events, as they come", kind="text/event-stream"),
    "/api/crops/<question>/<int:index>": route("The picture of one die of the open question", kind=JPEG),
    "/api/lifts/<int:lift>/<int:index>": route("The picture of one die of a lift of this turn", kind=JPEG),
    "/api/acts": route("The evening's acts that count", {"acts": Annotated[list[Json], {"items": schema_of("PastEntry", {})}]}, asked={"before": int, "count": int}),
    "/api/acts/<int:entry>/undo": route("What taking this back would change", "Undone"),
    "/api/acts/<int:entry>/alternatives": route("What this act could have been instead", "Alternatives"),
    "/api/variants": route("The games in words, as the set-up form shows them", Variants, asked={"language": str}),
    "/api/rules/<variant>": route("The rules of a game in words", GameRules, asked={"language": str}),
    "/api/rules/<variant>/options": route("What each value of a game's options means, beside the others as they are in the address", {"options": list[OptionWords]}, asked={"language": str}),
    "/rules-code/<variant>.svg": route("The address that opens the page with these house rules, as a QR code", kind=SVG, asked={"house": str}),
    "/api/regulars": route("The regulars in seat order", REGULARS),
    "/api/house-rules": route("The house's own rules by name", dict),
    "/house-rules": route("House rules as a card with a QR code, to hand over or print", kind=HTML, asked={"name": str}),
    "/house-rules.svg": route("The address of that card as a QR code", kind=SVG, asked={"name": str}),
    "/api/bill": route("What each owes this evening", dict, asked={"goes_on": str}),
    "/bill.csv": route("The bill to take away", kind=CSV, asked={"goes_on": str}),
    "/evenings/<int:number>.json": route("An evening to take away", dict),
    "/evenings/<int:number>.csv": route("An evening to take away", kind=CSV),
    "/evenings/<int:number>/take-home": route("An evening as a page, a print and a picture to take home", kind=HTML),
    "/evenings/<int:number>.html": route("An evening's report in one file that asks nobody for anything", kind=HTML),
    "/evenings/<int:number>.svg": route("The address of that evening's report as a QR code", kind=SVG),
    "/season.json": route("A season to take away", dict, asked={"year": int, "variant": str}),
    "/season.csv": route("A season to take away", kind=CSV, asked={"year": int, "variant": str}),
    "/person": route("The page of one person", kind=HTML, asked={"name": str}),
    "/secure/certificate.crt": route("The certificate to trust, where the table has made its own", kind="application/x-x509-ca-cert"),
    "/api/odds": route("Turns that are over, with their odds", Odds),
    "/api/practice": route("This browser's game of practice", Practice),
    "/api/landlord/eye": route("Which phone is the camera, and what it sends", dict),
    "/api/landlord/eye.svg": route("The invitation as a QR code", kind=SVG),
    "/api/watch": route("Where a phone may watch, and how many pages do", {"address": str, "reachable": bool, "watching": int}),
    "/api/voice": route("A sentence in the table's own voice", kind="audio/wav", asked={"text": str, "language": str}),
    "/api/landlord/allowed": route("What guests' phones and screens may do", {**OK, "allowed": "GuestSwitches"}),
    "/qr.svg": route("That address as a QR code", kind=SVG),
    "/healthz": route("Whether the table can write down what is played", dict),
    "/metrics": route("What the table measures of itself, for Prometheus", kind="text/plain"),
    "/api/landlord/devices": route("The paired devices", {"devices": list[Json]}),
    "/api/landlord/backup": route("A copy of the journal", kind="application/vnd.sqlite3"),
    "/api/landlord/calibration": route("What is found of camera, light and tests", dict),
    "/api/landlord/calibration/picture": route("What the camera sees, from memory, while that page is open", kind=JPEG),
    "/api/landlord/board.pdf": route("The board to print on A3, the rules behind it in both languages", kind="application/pdf"),
    "/api/landlord/update": route("How the last update of the device ended", {"update": Json | None}),
    "/api/landlord/wifi": route("The Wi-Fi that the device makes itself", {"name": str, "password": str | None}),
    "/api/landlord/wifi.svg": route("How a phone joins it, as a QR code", kind=SVG),
}  # fmt: skip
POST: Final[dict[str, Json]] = {
    "/api/commands": route("Carry out one command", OK, body="Command"),
    "/api/landlord/rules-lock": route("Lock the house rules, or open them", OK, body=SWITCH),
    "/api/landlord/last-orders": route("Announce the last round, or take it back", OK, body=SWITCH),
    "/api/practice": route("Begin practice, or go on", Practice, body=[{"do": Literal["start"], "variant": Annotated[str, {"enum": list(scorer.DICE_VARIANTS)}], "opponents": Annotated[int, {"minimum": 0, "maximum": 3}]}, {"acts": ACTS}]),
    "/api/eye/accept": route("Let this phone be the table's eye, by an invitation", {**OK, "key": str}, body={"invitation": str}),
    "/api/eye/begin": route("Let this page of the phone send pictures", dict, body={"page": Annotated[str, {"maxLength": 32}]}),
    "/api/eye": route("A picture of the phone that is the camera; the answer says what to send next", dict, body=BYTES, takes=JPEG, asked={"small": int, "page": str}),
    "/api/eye/halt": route("Say why that phone sends no pictures", OK, body={"why": Literal["hidden", "refused", "no_camera", "taken", "stopped"]}),
    "/api/landlord/eye": route("Invite one phone to be the camera", {**OK, "invitation": str}),
    "/api/match-report": route("Sign the match report that was read here", OK, body={"round": int, "role": str, "pin": str, "body": str}),
    "/api/seat": route("Ask the table for a seat for this phone", OK, body=NAME),
    "/api/seat/play": route("Decide for the player of this phone, in his turn; the table throws", OK, body={"acts": ACTS, "head": HEAD, "moment": NotRequired[str | None]}),
    "/api/seats/asked/<asked>": route("Accept or refuse a phone's request", OK, body={"accept": bool}),
    "/api/login": route("Log the landlord in by PIN", OK, body={"pin": SIX}),
    "/api/logout": route("End the landlord's part", OK),
    "/api/first": route("Show the first PIN, to one browser", {**OK, "pin": SIX}),
    "/api/first/noted": route("Confirm the first PIN; this browser is the table's", OK),
    "/api/landlord/devices": route("Pair this device with the table", OK),
    "/api/landlord/pin": route("Propose a new PIN", {**OK, "pin": SIX}),
    "/api/landlord/pin/noted": route("Activate the proposed PIN", OK),
    "/api/landlord/restore": route("Replace the journal with a copy", {**OK, "kept": str | None}, body=BYTES, takes="application/octet-stream", asked={"offset": int, "more": int}),
    "/api/landlord/calibration": route("Begin or stop a test, judge a throw, keep it all", OK, body=[{"do": Literal["begin"], "test": TEST}, {"do": Literal["judge"], "throw": int, "right": bool}, {"do": Literal["stop", "finish", "keep", "forget_lens", "forget_own"]}]),
    "/api/moved": route("Say whether the camera was moved", OK, body={"moved": bool}),
    "/api/without-board": route("Play without a board, while the camera sees none", OK),
    "/api/landlord/off": route("Switch the device off", OK),
    "/api/landlord/restart": route("Restart the device", OK),
}  # fmt: skip
PUT: Final[dict[str, Json]] = {
    "/api/regulars": route("Keep another list of regulars", REGULARS, body=REGULARS),
    "/api/house-rules": route("Keep another list of house rules", dict, body={"revision": NotRequired[int], "house_rules": Annotated[list[House], {"maxItems": 20}]}),
    "/api/landlord/prices": route("Keep other prices, in cents", {**OK, "prices": dict}, body={"prices": dict[str, Annotated[int, {"minimum": 0}]]}),
    "/api/evenings/<int:number>/names": route("Let an evening's names leave the house, or no longer", OK, body=SWITCH),
    "/api/people": route("Show or hide somebody, or let two names be one", OK, body=[{"player": str, "hidden": bool}, {"player": str, "same": str | None}]),
    "/api/landlord/allowed": route("Allow phones and screens other things", {**OK, "allowed": "GuestSwitches"}, body={"screen_sound": NotRequired[bool], "phone_seats": NotRequired[bool], "phone_throws": NotRequired[bool]}),
    "/api/landlord/devices/<device>": route("Call a device otherwise", OK, body=NAME),
    "/api/landlord/https": route("Turn https on or off", OK, body=SWITCH),
    "/api/landlord/wifi": route("Make that Wi-Fi, or end it", OK, body=SWITCH),
}  # fmt: skip
DELETE: Final[dict[str, Json]] = {
    "/api/landlord/eye": route("Let no phone be the camera", OK),
    "/api/seat": route("Give this phone's seat up, or take its request back", OK),
    "/api/seats/<player>": route("Take a player's phone away", OK),
    "/api/landlord/devices/<device>": route("Forget a device", OK),
}  # fmt: skip
ROUTES: Final = by_method(GET=GET, POST=POST, PUT=PUT, DELETE=DELETE)


def documented(
    app: Flask,
    routes: Mapping[tuple[str, str], Json] = ROUTES,
    pages: Mapping[str, str] = PAGES,
    schemas: Callable[[], Mapping[str, Mapping[str, Any]]] = dict,
) -> None:
    """Register the route of the document; `routes` and `pages` are the possible entries, `schemas` returns what the table declares."""

    @app.get("/api")
    def document() -> Response:
        return as_json(_document_of(app, routes, pages, schemas()))


def _document_of(
    app: Flask,
    routes: Mapping[tuple[str, str], Json],
    pages: Mapping[str, str],
    schemas: Mapping[str, Mapping[str, Any]],
) -> Json:
    paths: dict[str, Json] = {}
    found: dict[type, Json] = {}
    for method, rule in laid(app):
        entry = routes.get((method, rule.rule))
        if entry is None and rule.rule in pages:
            entry = route(pages[rule.rule], kind=HTML)
        if entry is not None:
            path, gaps = _path(rule)
            paths.setdefault(path, {})[method.lower()] = _operation(method, rule.rule, entry, gaps, found)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Knobeltisch",
            "version": "1",
            "description": f"Ask GET /api/me for a token; every change carries it as {HEADER}, with the cookie.",
        },
        "paths": paths,
        "components": {
            "schemas": _named_in(paths, {**schemas, **name_schemas(found)}),
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "knobeltisch"},
                "token": {"type": "apiKey", "in": "header", "name": HEADER},
            },
        },
    }


def _named_in(paths: object, schemas: Mapping[str, Mapping[str, Any]]) -> Json:
    named: dict[str, Mapping[str, Any]] = {}
    new = {*re.findall(SHAPE, str(paths))}
    while new:
        named |= {name: schemas.get(name, {}) for name in new}
        new = {name for shape in new for name in re.findall(SHAPE, str(named[shape]))} - named.keys()
    return dict(sorted(named.items()))


def laid(app: Flask) -> Iterator[tuple[str, Rule]]:
    """Return each route of `app` that belongs to the interface, by method."""
    for rule in app.url_map.iter_rules():
        if rule.rule not in HIDDEN:
            for method in sorted(rule.methods or ()):
                if method not in ("HEAD", "OPTIONS"):
                    yield method, rule


def _path(rule: Rule) -> tuple[str, list[Json]]:
    """Write a rule's address with {gaps}, and what may stand in each."""
    gaps = []
    for kind, name in re.findall(r"<(?:(\w+):)?(\w+)>", rule.rule):
        shape = {"type": "integer", "minimum": 0} if kind == "int" else {"type": "string", "minLength": 1}
        gaps.append({"name": name, "in": "path", "required": True, "schema": shape})
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), gaps


def _operation(method: str, address: str, entry: Json, gaps: list[Json], found: dict[type, Json]) -> Json:
    role = needs(method, address)

    def answer(description: str, kind: str, shape: object) -> Json:
        return {"description": description, "content": {kind: {"schema": schema_of(shape, found)}}}

    responses = {
        "200": answer("done", entry["kind"], entry["answer"]),
        "default": answer("one sentence says why not", JSON, Refusal),
    }
    if entry["kind"] == HTML and (address == "/" or address.startswith(LANDLORDS)):
        responses["302"] = {"description": f"over plain http while changes need https: to {STEPS}"}
    operation: Json = {
        "summary": entry["summary"],
        "description": f"For: {role.name.lower()}",
        "responses": responses,
    }
    asked = [
        {"name": name, "in": "query", "schema": schema_of(kind, found)}
        for name, kind in entry["asked"].items()
    ]
    if parameters := [*gaps, *asked]:
        operation["parameters"] = parameters
    if entry["body"] is not None:
        content = {entry["takes"]: {"schema": schema_of(entry["body"], found)}}
        operation["requestBody"] = {"required": True, "content": content}
    if method not in LOOKS:
        operation["security"] = [{"session": [], "token": []}, {"token": []}]
    elif role > Role.VIEWER:
        operation["security"] = [{"session": []}]
    return operation
