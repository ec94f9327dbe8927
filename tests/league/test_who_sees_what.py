"""Who may see and do what, as docs/league.md has it in a table: held by the database, whatever the service asks of it."""

from __future__ import annotations

from datetime import date

import pytest

from tests.support.programs import load_psycopg

psycopg = load_psycopg()

from league import registry
from league.calendar import new_division
from league.example import pushed
from league.federation.rulings import rule
from league.pages import KINDS
from tests.league.test_intake import games
from tests.support.paths import ROOT

TABLES = (
    "pub",
    "invitation",
    "season",
    "division",
    "team",
    "fixture",
    "player",
    "box",
    "entry",
    "game",
    "page",
    "secret",
    "report",
    "report_key",
    "ruling",
    "aside",
    "unshown",
    "captain",
    "captain_session",
    "claim",
    "standing",
    "score",
    "played_up",
    "official",
    "moved",
    "reminded",
    "federation_key",
    "federation_session",
)
TEAM_PAGES = 4
"""Two teams, in two languages."""


@pytest.fixture
def two_pubs(league):
    """Two pubs with players, games and a division; Anna of the Anker is shown."""
    found = [league.pub(name) for name in ("Anker", "Krug")]
    for pub in ("Anker", "Krug"):
        league.push(pub, pushed("table1", "box", games(2)))
        league.ask("PUT", "/api/v1/players", pub, json={"name": "Anna", "shown": pub == "Anker"})
    new_division(league.database, "2026", "A", "league-day", ["Anker", "Krug"], first=date(2026, 11, 22))
    league.renderer.once()
    return found


def seen(acts, query):
    """What a role sees: rows, or the word "barred"."""
    try:
        with acts() as cursor:
            cursor.execute(query)
            return cursor.fetchall()
    except psycopg.errors.InsufficientPrivilege:
        return "barred"


def done(acts, query):
    """Return how many rows a role can change, or the word "barred"; the change is rolled back."""
    count = None
    try:
        with acts() as cursor:
            cursor.execute(query)
            count = cursor.rowcount
            raise psycopg.Rollback
    except psycopg.errors.InsufficientPrivilege:
        return "barred"
    return count


def test_a_pub_sees_its_own_games_boxes_and_players_and_of_others_who_agreed_to_be_shown(league, two_pubs):
    anker, krug = two_pubs
    for pub in (anker, krug):
        acts = lambda pub=pub: league.database.pub(pub.id)  # noqa: E731
        for table in ("game", "box", "entry"):
            assert seen(acts, f"SELECT DISTINCT pub FROM {table}") == [(pub.id,)]
    players = seen(lambda: league.database.pub(krug.id), "SELECT name FROM player WHERE pub <> this_pub()")
    assert players == [("Anna",)], "of the Anker's four one agreed"
    assert len(seen(lambda: league.database.pub(anker.id), "SELECT name FROM player")) == 4


@pytest.mark.parametrize(
    "query",
    [
        "UPDATE game SET counts = false",
        "UPDATE player SET name = 'X', shown = true",
        "UPDATE box SET taken = 0",
    ],
)
def test_a_pub_changes_nothing_of_anothers(league, two_pubs, query):
    _, krug = two_pubs
    table = query.split()[1]
    with league.database.owner() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table} WHERE pub = %s", [krug.id])
        own = cursor.fetchone()[0]
    assert done(lambda: league.database.pub(krug.id), query) == own


@pytest.fixture
def reports(league, two_pubs):
    """A report of each pub's, and its key."""
    for pub in two_pubs:
        with league.database.pub(pub.id) as cursor:
            cursor.execute("SELECT know_key(%s)", [f"{pub.id:064x}"])
            cursor.execute("INSERT INTO report VALUES (this_pub(), 'cup-1', true, 1, 'x')")
    return two_pubs


def test_reports_and_keys_are_seen_by_their_pub_and_the_federation_and_by_nobody_else(league, reports):
    for pub in reports:
        acts = lambda pub=pub: league.database.pub(pub.id)  # noqa: E731
        for table in ("report", "report_key"):
            assert seen(acts, f"SELECT pub FROM {table}") == [(pub.id,)]
        assert done(acts, "UPDATE report SET counts = false") == 1
        for query in (
            "UPDATE report_key SET accepted = true",
            "INSERT INTO report_key VALUES (this_pub(), 'x', now(), true)",
        ):
            assert done(acts, query) == "barred", "no pub says itself which keys are good"
    for table in ("report", "report_key"):
        assert seen(league.database.federation, f"SELECT count(*) FROM {table}") == [(2,)]
        assert seen(league.database.public, f"SELECT * FROM {table}") == "barred"
    assert done(league.database.federation, "UPDATE report_key SET accepted = false") == 2
    for query in (
        "UPDATE report SET counts = false",
        "UPDATE report_key SET key = 'x'",
        "DELETE FROM report_key",
    ):
        assert done(league.database.federation, query) == "barred"


def test_everybody_reads_what_was_set_and_the_federation_alone_sets_and_never_changes_it(league, two_pubs):
    rule(league.database, 1, "1", "2", "Krug did not come.")
    everybody = (
        lambda: league.database.pub(two_pubs[0].id),
        league.database.federation,
        league.database.public,
    )
    for acts in everybody:
        assert seen(acts, "SELECT home, away, reason FROM ruling") == [("1", "2", "Krug did not come.")]
        assert done(acts, "UPDATE ruling SET home = '9'") == "barred"
        assert done(acts, "DELETE FROM ruling") == "barred"
    query = "INSERT INTO ruling (fixture, home, away, reason) VALUES (1, '0', '9', 'x')"
    assert [done(acts, query) for acts in everybody] == ["barred", 1, "barred"]


@pytest.mark.parametrize(
    "call", ["agree_player(1, 'x', 'Anna', true)", "forget_named(1, 'x')", "forget_player(1)"]
)
def test_no_pub_and_nobody_else_tells_of_players_as_the_federation_does(league, two_pubs, call):
    for acts in (lambda: league.database.pub(two_pubs[0].id), league.database.public):
        assert seen(acts, f"SELECT {call}") == "barred"


def test_a_pub_cannot_tell_in_anothers_name(league, two_pubs):
    anker, krug = two_pubs
    query = f"INSERT INTO box (pub, table_id, box) VALUES ({anker.id}, 'x', 'x')"
    assert done(lambda: league.database.pub(krug.id), query) == "barred"


@pytest.mark.parametrize(
    "table", ["invitation", "secret", "stale", "migration", "federation_key", "federation_session"]
)
def test_no_pub_and_nobody_else_sees_keys_invitations_and_secrets(league, two_pubs, table):
    for acts in (lambda: league.database.pub(two_pubs[0].id), league.database.public):
        assert seen(acts, f"SELECT * FROM {table}") == "barred"
        assert seen(acts, "SELECT key_sum FROM pub") == "barred"
    assert seen(league.database.federation, "SELECT key_sum FROM pub") == "barred"
    for hidden in ("secret", "federation_key", "federation_session"):
        assert seen(league.database.federation, f"SELECT * FROM {hidden}") == "barred"


def test_the_federation_sees_every_game_and_no_name_that_is_not_shown(league, two_pubs):
    assert seen(league.database.federation, "SELECT count(*) FROM game") == [(4,)]
    assert seen(league.database.federation, "SELECT name FROM player") == [("Anna",)]
    assert seen(league.database.federation, "SELECT name_sum FROM player") == "barred"
    for query in ("UPDATE game SET counts = false", "DELETE FROM game", "UPDATE player SET shown = true"):
        assert done(league.database.federation, query) == "barred"


def test_everybody_sees_pubs_fixtures_and_pages_and_no_game(league, two_pubs):
    assert seen(league.database.public, "SELECT name FROM pub ORDER BY name") == [("Anker",), ("Krug",)]
    assert seen(league.database.public, "SELECT count(*) FROM fixture") == [(2,)]
    assert seen(league.database.public, "SELECT count(*) FROM page") == [(len(KINDS) + TEAM_PAGES,)]
    assert seen(league.database.public, "SELECT name FROM player") == [("Anna",)]
    for table in ("game", "box", "entry"):
        assert seen(league.database.public, f"SELECT * FROM {table}") == "barred"


def test_every_table_is_guarded_or_open_to_everybody_on_purpose(league):
    """A table that a later step adds has to be thought about."""
    with league.database.owner() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND NOT relrowsecurity"
        )
        open_ = {name for (name,) in cursor.fetchall()}
    assert open_ == {"season", "division", "team", "fixture", "page", "stale", "migration"}


def test_the_page_of_documents_names_every_table_of_the_database():
    text = (ROOT / "docs" / "league.md").read_text(encoding="utf-8")
    assert [table for table in TABLES if f"`{table}`" not in text] == []


def test_a_barred_pub_tells_and_sees_nothing_more(league, two_pubs):
    registry.bar(league.database, "Krug", barred=True)
    with pytest.raises(registry.NotAllowed, match="barred"):
        registry.pub_of(league.database, league.keys["Krug"])
    assert seen(league.database.public, "SELECT name FROM pub") == [("Anker",)]
    registry.bar(league.database, "Krug", barred=False)
    assert registry.pub_of(league.database, league.keys["Krug"]).name == "Krug"
