"""The commands of a federation: each on a database of any state, and each refusal one sentence."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from tests.support.paths import SHARED
from tests.support.programs import load_psycopg
from tests.support.servers.ports import free_port, listens
from tests.support.waiting import LONGEST_S, until

load_psycopg()
pytest.importorskip("waitress", reason="waitress is not installed: sudo apt-get install python3-waitress")

from knobeltisch.__main__ import main
from league.database import migrate
from league.errors import LeagueError
from league.pubs import find_pub

pytestmark = pytest.mark.long

CASES = SHARED / "cases"


def typed(database, *words):
    return CliRunner().invoke(main, ["league", *words, "--database", database.conninfo])


def said(database, *words):
    done = typed(database, *words)
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output


def trouble(database, *words):
    done = typed(database, *words)
    assert done.exit_code == 2, (done.output, done.exception)
    assert "foresaw" not in done.output
    return done.output.removeprefix("knobeltisch league: ")


@pytest.fixture
def pubs(database):
    return {name: said(database, "pub", name).strip() for name in ("Anker", "Krug", "Krug am Markt")}


def test_only_migrate_makes_the_tables_and_every_other_command_names_it(cluster, database):
    with database.transaction() as cursor:
        cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    for words in (["pubs"], ["pub", "Anker"], ["serve"]):
        assert "run `knobeltisch league migrate` first" in trouble(database, *words)
    assert said(database, "migrate").split() == ["0001_reports.sql", "0002_two_machines.sql"]
    assert said(database, "pubs") == ""
    assert len(said(database, "pub", "Anker").strip()) > 20
    assert migrate(database) == []


def test_what_an_administrator_makes_belongs_to_the_role_of_the_service(cluster, database):
    with database.transaction() as cursor:
        cursor.execute(
            "DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP ROLE IF EXISTS keeper; CREATE ROLE keeper"
        )
        cursor.execute("ALTER SCHEMA public OWNER TO keeper; ALTER DATABASE test OWNER TO keeper")
    said(database, "migrate")
    said(database, "pub", "Anker")
    with database.transaction() as cursor:
        cursor.execute("SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'")
        assert cursor.fetchall() == [("keeper",)]
        cursor.execute("RESET ROLE; ALTER DATABASE test OWNER TO league; REASSIGN OWNED BY keeper TO league")


def test_a_database_of_the_version_before_is_named_and_left_alone(database):
    with database.transaction() as cursor:
        cursor.execute("DELETE FROM migration; INSERT INTO migration (name) VALUES ('0001_league.sql')")
    sentence = trouble(database, "pubs")
    assert "belongs to another version of the league (0001_league.sql)" in sentence
    assert "make a new database" in sentence


def test_a_step_that_fails_changes_nothing(database, tmp_path):
    for step in ("0001_reports.sql", "0002_two_machines.sql"):
        (tmp_path / step).write_text("")
    (tmp_path / "0003_broken.sql").write_text("ALTER TABLE pub ADD COLUMN beer text; beer;")
    with pytest.raises(LeagueError, match=r"0003_broken\.sql .* as it was"):
        migrate(database, tmp_path)
    assert migrate(database) == []


def test_a_database_that_is_not_there_is_one_sentence(database):
    database.conninfo = "host=/nowhere"
    assert trouble(database, "pubs").startswith("The database does not let the league in (")


def test_keys_are_made_replaced_and_listed(database, pubs):
    assert find_pub(database, pubs["Krug"]) == 2
    new = said(database, "pub", "Krug", "--new-key").strip()
    assert find_pub(database, new) == 2
    with pytest.raises(LeagueError, match="not known"):
        find_pub(database, pubs["Krug"])
    assert [line.split(":")[0] for line in said(database, "pubs").splitlines()] == sorted(pubs)
    assert "0 confirmed reports" in said(database, "pubs")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["pub", "Krug"], "There is a pub already that is called 'Krug'"),
        (["pub", "  "], "must have 1 to 60 letters"),
        (["pub", "L\ufffdwen"], "must have 1 to 60 letters"),
        (["pub", "Nobody", "--new-key"], "There is no pub called 'Nobody'"),
        (["move", "99", "2027-01-01"], "There is no fixture 99"),
        (
            ["division", "S", "A", "Krug", "Krug", "--first", "2027-01-03"],
            "two teams or more, each named once",
        ),
        (["division", "S", "A", "Krug", "Nobody", "--first", "2027-01-03"], "'Nobody' is no pub's team"),
        (["division", "S", "A", "Krug", "Anker", "--first", "2100-01-03"], "29.11.2026, 2000 to 2099"),
        (["division", "S", "A", "Krug", "Anker", "--first", "27.11.26"], "day is '27.11.26'; write it as"),
        (["move", "1", "27.11.26"], "day is '27.11.26'; write it as"),
        (["import", "S", "missing.csv"], "missing.csv cannot be read"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_changes_nothing(database, pubs, words, sentence):
    assert sentence in trouble(database, *words)
    with database.transaction() as cursor:
        cursor.execute("SELECT (SELECT count(*) FROM pub), (SELECT count(*) FROM division)")
        assert cursor.fetchone() == (3, 0)


def test_a_division_is_everybody_against_everybody_at_home_and_away(database, pubs):
    teams = ("Anker", "Krug", "Krug II", "Krug am Markt 2")
    done = said(database, "division", "2027", "A", *teams, "--first", "2027-01-03", "--weeks", "2")
    assert done == "2027, A: /d/1\n"
    with database.transaction() as cursor:
        cursor.execute("SELECT home, away FROM match")
        pairs = cursor.fetchall()
        cursor.execute("SELECT round, min(day)::text FROM match GROUP BY round ORDER BY round")
        days = cursor.fetchall()
        cursor.execute("SELECT team.name, pub.name FROM team JOIN pub ON pub.id = pub ORDER BY team.id")
        places = dict(cursor.fetchall())
    assert sorted(pairs) == sorted((home, away) for home in teams for away in teams if home != away)
    assert days[:2] == [(1, "2027-01-03"), (2, "2027-01-17")]
    assert places == {"Anker": "Anker", "Krug": "Krug", "Krug II": "Krug", "Krug am Markt 2": "Krug am Markt"}
    assert "has a match at home on match day 1 already" in trouble(
        database, "division", "2027", "A", *teams, "--first", "2027-01-03"
    )
    assert said(database, "move", "1", "2027-01-04") == "Fixture 1: 2027-01-04.\n"


GOOD = "Liga;Spieltag;Tag;Heim;Gast\nA;1;3.1.2027;Anker;Krug\n\nA;2;2027-01-10;Krug;Anker\nB;1;03.01.2027;Krug II;Anker\n"


def test_a_list_of_fixtures_is_imported_with_its_divisions_and_teams(database, pubs, tmp_path):
    file = tmp_path / "list.csv"
    file.write_text("\ufeff" + GOOD, encoding="utf-8")
    assert said(database, "import", "2027", str(file)) == "2027: 3 matches added.\n"
    file.write_text("home,away,day,round,division\nKrug,Anker,2027-02-01,9,A\n")
    assert said(database, "import", "2027", str(file)) == "2027: 1 matches added.\n"
    with database.transaction() as cursor:
        cursor.execute("SELECT division, round, day::text, home, away FROM match ORDER BY division, round")
        assert cursor.fetchall() == [
            (1, 1, "2027-01-03", "Anker", "Krug"),
            (1, 2, "2027-01-10", "Krug", "Anker"),
            (1, 9, "2027-02-01", "Krug", "Anker"),
            (2, 1, "2027-01-03", "Krug II", "Anker"),
        ]


@pytest.mark.skipif(not CASES.is_dir(), reason="../shared/cases is not there")
@pytest.mark.parametrize("name", sorted(path.name for path in CASES.glob("fixtures-*")))
def test_a_list_that_somebody_handed_in_is_read_or_refused_with_row_and_column(database, pubs, name):
    for pub in ("Löwen", "Krone"):
        said(database, "pub", pub)
    wrong = {"fixtures-yy.csv", "fixtures-y1900.csv", "fixtures-time.csv"}
    if name in wrong:
        assert trouble(database, "import", "2026", str(CASES / name)).startswith("Row 2: day is '27.11.")
    else:
        assert said(database, "import", "2026", str(CASES / name)) == "2026: 1 matches added.\n"
    with database.transaction() as cursor:
        cursor.execute("SELECT day::text, home, away FROM match")
        assert cursor.fetchall() == ([] if name in wrong else [("2026-11-27", "Löwen", "Krone")])


BAD = {
    "A;0;2027-01-03;Anker;Krug": "round is '0'; it must be a whole number from 1.",
    "A;1;31.2.2027;Anker;Krug": "day is '31.2.2027'; write it as 2026-11-29 or 29.11.2026",
    "A;1;27.11.26;Anker;Krug": "day is '27.11.26'; write it as",
    "A;1;27.11.1926;Anker;Krug": "day is '27.11.1926'; write it as",
    "A;1;soon;Anker;Krug": "day is 'soon'; write it as",
    "A;1;2027-01-03;Anker;Nobody": "'Nobody' is no pub's team",
    "A;1;2027-01-03;Anker;Anker": "Anker cannot play against itself.",
    "A;1;2027-01-03;Anker": "away is ''; it must have 1 to 60 letters",
    ";1;2027-01-03;Anker;Krug": "division is ''",
}


def test_each_bad_row_is_one_sentence_and_nothing_is_imported(database, pubs, tmp_path):
    file = tmp_path / "list.csv"
    file.write_text(GOOD + "\n".join(BAD) + "\nA;1;2027-01-03;Anker;Krug II\n")
    sentences = trouble(database, "import", "2027", str(file)).splitlines()
    assert sentences.pop().endswith("nothing was imported; mend these rows first.")
    first = len(GOOD.splitlines()) + 1
    for number, (sentence, why) in enumerate(zip(sentences, BAD.values(), strict=False), start=first):
        assert sentence.startswith(f"Row {number}: {why}"), sentence
    assert sentences[-1].endswith("Anker has a match at home on match day 1 already.")
    assert len(sentences) == len(BAD) + 1
    with database.transaction() as cursor:
        cursor.execute("SELECT count(*) FROM division")
        assert cursor.fetchone() == (0,)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the columns division or liga"),
        (b"A;1;x\n", "the columns division or liga"),
        (b"\xff\xfe\0", "no text"),
    ],
)
def test_what_is_no_list_is_one_sentence(database, pubs, tmp_path, content, sentence):
    (tmp_path / "list.csv").write_bytes(content)
    assert sentence in trouble(database, "import", "2027", str(tmp_path / "list.csv"))


@pytest.mark.parametrize("command", [["pub", "Krug", "--new-key"], ["pub", "Sonne"]])
def test_a_key_that_nobody_could_read_changes_nothing(database, pubs, command):
    words = [sys.executable, "-m", "knobeltisch", "league", *command, "--database", database.conninfo]
    for sink in ("/dev/full", "/dev/null"):
        with Path(sink).open("w") as out:
            done = subprocess.run(words, stdout=out, stderr=subprocess.PIPE, check=False)
        assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert find_pub(database, pubs["Krug"]) == 2
    assert "Sonne" not in said(database, "pubs")


def test_the_example_is_served_on_a_database_of_its_own_and_leaves_nothing(cluster):
    port, before = free_port(), {*Path("/tmp").glob("knobeltisch-league-*")}
    words = [sys.executable, "-m", "knobeltisch", "league", "try", "--port", str(port)]
    home = {**os.environ, "TMPDIR": "/tmp"}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=home) as trial:
        until(lambda: listens(port) or trial.poll() is not None)
        assert "Bezirksliga" in urlopen(f"http://127.0.0.1:{port}/d/1", timeout=LONGEST_S).read().decode()
        trial.send_signal(signal.SIGTERM)
        printed = trial.communicate(timeout=LONGEST_S)[0]
    assert trial.returncode == 0
    assert re.fullmatch(
        r"A pub's key, to push with: \S{43}\nThe league is at http://127.0.0.1:\d+/\n", printed
    )
    assert {*Path("/tmp").glob("knobeltisch-league-*")} <= before


def test_a_port_that_is_taken_is_one_sentence(database):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"cannot listen at port {port}" in trouble(database, "serve", "--port", str(port))
