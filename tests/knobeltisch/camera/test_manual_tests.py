from dataclasses import replace

import pytest

from hardware.panel.panel import Button, Press
from knobeltisch.camera.acceptance_bounds import Figures
from knobeltisch.camera.dice_test_run import SIGN_DOUBTS
from knobeltisch.camera.manual_tests import BUTTONS, ManualTests
from knobeltisch.errors import CommandError
from tests.support.sightings import SHAPE, lift_of, lift_with_signs
from vision.still.known import Sign
from vision.types import Doubt


@pytest.fixture
def tests():
    return ManualTests()


@pytest.fixture
def thrown(tests):
    """Begin the dice test and throw so often; doubts make the table ask."""

    def throw(*doubtful):
        tests.begin("dice")
        for doubts in doubtful:
            tests.take_sighting(lift_of(1, 3, 5, doubts=(Doubt.COCKED,) if doubts else ()))

    return throw


def verdict(tests, test="dice"):
    return tests.to_json()[test]["verdict"]


def press(button):
    return Press(button=Button(button), long=False, at=0.0)


def test_before_a_test_everything_is_the_games(tests):
    tests.take_sighting(lift_of(1, 3, 5))
    assert not tests.take_press(press("again"))
    assert all(tests.to_json()[test]["throws"] == [] for test in ("dice", "faces", "acceptance"))


def test_ten_right_throws_are_good_and_end_the_test(tests, thrown):
    thrown(*[False] * 10)
    for throw in range(10):
        assert verdict(tests) is None
        tests.judge_throw(throw, right=True)
    assert verdict(tests) == "good"
    assert tests.running is None


def test_one_wrong_throw_is_bad_at_once(tests, thrown):
    thrown(False, False)
    tests.judge_throw(0, right=True)
    tests.judge_throw(1, right=False)
    assert verdict(tests) == "bad"


@pytest.mark.parametrize(("asked", "findings"), [(1, "fair"), (2, "fair"), (3, "bad")])
def test_throws_that_would_be_asked_about_need_no_tap_and_lower_the_verdict(tests, thrown, asked, findings):
    thrown(*[True] * asked, *[False] * (10 - asked))
    for throw in range(asked, 10):
        tests.judge_throw(throw, right=True)
    assert verdict(tests) == findings


def test_an_eleventh_throw_is_not_counted(tests, thrown):
    thrown(*[False] * 11)
    assert len(tests.to_json()["dice"]["throws"]) == 10


def test_a_word_may_be_taken_back(tests, thrown):
    thrown(False)
    tests.judge_throw(0, right=False)
    tests.judge_throw(0, right=True)
    assert verdict(tests) is None


@pytest.mark.parametrize(("throw", "right"), [(1, True), (-1, True), ("0", True), (True, True), (0, "yes")])
def test_a_word_on_no_throw_is_refused(tests, thrown, throw, right):
    thrown(False)
    with pytest.raises(CommandError):
        tests.judge_throw(throw, right=right)


def test_all_six_buttons_are_good_and_end_the_test(tests):
    tests.begin("buttons")
    for button in BUTTONS:
        assert tests.take_press(press(button))
    assert verdict(tests, "buttons") == "good"
    assert not tests.take_press(press("again"))


def test_a_button_that_never_came_is_bad_once_the_test_is_stopped(tests):
    tests.begin("buttons")
    tests.take_press(press("again"))
    assert verdict(tests, "buttons") is None
    tests.stop()
    assert verdict(tests, "buttons") == "bad"


def test_what_was_judged_can_be_learned_once_the_test_is_over(tests):
    tests.begin("dice")
    for place in range(10):
        tests.take_sighting(
            lift_of(1, 3, 5, doubts=(Doubt.PIPS,) if place == 4 else (), margin=-0.5 if place == 4 else 3.0)
        )
    tests.judge_throw(4, right=True)
    for throw in (0, 1, 2, 3, 5, 6, 7, 8):
        tests.judge_throw(throw, right=throw != 1)
    assert tests.take_ended() is None
    tests.judge_throw(9, right=True)
    judged = tests.take_ended().result
    assert sorted((throw.margin, throw.right) for throw in judged.judged_throws) == [
        (-0.5, True),
        (3.0, False),
        *[(3.0, True)] * 8,
    ]
    assert not judged.missed_a_die
    assert tests.take_ended() is None


def test_a_throw_that_was_asked_about_and_that_nobody_judged_is_not_learned(tests):
    tests.begin("acceptance")
    for place in range(30):
        asked = place < 5
        tests.take_sighting(
            lift_of(1, 3, 5, doubts=(Doubt.PIPS,) if asked else (), margin=-1.0 if asked else 3.0)
        )
    tests.finish()
    assert [throw.margin for throw in tests.take_ended().result.judged_throws] == [3.0] * 25


def test_a_die_that_the_maker_says_was_not_seen_is_missed(tests):
    tests.begin("dice")
    tests.take_sighting(lift_of(1, 3, doubts=(Doubt.COUNT,), margin=3.0))
    for _ in range(9):
        tests.take_sighting(lift_of(1, 3, 5, margin=3.0))
    tests.judge_throw(0, right=False)
    for throw in range(1, 10):
        tests.judge_throw(throw, right=True)
    judged = tests.take_ended().result
    assert judged.missed_a_die
    assert len(judged.judged_throws) == 9


def test_a_test_that_there_is_not_is_refused(tests):
    with pytest.raises(CommandError, match="dice, faces, acceptance, buttons, lens"):
        tests.begin("beer")


def test_a_test_started_again_forgets_the_one_before(tests, thrown):
    thrown(False)
    tests.judge_throw(0, right=False)
    tests.begin("dice")
    assert tests.to_json()["dice"] == {"running": True, "of": 10, "throws": [], "verdict": None}


# --- the table's own dice, face by face


def test_faces_that_are_shown_one_after_the_other_need_nobodys_word_and_are_learned_from(tests):
    tests.begin("faces")
    tests.take_sighting(lift_of())  # the cup was only moved
    for value in range(1, 7):
        assert (tests.running, verdict(tests, "faces")) == ("faces", None)
        tests.take_sighting(
            lift_of(value, value, value, doubts=(Doubt.PIPS,) if value == 2 else (), margin=3.0 - value)
        )
    assert (tests.running, verdict(tests, "faces")) == (None, "fair")
    learned = tests.take_ended().result
    assert [(throw.margin, throw.right) for throw in learned.judged_throws] == [
        (3.0 - n, True) for n in range(1, 7)
    ]
    assert not learned.missed_a_die


@pytest.mark.parametrize(("read", "sure", "missed"), [((4, 4, 6), True, False), ((4, 4), False, True)])
def test_a_face_that_is_read_wrong_or_not_at_all_is_learned_as_such(tests, read, sure, missed):
    tests.begin("faces")
    for value in range(1, 7):
        shown = read if value == 4 else (value,) * 3
        tests.take_sighting(lift_of(*shown, doubts=() if sure or value != 4 else (Doubt.COUNT,), margin=3.0))
    ended = tests.take_ended().result
    assert verdict(tests, "faces") == ("bad" if sure else "fair")
    assert ended.missed_a_die is missed
    assert [throw.right for throw in ended.judged_throws].count(False) == (0 if missed else 1)
    assert [throw["right"] for throw in tests.to_json()["faces"]["throws"]] == [
        value != 4 for value in range(1, 7)
    ]


# --- signs in place of pips


def show_faces(tests, lift, value):
    """Show all faces: at this value the lift."""
    tests.begin("faces")
    for shown in range(1, 7):
        tests.take_sighting(lift if shown == value else lift_of(shown, shown, shown, margin=3.0))
    return tests.take_ended().result


@pytest.mark.parametrize("signs", [{0}, {0, 1, 2}])
def test_a_sign_that_is_shown_for_a_value_is_learned_and_is_no_question(tests, signs):
    ended = show_faces(
        tests, lift_with_signs(*(6 if place in signs else 1 for place in range(3)), signs=signs), 1
    )
    assert ended.signs == (Sign(1, SHAPE),) * len(signs)
    assert verdict(tests, "faces") == "good"
    throws = tests.to_json()["faces"]["throws"]
    assert throws[0] == {"dice": [1, 1, 1], "sure": False, "right": True, "learned": True}
    assert [throw["learned"] for throw in throws].count(True) == 1
    assert len(ended.judged_throws) == 5  # the margin of a sign says nothing of pips


@pytest.mark.parametrize(
    "lift",
    [
        lift_with_signs(6, 2, 1, signs={0}),  # a two lies among them
        lift_with_signs(6, 1, signs={0}),  # a die is missing
        *(
            lift_with_signs(6, 1, 1, signs={0}, doubts=(Doubt.FOREIGN, doubt))
            for doubt in Doubt
            if doubt not in SIGN_DOUBTS
        ),
    ],
)
def test_no_sign_is_learned_where_something_else_is_amiss(tests, lift):
    ended = show_faces(tests, lift, 1)
    assert ended.signs == ()
    assert ended.throws[0].right is False
    assert verdict(tests, "faces") == "fair"


def test_a_doubted_die_that_shows_pips_teaches_no_sign(tests):
    seen = lift_with_signs(6, 1, 1, signs={0})
    doubted = tuple(replace(die, doubted=True) for die in seen.reading.dice)
    assert show_faces(tests, replace(seen, reading=replace(seen.reading, dice=doubted)), 1).signs == ()


def test_throws_of_unknown_values_teach_no_signs_and_leave_those_that_are_known(tests):
    tests.begin("acceptance")
    for _ in range(30):
        tests.take_sighting(lift_with_signs(6, 1, 1, signs={0}))
    tests.finish()
    assert tests.take_ended().result.signs is None


# --- the acceptance run


@pytest.fixture
def accepting(tests):
    """Begin the acceptance run and throw so often, some of them doubtful."""

    def throw(sure, asked=0):
        tests.begin("acceptance")
        for place in range(sure + asked):
            tests.take_sighting(lift_of(1, 3, 5, doubts=(Doubt.COCKED,) if place >= sure else ()))

    return throw


def test_thirty_throws_with_none_called_wrong_are_good_after_one_tap(tests, accepting):
    accepting(30)
    assert tests.take_ended() is None
    tests.finish()
    assert verdict(tests, "acceptance") == "good"
    assert tests.running is None
    assert tests.take_ended().result.figures == Figures(throws=30, wrong=0, asked=0)
    assert tests.take_ended() is None


def test_what_was_tapped_as_wrong_stays_wrong_when_the_rest_is_right(tests, accepting):
    accepting(28, asked=2)
    tests.judge_throw(3, right=False)
    tests.judge_throw(4, right=False)
    tests.judge_throw(4, right=True)
    tests.finish()
    assert verdict(tests, "acceptance") == "bad"
    assert tests.take_ended().result.figures == Figures(throws=30, wrong=1, asked=2)


def test_a_run_is_not_finished_while_throws_are_due_or_none_runs(tests, accepting):
    with pytest.raises(CommandError, match="begin one"):
        tests.finish()
    accepting(29)
    with pytest.raises(CommandError, match="1 throws are still due"):
        tests.finish()
    assert tests.running == "acceptance"


def test_a_run_that_was_stopped_gives_no_figures(tests, accepting):
    accepting(30)
    tests.stop()
    assert tests.take_ended() is None


def test_the_short_test_and_the_run_do_not_mix(tests, accepting, thrown):
    accepting(5)
    thrown(False)
    assert len(tests.to_json()["acceptance"]["throws"]) == 5
    assert len(tests.to_json()["dice"]["throws"]) == 1
