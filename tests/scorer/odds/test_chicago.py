"""The odds against RULES.md section 4, and against counting by hand."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

import scorer
from scorer import Cover, Declare, Hold, Leave, NoSuchDecision, Pass, Reveal, TakeBack, Throw
from scorer.copying import copy_with
from scorer.games.chicago.chicago_odds import follower_odds, leader_odds, stopping_odds, target_of
from scorer.games.chicago.round_odds import count_of
from scorer.games.schocken.schocken_odds import schocken_odds
from scorer.odds.turn import CASES, Terms, explore_turn, place_of, terms_of, ways_to_fall
from scorer.odds.weighed import Ending

FAMILY = ("base", "bavarian", "tschigg", "chic", "drinking")
NAMES = ("Anna", "Ben", "Cem", "Dora")
LOW, HIGH = Declare(ones=1, sixes=6, direction="low"), Declare(ones=100, sixes=60, direction="high")


def begun(variant, players=3, **options):
    return scorer.new_game(replace(scorer.load_variant(variant), **options), NAMES[:players], "Anna")


def led(state, dice, throws, declare=HIGH):
    """A round whose leader has stopped with these dice after so many throws, with nothing put aside."""
    for _ in range(throws - 1):
        state = scorer.replay(state, (Throw(dice=(2, 3, 5)), Hold(dice=())))
    state = scorer.apply(state, Throw(dice=dice))
    if state.to_act != "Anna":
        return state
    return scorer.apply(state, Pass(declare=declare if state.rules.declares else None))


@pytest.mark.parametrize(
    ("conversion", "throws", "exact"),
    [
        ("none", 1, "1/216"),
        ("first_throw", 1, "1/216"),
        ("any_throw", 1, "1/216"),
        ("none", 2, "1331/46656"),
        ("first_throw", 2, "743/23328"),
        ("any_throw", 2, "379/11664"),
        ("none", 3, "753571/10077696"),
        ("first_throw", 3, "205649/2519424"),
        ("any_throw", 3, "54271/629856"),
    ],
)
def test_the_chances_of_three_ones_are_those_of_section_4(conversion, throws, exact):
    rules = replace(scorer.load_variant("base"), conversion=conversion)
    whole = explore_turn(Terms(rules=rules, limit=throws, leads=False))
    (cases,) = whole.play_best([int(end.dice == (1, 1, 1)) for end in whole.endings]).value_at(whole.start)
    assert Fraction(cases, CASES**throws) == Fraction(exact)


def ended(before, after):
    if after.stage == "naming":
        return Ending("names", (), after.made)
    if after.to_act == before.to_act and after.last_round is before.last_round:
        return None
    result = (after.results or after.last_round.results)[len(before.results)]
    return Ending("chicago" if result.kind == "chicago" else "lies", result.dice, result.throws)


def best_by_trying(state):
    """The best chance to beat the low, by trying every act that the engine names, and every throw."""
    target, count = target_of(state, "worst"), count_of(state.declaration)

    def after(before, act):
        done = scorer.apply(before, act)
        ending = ended(before, done)
        if ending is None:
            return from_here(done)
        return Fraction(target.beaten_by(state.rules, count, ending))

    def from_here(now):
        return known(place_of(now), now) if now.free or now.made else decided(now)

    seen: dict[object, Fraction] = {}

    def known(place, now):
        if place not in seen:
            seen[place] = decided(now)
        return seen[place]

    def decided(now):
        chances = [after(now, act) for act in scorer.decisions(now)]
        if not now.free:
            falls = ways_to_fall(3 - len(now.held))
            thrown = sum(ways * after(now, Throw(dice=dice)) for dice, ways in falls)
            chances.append(thrown / 6 ** (3 - len(now.held)))
        return max(chances)

    return from_here(state)


LED = [
    *((variant, dice, 2, HIGH) for variant in FAMILY for dice in ((1, 2, 4), (2, 3, 4), (1, 1, 6))),
    *((variant, dice, 2, LOW) for variant in ("base", "tschigg", "chic") for dice in ((1, 2, 4), (2, 5, 6))),
    ("chic", (1, 1, 1), 2, LOW),
    ("bavarian", (1, 2, 4), 3, HIGH),
    ("chic", (1, 2, 4), 3, LOW),
]


@pytest.mark.parametrize(("variant", "dice", "throws", "declare"), LED)
def test_a_followers_best_chance_is_the_best_of_everything_tried(variant, dice, throws, declare):
    state = led(begun(variant), dice, throws, declare)
    assert state.declaration is not None
    assert follower_odds(state)[0].chance == best_by_trying(state)


def test_taking_back_for_the_third_throw_is_tried_too():
    state = led(begun("tschigg", take_back_on_third=True), (1, 1, 5), 3)
    assert follower_odds(state)[0].chance == best_by_trying(state)
    twice = (Throw(dice=(2, 5, 5)), Hold(dice=(5,)), Throw(dice=(2, 3)))
    choices = follower_odds(scorer.replay(state, twice))
    assert (TakeBack(dice=(5,)), Hold(dice=())) in {choice.acts for choice in choices}
    in_the_cup = scorer.replay(state, (*twice, Hold(dice=())))
    assert follower_odds(in_the_cup)[0].acts == (TakeBack(dice=(5,)),)
    assert follower_odds(in_the_cup)[-1].acts == ()


def test_each_choice_has_the_chance_of_playing_on_best_from_there():
    state = scorer.apply(led(begun("base"), (1, 2, 4), 2), Throw(dice=(1, 6, 6)))
    choices = follower_odds(state)
    assert {choice.acts[0] for choice in choices} == set(scorer.decisions(state))
    for choice in choices:
        *acts, last = choice.acts
        before = scorer.replay(state, acts)
        done = scorer.apply(before, last)
        if ended(before, done) is None:
            assert choice.chance == best_by_trying(done)
    assert [choice.chance for choice in choices] == sorted(
        (choice.chance for choice in choices), reverse=True
    )


@pytest.mark.parametrize(
    "variant", [name for name in scorer.DICE_VARIANTS if "holdable" in scorer.options_of(name)]
)
@pytest.mark.parametrize("leads", [True, False])
def test_a_turns_ways_are_the_decisions_of_the_engine_at_every_place(variant, leads):
    state = begun(variant, players=4)
    if not leads:
        state = led(state, (1, 2, 4), 2, LOW)
        state = copy_with(state, limit=3, declaration=replace(state.declaration, throws=3))
    whole, waiting, seen = explore_turn(terms_of(state)), [state], set()
    while waiting:
        now = waiting.pop()
        if ended(state, now) is not None or now.to_act != state.to_act or place_of(now) in seen:
            continue
        seen.add(place_of(now))
        allowed = scorer.decisions(now)
        named = {Pass() if isinstance(act, Pass) else act for act in allowed if not isinstance(act, Cover)}
        ways = {way.act for way in whole.ways[place_of(now)] if way.act is not None}
        assert {Pass() if isinstance(act, Pass) else act for act in ways} == named
        waiting += [scorer.apply(now, act) for act in allowed]
        if scorer.can(now, Throw(dice=(2, 3, 5)[len(now.held) :])):
            falls = ways_to_fall(3 - len(now.held))
            waiting += [scorer.apply(now, Throw(dice=dice)) for dice, _ in falls]
    assert seen == set(whole.ways)


def test_DRK_8_the_declaration_of_a_leader_who_left_is_still_to_be_beaten():
    """RULES DRK-8: the declaration of a leader who has finished stands."""
    state = led(begun("drinking"), (1, 2, 4), 2)
    chance = follower_odds(state)[0].chance
    assert follower_odds(scorer.apply(state, Leave(player="Anna")))[0].chance == chance


def test_CHC_6_who_stayed_in_with_chic_is_high_and_only_fewer_throws_are_higher():
    """C 23: Ausnahme: Wird Chic angesagt/gespielt, kann dies durch Chic mit weniger Versuchen geschlagen werden."""
    state = led(begun("chic", players=4), (1, 2, 4), 3)
    chic = (Throw(dice=(1, 1, 4)), Hold(dice=(1, 1)), Throw(dice=(1,)))
    out_in_two, stays_in_two = scorer.replay(state, chic), scorer.replay(state, chic * 2)
    assert (out_in_two.out, stays_in_two.out) == ({"Ben": "chicago"}, {"Ben": "chicago"})
    assert follower_odds(stays_in_two, "best")[0].chance == Fraction(1, 216)


def test_TSC_6_dice_are_taken_back_once_and_only_for_what_nothing_else_comes_to():
    """W 54: rausgelegte Würfel beim dritten Wurf wieder in den Becher zurückzunehmen."""
    state = begun("tschigg", take_back_on_third=True)
    state = scorer.replay(state, (Throw(dice=(2, 3, 4)), Hold(dice=(2, 3)), Throw(dice=(2,))))
    paths = [choice.acts for choice in leader_odds(state)]
    taken = [acts for acts in paths if any(isinstance(act, TakeBack) for act in acts)]
    assert sorted(acts[0].dice for acts in taken if acts[1:] == (Hold(dice=()),)) == [(2,), (2, 3), (3,)]
    assert all(sum(isinstance(act, TakeBack) for act in acts) <= 1 for acts in paths)
    assert all(scorer.replay(state, acts).made == 2 for acts in taken)
    assert (TakeBack(dice=(2,)), Hold(dice=(2,))) not in paths  # as good as holding nothing


def test_a_turn_that_no_player_can_stand_in_has_no_odds():
    with pytest.raises(NoSuchDecision, match="bavarian"):
        leader_odds(copy_with(begun("bavarian"), held=(5, 5), made=1))
    with pytest.raises(NoSuchDecision, match="Schocken"):
        schocken_odds(copy_with(begun("schocken"), held=(5, 5), made=1))


def test_the_aim_decides_what_is_to_be_beaten():
    state = scorer.apply(led(begun("bavarian"), (1, 1, 2), 1), Throw(dice=(2, 3, 4)))
    low, high = (follower_odds(state, aim)[0].chance for aim in ("worst", "best"))
    assert low == 1 - Fraction(4, 6) ** 3
    assert high < low
    assert follower_odds(copy_with(state, phase=2))[0].chance == high


def lots(state):
    """The leader's chances to be worst and best, by playing all that two followers may throw."""
    leader, worst, best = state.leader, 0, 0
    for (first, some), (second, more) in product(ways_to_fall(3), repeat=2):
        after = state
        for dice in (first, second):
            if after.stage == "play" and after.last_round is state.last_round:
                after = scorer.apply(after, Throw(dice=dice))
        if after.stage != "naming":
            worst += some * more * (after.last_round.worst == leader)
            best += some * more * (after.last_round.best == leader)
    return Fraction(worst, 216**2), Fraction(best, 216**2)


@pytest.mark.parametrize("variant", FAMILY)
@pytest.mark.parametrize("dice", [(1, 2, 5), (2, 3, 3), (1, 1, 6)])
@pytest.mark.parametrize("declare", [HIGH, LOW])
def test_a_leaders_lot_is_that_of_all_rounds_of_one_throw(variant, dice, declare):
    state = begun(variant)
    if not state.rules.may_declare(declare.ones, declare.sixes, declare.direction):
        pytest.skip("cannot be declared")
    counted = lots(led(state, dice, 1, declare))
    assert stopping_odds(state.rules, 2, 1, dice, count_of(declare)) == counted


def test_every_declaration_is_a_choice_of_its_own():
    state = scorer.apply(begun("base"), Throw(dice=(2, 3, 6)))
    choices = [choice for choice in leader_odds(state) if isinstance(choice.acts[-1], Pass)]
    assert len(choices) == 8
    assert choices[0].acts[0].declare is not None
    assert choices[0].worst == min(choice.worst for choice in choices)
    for choice in choices:
        assert (
            choice.worst == stopping_odds(state.rules, 2, 1, (2, 3, 6), count_of(choice.acts[0].declare))[0]
        )


def schocken(players=3, stack=13, chips=(0, 0, 0), specials=()):
    state = begun("schocken", players=players)
    mats = dict(zip(state.players, chips, strict=True))
    return copy_with(state, round=2, stack=stack, mats=mats, specials=specials)


def changes(state, player):
    return sum(
        (to == player) * count - (giver == player) * count for giver, to, count in state.last_round.moves
    )


def shown(state):
    """All ways in which what is covered may be shown, with how often each comes."""
    if state.stage != "reveal":
        return [(1, state)]
    falls = ways_to_fall(3 - len(state.held))
    return [
        (ways * more, after)
        for dice, ways in falls
        for more, after in shown(scorer.apply(state, Reveal(dice=dice)))
    ]


def lot_of(state, player):
    whole = shown(state)
    cases = sum(ways for ways, _ in whole)
    chips = sum(ways * changes(after, player) for ways, after in whole)
    lowest = sum(ways * (after.last_round.worst == player) for ways, after in whole)
    highest = sum(ways * (after.last_round.best == player) for ways, after in whole)
    return Fraction(chips, cases), Fraction(lowest, cases), Fraction(highest, cases)


STAKES = [
    (13, (0, 0, 0), ()),
    (2, (4, 3, 4), ("jule",)),
    (0, (2, 1, 10), ("flotter_dreier", "jule")),
    (0, (9, 3, 1), ()),
]


@pytest.mark.parametrize(("stack", "chips", "specials"), STAKES)
@pytest.mark.parametrize("dice", [(1, 2, 4), (1, 1, 1), (2, 2, 1), (3, 3, 3)])
def test_schockens_leader_on_one_has_the_lot_of_all_that_may_be_shown(stack, chips, specials, dice):
    state = scorer.apply(schocken(stack=stack, chips=chips, specials=specials), Throw(dice=dice))
    passed = next(choice for choice in schocken_odds(state) if choice.acts == (Pass(),))
    after = scorer.replay(state, (Pass(), Cover(), Cover()))
    assert (passed.chips, passed.lowest, passed.highest) == lot_of(after, "Anna")


@pytest.mark.parametrize(("stack", "chips", "specials"), STAKES)
def test_schockens_last_player_has_the_lot_of_all_that_may_be_shown(stack, chips, specials):
    state = schocken(stack=stack, chips=chips, specials=specials)
    leads = (Throw(dice=(1, 3, 5)), Hold(dice=(1,)), Throw(dice=(2, 4)), Hold(dice=()), Cover())
    follows = (Throw(dice=(1, 2, 4)), Pass(), Throw(dice=(2, 4, 4)), Hold(dice=()), Throw(dice=(1, 5, 5)))
    state = scorer.replay(state, (*leads, *follows))
    choices = schocken_odds(state)
    assert {choice.acts for choice in choices} == {(Pass(),), (Hold(dice=()),), (Hold(dice=(1,)),)}
    for choice in choices:
        after = scorer.replay(state, choice.acts)
        after = after if after.stage == "reveal" else scorer.apply(after, Cover())
        assert (choice.chips, choice.lowest, choice.highest) == lot_of(after, "Cem")
    assert [choice.chips for choice in choices] == sorted(choice.chips for choice in choices)


def test_odds_where_there_is_no_such_decision_are_refused_in_one_sentence():
    chicago, chips = begun("bavarian"), schocken()
    refused = [
        (follower_odds, chicago),
        (leader_odds, led(chicago, (1, 2, 4), 1)),
        (schocken_odds, chicago),
        (follower_odds, chips),
        (leader_odds, chips),
        (leader_odds, scorer.new_game(scorer.load_variant("base"), NAMES)),
        (schocken_odds, scorer.new_game(scorer.load_variant("schocken"), NAMES)),
    ]
    for ask, state in refused:
        with pytest.raises(NoSuchDecision, match=r"^[^.]+\.$"):
            ask(state)


def test_an_aim_that_there_is_not_is_refused():
    with pytest.raises(NoSuchDecision, match="worst, best"):
        follower_odds(led(begun("bavarian"), (1, 2, 4), 1), "middle")
