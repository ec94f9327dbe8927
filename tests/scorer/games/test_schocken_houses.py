"""What pubs play otherwise in Schocken (RULES.md 3.9): for each option a round that comes out otherwise."""

import pytest

import scorer
from tests.support.paths import ROOT


@pytest.fixture
def house(game):
    """Begins a game of Schocken with options as in a house's file."""

    def begin(options="", *players, leader="A"):
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
def test_PUB_1_of_equals_the_one_with_fewer_throws_or_from_the_hand_is_higher(house, tie, best):
    """RULES PUB-1: `throws`: fewer throws is higher; `hand`: from the hand is higher."""
    assert outcome(house(f'tie = "{tie}"').play(*EQUAL)) == (best, "C")


def test_PUB_1_it_decides_for_the_lowest_too_and_for_what_is_revealed(house):
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
def test_PUB_2_put_together_it_is_a_house_number(house, kind, dice, hold, rest):
    """RULES PUB-2: put together they are house numbers, worth 1."""
    options = f'from_hand = ["{kind}"]\nholdable = "any"'
    other = "4 6"
    g = house(options).play(f"throw {hold} {other}", f"hold {hold}", f"throw {rest}", "pass")
    assert (g.state.results[0].kind, g.state.results[0].value) == ("house", 1)
    assert house(options).play(f"throw {dice}", "pass").state.results[0].kind == kind
    assert house(options).play(f"throw {dice}", f"hold {dice}").state.results[0].kind == kind
    plain = house('holdable = "any"').play(f"throw {hold} {other}", f"hold {hold}", f"throw {rest}", "pass")
    assert plain.state.results[0].kind == kind


def test_PUB_2_a_general_put_together_is_a_number_between_others(house):
    """RULES PUB-2: 5-5-5 is 555, above 5-5-4 and below 6-2-1; it holds for a called Flotter Dreier too."""
    g = house('from_hand = ["general"]\nholdable = "any"')
    g.play("throw 5 2 3", "hold 5", "throw 5 5", "pass", "throw 4 5 5", "pass", "throw 1 2 6", "pass")
    assert outcome(g) == ("C", "B")
    assert [result.player for result in g.state.last_round.results] == ["A", "B", "C"]
    g.play("call flotter_dreier on", "throw 3 4 6", "hold 3", "throw 3 3", "pass")
    assert g.state.results[0].kind == "house"


def test_PUB_3_a_jule_needs_no_call_and_cannot_be_called(house):
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


def test_PUB_4_schock_2_stands_below_the_generals(house):
    """RULES PUB-4: Schock 2 stands between 4-5-6 and 2-2-2; its worth stays 2."""
    acts = ("throw 1 1 2", "pass", "cover", "cover", "reveal 2 2 2", "reveal 4 5 6")
    assert outcome(house().play(*acts)) == ("A", "C")
    g = house("general_over_schock_2 = true").play(*acts)
    assert outcome(g) == ("B", "C")
    assert (g.state.last_round.results[0].kind, g.state.last_round.results[0].value) == ("schock", 2)


def test_PUB_5_any_die_is_held_and_three_of_them_end_the_turn(house):
    """RULES PUB-5: with three dice held, whatever they show, the turn ends, open; `conversion` none."""
    g = house('holdable = "any"\nconversion = "none"').play("throw 4 6 6")
    assert g.refused("turn") == "not_turnable"
    g.play("hold 6 6", "throw 5")
    assert g.play("hold 5").state.results[0].dice == (5, 6, 6)
    assert house().play("throw 4 6 6").refused("hold 6 6") == "not_holdable"
    turned = house('holdable = "any"').play("throw 4 6 6", "turn")
    assert turned.refused("hold 4 6") == "not_holdable"


def test_PUB_5_dice_are_taken_back_while_a_throw_is_left(house):
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


def test_PUB_6_the_first_round_of_each_half_has_one_throw(house):
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


def test_PUB_7_the_lead_is_rolled_for_with_one_die(house):
    """RULES PUB-7: the highest begins; those tied for highest throw again among themselves."""
    g = house("roll_off_one_die = true", leader=None)
    assert g.refused("roll_off 1 2 3") == "wrong_dice"
    g.play("roll_off 6", "roll_off 1", "roll_off 6")
    assert (g.state.stage, g.state.rolling, g.state.round) == ("roll_off", ("A", "C"), 1)
    assert g.play("roll_off 3", "roll_off 5").state.leader == "C"


def house_file(name):
    return scorer.load_house((ROOT / "scorer" / "variants" / f"{name}.toml").read_text("utf-8"))


def test_the_championship_of_the_lower_rhine_is_played_through(game):
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


def test_the_trainers_switches_are_played_through(game):
    g = game(*"ABC", leader=None, rules=house_file("trainer"))
    g.play("roll_off 2", "roll_off 6", "roll_off 4", "cover", "cover", "cover")
    g.play("reveal 1 2 4", "reveal 2 2 3", "reveal 1 1 2")
    assert (outcome(g), g.state.mats["C"]) == (("B", "C"), 7)
    g.play("throw 1 2 6", "hold 1 2", "take_back 2", "throw 2 4", "pass")  # a Jule put together
    assert g.state.results[0].kind == "house"
    g.play("throw 1 1 2", "pass", "throw 5 5 5", "pass")
    assert (outcome(g), g.state.mats["C"]) == (("B", "C"), 10)


def one_throw(g, low, best, dice="1 1 1"):
    order = (g.state.leader, *scorer.state.from_left(g.state, g.state.leader)[:-1])
    throws = [f"throw { ({low: '1 2 2', best: dice}.get(player, '1 3 4')) }" for player in order]
    return g.play(throws[0], *["pass"] * (g.state.limit > 1), *throws[1:])


@pytest.mark.parametrize("final", ["true", "false"])
def test_PUB_12_with_one_half_who_has_all_chips_has_lost_the_game(house, final):
    """RULES PUB-12: `"one"`: no second half and no final, whatever `final` says; `final` counts with `"two"` only."""
    g = one_throw(house(f'halves = "one"\nfinal = {final}\ncover_last = false'), "B", "A")
    assert (g.state.stage, g.state.loser, g.state.lost, g.state.phase) == ("over", "B", {"B": 1}, "half1")
    assert scorer.idle_options(g.state.rules) == (("final",) if final == "false" else ())


OPEN = "first_round_one_throw = true\ncover_last = false\n"


def test_PUB_12_halves_are_played_until_somebody_has_lost_two(house):
    """RULES PUB-12: half1, half2, then half3 and on; the loser of a half leads the next; PUB-6 holds in each."""
    g = house(f'{OPEN}halves = "until_two"')
    for number, (loser, best) in enumerate((("A", "B"), ("B", "C"), ("C", "A")), start=1):
        assert (g.state.phase, g.state.round, g.state.limit) == (f"half{number}", number, 1)
        one_throw(g, loser, best)
        assert (g.state.leader, g.state.lost[loser], g.state.stack, g.state.out) == (loser, 1, 13, {})
    one_throw(g, "A", "C")
    assert (g.state.stage, g.state.loser, g.state.lost) == ("over", "A", {"A": 2, "B": 1, "C": 1})


@pytest.mark.parametrize(
    ("halves", "lost", "now"),
    [
        ("one", "", ("half1", {}, 3)),
        ("until_two", "A", ("half2", {"A": 1}, 4)),
        ("until_two", "", ("half2", {"A": 1}, 3)),
        ("two", "", ("half2", {"A": 1}, 3)),
    ],
)
def test_PUB_12_who_has_all_chips_by_a_leave_has_lost_no_game(house, halves, lost, now):
    """RULES PUB-12: all chips go back, handicaps are given again, `round` and `last_round` stay, he leads a first round."""
    g = house()
    rules = scorer.load_house(f'base = "schocken"\n{OPEN}halves = "{halves}"\nhandicap = 1')
    g.state = scorer.new_game(rules, "ABC", "A", {"A": 1})
    for loser in lost:
        one_throw(g, loser, "B")
    for low, dice in ("A", "1 1 6"), ("A", "1 1 3"), ("B", "1 1 3"):
        one_throw(g, low, "C", dice)
    assert (g.state.stack, g.state.mats, g.state.out) == (0, {"A": 10, "B": 3, "C": 0}, {"C": "no_chips"})
    last = g.state.last_round
    g.play("leave B")
    assert (g.state.phase, g.state.lost, g.state.round - 1, g.state.last_round) == (*now, last)
    assert (g.state.stack, g.state.mats, g.state.out) == (12, {"A": 1, "B": 0, "C": 0}, {"B": "left"})
    assert (g.state.leader, g.state.limit, scorer.can(g.state, scorer.Join(player="D", after="A"))) == (
        ("A", 1, True)
    )


def test_PUB_13_sixes_are_turned_in_the_first_throw_only(house):
    """RULES PUB-13: SCH-9 in the first throw of a turn only, later `turn` is `not_turnable`."""
    later = ("throw 2 3 4", "hold", "throw 6 6 6")
    assert house('conversion = "first_throw"').play("throw 6 6 6", "turn").state.held == (1, 1)
    assert house('conversion = "first_throw"').play(*later).refused("turn") == "not_turnable"
    assert house().play(*later, "turn").state.held == (1, 1)
