import shutil

import pytest

from knobeltisch.errors import Denied
from tests.support.hub.hub_tournament import HubTournament
from tests.support.hub.small_tournament import PEOPLE
from tests.tournament.running_tournament import ranked_result


@pytest.fixture
def cup(tmp_path):
    made = HubTournament(tmp_path / "hub")
    yield made
    made.hub.stop()


def play(cup, number, *, name, ended=9e9):
    """Play what a table is to play now, in the order of its seats."""
    task = cup.task(number)
    cup.tell(number, ranked_result(*task["players"]), name, ticket=task["ticket"], ended=ended)


def test_a_game_that_the_referee_typed_meanwhile_is_not_counted_as_the_next(cup):
    task = cup.task(1)
    one, two, three, four = task["players"]
    cup.act(do="result", match="1-1", game=1, order=[two, one, three, four], by="Ida")
    cup.tell(1, ranked_result(one, two, three, four), "a-1", ticket=task["ticket"])
    assert [waits["game"] for waits in cup.hub.desk.waiting("de")["waiting"]] == [1]
    first = [place.player for place in cup.counted("1-1")[1].result.places if place.place == 1]
    assert (first, set(cup.counted("1-1"))) == ([two], {1})
    assert cup.task(1)["game"] == 2


def test_a_clock_that_is_hours_behind_turns_no_game_into_a_loose_one(cup):
    for game in (1, 2):
        play(cup, 1, name=f"{game}-{game}", ended=1000.0 + game)
    assert set(cup.counted("1-1")) == {1, 2}
    assert cup.hub.desk.waiting("de")["loose"] == []


def test_another_game_of_the_whole_table_settles_no_decider(cup):
    cup.play_to_a_tie()
    drawn = cup.shown["rounds"][0]["matches"][0]
    cup.tell(1, ranked_result(*drawn["players"]), "f-9")
    assert len(cup.shown["deciders"]) == 2
    assert [loose["id"] for loose in cup.hub.desk.waiting("de")["loose"]] == ["f-9"]
    ticket = cup.task(1)["ticket"]
    cup.tell(1, ranked_result(*drawn["players"]), "f-10", ticket=ticket)
    assert [waits["game"] for waits in cup.hub.desk.waiting("de")["waiting"]] == [3]
    assert len(cup.shown["deciders"]) == 2


def test_a_game_of_an_earlier_tournament_is_no_game_of_this_one(cup):
    task = cup.task(1)
    cup.hub.desk.abandon()
    cup.hub.desk.open(title="Noch einer", form="knockout", tables=3, players="\n".join(PEOPLE))
    cup.act(do="draw")
    cup.tell(1, ranked_result(*cup.task(1)["players"]), "a-1", ticket=task["ticket"])
    assert cup.counted("1-1") == {}


def test_the_finals_games_come_back_when_an_older_copy_of_the_hub_draws_it_again(cup, tmp_path):
    for number in (1, 2):
        for game in (1, 2):
            play(cup, number, name=f"{number}{game}-{game}")
    cup.hub.stop()
    shutil.copytree(tmp_path / "hub", tmp_path / "copy")
    cup = HubTournament(tmp_path / "hub", begin=False)
    cup.act(do="draw")
    for game in (1, 2):
        play(cup, 1, name=f"3{game}-{game}")
    assert set(cup.counted("2-1")) == {1, 2}
    restored = HubTournament(tmp_path / "copy", begin=False)
    restored.send_all_again(cup.senders)
    restored.act(do="draw")
    assert set(restored.counted("2-1")) == {1, 2}
    assert restored.hub.desk.waiting("de")["loose"] == []
    for each in (cup, restored):
        each.hub.stop()


def test_the_desk_asks_before_a_correction_moves_a_seat_and_says_so_as_long_as_it_does(cup):
    for number in (1, 2):
        for game in (1, 2):
            play(cup, number, name=f"{number}{game}-{game}")
    one, two, three, four = cup.shown["rounds"][0]["matches"][0]["players"]
    with pytest.raises(Denied, match="Not everything"):
        cup.act(do="note", kind="ended")
    cup.act(do="draw")
    said = {"do": "result", "match": "1-1", "game": 1, "order": [three, four, one, two], "by": "Ida"}
    with pytest.raises(Denied, match=f"Hinein gehört: {three}.*Heraus: {two}") as refused:
        cup.hub.desk.act(said, "de")
    assert refused.value.code == "cup.asks"
    assert cup.hub.desk.waiting("de")["misfits"] == []
    cup.act(**said, sure=True)
    (wrong,) = cup.hub.desk.waiting("de")["misfits"]
    assert f"Hinein gehört: {three}" in wrong
