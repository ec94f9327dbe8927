"""Teams: TEAM-1 to TEAM-4 (docs/house-rules.md)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorer
from scorer import BadPlayers, BadVariant, Refused
from scorer.copying import copy_with
from scorer.words.variant_text import rules_text
from tests.support.games.random_games import WEIGHTS, some_act

PAIRS = {"Red": ("Anna", "Cem"), "Blue": ("Ben", "Dora"), "Green": ("Emil", "Frieda")}
ROWS = tuple(PAIRS)
GAMES = tuple(
    name for name in scorer.DICE_VARIANTS if name != "drinking" and "teams" in scorer.options_of(name)
)
SCHOCKEN = ("throw 4 3 1", "pass", "cover", "cover", "reveal 2 2 1", "reveal 6 3 1")


def rules_of(base):
    return scorer.with_options(base, {"teams": True, "players_max": 12})


def begun(base="schocken", *, players=ROWS, teams=PAIRS, leader="Red"):
    return scorer.new_game(rules_of(base), players, leader, teams=teams)


@pytest.mark.parametrize("base", scorer.VARIANTS)
def test_TEAM_1_in_every_preset_nobody_plays_in_a_team(base):
    """RULES TEAM-1: a house writes into its own rules that people may play together."""
    rules = scorer.load_variant(base)
    assert not getattr(rules, "teams", False)
    with pytest.raises(BadPlayers, match="teams"):
        scorer.new_game(rules, ROWS, None, teams=PAIRS)


@pytest.mark.parametrize(
    ("teams", "words"),
    [
        ({"Red": ("Anna",)}, "'Red' has 1; a team has at least two"),
        ({"Grey": ("Anna", "Ben")}, "'Grey' does not play"),
        ({"Red": ("Anna", "Anna")}, "'Anna' is there twice"),
        ({"Red": ("Anna", "Ben"), "Blue": ("Cem", "Ben")}, "'Ben' is there twice"),
        ({"Red": ("Anna", "Blue")}, "'Blue' is there twice"),
        ({"Red": ("Anna", " ")}, "is no name"),
        ({"Red": tuple(f"P{place}" for place in range(25))}, "24 are the most"),
    ],
)
def test_TEAM_1_what_cannot_be_is_refused_with_a_sentence(teams, words):
    """RULES TEAM-1: nobody is in two teams, and nobody is a team alone."""
    with pytest.raises(BadPlayers, match=words):
        begun(teams=teams)


def test_TEAM_1_in_the_drinking_game_everybody_drinks_for_himself():
    """RULES TEAM-1: no glass is a team's."""
    with pytest.raises(BadVariant, match="drinks for himself"):
        scorer.with_options("drinking", {"teams": True})


def test_TEAM_1_somebody_may_play_alone_beside_teams():
    """RULES TEAM-1."""
    state = begun(teams={"Red": PAIRS["Red"]}, leader="Blue")
    assert scorer.throwing_member(state) is None
    assert "teams" in scorer.state_to_json(state)


def test_TEAM_2_they_throw_by_turns_round_by_round(in_words):
    """RULES TEAM-2: whose round it is, his are the turn and what is covered."""
    state, seen = begun(), []
    for act in (*SCHOCKEN, "throw 4 3 1"):
        seen.append((state.round, state.to_act, scorer.throwing_member(state)))
        state = scorer.apply(state, in_words(act))
    assert dict.fromkeys(seen) == dict.fromkeys(
        [(1, "Red", "Anna"), (1, "Blue", "Ben"), (1, "Green", "Emil"), (2, "Blue", "Dora")]
    )


@pytest.mark.parametrize("size", [2, 3, 5])
def test_TEAM_2_so_many_rounds_later_it_is_the_first_ones_turn_again(size):
    """RULES TEAM-2."""
    people = tuple(f"P{place}" for place in range(size))
    state = begun("bavarian", teams={"Red": people})
    turns = [scorer.throwing_member(copy_with(state, round=number)) for number in range(1, 2 * size + 1)]
    assert turns == [*people, *people]


@settings(max_examples=80)
@given(seed=st.integers(0, 10**9), base=st.sampled_from(GAMES))
def test_TEAM_3_with_teams_all_goes_as_without(seed, base):
    """RULES TEAM-3, TEAM-1, whatever is thrown: mats, places and what is lost are those of a game of as many players."""
    chance = random.Random(seed)
    state, plain = begun(base), scorer.new_game(rules_of(base), ROWS, "Red")
    for _ in range(60):
        act = some_act(state, chance, chance.choice(WEIGHTS))
        assert scorer.can(state, act) == scorer.can(plain, act)
        try:
            state, plain = scorer.apply(state, act), scorer.apply(plain, act)
        except Refused:
            continue
        assert copy_with(state, teams={}) == plain
        assert state.teams == PAIRS
        whose = scorer.throwing_member(state)
        assert (whose is None) == (state.to_act not in PAIRS)
        assert whose is None or whose in PAIRS[state.to_act or ""]
        if state.stage == "over":
            break


def test_TEAM_4_a_team_goes_as_a_whole_and_who_joins_plays_alone(in_words):
    """RULES TEAM-4."""
    state = scorer.apply(begun(), in_words("join Gül after Green"))
    assert scorer.throwing_member(copy_with(state, to_act="Gül")) is None
    state = scorer.apply(state, in_words("leave Blue"))
    assert state.active == ("Red", "Green", "Gül")
    for gone in ("Ben", "Dora"):
        with pytest.raises(Refused):
            scorer.apply(state, in_words(f"leave {gone}"))


def test_the_state_says_who_throws_and_without_teams_nothing_of_them():
    state = scorer.state_to_json(begun())
    assert (state["teams"], state["throwing"]) == (
        {team: list(people) for team, people in PAIRS.items()},
        "Anna",
    )
    alone = scorer.state_to_json(scorer.new_game(rules_of("schocken"), ROWS, "Red"))
    assert not {"teams", "throwing"} & alone.keys()


@pytest.mark.parametrize(("language", "word"), [("de", "Mannschaften"), ("en", "Teams")])
@pytest.mark.parametrize("base", GAMES)
def test_the_rules_in_words_speak_of_teams_where_there_may_be_some(base, language, word):
    assert word in str(rules_text(rules_of(base), language))
    assert word not in str(rules_text(scorer.load_variant(base), language))
