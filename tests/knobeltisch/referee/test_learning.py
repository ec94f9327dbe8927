"""Which throws teach a table: those that were confirmed or corrected, once each, and never one that nobody vouched for."""

import pytest

from knobeltisch.errors import CommandError, StoreError
from knobeltisch.referee.own_confidence import KEY, TEACH, JudgedThrow, OwnConfidence, load_own
from tests.support.sightings import SHAPE
from vision.still.known import Sign
from vision.types import Doubt

SURE, ASKED = 3.0, -0.5
SIGN = Sign(1, SHAPE)


@pytest.fixture
def game(pub):
    pub.start("Anna", "Ben", leader="Anna")
    return pub


def learned(pub):
    return [(throw.margin, throw.right) for throw in pub.table.learning.own.throws]


def throw(pub, *dice, doubts=(), margin=SURE):
    pub.cup_down()
    pub.lift(*dice, doubts=doubts, margin=margin)


def next_lift(pub):
    pub.order({"do": "press", "button": "pass"})
    throw(pub, 2, 2, 4, margin=9.0)


def entry(pub):
    return pub.shown["acts"][-1]["id"]


def asked(pub, **answer):
    throw(pub, 1, 3, 4, doubts=[Doubt.PIPS], margin=ASKED)
    pub.answer(**answer)


def touched(pub):
    throw(pub, 1, 3, 4, doubts=[Doubt.COCKED], margin=ASKED)
    pub.touched(1, 3, 5)
    pub.answer(dice=[1, 3, 5])


def taken_back(pub):
    throw(pub, 1, 3, 4)
    pub.order({"do": "undo"})


def typed(pub):
    pub.order({"do": "act", "act": {"act": "throw", "dice": [1, 3, 4]}})


@pytest.mark.parametrize(
    ("done", "taught"),
    [
        pytest.param(lambda pub: throw(pub, 1, 3, 4), [(SURE, True)], id="sure and corrected by nobody"),
        pytest.param(lambda pub: asked(pub, dice=[1, 3, 4]), [(ASKED, True)], id="asked and guessed right"),
        pytest.param(lambda pub: asked(pub, dice=[1, 3, 5]), [(ASKED, False)], id="asked and guessed wrong"),
        pytest.param(lambda pub: asked(pub, option="none"), [], id="asked and thrown by nobody"),
        pytest.param(touched, [], id="touched, and no longer what was lifted"),
        pytest.param(taken_back, [], id="taken back"),
        pytest.param(typed, [], id="typed in"),
    ],
)
def test_a_throw_teaches_once_the_next_lift_is_seen_if_somebody_vouched_for_it(game, done, taught):
    done(game)
    assert learned(game) == []
    if "pass" in game.shown["legal"]:
        game.order({"do": "press", "button": "pass"})
    throw(game, 2, 2, 4, margin=9.0)
    assert learned(game) == taught


def test_a_throw_that_is_corrected_late_counts_once_and_as_wrong(game):
    throw(game, 1, 3, 4)
    first = entry(game)
    next_lift(game)
    game.order({"do": "correct", "entry": first, "act": {"act": "throw", "dice": [1, 3, 5]}})
    assert learned(game) == []
    throw(game, 2, 5, 6)
    assert sorted(learned(game)) == [(SURE, False), (9.0, True)]


def teach(pub):
    pub.table.learn(tuple(JudgedThrow(margin=ASKED, right=True) for _ in range(TEACH)))
    pub.table.drain()


def test_after_a_die_that_was_not_seen_at_all_nothing_is_loosened(game):
    teach(game)
    assert game.table.learning.own.leeway > 0
    throw(game, 1, 3, doubts=[Doubt.COUNT], margin=SURE)
    game.answer(dice=[1, 3, 4])
    assert game.table.learning.own.leeway == 0
    teach(game)
    assert game.table.learning.own.leeway == 0


@pytest.mark.parametrize("doubt", [Doubt.HAND, Doubt.DARK])
def test_a_die_under_a_hand_or_in_the_dark_was_not_missed(game, doubt):
    teach(game)
    throw(game, 1, 3, doubts=[doubt], margin=SURE)
    game.answer(dice=[1, 3, 4])
    assert game.table.learning.own.leeway > 0


def test_what_was_learned_is_kept_over_a_restart(open_pub, store):
    first = open_pub()
    first.table.learning.begin(store)
    teach(first)
    again = open_pub()
    again.table.learning.begin(store)
    assert again.table.learning.own == first.table.learning.own
    assert len(again.table.learning.own.throws) == TEACH


def test_what_was_learned_is_forgotten_at_once(pub, store):
    pub.table.learning.begin(store)
    teach(pub)
    pub.table.learn((), signs=(SIGN,))
    pub.table.forget_learned()
    assert pub.table.learning.own.leeway == 0
    assert load_own(store) == OwnConfidence()


def test_signs_are_kept_until_other_dice_are_shown(pub, store):
    learning = pub.table.learning
    learning.begin(store)
    for signs, known in (((SIGN,), (SIGN,)), (None, (SIGN,)), ((), ())):
        learning.learn_from_test((), signs=signs)
        learning.save_changes()
        assert load_own(store).signs == known


def test_a_disk_that_takes_nothing_does_not_stop_the_score_and_forgetting_says_so(game, store, monkeypatch):
    game.table.learning.begin(store)

    def full(key, value):
        raise StoreError("The disk is full; make room.")

    monkeypatch.setattr(store, "put", full)
    throw(game, 1, 3, 4)
    next_lift(game)
    assert game.shown["notice"] is None
    assert learned(game) == [(SURE, True)]
    with pytest.raises(CommandError):
        game.table.forget_learned()


def test_only_numbers_are_kept(game, store):
    game.table.learning.begin(store)
    throw(game, 1, 3, 4)
    next_lift(game)
    assert store.get(KEY) == {"throws": [[SURE, True]], "since_missed": None, "signs": []}
