"""Input is checked in its final form; stored data that cannot be shown is set aside, and the rest is still shown."""

from __future__ import annotations

import json
import random
import uuid
from datetime import date, datetime, time

import pytest

from tests.support.programs import load_psycopg

load_psycopg()

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from psycopg.types.json import Jsonb

from league.calendar import new_division
from league.example import game, pushed
from tests.support.league.declared import ODD, json_of, nearly
from tests.support.seeds import examples
from tests.tournament.running_tournament import some_result
from tournament.codec import to_json
from tournament.formats import Option
from tournament.results import GameResult

SUNDAY = date(2026, 11, 22)
NOON = datetime.combine(SUNDAY, time(12)).astimezone().timestamp()
FOUR = ("Anna Anker", "Anna Krug", "Ben Anker", "Ben Krug")


def _played(seed):
    return to_json(some_result(FOUR, random.Random(seed)))


NAMES = st.sampled_from([*FOUR, "Zoe", "zoe", "", "A.", "schocken", "x" * 300])
RULES = st.one_of(
    st.lists(json_of(Option, st.sampled_from(["final", "chips", "a", "players_min"])), max_size=3).map(
        lambda options: {option["name"]: option["value"] for option in options}
    ),
    st.dictionaries(st.sampled_from(["final", "a"]), ODD, max_size=2),
    ODD,
)
RESULTS = st.one_of(
    json_of(GameResult, NAMES),
    st.integers(0, 99).map(_played),
)
ENTRIES = st.fixed_dictionaries(
    {
        "game": RESULTS,
        "began": st.just(NOON),
        "ended": st.just(NOON + 600),
        "rules": RULES,
    },
    optional={"initials": st.lists(NAMES, max_size=2), "report": ODD},
)


@pytest.fixture
def two_divisions(league):
    """Two divisions: Anker plays in the first, the other two in the second."""
    for pub in ("Anker", "Krug", "Linde", "Post"):
        league.pub(pub)
        league.list_players(pub)
    form = {"first": SUNDAY}
    return [
        new_division(league.database, "2026", name, "league-day", pubs, **form)
        for name, pubs in (("A", ["Anker", "Krug"]), ("B", ["Linde", "Post"]))
    ]


def every_page(league, divisions):
    return [
        league.page.get(path)
        for division in divisions
        for path in (
            f"/d/{division}",
            f"/en/d/{division}",
            *(f"/d/{division}.{kind}" for kind in ("json", "csv", "ics")),
        )
    ]


@settings(
    max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(pushed_entries=st.lists(nearly(ENTRIES), min_size=1, max_size=4))
def test_whatever_a_pub_pushes_every_division_is_shown_and_its_next_game_is_taken(
    league, two_divisions, pushed_entries
):
    box = uuid.uuid4()
    entries = [
        {"seq": number, "game": f"{box}-{number}", "revision": 1, "kind": "finished", "result": result}
        for number, result in enumerate(pushed_entries, start=1)
    ]
    answer = league.push("Anker", {"table": "fuzz", "box": str(box), "entries": entries})
    assert answer.status_code in {200, 400}
    taken = answer.json["taken"] if answer.status_code == 200 else 0
    league.renderer.once()
    assert {page.status_code for page in every_page(league, two_divisions)} == {200}
    with league.database.owner() as cursor:
        cursor.execute("SELECT (SELECT count(*) FROM stale), (SELECT count(*) FROM unshown)")
        assert cursor.fetchone() == (0, 0)
    good = {
        "seq": taken + 1,
        "game": f"{box}-good",
        "revision": 1,
        "kind": "finished",
        "result": {"game": _played(1), "began": NOON, "ended": NOON + 9, "rules": {"final": True}},
    }
    sent = league.push("Anker", {"table": "fuzz", "box": str(box), "entries": [good]})
    assert sent.json == {"taken": taken + 1}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"rules": {"final": [1]}}, "rules"),
        ({"rules": {"a": 1}}, "rules"),
        ({"rules": [1]}, "rules"),
        ({"game": {}}, "unreadable"),
        ({"began": "noon"}, "time"),
        ({"game": {**_played(3), "invented": 1}}, "unreadable"),
        ({"game": {**_played(3), "stopped": True}}, "stopped"),
        ({"game": json.loads(json.dumps(_played(3)).replace("Ben Krug", "Nobody"))}, "stranger"),
        ({"game": json.loads(json.dumps(_played(3)).replace("Ben Krug", "anna ANKER"))}, "twins"),
        ({"game": json.loads(json.dumps(_played(3)).replace("Ben Krug", "Cem Anker"))}, "seats"),
    ],
)
def test_pub_and_federation_read_what_does_not_count_and_why(league, two_divisions, change, why):
    entry = {"game": _played(2), "began": NOON, "ended": NOON + 600, "rules": {"final": True}, **change}
    assert league.push("Anker", pushed("t", "box", [entry])).json == {"taken": 1}
    league.renderer.once()
    own = league.ask("GET", "/api/v1/me", "Anker").json["aside"]
    assert own == [{"table": "t", "game": "t-1", "why": why}]
    assert league.ask("GET", "/api/v1/me", "Krug").json["aside"] == []
    from league.federation.views import division

    (listed,) = division(league.database, two_divisions[0])["aside"]
    assert (listed["pub"], listed["count"], listed["why"]) == ("Anker", 1, why)


def test_what_was_stored_before_and_nobody_can_read_is_set_aside_beside_what_counts(league, two_divisions):
    good = {"game": _played(2), "began": NOON, "ended": NOON + 600, "rules": {"final": True}}
    league.push("Anker", pushed("t", "box", [good] * 4))
    with league.database.owner() as cursor:
        for place, (rules, result) in enumerate(
            [({"final": [1]}, _played(2)), ({"final": True}, {"a": 1}), ([], _played(2))], start=1
        ):
            cursor.execute(
                "UPDATE game SET rules = %s, result = result || %s WHERE game = %s",
                [Jsonb(rules), Jsonb(result), f"t-{place}"],
            )
    league.renderer.once()
    assert league.page.get(f"/d/{two_divisions[0]}.json").json["matches"][0]["games"] == 1
    aside = league.ask("GET", "/api/v1/me", "Anker").json["aside"]
    assert [game["why"] for game in aside] == ["rules", "unreadable", "rules"]


def test_a_division_that_cannot_be_rendered_keeps_no_other_from_it_and_is_tried_again_when_it_changes(
    league, two_divisions, caplog
):
    league.renderer.once()
    before = league.page.get(f"/d/{two_divisions[0]}").data
    with league.database.owner() as cursor:
        cursor.execute("UPDATE division SET format = 'of-a-later-version' WHERE id = %s", [two_divisions[0]])
        cursor.execute("INSERT INTO stale (division) SELECT id FROM division")
    league.push("Linde", pushed("t", "box", [game(SUNDAY, 0, random.Random(1), FOUR)]))
    assert league.renderer.once() == 2
    assert "cannot be rendered" in caplog.text
    assert league.page.get(f"/d/{two_divisions[0]}").data == before
    with league.database.federation() as cursor:
        cursor.execute("SELECT division, why FROM unshown")
        assert cursor.fetchall() == [(two_divisions[0], "BadFormat")]
    assert league.renderer.once() == 0, "and is not tried every second"
    with league.database.owner() as cursor:
        cursor.execute("UPDATE division SET format = 'league-day' WHERE id = %s", [two_divisions[0]])
        cursor.execute("INSERT INTO stale (division) VALUES (%s)", [two_divisions[0]])
    league.renderer.once()
    with league.database.federation() as cursor:
        cursor.execute("SELECT count(*) FROM unshown")
        assert cursor.fetchone() == (0,)


@pytest.mark.parametrize("initials", [[], ["Zoe", "zoe", "ZOE"], ["Zoe."]])
def test_a_name_is_never_kept_in_a_game_however_it_is_spelt(league, two_divisions, initials):
    for number, name in enumerate(("Zoe", "zoe", "ZOE", "Zoé"), start=1):
        body = json.loads(json.dumps(_played(4)).replace("Ben Krug", name))
        entry = {
            "game": body,
            "began": NOON,
            "ended": NOON + 600,
            "rules": {"final": True},
            "initials": initials,
        }
        league.push("Anker", pushed("t", f"box{number}", [entry]))
    both = json.loads(json.dumps(_played(4)).replace("Ben Krug", "zoe").replace("Ben Anker", "ZOE"))
    league.push(
        "Anker", pushed("u", "box", [{"game": both, "began": NOON, "ended": NOON + 6, "initials": initials}])
    )
    with league.database.owner() as cursor:
        cursor.execute("SELECT coalesce(result::text, ''), rules::text, why FROM game")
        assert "zo" not in str(cursor.fetchall()).casefold()
        cursor.execute("SELECT count(*) FROM player WHERE lower(name) = 'zoe'")
        assert cursor.fetchone() == (1,)
