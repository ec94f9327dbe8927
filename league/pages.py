"""The public pages of a division in all forms, rendered once for each change and kept in the database."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import logging
import threading
import time
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from jinja2 import Environment, PackageLoader

from league.calendar import ical
from league.club.confirming import let_due_stand, note_due
from league.club.crest import crest_of
from league.database import the_row
from league.errors import LeagueError
from league.matches.match_days import days_of, last_day, next_day
from league.matches.scores import sum_of_program
from league.matches.substitutes import keep_played_up
from league.matches.teams import teams_of
from league.reports.showing import reports_of
from league.table import division_of
from league.words import BY_LANGUAGE, ENGLISH, GERMAN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markupsafe import Markup
    from psycopg import Cursor

    from league.database import Database
    from league.federation.rulings import Ruling
    from league.matches.claims import Claim
    from league.matches.count import Played
    from league.reports.showing import ShownReport
    from league.table import Division

log = logging.getLogger(__name__)

KINDS: Final = {
    "html": "text/html; charset=utf-8",
    "en": "text/html; charset=utf-8",
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "ics": "text/calendar; charset=utf-8",
}
LOOK_S: Final = 1.0
"""How often the renderer looks for changes: what comes in a rush is rendered once."""
REST: Final = 4
"""While more comes in it rests so many times as long as the round took, so that pushes and pages have most of the machine under load."""
LONGEST_REST_S: Final = 20.0
DUE_S: Final = 900.0
"""How often it looks for deadlines that have passed."""
templates: Final = Environment(
    loader=PackageLoader("league"), autoescape=True, trim_blocks=True, lstrip_blocks=True
)


def number(value: Fraction, language: str = "de") -> str:
    """Return points in a language's notation, with at most two decimals."""
    text = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return text.replace(".", ",") if language == "de" else text


templates.filters["number"] = number
templates.filters["crest"] = crest_of
templates.filters["points"] = lambda points, language: number(Fraction(points), language)


def kind_of_fixture(number: int, language: str) -> str:
    """Return the kind under which a fixture's page is stored."""
    return f"fixture {number} {language}"


def kind_of_team(number: int, language: str) -> str:
    """Return the kind under which a team's page is stored."""
    return f"team {number} {language}"


def rendered(division: Division, reports: Mapping[int, ShownReport]) -> dict[str, bytes]:
    """Return a division in each of its forms, the pages of its teams, and of fixtures with details."""
    match_page = templates.get_template("fixture.html")
    title = f"{division.season}, {division.name}"
    calendar = ical(title, [match.fixture for match in division.matches])
    rows = {language: _rows(division, reports, words) for language, words in BY_LANGUAGE.items()}
    return {
        "html": _division_page(division, rows["de"], GERMAN),
        "en": _division_page(division, rows["en"], ENGLISH),
        "json": json.dumps(division_to_json(division, reports), ensure_ascii=False).encode(),
        "csv": _csv(division).encode("utf-8-sig"),
        "ics": calendar.encode(),
        **_team_pages(division, rows),
        **{
            kind_of_fixture(match.fixture.id, language): match_page.render(
                division=division, match=match, report=reports.get(match.fixture.id), words=words
            ).encode()
            for match in division.matches
            if match.fixture.id in reports or match.has_page
            for language, words in BY_LANGUAGE.items()
        },
    }


def _rows(
    division: Division, reports: Mapping[int, ShownReport], words: Mapping[str, str]
) -> dict[int, Markup]:
    """Return each match as a row in a language, by its fixture's number."""
    row = templates.get_template("match_row.html").module.match_row  # type: ignore[attr-defined]  # a macro
    return {match.fixture.id: row(match, words, reports) for match in division.matches}


def _division_page(division: Division, rows: Mapping[int, Markup], words: Mapping[str, str]) -> bytes:
    days = days_of(division.matches)
    shown = {"days": days, "last": last_day(days), "next": next_day(days)}
    page = templates.get_template("division.html")
    return page.render(division=division, rows=rows, words=words, **shown).encode()


def _team_pages(division: Division, rows: Mapping[str, Mapping[int, Markup]]) -> dict[str, bytes]:
    page = templates.get_template("team.html")
    return {
        kind_of_team(team.id, language): page.render(
            division=division, team=team, rows=rows[language], words=words
        ).encode()
        for team in teams_of(division)
        for language, words in BY_LANGUAGE.items()
    }


def division_to_json(division: Division, reports: Mapping[int, ShownReport]) -> dict[str, Any]:
    """Return a division as JSON."""
    return {
        "division": division.id,
        "season": division.season,
        "name": division.name,
        "format": division.format.name,
        "variant": division.format.variant,
        "table": [
            {
                "place": line.place,
                "pub": line.pub,
                "played": line.played,
                "won": line.won,
                "drawn": line.drawn,
                "lost": line.lost,
                "points": line.points,
                "own": float(line.own),
                "others": float(line.others),
            }
            for line in division.table
        ],
        "matches": [_match_to_json(match, reports.get(match.fixture.id)) for match in division.matches],
        "people": [
            {"name": person.name, "pub": person.pub, "games": person.games, "points": float(person.points)}
            for person in division.people
        ],
    }


def _match_to_json(match: Played, report: ShownReport | None) -> dict[str, Any]:
    key = report and {"key": report.key, "hash": report.hash, "accepted": report.accepted}
    return {
        "fixture": match.fixture.id,
        "round": match.fixture.round,
        "day": match.fixture.day.isoformat(),
        "home": match.fixture.home,
        "away": match.fixture.away,
        "games": match.games,
        "score": [float(match.home), float(match.away)] if match.is_over or match.games else None,
        "won": match.won,
        "state": match.state,
        "claims": [_claim_to_json(claim) for claim in match.claims],
        "later": None if match.later is None else [float(points) for points in match.later],
        "rulings": [_ruling_to_json(ruling) for ruling in match.rulings],
        "moves": [
            {"was": moved.was.isoformat(), "day": moved.day.isoformat(), "office": moved.office}
            for moved in match.moves
        ],
        "report": key,
    }


def _claim_to_json(claim: Claim) -> dict[str, Any]:
    score = [float(Fraction(claim.home)), float(Fraction(claim.away))]
    made = claim.made.isoformat()
    return {
        "what": claim.what,
        "pub": claim.pub,
        "day": made,
        "score": score,
        "games": claim.games,
        "reason": claim.reason,
        "office": claim.office,
    }


def _ruling_to_json(ruling: Ruling) -> dict[str, Any]:
    score = None if ruling.home is None or ruling.away is None else [float(ruling.home), float(ruling.away)]
    day = ruling.made.isoformat()
    return {"day": day, "score": score, "reason": ruling.reason, "office": ruling.office}


def _csv(division: Division) -> str:
    out = io.StringIO()
    rows = csv.writer(out, delimiter=";", lineterminator="\r\n")
    rows.writerow(["Platz", "Kneipe", "Spiele", "S", "U", "N", "Punkte", "Eigene", "Fremde"])
    for line in division.table:
        counts = (line.played, line.won, line.drawn, line.lost, line.points)
        rows.writerow([line.place, _cell(line.pub), *counts, number(line.own), number(line.others)])
    return out.getvalue()


def _cell(said: str) -> str:
    """Return a text that spreadsheets do not take for a formula."""
    return f"'{said}" if said[:1] in "=+-@\t\r" else said


class Renderer:
    """Renders changed pages in its own thread, so that no visitor waits."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._stopping, self._thread = (
            threading.Event(),
            threading.Thread(target=self._run, name="render", daemon=True),
        )
        self.count = 0

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the division at hand."""
        self._stopping.set()
        self._thread.join()

    def once(self) -> int:
        """Render every changed division; return how many. Raise NoDatabase.

        One that cannot be rendered stays as it was, is noted with its reason, and keeps no other from it.
        """
        with self._database.owner() as cursor:
            cursor.execute("SELECT division, max(id) FROM stale GROUP BY division ORDER BY min(id)")
            stale = cursor.fetchall()
        for division, last in stale:
            if self._stopping.is_set():
                break
            try:
                self._render(division, last)
            except LeagueError:
                raise
            except Exception as error:
                log.exception("division %s cannot be rendered", division)
                self._set_aside(division, last, error)
        return len(stale)

    def _set_aside(self, number_: int, last: int, error: Exception) -> None:
        """Log why a division cannot be rendered; try it again after a change and after the next start."""
        why = type(error).__name__  # the sentence of an error may name people
        with self._database.owner() as cursor:
            cursor.execute(
                "INSERT INTO unshown (division, why) VALUES (%s, %s) ON CONFLICT (division) DO UPDATE SET why = excluded.why",
                [number_, why],
            )
            cursor.execute("DELETE FROM stale WHERE division = %s AND id <= %s", [number_, last])

    def note_beside(self, *, first: bool) -> None:
        """Mark divisions as stale without a push: for passed deadlines, and at a start those that another version rendered, or nobody could."""
        with self._database.owner() as cursor:
            note_due(cursor)
            if first:
                cursor.execute(
                    "INSERT INTO stale (division) SELECT division FROM unshown UNION "
                    "SELECT id FROM division WHERE rendered_by <> %s",
                    [sum_of_program()],
                )

    def _render(self, number_: int, last: int) -> None:
        with self._database.owner() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number_])
            division = division_of(cursor, number_, keep=True)
            if division is not None and let_due_stand(cursor, division):
                division = division_of(cursor, number_, keep=True)
            pages = {}
            if division is not None:
                pages = rendered(division, reports_of(cursor, number_, division.format.variant))
                _keep_aside(cursor, division)
                keep_played_up(cursor, division.id, division.substitutes)
            _write_pages(cursor, number_, pages)
            cursor.execute("DELETE FROM unshown WHERE division = %s", [number_])
            cursor.execute("UPDATE division SET rendered_by = %s WHERE id = %s", [sum_of_program(), number_])
            cursor.execute("DELETE FROM stale WHERE division = %s AND id <= %s", [number_, last])
        self.count += 1

    def _rest(self, seconds: float) -> None:
        """Rest for this long, or until no more pushes arrive."""
        end, before = time.monotonic() + seconds, self._newest()
        while time.monotonic() < end and not self._stopping.wait(LOOK_S):
            newest = self._newest()
            if newest == before:
                return
            before = newest

    def _newest(self) -> int | None:
        with self._database.owner() as cursor:
            cursor.execute("SELECT max(id) FROM stale")
            (newest,) = the_row(cursor)
        return None if newest is None else int(newest)

    def _run(self) -> None:
        looked = -DUE_S
        while not self._stopping.wait(LOOK_S):
            try:
                if time.monotonic() - looked >= DUE_S:
                    self.note_beside(first=looked < 0)
                    looked = time.monotonic()
                began = time.monotonic()
                self.once()
                self._rest(min(LONGEST_REST_S, REST * (time.monotonic() - began)))
            except LeagueError as error:
                log.warning("%s", error)
            except Exception:
                log.exception("nothing could be rendered")
        self._database.close()


def _write_pages(cursor: Cursor, division: int, pages: Mapping[str, bytes]) -> None:
    """Write those pages of a division that have changed, and delete those that are gone."""
    cursor.execute("SELECT kind, etag FROM page WHERE division = %s", [division])
    before: dict[str, str] = dict(cursor.fetchall())
    etags = {kind: hashlib.sha256(body).hexdigest()[:20] for kind, body in pages.items()}
    cursor.executemany(
        "INSERT INTO page VALUES (%s, %s, %s, %s) ON CONFLICT (division, kind) DO UPDATE SET "
        "body = excluded.body, etag = excluded.etag, made = now()",
        [[division, kind, pages[kind], etag] for kind, etag in etags.items() if before.get(kind) != etag],
    )
    gone = [kind for kind in before if kind not in pages]
    if gone:
        cursor.execute("DELETE FROM page WHERE division = %s AND kind = ANY (%s)", [division, gone])


def _keep_aside(cursor: Cursor, division: Division) -> None:
    """Store the games of a division that do not count, each with its reason, for the federation and the pub."""
    home = {match.fixture.id: match.fixture.home for match in division.matches}
    cursor.execute("DELETE FROM aside WHERE division = %s", [division.id])
    cursor.executemany(
        "INSERT INTO aside SELECT %s, %s, id, %s, %s, %s FROM pub WHERE name = %s",
        [
            [division.id, game.fixture, game.table, game.game, game.why, home[game.fixture]]
            for game in division.aside
        ],
    )


def rendered_index(seasons: dict[str, list[tuple[int, str]]], language: str) -> str:
    """Return the list of all divisions."""
    return templates.get_template("index.html").render(seasons=seasons, words=BY_LANGUAGE[language])


def rendered_missing(language: str) -> str:
    """Return the page for an address with nothing behind it."""
    return templates.get_template("missing.html").render(words=BY_LANGUAGE[language])
