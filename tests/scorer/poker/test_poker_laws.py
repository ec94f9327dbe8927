import contextlib
import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import scorer
from tests.scorer.random_seeds import SEEDS
from tests.scorer.test_laws import renamed
from tests.support.games.random_poker import any_act

MANY_ACTS = 250
KEYS = [
    *("variant", "players", "stage", "hand", "phase", "dealer", "to_act", "among", "points", "locked"),
    *("calls", "standing", "duty", "declared", "tricks", "revokes", "scored", "last_hand"),
    *("out", "settlement", "winner"),
]


def law(examples):
    """Hold this for so many random games, half of them of a house of its own."""
    return lambda test: settings(max_examples=examples)(given(seed=SEEDS, house=st.booleans())(test))


@law(25)
def test_a_renamed_act_is_the_one_with_that_name(course, seed, house):
    for act, _ in course(seed, "poker", house=house, most=150)[1]:
        assert scorer.act_to_json(scorer.rename_in_act(act, "Ben", "Bea")) == renamed(
            scorer.act_to_json(act), {"Ben": "Bea"}
        )


@law(40)
def test_points_are_never_below_zero_and_what_is_scored_adds_up(course, seed, house):
    first, steps = course(seed, "poker", house=house, most=MANY_ACTS)
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


def added(points, scored):
    sums = dict(points)
    for gain in scored:
        sums[gain["player"]] += gain["points"]
    return sums


@law(40)
def test_at_the_end_one_alone_has_the_goal_or_is_alone_and_each_pays_what_he_lacks(course, seed, house):
    first, steps = course(seed, "poker", house=house, most=600)
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
def test_somebody_is_asked_or_all_are_waited_for_and_never_one_who_is_out(course, seed, house):
    for _, state in course(seed, "poker", house=house, most=MANY_ACTS)[1]:
        asked = state.stage in {"exchange", "call", "chicago"}
        assert (state.to_act is not None) == asked
        assert state.to_act is None or state.to_act in state.active
        assert bool(state.among) == (state.stage in {"draw", "compare"})
        assert state.stage != "exchange" or state.to_act not in state.locked
        assert state.stage != "chicago" or state.points[state.to_act or ""] >= 15
        assert not state.duty or state.stage == "exchange"
        assert set(state.duty) <= set(state.active) - set(state.locked)


@law(25)
def test_the_acts_that_are_named_can_be_done_and_no_others(course, seed, house):
    """Every accepted act is listed, and each listed act is accepted in some form."""
    first, steps = course(seed, "poker", house=house, most=150)
    for state, (act, _) in zip([first, *(state for _, state in steps)], steps, strict=False):
        named = scorer.legal_acts(state)
        assert act.NAME in named
        assert {decision.NAME for decision in scorer.decisions(state)} <= set(named)
        assert scorer.can(state, act)
        assert all(scorer.can(state, legal) for legal in scorer.legal(state))
        chance = random.Random(seed)
        for _ in range(5):
            raw = any_act(scorer.state_to_json(state), chance)
            with contextlib.suppress(scorer.Refused):
                other = scorer.act_from_json(raw)
                scorer.apply(state, other)
                assert other.NAME in named


@law(25)
def test_a_table_that_stops_has_no_winner(course, seed, house):
    state = course(seed, "poker", house=house, most=60)[1][-1][1]
    if state.stage != "over":
        stopped = scorer.stop_game(state)
        assert (stopped.stage, stopped.winner, stopped.settlement) == ("over", None, None)
