"""Whole games of Chicago poker by players who hold real cards: the score that is kept is what they have played."""

import random
from collections import Counter

import pytest

import scorer
from knobeltisch.simulated_players.card_players import CardPlayers
from scorer.copying import copy_with
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


def players(seed: int, count: int, **options: object) -> CardPlayers:
    rules = scorer.with_options("poker", options)
    assert isinstance(rules, scorer.PokerRules)
    return CardPlayers(rules=rules, names=NAMES[:count], chance=random.Random(seed))


@pytest.fixture(scope="module")
def games() -> tuple[list[tuple[CardPlayers, scorer.PokerState]], Counter[tuple[str, bool]]]:
    """Some games to their ends, and what was done in them: each act by name, and whether it had cards."""
    done: Counter[tuple[str, bool]] = Counter()

    def noted(state, acts):
        done.update((act.NAME, getattr(act, "cards", None) is not None) for act in acts)
        return scorer.replay(state, acts)

    tables = [players(seed, 2 + seed % 7, **HOUSES[seed % len(HOUSES)]) for seed in range(8)]
    for table in tables:
        table.keep = noted
    return [(table, table.play()) for table in tables], done


def test_what_is_kept_is_what_was_played(games):
    for table, state in games[0]:
        assert table.differences == []
        assert state.stage == "over"
        assert state.points == table.points
        assert state.points[state.winner or ""] >= table.rules.goal


def test_honest_players_do_all_that_a_game_has_but_to_admit_and_to_leave(games):
    assert {name for name, _ in games[1]} == {
        *("draw", "exchange", "show", "call", "pass", "best", "chicago", "trick", "last_trick", "lost_trick")
    }
    assert {("trick", True), ("trick", False)} <= games[1].keys()


def test_a_score_that_is_kept_wrongly_is_noticed():
    def one_too_many(state, acts):
        after = scorer.replay(state, acts)
        more = {player: count + 1 for player, count in after.points.items()}
        return copy_with(after, points=more) if after.hand == 3 and state.hand == 2 else after

    table = players(3, 3)
    table.keep = one_too_many
    table.play()
    assert table.differences[0].startswith("hand 2: ")


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
