"""Evenings, seasons, people and dice: pages to read and to print, and files to download."""

from __future__ import annotations

import sys
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from flask import Response, abort, render_template, request

import scorer
from web import translations
from web.answers import attachment, csv_table, qr_code
from web.described import CSV, HTML, OK, SVG, SWITCH, Doc
from web.json_http import register_page, register_reply, reply_response, request_json, request_switch
from web.reports.tables import (
    COLUMNS,
    MOST_RESULTS,
    balance_chart,
    brought_by,
    has_declarations,
    net_moves,
    season_columns,
    sheet_of,
    sort_players,
    split_phases,
)
from web.reports.take_home import POLICY, file_name, style, without_names
from web.reports.wording import Words
from web.security.authorization import may_play
from web.translations import language_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from flask import Flask

    from web.services import Consent, People, Reports

USUAL: Final = "rating"
"""The column that sorts a season; it does not reward those who play longest."""
GONE: Final = "There is no such evening; the list is at /evenings."
NOBODY: Final = "Nobody of this name is shown; everybody is at /people."
GAME_COLUMNS: Final = {
    "report.game": "place",
    "report.variant": "variant",
    "report.began": "began",
    "report.ended": "ended",
    "report.minutes": "minutes",
    "report.player": "player",
    **{f"column.{count}": count for count in ("lost", "lost_rounds", "lost_halves", "rounds", "schnapps")},
    **{f"column.{count}": count for count in ("glasses", "chicagos")},
    "report.taken": "taken",
    "report.given": "given",
    "column.won": "won",
    "report.points": "points",
    "column.pays": "pays",
}
"""The columns of an evening's table: words, and the key of the value."""


def report_routes(app: Flask, reports: Reports, address: Callable[[], str]) -> None:
    """Register the routes of evenings and of the dice. `address` returns the page's URL for phones."""
    register_page(app, "/dice", "The watch over the dice", lambda: _page("dice", report=reports.dice()))
    register_page(app, "/evenings", "All evenings", lambda: _page("evenings", evenings=reports.evenings()))

    @app.get("/evenings/<int:number>")
    @Doc("The report of an evening, to print", kind=HTML)
    def evening_page(number: int) -> str:
        return _evening_page("evening", _evening(reports, number))

    doc = Doc("An evening to take away", dict)
    register_reply(app, "GET /evenings/<int:number>.json", partial(_evening, reports), doc)

    @app.get("/evenings/<int:number>.csv")
    @Doc("An evening to take away", kind=CSV)
    def evening_csv(number: int) -> Response:
        say = _words()
        rows = [
            _game_row(say, place, game, player)
            for place, game in enumerate(_evening(reports, number)["games"], start=1)
            for player in game["players"]
        ]
        return csv_table(f"evening-{number}", list(map(say.t, GAME_COLUMNS)), rows)

    @app.get("/evenings/<int:number>.svg")
    @Doc("The address of that evening's report as a QR code", kind=SVG)
    def evening_code(number: int) -> Response:
        _evening(reports, number)
        return qr_code(
            f"{address().rstrip('/')}/evenings/{number}", translations.t(language_of(request), "finale.code")
        )


def _game_row(say: Words, place: int, game: Mapping[str, Any], player: Mapping[str, Any]) -> list[object]:
    times = {when: (game[when] or "")[:16].replace("T", " ") for when in ("began", "ended")}
    told = {"place": place, "variant": say.variant(game["variant"]), **times, **player}
    counted = {"lost": int(player["lost"]), "won": int(player["player"] == game["winner"])}
    # With their zones: also across a change of the clocks.
    began, ended = (game[when] and datetime.fromisoformat(game[when]) for when in ("began", "ended"))
    known = began and ended and ended >= began
    minutes = round((ended - began).total_seconds() / 60) if known else None
    return [{**told, **counted, "minutes": minutes}[key] for key in GAME_COLUMNS.values()]


def season_routes(app: Flask, reports: Reports) -> None:
    """Register the routes of seasons."""

    def season_asked() -> Mapping[str, Any]:
        variant = request.args.get("variant")
        year = request.args.get("year", type=int)
        return reports.season(year, variant if variant in scorer.VARIANTS else None)

    @app.get("/season")
    @Doc("The season's table", kind=HTML)
    def season() -> str:
        season = season_asked()
        by = request.args.get("sort", "")
        by, up = (by if by in COLUMNS else USUAL), request.args.get("order") == "up"
        players, columns = sort_players(season["players"], by, up=up), season_columns(season)
        return _page("season", season=season, columns=columns, players=players, sort=by, up=up)

    doc = Doc("A season to take away", dict, asked={"year": int, "variant": str})
    register_reply(app, "GET /season.json", season_asked, doc)

    @app.get("/season.csv")
    @Doc("A season to take away", kind=CSV, asked={"year": int, "variant": str})
    def season_csv() -> Response:
        season, say = season_asked(), _words()
        players = sort_players(season["players"], USUAL, up=False)
        rows = [[player[name] for name in COLUMNS] for player in players]
        head = [say.t(f"column.{name}") for name in COLUMNS]
        return csv_table(f"season-{season['year'] or 'none'}", head, rows)


def people_routes(app: Flask, reports: Reports, people: People) -> None:
    """Register the routes of people's pages and their list."""

    @app.get("/people")
    @Doc("Everybody who plays here, by rating", kind=HTML)
    def everybody() -> str:
        return _page("people", people=reports.people(), may_play=may_play())

    @app.get("/person")
    @Doc("The page of one person", kind=HTML, asked={"name": str})
    def person() -> str:
        """Show the person in ?name=; at the table, hidden people too."""
        one = reports.person(request.args.get("name", ""))
        if one is None or (one["hidden"] and not may_play()):
            abort(404, NOBODY)
        others = [name for name in reports.names() if name != one["player"]] if may_play() else []
        chart = balance_chart(one["form"])
        return _page("person", one=one, chart=chart, others=others, may_play=may_play())

    body = [{"player": str, "hidden": bool}, {"player": str, "same": str | None}]
    doc = Doc("Show or hide somebody, or let two names be one", OK, body=body)
    register_reply(app, "PUT /api/people", lambda: people.change(request_json()), doc)


def take_home_routes(app: Flask, reports: Reports, consent: Consent) -> None:
    """Register the routes for the files that guests may take home."""

    def evening_to_take(number: int) -> tuple[Mapping[str, Any], bool]:
        evening = _evening(reports, number)
        named = consent.has_consent(number)
        return (evening if named else without_names(evening, _words())), named

    @app.get("/evenings/<int:number>/take-home")
    @Doc("An evening as a page, a print and a picture to take home", kind=HTML)
    def take_home(number: int) -> str:
        evening, named = evening_to_take(number)
        return _evening_page("take_home", evening, named=named, may_play=may_play())

    @app.get("/evenings/<int:number>.html")
    @Doc("An evening's report in one file that asks nobody for anything", kind=HTML)
    def file(number: int) -> Response:
        evening, _ = evening_to_take(number)
        text = _evening_page("take_home_file", evening, whole=True, policy=POLICY)
        text = text.replace("<style></style>", f"<style>{style()}</style>", 1)
        answer = attachment(text, f"{file_name(evening)}.html", "text/html")
        answer.headers["Content-Security-Policy"] = POLICY
        return answer

    @app.put("/api/evenings/<int:number>/names")
    @Doc("Let an evening's names leave the house, or no longer", OK, body=SWITCH)
    def names(number: int) -> Response:
        return reply_response(consent.set_consent(number, on=request_switch("names may leave the house")))


def _evening(reports: Reports, number: int) -> Mapping[str, Any]:
    return reports.evening(number) or abort(404, GONE)


def _words() -> Words:
    return Words(language_of(request))


def _page(name: str, **values: object) -> str:
    return render_template(f"reports/{name}.html", say=_words(), **values)


def _evening_page(name: str, evening: Mapping[str, Any], *, whole: bool = False, **values: object) -> str:
    number, most = request.args.get("page", 1, type=int), sys.maxsize if whole else MOST_RESULTS
    return _page(
        name,
        evening=evening,
        sheet=sheet_of(evening["games"], number, most),
        parts=split_phases,
        brought_by=brought_by,
        declares=has_declarations,
        net=net_moves,
        **values,
    )
