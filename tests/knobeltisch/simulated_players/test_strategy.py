"""What simulated regulars decide: always something the rules allow, and rare things now and then."""

from __future__ import annotations

import random

import pytest

import scorer
from knobeltisch.simulated_players import strategy


@pytest.mark.parametrize("variant", scorer.DICE_VARIANTS)
def test_a_declaration_is_one_that_the_leader_may_make(variant: str) -> None:
    state = scorer.new_game(scorer.load_variant(variant), ("Anna", "Ben", "Cem"), "Anna")
    state = scorer.apply(state, scorer.Throw(dice=(2, 3, 5)))
    if not state.rules.declares:
        pytest.skip(f"nothing is declared in {variant}")
    chance = random.Random(1)
    said = {strategy.choose_declaration(state, chance) for _ in range(100)}
    assert said <= set(scorer.declarations(state.rules))
    assert len(said) > 2


@pytest.mark.parametrize("variant", scorer.DICE_VARIANTS)
def test_they_are_content_when_nothing_can_be_thrown_any_more(variant: str) -> None:
    state = scorer.new_game(scorer.load_variant(variant), ("Anna", "Ben", "Cem"), "Anna")
    state = scorer.apply(state, scorer.Throw(dice=(2, 3, 5)))
    state = scorer.apply(state, scorer.Pass(declare=next(iter(scorer.declarations(state.rules)), None)))
    assert strategy.is_content(state, random.Random(1))


def test_base_chicago_is_ended_by_those_who_play_it() -> None:
    state = scorer.new_game(scorer.load_variant("base"), ("Anna", "Ben"), "Anna")
    declare = scorer.Declare(ones=100, sixes=60, direction="high")
    for _ in range(strategy.ROUNDS_WITHOUT_END):
        assert not strategy.has_ended(state)
        state = scorer.replay(
            state, [scorer.Throw(dice=(2, 3, 5)), scorer.Pass(declare=declare), scorer.Throw(dice=(2, 3, 4))]
        )
    assert strategy.has_ended(state)


@pytest.mark.parametrize(("variant", "kinds"), [("drinking", 3), ("schocken", 1), ("bavarian", 0)])
def test_beside_the_dice_they_fill_spill_leave_and_call_as_the_game_has_it(variant: str, kinds: int) -> None:
    chance, seen = random.Random(2), set()
    state = scorer.new_game(scorer.load_variant(variant), ("Anna", "Ben", "Cem"), "Anna")
    for _ in range(400):
        if state.stage == "over" or state.round > 40:
            break
        act = strategy.choose_side_act(state, chance)
        if act is None:
            dice = scorer.dice_expected(state)
            act = next(
                (
                    act
                    for act in (
                        scorer.Throw(dice=(2, 3, 5)[:dice]),
                        scorer.Reveal(dice=(2, 3, 5)[:dice]),
                        scorer.Pass(),
                        scorer.Cover(),
                    )
                    if scorer.can(state, act)
                ),
                scorer.NameLoser(player="Anna"),
            )
        else:
            seen.add(type(act))
        if scorer.can(state, act):
            state = scorer.apply(state, act)
    assert len(seen) == kinds
