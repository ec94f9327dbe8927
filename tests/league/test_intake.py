"""What pubs push is there once, in order, whatever comes twice, late or broken; and a result counts when both have confirmed it."""

import copy
import json
import random

import pytest

from tests.support.league.odd_json import spoilt
from tests.support.programs import load_psycopg

load_psycopg()

from league.errors import BadRequest
from league.example import report_body
from league.intake import let_count, read_push
from tests.league.conftest import DAY
from tests.support.league.pushes import push_body

pytestmark = pytest.mark.long


def test_a_report_counts_once_and_the_same_push_again_changes_nothing(league, report):
    body = push_body("hub", "box", [("cup-1", report)])
    assert [league.push("Anker", body).json for _ in range(2)] == [{"taken": 1}] * 2
    ((home, away), later) = league.results()
    assert later is None
    assert home + away == 60  # three points in each of twenty games
    assert league.rows("SELECT seq, report FROM entry") == [(1, "cup-1")]
    assert league.push("Anker", push_body("hub", "box", [])).json == {"taken": 1}
    assert league.push("Anker", push_body("hub", "other", [])).json == {"taken": 0}


def test_a_new_revision_without_both_confirmations_takes_the_result_away(league, report):
    league.push("Anker", push_body("hub", "box", [("cup-1", report)]))
    assert league.results()[0] is not None
    alone = copy.deepcopy(report)
    del alone["report"]["confirmed"][1]
    league.push("Anker", push_body("hub", "box", [("cup-1", alone)], first=2))
    assert (league.results()[0], league.why()) == (None, ["It is not confirmed for Krug."])
    league.push("Anker", push_body("hub", "box", [("cup-1", report)], first=3))
    assert league.results()[0] is not None
    league.push("Anker", push_body("hub", "box", [("cup-1", None)], first=4))
    assert (league.results()[0], league.why()) == (None, [])


def test_a_second_report_of_the_same_teams_and_day_waits_for_the_office(league, report):
    friendly = {"report": report_body(("Krug", "Anker"), DAY, random.Random(2))}
    league.push("Anker", push_body("hub", "box", [("match-1", report)]))
    first = league.results()[0]
    league.push("Anker", push_body("hub", "other", [("friendly-1", friendly)]))
    assert league.results()[0] == first
    (why,) = league.why()
    assert why.endswith("The office decides: league count friendly-1")
    league.push("Anker", push_body("hub", "box", [("match-1", None), ("match-1", report)], first=2))
    assert (league.results()[0], league.why()) == (first, [why])
    assert let_count(league.database, "friendly-1") == ["match-1"]
    assert league.results()[0] != first
    assert let_count(league.database, "match-1") == ["friendly-1"]
    assert league.results()[0] == first
    with pytest.raises(BadRequest, match="No report 'match-1' waits"):
        let_count(league.database, "match-1")


def test_gaps_and_other_content_are_conflicts_with_what_is_kept(league, report):
    league.push("Anker", push_body("hub", "box", [("cup-1", report)]))
    gap = league.push("Anker", push_body("hub", "box", [("cup-2", report)], first=3))
    other = league.push("Anker", push_body("hub", "box", [("cup-1", None)]))
    assert (gap.status_code, other.status_code) == (409, 409)
    assert gap.json["taken"] == other.json["taken"] == 1
    assert "Entry 2 is missing" in gap.json["error"]
    assert league.results()[0] is not None


def test_another_pub_has_boxes_of_its_own_and_no_say_in_a_match_at_anker(league, report):
    body = push_body("hub", "box", [("cup-1", report)])
    assert league.push("Krug", body).json == {"taken": 1}
    assert league.results() == [None, None], "Krug plays at home a week later"
    assert league.push("Anker", body).json == {"taken": 1}
    assert league.results()[0] is not None


def change_total(report):
    total = next(line for line in report["lines"] if line["kind"] == "total" and line.get("team"))
    total["points"] = "1"


def forget_teams(report):
    report["lines"][0]["teams"] = ["Anker"]


UNCOUNTABLE = {
    "a total that is not that of the games": (change_total, "its totals are wrong"),
    "one team": (forget_teams, "not of two teams"),
    "nobody has confirmed": (lambda report: report.update(confirmed=[]), "not confirmed for Anker and Krug"),
    "a confirmation without a time": (lambda report: report["confirmed"][0].update(at="late"), "cannot read"),
    "another format": (lambda report: report["lines"][0].update(format="groups"), "of the format groups"),
    "no head": (lambda report: report["lines"].pop(0), "cannot read"),
    "no lines": (lambda report: report.pop("lines"), "cannot read"),
    "no time": (lambda report: report.update(at=None), "has no time"),
}


@pytest.mark.parametrize(("change", "said"), UNCOUNTABLE.values(), ids=UNCOUNTABLE)
def test_what_cannot_count_is_kept_with_its_reason(league, report, change, said):
    change(report["report"])
    assert league.push("Anker", push_body("hub", "box", [("cup-1", report)])).json == {"taken": 1}
    assert league.results()[0] is None
    assert [said in why for why in league.why()] == [True]


def test_a_game_as_older_tables_pushed_it_is_taken_and_counts_for_nothing(league):
    game = {"game": {"variant": "schocken"}, "began": 1.0, "ended": 2.0}
    assert league.push("Anker", push_body("table", "box", [("1-1", game)])).json == {"taken": 1}
    assert [why.startswith("It is no match report") for why in league.why()] == [True]


def test_a_report_of_another_day_is_of_no_match(league, report):
    report["report"]["lines"][0]["day"] = "2026-11-23"
    league.push("Anker", push_body("hub", "box", [("cup-1", report)]))
    assert (league.results(), league.why()) == ([None, None], [])


def test_a_report_from_before_they_named_their_day_is_of_the_evening_it_began(league, report):
    del report["report"]["lines"][0]["day"]
    league.push("Anker", push_body("hub", "box", [("cup-1", report)]))
    assert league.results()[0] is not None


def test_sides_and_the_spelling_of_the_guest_do_not_matter(league, report):
    league.push("Anker", push_body("hub", "box", [("cup-1", report)]))
    before = league.results()[0]
    text = json.dumps(report).replace("Krug", "KRUG")
    turned = json.loads(text)
    turned["report"]["lines"][0]["teams"].reverse()
    league.push("Anker", push_body("hub", "box", [("cup-1", turned)], first=2))
    assert league.results()[0] == before


BROKEN = {
    "no JSON": b"{",
    "no entries": b'{"table": "t", "box": "b"}',
    "seq 0": json.dumps(push_body("t", "b", [("1", None)], first=0)).encode(),
}


@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN)
def test_what_is_no_push_is_refused_with_a_sentence(league, body):
    answer = league.push("Anker", body)
    assert (answer.status_code, answer.json["error"][-1]) == (400, ".")


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic x", "Bearer wrong", "Bearer \udcff"])
def test_without_a_key_of_the_league_nothing_is_taken(league, header):
    answer = league.page.post("/api/v1/push", json=push_body("t", "b", []), headers={"Authorization": header})
    assert (answer.status_code, answer.json["error"][-1]) == (401, ".")


def test_odd_reports_are_kept_or_refused_and_never_break_anything(league, report):
    chance = random.Random(3)
    taken = 0
    for _ in range(40):
        body = push_body(
            "hub", "box", [("cup-1", {"report": spoilt(report["report"], chance)})], first=taken + 1
        )
        raw = json.dumps(body).encode("utf-8", "surrogatepass")
        try:
            read_push(raw)
        except BadRequest:
            assert league.push("Anker", raw).status_code == 400
            continue
        assert league.push("Anker", raw).json == {"taken": taken + 1}
        taken += 1
        assert league.page.get("/d/1").status_code == league.page.get("/f/1").status_code == 200
