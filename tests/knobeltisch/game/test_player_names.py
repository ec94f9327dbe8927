from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tournament
from knobeltisch.game.player_names import free_name, good_name, good_names
from scorer.errors import BadName
from scorer.naming import LONGEST_NAME, is_taken
from tournament.player_list import check_new


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna  Lena ", "Anna Lena"),
        ("Ju\N{COMBINING DIAERESIS}rgen", "Jürgen"),
        ("<img src=x onerror=1>", "<img src=x onerror=1>"),
        ("\N{BEER MUG}", "\N{BEER MUG}"),
        ("\N{IDEOGRAPHIC SPACE}Anna\N{NO-BREAK SPACE}Lena ", "Anna Lena"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
    ],
)
def test_a_name_is_kept_composed_and_trimmed(raw, kept):
    assert good_name(raw) == kept


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ("", "empty"),
        ("  ", "empty"),
        ("Anna\t", "cannot be shown"),
        ("Anna\n", "cannot be shown"),
        ("Anna\x07", "cannot be shown"),
        ("Anna, Ben", "comma"),
        ("x" * (LONGEST_NAME + 1), "23 letters; the most is 22"),
        ("\N{BEER MUG}" * 300, "300 letters"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}annA", "cannot be shown"),
        (7, "not a name"),
        (None, "not a name"),
    ],
)
def test_what_cannot_be_a_name_is_refused_with_a_sentence(raw, said):
    with pytest.raises(BadName, match=said):
        good_name(raw)


@pytest.mark.parametrize(
    "name",
    [
        "\N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16}",
        "\N{HEBREW LETTER DALET}\N{HEBREW POINT QAMATS}\N{HEBREW LETTER VAV}",
        "Đặng Thị",
    ],
)
def test_a_mark_that_a_writing_or_an_emoji_needs_may_be_in_a_name(name):
    assert good_name(name) == name


@pytest.mark.parametrize(
    "sign",
    [
        "\N{ZERO WIDTH SPACE}",
        "\N{SOFT HYPHEN}",
        "\N{WORD JOINER}",
        "\N{ZERO WIDTH NO-BREAK SPACE}",
        "\N{BRAILLE PATTERN BLANK}",
        "\N{HANGUL FILLER}",
        "\N{LEFT-TO-RIGHT MARK}",
        "\N{TAG LATIN SMALL LETTER A}",
        "\x1b",
        "\x00",
        "\ue000",
        "\ud800",
        "\N{ZERO WIDTH JOINER}",
        "\N{ZERO WIDTH NON-JOINER}",
        "\u2028",
        "\N{HANGUL CHOSEONG FILLER}",
    ],
)
@pytest.mark.parametrize("name", ["{}", "An{}na", "{}Anna", "Anna{}"])
def test_what_nobody_can_see_is_refused_wherever_it_hides(sign, name):
    with pytest.raises(BadName, match="cannot be shown"):
        good_name(name.format(sign))


def test_a_name_kept_from_before_is_read_as_it_is():
    old = "\N{MAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER}" + "x" * 30
    assert good_names([old, "Ben"], kept=[old]) == (old, "Ben")
    with pytest.raises(BadName):
        good_names([old, "Ben"], kept=["Ben"])


@pytest.mark.parametrize(
    ("one", "other", "code"),
    [
        ("Anna", "ANNA", "name_twice"),
        ("Anna", "\N{CYRILLIC CAPITAL LETTER A}nna", "name_alike"),
        ("anna", "\N{CYRILLIC CAPITAL LETTER A}nna", "name_alike"),
        ("Ida", "lda", "name_alike"),
        ("Otto", "0tto", "name_alike"),
        ("\N{GREEK CAPITAL LETTER ALPHA}nna", "\N{CYRILLIC CAPITAL LETTER A}nna", "name_alike"),
        ("Anna", "\N{FULLWIDTH LATIN CAPITAL LETTER A}nna", "name_twice"),
    ],
)
def test_of_two_that_sound_or_look_the_same_one_is_refused_with_the_reason(one, other, code):
    with pytest.raises(BadName) as refused:
        good_names([one, other])
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("one", "other"), [("Rene", "René"), ("Jo", "Jon"), ("Mia", "Nia"), ("Anna", "Anna 2")]
)
def test_names_that_differ_to_the_eye_are_two(one, other):
    assert good_names([one, other]) == (one, other)


def test_of_two_of_one_name_another_is_proposed():
    with pytest.raises(BadName, match="Two are called 'anna'; call one of them 'anna 3'"):
        good_names(["Anna", "Anna 2", "anna"])


def test_a_proposed_name_is_not_longer_than_a_name_may_be():
    assert free_name("x" * LONGEST_NAME, ["x" * LONGEST_NAME]) == "x" * (LONGEST_NAME - 2) + " 2"


@given(st.text())
def test_a_good_name_stays_as_it_is(raw):
    try:
        name = good_name(raw)
    except BadName:
        return
    assert good_name(name) == name
    assert 1 <= len(name) <= LONGEST_NAME


AWKWARD = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("aA1lI\u0410\u200c\u200d\u2800\u0308\u202e\ue000\U0001f37a\U0001f468\u0628"),
    ),
    max_size=45,
)


@given(AWKWARD.map(str.strip))
def test_a_tournament_takes_the_names_that_the_table_takes_and_no_others(raw):
    """A finished game is reported to a tournament under the names of the table."""
    try:
        name: str | None = good_name(raw)
    except BadName:
        name = None
    try:
        listed = check_new(tournament.Player(name=raw)).name
    except tournament.BadEntry:
        listed = None
    assert listed == name


@given(st.lists(AWKWARD, min_size=2, max_size=2))
def test_a_tournament_and_the_table_agree_on_which_two_names_are_one(raw):
    try:
        names = [good_name(name) for name in raw]
    except BadName:
        return
    players = tuple(tournament.Player(name=name) for name in names)
    opened = tournament.Opened(
        id="o", title="Pokal", format=tournament.load_format("groups"), tables=1, players=players
    )
    are_two = tournament.can(None, opened)
    assert are_two == (not is_taken(names[1], names[:1]))


@given(st.lists(st.text("ab", min_size=1, max_size=2), max_size=8))
def test_what_is_proposed_is_free(names):
    assert not is_taken(free_name("a", names), names)
