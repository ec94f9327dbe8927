"""Documents each route, and the role that it needs, where it is registered."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, TypeVar

from flask import Flask

from web.visitors import Role

JSON: Final = "application/json"
CSV: Final = "text/csv"
HTML: Final = "text/html"
JPEG: Final = "image/jpeg"
SVG: Final = "image/svg+xml"
BYTES: Final = Annotated[str, {"format": "binary"}]
OK: Final = {"ok": Literal[True]}
SWITCH: Final = {"on": bool}
View = TypeVar("View", bound="Callable[..., Any]")
NAME: Final = {"name": Annotated[str, {"minLength": 1}]}


@dataclass(frozen=True, slots=True)
class Doc:
    """The documentation of a route, for the API document and the gate.

    `answer` and `body` are types: a class, the name of a schema from the table, the types of an object's keys, or a list of
    alternatives. `asked`: the query's parameters. `role`: who may use the route, in place of what `needs` says. `keyed`: the
    route checks a key that a program sends in place of cookie and token. `kind`, `takes`: the media types of answer and body.
    """

    summary: str
    answer: object = str
    kind: str = JSON
    body: object = None
    takes: str = JSON
    asked: Mapping[str, type] = field(default_factory=dict)
    role: Role | None = None
    keyed: bool = False

    def __call__(self, view: View) -> View:
        """Attach this documentation to a view function, before it is registered."""
        vars(view)["doc"] = self
        return view


class PageApp(Flask):
    """An application that finds a route's `Doc` by method and address, since views for different routes may share a name."""

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - as in Flask
        self.docs: dict[tuple[str, str], Doc] = {}
        super().__init__(*args, **options)

    def add_url_rule(self, rule: str, endpoint: str | None = None, view_func: View | None = None, *rest: Any, **more: Any) -> None:  # fmt: skip  # noqa: ANN401 - as in Flask
        """Register a route; a route without a `Doc` is not part of the API."""
        methods = more.get("methods") or ("GET",)
        if (doc := vars(view_func).get("doc")) is not None:
            self.docs |= {(method, rule): doc for method in methods}
        super().add_url_rule(rule, endpoint or f"{methods} {rule}", view_func, *rest, **more)


def docs_of(app: Flask) -> Mapping[tuple[str, str], Doc]:
    """Return the documented routes by (method, address)."""
    assert isinstance(app, PageApp)
    return app.docs
