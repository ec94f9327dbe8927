"""People: the list with ratings, and a page for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, abort, render_template, request

from web.json_http import reply_response, sent_json
from web.reports.wording import Words
from web.security.authorization import may_play
from web.translations import language_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from web.services import People, Reports

GONE: Final = "Nobody of this name is shown; everybody is at /people."
WIDTH: Final = 640
HEIGHT: Final = 220
"""Size of the form chart, in its own units."""
LEAST: Final = 1.0
"""The least losses from the middle to an edge of the chart: a small swing is not drawn as a large one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A line of a person's balance: the `line` as SVG points, its `dots`, and the losses at an `edge`."""

    line: str
    dots: tuple[tuple[float, float], ...]
    edge: float


def people_pages(reports: Reports, people: People | None) -> Blueprint:
    """Register the routes of people. Without `people` nobody can be hidden."""
    routes = Blueprint("people", __name__)

    @routes.get("/people")
    def everybody() -> str:
        return render_template(
            "reports/people.html", say=_words(), people=reports.people(), may_play=may_play() and bool(people)
        )

    @routes.get("/person")
    def person() -> str:
        """Show the person in ?name=; the table sees hidden ones too, to show them again."""
        person = reports.person(request.args.get("name", ""))
        if person is None or (person["hidden"] and not may_play()):
            abort(404, GONE)
        return render_template(
            "reports/person.html",
            say=_words(),
            one=person,
            chart=balance_chart(person["form"]),
            others=[name for name in reports.names() if name != person["player"]] if may_play() else [],
            may_play=may_play() and people is not None,
        )

    if people is not None:

        @routes.put("/api/people")
        def change() -> Response:
            return reply_response(people.change(sent_json()))

    return routes


def balance_chart(form: Sequence[Mapping[str, Any]]) -> Chart | None:
    """Draw a person's balance from evening to evening; None for fewer than two, which make no line."""
    if len(form) < 2:
        return None
    balances = [float(entry["balance"]) for entry in form]
    edge = max(LEAST, *map(abs, balances))
    dots = tuple(
        (round(WIDTH * place / (len(balances) - 1), 1), round(HEIGHT / 2 * (1 - balance / edge), 1))
        for place, balance in enumerate(balances)
    )
    return Chart(line=" ".join(f"{x},{y}" for x, y in dots), dots=dots, edge=edge)


def _words() -> Words:
    return Words(language_of(request))
