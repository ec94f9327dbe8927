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
    "/landlord": "The landlord's page, behind his PIN",
    "/secure": "Whether changes go over https, and the steps to trust the certificate",
}
SHARED: Final = (
    *(("GET", "/api"), ("GET", "/api/me"), ("GET", "/api/stream"), ("GET", "/secure/certificate.crt")),
    *(("POST", "/api/login"), ("POST", "/api/logout"), ("POST", "/api/first"), ("POST", "/api/first/noted")),
    *(("GET", "/api/landlord/devices"), ("POST", "/api/landlord/devices"), ("POST", "/api/landlord/pin")),
    *(("PUT", "/api/landlord/devices/<device>"), ("DELETE", "/api/landlord/devices/<device>")),
    *(
        ("POST", "/api/landlord/pin/noted"),
        ("GET", "/api/landlord/backup"),
        ("POST", "/api/landlord/restore"),
    ),
)
"""What the hub has as a table has it."""
ROUTES: Final[dict[tuple[str, str], dict[str, Any]]] = {
    **{key: TABLES_ROUTES[key] for key in SHARED},
    ("GET", "/api/board"): route("All tables as they are now, and the tournament", None, kind="application/json"),
    ("GET", "/healthz"): route("How the hub runs", None, kind="application/json"),
    ("GET", "/api/landlord/tables"): route("The tables, and which of them needs help", "HubTables"),
    ("PUT", "/api/landlord/tables/<int:number>"): route("Give a table a name, or another number", "Done", body=sends("HubTable")),
    ("DELETE", "/api/landlord/tables/<int:number>"): route("Take a table off the list", "Done"),
    ("GET", "/qr.svg"): route("A QR code of the address that a phone opens", None, kind="image/svg+xml"),
}  # fmt: skip
OBJECTS: Final = {"type": "array", "items": {"type": "object"}}
SCHEMAS: Final[dict[str, dict[str, Any]]] = {
    **TABLES_SCHEMAS,
    "HubTables": {"type": "object", "required": ["tables"], "properties": {"tables": OBJECTS}},
    "HubTable": {
        "type": "object",
        "properties": {"name": {"type": "string", "maxLength": 40}, "number": {"type": "integer"}},
        "minProperties": 1,
    },
}


def documented() -> Blueprint:
    """Lay the route of the document."""
    return openapi.documented(ROUTES, PAGES, SCHEMAS)
