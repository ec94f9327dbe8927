import random

import pytest

import scorer
from knobeltisch.referee.expected_dice import expected_dice
from vision.still.known import UNKNOWN
from vision.types import Moment


def random_game(variant, seed, acts=120):
    """Play legal acts at random; yield each state and the act done in it."""
    rng = random.Random(seed)
    state = scorer.new_game(scorer.load_variant(variant), ("Anna", "Ben", "Cem", "Dora"))
    for _ in range(acts):
        choices = [*scorer.decisions(state), *throws(state, rng)]
        legal = [act for act in choices if scorer.can(state, act)]
        if not legal:
            return
        act = rng.choice(legal)
        yield state, act
        state = scorer.apply(state, act)


def throws(state, rng):
    dice = tuple(sorted(rng.randint(1, 6) for _ in range(scorer.dice_expected(state))))
    return [kind(dice=dice) for kind in (scorer.RollOff, scorer.Throw, scorer.Reveal)] if dice else []


@pytest.mark.parametrize("variant", scorer.DICE_VARIANTS)
@pytest.mark.parametrize("seed", range(5))
def test_all_dice_of_a_legal_throw_and_those_held_are_a_number_that_is_expected(variant, seed):
    seen = set()
    for state, act in random_game(variant, seed):
        if isinstance(act, scorer.RollOff | scorer.Throw | scorer.Reveal):
            lying = len(state.held) + len(act.dice)
            assert lying in expected_dice(state).known(Moment.LIFT).numbers, act
            seen.add(lying)
        assert len(state.held) in expected_dice(state).known(Moment.CUP_DOWN).numbers
    assert seen


@pytest.mark.parametrize("seed", range(5))
def test_with_the_cup_off_a_die_too_few_is_not_expected_in_a_turn(seed):
    for state, act in random_game("bavarian", seed):
        if isinstance(act, scorer.Throw):
            assert set(expected_dice(state).known(Moment.LIFT).numbers) == {len(state.held), 3}


def test_without_a_game_nothing_is_expected():
    assert expected_dice(None) is UNKNOWN
    assert UNKNOWN.known(Moment.LIFT).numbers is None
