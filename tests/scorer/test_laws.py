"""Laws that hold for every game, with any players, whatever the house plays and whatever is thrown."""

import contextlib
import json
import random
from itertools import combinations, pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorer
from scorer import Declare, Hold, Pass, Refused, TakeBack, Throw
from scorer.acts import FOULS, SPECIALS
from scorer.games.families import FAMILIES, family_of
from scorer.json_forms.codec import Word
from scorer.json_forms.states import DiceState
from tests.scorer.random_seeds import SEEDS, law

ALL = st.sampled_from(scorer.VARIANTS)
KEYS = [
    *("variant", "players", "stage", "phase", "round", "leader", "to_act", "throws", "held", "free"),
    *("declaration", "results", "last_round", "stack", "mats", "out", "specials", "lost", "owes"),
    *("to_fill", "loser"),
]
DECLARED = ["throws", "ones", "sixes", "direction", "value"]
RESULT = ["player", "dice", "value", "throws", "kind"]
LAST = ["round", "declaration", "results", "best", "worst", "moves"]


def state_text(state):
    return json.dumps(scorer.state_to_json(state))


COMING_AND_GOING = (scorer.Leave, scorer.Join)


def steps_with_befores(first, steps):
    befores = [first, *(state for _, state in steps)]
    return [(before, act, after) for before, (act, after) in zip(befores, steps, strict=False)]


def mats_in_play(state):
    return state.stack + sum(state.mats.values())


def pairs(first, steps):
    return list(pairwise([first, *(state for _, state in steps)]))


# --- replay, undo, other names


@law(60, ALL)
def test_replay_of_any_prefix_gives_the_same_state(course, seed, base, house):
    first, steps = course(seed, base, house=house)
    for place in range(0, len(steps), 11):
        assert scorer.replay(first, [act for act, _ in steps[: place + 1]]) == steps[place][1]


@law(60, ALL)
def test_other_names_for_the_players_change_nothing_else(course, seed, base, house):
    first, steps = course(seed, base, house=house)
    last = steps[-1][1] if steps else first
    new = {old: f"<{place}> Ä\u2028{'x' * place}" for place, old in enumerate(last.players)}
    other = scorer.new_game(
        first.rules,
        [new[player] for player in first.players],
        new.get((first.dealer if base == "poker" else first.leader) or ""),
        {} if base == "poker" else {new[player]: count for player, count in first.handicap.items()},
    )
    for act, state in steps:
        other = scorer.apply(other, scorer.act_from_json(renamed(scorer.act_to_json(act), new)))
        assert scorer.state_to_json(other) == renamed(scorer.state_to_json(state), new)


def renamed(value, new):
    """The same with other names, wherever one stands."""
    if isinstance(value, dict):
        return {new.get(key, key): renamed(part, new) for key, part in value.items()}
    if isinstance(value, list):
        return [renamed(part, new) for part in value]
    return new.get(value, value) if isinstance(value, str) else value


# --- refusals


@law(60, ALL)
def test_a_refused_act_changes_nothing_and_nothing_but_a_refusal_is_raised(
    course, some_act, seed, base, house
):
    chance = random.Random(seed)
    for _, state in course(seed, base, house=house, most=50)[1]:
        before = state_text(state)
        for _ in range(3):
            with contextlib.suppress(Refused):
                scorer.apply(state, some_act(state, chance))
        assert state_text(state) == before


WILD_NUMBERS = st.one_of(st.integers(-7, 7), st.sampled_from((10**400, -(10**400), True, 2.5, None, "3")))
WILD_NAMES = st.one_of(
    st.sampled_from(("Anna", "Ben", "", " ", "\ud800", "\0", "high", "jule", "spill")),
    st.just(65536).map(lambda length: "A" * length),
    st.text(),
)
WILD_DICE = st.one_of(
    st.lists(WILD_NUMBERS, max_size=5),
    st.just(65536).map(lambda length: [1] * length),
    st.sampled_from(([[1], [2]], {}, None, 3)),
)
WILD_VALUES = st.one_of(
    WILD_NUMBERS,
    WILD_NAMES,
    WILD_DICE,
    st.booleans(),
    st.fixed_dictionaries({"ones": WILD_NUMBERS, "sixes": WILD_NUMBERS, "direction": WILD_NAMES}),
)
FORMS = list(dict.fromkeys(form for family in FAMILIES.values() for form in family.forms.values()))
FIELDS = ("more", *sorted({field.key for form in FORMS for field in form.fields}))
FITTING = {
    "dice": WILD_DICE,
    "on": st.booleans(),
    "floor": st.booleans(),
    "player": WILD_NAMES,
    "after": WILD_NAMES,
}


def wild(form):
    """An act of this form: with its own fields and wild values in them, or with any fields."""
    must, may = (
        {key: FITTING.get(key, WILD_VALUES) for key in sorted(keys)}
        for keys in (form.required, form.optional)
    )
    fits = st.fixed_dictionaries(must, optional=may)
    any_fields = st.dictionaries(st.sampled_from(FIELDS), WILD_VALUES, max_size=3)
    return st.one_of(fits, fits, any_fields).map(lambda fields: {**fields, "act": form.of.NAME})


@given(seed=SEEDS, base=ALL, raws=st.lists(st.sampled_from(FORMS).flatmap(wild), min_size=1, max_size=12))
@settings(max_examples=120)
def test_wild_acts_raise_nothing_but_refusals_of_one_short_sentence(course, seed, base, raws):
    first, steps = course(seed, base, most=seed % 30)
    state = steps[-1][1] if steps else first
    for raw in raws:
        state, refused = answer(state, raw)
        if refused is not None:
            assert len(refused.message) < 300
            assert "\n" not in refused.message
            assert refused.rule is None or refused.code != "bad_act"


def answer(state, raw):
    try:
        return scorer.apply(state, scorer.act_from_json(raw)), None
    except Refused as refused:
        return state, refused


@given(
    raw=st.recursive(
        WILD_VALUES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8
    )
)
@settings(max_examples=60)
def test_what_is_no_act_at_all_is_bad_act(raw):
    with pytest.raises(Refused) as caught:
        scorer.act_from_json(raw)
    assert caught.value.code == "bad_act"


# --- somebody can always go on


@law(50)
def test_exactly_one_who_is_still_in_acts_while_the_game_is_on(course, seed, base, house):
    first, steps = course(seed, base, house=house)
    for state in (first, *(state for _, state in steps)):
        if state.stage == "over":
            assert (state.to_act, state.leader, state.results, state.declaration) == (None, None, (), None)
            assert (state.made, state.limit, state.held, state.free) == (0, 0, (), ())
        else:
            assert state.to_act in state.active
            assert state.loser is None
        if state.stage == "roll_off":
            assert (state.leader, state.made, state.limit, state.held, state.free) == (None, 0, 0, (), ())


@law(40)
def test_every_state_but_the_last_has_a_legal_act_and_the_last_has_none(course, seed, base, house):
    first, steps = course(seed, base, house=house)
    for state in (first, *(state for _, state in steps)):
        assert bool(scorer.legal_acts(state)) is (state.stage != "over")


@law(25)
def test_an_act_is_legal_exactly_if_it_is_accepted(course, seed, base, house):
    """Of dice that are thrown their number counts, a newcomer may have any name, and a call may change nothing."""
    first, steps = course(seed, base, house=house, most=40)
    for state in (first, *(state for _, state in steps[::3])):
        legal = scorer.legal(state)
        accepted = {sort_of(act) for act in candidates(state) if scorer.can(state, act)}
        assert {sort_of(act) for act in legal} == accepted
        assert all(scorer.can(state, act) for act in legal)
        assert all(choice.act in legal for choice in scorer.choices_of(state))


def sort_of(act):
    match act:
        case scorer.RollOff() | Throw() | scorer.Reveal():
            return f"{act.NAME} {len(act.dice)}"
        case scorer.Call(special=special):
            return f"call {special}"
        case scorer.Join():
            return act.NAME
        case _:
            return act_text(act)


def act_text(act):
    return json.dumps(scorer.act_to_json(act))


def acts_of_words(state):
    """Every act of the game that says nothing but words of a list."""
    for form in family_of(state.rules).forms.values():
        kinds: list[Any] = [field.kind for field in form.fields]
        if kinds and all(isinstance(kind, Word) for kind in kinds):
            for words in product(*(kind.words for kind in kinds)):
                yield form.of(**dict(zip((field.key for field in form.fields), words, strict=True)))


def candidates(state):
    """One act of every sort that could be accepted, and every choice of dice, declaration and player."""
    picks = [dice for count in range(4) for dice in combinations(sorted(state.free + state.held), count)]
    rolled = [(3,) * count for count in (1, 2, 3)]
    declared = product((1, 6, 60, 100), (1, 6, 60, 100), ("high", "low", "up"))
    switches = (True, False)
    return [
        *(make(dice=dice) for make in (scorer.RollOff, Throw, scorer.Reveal) for dice in rolled),
        *(make(dice=dice) for make in (Hold, TakeBack) for dice in picks),
        *(Pass(declare=Declare(ones=a, sixes=b, direction=c)) for a, b, c in declared),
        *(Pass(), scorer.Turn(), scorer.Cover(), scorer.Filled()),
        *(scorer.OffBoard(floor=floor) for floor in switches),
        *(scorer.Call(special=special, on=on) for special in SPECIALS for on in switches),
        *(scorer.Foul(player=player, kind=kind) for player in state.players for kind in FOULS),
        *(make(player=player) for make in (scorer.NameLoser, scorer.Leave) for player in state.players),
        *(scorer.Join(player="Zoe", after=player) for player in state.players),
        *acts_of_words(state),
    ]


# --- rounds and results


@law(50)
def test_rounds_are_counted_one_by_one_and_remembered(course, seed, base, house):
    for before, after in pairs(*course(seed, base, house=house)):
        assert after.round - before.round in (0, 1)
        if after.round > before.round:
            assert after.last_round.round == before.round
            assert after.last_round is not before.last_round
            assert after.results == ()


@law(50)
def test_results_stand_in_playing_order_and_the_dice_make_three(course, seed, base, house):
    for _, state in course(seed, base, house=house)[1]:
        assert state.made <= state.limit
        assert len(state.held) + len(state.free) <= 3
        seats = [state.players.index(result.player) for result in state.results]
        start = state.players.index(state.leader) if state.leader else 0
        turns = [(seat - start) % len(state.players) for seat in seats]
        assert turns == sorted(set(turns))
        ordered = "places" in scorer.state_to_json(state)
        for result in state.results:
            assert result.dice is None or len(result.dice) == 3
            assert result.dice is None or ordered or result.dice == tuple(sorted(result.dice))
            assert result.throws <= 3


@law(50)
def test_points_are_the_sum_that_the_declaration_gives(course, seed, base, house):
    for _, state in course(seed, base, house=house)[1]:
        for result in state.results:
            if (
                result.kind == "points"
                and state.declaration is not None
                and state.declaration.ones is not None
            ):
                worth = {1: state.declaration.ones, 6: state.declaration.sixes}
                assert result.value == sum(worth.get(die, die) for die in result.dice)
                assert not (state.rules.fish and {1, 6}.isdisjoint(result.dice))


@law(50)
def test_nobody_is_better_than_the_best_or_worse_than_the_worst(course, seed, base, house):
    """CHI-4, CHI-7, BAY-5, CHC-6, CHC-7, SCH-3, said once more and plainly."""
    for before, after in pairs(*course(seed, base, house=house)):
        last = after.last_round
        complete = after.round > before.round and last.best is not None and last.worst is not None
        if (
            not complete
            or before.stage == "naming"
            or after.stage == "over"
            or "chicago" in after.out.values()
        ):
            continue
        inside = [
            result for result in last.results if result.kind != "chicago" or before.rules.name == "chic"
        ]
        order = sorted(inside, key=lambda result: strength(after, result))
        if {result.player for result in inside} >= {last.best, last.worst}:
            assert (order[0].player, order[-1].player) == (last.best, last.worst)


def strength(state, result):
    """Smaller is better; Python's sort leaves the earlier of two equal ones first."""
    declared = state.last_round.declaration
    if result.kind == "chicago":
        return 0, result.throws
    if state.rules.name != "schocken":
        sign = 1 if declared.direction == "low" else -1
        return {"points": 1, "fish": 2, "off_board": 3}[result.kind], sign * (result.value or 0)
    kinds = ("schock_out", "flotter_dreier", "jule", "schock", "general", "straight", "house")
    return kinds.index(result.kind), *(-die for die in reversed(result.dice))


# --- mats


@law(50)
def test_where_there_are_none_there_never_are(course, seed, base, house):
    for _, state in course(seed, base, house=house)[1]:
        if state.rules.name != "schocken" and state.rules.mats == "none":
            assert state.stack == sum(state.mats.values()) == 0
        assert list(state.mats) == list(state.players)
        assert all(count >= 0 for count in (state.stack, *state.mats.values()))
        assert all(state.mats[player] == 0 for player in state.out)


@law(120)
def test_every_mat_that_moves_is_listed_or_goes_with_who_leaves(course, seed, base, house):
    """No mat comes from nowhere: hands, stack and what left the game add up at every act."""
    for before, act, after in steps_with_befores(*course(seed, base, house=house)):
        if isinstance(act, COMING_AND_GOING):
            continue  # TBL-2 to TBL-4
        if before.phase != after.phase and before.rules.name == "schocken":
            continue  # all chips go back to the stack (SCH-1)
        new_moves = after.last_round.moves if after.last_round is not before.last_round else ()
        gone = [player for player in after.out if after.out[player] == "chicago" and player not in before.out]
        to_stack = after.rules.leaver_mats == "to_stack" and before.phase == 1
        expected, stack = dict(before.mats), before.stack
        for leaver in gone:
            stack += expected[leaver] if to_stack else 0
            expected[leaver] = 0
        for giver, taker, count in new_moves:
            stack -= count if giver is None else 0
            for player, sign in ((giver, -1), (taker, 1)):
                if player is not None:
                    expected[player] += sign * count
        assert after.mats == expected
        left = any(won(after, result) for result in last_results(before, after))
        assert after.stack == stack or (left and 0 <= after.stack < stack and before.phase == 1)


def won(state, result):
    """Whether this Chicago let its player leave the game; one that only equals does not (CHC-6)."""
    return result.kind == "chicago" and state.out.get(result.player) == "chicago"


def last_results(before, after):
    return after.last_round.results if after.last_round is not before.last_round else after.results


@given(seed=SEEDS)
@settings(max_examples=40)
def test_BAY_8_mats_are_n_plus_one_less_those_that_left_the_game(course, seed):
    """W 40: einer mehr als Mitspieler; W 31: die Bierfilze werden aus dem Spiel genommen."""
    gone = 0
    for before, act, after in steps_with_befores(*course(seed, "bavarian")):
        if isinstance(act, COMING_AND_GOING):
            gone = len(after.players) + 1 - mats_in_play(after)  # TBL-2, TBL-4
            continue
        gone += left_by_chicago(before, after)
        gone += discarded(before, after)
        assert mats_in_play(after) == len(after.players) + 1 - gone


def left_by_chicago(before, after):
    """Count the mats that left the game with who let their player leave it by a Chicago."""
    left = (player for player in set(after.out) - set(before.out) if after.out[player] == "chicago")
    return sum(before.mats[player] for player in left)


def discarded(before, after):
    """Count the mats that left the game at the end of a round."""
    if after.last_round is before.last_round:
        return 0
    return sum(count for _, taker, count in after.last_round.moves if taker is None)


@given(seed=SEEDS)
@settings(max_examples=60)
def test_TSC_5_in_phase_1_the_mats_are_2n_less_one_for_who_stays_but_none_comes_back(course, seed):
    """W 52: es gilt immer 2 · n - 1."""
    first, steps = course(seed, "tschigg")
    most = first.stack
    for before, act, after in steps_with_befores(first, steps):
        if isinstance(act, COMING_AND_GOING):
            most = mats_in_play(after)  # TBL-2, TBL-4
        most -= left_by_chicago(before, after)
        if after.phase == 2 or after.stage == "over":
            return
        if not after.results:
            most = min(most, 2 * len(after.active) - 1)
            assert mats_in_play(after) == most


@given(seed=SEEDS)
@settings(max_examples=60)
def test_CHC_10_in_phase_1_the_mats_are_n_plus_one_for_who_stays(course, seed):
    """C 37: Anzahl Bierdeckel = Spieleranzahl+1."""
    missing = 0
    for before, act, after in steps_with_befores(*course(seed, "chic")):
        if after.phase == 2 or after.stage == "over":
            return
        if isinstance(act, COMING_AND_GOING):
            missing = (
                len(after.active) + 1 - mats_in_play(after)
            )  # who left with many took them along (TBL-2)
        if after.round > before.round:
            assert mats_in_play(after) == len(after.active) + 1 - missing


@given(seed=SEEDS, base=st.sampled_from(("tschigg", "chic")))
@settings(max_examples=100)
def test_CHC_11_in_phase_2_a_mat_leaves_the_game_just_while_there_are_too_many(course, seed, base):
    """W 52, C 39: bis die Soll-Anzahl erreicht ist; in a round with a Chicago no mat moves. TSC-4 too."""
    for before, after in pairs(*course(seed, base, most=150)):
        if before.phase != 2 or after.round == before.round or after.last_round.worst is None:
            continue
        left = any(won(after, result) for result in after.last_round.results)
        inside = len(before.active)
        target = 2 * inside - 1 if base == "tschigg" else inside + 1
        too_many = sum(before.mats.values()) > target
        best, worst = after.last_round.best, after.last_round.worst
        assert after.last_round.moves == (() if left else ((best, None if too_many else worst, 1),))


# --- the protocol


@law(50)
def test_a_state_has_the_protocols_keys_and_survives_json(course, seed, base, house):
    first, steps = course(seed, base, house=house)
    for state in (first, *(state for _, state in steps)):
        shown: Any = scorer.state_to_json(state)
        assert json.loads(json.dumps(shown)) == shown
        more = family_of(state.rules).state_keys.__annotations__.keys() - DiceState.__annotations__.keys()
        assert list(shown) == [*KEYS, *more]
        assert list(shown["throws"]) == ["made", "limit"]
        assert list(shown["owes"]) == ["rounds", "schnapps", "glasses"]
        assert shown["declaration"] is None or list(shown["declaration"]) == DECLARED
        assert all(
            list(result) == RESULT + ["held"] * (result["kind"] == "covered") for result in shown["results"]
        )
        assert shown["last_round"] is None or list(shown["last_round"]) == LAST
        assert [shown["held"], shown["free"]] == [sorted(shown["held"]), sorted(shown["free"])]
        counts = (shown["lost"], *shown["owes"].values())
        assert all(count > 0 for by_player in counts for count in by_player.values())
        assert set(shown["out"].values()) <= {"chicago", "no_mats", "left", "no_chips", "not_in_final"}


@law(20)
def test_the_last_round_is_ranked_from_its_best_to_its_worst(course, seed, base, house):
    first, steps = course(seed, base, house=house)
    for before, after in pairs(first, steps):
        last = after.last_round
        if last is None or last is before.last_round:
            continue
        ranked = scorer.rank_last_round(after)
        shown = [result for result in last.results if result.dice is not None or result.kind == "off_board"]
        assert sorted(map(repr, ranked)) == sorted(map(repr, shown))
        if len(ranked) == len(last.results) and base != "drinking":  # there a thrower may name the loser
            others = [result.player for result in ranked if result.kind != "chicago"]
            assert len(others) < len(ranked) or last.best == others[0]
            assert last.worst is None or last.worst not in others or last.worst == others[-1]
