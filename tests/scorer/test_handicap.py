"""Mats at the start: HCP-1 to HCP-3 (docs/house-rules.md)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorer
from scorer import BadPlayers, Refused
from scorer.words.variant_text import rules_text
from tests.support.games.random_games import WEIGHTS, some_act

THREE = ("Anna", "Ben", "Cem")
MAT_GAMES = ("bavarian", "tschigg", "chic", "schocken")


def rules_of(base, most):
    return scorer.with_options(base, {"handicap": most, "players_max": 12})


def begun(base, given, *, most=6, players=THREE, leader="Anna"):
    return scorer.new_game(rules_of(base, most), players, leader, given)


def whole(base, players):
    return scorer.new_game(rules_of(base, 6), [f"P{place}" for place in range(players)], "P0").stack


@pytest.mark.parametrize("leader", ["Anna", None])
@pytest.mark.parametrize("base", MAT_GAMES)
def test_HCP_1_mats_come_from_the_stack_before_the_first_throw(base, leader):
    """RULES HCP-1: so that as many are in the game as always."""
    state = begun(base, {"Anna": 2, "Ben": 0}, leader=leader)
    assert state.mats == {"Anna": 2, "Ben": 0, "Cem": 0}
    assert state.stack == whole(base, 3) - 2


@pytest.mark.parametrize("base", scorer.VARIANTS)
def test_HCP_1_in_every_preset_nobody_begins_with_any(base):
    """RULES HCP-1: a house writes into its own rules how many there may be."""
    rules = scorer.load_variant(base)
    assert getattr(rules, "handicap", 0) == 0
    players = [f"P{place}" for place in range(rules.players_min)]
    with pytest.raises(BadPlayers, match="handicap"):
        scorer.new_game(rules, players, None, {"P0": 1})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"Anna": 3}, "these rules allow 0 to 2"),
        ({"Anna": -1}, "these rules allow 0 to 2"),
        ({"Dora": 1}, "'Dora' has a handicap and does not play"),
        ({"Anna": 2, "Ben": 2}, "at least one must stay on the stack"),
    ],
)
def test_HCP_1_what_cannot_be_given_is_refused_with_a_sentence(given, words):
    """RULES HCP-1: at least one mat stays on the stack."""
    with pytest.raises(BadPlayers, match=words):
        begun("bavarian", given, most=2)  # four mats


def test_HCP_1_without_mats_a_handicap_is_idle_and_none_can_be_given():
    """RULES HCP-1: they come from the stack, and here there is none."""
    rules = scorer.with_options("base", {"handicap": 3})
    assert scorer.idle_options(rules) == ("handicap",)
    with pytest.raises(BadPlayers, match="stack"):
        scorer.new_game(rules, THREE, "Anna", {"Anna": 1})


def test_HCP_2_each_half_and_the_final_begin_with_them(game):
    """RULES HCP-2."""
    g = game()
    g.state = begun("schocken", {"Anna": 3, "Cem": 1})
    g.half_lost("Ben")
    assert (g.state.phase, g.state.stack) == ("half2", 9)
    assert g.state.mats == {"Anna": 3, "Ben": 0, "Cem": 1}
    g.half_lost("Anna")
    assert (g.state.phase, g.state.stack) == ("final", 10)
    assert g.state.mats == {"Anna": 3, "Ben": 0, "Cem": 0}


@pytest.mark.parametrize("leader", ["Anna", None])
@pytest.mark.parametrize("base", ["bavarian", "tschigg", "chic"])
def test_HCP_3_who_leaves_before_the_first_throw_leaves_something_to_play_for(base, leader, in_words):
    """RULES HCP-3: three of four or five mats are Anna's, and for two players there are three."""
    state = scorer.apply(begun(base, {"Anna": 3}, leader=leader), in_words("leave Cem"))
    assert (state.stage == "over", state.phase, state.stack) == (False, 1, 1)
    assert state.mats == {"Anna": 3, "Ben": 0, "Cem": 0}


@pytest.mark.parametrize("base", ["bavarian", "tschigg", "chic"])
def test_HCP_3_a_roll_off_is_no_turn_and_nobody_has_lost_without_one(base, game):
    """RULES HCP-3: a roll-off is no turn; nobody has won or lost a game in which no turn was begun."""
    g = game()
    g.state = begun(base, {"Cem": 3}, leader=None)
    g.play("roll_off 1", "roll_off 2", "roll_off 3", "leave Anna")
    assert (g.state.stage, g.state.phase, g.state.stack, g.state.mats["Cem"]) == ("play", 1, 1, 3)
    assert (g.play("leave Ben").state.stage, g.state.loser) == ("over", None)


@settings(max_examples=120)
@given(seed=st.integers(0, 10**9), base=st.sampled_from(MAT_GAMES), most=st.integers(0, 6))
def test_HCP_1_a_handicap_of_none_is_the_same_game_and_with_one_mats_go_as_always(seed, base, most):
    """RULES HCP-1, whatever is thrown: with nothing given all is as without; with something mats leave the game with a leaver or at a round's end alone."""
    chance = random.Random(seed)
    players = ["Anna", "Ben", "Cem", "Dora", "Emil", "Frieda"][: chance.randint(3, 6)]
    given = {player: chance.randint(0, most) for player in players}
    while sum(given.values()) >= whole(base, len(players)):  # one mat at least stays to be played for
        given[max(given, key=given.__getitem__)] -= 1
    plain = begun(base, {}, players=players)
    none = begun(base, dict.fromkeys(players, 0), players=players)
    some = begun(base, given, players=players)
    assert none == plain
    for _ in range(60):
        before = some
        try:
            some = scorer.apply(before, act := some_act(before, chance, chance.choice(WEIGHTS)))
        except Refused:
            continue
        if act.NAME in {"leave", "join"} or some.stage == "over":
            break
        gone = sum(before.mats.values()) + before.stack - sum(some.mats.values()) - some.stack
        left_or_halved = len(some.out) != len(before.out) or some.phase != before.phase
        assert gone == 0 or left_or_halved or (base != "schocken" and some.round != before.round)
        assert min(some.mats.values()) >= 0 <= some.stack


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(("most", "said"), [(0, 0), (1, 1), (3, 1)])
def test_the_rules_in_words_say_it_where_it_is_played(most, said, language):
    for base in MAT_GAMES:
        sentences = [
            sentence.text
            for part in rules_text(rules_of(base, most), language)
            for sentence in part.sentences
        ]
        assert sum(sentence.startswith(("Vorgabe:", "Handicap:")) for sentence in sentences) == said
