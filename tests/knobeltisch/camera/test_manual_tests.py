from dataclasses import replace

import pytest

from hardware.panel.panel import Button, Press
from knobeltisch.camera.dice_test_run import SIGN_DOUBTS, Figures
from knobeltisch.camera.manual_tests import BUTTONS, ManualTests
from knobeltisch.errors import CommandError
from tests.support.sightings import SHAPE, lift_of, lift_with_signs
from vision.still.known import Sign
from vision.types import Doubt


class Followed(ManualTests):
    def __init__(self):
        self.ended = []
        super().__init__(lambda _test, result: self.ended.append(result))

    def take_ended(self):
        return self.ended.pop() if self.ended else None


@pytest.fixture
def tests():
    return Followed()


@pytest.fixture
def throw(tests):
    """Begin a test and throw 1, 3 and 5 so often; of the doubtful ones the table would ask."""

    def throw(test, *doubtful):
        tests.begin(test)
        for doubts in doubtful:
            tests.take_sighting(
                lift_of(1, 3, 5, doubts=(Doubt.PIPS,) if doubts else (), margin=-1.0 if doubts else 3.0)
            )

    return throw


def verdict(tests, test="dice"):
    return tests.to_json()[test]["verdict"]


def press(button):
    return Press(button=Button(button), long=False, at=0.0)


def test_before_a_test_everything_is_the_games(tests):
    tests.take_sighting(lift_of(1, 3, 5))
    assert not tests.take_press(press("again"))
    assert all(tests.to_json()[test]["throws"] == [] for test in ("dice", "faces", "acceptance"))


@pytest.mark.parametrize(
    ("asked", "wrong", "shown"),
    [(0, 0, "good"), (1, 0, "fair"), (2, 0, "fair"), (3, 0, "bad"), (0, 1, "bad")],
)
def test_ten_judged_throws_end_the_test_with_a_verdict(tests, throw, asked, wrong, shown):
    """A throw that would be asked about needs no tap; an eleventh is not counted."""
    throw("dice", *[True] * asked, *[False] * (11 - asked))
    assert len(tests.to_json()["dice"]["throws"]) == 10
    for number in range(asked, 10):
        assert (verdict(tests), tests.running) == (None, "dice")
        tests.judge_throw(number, right=number < 10 - wrong)
    assert (verdict(tests), tests.running) == (shown, None)


def test_one_wrong_throw_is_bad_at_once_and_may_be_taken_back(tests, throw):
    throw("dice", False)
    tests.judge_throw(0, right=False)
    assert verdict(tests) == "bad"
    tests.judge_throw(0, right=True)
    assert verdict(tests) is None


@pytest.mark.parametrize(("number", "right"), [(1, True), (-1, True), ("0", True), (True, True), (0, "yes")])
def test_a_word_on_no_throw_is_refused(tests, throw, number, right):
    throw("dice", False)
    with pytest.raises(CommandError):
        tests.judge_throw(number, right=right)


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


def test_what_was_judged_can_be_learned_once_the_test_is_over(tests, throw):
    throw("dice", *[place == 4 for place in range(10)])
    tests.judge_throw(4, right=True)
    for number in (0, 1, 2, 3, 5, 6, 7, 8):
        tests.judge_throw(number, right=number != 1)
    assert tests.take_ended() is None
    tests.judge_throw(9, right=True)
    result = tests.take_ended()
    learned = sorted((judged.margin, judged.right) for judged in result.judged_throws)
    assert learned == [(-1.0, True), (3.0, False), *[(3.0, True)] * 8]
    assert not result.missed_a_die
    assert tests.take_ended() is None


def test_a_throw_that_was_asked_about_and_that_nobody_judged_is_not_learned(tests, throw):
    throw("acceptance", *[place < 5 for place in range(30)])
    tests.finish()
    assert [judged.margin for judged in tests.take_ended().judged_throws] == [3.0] * 25


def test_a_die_that_the_maker_says_was_not_seen_is_missed(tests):
    tests.begin("dice")
    tests.take_sighting(lift_of(1, 3, doubts=(Doubt.COUNT,), margin=3.0))
    for _ in range(9):
        tests.take_sighting(lift_of(1, 3, 5, margin=3.0))
    for number in range(10):
        tests.judge_throw(number, right=number != 0)
    judged = tests.take_ended()
    assert judged.missed_a_die
    assert len(judged.judged_throws) == 9


def test_a_test_that_there_is_not_is_refused(tests):
    with pytest.raises(CommandError, match="dice, faces, acceptance, buttons, lens"):
        tests.begin("beer")


def test_each_test_begins_from_the_start_and_leaves_the_others_as_they_are(tests, throw):
    throw("acceptance", *[False] * 5)
    throw("dice", False)
    tests.judge_throw(0, right=False)
    tests.begin("dice")
    assert tests.to_json()["dice"] == {"running": True, "of": 10, "throws": [], "verdict": None}
    assert len(tests.to_json()["acceptance"]["throws"]) == 5


def show_faces(tests, value, *lifts):
    tests.begin("faces")
    for shown in range(1, 7):
        for lift in lifts if shown == value else [lift_of(shown, shown, shown, margin=3.0)]:
            assert (tests.running, verdict(tests, "faces")) in [("faces", None), ("faces", "bad")]
            tests.take_sighting(lift)
    assert tests.running is None
    return tests.take_ended()


@pytest.mark.parametrize(
    ("lift", "shown", "missed", "wrong"),
    [
        (lift_of(4, 4, 4, margin=3.0), "good", False, 0),
        (lift_of(4, 4, 4, doubts=(Doubt.PIPS,), margin=3.0), "fair", False, 0),
        (lift_of(4, 4, 6, margin=3.0), "bad", False, 1),
        (lift_of(4, 4, doubts=(Doubt.COUNT,), margin=3.0), "fair", True, 0),
    ],
)
def test_faces_that_are_shown_one_after_the_other_need_nobodys_word_and_are_learned_from(
    tests, lift, shown, missed, wrong
):
    moved_cup = lift_of()
    ended = show_faces(tests, 4, moved_cup, lift)
    assert (verdict(tests, "faces"), ended.missed_a_die) == (shown, missed)
    assert [judged.right for judged in ended.judged_throws].count(False) == wrong
    rights = [shown["right"] for shown in tests.to_json()["faces"]["throws"]]
    assert rights == [value != 4 or not (missed or wrong) for value in range(1, 7)]


@pytest.mark.parametrize("signs", [{0}, {0, 1, 2}])
def test_a_sign_that_is_shown_for_a_value_is_learned_and_is_no_question(tests, signs):
    lift = lift_with_signs(*(6 if place in signs else 1 for place in range(3)), signs=signs)
    ended = show_faces(tests, 1, lift)
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
    ended = show_faces(tests, 1, lift)
    assert ended.signs == ()
    assert ended.throws[0].right is False
    assert verdict(tests, "faces") == "fair"


def test_a_doubted_die_that_shows_pips_teaches_no_sign(tests):
    seen = lift_with_signs(6, 1, 1, signs={0})
    doubted = tuple(replace(die, doubted=True) for die in seen.reading.dice)
    assert show_faces(tests, 1, replace(seen, reading=replace(seen.reading, dice=doubted))).signs == ()


def test_throws_of_unknown_values_teach_no_signs_and_leave_those_that_are_known(tests):
    tests.begin("acceptance")
    for _ in range(30):
        tests.take_sighting(lift_with_signs(6, 1, 1, signs={0}))
    tests.finish()
    assert tests.take_ended().signs is None


@pytest.mark.parametrize(
    ("asked", "tapped", "shown", "wrong"),
    [(0, [], "good", 0), (2, [(3, False), (4, False), (4, True)], "bad", 1)],
)
def test_thirty_throws_are_judged_by_one_tap_but_for_those_called_wrong(
    tests, throw, asked, tapped, shown, wrong
):
    throw("acceptance", *[place >= 30 - asked for place in range(30)])
    for number, right in tapped:
        tests.judge_throw(number, right=right)
    assert tests.take_ended() is None
    tests.finish()
    assert (verdict(tests, "acceptance"), tests.running) == (shown, None)
    assert tests.take_ended().figures == Figures(throws=30, wrong=wrong, asked=asked)
    assert tests.take_ended() is None


def test_a_run_is_not_finished_while_throws_are_due_or_none_runs_and_gives_no_figures_when_stopped(
    tests, throw
):
    with pytest.raises(CommandError, match="begin one"):
        tests.finish()
    throw("acceptance", *[False] * 29)
    with pytest.raises(CommandError, match="1 throws are still due"):
        tests.finish()
    assert tests.running == "acceptance"
    tests.stop()
    assert tests.take_ended() is None
