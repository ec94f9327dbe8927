import pytest

from knobeltisch.errors import Denied
from tests.support.hub.hub_tournament import HubTournament
from tests.support.hub.small_tournament import result_of
from tests.tournament.running_tournament import ranked_result


@pytest.fixture
def tournament(tmp_path):
    made = HubTournament(tmp_path)
    yield made
    made.hub.stop()


def test_the_table_of_those_who_are_level_is_given_the_decider_as_a_game_for_two(tournament):
    tournament.play_to_a_tie()
    due = tournament.shown["deciders"]
    assert [(decider["table"], decider["game"], decider["place"], decider["places"]) for decider in due] == [
        (1, 3, "match", 1),
        (2, 3, "match", 1),
    ]
    task = tournament.task(1)
    assert (task["players"], task["game"], task["decider"]) == (due[0]["players"], 3, "match")
    assert (task["options"]["players_min"], task["options"]["chips"]) == (2, 3)
    assert tournament.task(3) is None


def test_what_it_came_to_counts_by_itself_and_the_table_is_free_then(tournament):
    tournament.play_to_a_tie()
    for number in (1, 2):
        first, second = tournament.task(number)["players"]
        tournament.tell(number, ranked_result(second, first), f"{number}9-9")
        assert tournament.task(number) is None
    assert tournament.shown["deciders"] == []
    assert tournament.hub.desk.waiting("de")["waiting"] == []
    tournament.act(do="draw")
    (final,) = tournament.shown["rounds"][-1]["matches"]
    assert len(final["players"]) == 4


def test_the_referee_types_and_corrects_a_result_in_halves(tournament):
    one, two, three, _ = tournament.task(1)["players"]
    tournament.act(do="result", match="1-1", game=1, halves=[one, two], final=two, by="Ida")
    tournament.act(do="result", match="1-1", game=1, halves=[one, one], by="Ida", out=[f"{three}:2"])
    (counted,) = tournament.counted("1-1").values()
    assert counted.result.loser == one
    with pytest.raises(Denied, match="after a march through"):
        tournament.act(do="result", match="1-1", game=1, halves=[one, one], final=one)
    with pytest.raises(Denied):
        tournament.act(do="result", match="1-1", game=1, halves=one)


def test_a_game_without_a_match_is_dismissed_taken_back_and_assigned(tournament):
    mixed = (*tournament.task(1)["players"][:2], *tournament.task(2)["players"][:2])
    tournament.tell(3, result_of(mixed), "31-1")
    (loose,) = tournament.hub.desk.waiting("de")["loose"]
    who = {"sender": loose["sender"], "id": loose["id"]}
    tournament.act(do="dismiss", **who)
    waiting = tournament.hub.desk.waiting("de")
    assert (waiting["loose"], waiting["dismissed"]) == ([], [who])
    tournament.act(do="dismiss", **who, back=True)
    tournament.act(do="assign", **who, match="1-1", game=2)
    waiting = tournament.hub.desk.waiting("de")
    assert (waiting["loose"], [waits["game"] for waits in waiting["waiting"]]) == ([], [2])


def test_a_latecomer_takes_the_seat_of_a_no_show_and_plays(tournament):
    match = tournament.shown["rounds"][0]["matches"][0]
    gone = match["players"][0]
    late = {"player": {"name": "Late"}, "match": match["match"]}
    with pytest.raises(Denied):
        tournament.act(do="note", kind="came", **late)
    tournament.act(do="note", kind="walked_over", match=match["match"], absent=[gone])
    tournament.act(do="note", kind="came", **late)
    assert "Late" in tournament.task(match["table"])["players"]
    with pytest.raises(Denied):
        tournament.act(do="note", kind="came", player={"name": "Later"}, match=match["match"])


def test_all_matches_of_a_failed_table_move_at_once_and_it_is_taken_back_one_by_one(tmp_path):
    made = HubTournament(tmp_path, people=[f"P{number}" for number in range(12)], tables=2)
    try:
        before = {match["match"]: match["table"] for match in made.shown["rounds"][0]["matches"]}
        assert sorted(before.values()) == [1, 1, 2]
        made.act(do="fail_table", table=1)
        matches = made.shown["rounds"][0]["matches"]
        assert {match["table"] for match in matches} == {2}
        assert len({match["sitting"] for match in matches}) == 3
        noted = [entry for entry in made.hub.desk.waiting("de")["noted"] if entry["kind"] != "drawn"]
        for entry in noted:
            made.act(do="note", kind="undone", entry=entry["id"])
        assert {match["match"]: match["table"] for match in made.shown["rounds"][0]["matches"]} == before
        with pytest.raises(Denied):
            made.act(do="fail_table", table=9)
    finally:
        made.hub.stop()
