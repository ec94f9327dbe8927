"""The chronicle: evenings and games as the journal records them, whatever was taken back or corrected."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorer
from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.archive.reports import Reports
from knobeltisch.game.evening import EVENING_GAP_S, Evening
from knobeltisch.game.events import Did, Rename, Start
from knobeltisch.status import Device
from knobeltisch.storage.journal import open_journal
from knobeltisch.table.table import Table
from knobeltisch.table.table_files import TableFiles
from tests.support.evenings.random_evenings import NOON, course, entries

ANNA_BEN = Start(variant="bavarian", players=("Anna", "Ben"), leader="Anna")


def throw(*dice):
    return Did(act=scorer.Throw(dice=dice))


def hold(*dice):
    return Did(act=scorer.Hold(dice=dice))


PASS = Did(act=scorer.Pass())
A_ROUND = (throw(1, 3, 5), PASS, throw(2, 2, 6))
"""Anna leads 108 on one, Ben throws 64 and takes a mat."""


def games(*facts):
    return [game for evening in Chronicle(entries(*facts)).evenings() for game in evening.games]


def only(found):
    (game,) = found
    return game


def test_a_chicago_is_reported_with_its_throw_and_that_it_came_out_of_the_hand():
    base = Start(variant="base", players=("Anna", "Ben", "Cem"), leader="Anna")
    game = only(games(base, throw(2, 3, 5), hold(), throw(1, 1, 1)))
    (chicago,) = game.chicagos
    assert (chicago.player, chicago.throw, chicago.in_one, chicago.at) == ("Anna", 2, True, NOON + 40)


@pytest.mark.parametrize(
    ("acts", "throw_number", "in_one"),
    [
        ([throw(1, 1, 1), PASS], 1, True),
        ([throw(1, 1, 1), hold(1, 1, 1)], 1, True),
        ([throw(1, 1, 4), hold(1, 1), throw(1), PASS], 2, False),
        ([throw(1, 1, 4), hold(1), throw(1, 1), hold(1, 1)], 2, False),
    ],
)
def test_a_schock_aus_is_on_the_list_once_however_it_came(acts, throw_number, in_one):
    schocken = Start(variant="schocken", players=("Anna", "Ben", "Cem"), leader="Anna")
    game = only(games(schocken, *acts, throw(2, 3, 5)))
    assert [(chicago.player, chicago.throw, chicago.in_one) for chicago in game.chicagos] == [
        ("Anna", throw_number, in_one)
    ]


def test_a_schock_aus_under_the_cup_counts_when_it_is_shown():
    schocken = Start(variant="schocken", players=("Anna", "Ben", "Cem"), leader="Anna")
    cover = Did(act=scorer.Cover())
    anna = (throw(2, 3, 5), PASS)
    covered = games(schocken, *anna, cover, cover)
    assert only(covered).chicagos == ()
    shown = games(schocken, *anna, cover, cover, Did(act=scorer.Reveal(dice=(1, 1, 1))))
    assert [(chicago.player, chicago.in_one) for chicago in only(shown).chicagos] == [("Ben", True)]


def test_only_dice_from_under_the_cup_are_counted_not_held_nor_turned_ones():
    base = Start(variant="base", players=("Anna", "Ben"), leader="Anna")
    turn = Did(act=scorer.Turn())
    game = only(games(base, throw(6, 6, 5), turn, hold(), throw(2, 3)))
    assert game.faces == (0, 1, 1, 0, 1, 2)


def test_the_best_result_is_the_highest_and_the_one_of_fewer_throws():
    game = only(games(ANNA_BEN, *A_ROUND, throw(1, 4, 6), PASS, throw(2, 3, 6)))
    assert game.best["Ben"].dice == (1, 4, 6)
    assert game.best["Anna"].value == 108


def test_a_game_that_the_rules_no_longer_accept_is_reported_as_far_as_it_fits(caplog):
    game = only(games(ANNA_BEN, throw(2, 3, 5), throw(2, 3, 5), PASS))
    assert game.throws == 1
    assert "entry 3 does not fit" in caplog.text


def test_a_game_that_cannot_even_begin_is_left_out(caplog):
    assert not games(Start(variant="bavarian", players=("Anna",)), throw(2, 3, 5))
    assert "entry 1 does not fit" in caplog.text


def evening_ids(*parts):
    return [evening.id for evening in Chronicle(entry for part in parts for entry in part).evenings()]


def test_a_game_six_hours_after_the_last_entry_begins_another_evening():
    first = entries(ANNA_BEN, *A_ROUND)
    end = first[-1].at
    soon = entries(ANNA_BEN, first=5, at=end + EVENING_GAP_S - 51)
    late = entries(ANNA_BEN, first=5, at=end + EVENING_GAP_S - 50)
    assert evening_ids(first, soon) == [1]
    assert evening_ids(first, late) == [1, 5]


@pytest.mark.parametrize("at", [math.nan, math.inf, -math.inf, -1e300, 1e18])
def test_times_that_are_none_break_nothing(at):
    first = entries(ANNA_BEN, *A_ROUND, at=at)
    assert 1 in evening_ids(first, entries(ANNA_BEN, first=5))


class Forgetful(Chronicle):
    def feed(self, entry, fact=None):
        raise RuntimeError(entry, fact)


def test_a_chronicle_that_fails_does_not_stop_the_score(tmp_path):
    journal = open_journal(tmp_path / "journal.sqlite")
    table = Table(
        files=TableFiles(journal=journal),
        clock=lambda: NOON,
        camera=Device(status="absent"),
        chronicle=Forgetful(),
    )
    table.start()
    start = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}
    assert table.commands.send(start) == {"ok": True}
    assert table.state is not None
    table.stop()
    journal.close()


@given(seed=st.integers(0, 10**6), length=st.integers(1, 150), looks=st.sets(st.integers(1, 150)))
@settings(max_examples=60)
def test_what_is_reported_on_the_way_is_what_a_fold_from_the_first_entry_tells(seed, length, looks):
    chronicle, done = Chronicle(), course(seed, length)
    for place, entry in enumerate(done, start=1):
        chronicle.feed(entry)
        if place in looks:
            assert chronicle.evenings() == Chronicle(done[:place]).evenings()
    assert chronicle.evenings() == Chronicle(done).evenings()


@given(seed=st.integers(0, 10**6), length=st.integers(1, 150))
@settings(max_examples=60)
def test_the_games_reported_are_those_that_the_table_counts_and_end_as_they_do(seed, length):
    done = course(seed, length)
    evening = Evening()
    for entry in done:
        evening = evening.with_entry(entry)
    ends: dict[int, scorer.GameState] = {}
    for live in evening.live:
        if isinstance(live.fact, Start):
            game = live.id
        ends[game] = live.state
    games = {
        game.id: game for evening in Chronicle(done).evenings() if evening.running for game in evening.games
    }
    assert games.keys() == ends.keys()
    for number, state in ends.items():
        sums = scorer.summary(state)
        assert (games[number].loser, games[number].over) == (sums.loser, state.stage == "over")
        assert (games[number].winner, games[number].points) == (sums.winner, sums.count("points"))
        assert games[number].lost == sums.count("lost")
        assert sum(games[number].faces) == dice_from_the_cup(evening, number)


def swapped(value, old, new):
    """The same JSON with another name, wherever it stands."""
    if isinstance(value, dict):
        return {swapped(key, old, new): swapped(part, old, new) for key, part in value.items()}
    if isinstance(value, list):
        return [swapped(part, old, new) for part in value]
    return new if value == old else value


@given(seed=st.integers(0, 10**6), length=st.integers(1, 150))
@settings(max_examples=60)
def test_somebody_with_another_name_has_played_the_same_under_it(seed, length):
    done = course(seed, length)
    plain, named = Chronicle(done), Chronicle(done)
    (entry,) = entries(Rename(player="Ben", name="Zoë"), first=len(done) + 1, at=done[-1].at)
    named.feed(entry)
    evening = next(iter(Reports(plain).evenings()), {})
    if evening.get("running"):
        there, here = (Reports(each).evening(evening["id"]) for each in (plain, named))
        assert swapped(there, "Ben", "Zoë") == here


def dice_from_the_cup(evening, game):
    within, count = False, 0
    for live in evening.live:
        if isinstance(live.fact, Start):
            within = live.id == game
        elif (
            within
            and isinstance(live.fact, Did)
            and isinstance(live.fact.act, scorer.Throw | scorer.Reveal | scorer.RollOff)
        ):
            count += len(live.fact.act.dice)
    return count
