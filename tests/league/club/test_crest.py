"""A team's crest: two colours and initials, readable in every pair of colours."""

from __future__ import annotations

import re

import pytest

from tests.support.programs import load_psycopg

load_psycopg()

from hypothesis import given
from hypothesis import strategies as st

from league.club.crest import crest_of, initials, usual_colours
from tests.league.test_captains import Captain, played  # noqa: F401 - a fixture
from tests.league.test_intake import rows
from tests.league.test_pages import AWAY, HOME

COLOURS = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


def contrast(one, other):
    """WCAG's ratio of two colours, counted for itself."""

    def light(colour):
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@given(field=COLOURS, band=COLOURS)
def test_the_letters_can_be_read_on_every_colour(field, band):
    svg = crest_of("Zum Anker", (field, band))
    ink = re.search(r'<text [^>]*fill="(#\w+)"', svg)[1]
    assert contrast(ink, field) >= 4.5


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Zum Anker", "ZA"),
        ("Krug", "K"),
        ("Bei Gül im 4. Stock", "BGI"),
        ("überall", "Ü"),
        ("...", "?"),
        ("<b>", "B"),
    ],
)
def test_initials_are_the_first_letters_of_at_most_three_words(name, letters):
    assert initials(name) == letters
    assert f">{letters}</text>" in crest_of(name, None)


def test_a_name_keeps_its_usual_colours():
    assert usual_colours("Krug") == usual_colours("Krug")


def test_a_captain_chooses_the_colours_and_everybody_sees_them(league, played):  # noqa: F811
    krug = Captain(league, AWAY).come_in()
    answer = krug.send("crest", change={"field": "#ABCDEF", "band": "#012345"})
    assert answer.status_code == 303
    league.renderer.once()
    for path in (f"/d/{played}", f"/d/{played}/t/2", f"/en/d/{played}/t/2"):
        assert 'fill="#abcdef" stroke="#012345"' in league.page.get(path).text
    assert 'value="#abcdef"' in krug.look()
    assert rows(league.database, "SELECT crest FROM pub WHERE name = 'Anker'") == [(None,)]
    assert HOME == "Anker"


@pytest.mark.parametrize("field", ["", "red", "#12345", "#1234567", '#12345"', "#12345g", "\x00"])
def test_what_is_no_colour_is_refused(league, played, field):  # noqa: F811
    krug = Captain(league, AWAY).come_in()
    assert krug.send("crest", change={"field": field, "band": "#012345"}).status_code == 400
    assert rows(league.database, "SELECT DISTINCT crest FROM pub") == [(None,)]
