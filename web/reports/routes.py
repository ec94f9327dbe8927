"""Evenings, seasons and dice: pages to read and to print, and files to download."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, abort, render_template, request

import scorer
from web import translations
from web.json_http import as_json
from web.reports.csv_export import csv_bytes
from web.reports.tables import (
    COLUMNS,
    MOST_RESULTS,
    brought_by,
    by_player,
    has_declarations,
    net_moves,
    season_columns,
    sheet_of,
    sort_players,
    split_phases,
)
from web.reports.wording import Words
from web.routes.spectators import qr_code
from web.translations import language_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from web.services import Reports

USUAL: Final = "rating"
"""The column that sorts a season: one that does not reward who sits there longest."""
GONE: Final = "There is no such evening; the list is at /evenings."


def report_pages(reports: Reports, address: Callable[[], str] | None = None) -> Blueprint:
    """Register the routes of the reports. `address`: returns the page's address for phones; None: as requested."""
    routes = Blueprint("reports", __name__)
    _register_evenings(routes, reports)
    _register_codes(routes, reports, address)
    _register_season(routes, reports)

    @routes.get("/dice")
    def dice() -> str:
        return _page("dice", report=reports.dice())

    return routes


def _register_evenings(routes: Blueprint, reports: Reports) -> None:
    def evening_or_404(number: int) -> Mapping[str, Any]:
        evening = reports.evening(number)
        if evening is None:
            abort(404, GONE)
        return evening

    @routes.get("/evenings")
    def evenings() -> str:
        return _page("evenings", evenings=reports.evenings())

    @routes.get("/evenings/<int:number>")
    def evening(number: int) -> str:
        return evening_page("evening", evening_or_404(number))

    @routes.get("/evenings/<int:number>.json")
    def evening_json(number: int) -> Response:
        return as_json(evening_or_404(number))

    @routes.get("/evenings/<int:number>.csv")
    def evening_csv(number: int) -> Response:
        evening, say = evening_or_404(number), _words()
        rows = [
            _game_row(say, place, game, player)
            for place, game in enumerate(evening["games"], start=1)
            for player in game["players"]
        ]
        return _csv(f"evening-{number}", _game_head(say), rows)


def _register_codes(routes: Blueprint, reports: Reports, address: Callable[[], str] | None) -> None:
    """Register the route of the QR code for an evening's report."""

    @routes.get("/evenings/<int:number>.svg")
    def evening_code(number: int) -> Response:
        if reports.evening(number) is None:
            abort(404, GONE)
        here = (request.host_url if address is None else address()).rstrip("/")
        code = qr_code(f"{here}/evenings/{number}", translations.t(language_of(request), "finale.code"))
        return Response(code, mimetype="image/svg+xml")


def _register_season(routes: Blueprint, reports: Reports) -> None:
    def season_asked() -> Mapping[str, Any]:
        variant = request.args.get("variant")
        year = request.args.get("year", type=int)
        return reports.season(year, variant if variant in scorer.VARIANTS else None)

    @routes.get("/season")
    def season() -> str:
        season = season_asked()
        by = request.args.get("sort", "")
        by, up = (by if by in COLUMNS else USUAL), request.args.get("order") == "up"
        return _page(
            "season",
            season=season,
            columns=season_columns(season),
            players=sort_players(season["players"], by, up=up),
            sort=by,
            up=up,
        )

    @routes.get("/season.json")
    def season_json() -> Response:
        return as_json(season_asked())

    @routes.get("/season.csv")
    def season_csv() -> Response:
        season, say = season_asked(), _words()
        head = [say.t(f"column.{name}") for name in COLUMNS]
        rows = [
            [player[name] for name in COLUMNS] for player in sort_players(season["players"], USUAL, up=False)
        ]
        return _csv(f"season-{season['year'] or 'none'}", head, rows)


def _words() -> Words:
    return Words(language_of(request))


def _page(name: str, **values: object) -> str:
    return render_template(f"reports/{name}.html", say=_words(), **values)


def evening_page(name: str, evening: Mapping[str, Any], *, whole: bool = False, **values: object) -> str:
    """Return a page that shows an evening game by game: the one that the request asks for, or all in one."""
    number, most = request.args.get("page", 1, type=int), sys.maxsize if whole else MOST_RESULTS
    return _page(
        name,
        evening=evening,
        sheet=sheet_of(evening["games"], number, most),
        parts=split_phases,
        brought_by=brought_by,
        by_player=by_player,
        declares=has_declarations,
        net=net_moves,
        **values,
    )


def _csv(name: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> Response:
    answer = Response(csv_bytes(head, rows, language_of(request)), mimetype="text/csv")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def _game_head(say: Words) -> list[str]:
    t = say.t
    return [
        t("report.game"),
        t("report.variant"),
        t("report.began"),
        t("report.ended"),
        t("report.player"),
        t("column.lost"),
        t("column.lost_rounds"),
        t("column.lost_halves"),
        t("column.rounds"),
        t("column.schnapps"),
        t("column.glasses"),
        t("column.chicagos"),
        t("report.taken"),
        t("report.given"),
        t("column.won"),
        t("report.points"),
        t("column.pays"),
    ]


def _game_row(say: Words, place: int, game: Mapping[str, Any], score: Mapping[str, Any]) -> list[object]:
    counts = ("lost_rounds", "lost_halves", "rounds", "schnapps", "glasses", "chicagos", "taken", "given")
    return [
        place,
        say.variant(game["variant"]),
        _plain_time(game["began"]),
        _plain_time(game["ended"]),
        score["player"],
        int(score["lost"]),
        *(score[count] for count in counts),
        int(score["player"] == game["winner"]),
        score["points"],
        score["pays"],
    ]


def _plain_time(when: str | None) -> str:
    """Return a time in a form that every spreadsheet reads."""
    return "" if when is None else when[:16].replace("T", " ")
