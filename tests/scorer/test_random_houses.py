"""Laws over house files at random: whatever a pub agrees on, its games can be played, counted and ended, and its odds are exact."""

import contextlib
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorer
from scorer import Cover, Hold, Pass, Reveal, Throw
from scorer.errors import Refused
from scorer.games.chicago.chicago_odds import follower_odds
from scorer.games.schocken.schocken_odds import schocken_odds
from scorer.odds.turn import place_of, ways_to_fall
from tests.scorer.conftest import DICE_WEIGHTS, NAMES, legal_act, toml
from tests.scorer.odds.test_chicago import best_by_trying, changes

SEEDS = st.integers(0, 10**9)


def house_file(chance, base, without=frozenset()):
    """A house file of this base with any number of options; values that contradict each other are left out one by one."""
    allowed = {name: values for name, values in scorer.options_of(base).items() if name not in without}
    names = chance.sample(sorted(allowed), chance.randint(0, len(allowed)))
    said = {name: chance.choice(["2 Euro", ""] if name == "stake" else allowed[name]) for name in names}
    while (fault := fault_of(text := written(base, said))) is not None:
        named = [name for name in said if name in fault]
        assert named, f"{fault} names none of {said}"
        del said[chance.choice(named)]
    return text


def written(base, said):
    return "\n".join([f'base = "{base}"', *(f"{name} = {toml(value)}" for name, value in said.items())])


def fault_of(text):
    """The fault of a house file; None for a good one."""
    try:
        scorer.load_house(text)
    except scorer.BadVariant as refused:
        return str(refused)
    return None


def begun(chance, text):
    rules = scorer.load_house(text)
    players = NAMES[: chance.randint(rules.players_min, min(rules.players_max, max(rules.players_min, 5)))]
    return scorer.new_game(rules, players, chance.choice((None, players[0])))


def chips_in_play(state):
    return state.stack + sum(state.mats.values())


def tried(state, raw):
    with contextlib.suppress(Refused):
        return scorer.apply(state, scorer.act_from_json(raw))
    return state


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, base=st.sampled_from(scorer.DICE_VARIANTS))
def test_in_any_house_each_act_is_carried_out_or_refused_chips_stay_and_the_game_ends(some_act, seed, base):
    chance = random.Random(seed)
    state = begun(chance, house_file(chance, base))
    weights = chance.choice(DICE_WEIGHTS)
    most = chips_in_play(state)
    for place in range(4000):
        if state.stage == "over" or (scorer.ends_by(state.rules) is None and state.round > 5):
            break
        if place < 150:
            state = tried(state, scorer.act_to_json(some_act(state, chance)))
        else:
            state = scorer.apply(state, legal_act(state, chance, weights))
        if state.rules.chips:
            assert chips_in_play(state) == state.rules.chips
        elif state.rules.mats == "none":
            assert chips_in_play(state) == 0
        else:
            most = max(most, state.rules.starting_mats(len(state.players)))
            assert 0 <= chips_in_play(state) <= most
    assert state.stage == "over" or scorer.ends_by(state.rules) is None


def led_at_random(chance, state, throws):
    """A round whose first player has stopped after one or two throws with nothing put aside."""
    before = state
    for place in range(throws):
        state = scorer.apply(state, Throw(dice=tuple(sorted(chance.choices(range(1, 7), k=3)))))
        if state.to_act != before.to_act or state.stage != "play":
            return state
        if place < throws - 1 and scorer.can(state, Hold(dice=())):
            state = scorer.apply(state, Hold(dice=()))
    passes = [act for act in scorer.decisions(state) if isinstance(act, Pass)]
    return scorer.apply(state, chance.choice(passes)) if passes else state


@pytest.mark.long
@pytest.mark.parametrize("seed", range(30))
def test_a_followers_odds_in_any_house_are_those_of_trying_everything(seed):
    chance = random.Random(seed)
    base = chance.choice(("base", "bavarian", "tschigg", "chic", "drinking"))
    rules = scorer.load_house(house_file(chance, base))
    players = NAMES[: max(3, rules.players_min)][: rules.players_max]
    state = scorer.new_game(rules, players, "Anna")
    while state.declaration is None or state.to_act == state.leader or state.stage != "play":
        state = led_at_random(chance, scorer.new_game(rules, players, "Anna"), chance.choice((1, 2)))
    assert follower_odds(state)[0].chance == best_by_trying(state)


def turn_at_random(chance, state, throws):
    """The next player's turn of at most so many throws, with nothing put aside; the last possible one may stay covered."""
    player = state.to_act
    for place in range(throws):
        if scorer.can(state, Cover()):
            return scorer.apply(state, Cover())
        state = scorer.apply(state, Throw(dice=tuple(sorted(chance.choices(range(1, 7), k=3)))))
        if state.to_act != player:
            return state
        state = scorer.apply(state, Hold(dice=()) if place < throws - 1 else Pass())
    return state


def fewest_chips(state):
    """What the round costs the player in `to_act`, the last one, at least, by trying every act and every throw."""
    player, number = str(state.to_act), state.round
    seen: dict[object, Fraction] = {}

    def cost(now):
        if now.round != number or now.stage == "over":
            return Fraction(changes(now, player))
        place = (now.stage, now.results, place_of(now), now.taken_back)
        if place not in seen:
            seen[place] = mean(now, Reveal) if now.stage == "reveal" else decided(now)
        return seen[place]

    def decided(now):
        costs = [cost(scorer.apply(now, act)) for act in scorer.decisions(now)]
        if scorer.can(now, Throw(dice=(2, 3, 5)[len(now.held) :])):
            costs.append(mean(now, Throw))
        return min(costs)

    def mean(now, make):
        falls = ways_to_fall(3 - len(now.held))
        costs = (ways * cost(scorer.apply(now, make(dice=dice))) for dice, ways in falls)
        return sum(costs, Fraction(0)) / sum(ways for _, ways in falls)

    return cost(state)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_the_last_players_odds_in_any_house_of_schocken_are_those_of_trying_everything(seed):
    chance = random.Random(seed)
    # With more covered than the last player's own dice there are too many ways to try.
    rules = scorer.load_house(
        house_file(chance, "schocken", frozenset(("players_min", "first_round_one_throw")))
    )
    state = scorer.new_game(rules, NAMES[:3], "Anna")
    for throws in (2, 1):
        state = turn_at_random(chance, state, throws)
    assert state.to_act == "Cem"
    assert schocken_odds(state)[0].chips == fewest_chips(state)
