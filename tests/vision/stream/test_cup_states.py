from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from vision.stream.cup_board import CUP_FRAMES, CupState
from vision.types import Moment

CUP = object()
"""Any cup: its states ask nothing of it."""

LOOKS = {
    "cup": lambda state: state.shown(CUP),
    "bare": CupState.not_shown,
    "read": CupState.dice_read,
}
looks = st.lists(st.sampled_from(sorted(LOOKS)), max_size=30)


def after(names):
    """Return each state that a cup goes through, the first one included."""
    states = [CupState()]
    for name in names:
        states.append(LOOKS[name](states[-1]))
    return states


@given(looks)
def test_there_is_a_cup_exactly_while_it_is_down(names):
    for state in after(names):
        assert (state.cup is not None) == (state.moment is Moment.CUP_DOWN) == (state.frames == CUP_FRAMES)


@given(looks)
def test_a_lift_begins_only_where_a_cup_stood_and_is_reported_once(names):
    states = after(names)
    for name, (before, now) in zip(names, pairwise(states), strict=True):
        if now.moment is Moment.LIFT and before.moment is not Moment.LIFT:
            assert (name, before.moment) == ("bare", Moment.CUP_DOWN)
        if name == "read":
            assert now.moment is not Moment.LIFT


@given(looks)
def test_a_cup_stands_there_only_after_enough_pictures_in_a_row(names):
    seen = [name for name in names if name != "read"]
    row = len(seen) - max((place + 1 for place, name in enumerate(seen) if name == "bare"), default=0)
    assert (after(names)[-1].moment is Moment.CUP_DOWN) == (row >= CUP_FRAMES)
