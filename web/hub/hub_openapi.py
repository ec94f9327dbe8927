"""The hub's interface as OpenAPI 3.1, served at /api like a table's."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NotRequired

from web.routes.openapi import OK, SWITCH, Json, by_method, route
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
SHARED: Final = {
    "GET": (
        "/api",
        "/api/me",
        "/api/stream",
        "/secure/certificate.crt",
        "/api/landlord/devices",
        "/api/landlord/backup",
    ),
    "POST": (
        "/api/login",
        "/api/logout",
        "/api/first",
        "/api/first/noted",
        "/api/landlord/devices",
        "/api/landlord/pin",
        "/api/seat",
        "/api/seats/asked/<asked>",
        "/api/landlord/pin/noted",
        "/api/landlord/restore",
    ),
    "DELETE": ("/api/seat", "/api/landlord/devices/<device>"),
    "PUT": ("/api/landlord/devices/<device>",),
}
"""The routes that the hub shares with a table."""
DECISION: Final = Literal[
    "draw", "rule", "note", "assign", "dismiss", "result", "fail_table", "join", "appoint", "sign"
]
ASKING: Final = {"table": str, "boot": NotRequired[str], "port": NotRequired[int]}
GET: Final = {
    "/api/board": route("All tables as they are now, and the tournament", dict),
    "/healthz": route("The state of the hub", dict),
    "/api/landlord/tables": route("The tables, and which of them needs help", {"tables": list[Json]}),
    "/api/cup": route("The tournament: seats, standings, rounds, bracket, winners", {"cup": Json | None}),
    "/report/<int:number>.json": route("The match report of a round, with who confirmed it and when", dict),
    "/api/referee": route("What waits for the referee, and what his approval would change", dict),
    "/api/landlord/bills": route("The bill of each table", {"bills": list[Json], "last_orders": bool}),
    "/qr.svg": route("A QR code of the address that a phone opens", kind="image/svg+xml"),
}  # fmt: skip
POST: Final = {
    "/api/referee": route("Draw, rule, note, assign, let guests join, name who signs, sign", dict, body={"do": DECISION}),
    "/api/landlord/cup": route("Open a tournament", OK, body={"title": str, "format": str, "tables": int, "players": str}),
    "/api/landlord/last-orders": route("Announce the last round for all tables, or withdraw it", OK, body=SWITCH),
    "/api/v1/push": route("A table sends its finished games", {"taken": int}, body={"table": str, "box": str, "entries": list[Json]}),
    "/api/v1/table": route("A table asks for its tasks", {"number": int, "last_orders": bool, "task": NotRequired[Json | None], "to_sign": NotRequired[int | None]}, body=ASKING),
    "/api/v1/report": route("A table asks for the match report that is signed there", {**OK, "report": Json | None}, body=ASKING),
    "/api/v1/sign": TABLES_ROUTES["POST", "/api/match-report"],
}  # fmt: skip
PUT: Final = {
    "/api/landlord/tables/<int:number>": route("Give a table a name, or another number", OK, body=[{"name": Annotated[str, {"maxLength": 40}]}, {"number": int}]),
}  # fmt: skip
DELETE: Final = {
    "/api/landlord/tables/<int:number>": route("Remove a table from the list", OK),
    "/api/landlord/cup": route("Abandon the tournament", OK),
}  # fmt: skip
ROUTES: Final = {
    **{(method, rule): TABLES_ROUTES[method, rule] for method, rules in SHARED.items() for rule in rules},
    **by_method(GET=GET, POST=POST, PUT=PUT, DELETE=DELETE),
}
