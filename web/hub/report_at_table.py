"""The match report at a table where the match was played: read and signed there as on the hub's own page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import render_template, request

from scorer.json_forms.text import Denied
from web.hub.report_routes import not_yet, why_not
from web.json_http import register_order, sent_json
from web.reports.wording import Words
from web.translations import language_of

if TYPE_CHECKING:
    from flask import Flask

    from web.services import MatchReport


def report_at_table(app: Flask, reports: MatchReport) -> None:
    """Register the routes. A refusal is shown on the page."""

    @app.get("/match-report")
    def page() -> str:
        language = language_of(request)
        try:
            shown = reports.to_json(language)
        except Denied as denied:
            return not_yet(why_not(denied, language), back="/")
        if shown is None:
            return not_yet("", back="/")
        say = Words(language, shown["variant"])
        return render_template("hub/report.html", report=shown, say=say, back="/", to="/api/match-report")

    register_order(app, "POST", "/api/match-report", lambda: reports.sign(sent_json()))
