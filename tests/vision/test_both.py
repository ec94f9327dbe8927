"""Two readings that must agree: what the geometry and the nets see together, or one of them alone."""

from __future__ import annotations

import pytest

from vision.both import alike, joined
from vision.nets import NetFace
from vision.sightings import Die, Doubt, Reading, Status


def face(value: int, x: float, *, score: float = 0.9, edge: float = 20.0, none: float = 0.0) -> NetFace:
    half = edge / 2
    beliefs = tuple(0.95 if place == value else 0.01 for place in range(1, 7))
    corners = ((x - half, 50 - half), (x + half, 50 - half), (x + half, 50 + half), (x - half, 50 + half))
    return NetFace(corners=corners, score=score, doubt=0.05, none=none, finder=beliefs, face=beliefs)


def die(value: int, x: float) -> Die:
    return Die(value=value, x=x, y=50.0, size=20.0, angle=0.0, confidence=0.8, candidates=(value,))


def reading(*dice: Die, doubts: tuple[Doubt, ...] = ()) -> Reading:
    status = Status.UNSURE if doubts else Status.OK if dice else Status.EMPTY
    return Reading(status=status, dice=dice, doubts=doubts)


def test_what_both_see_is_sure() -> None:
    both = joined(reading(die(3, 50), die(5, 90)), [face(5, 91), face(3, 49)])
    assert both.status is Status.OK
    assert [one.value for one in both.dice] == [3, 5]


def test_nothing_is_empty_only_if_neither_sees_a_die() -> None:
    assert joined(reading(), []).status is Status.EMPTY
    assert joined(reading(), [face(3, 50)]).status is Status.UNSURE


def test_another_value_is_a_doubt_and_both_are_candidates() -> None:
    both = joined(reading(die(3, 50)), [face(5, 50)])
    assert (both.status, both.doubts) == (Status.UNSURE, (Doubt.PIPS,))
    assert both.dice[0].candidates == (5, 3)


def test_a_die_that_the_nets_do_not_see_is_a_doubt() -> None:
    assert joined(reading(die(3, 50), die(5, 90)), [face(3, 50)]).status is Status.UNSURE
    assert joined(reading(die(3, 50)), []).status is Status.UNSURE


def test_a_die_more_counts_if_the_nets_are_sure_of_it() -> None:
    doubtful = reading(die(3, 50), doubts=(Doubt.PIPS,))
    assert joined(doubtful, [face(3, 50), face(5, 90)]).status is Status.OK
    assert joined(doubtful, [face(3, 50), face(5, 90, score=0.5)]).status is Status.UNSURE


@pytest.mark.parametrize(("doubt", "status"), [(Doubt.PIPS, Status.OK), (Doubt.FOREIGN, Status.UNSURE)])
def test_where_both_see_the_same_only_something_unexplained_is_still_a_doubt(doubt, status) -> None:
    assert joined(reading(die(3, 50), doubts=(doubt,)), [face(3, 50)]).status is status


def test_faces_of_another_size_are_no_dice() -> None:
    assert alike([face(3, 50), face(5, 90), face(6, 70, edge=5)]) == [face(3, 50), face(5, 90)]
    assert alike([]) == []


def test_what_is_no_face_is_left_out() -> None:
    assert joined(reading(die(3, 50)), [face(3, 50), face(6, 90, none=0.8)]).status is Status.OK
