"""A clock is an argument with a default: what is given is used everywhere below."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from lint.house import Fault, House

OWN_CLOCKS: Final = {
    "knobeltisch/app/build.py": "chooses the clocks for everything below it",
    "knobeltisch/commands/": "where programs start",
    "knobeltisch/update/": "a program of its own, which watches another",
    "knobeltisch/health/": "the doctor looks at the device itself, its clock included",
    "knobeltisch/device/boot.py": "judges the device's clock",
    "knobeltisch/access/certificates.py": "browsers compare a certificate with the time of day",
    "knobeltisch/device/retry.py": "waits for an event, which no other clock ends",
    "knobeltisch/lifecycle/stop_request.py": "waits for an event",
    "knobeltisch/mqtt/broker.py": "waits for a socket",
    "knobeltisch/storage/claim.py": "waits for another process",
}
"""The files and folders that may read the device's clock, each with its reason."""


def clocks_read_directly(house: House) -> Iterator[Fault]:
    """Give each `time.time` and `time.monotonic` that is no default of an argument or a field."""
    for name in house.named("knobeltisch/*.py", "vision/*.py"):
        if not name.startswith(tuple(OWN_CLOCKS)):
            defaults = {id(part) for node in house.nodes(name) for part in defaults_of(node)}
            for node in house.nodes(name):
                match node:
                    case ast.Attribute(value=ast.Name(id="time"), attr="time" | "monotonic" as clock):
                        if id(node) not in defaults:
                            yield Fault(name, node.lineno, f"reads time.{clock}; take a clock as an argument")
                    case ast.ImportFrom(module="time", names=names):
                        if {"time", "monotonic"} & {clock.name for clock in names}:
                            yield Fault(name, node.lineno, "import time as a whole: a clock is an argument")


def defaults_of(node: ast.AST) -> list[ast.expr | None]:
    """Return the defaults of a function's arguments, or of a field."""
    match node:
        case ast.arguments():
            return [*node.defaults, *node.kw_defaults]
        case ast.AnnAssign():
            return [node.value]
        case ast.keyword(arg="default_factory"):
            return [node.value]
    return []
