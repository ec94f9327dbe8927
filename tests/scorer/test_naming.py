"""Another name for one of the players: the same game otherwise."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorer
from scorer.naming import initials
from tests.scorer.random_seeds import SEEDS


def swapped(value: object, old: str, new: str) -> object:
    """The same JSON with another name, wherever it stands."""
    if isinstance(value, dict):
        return {swapped(key, old, new): swapped(part, old, new) for key, part in value.items()}
    if isinstance(value, list):
        return [swapped(part, old, new) for part in value]
    return new if value == old else value


@given(seed=SEEDS, base=st.sampled_from(scorer.DICE_VARIANTS), house=st.booleans())
@settings(max_examples=60)
def test_a_player_called_otherwise_plays_the_same_game_on(course, seed, base, house) -> None:
    _, steps = course(seed, base, house=house, restless=True)
    if not steps:
        return
    kept = seed % len(steps)
    before = steps[kept][1]
    old, new = before.players[seed % len(before.players)], "Zoë"
    state = scorer.renamed_state(before, old, new)
    for act, after in steps[kept + 1 :]:
        state = scorer.apply(state, scorer.renamed_act(act, old, new))
        assert scorer.state_to_json(state) == swapped(scorer.state_to_json(after), old, new)
    assert list(state.mats) == list(state.players)


def test_a_game_that_the_table_stops_is_over_without_a_loser(game) -> None:
    """RULES BAS-5: the table stops when it likes."""
    for variant in scorer.DICE_VARIANTS:
        stopped = scorer.stopped(game(variant=variant).play("throw 1 2 4").state)
        assert (stopped.stage, stopped.loser, stopped.to_act, stopped.free) == ("over", None, None, ())
        assert scorer.legal_acts(stopped) == ()


NAMES = st.lists(
    st.text(min_size=1, max_size=20).map(str.strip).filter(bool), min_size=1, max_size=12, unique=True
)


@given(NAMES)
def test_initials_tell_everybody_apart_and_say_no_more_of_a_name_than_two_letters(names):
    found = initials(names, "Spieler {}".format)
    assert list(found) == names
    assert len(set(found.values())) == len(names)
    for short in found.values():
        assert short.startswith("Spieler") or len([sign for sign in short if sign.isalpha()]) <= 4  # ß is SS


@pytest.mark.parametrize(
    ("name", "short"),
    [("Anna", "A."), ("jürgen", "J."), ("Max von Hohenstein", "M. H."), ("Ömer", "Ö."), ("🍺", "Spieler 1")],
)
def test_initials_are_those_of_the_first_and_the_last_word(name, short):
    assert initials([name], "Spieler {}".format)[name] == short


def test_two_with_the_same_initials_are_numbered():
    assert list(initials(["Anna", "Alf", "Ada"], "Spieler {}".format).values()) == ["A.", "A. (2)", "A. (3)"]
