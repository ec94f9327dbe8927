"""The landlord's own sounds: taken by their content, kept as a whole, removed; anything else gets one sentence."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobeltisch.device.own_sounds import LARGEST, MOMENTS, OwnSounds, media_type
from knobeltisch.errors import Denied
from tests.support.paths import ROOT
from tests.support.sounds import MP3, WAV

FLOAT = WAV[:20] + b"\3" + WAV[21:]


@pytest.fixture
def sounds(tmp_path):
    return OwnSounds(tmp_path / "sounds")


@pytest.mark.parametrize(("raw", "kind"), [(WAV, "audio/wav"), (MP3, "audio/mpeg"), (MP3[10:], "audio/mpeg")])
def test_a_sound_is_known_by_its_content_and_comes_back_after_a_restart(sounds, tmp_path, raw, kind):
    sounds.keep("mats", raw)
    again = OwnSounds(tmp_path / "sounds")
    assert again.read("mats") == (raw, kind)
    assert (again.now, again.read("end")) == (sounds.now, None)
    again.remove("mats")
    assert (again.now, again.read("mats"), list((tmp_path / "sounds").iterdir())) == ({}, None, [])


def test_another_sound_takes_the_place_of_the_first_and_pages_learn_of_it(sounds):
    words = []
    sounds.changed = lambda: words.append(sounds.now["end"])
    sounds.keep("end", WAV)
    sounds.keep("end", MP3)
    assert sounds.read("end") == (MP3, "audio/mpeg")
    assert len(set(words)) == 2


@pytest.mark.parametrize(
    ("moment", "raw", "said"),
    [
        ("mats", b"", "neither WAV"),
        ("mats", WAV[:12], "neither WAV"),
        ("mats", FLOAT, "neither WAV"),
        ("mats", b"\xff\xd8\xff not a sound" * 99, "neither WAV"),
        ("mats", MP3[:12], "neither WAV"),
        ("mats", WAV + bytes(LARGEST), "at most 1 MB"),
        ("../house.txt", WAV, "no moment"),
    ],
    ids=["empty", "a head alone", "float", "a photograph", "cut", "long", "elsewhere"],
)
def test_anything_else_is_refused_in_one_sentence_and_changes_nothing(sounds, tmp_path, moment, raw, said):
    sounds.keep("mats", WAV)
    with pytest.raises(Denied, match=said):
        sounds.keep(moment, raw)
    assert sounds.read("mats") == (WAV, "audio/wav")
    assert [file.name for file in tmp_path.rglob("*") if file.is_file()] == ["mats"]


@given(st.binary(max_size=200), st.sampled_from((WAV, MP3)), st.integers(0, 80))
def test_no_bytes_confuse_the_check(noise, raw, at):
    assert media_type(raw[:at] + noise + raw[at:]) in {None, "audio/wav", "audio/mpeg"}


def test_the_page_names_no_moment_that_no_sound_can_be_kept_for():
    script = (ROOT / "web/static/js/caller/caller_words.js").read_text(encoding="utf-8")
    named = set(re.findall(r'moment: "(\w+)"', script))
    assert named
    assert named <= set(MOMENTS)
