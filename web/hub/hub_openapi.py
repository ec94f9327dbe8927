"""The hub's interface as OpenAPI 3.1, served at /api like a table's."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NotRequired

from web.routes.openapi import OK, SWITCH, Json, route
from web.routes.openapi import ROUTES as TABLES_ROUTES

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
DECISION: Final = Literal[
    "draw", "rule", "note", "assign", "dismiss", "result", "fail_table", "join", "appoint", "sign"
]
ASKING: Final = {"table": str, "boot": NotRequired[str], "port": NotRequired[int]}
ROUTES: Final[dict[tuple[str, str], dict[str, Any]]] = {
    **{key: TABLES_ROUTES[key] for key in SHARED},
    ("GET", "/api/board"): route("All tables as they are now, and the tournament", dict),
    ("GET", "/healthz"): route("The state of the hub", dict),
    ("GET", "/api/landlord/tables"): route("The tables, and which of them needs help", {"tables": list[Json]}),
    ("PUT", "/api/landlord/tables/<int:number>"): route("Give a table a name, or another number", OK, body=[{"name": Annotated[str, {"maxLength": 40}]}, {"number": int}]),
    ("DELETE", "/api/landlord/tables/<int:number>"): route("Remove a table from the list", OK),
    ("GET", "/api/cup"): route("The tournament: seats, standings, rounds, bracket, winners", {"cup": Json | None}),
    ("GET", "/report/<int:number>.json"): route("The match report of a round, with who confirmed it and when", dict),
    ("GET", "/api/referee"): route("What waits for the referee, and what his approval would change", dict),
    ("POST", "/api/referee"): route("Draw, rule, note, assign, let guests join, name who signs, sign", dict, body={"do": DECISION}),
    ("POST", "/api/landlord/cup"): route("Open a tournament", OK, body={"title": str, "format": str, "tables": int, "players": str}),
    ("DELETE", "/api/landlord/cup"): route("Abandon the tournament", OK),
    ("GET", "/api/landlord/bills"): route("The bill of each table", {"bills": list[Json], "last_orders": bool}),
    ("POST", "/api/landlord/last-orders"): route("Announce the last round for all tables, or withdraw it", OK, body=SWITCH),
    ("POST", "/api/v1/push"): route("A table sends its finished games", {"taken": int}, body={"table": str, "box": str, "entries": list[Json]}),
    ("POST", "/api/v1/table"): route("A table asks for its tasks", {"number": int, "last_orders": bool, "task": NotRequired[Json | None], "to_sign": NotRequired[int | None]}, body=ASKING),
    ("POST", "/api/v1/report"): route("A table asks for the match report that is signed there", {**OK, "report": Json | None}, body=ASKING),
    ("POST", "/api/v1/sign"): TABLES_ROUTES["POST", "/api/match-report"],
    ("GET", "/qr.svg"): route("A QR code of the address that a phone opens", kind="image/svg+xml"),
}  # fmt: skip
