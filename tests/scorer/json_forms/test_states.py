"""States field by field where a round or a game ends oddly, as ACTS.md "State" describes them."""

import pytest

import scorer
from scorer import Refused


def fields_of(state, keys):
    shown = scorer.state_to_json(state)
    return {key: shown[key] for key in keys}


def house(base, **options):
    lines = [f'base = "{base}"']
    for option, value in options.items():
        lines.append(
            f"{option} = {str(value).lower() if isinstance(value, bool) else repr(value)}".replace("'", '"')
        )
    return scorer.load_house("\n".join(lines))


def test_the_drinking_game_has_no_loser_even_if_a_house_lets_chicagos_out(game):
    g = game(rules=house("drinking", chicago_reward="out_of_game")).play("leave Cem", "throw 1 1 1")
    assert (g.state.stage, g.state.loser) == ("over", None)


def test_a_round_that_a_leaver_breaks_off_with_the_game_is_the_last(game):
    g = game(variant="drinking").play("throw 1 2 4", "pass", "leave Cem", "leave Anna")
    assert fields_of(g.state, ["last_round"])["last_round"] == {
        "round": 1,
        "declaration": {"throws": 1, "ones": 100, "sixes": 60, "direction": "high", "value": 106},
        "results": [],
        "best": None,
        "worst": None,
        "moves": [],
    }


def test_a_named_loser_closes_the_round_with_the_throw_that_named_him(game):
    g = game(variant="drinking").play("throw 1 2 4", "pass", "throw 5 5 5", "name_loser Cem")
    assert fields_of(g.state, ["last_round"])["last_round"] == {
        "round": 1,
        "declaration": {"throws": 1, "ones": 100, "sixes": 60, "direction": "high", "value": 106},
        "results": [
            {"player": "Anna", "dice": [1, 2, 4], "value": 106, "throws": 1, "kind": "points"},
            {"player": "Ben", "dice": [5, 5, 5], "value": 15, "throws": 1, "kind": "points"},
        ],
        "best": "Ben",
        "worst": "Cem",
        "moves": [],
    }


@pytest.mark.parametrize(
    ("acts", "kind", "value"),
    [
        (["throw 1 5 6"], "points", None),
        (["throw 5 5 5"], "fish", 0),
        (["throw 1 2 4", "pass 1 6 low", "throw 1 5 6"], "points", 12),
        (["throw 1 2 4", "pass 100 60 low", "throw 1 5 6"], "points", 165),
    ],
)
def test_a_throw_that_names_the_loser_counts_as_declared(game, acts, kind, value):
    rules = house("drinking", valuation="declared-2", direction="declared", fish=True)
    result = game(rules=rules).play(*acts, "name_loser Cem").state.last_round.results[-1]
    assert (result.kind, result.value) == (kind, value)


def test_an_undeclared_165_counts_100_and_60_where_nothing_is_declared(game):
    last = game(variant="drinking").play("throw 1 5 6", "name_loser Anna").state.last_round
    assert (last.results[0].value, last.declaration, last.best, last.worst) == (165, None, "Anna", "Anna")


def test_a_turned_six_is_forgotten_when_a_foul_ends_the_round(game):
    g = game(variant="drinking").play("throw 6 6 2", "turn", "foul Anna foreign_body")
    assert g.play("throw 2 3 4", "pass").state.to_act == "Ben"


def test_a_turned_six_is_forgotten_when_its_die_leaves_the_board(game):
    g = game(variant="chic").play(
        "throw 1 2 4", "hold", "throw 2 3 4", "hold", "throw 1 2 4", "pass 1 6 high"
    )
    g.play("throw 6 6 2", "turn", "off_board")
    assert g.play("throw 6 6 5", "pass").state.round == 2


def test_a_die_taken_back_is_forgotten_when_another_leaves_the_board(game):
    rules = house("tschigg", take_back_on_third=True, off_board_loses=True)
    to_two = ("throw 2 3 4", "hold 4", "throw 2 3")
    g = game(rules=rules).play(*to_two, "hold", "throw 2 3", "pass 100 60 high")
    g.play(*to_two, "take_back 4", "off_board")
    assert g.play("throw 2 3 4", "pass").state.round == 2


def test_a_die_taken_back_is_forgotten_when_a_leader_begins_again(game):
    rules = house("tschigg", take_back_on_third=True, off_board_loses=True)
    g = game("Anna", "Ben", rules=rules).play("throw 2 3 4", "pass 100 60 high", "throw 2 3 5")
    to_two = ("throw 2 3 4", "hold 4", "throw 2 3", "take_back 4", "off_board")
    g.play(*to_two, "throw 1 2 3")
    assert g.play("throw 2 3 4", "pass 1 6 low").state.to_act == "Ben"


def test_a_leader_who_declares_may_leave_three_sixes_of_his_last_throw(game):
    g = game(rules=house("base", conversion="any_throw_forced"))
    g.play("throw 2 3 4", "hold", "throw 2 3 4", "hold", "throw 6 6 6")
    assert g.play("pass 100 60 high").state.declaration.value == 180


def test_nobody_fills_where_no_glasses_are_counted(game):
    g = game(rules=house("base", chicago_reward="others_drink")).play("throw 1 1 1")
    assert (g.state.glasses, g.state.to_fill, g.state.leader) == ({"Ben": 1, "Cem": 1}, None, "Anna")


def test_a_reveal_has_the_throws_of_the_round_and_what_was_held(game):
    g = game(variant="schocken").play("throw 1 2 4", "hold 1", "throw 2 2", "pass")
    g.play("throw 1 5 6", "hold 1", "cover", "throw 2 3 5", "pass")
    assert fields_of(g.state, ("stage", "to_act", "throws", "held", "free", "leader")) == {
        "stage": "reveal",
        "to_act": "Ben",
        "throws": {"made": 2, "limit": 2},
        "held": [1],
        "free": [],
        "leader": "Anna",
    }
    (_, shown, _) = g.play("reveal 3 4").state.last_round.results
    assert (shown.dice, shown.throws) == ((1, 3, 4), 2)


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({"valuation": "100"}, 2),
        ({"valuation": "declared-2"}, 4),
        ({"valuation": "declared-4"}, 8),
        ({"valuation": "declared-4", "direction": "high"}, 4),
        ({"valuation": "100", "direction": "high"}, 0),
    ],
)
def test_all_that_may_be_declared(options, count):
    rules = house("base", **options)
    said = {
        (declaration.ones, declaration.sixes, declaration.direction)
        for declaration in scorer.declarations(rules)
    }
    assert len(said) == count
    assert said <= {(ones, sixes, way) for ones in (100, 1) for sixes in (60, 6) for way in ("high", "low")}
    if options["valuation"] == "100" and count:
        assert said == {(100, 60, "high"), (100, 60, "low")}
    assert not rules.may_declare(100, 61, "high")
    assert not rules.may_declare(100, 60, "up")


def test_many_or_huge_dice_are_repeated_shortened(game):
    with pytest.raises(Refused, match=r"\[1, 2, 3\] do not lie among the dice \[2, 3, 4\]"):
        scorer.apply(scorer.apply(game().state, scorer.Throw(dice=(2, 3, 4))), scorer.Hold(dice=(1, 2, 3)))
    with pytest.raises(Refused, match=r"named were \[-999, 999, '...'\]"):
        scorer.apply(game().state, scorer.Throw(dice=(-999, 1000, 999)))
    lying = scorer.apply(game().state, scorer.Throw(dice=(2, 3, 4)))
    with pytest.raises(Refused, match=r"\[1, 1, 1, 1, 1, 1, 1, 1\] do not"):
        scorer.apply(lying, scorer.Hold(dice=(1,) * 8))
    with pytest.raises(Refused, match=r"\[1, 1, 1, 1, 1, 1, 1, 1, \.\.\.\] do not"):
        scorer.apply(lying, scorer.Hold(dice=(1,) * 9))


def test_schocken_begins_each_round_with_nothing_declared(game):
    g = game(variant="schocken").play("throw 2 3 5", "pass", "cover", "cover", "reveal 2 2 4", "reveal 2 2 5")
    assert (g.state.round, g.state.declaration) == (2, None)


@pytest.mark.parametrize("direction", ["high", "low"])
def test_where_a_fish_is_declared_everything_but_a_fish_beats_it(game, direction):
    rules = house("chic", fish=True)
    g = game(rules=rules).play("throw 2 3 4", "hold", "throw 2 3 4", f"pass 100 60 {direction}")
    assert g.play("throw 2 2 2").refused("pass") == "must_throw"
    assert g.play("hold", "throw 2 2 5", "throw 1 2 2", "pass").state.round == 2


def test_what_is_held_must_beat_a_leader_who_has_left_too(game):
    rules = house("drinking", held_must_beat=True)
    g = game("Anna", "Ben", "Cem", rules=rules).play(
        "throw 2 3 4", "hold", "throw 1 1 4", "pass", "leave Anna"
    )
    assert g.play("throw 1 2 3").refused("hold 2 3") == "cannot_beat"
    assert g.play("hold 1").state.held == (1,)
