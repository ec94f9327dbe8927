"""What a table learns of its own dice from throws that were confirmed or corrected."""

from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobeltisch.referee.own_confidence import (
    KEY,
    LEAST_LEEWAY,
    MOST_LEEWAY,
    REMEMBERED,
    TEACH,
    JudgedThrow,
    OwnConfidence,
    load_own,
    save_own,
)
from knobeltisch.storage.store import open_store
from tests.support.sightings import SHAPE
from vision.still.known import Sign


def throws(*said):
    """Make throws of (how many, margin, right)."""
    return tuple(
        JudgedThrow(margin=margin, right=right) for count, margin, right in said for _ in range(count)
    )


def leeway(*said):
    return OwnConfidence(throws=throws(*said)).leeway


THROWS = st.lists(
    st.builds(JudgedThrow, margin=st.floats(-8, 8), right=st.booleans()), max_size=2 * TEACH
).map(tuple)


def test_a_table_that_was_reported_nothing_reads_as_any():
    assert OwnConfidence().leeway == 0.0


def test_doubtful_throws_that_were_right_loosen_and_one_that_was_wrong_takes_it_back():
    right = leeway((15, 4.0, True), (5, -0.5, True))
    assert 0.3 < right <= MOST_LEEWAY
    assert leeway((15, 4.0, True), (4, -0.5, True), (1, -0.5, False)) < right / 2


def test_sure_throws_that_were_right_say_little():
    assert abs(leeway((100, 5.0, True))) < 0.5


def test_a_sure_throw_that_was_wrong_makes_the_table_ask_more():
    assert leeway((19, 4.0, True), (1, 1.0, False)) < -0.3


def test_nothing_is_loosened_by_fewer_throws_than_teach_but_tightened_at_once():
    assert leeway((TEACH - 1, -0.5, True)) == 0.0
    assert leeway((1, 2.0, False)) < 0.0


@given(THROWS)
def test_what_is_learned_has_an_end_on_both_sides(throws):
    assert LEAST_LEEWAY <= OwnConfidence(throws=throws).leeway <= MOST_LEEWAY


@pytest.mark.parametrize("margin", [-1.0, -0.3, 0.0, 0.5, 1.0, 2.0, 4.0])
@pytest.mark.parametrize("wrong", [0, 1, 3])
def test_a_throw_that_was_wrong_never_loosens_what_it_would_have_loosened_if_right(margin, wrong):
    before = ((15, 4.0, True), (5, -0.5, True), (wrong, 0.5, False))
    assert leeway(*before, (1, margin, False)) <= leeway(*before, (1, margin, True))


@given(THROWS, st.integers(0, TEACH))
def test_after_a_missed_die_nothing_is_loosened(throws, more):
    own = OwnConfidence(throws=throws).with_missed()
    for _ in range(more):
        own = own.with_throw(JudgedThrow(margin=-0.2, right=True))
    assert own.leeway <= 0.0


def test_a_missed_die_is_forgotten_with_the_throws_of_its_time():
    own = OwnConfidence().with_missed()
    for _ in range(REMEMBERED - 1):
        own = own.with_throw(JudgedThrow(margin=-0.2, right=True))
    assert own.leeway <= 0.0
    assert own.with_throw(JudgedThrow(margin=-0.2, right=True)).leeway > 0.0


def test_the_oldest_throws_are_forgotten():
    own = OwnConfidence(throws=throws((REMEMBERED, 1.0, False)))
    for throw in throws((REMEMBERED, 1.0, True)):
        own = own.with_throw(throw)
    assert all(throw.right for throw in own.throws)
    assert len(own.throws) == REMEMBERED


def test_the_page_shows_what_it_does_to_the_questions():
    less = OwnConfidence(throws=throws((15, 4.0, True), (5, -0.5, True))).to_json()
    assert (less["says"], less["asks_new"], less["asks_now"], less["due"]) == ("less", 5, 0, 0)
    more = OwnConfidence(throws=throws((10, 0.2, True), (7, 4.0, True), (3, 2.0, False))).to_json()
    assert (more["says"], more["asks_new"], more["wrong"]) == ("more", 0, 3)
    assert more["asks_now"] >= 10
    few = OwnConfidence(throws=throws((3, -0.5, True))).to_json()
    assert (few["says"], few["due"]) == ("same", TEACH - 3)


SIGNS = st.lists(st.builds(Sign, st.integers(1, 6), st.just(SHAPE)), max_size=6).map(tuple)


@given(THROWS, st.one_of(st.none(), st.integers(0, REMEMBERED - 1)), SIGNS)
def test_what_was_learned_comes_back_as_it_was(tmp_path_factory, throws, since, signs):
    store = open_store(tmp_path_factory.mktemp("keep") / "house.txt")
    own = OwnConfidence(throws=throws, since_missed=since, signs=signs)
    save_own(store, own)
    assert load_own(store) == own
    store.close()


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"throws": 3, "since_missed": None},
        {"throws": [[1.0]], "since_missed": None},
        {"throws": [["a", True]], "since_missed": None},
        {"throws": [[True, True]], "since_missed": None},
        {"throws": [[1.0, 1]], "since_missed": None},
        {"throws": [[float("inf"), True]], "since_missed": None},
        {"throws": [[1.0, True]], "since_missed": "long ago"},
        {"throws": [[1.0, True]], "since_missed": None, "signs": 3},
        {"throws": [[1.0, True]], "since_missed": None, "signs": [[1, "AAAA"]]},
        {"throws": [[1.0, True]], "since_missed": None, "signs": [[7, b64encode(SHAPE).decode()]]},
        {"throws": [[1.0, True]], "since_missed": None, "signs": [["1", b64encode(SHAPE).decode()]]},
    ],
)
def test_what_makes_no_sense_counts_as_nothing_learned(store, value):
    store.put(KEY, value)
    assert load_own(store) == OwnConfidence()


def test_what_an_older_version_learned_counts_on(store):
    store.put(KEY, {"throws": [[1.0, True]], "since_missed": 3})
    assert load_own(store) == OwnConfidence(throws=throws((1, 1.0, True)), since_missed=3)
