"""The service as a federation runs it: over real sockets, with a database that goes away, copies, and its commands."""

from __future__ import annotations

import http.client
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from tests.support.programs import load_psycopg

psycopg = load_psycopg()

from knobeltisch.commands.league import run_league
from knobeltisch.commands.league.run_league import GUARD, is_signed
from knobeltisch.config import Config, JournalConfig, LeagueConfig, PageConfig
from knobeltisch.errors import LeagueTrouble
from knobeltisch.health.findings import Verdict
from knobeltisch.health.push_check import push_checks
from league.app import create_app
from league.backup import back_up, restore
from league.database import Database, migrate
from league.errors import BadRequest, CannotListen, CannotMigrate, NoDatabase, NoPrograms
from league.example import furnish, pushed
from league.federation.door import new_federation_key
from league.pages import Renderer
from league.registry import Names
from league.server import Server
from tests.league.test_intake import games, rows
from tests.support.league.ending_table import end_a_game
from tests.support.systemd import Systemd
from tests.support.waiting import LONGEST_S, until


def get(port, path):
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", path)
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.status


def test_a_service_that_ended_in_the_middle_of_its_work_takes_its_port_again_at_once(serve, database):
    server = serve()
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    line.request("GET", "/healthz")
    assert line.getresponse().status == 200
    app = create_app(database, Renderer(database), Names(database), is_signed, GUARD)
    with pytest.raises(CannotListen, match="choose another with --port"):
        Server("127.0.0.1", server.port, app, database)
    port = server.port
    server.stop()
    serve(port)
    assert get(port, "/healthz") == 200
    line.close()


def test_systemd_hears_that_the_service_is_ready_and_that_it_stops(conninfo, tmp_path):
    systemd = Systemd(tmp_path)
    command = ("league", "serve", f"--database={conninfo}", "--port=0")
    program = systemd.start(service=command)
    systemd.ready()
    assert get(systemd.port, "/healthz") == 200
    program.terminate()
    systemd.hear("STOPPING=1")
    assert program.wait(LONGEST_S) == 0
    systemd.close()


def test_a_process_beside_the_first_shows_what_that_one_has_rendered(conninfo, database, tmp_path):
    furnish(database)
    ports = []
    for name, more in (("pages", ["--beside"]), ("first", [])):
        folder = tmp_path / name
        folder.mkdir()
        systemd = Systemd(folder)
        program = systemd.start(service=("league", "serve", f"--database={conninfo}", "--port=0", *more))
        systemd.ready()
        ports.append((systemd, program))
        if name == "pages":
            assert get(systemd.port, "/d/1") == 404  # nobody has rendered anything yet
    until(lambda: all(get(systemd.port, "/d/1") == 200 for systemd, _ in ports))
    for systemd, program in ports:
        program.terminate()
        assert program.wait(LONGEST_S) == 0
        systemd.close()


def test_a_table_tells_the_service_of_its_games(serve, league, tmp_path, database):
    league.pub("Anker")
    server = serve()
    config = Config(
        page=PageConfig(host="127.0.0.1", port=0),
        journal=JournalConfig(path=tmp_path / "journal.sqlite"),
        league=LeagueConfig(url=f"http://127.0.0.1:{server.port}", key=league.keys["Anker"], names="always"),
    )
    end_a_game(config, database)
    found = {name: check() for name, check in push_checks(config)}
    assert found["league"].verdict is Verdict.OK
    assert "takes the table. No game waits." in found["league"].message


def test_a_database_that_went_away_is_said_and_found_again(database):
    with database.owner() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (number,) = cursor.fetchone()
    other = Database(database.conninfo)
    with other.owner() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [number])
    other.close()
    with pytest.raises(NoDatabase, match="does not answer"), database.owner() as cursor:
        cursor.execute("SELECT 1")
    with database.owner() as cursor:
        cursor.execute("SELECT 1")


def test_a_database_that_is_not_there_is_said(tmp_path):
    with pytest.raises(NoDatabase, match="does not let the league in"), Database(f"host={tmp_path}").owner():
        pass


def test_pushes_while_the_database_is_away_are_asked_to_come_again(league, tmp_path):
    league.pub("Anker")
    gone = create_app(
        Database(f"host={tmp_path}"), league.renderer, Names(league.database), is_signed, GUARD
    ).test_client()
    answer = gone.post(
        "/api/v1/push", data=b"{}", headers={"Authorization": f"Bearer {league.keys['Anker']}"}
    )
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


def test_this_versions_form_is_made_once(database):
    assert migrate(database) == []


BROKEN = {
    "no SQL at all": "CREATE TABLE beer (name text); beer;",
    "a name that is there already": "ALTER TABLE pub ADD COLUMN beer text; CREATE TABLE pub (name text);",
    "rows that do not fit": "UPDATE pub SET town = 'Ulm'; ALTER TABLE pub ADD CONSTRAINT beer CHECK (town = '');",
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_step_that_fails_in_the_middle_leaves_the_database_as_before_and_says_so(
    database, conninfo, league, tmp_path, broken
):
    league.pub("Anker")
    league.push("Anker", pushed("t", "box", games(3)))
    before = form_of(database), rows(database, "SELECT * FROM pub"), rows(database, "SELECT * FROM game")
    (tmp_path / "0002_fine.sql").write_text("ALTER TABLE pub ADD COLUMN fine text;")
    (tmp_path / "0003_broken.sql").write_text(broken)
    with pytest.raises(CannotMigrate, match=r"0003_broken\.sql .* as it was before"):
        migrate(database, tmp_path)
    assert before == (
        form_of(database),
        rows(database, "SELECT * FROM pub"),
        rows(database, "SELECT * FROM game"),
    )
    assert migrate(database) == [], "the version before goes on with it"


def form_of(database):
    """Every column of every table, and which steps were taken."""
    columns = "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2"
    return rows(database, columns), rows(database, "SELECT name FROM migration ORDER BY name")


def test_a_copy_restored_elsewhere_is_the_same_league_with_the_same_guards(
    server, league, conninfo, tmp_path, database, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    pub = league.pub("Anker")
    league.push("Anker", pushed("t", "box", games(3)))
    file = Path("league.dump")  # PostgreSQL's programs run in another folder
    back_up(conninfo, file)
    with pytest.raises(BadRequest, match="holds a league already"):
        restore(database, conninfo, file)
    name = f"{conninfo.rpartition('=')[2]}_restored"
    other = Database(server.create(name))
    restore(other, server.conninfo(name), file)
    query = "SELECT game, sum, result::text FROM game ORDER BY game"
    assert rows(other, query) == rows(database, query)
    with other.pub(pub.id + 1) as cursor:
        cursor.execute("SELECT count(*) FROM game")
        assert cursor.fetchone() == (0,), "another pub sees nothing there either"
    assert migrate(other) == []
    other.close()
    server.drop(name)


def test_a_file_that_is_no_copy_is_said(server, tmp_path):
    file = tmp_path / "beer.dump"
    file.write_text("beer")
    other = Database(server.create("no_copy"))
    with pytest.raises(NoPrograms, match="pg_restore says"):
        restore(other, server.conninfo("no_copy"), file)
    other.close()
    server.drop("no_copy")


def test_the_commands_of_a_federation(database, conninfo, capsys):
    furnish(database, rounds=1)

    def answer_now(task, **words):
        return run_league.answer(getattr(run_league, task), database=conninfo, **words)

    assert answer_now("migrate") == "Nothing to do.\n"
    for task, words in (("invite", {"note": "Linde"}), ("key", {"name": "Krone"}), ("door", {})):
        assert answer_now(task, **words) == "", "it is said once, in the middle of the change"
        assert len(capsys.readouterr().out.strip()) > 20
    assert "Zum Anker: since" in answer_now("pubs")
    assert answer_now("bar", name="Krone", off=False) == "Krone: barred.\n"
    assert ", barred\n" in answer_now("pubs")
    assert answer_now("bar", name="Krone", off=True) == "Krone: taken again.\n"
    made = {
        "season": "2027",
        "name": "B",
        "pubs": ("Krone", "Sonne"),
        "form": "league-day",
        "first": date(2027, 1, 3),
    }
    assert answer_now("division", **made, weeks=2, play_up=3).startswith("2027, B: /d/")
    assert rows(database, "SELECT play_up FROM season WHERE name = '2027'") == [(3,)]
    assert answer_now("second", name="Krone", first="Sonne") == "Krone: Sonne's second team.\n"
    assert answer_now("second", name="Krone", first=None) == "Krone: nobody's second team.\n"
    assert answer_now("move", fixture=1, day=date(2027, 1, 10)) == "Fixture 1: 2027-01-10.\n"
    assert answer_now("keys") == ""
    assert answer_now("forget", player=1) == "Player 1 is forgotten.\n"


SECRETS = {
    "key Anker": "SELECT key_sum FROM pub",
    "invite Linde": "SELECT count(*) FROM invitation WHERE pub IS NULL",
    "door": "SELECT sum FROM federation_key",
}


@pytest.mark.parametrize("command", SECRETS)
def test_a_key_that_could_not_be_written_down_changes_nothing(league, conninfo, database, command):
    league.pub("Anker")
    new_federation_key(database)
    before = rows(database, SECRETS[command])
    words = [sys.executable, "-m", "knobeltisch", "league", *command.split(), "--database", conninfo]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert rows(database, SECRETS[command]) == before
    assert (
        subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode
        == 2
    )
    assert rows(database, SECRETS[command]) == before


@pytest.mark.parametrize(
    ("task", "words", "said"),
    [
        ("bar", {"name": "Nobody", "off": False}, "There is no pub called 'Nobody'"),
        ("key", {"name": "Nobody"}, "There is no pub called 'Nobody'"),
        ("move", {"fixture": 99, "day": date(2027, 1, 1)}, "There is no fixture 99"),
        ("forget", {"player": 99}, "no player with the number 99"),
        (
            "accept",
            {"name": "Nobody", "key": "0000", "off": False},
            "No report of 'Nobody' came with a key '0000'",
        ),
        (
            "division",
            {
                "season": "S",
                "name": "A",
                "pubs": ("One", "One"),
                "form": "league-day",
                "first": date(2027, 1, 3),
                "weeks": 1,
            },
            "two pubs or more, each named once",
        ),
        (
            "division",
            {
                "season": "S",
                "name": "A",
                "pubs": ("One", "Two"),
                "form": "no-such",
                "first": date(2027, 1, 3),
                "weeks": 1,
            },
            "no-such",
        ),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(database, conninfo, task, words, said):
    with pytest.raises(LeagueTrouble, match=said):
        run_league.answer(getattr(run_league, task), database=conninfo, **words)
