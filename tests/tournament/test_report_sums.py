"""A report's totals are those of its games, and its key is one under which not everybody can sign."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tournament as t
from tests.support.seeds import examples
from tests.tournament.standings.test_independent_count import played
from tournament.errors import Broken
from tournament.report.chain import read_report, report_file
from tournament.report.lines import Score, TotalLine, report_of
from tournament.report.signed import read_signed, signed_file
from tournament.report.weak_keys import is_weak

SMALL = (
    *("00" * 32, "01" + "00" * 31, "ec" + "ff" * 30 + "7f", "00" * 31 + "80"),
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    *("ed" + "ff" * 30 + "7f", "ee" + "ff" * 30 + "7f", "ff" * 32),
)
GOOD = (
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
)
"""The public keys of RFC 8032's first two examples."""


@settings(max_examples=examples(20), deadline=None)
@given(form=st.sampled_from(t.PRESETS), seed=st.integers(0, 10**6), data=st.data())
def test_what_a_tournament_says_adds_up_and_any_other_total_is_found(form, seed, data):
    tournament = played(form, seed)
    lines = report_of(tournament.state, data.draw(st.integers(1, len(tournament.state.rounds))))
    assert read_report(report_file(lines)) == lines
    totals = [place for place, line in enumerate(lines) if isinstance(line, TotalLine)]
    if not totals:
        return
    place = data.draw(st.sampled_from(totals))
    forged = [*lines]
    forged[place] = replace(lines[place], points="77/3")
    with pytest.raises(Broken, match="other points") as broken:
        read_report(report_file(forged))
    assert broken.value.line >= place + 1


@pytest.mark.parametrize("points", ["1/0", "", "many"])
def test_points_that_are_no_number_are_found(points):
    tournament = played("knockout", 3)
    lines = [*report_of(tournament.state, 1)]
    game = next(place for place, line in enumerate(lines) if getattr(line, "points", None) and place)
    lines[game] = replace(lines[game], points=(Score(name="P1", points=points),))
    with pytest.raises(Broken):
        read_report(report_file(lines))


@pytest.mark.parametrize("key", SMALL)
def test_a_key_of_small_order_signs_nothing_whatever_the_check_says(key):
    assert is_weak(key)
    text, _ = signed_file(report_of(played("knockout", 3).state, 1), lambda _: (key, "00" * 64))
    with pytest.raises(Broken, match="signature"):
        read_signed(text, lambda *_: True)


@pytest.mark.parametrize("key", GOOD)
def test_a_key_that_somebody_made_is_none_of_these(key):
    assert not is_weak(key)
