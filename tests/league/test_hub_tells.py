"""A real hub and a real league: a match report that both captains have signed arrives by itself, once, and goes when it is corrected."""

from __future__ import annotations

from datetime import date, datetime, time

import pytest

from tests.support.programs import load_psycopg

load_psycopg()

from knobeltisch.hub.hub_config import HubLeagueConfig
from league.calendar import new_division
from tests.knobeltisch.hub.test_reports import Day
from tests.league.test_intake import rows
from tests.support.hub.running_hub import hubs_in
from tests.support.waiting import until

SUNDAY = date(2026, 11, 22)
EVENING = datetime.combine(SUNDAY, time(20)).astimezone().timestamp()


@pytest.fixture
def open_hub(tmp_path, league):
    with hubs_in(tmp_path / "hub") as opened:

        def open_(port, **words):
            config = HubLeagueConfig(url=f"http://127.0.0.1:{port}", key=league.keys["Heim"], **words)
            return opened(league=config, clock=lambda: EVENING)

        yield open_


@pytest.fixture
def division(league):
    for pub in ("Heim", "Gast"):
        league.pub(pub)
    return new_division(league.database, "2026", "A", "league-day", ["Heim", "Gast"], first=SUNDAY)


def sign(day):
    day.sign(day.captain())
    day.sign(day.captain("captain Gast", "Emil"), "captain Gast")


def counts(league):
    return rows(league.database, "SELECT counts FROM report")


def test_a_signed_report_arrives_and_counts_as_long_as_it_is_signed(league, division, serve, open_hub):
    day = Day(open_hub(serve().port))
    day.play()
    day.sign(day.captain())
    assert counts(league) == [], "one captain is not both"
    day.sign(day.captain("captain Gast", "Emil"), "captain Gast")
    until(lambda: counts(league) == [(True,)])
    league.renderer.once()
    text = league.page.get("/f/1").text
    assert day.desk.report(1, "de")["key"] in text
    assert "A. (Heim)" in text
    assert "Anna" not in text
    assert "Unterschrift Mannschaftsführer Gast: E." in text
    day.correct()
    until(lambda: counts(league) == [(False,)])
    sign(day)
    until(lambda: counts(league) == [(True,)])
    league.renderer.once()
    assert "ließ es gelten" in league.page.get("/f/1").text


def test_a_report_signed_while_nobody_is_reached_arrives_once_after_the_hubs_next_start(
    league, division, serve, open_hub
):
    server = serve()
    server.stop()
    hub = open_hub(server.port, names="always")
    day = Day(hub)
    day.play()
    sign(day)
    hub.stop()
    serve(server.port)
    open_hub(server.port, names="always")
    until(lambda: counts(league) == [(True,)])
    names = {name for (name,) in rows(league.database, "SELECT name FROM player")}
    assert {"Anna", "Hanna"} <= names, "with names, and none of them is shown yet"
    assert rows(league.database, "SELECT seq FROM entry") == [(1,)]
    league.renderer.once()
    assert "Heim 1 (Heim)" in league.page.get("/f/1").text
