import pytest

from vision.stream.tracker import Tracker, match_dice
from vision.types import Die, Fate, Moment


def die(value, x, y=0.0):
    return Die(value=value, x=x, y=y, size=16.0, angle=0.0, confidence=1.0)


ANY, LIFT, TOUCHED = tuple(Moment), (Moment.LIFT,), (Moment.TOUCHED,)
STAYED, MOVED, TURNED, THROWN = Fate.STAYED, Fate.MOVED, Fate.TURNED, Fate.THROWN


@pytest.mark.parametrize(
    ("moments", "before", "now", "fates"),
    [
        (ANY, [(3, 0)], [(3, 2)], [(STAYED, 0)]),
        (ANY, [], [(3, 0), (4, 50)], [(THROWN, None), (THROWN, None)]),
        (ANY, [(6, 0)], [(1, 3)], [(TURNED, 0)]),
        (TOUCHED, [(6, 0)], [(6, 200)], [(MOVED, 0)]),  # by a hand, anywhere
        (LIFT, [(6, 0)], [(6, 30)], [(MOVED, 0)]),  # a held one, pushed by the cup
        (LIFT, [(6, 0)], [(6, 200)], [(THROWN, None)]),
        (LIFT, [(6, 0)], [(6, 17), (6, 0)], [(THROWN, None), (STAYED, 0)]),
        (TOUCHED, [(6, 0), (6, 40)], [(6, 41), (6, 1)], [(STAYED, 1), (STAYED, 0)]),
        (TOUCHED, [(6, 0), (4, 40)], [(4, 200), (1, 220)], [(MOVED, 1), (TURNED, 0)]),
        (LIFT, [(3, 50)], [(5, 90), (1, 10), (3, 50)], [(THROWN, None), (THROWN, None), (STAYED, 0)]),
        ((Moment.CUP_DOWN,), [(6, 0), (4, 40), (2, 80)], [(4, 41)], [(STAYED, 1)]),
        # Nearest first would give the six at 40 to the one at 50, and leave the one at 0 without a match or with a far one.
        (LIFT, [(6, 0), (6, 50)], [(6, 40), (6, 100)], [(MOVED, 0), (MOVED, 1)]),
        (TOUCHED, [(6, 0), (6, 50)], [(6, 40), (6, 150)], [(MOVED, 0), (MOVED, 1)]),
    ],
)
def test_each_die_is_matched_with_the_one_that_it_was(moments, before, now, fates):
    old, new = ([die(*each) for each in dice] for dice in (before, now))
    for moment in moments:
        tracked = match_dice(moment, old, new)
        assert [(seen.die, seen.fate, seen.before) for seen in tracked.seen] == [
            (lain, fate, None if origin is None else old[origin].value)
            for lain, (fate, origin) in zip(new, fates, strict=True)
        ]
        assert tracked.origins == tuple(origin for _, origin in fates)
        assert tracked.gone == tuple(lain for place, lain in enumerate(old) if place not in tracked.origins)


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
