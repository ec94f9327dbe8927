import random

import pytest

import scorer
from knobeltisch.mqtt.board_events import RESULTS, EventReader
from knobeltisch.simulated_players.card_players import CardPlayers


@pytest.fixture
def reader(pub):
    """Read a pub's board from now on."""
    events = EventReader()
    events.read(pub.shown)
    return lambda: events.read(pub.shown)


def names(events):
    return [event["event_type"] for _, event in events]


def test_a_table_that_has_played_before_tells_nothing_of_it(pub):
    pub.start("Anna", "Ben", leader="Anna")
    pub.throw(1, 3, 5)
    assert EventReader().read(pub.shown) == []


def test_a_question_is_reported_once(pub, reader):
    pub.start("Anna", "Ben", leader="Anna")
    pub.cup_down()
    pub.lift(1, 2)
    ((topic, event),) = reader()
    assert (topic, event["about"], event["player"]) == ("question", "throw", "Anna")
    assert reader() == []


def test_a_chicago_that_ends_round_and_game_is_three_results(pub, reader):
    pub.start("Anna", "Ben", leader="Anna")
    pub.throw(1, 1, 1)
    results = [event for topic, event in reader() if topic == "result"]
    assert [event["event_type"] for event in results] == ["chicago", "round_ended", "game_ended"]
    chicago, _, over = results
    assert (chicago["player"], chicago["throws"]) == ("Anna", 1)
    assert over["loser"] == "Ben"
    assert {event["event_type"] for event in results} <= set(RESULTS)


def test_a_schock_out_is_reported_once_though_its_round_goes_on(pub, reader):
    pub.start("Anna", "Ben", "Cem", leader="Anna", variant="schocken")
    pub.order({"do": "act", "act": {"act": "throw", "dice": [1, 1, 1]}})
    pub.order({"do": "press", "button": "pass"})
    assert names(reader()) == ["throw", "chicago"]
    pub.order({"do": "act", "act": {"act": "cover"}})
    assert "chicago" not in names(reader())


def test_what_is_taken_back_or_put_right_is_no_event(pub, reader):
    pub.start("Anna", "Ben", leader="Anna")
    pub.throw(1, 1, 1)
    reader()
    throw = pub.shown["acts"][-1]["id"]
    pub.order({"do": "correct", "entry": throw, "act": {"act": "throw", "dice": [1, 1, 2]}})
    assert reader() == []
    pub.order({"do": "undo"})
    assert reader() == []


def test_another_journal_is_no_event(pub, reader):
    pub.start("Anna", "Ben", leader="Anna")
    pub.throw(1, 3, 5)
    pub.table.board.renew()
    pub.throw(1, 3, 5)
    assert reader() == []


def test_each_hand_of_a_game_of_cards_is_reported_with_what_it_brought(pub, reader):
    pub.start("Anna", "Ben", "Cem", variant="poker")
    events, hands = [], []

    def keep(_state, acts):
        for act in acts:
            pub.order({"do": "act", "act": scorer.act_to_json(act)})
            events.extend(event for topic, event in reader() if topic == "result")
            if (last := pub.state["last_hand"]) not in (None, *hands):
                hands.append(last)
        return pub.table.state

    rules = scorer.load_variant("poker")
    players = CardPlayers(rules=rules, names=("Anna", "Ben", "Cem"), chance=random.Random(3), keep=keep)
    players.play(200)
    rounds = [event for event in events if event["event_type"] == "round_ended"]
    assert [(event["round"], event["scored"]) for event in rounds] == [
        (hand["hand"], hand["scored"]) for hand in hands
    ]
    assert len(rounds) > 3
    made = [
        gain for hand in hands for gain in hand["scored"] if gain["for"] == "chicago" and gain["points"] > 0
    ]
    assert sum(event["event_type"] == "chicago" for event in events) == len(made)
