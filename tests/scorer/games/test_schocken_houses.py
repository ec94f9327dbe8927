"""What pubs play otherwise in Schocken (RULES.md 3.9): for each option a round that comes out otherwise."""

from __future__ import annotations

import pytest

import scorer
from tests.support.paths import ROOT


@pytest.fixture
def house(game):
    """Begins a game of Schocken with options as in a house's file."""

    def begin(options: str = "", *players: str, leader: str | None = "A"):
        rules = scorer.load_house(f'base = "schocken"\n{options}')
        return game(*(players or "ABC"), leader=leader, rules=rules)

    return begin


def outcome(g):
    last = g.state.last_round
    return last.best, last.worst


# A throws 1-4-5, holds the 1, throws 1-2, passes; B 2-1-1 passes; C covers 2-2-3.
EQUAL = (
    "throw 1 4 5",
    "hold 1",
    "throw 1 2",
    "pass",
    "throw 1 1 2",
    "pass",
    "throw 4 4 5",
    "hold",
    "cover",
    "reveal 2 2 3",
)


@pytest.mark.parametrize(("tie", "best"), [("order", "A"), ("throws", "B"), ("hand", "B")])
def test_PUB_1_of_equals_the_one_with_fewer_throws_or_from_the_hand_is_higher(house, tie, best) -> None:
    """RULES PUB-1: `throws`: fewer throws is higher; `hand`: from the hand is higher."""
    assert outcome(house(f'tie = "{tie}"').play(*EQUAL)) == (best, "C")


def test_PUB_1_it_decides_for_the_lowest_too_and_for_what_is_revealed(house) -> None:
    """RULES PUB-1: for the highest and for the lowest; a revealed result too, if nothing was held."""
    acts = ("throw 1 4 5", "hold", "throw 1 3 5", "pass", "throw 2 4 4", "hold", "cover")
    again = ("throw 1 4 6", "hold 1", "cover", "reveal 1 3 5", "reveal 3 5")
    assert outcome(house().play(*acts, *again)) == ("A", "C")
    assert outcome(house('tie = "hand"').play(*acts, *again)) == ("A", "C")
    first = ("throw 1 4 5", "hold 1", "throw 3 5", "pass", "throw 2 4 4", "hold", "cover", "cover")
    other = house('tie = "hand"', *"AB", "C").play(*first[:-1], "throw 2 2 4", "pass")
    assert outcome(other.play("reveal 1 3 5")) == ("B", "C")


@pytest.mark.parametrize(
    ("kind", "dice", "hold", "rest"), [("straight", "1 2 3", "2", "1 3"), ("general", "5 5 5", "5", "5 5")]
)
def test_PUB_2_put_together_it_is_a_house_number(house, kind, dice, hold, rest) -> None:
    """RULES PUB-2: put together they are house numbers, worth 1."""
    options = f'from_hand = ["{kind}"]\nholdable = "any"'
    other = "4 6"
    g = house(options).play(f"throw {hold} {other}", f"hold {hold}", f"throw {rest}", "pass")
    assert (g.state.results[0].kind, g.state.results[0].value) == ("house", 1)
    assert house(options).play(f"throw {dice}", "pass").state.results[0].kind == kind
    assert house(options).play(f"throw {dice}", f"hold {dice}").state.results[0].kind == kind
    plain = house('holdable = "any"').play(f"throw {hold} {other}", f"hold {hold}", f"throw {rest}", "pass")
    assert plain.state.results[0].kind == kind


def test_PUB_2_a_general_put_together_is_a_number_between_others(house) -> None:
    """RULES PUB-2: 5-5-5 is 555, above 5-5-4 and below 6-2-1; it holds for a called Flotter Dreier too."""
    g = house('from_hand = ["general"]\nholdable = "any"')
    g.play("throw 5 2 3", "hold 5", "throw 5 5", "pass", "throw 4 5 5", "pass", "throw 1 2 6", "pass")
    assert outcome(g) == ("C", "B")
    assert [result.player for result in g.state.last_round.results] == ["A", "B", "C"]
    g.play("call flotter_dreier on", "throw 3 4 6", "hold 3", "throw 3 3", "pass")
    assert g.state.results[0].kind == "house"


def test_PUB_3_a_jule_needs_no_call_and_cannot_be_called(house) -> None:
    """RULES PUB-3: 4-2-1 is a Jule without a call, in the roll-off too; `call` of it is `not_now`."""
    acts = ("throw 1 2 4", "pass", "cover", "cover", "reveal 2 2 2", "reveal 2 2 3")
    g = house("jule_always = true").play(*acts)
    assert (outcome(g), g.state.mats["C"]) == (("A", "C"), 7)
    assert outcome(house().play(*acts)) == ("B", "C")
    assert (g.refused("call jule on"), g.state.specials) == ("not_now", ())
    rolls = ("roll_off 1 2 4", "roll_off 5 5 6", "roll_off 6 6 5")
    assert house("jule_always = true", leader=None).play(*rolls).state.leader == "B"
    assert house(leader=None).play(*rolls).state.leader == "A"
    with pytest.raises(scorer.BadVariant, match="jule_allowed"):
        house("jule_always = true\njule_allowed = false")


def test_PUB_4_schock_2_stands_below_the_generals(house) -> None:
    """RULES PUB-4: Schock 2 stands between 4-5-6 and 2-2-2; its worth stays 2."""
    acts = ("throw 1 1 2", "pass", "cover", "cover", "reveal 2 2 2", "reveal 4 5 6")
    assert outcome(house().play(*acts)) == ("A", "C")
    g = house("general_over_schock_2 = true").play(*acts)
    assert outcome(g) == ("B", "C")
    assert (g.state.last_round.results[0].kind, g.state.last_round.results[0].value) == ("schock", 2)


def test_PUB_5_any_die_is_held_and_three_of_them_end_the_turn(house) -> None:
    """RULES PUB-5: with three dice held, whatever they show, the turn ends, open; `conversion` none."""
    g = house('holdable = "any"\nconversion = "none"').play("throw 4 6 6")
    assert g.refused("turn") == "not_turnable"
    g.play("hold 6 6", "throw 5")
    assert g.play("hold 5").state.results[0].dice == (5, 6, 6)
    assert house().play("throw 4 6 6").refused("hold 6 6") == "not_holdable"
    turned = house('holdable = "any"').play("throw 4 6 6", "turn")
    assert turned.refused("hold 4 6") == "not_holdable"


def test_PUB_5_dice_are_taken_back_while_a_throw_is_left(house) -> None:
    """RULES PUB-5: before or after the `hold`, a turned one too; no pass before the next throw; not after a `cover`."""
    g = house("take_back = true")
    assert g.refused("take_back 1") == "not_now"
    g.play("throw 1 6 6", "turn", "hold 1")
    assert g.state.held == (1, 1)
    g.play("take_back 1 1")
    assert g.refused("pass") == "must_throw"
    g.play("throw 2 3 4")
    assert (g.state.held, g.state.free) == ((), (2, 3, 4))
    before = house("take_back = true").play("throw 1 3 5", "hold 1", "throw 2 6", "take_back 1")
    assert before.refused("pass") == "must_throw"
    assert house().play("throw 1 3 5", "hold 1").refused("take_back 1") == "not_now"


def test_PUB_6_the_first_round_of_each_half_has_one_throw(house) -> None:
    """RULES PUB-6: N is 1 for the leader too, not in the final; with `cover_last` everybody covers."""
    g = house("first_round_one_throw = true")
    assert (g.state.limit, g.refused("throw 1 2 3")) == (1, "must_cover")
    g.play(
        "join D after C", "cover", "cover", "cover", "cover", "reveal 1 1 1", "reveal 4 4 5", "reveal 3 3 5"
    )
    g.play("reveal 1 2 2")
    assert (g.state.phase, g.state.leader, g.state.limit) == ("half2", "D", 1)
    g.play("leave C", *["cover"] * 3, "reveal 4 4 5", "reveal 6 6 6", "reveal 1 2 2")
    assert g.state.limit == 3


def test_PUB_7_the_lead_is_rolled_for_with_one_die(house) -> None:
    """RULES PUB-7: the highest begins; those tied for highest throw again among themselves."""
    g = house("roll_off_one_die = true", leader=None)
    assert g.refused("roll_off 1 2 3") == "wrong_dice"
    g.play("roll_off 6", "roll_off 1", "roll_off 6")
    assert (g.state.stage, g.state.rolling, g.state.round) == ("roll_off", ("A", "C"), 1)
    assert g.play("roll_off 3", "roll_off 5").state.leader == "C"


def house_file(name: str) -> scorer.Rules:
    return scorer.load_house((ROOT / "scorer" / "variants" / f"{name}.toml").read_text("utf-8"))


def test_the_championship_of_the_lower_rhine_is_played_through(game) -> None:
    g = game(*"ABC", leader="A", rules=house_file("niederrhein")).play(*EQUAL)
    assert (outcome(g), g.state.mats) == (("B", "C"), {"A": 0, "B": 0, "C": 2})
    g.play("throw 1 1 2", "pass", "cover", "cover", "reveal 2 2 2", "reveal 1 2 2")
    assert (outcome(g), g.state.mats["B"]) == (("A", "B"), 3)
    for loser in ("A", "B"):  # Schock out ends a half at once
        throws = {"A": "2 2 3", "B": "1 1 1", "C": "3 3 4"}
        throws |= {"A": "1 1 1", "B": "2 2 3"} if loser == "B" else {}
        order = [
            g.state.leader,
            *(p for p in scorer.state.from_left(g.state, g.state.leader) if p != g.state.leader),
        ]
        g.play(f"throw {throws[order[0]]}", "pass", "cover", "cover")
        g.play(*(f"reveal {throws[player]}" for player in order[1:]))
    assert (g.state.phase, g.state.lost) == ("final", {"A": 1, "B": 1})
    g.play("throw 1 1 1", "pass", "cover", "reveal 2 2 3")
    assert (g.state.stage, g.state.loser) == ("over", "A")


def test_the_trainers_switches_are_played_through(game) -> None:
    g = game(*"ABC", leader=None, rules=house_file("trainer"))
    g.play("roll_off 2", "roll_off 6", "roll_off 4", "cover", "cover", "cover")
    g.play("reveal 1 2 4", "reveal 2 2 3", "reveal 1 1 2")
    assert (outcome(g), g.state.mats["C"]) == (("B", "C"), 7)
    g.play("throw 1 2 6", "hold 1 2", "take_back 2", "throw 2 4", "pass")  # a Jule put together
    assert g.state.results[0].kind == "house"
    g.play("throw 1 1 2", "pass", "throw 5 5 5", "pass")
    assert (outcome(g), g.state.mats["C"]) == (("B", "C"), 10)


def lose_half(g, loser: str) -> None:
    """A round that ends the half: somebody throws Schock out, and this one the lowest."""
    order = (g.state.leader, *scorer.state.from_left(g.state, g.state.leader)[:-1])
    best = next(player for player in reversed(order) if player != loser)
    first, *others = ({loser: "1 2 2", best: "1 1 1"}.get(player, "1 3 4") for player in order)
    g.play(f"throw {first}", "pass", *["cover"] * len(others), *(f"reveal {dice}" for dice in others))


@pytest.mark.parametrize("final", ["true", "false"])
def test_PUB_12_with_one_half_who_has_all_chips_has_lost_the_game(house, final) -> None:
    """RULES PUB-12: `"one"`: no second half and no final, whatever `final` says."""
    g = house(f'halves = "one"\nfinal = {final}')
    lose_half(g, "B")
    assert (g.state.stage, g.state.loser, g.state.lost, g.state.phase) == ("over", "B", {"B": 1}, "half1")


def test_PUB_12_halves_are_played_until_somebody_has_lost_two(house) -> None:
    """RULES PUB-12: phases half1, half2, then half3 and on; the loser of a half leads the next; one throw in each first round."""
    g = house('halves = "until_two"\nfirst_round_one_throw = true\ncover_last = false')
    for number, loser in enumerate("ABC", start=1):
        assert (g.state.phase, g.state.limit, g.state.stack) == (f"half{number}", 1, 13)
        order = (g.state.leader, *scorer.state.from_left(g.state, g.state.leader)[:-1])
        best = next(player for player in order if player != loser)
        g.play(*(f"throw { ({loser: '1 2 2', best: '1 1 1'}.get(player, '1 3 4')) }" for player in order))
        assert (g.state.leader, g.state.lost[loser], g.state.out) == (loser, 1, {})
    assert (g.state.phase, g.state.round, g.state.limit) == ("half4", 4, 1)
    g.play("throw 1 1 1", "throw 1 2 2", "throw 1 3 4")
    assert (g.state.stage, g.state.loser, g.state.lost) == ("over", "A", {"A": 2, "B": 1, "C": 1})


def with_an_empty_stack(house, options: str, *, before: str = ""):
    """Two are left with chips: A 9 and B 4; C has none and is out. First, A has lost the halves named."""
    g = house(f"cover_last = false\nfirst_round_one_throw = true\n{options}")
    for loser in before:
        order = (g.state.leader, *scorer.state.from_left(g.state, g.state.leader)[:-1])
        best = next(player for player in order if player != loser)
        g.play(*(f"throw { ({loser: '1 2 2', best: '1 1 1'}.get(player, '1 3 4')) }" for player in order))
    for dice, lowest in (("1 1 6", "A"), ("1 1 4", "A"), ("1 1 3", "B")):
        order = (g.state.leader, *scorer.state.from_left(g.state, g.state.leader)[:-1])
        acts = []
        for player in order:
            acts.append(f"throw {'1 2 2' if player == lowest else dice if player == 'C' else '1 3 4'}")
            if player == order[0] and g.state.limit > 1:
                acts.append("pass")
        g.play(*acts)
    assert (g.state.stack, g.state.mats, g.state.out) == (0, {"A": 10, "B": 3, "C": 0}, {"C": "no_chips"})
    return g


@pytest.mark.parametrize(("options", "before"), [('halves = "one"', ""), ('halves = "until_two"', "A")])
def test_PUB_12_who_has_all_chips_by_a_leave_has_not_lost_and_the_half_begins_anew(
    house, options, before
) -> None:
    """RULES PUB-12: all chips go back, phase, `round` and `last_round` stay, he leads; it is that half's first round."""
    g = with_an_empty_stack(house, options, before=before)
    was = g.state
    g.play("leave B")
    now = g.state
    assert (now.stage, now.leader, now.loser, now.lost) == ("play", "A", None, dict.fromkeys(before, 1))
    assert (now.phase, now.round, now.last_round) == (was.phase, was.round, was.last_round)
    assert (now.stack, now.mats, now.out) == (13, {"A": 0, "B": 0, "C": 0}, {"B": "left"})
    assert now.limit == 1
    assert g.play("join D after A").state.stack == 13


def test_PUB_12_the_first_half_that_somebody_loses_by_a_leave_counts(house) -> None:
    """RULES PUB-12: where it would be his second alone; `"two"` keeps TBL-3."""
    for halves in ("until_two", "two"):
        g = with_an_empty_stack(house, f'halves = "{halves}"').play("leave B")
        assert (g.state.phase, g.state.lost, g.state.leader) == ("half2", {"A": 1}, "A")


def test_PUB_12_handicaps_are_given_again(house) -> None:
    """RULES PUB-12: handicaps are given again."""
    rules = 'halves = "one"\nhandicap = 3\nchips = 4'
    g = house(rules)
    g.state = scorer.new_game(g.state.rules, "ABC", "A", {"A": 2})
    g.play("throw 1 1 2", "pass", *["cover"] * 2, "reveal 1 2 2", "reveal 1 3 4")
    assert (g.state.stack, g.state.mats) == (0, {"A": 2, "B": 2, "C": 0})
    assert (g.play("leave B").state.mats, g.state.stack, g.state.leader) == ({"A": 2, "B": 0, "C": 0}, 2, "A")


def test_PUB_12_final_counts_with_two_halves_alone(house) -> None:
    """RULES PUB-12: `final` counts with `"two"` only."""
    assert scorer.idle_options(house('halves = "one"\nfinal = false').state.rules) == ("final",)
    assert scorer.idle_options(house("final = false").state.rules) == ()


def test_PUB_13_sixes_are_turned_in_the_first_throw_only(house) -> None:
    """RULES PUB-13: SCH-9 in the first throw of a turn only, later `turn` is `not_turnable`."""
    options = 'conversion = "first_throw"'
    assert house(options).play("throw 6 6 6", "turn").state.held == (1, 1)
    assert house(options).play("throw 2 6 6", "turn").state.held == (1,)
    assert house(options).play("throw 2 3 4", "hold", "throw 6 6 6").refused("turn") == "not_turnable"
    assert house().play("throw 2 3 4", "hold", "throw 6 6 6", "turn").state.held == (1, 1)
