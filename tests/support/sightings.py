"""The eye's output: dice, readings and sightings, built in one place for all tests."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

import cv2
import numpy as np

from vision.still.known import SIGN_SIDE
from vision.types import Die, Doubt, Fate, Moment, Reading, SeenDie, Sighting, Status

SHAPE: Final = b"\x00\x7f\xff\x10" * (SIGN_SIDE**2 // 4)  # of some sign
PIPS: Final = {
    1: [(0, 0)],
    2: [(-1, 1), (1, -1)],
    3: [(-1, 1), (0, 0), (1, -1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def die(value: int, place: int, *, candidates: tuple[int, ...] = (), sure: bool = True) -> Die:
    return Die(
        value=value,
        x=100.0 + 40 * place,
        y=100.0,
        size=16.0,
        angle=0.0,
        confidence=0.999 if sure else 0.6,
        candidates=candidates or (value,),
        doubted=not sure,
    )


def sighting(
    moment: Moment,
    *,
    thrown: Sequence[int] = (),
    stayed: Sequence[int] = (),
    unsure: Mapping[int, tuple[int, ...]] = MappingProxyType({}),
    doubts: Sequence[Doubt] = (),
    margin: float | None = None,
    crop: Callable[[int, int], bytes] = lambda place, _: b"\xff\xd8 die %d" % place,
) -> Sighting:
    """Return the watcher's sighting of dice from under the cup and of dice that lay outside it.

    `unsure`: a die's place among the thrown to what it may show; it is a doubt about pips where no other is named.
    `crop` gives the picture of a die, of its place among all and its value.
    """
    doubts = tuple(doubts) or ((Doubt.PIPS,) if unsure else ())
    seen = [
        SeenDie(die=die(value, place), fate=Fate.STAYED, before=value) for place, value in enumerate(stayed)
    ]
    for place, value in enumerate(thrown):
        sure = place not in unsure if unsure else not doubts
        lying = die(value, place + 5, candidates=unsure.get(place, ()), sure=sure)
        seen.append(SeenDie(die=lying, fate=Fate.THROWN))
    status = Status.UNSURE if doubts else Status.OK if seen else Status.EMPTY
    dice = tuple(seen_die.die for seen_die in seen)
    reading = Reading(status=status, dice=dice, doubts=doubts, margin=margin)
    crops = tuple(crop(place, die.value) for place, die in enumerate(dice))
    return Sighting(moment=moment, at=0.0, reading=reading, seen=tuple(seen), crops=crops)


def lift_of(*thrown: int, **more: Any) -> Sighting:
    """Return the watcher's sighting of a lift of the cup from over these dice; `more` as for a sighting."""
    return sighting(Moment.LIFT, thrown=thrown, **more)


def lift_with_signs(
    *thrown: int, signs: Sequence[int], doubts: Sequence[Doubt] = (Doubt.FOREIGN,)
) -> Sighting:
    """Return the sighting of a lift of dice that are read as these values, those in the places `signs` because of a sign."""
    seen = lift_of(*thrown, doubts=doubts, margin=1.0)
    dice = tuple(
        replace(die, shape=SHAPE if place in signs else b"", doubted=place in signs)
        for place, die in enumerate(seen.reading.dice)
    )
    return replace(seen, reading=replace(seen.reading, dice=dice))


def picture_of(value: int) -> bytes:
    """Return a small picture of a die on felt, as the eye would cut it out."""
    picture = np.full((96, 96, 3), (60, 90, 70), np.uint8)
    cv2.rectangle(picture, (16, 16), (80, 80), (225, 240, 245), -1)
    for x, y in PIPS[value]:
        cv2.circle(picture, (48 + 18 * x, 48 + 18 * y), 7, (30, 30, 30), -1)
    return cv2.imencode(".jpg", cv2.GaussianBlur(picture, (5, 5), 0))[1].tobytes()
