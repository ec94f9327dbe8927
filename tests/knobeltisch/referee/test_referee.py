import random

import pytest

import scorer
from hardware.panel.panel import Button
from knobeltisch.game.evening import Evening
from knobeltisch.game.events import Did, Start
from knobeltisch.referee.referee import Referee
from knobeltisch.referee.sightings import rule_on_sighting
from tests.support.games.random_games import some_game
from tests.support.sightings import lift_of, sighting
from vision.types import Doubt, Moment


@pytest.fixture
def anna(pub):
    """Anna leads the first round against Ben."""
    pub.start("Anna", "Ben", leader="Anna")
    return pub


def test_an_unsure_throw_is_asked_about_with_the_likeliest_first(anna):
    anna.cup_down()
    anna.lift(2, 3, 5, unsure={2: (5, 4)})
    question = anna.question
    assert question["about"] == "throw"
    assert question["reasons"] == ["pips"]
    assert question["options"][0]["dice"] == [2, 3, 5]
    assert question["options"][-1]["label"] == "nothing_thrown"
    assert anna.acts() == []
    anna.answer(dice=[2, 3, 6])
    assert anna.acts() == ["throw [2, 3, 6]"]


def test_a_die_straightened_by_hand_is_offered_but_not_taken(anna):
    anna.cup_down()
    anna.lift(2, 3, 5, doubts=[Doubt.COCKED])
    first = anna.question["id"]
    anna.touched(2, 3, 6)
    assert anna.question["id"] != first
    assert anna.question["options"][0]["dice"] == [2, 3, 6]
    assert anna.acts() == []


def test_pass_over_dice_that_lie_differently_asks_which_count(anna):
    anna.throw(1, 2, 4)
    anna.touched(1, 2, 5)
    anna.press(Button.PASS)
    assert anna.question["about"] == "changed"
    anna.answer(option="now")
    assert anna.acts() == ["throw [1, 2, 5]", "pass"]
    assert anna.shown["acts"][0]["corrected"] is True


def test_a_long_undo_asks_how_far_to_go_back(anna):
    anna.throw(1, 2, 4)
    anna.press(Button.PASS)
    anna.press(Button.UNDO, long=True)
    labels = [option["label"] for option in anna.question["options"]]
    assert labels == ["nothing_back", "undo_to", "undo_to", "undo_to"]
    anna.answer(option=anna.question["options"][2]["id"])
    assert anna.acts() == []


def test_without_a_game_nothing_that_lies_there_counts(pub):
    pub.throw(1, 2, 3)
    assert pub.question is None
    assert pub.shown["state"] is None


def test_the_crops_of_a_question_are_there_while_it_is_open_and_gone_after(anna):
    anna.cup_down()
    anna.lift(2, 3, 5, doubts=[Doubt.GLARE])
    asked = anna.question["id"]
    assert anna.table.board.picture(asked, 0) == b"\xff\xd8 die 0"
    anna.answer(option="none")
    assert anna.table.board.picture(asked, 0) is None


def test_the_crops_of_a_question_say_which_die_it_is_about(anna):
    anna.cup_down()
    anna.lift(2, 3, 5, unsure={1: (3, 2)})
    assert [(crop["candidates"][0], crop["doubted"]) for crop in anna.question["crops"]] == [
        (2, False),
        (3, True),
        (5, False),
    ]


PRESSES = (Button.AGAIN, Button.PASS, Button.UNDO, Button.DIRECTION, Button.ONES, Button.SIXES)


def waits_for(table):
    return {key: table.shown[key] for key in ("question", "again", "declare", "head")}


@pytest.mark.parametrize("variant", ["bavarian", "schocken"])
@pytest.mark.parametrize("seed", range(3))
def test_a_press_that_is_refused_changes_nothing_of_what_the_table_waits_for(pub, seed, variant):
    chance = random.Random(seed)
    pub.start("Anna", "Ben", "Cora", leader="Anna", variant=variant)
    refused = 0
    for _ in range(120):
        dice = [chance.randint(1, 6) for _ in range(3)]
        held = chance.randint(0, 3)
        match chance.randint(0, 5):
            case 0:
                pub.cup_down(*dice[:held])
            case 1:
                pub.lift(*dice[held:], held=dice[:held])
            case 2:
                pub.touched(*dice)
            case _:
                before = waits_for(pub)
                pub.press(chance.choice(PRESSES), long=chance.random() < 0.1)
                if pub.shown["notice"] is not None:
                    refused += 1
                    assert waits_for(pub) == before
    assert refused


@pytest.mark.parametrize("variant", scorer.DICE_VARIANTS)
def test_a_cup_that_moves_before_the_player_has_decided_asks_with_answers_that_the_rules_take(variant):
    """No throw is lost, whatever the game: each state in which dice lie free has a meaning for the cup, or answers to choose from."""
    evening = Evening()
    start = Start(variant=variant, players=("Anna", "Ben", "Cem", "Dora"), leader=None)
    facts = [start, *(Did(act=act) for act in some_game(variant, random.Random(variant), 120))]
    for number, fact in enumerate(facts, 1):
        evening = Evening(live=evening.after(fact, entry_id=number, source="tablet"))
        state = evening.dice
        if state.stage != "play" or not state.free:
            continue
        for seen in (
            sighting(Moment.CUP_DOWN),
            lift_of(*(2, 3, 5)[: 3 - len(state.held)], stayed=state.held),
        ):
            ruling = rule_on_sighting(Referee().with_sighting(seen, state), evening)
            asked = ruling.then.question
            assert ruling.facts or asked.options
            for option in () if asked is None else asked.options:
                after = evening
                for answer in option.facts:
                    after = Evening(live=after.after(answer, entry_id=number + 1, source="tablet"))
