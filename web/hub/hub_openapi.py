"""The hub's interface as OpenAPI 3.1, served at /api like a table's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from web.routes import openapi
from web.routes.openapi import ROUTES as TABLES_ROUTES
from web.routes.openapi import route, sends
from web.routes.openapi_schemas import SCHEMAS as TABLES_SCHEMAS

if TYPE_CHECKING:
    from flask import Blueprint

PAGES: Final = {
    "/": "All tables at a glance. At the first start, the landlord's PIN.",
    "/pub": "All tables at a glance, for a television",
    "/cup": "The tournament, for phones: who sits where, the standings, all results",
    "/desk": "The referee's page",
    "/report/<int:number>": "The match report of a round, for reading, signing and printing on A4",
    "/bracket": "The bracket of a knock-out, for printing on A4",
    "/certificates": "Certificates at the end: of the best three, or with name=NAME of one",
    "/landlord": "The landlord's page, behind his PIN",
    "/secure": "Whether changes go over https, and the steps to trust the certificate",
}
SHARED: Final = (
    *(("GET", "/api"), ("GET", "/api/me"), ("GET", "/api/stream"), ("GET", "/secure/certificate.crt")),
    *(("POST", "/api/login"), ("POST", "/api/logout"), ("POST", "/api/first"), ("POST", "/api/first/noted")),
    *(("GET", "/api/landlord/devices"), ("POST", "/api/landlord/devices"), ("POST", "/api/landlord/pin")),
    *(("POST", "/api/seat"), ("DELETE", "/api/seat"), ("POST", "/api/seats/asked/<asked>")),
    *(("PUT", "/api/landlord/devices/<device>"), ("DELETE", "/api/landlord/devices/<device>")),
    *(
        ("POST", "/api/landlord/pin/noted"),
        ("GET", "/api/landlord/backup"),
        ("POST", "/api/landlord/restore"),
    ),
)
"""The routes that the hub shares with a table."""
ROUTES: Final[dict[tuple[str, str], dict[str, Any]]] = {
    **{key: TABLES_ROUTES[key] for key in SHARED},
    ("GET", "/api/board"): route("All tables as they are now, and the tournament", None, kind="application/json"),
    ("GET", "/healthz"): route("The state of the hub", None, kind="application/json"),
    ("GET", "/api/landlord/tables"): route("The tables, and which of them needs help", "HubTables"),
    ("PUT", "/api/landlord/tables/<int:number>"): route("Give a table a name, or another number", "Done", body=sends("HubTable")),
    ("DELETE", "/api/landlord/tables/<int:number>"): route("Remove a table from the list", "Done"),
    ("GET", "/api/cup"): route("The tournament: seats, standings, rounds, bracket, winners", "HubCup"),
    ("GET", "/report/<int:number>.json"): route("The match report of a round, with who confirmed it and when", None, kind="application/json", also="409"),
    ("GET", "/api/referee"): route("What waits for the referee, and what his approval would change", "HubReferee"),
    ("POST", "/api/referee"): route("Draw, rule, note, assign, let guests join, name who signs, sign", "HubDone", body=sends("HubDecision"), also="409"),
    ("POST", "/api/landlord/cup"): route("Open a tournament", "Done", body=sends("HubOpening"), also="409"),
    ("DELETE", "/api/landlord/cup"): route("Abandon the tournament", "Done"),
    ("GET", "/api/landlord/bills"): route("The bill of each table", "HubBills"),
    ("POST", "/api/landlord/last-orders"): route("Announce the last round for all tables, or withdraw it", "Done", body=sends("LastOrders")),
    ("POST", "/api/v1/push"): route("A table sends its finished games", "HubTaken", body=sends("HubPush"), also="409"),
    ("POST", "/api/v1/table"): route("A table asks for its tasks", "HubAnswer", body=sends("HubAsking"), also="409"),
    ("POST", "/api/v1/report"): route("A table asks for the match report that is signed there", "HubReport", body=sends("HubAsking"), also="409"),
    ("POST", "/api/v1/sign"): route("A captain or the referee signs at a table", "Done", body=sends("MatchSignature"), also="409"),
    ("GET", "/qr.svg"): route("A QR code of the address that a phone opens", None, kind="image/svg+xml"),
}  # fmt: skip
OBJECTS: Final = {"type": "array", "items": {"type": "object"}}
TEXT: Final = {"type": "string"}


def _with(required: str, **properties: Any) -> dict[str, Any]:  # noqa: ANN401 - shapes of JSON
    """Return the schema of an object; `required`: keys that are always there, separated by spaces."""
    return {"type": "object", "required": required.split(), "properties": properties}


DECISIONS: Final = [
    *("draw", "rule", "note", "assign", "dismiss", "result", "fail_table", "join", "appoint", "sign"),
]


SCHEMAS: Final[dict[str, dict[str, Any]]] = {
    **TABLES_SCHEMAS,
    "HubTables": _with("tables", tables=OBJECTS),
    "HubCup": _with("cup", cup={"type": ["object", "null"]}),
    "HubReferee": _with(
        "waiting loose unread dismissed noted signers joining",
        waiting=OBJECTS,
        loose=OBJECTS,
        unread=OBJECTS,
        dismissed=OBJECTS,
        noted=OBJECTS,
        signers=OBJECTS,
        joining={"type": "object"},
    ),
    "HubDecision": _with("do", do={"enum": DECISIONS}),
    "HubDone": _with("ok", ok={"type": "boolean"}, pin=TEXT, name=TEXT, role=TEXT),
    "HubOpening": _with(
        "title format tables players", title=TEXT, format=TEXT, tables={"type": "integer"}, players=TEXT
    ),
    "HubBills": _with("bills", bills=OBJECTS, last_orders={"type": "boolean"}),
    "HubTaken": _with("taken", taken={"type": "integer"}),
    "HubPush": _with("table box entries", table=TEXT, box=TEXT, entries=OBJECTS),
    "HubAnswer": _with(
        "number last_orders",
        number={"type": "integer"},
        last_orders={"type": "boolean"},
        task={"type": ["object", "null"]},
        to_sign={"type": ["integer", "null"]},
    ),
    "HubReport": _with("ok report", ok={"type": "boolean"}, report={"type": ["object", "null"]}),
    "HubAsking": _with("table", table=TEXT, topic=TEXT, boot=TEXT, port={"type": "integer"}),
    "HubTable": {
        "type": "object",
        "properties": {"name": {"type": "string", "maxLength": 40}, "number": {"type": "integer"}},
        "minProperties": 1,
    },
}


def documented() -> Blueprint:
    """Register the route of the document."""
    return openapi.documented(ROUTES, PAGES, lambda: SCHEMAS)
