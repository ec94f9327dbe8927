"""Laws that hold for every game, whoever plays and whatever is thrown."""

from __future__ import annotations

import contextlib
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorer
from scorer import Act, Hold, Pass, Refused, RollOff, State, Throw, Turn

PLAYERS = ("Anna", "Ben", "Cem")
SEEDS = st.integers(0, 10**9)
KEYS = [
    *(
        "variant",
        "players",
        "stage",
        "phase",
        "round",
        "leader",
        "to_act",
        "throws",
        "held",
        "free",
        "declaration",
    ),
    *("results", "last_round", "stack", "mats", "out", "specials", "lost", "owes", "to_fill", "loser"),
]


def some_dice(chance: random.Random, count: int) -> tuple[int, ...]:
    return tuple(sorted(chance.choice((1, 1, 1, 2, 3, 4, 5, 6, 6, 6)) for _ in range(count)))


def some_act(state: State, chance: random.Random) -> Act:
    """Any act, mostly one that could be meant now."""
    kinds = ("throw", "hold", "turn", "pass", "roll_off", *scorer.legal_acts(state) * 4)
    match chance.choice(kinds):
        case "throw":
            return Throw(dice=some_dice(chance, scorer.dice_expected(state) or chance.randint(0, 4)))
        case "roll_off":
            return RollOff(dice=some_dice(chance, chance.choice((1, 1, 1, 2))))
        case "hold":
            lying = state.free or (1, 2, 6)
            return Hold(dice=tuple(die for die in lying if chance.random() < 0.5))
        case "turn":
            return Turn()
        case _:
            return Pass()


def course(seed: int, players: tuple[str, ...] = PLAYERS, most: int = 250) -> list[tuple[Act, State]]:
    """The accepted acts of a random game, each with the state after it."""
    chance, kept = random.Random(seed), list[tuple[Act, State]]()
    state = scorer.new_game(scorer.load_variant("bavarian"), players)
    for _ in range(most):
        if state.stage == "over":
            break
        act = some_act(state, chance)
        if scorer.can(state, act):
            state = scorer.apply(state, act)
            kept.append((act, state))
    return kept


@given(seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_replay_of_any_prefix_gives_the_same_state(seed: int) -> None:
    first = scorer.new_game(scorer.load_variant("bavarian"), PLAYERS)
    kept = course(seed)
    for place in range(0, len(kept), 7):
        acts = [act for act, _ in kept[: place + 1]]
        assert scorer.replay(first, acts) == kept[place][1]


@given(seed=SEEDS)
@settings(max_examples=100, deadline=None)
def test_any_act_is_taken_or_refused_and_a_refused_one_changes_nothing(seed: int) -> None:
    chance = random.Random(seed)
    for _, state in course(seed, most=60):
        before = json.dumps(scorer.state_to_json(state))
        with contextlib.suppress(Refused):  # nothing else may be raised
            scorer.apply(state, some_act(state, chance))
        assert json.dumps(scorer.state_to_json(state)) == before


@given(seed=SEEDS, count=st.integers(2, 6))
@settings(max_examples=100, deadline=None)
def test_mats_are_never_lost(seed: int, count: int) -> None:
    """Mats on the table and in the stack, with those discarded and those a Chick took along, are n + 1."""
    players = tuple("ABCDEF"[:count])
    gone, before = 0, scorer.new_game(scorer.load_variant("bavarian"), players)
    for act, state in course(seed, players):
        thrower = before.to_act
        if thrower is not None and state.out.get(thrower) == "chicago" and thrower not in before.out:
            gone += before.mats[thrower]
        if state.last_round is not before.last_round and state.last_round is not None:
            gone += sum(number for _, to, number in state.last_round.moves if to is None)
        assert state.stack + sum(state.mats.values()) + gone == count + 1, act
        before = state


@given(seed=SEEDS)
@settings(max_examples=100, deadline=None)
def test_one_player_acts_while_the_game_is_on_and_he_is_still_in(seed: int) -> None:
    for _, state in course(seed):
        if state.stage == "over":
            assert state.to_act is None
            assert state.loser in state.players
        else:
            assert state.to_act in state.active
            assert state.loser is None


@given(seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_the_legal_acts_are_exactly_those_that_some_dice_are_accepted_for(seed: int) -> None:
    for _, state in course(seed, most=80):
        legal = set(scorer.legal_acts(state))
        assert bool(legal) is (state.stage != "over")
        assert legal == {
            name for name in ("throw", "hold", "turn", "pass", "roll_off") if accepted(state, name)
        }


def accepted(state: State, name: str) -> bool:
    """Whether some act of this name is allowed."""
    if name in ("turn", "pass"):
        return scorer.can(state, Turn() if name == "turn" else Pass())
    if name == "hold":
        free = state.free
        picks = [tuple(d for i, d in enumerate(free) if mask >> i & 1) for mask in range(1 << len(free))]
        return any(scorer.can(state, Hold(dice=dice)) for dice in picks)
    make = Throw if name == "throw" else RollOff
    return any(scorer.can(state, make(dice=(3,) * count)) for count in (1, 2, 3))


@given(seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_other_names_for_the_players_change_nothing_else(seed: int) -> None:
    acts = [act for act, _ in course(seed)]
    rules = scorer.load_variant("bavarian")
    plain = scorer.replay(scorer.new_game(rules, ("p-0", "p-1", "p-2")), acts)
    other = scorer.replay(scorer.new_game(rules, ("Zoe", "<b>", "Ä Ö")), acts)
    told = json.dumps(scorer.state_to_json(plain), ensure_ascii=False)
    for old, new in (("p-0", "Zoe"), ("p-1", "<b>"), ("p-2", "Ä Ö")):
        told = told.replace(old, new)
    assert json.loads(told) == scorer.state_to_json(other)


@given(seed=SEEDS)
@settings(max_examples=30, deadline=None)
def test_a_state_has_the_protocols_keys_in_their_order(seed: int) -> None:
    for _, state in course(seed, most=40):
        assert list(scorer.state_to_json(state)) == KEYS
        assert list(state.held) == sorted(state.held)
        assert list(state.free) == sorted(state.free)


def test_random_games_come_to_an_end() -> None:
    ended = [course(seed, most=2000)[-1][1].stage == "over" for seed in range(30)]
    assert all(ended)


@pytest.mark.parametrize("seed", range(40))
def test_an_act_survives_its_json(seed: int) -> None:
    for act, _ in course(seed, most=30):
        assert scorer.act_from_json(json.loads(json.dumps(scorer.act_to_json(act)))) == act
