"""A real die before the phone, on a table without a board: from the QR code's address to what is counted."""

import pytest

from tests.support.paths import SHARED
from tests.support.pictures.real_clips import FIXED, TRUTHS, play_film, write_recording

pytestmark = pytest.mark.long
CLIP = SHARED / "dice" / "clips" / f"{FIXED}.mp4"
SIX = ["Anna", "Ben", "Cem", "Dora", "Emil", "Fips"]


@pytest.mark.skipif(not CLIP.exists(), reason="the shared clips are for developers and CI")
def test_a_real_die_is_counted_again_and_again_and_two_that_the_game_does_not_want_are_not(
    table, playwright, tmp_path
):
    """Six people roll one die each for the lead."""
    film = tmp_path / "film.mjpeg"
    seconds = write_recording(film, CLIP)
    table.send({"do": "start", "variant": "bavarian", "players": SIX, "leader": None})
    counted = play_film(table, playwright, film, seconds, TRUTHS[FIXED])
    assert counted.wrong == 0
    assert counted.right >= 1  # of six rolls, each in sight for a second or two: a busy machine misses most
