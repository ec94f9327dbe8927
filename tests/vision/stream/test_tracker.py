import pytest

from vision.stream.tracker import Tracker, match_dice
from vision.types import Die, Fate, Moment


def die(value, x, y=0.0):
    return Die(value=value, x=x, y=y, size=16.0, angle=0.0, confidence=1.0)


def fates(moment, before, now):
    return [
        (seen_die.die.value, seen_die.fate, seen_die.before)
        for seen_die in match_dice(moment, before, now).seen
    ]


@pytest.mark.parametrize("moment", list(Moment))
def test_a_die_that_lies_where_it_lay_stayed(moment):
    assert fates(moment, [die(3, 0)], [die(3, 2)]) == [(3, Fate.STAYED, 3)]


@pytest.mark.parametrize("moment", list(Moment))
def test_a_die_that_was_not_there_before_was_thrown(moment):
    assert fates(moment, [], [die(3, 0), die(4, 50)]) == [(3, Fate.THROWN, None), (4, Fate.THROWN, None)]


@pytest.mark.parametrize("moment", list(Moment))
def test_a_die_that_lies_where_another_value_lay_was_turned(moment):
    assert fates(moment, [die(6, 0)], [die(1, 3)]) == [(1, Fate.TURNED, 6)]


def test_a_die_of_the_same_value_anywhere_was_moved_by_hand():
    assert fates(Moment.TOUCHED, [die(6, 0)], [die(6, 200)]) == [(6, Fate.MOVED, 6)]


def test_a_die_of_the_same_value_far_from_a_held_one_was_thrown():
    tracked = match_dice(Moment.LIFT, [die(6, 0)], [die(6, 200)])
    assert [seen.fate for seen in tracked.seen] == [Fate.THROWN]
    assert tracked.gone == (die(6, 0),)


def test_a_held_die_that_the_cup_pushed_a_little_was_moved():
    assert fates(Moment.LIFT, [die(6, 0)], [die(6, 30)]) == [(6, Fate.MOVED, 6)]


def test_a_thrown_die_beside_a_held_one_of_its_value_is_not_taken_for_it():
    found = fates(Moment.LIFT, [die(6, 0)], [die(6, 17), die(6, 0)])
    assert found == [(6, Fate.THROWN, None), (6, Fate.STAYED, 6)]


def test_two_dice_of_one_value_keep_their_places():
    assert fates(Moment.TOUCHED, [die(6, 0), die(6, 40)], [die(6, 41), die(6, 1)]) == [
        (6, Fate.STAYED, 6),
        (6, Fate.STAYED, 6),
    ]


def test_of_two_dice_the_one_whose_value_is_not_there_was_turned():
    found = fates(Moment.TOUCHED, [die(6, 0), die(4, 40)], [die(4, 200), die(1, 220)])
    assert found == [(4, Fate.MOVED, 4), (1, Fate.TURNED, 6)]


def test_dice_that_are_no_longer_seen_are_gone():
    tracked = match_dice(Moment.CUP_DOWN, [die(6, 0), die(4, 40), die(2, 80)], [die(4, 41)])
    assert [seen.fate for seen in tracked.seen] == [Fate.STAYED]
    assert tracked.gone == (die(6, 0), die(2, 80))


def test_the_dice_come_back_in_the_order_they_were_seen():
    now = [die(5, 90), die(1, 10), die(3, 50)]
    tracked = match_dice(Moment.LIFT, [die(3, 50)], now)
    assert [seen.die for seen in tracked.seen] == now


def test_no_held_die_is_lost_because_its_neighbour_was_nearer():
    """Nearest first would give the six at 40 to the one at 50 and leave the one at 0 without a match."""
    tracked = match_dice(Moment.LIFT, [die(6, 0), die(6, 50)], [die(6, 40), die(6, 100)])
    assert [seen.fate for seen in tracked.seen] == [Fate.MOVED, Fate.MOVED]
    assert tracked.origins == (0, 1)


def test_dice_of_one_value_that_were_all_pushed_keep_their_order():
    """Nearest first would match the six at 40 with the one at 50, and the one at 0 with that at 150."""
    tracked = match_dice(Moment.TOUCHED, [die(6, 0), die(6, 50)], [die(6, 40), die(6, 150)])
    assert tracked.origins == (0, 1)


def test_more_dice_than_can_all_be_tried_are_matched_nearest_first():
    before = [die(1 + k % 6, 30 * k) for k in range(14)]
    tracked = match_dice(Moment.TOUCHED, before, [die(lain.value, lain.x + 1) for lain in reversed(before)])
    assert tracked.origins == tuple(reversed(range(14)))


def lifts(tracker, moment, *dice):
    return [seen_die.lift for seen_die in tracker.follow(moment, dice).seen]


def test_each_die_is_reported_with_the_lift_it_came_from():
    tracker = Tracker()
    assert lifts(tracker, Moment.LIFT, die(6, 0), die(4, 40), die(2, 80)) == [1, 1, 1]
    assert lifts(tracker, Moment.CUP_DOWN, die(6, 200)) == [1]
    assert lifts(tracker, Moment.LIFT, die(6, 200), die(5, 40), die(1, 80)) == [1, 2, 2]
    assert lifts(tracker, Moment.LIFT, die(6, 200), die(5, 40), die(3, 300)) == [1, 2, 3]


def test_a_die_that_was_turned_still_comes_from_its_lift():
    tracker = Tracker()
    tracker.follow(Moment.LIFT, [die(6, 0), die(3, 60)])
    assert lifts(tracker, Moment.TOUCHED, die(1, 0), die(3, 60)) == [1, 1]


def test_a_die_that_lay_there_at_the_start_or_was_put_there_came_from_no_lift():
    tracker = Tracker()
    assert lifts(tracker, Moment.TOUCHED, die(6, 0)) == [None]
    tracker.follow(Moment.LIFT, [die(6, 0), die(2, 50)])
    assert lifts(tracker, Moment.TOUCHED, die(6, 0), die(2, 50), die(4, 90)) == [None, 1, None]


def test_a_lift_that_shows_nothing_is_counted():
    tracker = Tracker()
    tracker.follow(Moment.LIFT, [])
    assert lifts(tracker, Moment.LIFT, die(6, 0)) == [2]


def test_dice_that_were_forgotten_are_thrown_when_they_are_seen_again():
    tracker = Tracker()
    tracker.follow(Moment.LIFT, [die(6, 0), die(4, 40)])
    tracker.keep([die(4, 40)])
    assert lifts(tracker, Moment.LIFT, die(6, 0), die(4, 40)) == [2, 1]
