import pytest
from hypothesis import given
from hypothesis import strategies as st

import tournament
from knobeltisch.game.player_names import free_name, good_name, good_names
from scorer.errors import BadName
from scorer.naming import LONGEST_NAME, is_taken
from tournament.player_list import check_new


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ("", "empty"),
        ("Anna\t", "cannot be shown"),
        ("x" * 23, "23 letters; the most is 22"),
        (7, "not a name"),
    ],
)
def test_what_cannot_be_a_name_is_refused_with_a_sentence(raw, said):
    with pytest.raises(BadName, match=said):
        good_name(raw)


def test_a_name_kept_from_before_is_read_as_it_is():
    old = "\N{MAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER}" + "x" * 30
    assert good_names([old, "Ben"], kept=[old]) == (old, "Ben")
    with pytest.raises(BadName):
        good_names([old, "Ben"], kept=["Ben"])


@pytest.mark.parametrize(
    ("one", "other", "code"),
    [("Anna", "ANNA", "name_twice"), ("Anna", "\N{CYRILLIC CAPITAL LETTER A}nna", "name_alike")],
)
def test_of_two_that_sound_or_look_the_same_one_is_refused_with_the_reason(one, other, code):
    with pytest.raises(BadName) as refused:
        good_names([one, other])
    assert refused.value.code == code


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
