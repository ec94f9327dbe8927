import pytest

from training.scene.scene import scene
from training.things.no_dice import no_dice
from vision.image_pyramid import Halves
from vision.still.unknown_size import LIMITS, marks_at, strongest_of
from vision.types import Picture

PICTURES = [
    *((f"scene {seed}", scene, (seed, 320, (20.0, 90.0))) for seed in range(5_000_200, 5_000_203)),
    *((kind, no_dice, (kind, 9_000_001, (640, 480))) for kind in ("playing cards", "printed dice on mats")),
]


def seen_in(copies):
    """Return all that is marked in three copies of a picture, with nothing looked at closely."""
    return [mark for scale in (0.25, 0.5, 1.0) for mark in marks_at(copies, scale, 1.0)]


def looked_at(marks, picture):
    for mark in marks:
        while mark.face is None and mark.most > LIMITS.least:
            mark.look(picture)
    return marks


@pytest.mark.parametrize(("draw", "how"), [case[1:] for case in PICTURES], ids=[case[0] for case in PICTURES])
def test_the_same_faces_are_found_however_little_is_looked_at_closely(draw, how):
    drawn = draw(*how)
    picture: Picture = drawn if draw is no_dice else drawn[0]
    copies = Halves(picture)
    few, all_of_them = seen_in(copies), looked_at(seen_in(copies), copies)
    assert strongest_of(few, copies) == strongest_of(all_of_them, copies)
    read = [sum(mark.face is not None for mark in marks) for marks in (few, all_of_them)]
    assert read[0] <= read[1]
