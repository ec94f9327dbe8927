import pytest

from hardware.panel.panel import Button, Press
from knobeltisch.camera.acceptance_bounds import Figures
from knobeltisch.camera.acceptance_tests import BUTTONS, Trials
from knobeltisch.errors import CommandError
from tests.support.sightings import lift_of
from vision.types import BoardMoved, Doubt, Scene


@pytest.fixture
def trials():
    return Trials()


@pytest.fixture
def thrown(trials):
    """Begin the dice test and throw so often; doubts make the table ask."""

    def throw(*doubtful):
        trials.begin("dice")
        for doubts in doubtful:
            trials.takes(lift_of(1, 3, 5, doubts=(Doubt.COCKED,) if doubts else ()))

    return throw


def verdict(trials, test="dice"):
    return trials.to_json()[test]["verdict"]


def press(button):
    return Press(button=Button(button), long=False, at=0.0)


def test_before_a_test_everything_is_the_games(trials):
    assert not trials.takes(lift_of(1, 3, 5))
    assert not trials.pressed(press("again"))


def test_during_the_dice_test_lifts_are_not_the_games(trials):
    trials.begin("dice")
    assert trials.takes(lift_of(1, 3, 5))
    assert trials.takes(Scene(at=0.0, cup=True, hand=False, still=True))
    assert trials.to_json()["dice"]["throws"] == [{"dice": [1, 3, 5], "sure": True, "right": None}]


def test_a_pushed_camera_is_always_the_games(trials):
    trials.begin("dice")
    assert not trials.takes(BoardMoved(at=0.0))


def test_ten_right_throws_are_good_and_end_the_test(trials, thrown):
    thrown(*[False] * 10)
    for throw in range(10):
        assert verdict(trials) is None
        trials.judge(throw, right=True)
    assert verdict(trials) == "good"
    assert trials.running is None


def test_one_wrong_throw_is_bad_at_once(trials, thrown):
    thrown(False, False)
    trials.judge(0, right=True)
    trials.judge(1, right=False)
    assert verdict(trials) == "bad"


@pytest.mark.parametrize(("asked", "told"), [(1, "fair"), (2, "fair"), (3, "bad")])
def test_throws_that_would_be_asked_about_need_no_tap_and_lower_the_verdict(trials, thrown, asked, told):
    thrown(*[True] * asked, *[False] * (10 - asked))
    for throw in range(asked, 10):
        trials.judge(throw, right=True)
    assert verdict(trials) == told


def test_an_eleventh_throw_is_not_counted(trials, thrown):
    thrown(*[False] * 11)
    assert len(trials.to_json()["dice"]["throws"]) == 10


def test_a_word_may_be_taken_back(trials, thrown):
    thrown(False)
    trials.judge(0, right=False)
    trials.judge(0, right=True)
    assert verdict(trials) is None


@pytest.mark.parametrize(("throw", "right"), [(1, True), (-1, True), ("0", True), (True, True), (0, "yes")])
def test_a_word_on_no_throw_is_refused(trials, thrown, throw, right):
    thrown(False)
    with pytest.raises(CommandError):
        trials.judge(throw, right=right)


def test_all_six_buttons_are_good_and_end_the_test(trials):
    trials.begin("buttons")
    for button in BUTTONS:
        assert trials.pressed(press(button))
    assert verdict(trials, "buttons") == "good"
    assert not trials.pressed(press("again"))


def test_a_button_that_never_came_is_bad_once_the_test_is_stopped(trials):
    trials.begin("buttons")
    trials.pressed(press("again"))
    assert verdict(trials, "buttons") is None
    trials.stop()
    assert verdict(trials, "buttons") == "bad"


def test_what_was_judged_can_be_learned_once_the_test_is_over(trials):
    trials.begin("dice")
    for place in range(10):
        trials.takes(
            lift_of(1, 3, 5, doubts=(Doubt.PIPS,) if place == 4 else (), margin=-0.5 if place == 4 else 3.0)
        )
    trials.judge(4, right=True)
    for throw in (0, 1, 2, 3, 5, 6, 7, 8):
        trials.judge(throw, right=throw != 1)
    assert trials.take_judged() is None
    trials.judge(9, right=True)
    judged = trials.take_judged()
    assert sorted((one.margin, one.right) for one in judged.judged_throws) == [
        (-0.5, True),
        (3.0, False),
        *[(3.0, True)] * 8,
    ]
    assert not judged.missed
    assert trials.take_judged() is None


def test_a_throw_that_was_asked_about_and_that_nobody_judged_is_not_learned(trials):
    trials.begin("acceptance")
    for place in range(30):
        asked = place < 5
        trials.takes(lift_of(1, 3, 5, doubts=(Doubt.PIPS,) if asked else (), margin=-1.0 if asked else 3.0))
    trials.finish()
    assert [one.margin for one in trials.take_judged().judged_throws] == [3.0] * 25


def test_a_die_that_the_maker_says_was_not_seen_is_missed(trials):
    trials.begin("dice")
    trials.takes(lift_of(1, 3, doubts=(Doubt.COUNT,), margin=3.0))
    for _ in range(9):
        trials.takes(lift_of(1, 3, 5, margin=3.0))
    trials.judge(0, right=False)
    for throw in range(1, 10):
        trials.judge(throw, right=True)
    judged = trials.take_judged()
    assert judged.missed
    assert len(judged.judged_throws) == 9


def test_a_test_that_there_is_not_is_refused(trials):
    with pytest.raises(CommandError, match="dice, acceptance, buttons, lens"):
        trials.begin("beer")


def test_a_test_begun_anew_forgets_the_one_before(trials, thrown):
    thrown(False)
    trials.judge(0, right=False)
    trials.begin("dice")
    assert trials.to_json()["dice"] == {"running": True, "of": 10, "throws": [], "verdict": None}


# --- the acceptance run


@pytest.fixture
def accepting(trials):
    """Begin the acceptance run and throw so often, some of them doubtful."""

    def throw(sure, asked=0):
        trials.begin("acceptance")
        for place in range(sure + asked):
            trials.takes(lift_of(1, 3, 5, doubts=(Doubt.COCKED,) if place >= sure else ()))

    return throw


def test_thirty_throws_with_none_called_wrong_are_good_after_one_tap(trials, accepting):
    accepting(30)
    assert trials.take_accepted() is None
    trials.finish()
    assert verdict(trials, "acceptance") == "good"
    assert trials.running is None
    assert trials.take_accepted() == Figures(throws=30, wrong=0, asked=0)
    assert trials.take_accepted() is None


def test_what_was_tapped_as_wrong_stays_wrong_when_the_rest_is_right(trials, accepting):
    accepting(28, asked=2)
    trials.judge(3, right=False)
    trials.judge(4, right=False)
    trials.judge(4, right=True)
    trials.finish()
    assert verdict(trials, "acceptance") == "bad"
    assert trials.take_accepted() == Figures(throws=30, wrong=1, asked=2)


def test_a_run_is_not_finished_while_throws_are_due_or_none_runs(trials, accepting):
    with pytest.raises(CommandError, match="begin one"):
        trials.finish()
    accepting(29)
    with pytest.raises(CommandError, match="1 throws are still due"):
        trials.finish()
    assert trials.running == "acceptance"


def test_a_run_that_was_stopped_gives_no_figures(trials, accepting):
    accepting(30)
    trials.stop()
    assert trials.take_accepted() is None


def test_the_short_test_and_the_run_do_not_mix(trials, accepting, thrown):
    accepting(5)
    thrown(False)
    assert len(trials.to_json()["acceptance"]["throws"]) == 5
    assert len(trials.to_json()["dice"]["throws"]) == 1
