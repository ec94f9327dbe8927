"""A real hub and a real league: a report that both captains have confirmed arrives by itself, once, and goes when it is corrected."""

from contextlib import closing
from datetime import datetime, time
from functools import partial

import pytest

from tests.league.conftest import DAY
from tests.support.programs import load_psycopg

load_psycopg()
pytest.importorskip("waitress", reason="waitress is not installed: sudo apt-get install python3-waitress")

from knobeltisch.health.receiver_checks import check_target
from knobeltisch.hub.hall_file import KEPT_IN, HallFile
from knobeltisch.hub.hub_config import HubLeagueConfig
from league.calendar import WEEK, add_division
from league.pubs import give_key
from tests.knobeltisch.hub.test_reports import Day
from tests.support.hub.running_hub import hubs_in
from tests.support.league.storm import Process
from tests.support.servers.ports import free_port, listens
from tests.support.waiting import until

pytestmark = pytest.mark.long

EVENING = datetime.combine(DAY, time(20)).astimezone().timestamp()


@pytest.fixture
def serve(league):
    """Start the league's service at a port, and return the port."""
    begun = []

    def start(port=None):
        port = port or free_port()
        words = (
            "knobeltisch",
            "league",
            "serve",
            "--port",
            str(port),
            "--database",
            league.database.conninfo,
        )
        begun.append(Process(*words))
        until(lambda: listens(port))
        return port

    yield start
    for service in begun:
        service.kill()


@pytest.fixture
def open_hub(tmp_path, league):
    for name in ("Heim", "Gast"):
        give_key(league.database, name, lambda key, name=name: league.keys.update({name: key}))
    add_division(league.database, "2026", "B", ["Heim", "Gast"], first=DAY, every=WEEK)
    with hubs_in(tmp_path / "hub") as opened:

        def open_(port, **words):
            config = HubLeagueConfig(url=f"http://127.0.0.1:{port}", key=league.keys["Heim"], **words)
            return opened(league=config, clock=lambda: EVENING)

        yield open_


def shown(league):
    """The result of the first match of Heim and Gast."""
    return league.page.get("/d/2.json").json["matches"][0]["points"]


def confirm(day):
    day.sign(day.captain())
    day.sign(day.captain("captain Gast", "Emil"), "captain Gast")


def test_a_confirmed_report_arrives_and_counts_as_long_as_it_is_confirmed(league, serve, open_hub):
    day = Day(open_hub(serve()))
    day.play()
    day.sign(day.captain())
    assert shown(league) is None, "one captain is not both"
    day.sign(day.captain("captain Gast", "Emil"), "captain Gast")
    until(lambda: shown(league) is not None)
    before = shown(league)
    page = league.page.get("/f/3").text
    assert "A. (Heim), 22.11.2026 20:00" in page
    assert "E. (Gast), 22.11.2026 20:00" in page
    assert "Anna" not in page
    day.correct()
    until(lambda: shown(league) is None)
    confirm(day)
    until(lambda: shown(league) is not None)
    assert shown(league) != before
    assert "ließ es gelten" in league.page.get("/f/3").text


def test_a_report_confirmed_while_nobody_is_reached_arrives_once_after_the_hubs_next_start(
    league, serve, open_hub
):
    port = free_port()
    hub = open_hub(port, names="always")
    day = Day(hub)
    day.play()
    confirm(day)
    hub.stop()
    serve(port)
    open_hub(port, names="always")
    until(lambda: shown(league) is not None)
    assert league.rows("SELECT seq FROM entry") == [(1,)]
    page = league.page.get("/f/3").text
    assert "Anna (Heim)" in page
    assert "Hanna" in page


def test_a_confirmed_report_is_kept_until_it_is_sent_also_when_the_next_tournament_opens(
    league, serve, open_hub, tmp_path
):
    port = free_port()
    hub = open_hub(port)
    day = Day(hub)
    day.play()
    confirm(day)
    hub.desk.act({"do": "note", "kind": "ended"})
    Day(hub)
    target = HubLeagueConfig(url=f"http://127.0.0.1:{port}", key=league.keys["Heim"])
    ask = partial(check_target, "league", target, tmp_path / "hub" / KEPT_IN, what="match report")
    until(lambda: ask().message.endswith("One match report waits."))
    hub.stop()
    again = open_hub(port)
    again.desk.abandon()
    serve(port)
    until(lambda: shown(league) is not None)
    assert league.rows("SELECT count(*) FROM entry") == [(1,)]
    again.stop()
    with closing(HallFile(tmp_path / "hub" / KEPT_IN)) as file:
        assert file.get("league_reports") == {}
