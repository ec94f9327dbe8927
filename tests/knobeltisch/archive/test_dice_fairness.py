import random

import pytest

from knobeltisch.archive.dice_fairness import ENOUGH_DICE, chi2_survival_5, judge_fairness


@pytest.mark.parametrize(
    ("x", "p"),
    [
        # Upper critical values with five degrees of freedom (NIST/SEMATECH e-Handbook 1.3.6.7.4).
        (9.236, 0.10),
        (11.070, 0.05),
        (12.833, 0.025),
        (15.086, 0.01),
        (20.515, 0.001),
        # Lower critical values of the same table.
        (1.610, 0.90),
        (1.145, 0.95),
        (0.831, 0.975),
        (0.554, 0.99),
    ],
)
def test_the_chance_of_a_chi_square_is_that_of_the_printed_table(x, p):
    assert chi2_survival_5(x) == pytest.approx(p, rel=2e-3)


def test_few_dice_prove_nothing_however_uneven():
    found = judge_fairness((ENOUGH_DICE - 1, 0, 0, 0, 0, 0))
    assert (found.chi2, found.p, found.rare) == (None, None, False)


def test_chi_square_is_the_sum_of_squared_differences_over_what_is_expected():
    # 60 expected of each face: (9 + 4 + 1 + 1 + 4 + 9) * ... worked by hand: 2*(10^2 + 5^2 + 0) / 60
    found = judge_fairness((70, 50, 65, 55, 60, 60))
    assert found.chi2 == pytest.approx(250 / 60)
    assert not found.rare


def test_a_die_loaded_by_half_is_rare_after_an_evening():
    chance = random.Random(3)
    thrown = chance.choices(range(6), (1, 1, 1, 1, 1, 1.5), k=3000)
    one, two, three, four, five, six = (thrown.count(face) for face in range(6))
    assert judge_fairness((one, two, three, four, five, six)).rare


def test_one_in_twenty_evenings_of_honest_dice_is_rare():
    chance, rare, evenings = random.Random(11), 0, 1000
    for _ in range(evenings):
        thrown = chance.choices(range(6), k=600)
        one, two, three, four, five, six = (thrown.count(face) for face in range(6))
        rare += judge_fairness((one, two, three, four, five, six)).rare
    assert 30 <= rare <= 70
