"""What simulated players decide: what the rules allow, in every game of dice."""

import random

import pytest

import scorer
from knobeltisch.simulated_players.players import choose_act
from scorer.games.families import FAMILIES


@pytest.mark.parametrize("preset", scorer.DICE_VARIANTS)
def test_a_simulated_player_does_what_the_rules_allow(preset):
    chance = random.Random(preset)
    people = ("Anna", "Ben", "Cem")
    state = scorer.new_game(scorer.load_variant(preset), people)
    done = set()
    for _ in range(600):
        act = choose_act(state, chance)
        if act is None:
            due = scorer.dice_expected(state)
            dice = tuple(sorted(chance.choices(range(1, 7), k=due)))
            act = scorer.throw_act(state, dice) if due else scorer.Cover()
        done.add(act.NAME)
        state = scorer.apply(state, act)
        if state.stage == "over":
            state = scorer.new_game(state.rules, people)
    assert {"roll_off", "throw"} < done
    assert done & FAMILIES[state.rules.family].decides
