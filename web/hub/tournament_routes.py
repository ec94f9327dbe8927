"""The tournament: the public view, the actions of landlord and referee, and printable pages, also at its tables."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, Literal

from flask import Response, abort, render_template, request

from scorer.json_forms.text import Denied
from web.described import HTML, OK, Doc
from web.json_http import as_json, register_order, register_page, register_reply, request_json
from web.reports.wording import Words
from web.routes.phone_routes import seat_request_routes
from web.translations import language_of, t
from web.visitors import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from flask import Flask

    from web.hub.hub_services import RefereeDesk
    from web.services import HubReport

    PageAnswer = Response | str | tuple[str, int]

DECISION: Final = Literal[
    "draw", "rule", "note", "assign", "dismiss", "result", "fail_table", "join", "appoint", "sign"
]
SIGNATURE: Final = {"round": int, "role": str, "pin": str, "body": str}
LONGEST_LIST: Final = 14_000
GONE: Final = "There is no such round; the tournament is at /cup."


def tournament_routes(app: Flask, desk: RefereeDesk) -> None:
    """Register the routes of the tournament at the hub."""
    seat_request_routes(app, desk.joining)

    def act() -> dict[str, object]:
        return {"ok": True, **desk.act(request_json(), language_of(request))}

    @app.get("/cup")
    @Doc("The tournament, for phones: who sits where, the standings, all results", kind=HTML)
    def cup() -> str:
        return render_template("hub/tournament.html")

    register_page(app, "/desk", "The referee's page", partial(render_template, "hub/desk.html"))
    doc = Doc("The tournament: seats, standings, rounds, bracket, winners", "CurrentTournament")
    register_reply(app, "GET /api/cup", lambda: {"cup": desk.to_json(language_of(request))}, doc)
    doc = Doc("What waits for the referee, and what his approval would change", "Waits", role=Role.TABLE)
    register_reply(app, "GET /api/referee", lambda: desk.waiting(language_of(request)), doc)
    doc = Doc("Draw, rule, note, assign, let guests join, name who signs, sign", dict, body={"do": DECISION})
    register_reply(app, "POST /api/referee", act, doc)

    @app.post("/api/landlord/cup")
    @Doc("Open a tournament", OK, body={"title": str, "format": str, "tables": int, "players": str})
    def begin() -> Response:
        match request_json():
            case {
                "title": str(title),
                "format": str(form),
                "tables": int(tables),
                "players": str(players),
            } if not isinstance(tables, bool) and len(players) <= LONGEST_LIST:
                unused = ", ".join(desk.open(title=title, form=form, tables=tables, players=players))
                note = unused and t(language_of(request), "tournament.unused", columns=unused)
                return as_json({"ok": True, "note": note})
        return abort(
            400, 'Send {"title": "Pokal", "format": "groups", "tables": 4, "players": "Anna\\nBen"}.'
        )

    register_order(app, "DELETE /api/landlord/cup", desk.abandon, Doc("Abandon the tournament", OK))


def paper_routes(app: Flask, desk: RefereeDesk) -> None:
    """Register the routes of match reports, bracket and certificates."""

    @app.get("/report/<int:number>")
    @Doc("The match report of a round, for reading, signing and printing on A4", kind=HTML)
    def report(number: int) -> PageAnswer:
        return _report_page(lambda language: desk.reports.to_json(number, language), to="/api/referee")

    @app.get("/report/<int:number>.json")
    @Doc("The match report of a round, with who confirmed it and when", dict)
    def report_json(number: int) -> Response:
        found = desk.reports.finished(number)
        return abort(404, GONE) if found is None else as_json(found.to_json())

    @app.get("/certificates")
    @Doc("Certificates at the end: of the best three, or with name=NAME of one", kind=HTML)
    def certificates() -> PageAnswer:
        def write(language: str) -> str:
            shown = desk.certificates(request.args.get("name"), language)
            if shown is None or not shown["people"]:
                abort(404, "There is nobody to certify; the tournament is at /cup.")
            return render_template("hub/certificates.html", tournament=shown, say=Words(language))

        return _or_why_not(write)

    @app.get("/bracket")
    @Doc("The bracket of a knock-out, for printing on A4", kind=HTML)
    def bracket() -> str:
        shown = desk.to_json(language_of(request))
        if shown is None or not shown["bracket"]:
            abort(404, "There is no bracket; the tournament is at /cup.")
        return render_template("hub/bracket.html", tournament=shown)


def match_report_routes(app: Flask, reports: HubReport) -> None:
    """Register a table's routes for the report of its match, which is read and signed there as on the hub's own page."""

    # each request asks the hub
    @app.get("/match-report")
    @Doc("The match report of a tournament, to read and sign at the table", kind=HTML, role=Role.TABLE)
    def page() -> PageAnswer:
        return _report_page(reports.to_json, to="/api/match-report", back="/")

    doc = Doc("Sign the match report that was read here", OK, body=SIGNATURE)
    register_order(app, "POST /api/match-report", lambda: reports.sign(request_json()), doc)


def _report_page(make: Callable[[str], Mapping[str, Any] | None], *, to: str, back: str = "") -> PageAnswer:
    """Return a match report as a page; signatures are sent to the address `to`.

    `back`: the address of the back link, if not the tournament.
    """

    def write(language: str) -> str:
        shown = make(language)
        if shown is None:
            return render_template("hub/not_yet.html", back=back) if back else abort(404, GONE)
        say = Words(language, shown["variant"])
        return render_template("hub/report.html", report=shown, say=say, back=back, to=to)

    return _or_why_not(write, back)


def _or_why_not(write: Callable[[str], str], back: str = "") -> PageAnswer:
    """Return a page, or one with the reason for a refusal, in the page's own words if it has some."""
    language = language_of(request)
    try:
        return write(language)
    except Denied as denied:
        key = "hub.lost" if denied.code == "away" else f"hub_refused.{denied.code.removeprefix('cup.')}"
        said = str(denied) if t(language, key) == key else t(language, key)
        return render_template("hub/not_yet.html", said=said, back=back), 200 if back else 409
