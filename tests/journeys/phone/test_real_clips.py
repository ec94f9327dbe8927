"""Real dice before the phone, on a table without a board: from the QR code's address to what is counted, clip by clip."""

from __future__ import annotations

import pytest

from tests.support.paths import SHARED
from tests.support.pictures.handheld import photographs
from tests.support.pictures.real_clips import (
    FIXED,
    RESTLESS,
    TRUTHS,
    play_film,
    write_photograph,
    write_recording,
)

DICE = SHARED / "dice"
pytestmark = pytest.mark.long
needs_dice = pytest.mark.skipif(not DICE.exists(), reason="the shared clips are for developers and CI")
SIX = ["Anna", "Ben", "Cem", "Dora", "Emil", "Fips"]
PATIENT_S = 12.0
"""How long the dice of a photograph lie still here: a busy machine takes few pictures, and must see them all the same."""


@pytest.fixture
def count(table, playwright, tmp_path):
    """Play a film to a game of six; with `rolls` they roll one die each for the lead, else Anna has it."""

    def counted(write, *given, truth, rolls=False, **more):
        seconds = write(tmp_path / "film.mjpeg", *given, **more)
        leader = None if rolls else SIX[0]
        table.send({"do": "start", "variant": "bavarian", "players": SIX, "leader": leader})
        return play_film(table, playwright, tmp_path / "film.mjpeg", seconds, truth)

    return counted


@needs_dice
def test_a_real_die_is_counted_again_and_again_and_two_that_the_game_does_not_want_are_not(count):
    counted = count(write_recording, DICE / "clips" / f"{FIXED}.mp4", truth=TRUTHS[FIXED], rolls=True)
    assert counted.wrong == 0
    assert counted.right >= 1  # of six rolls, each in sight for a second or two: a busy machine misses most


@needs_dice
def test_clutter_and_dice_that_never_lie_still_count_for_nothing(count):
    counted = count(write_recording, DICE / "clips" / f"{RESTLESS}.mp4", truth=TRUTHS[RESTLESS])
    assert (counted.right, counted.wrong) == (0, 0)


@needs_dice
def test_three_real_dice_on_a_strangers_table_are_the_throw(count):
    photo = next(found for found in photographs(DICE, least=3, most=3) if found.source == "damiantab")
    counted = count(write_photograph, photo, truth=[photo.values], seed=1, rest_s=PATIENT_S)
    assert (counted.right, counted.wrong, counted.asked) == (1, 0, 0)
