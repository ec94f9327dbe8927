"""One film gives the same throws through `watch`, a network camera and a phone, and one that goes by has its sentence."""

import pytest

from tests.support.pictures.doors import DOORS, SHADOW, recordings, watched
from tests.support.pictures.real_clips import RESTLESS, in_order
from vision.types import Sighting, Status, UnreadDice

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not SHADOW.exists(), reason="the shared clips are for developers and CI"),
]


@pytest.fixture(scope="module")
def films():
    return recordings()


def seen(film, door):
    """Return the sure throws of a film in order, how many were asked about, and how many got a sentence."""
    events = watched(film, door)
    throws = [event.reading for event in events if isinstance(event, Sighting)]
    sure = [
        sorted(die.value for die in reading.dice) for reading in throws if reading.status is not Status.UNSURE
    ]
    return sure, len(throws) - len(sure), sum(isinstance(event, UnreadDice) for event in events)


@pytest.mark.parametrize("name", ["shadow", "no-creative-name", "dimitrovyordan", RESTLESS])
def test_one_film_gives_the_same_throws_through_each_door(films, name):
    film = films[name]
    found = {door: seen(film, door) for door in DOORS}
    for door, (sure, asked, said) in found.items():
        right = in_order(film.truth, sure)
        assert right == len(sure), door  # nothing is sure that did not lie there
        assert right + asked + said >= len(film.truth), door
        # The dice on the shaken sheet rest for 0.4 s at a time, which is too short for some pictures of a phone.
        assert sure == film.truth or (name, door) == (RESTLESS, "phone"), door
