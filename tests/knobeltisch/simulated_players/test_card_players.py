"""Whole games of Chicago poker by players who hold real cards."""

import random
from collections import Counter

import pytest

import scorer
from knobeltisch.simulated_players.card_players import CardPlayers
from tests.support.games.random_poker import likely_act

NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Frieda", "Gül", "Hans")
HOUSES = (
    {},
    {"royal_flush": 52, "straight_flush": 10},
    {"second_phase": False, "last_trick_with_two": 10},
    {
        "goal": 40,
        "locked_at_once": True,
        "four_of_a_kind_clears": True,
        "last_trick": 2,
        "chicago_leads": True,
    },
)


def players(seed, count, **options):
    rules = scorer.with_options("poker", options)
    assert isinstance(rules, scorer.PokerRules)
    return CardPlayers(rules=rules, names=NAMES[:count], chance=random.Random(seed))


def test_honest_players_do_all_that_a_game_has_but_to_admit_and_to_leave():
    done: Counter[tuple[str, bool]] = Counter()

    def noted(state, acts):
        done.update((act.NAME, getattr(act, "cards", None) is not None) for act in acts)
        return scorer.replay(state, acts)

    for seed in range(8):
        table = players(seed, 2 + seed % 7, **HOUSES[seed % len(HOUSES)])
        table.keep = noted
        state = table.play()
        assert state.stage == "over"
        assert state.points[state.winner or ""] >= table.rules.goal
    assert {name for name, _ in done} == {
        *("draw", "exchange", "show", "call", "pass", "best", "chicago", "trick", "last_trick", "lost_trick")
    }
    assert {("trick", True), ("trick", False)} <= done.keys()


@pytest.mark.parametrize("seed", range(3))
def test_from_wherever_others_have_brought_a_game_it_is_played_to_its_end(seed):
    chance = random.Random(seed)
    state = scorer.new_game(scorer.load_variant("poker"), NAMES[: 2 + seed % 5])
    for _ in range(chance.randint(1, 90)):
        act = scorer.act_from_json(likely_act(scorer.state_to_json(state), chance))
        if scorer.can(state, act):
            state = scorer.apply(state, act)
    names = state.players
    there = CardPlayers(rules=state.rules, names=names, chance=chance).play_on(state)
    assert there.stage == "over"
