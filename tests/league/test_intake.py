"""What pubs push is there once, in order, whatever comes twice, late or broken."""

from __future__ import annotations

import copy
import json
import random
from datetime import date

import pytest

from tests.support.programs import load_psycopg

load_psycopg()

from league.errors import BadRequest
from league.example import game, pushed
from league.intake import read_push
from tests.support.league.odd_json import spoilt

DAY = date(2026, 11, 22)
FOUR = ("Anna", "Ben", "Cem", "Dora")


def games(count, seed=1):
    chance = random.Random(seed)
    return [game(DAY, place, chance, FOUR) for place in range(count)]


def rows(database, query):
    with database.owner() as cursor:
        cursor.execute(query)
        return cursor.fetchall()


def test_a_push_is_kept_and_the_same_again_changes_nothing(league, database):
    league.pub("Anker")
    body = pushed("table1", "box", games(3))
    assert [league.push("Anker", body).json for _ in range(2)] == [{"taken": 3}] * 2
    before = rows(database, "SELECT * FROM game ORDER BY game")
    assert league.push("Anker", body).json == {"taken": 3}
    assert rows(database, "SELECT * FROM game ORDER BY game") == before
    assert rows(database, "SELECT seq FROM entry ORDER BY seq") == [(1,), (2,), (3,)]
    assert league.push("Anker", {"table": "table1", "box": "box", "entries": []}).json == {"taken": 3}
    assert league.push("Anker", {"table": "table1", "box": "other", "entries": []}).json == {"taken": 0}


def test_a_push_that_overlaps_with_what_is_there_adds_the_rest(league, database):
    league.pub("Anker")
    three, five = games(3), games(5)
    assert league.push("Anker", pushed("t", "box", three)).json == {"taken": 3}
    assert league.push("Anker", pushed("t", "box", five)).json == {"taken": 5}
    assert league.push("Anker", pushed("t", "box", five[1:3], first=2)).json == {"taken": 5}
    assert rows(database, "SELECT count(*) FROM game") == [(5,)]


def test_other_content_under_the_same_number_and_a_gap_are_refused_and_change_nothing(league, database):
    league.pub("Anker")
    league.push("Anker", pushed("t", "box", games(2)))
    for body in (pushed("t", "box", games(2, seed=2)), pushed("t", "box", games(1), first=4)):
        answer = league.push("Anker", body)
        assert (answer.status_code, answer.json["taken"]) == (409, 2)
    assert rows(database, "SELECT taken FROM box") == [(2,)]


def test_a_corrected_game_takes_the_place_of_the_one_before_and_one_taken_back_counts_no_more(
    league, database
):
    league.pub("Anker")
    body = json.loads(pushed("t", "box", games(1)))
    (first,) = body["entries"]
    corrected = copy.deepcopy(first) | {"seq": 2, "revision": 2}
    corrected["result"]["ended"] += 60
    gone = {**first, "seq": 3, "revision": 3, "kind": "taken_back", "result": None}
    for entries, counts, revision in (([first], True, 1), ([corrected], True, 2), ([gone], False, 3)):
        assert league.push("Anker", {**body, "entries": entries}).status_code == 200
        assert rows(database, "SELECT counts, revision FROM game") == [(counts, revision)]
    again = {**first, "seq": 4, "revision": 4}
    assert league.push("Anker", {**body, "entries": [again]}).json == {"taken": 4}
    assert rows(database, "SELECT counts, revision FROM game") == [(True, 4)]


def test_a_box_sent_again_leaves_every_game_there_once(league, database):
    league.pub("Anker")
    body = json.loads(pushed("t", "box", games(4)))
    league.push("Anker", body)
    before = rows(database, "SELECT game, sum, changed FROM game ORDER BY game")
    assert league.push("Anker", {**body, "box": "rebuilt"}).json == {"taken": 4}
    assert rows(database, "SELECT game, sum, changed FROM game ORDER BY game") == before


def test_what_a_later_version_writes_is_kept_and_counts_for_nothing(league, database):
    league.pub("Anker")
    body = json.loads(pushed("t", "box", games(2)))
    body["entries"][0]["result"]["game"]["invented"] = 1
    assert league.push("Anker", body).json == {"taken": 2}
    assert rows(database, "SELECT counts FROM game ORDER BY game") == [(False,), (True,)]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"{", "not JSON"),
        ([], "must be an object"),
        ({"table": "t/../", "box": "b", "entries": []}, "table is 't/../'"),
        ({"table": "t", "box": "b"}, "entries must be a list"),
        ({"table": "t", "box": "b", "entries": [{}] * 101}, "at most 100"),
        ({"table": "t", "box": "b", "entries": [1]}, "An entry must be an object"),
        ({"table": "t", "box": "b", "entries": [{"seq": True, "revision": 1}]}, "whole numbers"),
        ({"table": "t", "box": "b", "entries": [{"seq": 1, "revision": 1, "game": ""}]}, "game is ''"),
        ({"table": "t", "box": "b", "entries": [{"seq": 1, "revision": 1, "game": "g"}]}, "kind is 'None'"),
    ],
)
def test_what_is_no_push_is_refused_in_a_sentence(league, body, said):
    league.pub("Anker")
    answer = league.push("Anker", body)
    assert answer.status_code == 400
    assert said in answer.json["error"]


def test_a_push_larger_than_a_megabyte_is_refused(league):
    league.pub("Anker")
    assert league.push("Anker", b" " * ((1 << 20) + 1)).status_code == 413


@pytest.mark.parametrize("key", [None, "Bearer wrong", "Basic abc", "Bearer "])
def test_who_has_no_key_pushes_nothing(league, key):
    answer = league.page.post(
        "/api/v1/push", data=b"{}", headers={} if key is None else {"Authorization": key}
    )
    assert answer.status_code == 401


def test_names_are_kept_apart_from_results_and_initials_make_nobody_a_player(league, database):
    league.pub("Anker")
    (game,) = games(1)
    game = json.loads(json.dumps(game).replace("Anna", "A."))
    game["initials"] = ["A."]
    league.push("Anker", pushed("t", "box", [game]))
    ((result,),) = rows(database, "SELECT result::text FROM game")
    assert "A." in result
    assert not [name for name in ("Ben", "Cem", "Dora") if name in result]
    assert {name for (name,) in rows(database, "SELECT name FROM player")} == {"Ben", "Cem", "Dora"}


@pytest.mark.parametrize("seed", range(20))
def test_whatever_a_push_says_it_is_read_or_refused_in_a_sentence(seed):
    """PostgreSQL can store every text that is read: it knows neither null characters nor lone surrogates."""
    chance = random.Random(seed)
    for _ in range(60):
        body = spoilt(json.loads(pushed("table1", "box", games(2))), chance)
        try:
            read = read_push(json.dumps(body).encode(), is_signed=lambda *_: False)
        except BadRequest as refused:
            assert "\n" not in str(refused)  # noqa: PT017 - both ways are right
            continue
        for entry in read.entries:
            kept = json.dumps(entry.rules)
            assert "\\u0000" not in kept
            assert "\\ud8" not in kept
