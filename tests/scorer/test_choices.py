import pytest

import scorer


@pytest.mark.parametrize(
    ("variant", "acts", "names"),
    [
        ("bavarian", (), ("throw", "leave", "join")),
        ("bavarian", ("leave Ben", "leave Cem"), ()),
        ("bavarian", ("throw 1 2 3",), ("hold", "pass")),
        ("bavarian", ("throw 6 6 3",), ("turn", "hold", "pass")),
        ("bavarian", ("throw 6 6 6",), ("turn",)),
        ("bavarian", ("throw 6 6 6", "turn"), ("hold",)),
        ("base", ("throw 1 2 3", "hold", "throw 1 2 3", "hold", "throw 1 2 3"), ("pass",)),
        ("chic", ("throw 1 2 3",), ("hold", "pass", "off_board")),
        ("drinking", ("throw 2 2 2",), ("name_loser", "foul")),
        ("drinking", ("foul Ben spill",), ("throw", "filled", "foul", "leave", "join")),
        ("schocken", ("throw 2 4 6", "pass"), ("cover",)),
        ("schocken", ("throw 2 4 6", "pass", "cover", "cover"), ("reveal",)),
        ("bavarian", ("throw 1 1 1", "throw 1 1 1"), ()),
    ],
)
def test_the_acts_that_may_come_next(game, variant, acts, names):
    assert scorer.legal_acts(game(variant=variant).play(*acts).state) == names


@pytest.mark.parametrize(
    ("dice", "picked"), [((), [()]), ((1, 1), [(), (1,), (1, 1)]), ((1, 6), [(), (1,), (6,), (1, 6)])]
)
def test_handfuls_are_all_selections_of_some_dice(dice, picked):
    assert list(scorer.selections_of(dice)) == picked


@pytest.mark.parametrize(
    ("variant", "leader", "acts", "count"),
    [
        ("bavarian", None, (), 1),
        ("schocken", None, (), 3),
        ("bavarian", "Anna", (), 3),
        ("bavarian", "Anna", ("throw 1 2 4", "hold 1"), 2),
        ("bavarian", "Anna", ("throw 1 2 4",), 0),
        ("schocken", "Anna", ("throw 1 2 4", "hold 1", "throw 2 4", "hold"), 0),
        ("schocken", "Anna", ("throw 2 4 6", "pass", "cover", "cover"), 3),
        ("bavarian", "Anna", ("throw 1 1 1", "throw 1 1 1"), 0),
    ],
)
def test_the_dice_that_are_due(game, variant, leader, acts, count):
    assert scorer.dice_expected(game(leader=leader, variant=variant).play(*acts).state) == count
