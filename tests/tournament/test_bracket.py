import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tournament as t
from tests.support.seeds import examples
from tests.tournament.running_tournament import RunningTournament, people
from tests.tournament.test_deciders import knockout

FORMS = ("knockout", "groups-knockout")


def through(shown):
    return {seat.name for table in shown.tables for seat in table.seats if seat.goes_on} | set(shown.byes)


def sizes(shown):
    return [table.places for table in shown.tables]


@given(st.sampled_from(FORMS), st.integers(8, 60), st.integers(2, 20), st.integers(0, 10**6))
@settings(max_examples=examples(15))
def test_what_the_bracket_shows_is_what_is_drawn_next(form, count, tables, seed):
    tournament = RunningTournament(form, people(count), tables=tables, seed=seed)
    shown: tuple[t.BracketRound, ...] = ()
    while not t.is_over(tournament.state):
        if tournament.decide():
            continue
        shown = t.knockout_rounds(tournament.state)
        drawn = tournament.draw()
        now = t.knockout_rounds(tournament.state)
        if shown:
            there = {*drawn.byes, *(name for match in drawn.matches for name in match.players)}
            assert there == through(shown[drawn.round - shown[0].number - 1])
            assert [sizes(each) for each in now] == [sizes(each) for each in shown]
        tournament.play_round()
    rounds = t.knockout_rounds(tournament.state)
    assert [each.number for each in rounds] == list(range(rounds[0].number, len(tournament.state.rounds) + 1))
    winners = [row.name for row in t.standings(tournament.state) if row.place == 1]
    assert through(rounds[-1]) == set(winners)


def test_who_is_level_at_the_line_is_neither_through_nor_out_until_the_decider():
    tournament = knockout()
    first = t.knockout_rounds(tournament.state)[0].tables[0]
    assert [seat.goes_on for seat in first.seats] == [True, None, None, False]
    tournament.decide()
    assert [seat.goes_on for seat in t.knockout_rounds(tournament.state)[0].tables[0].seats] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("form", ["groups", "groups-knockout"])
def test_there_is_no_bracket_without_a_knock_out_and_before_it(form):
    tournament = RunningTournament(form, people(16), tables=9)
    assert t.knockout_rounds(tournament.state) == ()
    tournament.draw()
    assert t.knockout_rounds(tournament.state) == ()


def test_a_substitute_is_shown_where_he_sits_and_who_has_not_come_is_marked():
    tournament = RunningTournament("knockout", people(8), tables=9)
    drawn = tournament.draw()
    one, two = drawn.matches[0].players[:2]
    tournament.take(t.Substituted(id="sub", player=one, by="Zoe"))
    tournament.take(t.WalkedOver(id="gone", match=drawn.matches[0].id, absent=(two,)))
    seats = {seat.name: seat for seat in t.knockout_rounds(tournament.state)[0].tables[0].seats}
    assert (seats[one].sits, seats[two].sits) == ("Zoe", None)
    assert seats[two].is_away
