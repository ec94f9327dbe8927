import pytest

from knobeltisch.camera.dice_test_run import (
    Accepted,
    Figures,
    confidence_interval,
    load_acceptance,
    save_acceptance,
    upper_bound,
)


def test_no_error_in_thirty_throws_may_still_be_one_in_eleven():
    assert upper_bound(0, 30) == pytest.approx(1 - 0.05 ** (1 / 30), abs=1e-9)


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        (3, 30, 0.0211, 0.2653),
        (0, 30, 0.0, 0.1157),
        (30, 30, 0.8843, 1.0),
        (1, 10, 0.0025, 0.4450),
        (0, 0, 0.0, 1.0),
    ],
)
def test_the_interval_is_clopper_and_pearsons(hits, trials, low, high):
    assert confidence_interval(hits, trials) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(
    ("wrong", "asked", "says"), [(0, 0, "good"), (0, 4, "good"), (0, 5, "asks"), (1, 0, "bad"), (1, 9, "bad")]
)
def test_a_single_wrong_throw_is_bad_and_many_questions_are_tiresome(wrong, asked, says):
    assert Figures(throws=30, wrong=wrong, asked=asked).verdict == says


def test_a_run_survives_being_kept(store):
    run = Accepted(at=5.0, camera="Cam", figures=Figures(throws=30, wrong=1, asked=2))
    assert load_acceptance(store) is None
    save_acceptance(store, run)
    assert load_acceptance(store) == run


@pytest.mark.parametrize(
    "spoilt",
    [
        7,
        [],
        {},
        {"at": "x"},
        {"at": 1, "camera": "c", "throws": 3, "wrong": 4, "asked": 0},
        {"at": 1, "camera": "c", "throws": 0, "wrong": 0, "asked": 0},
    ],
)
def test_what_makes_no_sense_counts_as_nothing_kept(store, spoilt):
    store.put("acceptance", spoilt)
    assert load_acceptance(store) is None
