"""Laws that hold for any game of Chicago poker."""

from __future__ import annotations

import contextlib
import json
import random
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import scorer
from tests.scorer.random_seeds import CARD_SEEDS
from tests.support.games.random_poker import HOUSES, NAMES, any_act, likely_act, spoiled

USUAL_ACTS = 250
KEYS = [
    *("variant", "players", "stage", "hand", "phase", "dealer", "to_act", "among", "points", "locked"),
    *("calls", "standing", "duty", "declared", "tricks", "revokes", "scored", "last_hand"),
    *("out", "settlement", "winner"),
]


def law(examples: int, seeds: st.SearchStrategy[int] = CARD_SEEDS):
    """Hold this for so many random games."""
    return lambda test: settings(max_examples=examples)(given(seed=seeds)(test))


def begun(chance: random.Random) -> tuple[scorer.PokerState, dict[str, Any], tuple[str, ...], str | None]:
    options = chance.choice(HOUSES)
    players = NAMES[: chance.randint(2, 8)]
    dealer = chance.choice((None, players[0], players[-1]))
    rules = scorer.with_options("poker", options)
    assert isinstance(rules, scorer.PokerRules)
    return scorer.new_game(rules, players, dealer), options, players, dealer


def course(
    seed: int, most: int = USUAL_ACTS
) -> tuple[scorer.PokerState, list[tuple[Any, scorer.PokerState]]]:
    """A game at random: the beginning, and the acts each with the state after it. None of usual length is played twice."""
    first, steps = once(seed, USUAL_ACTS) if most <= USUAL_ACTS else played(seed, most)
    return first, steps[:most]


def played(seed: int, most: int) -> tuple[scorer.PokerState, list[tuple[Any, scorer.PokerState]]]:
    chance = random.Random(seed)
    first = state = begun(chance)[0]
    steps: list[tuple[Any, scorer.PokerState]] = []
    for _ in range(most):
        raw = likely_act(scorer.state_to_json(state), chance)
        with contextlib.suppress(scorer.Refused):
            act = scorer.act_from_json(raw)
            state = scorer.apply(state, act)
            steps.append((act, state))
        if state.stage == "over":
            break
    return first, steps


once = cache(played)


def answer(state: scorer.PokerState, raw: object) -> tuple[scorer.PokerState, scorer.Refused | None]:
    """The state after an act, or the same state and the refusal."""
    try:
        return scorer.apply(state, scorer.act_from_json(raw)), None
    except scorer.Refused as refused:
        return state, refused


def state_text(state: scorer.PokerState) -> str:
    return json.dumps(scorer.state_to_json(state))


# --- replay, undo, other names


@law(25)
def test_replay_of_any_prefix_gives_the_same_state(seed):
    first, steps = course(seed)
    for place in range(0, len(steps), 17):
        assert scorer.replay(first, [act for act, _ in steps[: place + 1]]) == steps[place][1]


@law(25)
def test_later_acts_and_refused_ones_leave_the_states_before_as_they_were(seed):
    chance = random.Random(seed)
    first, steps = course(seed, 120)
    before = [state_text(state) for _, state in steps]
    state = steps[chance.randrange(len(steps))][1]
    for _ in range(40):
        raw = spoiled(likely_act(scorer.state_to_json(state), chance), scorer.state_to_json(state), chance)
        shown = state_text(state)
        state, refused = answer(state, raw)
        if refused is not None:
            assert state_text(state) == shown
            assert len(refused.message) < 300
            assert refused.rule is None or refused.code != "bad_act"
        if state.stage == "over":
            break
    assert [state_text(step) for _, step in steps] == before
    assert first.stage in {"draw", "exchange"}


@law(25)
def test_other_names_for_the_players_change_nothing_else(seed):
    first, steps = course(seed)
    new = {old: f"<{place}> Ä\u2028{'x' * place}" for place, old in enumerate(first.players)}
    other = scorer.new_game(
        first.rules, [new[player] for player in first.players], new.get(first.dealer or "")
    )
    for act, state in steps:
        other = scorer.apply(other, scorer.act_from_json(renamed(scorer.act_to_json(act), new)))
        assert scorer.state_to_json(other) == renamed(scorer.state_to_json(state), new)


@law(25)
def test_a_renamed_act_is_the_one_with_that_name(seed):
    for act, _ in course(seed, 150)[1]:
        assert scorer.act_to_json(scorer.renamed_act(act, "Ben", "Bea")) == renamed(
            scorer.act_to_json(act), {"Ben": "Bea"}
        )


def renamed(value: Any, new: dict[str, str]) -> Any:
    """The same with other names, wherever one stands."""
    if isinstance(value, dict):
        return {new.get(key, key): renamed(part, new) for key, part in value.items()}
    if isinstance(value, list):
        return [renamed(part, new) for part in value]
    return new.get(value, value) if isinstance(value, str) else value


@law(25)
def test_acts_are_written_as_they_are_read(seed):
    for act, _ in course(seed, 120)[1]:
        assert scorer.act_from_json(scorer.act_to_json(act)) == act


# --- what is always so


@law(40)
def test_points_are_never_below_zero_and_what_is_scored_adds_up(seed):
    first, steps = course(seed)
    at_deal, state = dict(first.points), first
    for _, after in steps:
        shown: Any = scorer.state_to_json(after)
        assert list(shown) == KEYS
        json.loads(json.dumps(shown))
        assert min(shown["points"].values()) >= 0
        if after.last_hand is not None and after.last_hand is not state.last_hand:
            at_deal = added(at_deal, scorer.state_to_json(after)["last_hand"]["scored"])
        assert added(at_deal, shown["scored"]) == shown["points"]
        assert all(gain["points"] for gain in shown["scored"])
        state = after


def added(points: dict[str, int], scored: list[dict[str, Any]]) -> dict[str, int]:
    sums = dict(points)
    for gain in scored:
        sums[gain["player"]] += gain["points"]
    return sums


@law(40)
def test_at_the_end_one_alone_has_the_goal_or_is_alone_and_each_pays_what_he_lacks(seed):
    first, steps = course(seed, 600)
    last = steps[-1][1] if steps else first
    if last.stage != "over":
        return
    others = [player for player in last.players if player != last.winner]
    assert last.winner in last.active
    assert len(last.active) == 1 or last.points[last.winner] >= last.rules.goal
    assert all(
        last.points[last.winner] > last.points[player] for player in last.active if player != last.winner
    )
    lacks = {other: max(0, last.points[last.winner] - last.points[other]) for other in others}
    assert last.settlement == lacks
    assert scorer.legal_acts(last) == ()


@law(40)
def test_somebody_is_asked_or_all_are_waited_for_and_never_one_who_is_out(seed):
    for _, state in course(seed)[1]:
        asked = state.stage in {"exchange", "call", "chicago"}
        assert (state.to_act is not None) == asked
        assert state.to_act is None or state.to_act in state.active
        assert bool(state.among) == (state.stage in {"draw", "compare"})
        assert state.stage != "exchange" or state.to_act not in state.locked
        assert state.stage != "chicago" or state.points[state.to_act or ""] >= 15
        assert not state.duty or state.stage == "exchange"
        assert set(state.duty) <= set(state.active) - set(state.locked)


@law(25)
def test_the_acts_that_are_named_can_be_done_and_no_others(seed):
    """Every accepted act is listed, and each listed act is accepted in some form."""
    first, steps = course(seed, 150)
    for state, (act, _) in zip([first, *(state for _, state in steps)], steps, strict=False):
        named = scorer.legal_acts(state)
        assert act.NAME in named
        assert {decision.NAME for decision in scorer.decisions(state)} <= set(named)
        assert scorer.can(state, act)
        chance = random.Random(seed)
        for _ in range(5):
            raw = any_act(scorer.state_to_json(state), chance)
            with contextlib.suppress(scorer.Refused):
                other = scorer.act_from_json(raw)
                scorer.apply(state, other)
                assert other.NAME in named


@law(25)
def test_a_table_that_stops_has_no_winner(seed):
    state = course(seed, 60)[1][-1][1]
    if state.stage != "over":
        stopped = scorer.stopped(state)
        assert (stopped.stage, stopped.winner, stopped.settlement) == ("over", None, None)


# --- whatever is sent

WILD = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-9, 9),
        st.floats(allow_nan=False),
        st.text(max_size=4),
        st.sampled_from(("Anna", "pair", "royal_flush", "AS", "2D", "A" * 70_000, 10**400, "\ud800", "\0")),
    ),
    lambda inner: st.lists(inner, max_size=6),
    max_leaves=6,
)
FIELDS = ("cards", "count", "player", "category", "players", "winner", "with_two", "phase", "x")


@given(
    seed=CARD_SEEDS,
    raws=st.lists(
        st.tuples(
            st.sampled_from(
                ("draw", "exchange", "show", "call", "best", "trick", "last_trick", "admit", "leave")
            ),
            st.dictionaries(st.sampled_from(FIELDS), WILD, max_size=3),
        ),
        max_size=12,
    ),
)
@settings(max_examples=80)
def test_wild_acts_raise_nothing_but_refusals_of_one_short_sentence(seed, raws):
    first, steps = course(seed, seed % 40)
    state = steps[-1][1] if steps else first
    for name, fields in raws:
        state, refused = answer(state, {**fields, "act": name})
        if refused is not None:
            assert len(refused.message) < 300
            assert "\n" not in refused.message
