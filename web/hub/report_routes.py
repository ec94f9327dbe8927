"""Match reports, the bracket and certificates: pages to read and to print, and the JSON of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, abort, render_template, request

from scorer.json_forms.text import Denied
from web.json_http import as_json
from web.reports.wording import Words
from web.translations import language_of, t

if TYPE_CHECKING:
    from flask import Flask

    from web.hub.hub_services import RefereeDesk

GONE = "There is no such round; the tournament is at /cup."


def report_routes(app: Flask, desk: RefereeDesk) -> None:
    """Register the routes. A refusal is shown on the page."""

    @app.get("/report/<int:number>")
    def report(number: int) -> str | tuple[str, int]:
        language = language_of(request)
        try:
            shown = desk.reports.shown(number, language)
        except Denied as denied:
            return not_yet(why_not(denied, language)), 409
        if shown is None:
            abort(404, GONE)
        return render_template(
            "hub/report.html", report=shown, say=Words(language, shown["variant"]), to="/api/referee"
        )

    @app.get("/report/<int:number>.json")
    def report_json(number: int) -> Response:
        found = desk.reports.finished(number)
        return abort(404, GONE) if found is None else as_json(found.to_json())

    @app.get("/certificates")
    def certificates() -> str | tuple[str, int]:
        language = language_of(request)
        try:
            shown = desk.certificates(request.args.get("name"), language)
        except Denied as denied:
            return not_yet(why_not(denied, language)), 409
        if shown is None or not shown["people"]:
            abort(404, "There is nobody to certify; the tournament is at /cup.")
        return render_template("hub/certificates.html", tournament=shown, say=Words(language))

    @app.get("/bracket")
    def bracket() -> str:
        shown = desk.shown(language_of(request))
        if shown is None or not shown["bracket"]:
            abort(404, "There is no bracket; the tournament is at /cup.")
        return render_template("hub/bracket.html", tournament=shown)


def why_not(denied: Exception, language: str) -> str:
    """Return why there is no report yet, in the page's own words if it has some for the refusal."""
    code = str(getattr(denied, "code", ""))
    key = "hub.lost" if code == "away" else f"hub_refused.{code.removeprefix('cup.')}"
    words = t(language, key)
    return str(denied) if words == key else words


def not_yet(said: str, *, back: str = "") -> str:
    """Return a page with the reason why there is no report, or that none is needed.

    `back`: the target of the way back, if not the tournament.
    """
    return render_template("hub/not_yet.html", said=said, back=back)
