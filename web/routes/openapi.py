"""The page's interface as OpenAPI 3.1, served at /api. It describes only registered routes.

A page for people is one line in `PAGES`. Anything else is an entry in `ROUTES`: method and address, what it does, and
the schema of its answer. A test compares all of it with the routes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from flask import Blueprint, Response, current_app

from scorer.json_forms.act_forms import act_schema
from web.json_http import as_json
from web.routes.openapi_schemas import SCHEMAS
from web.security.authorization import HEADER, LOOKS, needs
from web.security.https import LANDLORDS, STEPS
from web.shapes.builders import ref
from web.visitors import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from flask import Flask
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
    "/landlord/calibrate": "Setting up camera, light and buttons, behind the PIN",
    "/eye": "The page of the phone that is the table's eye",
    "/evenings": "All evenings",
    "/evenings/<int:number>": "The report of an evening, to print",
    "/season": "The season's table",
    "/people": "Everybody who plays here, by rating",
    "/dice": "The watch over the dice",
    "/match-report": "The match report of a tournament, to read and sign at the table",
    "/house-rules/<int:place>": "House rules as a card with a QR code, to hand over or print",
}

HIDDEN: Final = ("/assets/<asked>/<path:name>", "/assets/<asked>/words/<language>.json", "/favicon.ico")
"""Files of the page itself, no part of the interface."""

SHAPE: Final = r"#/components/schemas/(\w+)"
"""How a document names a shape."""

_JSON: Final = "application/json"
_SQLITE: Final = "application/vnd.sqlite3"


def sends(schema: Json | str, *, kind: str = _JSON) -> Json:
    """Return the description of a route's request body."""
    shape = ref(schema) if isinstance(schema, str) else schema
    return {"required": True, "content": {kind: {"schema": shape}}}


def route(
    summary: str,
    answer: str | None,
    *,
    kind: str = _JSON,
    body: Json | None = None,
    also: str = "",
    numbers: str = "",
    words: str = "",
) -> Json:
    """Return the description of a route: its purpose, the schema of its answer, its request body, further statuses, ?numbers and ?words."""
    shape = ref(answer) if answer else {"type": "string"}
    entry: Json = {"summary": summary, "answers": {"200": _answer("done", shape, kind)}}
    asked = [*((part, "integer") for part in numbers.split()), *((part, "string") for part in words.split())]
    entry["asked"] = [{"name": name, "in": "query", "schema": {"type": kind}} for name, kind in asked]
    if body is not None:
        entry["requestBody"] = body
    for status in also.split():
        entry["answers"][status] = _answer("one sentence says why not", ref("Refusal"), _JSON)
    return entry


def _answer(description: str, shape: Json, kind: str) -> Json:
    return {"description": description, "content": {kind: {"schema": shape}}}


ROUTES: Final[dict[tuple[str, str], Json]] = {
    ("GET", "/api"): route("This document", "Document"),
    ("GET", "/api/me"): route("What this browser may do, and the token its changes carry", "Me"),
    ("GET", "/api/board"): route("The present snapshot", "Snapshot"),
    ("GET", "/api/stream"): route(
        "Snapshots as server-sent events, as they come", None, kind="text/event-stream", also="503"
    ),
    ("POST", "/api/commands"): route("Carry out one command", "Done", body=sends("Command"), also="409 503"),
    ("GET", "/api/crops/<question>/<int:index>"): route(
        "The picture of one die of the open question", None, kind="image/jpeg", also="404"
    ),
    ("GET", "/api/lifts/<int:lift>/<int:index>"): route(
        "The picture of one die of a lift of this turn", None, kind="image/jpeg", also="404"
    ),
    ("GET", "/api/acts"): route("The evening's acts that count", "Acts", numbers="before count"),
    ("GET", "/api/acts/<int:entry>/undo"): route("What taking this back would change", "Undone", also="404"),
    ("GET", "/api/acts/<int:entry>/alternatives"): route(
        "What this act could have been instead", "Alternatives", also="404"
    ),
    ("GET", "/api/variants"): route(
        "The games in words, as the set-up form shows them", "Variants", words="language", also="400"
    ),
    ("GET", "/api/rules/<variant>"): route(
        "The rules of a game in words", "Rules", words="language", also="400 404"
    ),
    ("GET", "/api/rules/<variant>/options"): route(
        "What each value of a game's options means, beside the others as they are in the address",
        "RuleOptions",
        words="language",
        also="400 404",
    ),
    ("GET", "/api/regulars"): route("The regulars in seat order", "Regulars"),
    ("PUT", "/api/regulars"): route(
        "Keep another list of regulars", "Regulars", body=sends("Regulars"), also="400 409 503"
    ),
    ("GET", "/api/house-rules"): route("The house's own rules by name", "HouseRules"),
    ("PUT", "/api/house-rules"): route(
        "Keep another list of house rules", "HouseRules", body=sends("HouseRules"), also="400 409 503"
    ),
    ("GET", "/house-rules/<int:place>.svg"): route(
        "The address of that card as a QR code", None, kind="image/svg+xml", also="404", words="name"
    ),
    ("POST", "/api/landlord/rules-lock"): route(
        "Lock the house rules, or open them", "Done", body=sends("LastOrders"), also="503"
    ),
    ("GET", "/api/bill"): route("What each owes this evening", "Bill", words="goes_on"),
    ("GET", "/bill.csv"): route("The bill to take away", None, kind="text/csv", words="goes_on"),
    ("PUT", "/api/landlord/prices"): route(
        "Keep other prices, in cents", "Prices", body=sends("NewPrices"), also="400 503"
    ),
    ("POST", "/api/landlord/last-orders"): route(
        "Announce the last round, or take it back", "Done", body=sends("LastOrders"), also="409 503"
    ),
    ("GET", "/evenings/<int:number>.json"): route("An evening to take away", "Evening", also="404"),
    ("GET", "/evenings/<int:number>.csv"): route("An evening to take away", None, kind="text/csv", also="404"),
    ("GET", "/evenings/<int:number>/take-home"): route(
        "An evening as a page, a print and a picture to take home", None, kind="text/html", also="404"
    ),
    ("GET", "/evenings/<int:number>.html"): route(
        "An evening's report in one file that asks nobody for anything", None, kind="text/html", also="404"
    ),
    ("PUT", "/api/evenings/<int:number>/names"): route(
        "Let an evening's names leave the house, or no longer", "Done", body=sends("Consent"), also="400 404 503"
    ),
    ("GET", "/evenings/<int:number>.svg"): route(
        "The address of that evening's report as a QR code", None, kind="image/svg+xml", also="404"
    ),
    ("GET", "/season.json"): route("A season to take away", "Season", numbers="year", words="variant"),
    ("GET", "/season.csv"): route(
        "A season to take away", None, kind="text/csv", numbers="year", words="variant"
    ),
    ("GET", "/people.json"): route("Everybody who plays here, by rating", "People"),
    ("GET", "/person"): route("The page of one person", None, kind="text/html", also="404", words="name"),
    ("GET", "/person.json"): route("What one person did", "Person", also="404", words="name"),
    ("PUT", "/api/people"): route(
        "Show or hide somebody, or let two names be one", "Done", body=sends("PersonChange"), also="400 404 409 503"
    ),
    ("GET", "/secure/certificate.crt"): route(
        "The certificate to trust, where the table has made its own", None, kind="application/x-x509-ca-cert", also="404"
    ),
    ("GET", "/api/odds"): route("Turns that are over, with their odds", "Odds"),
    ("GET", "/api/practice"): route("This browser's game of practice", "Practice"),
    ("POST", "/api/practice"): route(
        "Begin practice, or go on", "Practice", body=sends("PracticeCommand"), also="404 409"
    ),
    ("POST", "/api/eye/accept"): route(
        "Let this phone be the table's eye, by an invitation", "EyeKey", body=sends("EyeInvitation")
    ),
    ("POST", "/api/eye/begin"): route(
        "Let this page of the phone send pictures", "EyeWants", body=sends("EyePage")
    ),
    ("POST", "/api/eye"): route(
        "A picture of the phone that is the eye; the answer says what to send next", "EyeWants",
        body=sends({"type": "string", "format": "binary"}, kind="image/jpeg"), also="409", numbers="small", words="page",
    ),
    ("POST", "/api/eye/halt"): route("Say why that phone sends no pictures", "Done", body=sends("EyeHalt")),
    ("GET", "/api/landlord/eye"): route("Which phone is the eye, and what it sends", "Eye"),
    ("POST", "/api/landlord/eye"): route("Invite one phone to be the eye", "EyeInvited"),
    ("DELETE", "/api/landlord/eye"): route("Let no phone be the eye", "Done", also="503"),
    ("GET", "/api/landlord/eye.svg"): route(
        "The invitation as a QR code", None, kind="image/svg+xml", also="404"
    ),
    ("GET", "/api/watch"): route("Where a phone may watch, and how many pages do", "Where"),
    ("GET", "/api/voice"): route(
        "A sentence in the table's own voice", None, kind="audio/wav", also="404 429", words="text language"
    ),
    ("POST", "/api/match-report"): route(
        "Sign the match report that was read here", "Done", body=sends("MatchSignature"), also="409"
    ),
    ("POST", "/api/seat"): route(
        "Ask the table for a seat for this phone", "Done", body=sends("Named"), also="409"
    ),
    ("DELETE", "/api/seat"): route("Give this phone's seat up, or take its request back", "Done"),
    ("POST", "/api/seat/play"): route(
        "Decide for the player of this phone, in his turn; the table throws", "Done", body=sends("PhonePlay"),
        also="409 503",
    ),
    ("POST", "/api/seats/asked/<asked>"): route(
        "Accept or refuse a phone's request", "Done", body=sends("Accepted"), also="409 503"
    ),
    ("DELETE", "/api/seats/<player>"): route("Take a player's phone away", "Done", also="404"),
    ("GET", "/api/landlord/allowed"): route("What guests' phones and screens may do", "Allowed"),
    ("PUT", "/api/landlord/allowed"): route(
        "Allow phones and screens other things", "Allowed", body=sends("NewAllowed"), also="400 503"
    ),
    ("GET", "/qr.svg"): route("That address as a QR code", None, kind="image/svg+xml"),
    ("GET", "/healthz"): route("Whether the table can write down what is played", "Health"),
    ("GET", "/metrics"): route("What the table measures of itself, for Prometheus", None, kind="text/plain"),
    ("POST", "/api/login"): route("Log the landlord in by PIN", "Done", body=sends("Pin")),
    ("POST", "/api/logout"): route("End the landlord's part", "Done"),
    ("POST", "/api/first"): route("Show the first PIN, to one browser", "NewPin", also="409"),
    ("POST", "/api/first/noted"): route("Confirm the first PIN; this browser is the table's", "Done", also="409"),
    ("GET", "/api/landlord/devices"): route("The paired devices", "Devices"),
    ("POST", "/api/landlord/devices"): route("Pair this device with the table", "Done", also="409"),
    ("PUT", "/api/landlord/devices/<device>"): route(
        "Call a device otherwise", "Done", body=sends("Named"), also="400 404"
    ),
    ("DELETE", "/api/landlord/devices/<device>"): route("Forget a device", "Done", also="404"),
    ("PUT", "/api/landlord/https"): route(
        "Turn https on or off", "Done", body=sends("LastOrders"), also="400 409"
    ),
    ("POST", "/api/landlord/pin"): route("Propose a new PIN", "NewPin"),
    ("POST", "/api/landlord/pin/noted"): route("Activate the proposed PIN", "Done", also="409"),
    ("GET", "/api/landlord/backup"): route("A copy of the journal", None, kind=_SQLITE, also="503"),
    ("POST", "/api/landlord/restore"): route(
        "Replace the journal with a copy",
        "Restored",
        body=sends({"type": "string", "format": "binary"}, kind="application/octet-stream"),
        also="409 503",
        numbers="offset more",
    ),
    ("GET", "/api/landlord/calibration"): route("What is found of camera, light and tests", "Calibration"),
    ("GET", "/api/landlord/calibration/picture"): route(
        "What the camera sees, from memory, while that page is open", None, kind="image/jpeg", also="404"
    ),
    ("POST", "/api/landlord/calibration"): route(
        "Begin or stop a test, judge a throw, keep it all", "Done", body=sends("CalibrationOrder"), also="409 503"
    ),
    ("POST", "/api/moved"): route("Say whether the camera was moved", "Done", body=sends("Moved"), also="409"),
    ("POST", "/api/without-board"): route("Play without a board, while the camera sees none", "Done", also="409"),
    ("GET", "/api/landlord/update"): route("How the last update of the device ended", "LastUpdate"),
    ("POST", "/api/landlord/off"): route("Switch the device off", "Done", also="503"),
    ("POST", "/api/landlord/restart"): route("Restart the device", "Done", also="503"),
}  # fmt: skip


def documented(
    documents: Mapping[tuple[str, str], Json] = ROUTES,
    pages: Mapping[str, str] = PAGES,
    schemas: Callable[[], Mapping[str, Json]] = lambda: SCHEMAS,
) -> Blueprint:
    """Register the route of the document; `documents` and `pages` are the possible entries, `schemas` returns their schemas."""
    routes = Blueprint("openapi", __name__)

    @routes.get("/api")
    def document() -> Response:
        return as_json(document_of(current_app, documents, pages, schemas()))

    return routes


def table_schemas(command: Mapping[str, Any]) -> Mapping[str, Json]:
    """Return the shapes of a table's interface: the acts as the games declare them, and `command` as the table does."""
    return {**SCHEMAS, "Act": act_schema(), "Command": dict(command)}


def document_of(
    app: Flask, routes: Mapping[tuple[str, str], Json], pages: Mapping[str, str], schemas: Mapping[str, Json]
) -> Json:
    """Return the document of the routes of `app`."""
    paths: dict[str, Json] = {}
    for method, rule in laid(app):
        found = routes.get((method, rule.rule)) or _page(rule.rule, pages)
        if found is not None:
            path, gaps = _path(rule)
            paths.setdefault(path, {})[method.lower()] = _operation(method, rule.rule, found, gaps)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Knobeltisch",
            "version": "1",
            "description": f"Ask GET /api/me for a token; every change carries it as {HEADER}, with the cookie.",
        },
        "paths": paths,
        "components": components(schemas, paths),
    }


def components(schemas: Mapping[str, Json], paths: object) -> Json:
    """Return the shapes that the paths name, and how a browser says who it is."""
    return {
        "schemas": {name: schemas[name] for name in sorted(named_shapes(schemas, paths))},
        "securitySchemes": {
            "session": {"type": "apiKey", "in": "cookie", "name": "knobeltisch"},
            "token": {"type": "apiKey", "in": "header", "name": HEADER},
        },
    }


def named_shapes(schemas: Mapping[str, Json], paths: object) -> set[str]:
    """Return the names of the shapes that `paths` name, and of those that these name in turn."""
    found: set[str] = set()
    new = {*re.findall(SHAPE, str(paths))}
    while new:
        found |= new
        new = {name for shape in new for name in re.findall(SHAPE, str(schemas[shape]))} - found
    return found


def laid(app: Flask) -> Iterator[tuple[str, Rule]]:
    """Return each route of `app` that belongs to the interface, by method."""
    for rule in app.url_map.iter_rules():
        if rule.rule not in HIDDEN:
            for method in sorted(rule.methods or ()):
                if method not in ("HEAD", "OPTIONS"):
                    yield method, rule


def _page(address: str, pages: Mapping[str, str]) -> Json | None:
    summary = pages.get(address)
    if summary is None:
        return None
    page = route(summary, None, kind="text/html")
    if address == "/" or address.startswith(LANDLORDS):
        page["answers"]["302"] = {"description": f"over plain http while changes need https: to {STEPS}"}
    return page


def _path(rule: Rule) -> tuple[str, list[Json]]:
    """Write a rule's address with {gaps}, and what may stand in each."""
    gaps = []
    for kind, name in re.findall(r"<(?:(\w+):)?(\w+)>", rule.rule):
        shape = {"type": "integer", "minimum": 0} if kind == "int" else {"type": "string", "minLength": 1}
        gaps.append({"name": name, "in": "path", "required": True, "schema": shape})
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), gaps


def _operation(method: str, address: str, route: Json, gaps: list[Json]) -> Json:
    role = needs(method, address)
    answers = dict(route["answers"])
    refused = ["421"] if method in LOOKS else ["400", "403", "413", "415", "421", "429"]
    if role > Role.VIEWER:
        refused.append("403")
    if gaps:
        refused.append("404")
    for status in refused:
        answers.setdefault(status, _answer("one sentence says why not", ref("Refusal"), _JSON))
    operation: Json = {"summary": route["summary"], "responses": dict(sorted(answers.items()))}
    operation["description"] = f"For: {role.name.lower()}"
    if parameters := [*gaps, *route["asked"]]:
        operation["parameters"] = parameters
    if "requestBody" in route:
        operation["requestBody"] = route["requestBody"]
    if method not in LOOKS:
        operation["security"] = [{"session": [], "token": []}, {"token": []}]
    elif role > Role.VIEWER:
        operation["security"] = [{"session": []}]
    return operation
