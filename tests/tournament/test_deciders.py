"""Ties are decided: at the line of a table, a group, a stage, and for the win; with the game that those who are level may play."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorer
import tournament as t
from tests.support.games.random_games import some_act
from tests.support.seeds import examples
from tests.tournament.running_tournament import RunningTournament, people, ranked_result
from tournament.formats import Knockout
from tournament.state import stage_of

FOUR = ("P01", "P02", "P03", "P04")
SEEDS = st.integers(0, 10**6)
DECIDED = ["knockout", "groups-knockout"]


def knockout(count=8):
    """Second and third of the first table are level: each was second once, and third once."""
    form = t.read_format('base = "knockout"\nstages = [{kind = "knockout", games = 2, advance = 2}]')
    tournament = RunningTournament(form, people(count), tables=9)
    tournament.draw()
    for match in tournament.state.rounds[0].matches:
        one, two, three, four = match.players
        for number, order in enumerate(((one, two, three, four), (one, three, two, four)), start=1):
            tournament.report(match.id, number, ranked_result(*order))
    return tournament


def test_who_is_level_at_the_line_is_named_with_the_table_and_the_game():
    tournament = knockout()
    first, second = tournament.state.rounds[0].matches
    assert [
        (due.match, due.table, due.game, set(due.players), due.places) for due in t.deciders(tournament.state)
    ] == [(match.id, match.table, 3, set(match.players[1:3]), 1) for match in (first, second)]
    with pytest.raises(t.Refused, match="are level"):
        tournament.draw()


def test_of_three_for_one_place_the_loser_is_out_and_the_others_play_on():
    form = t.read_format('base = "knockout"\nstages = [{kind = "knockout", games = 3, advance = 1}]')
    tournament = RunningTournament(form, people(4), tables=1)
    tournament.draw()
    one, two, three, four = tournament.state.rounds[0].matches[0].players
    orders = ((one, two, three, four), (two, three, one, four), (three, one, two, four))
    for number, order in enumerate(orders, start=1):
        tournament.report("1-1", number, ranked_result(*order))
    (due,) = t.deciders(tournament.state)
    assert set(due.players) == {one, two, three}
    loser_last = t.GameResult(
        variant="schocken",
        players=(one, two, three),
        places=(t.Place(player=one, place=1), t.Place(player=two, place=1), t.Place(player=three, place=3)),
        loser=three,
    )
    tournament.report("1-1", due.game, loser_last)
    (due,) = t.deciders(tournament.state)
    assert (set(due.players), due.game) == ({one, two}, 5)
    tournament.report("1-1", due.game, ranked_result(two, one))
    assert [row.name for row in t.standings(tournament.state)] == [two, one, three, four]


@settings(max_examples=examples(40), deadline=None)
@given(
    form=st.sampled_from(DECIDED),
    seed=SEEDS,
    count=st.integers(6, 30),
    share=st.sampled_from((0, 0.1, 0.5, 0.9)),
)
def test_who_stays_away_throughout_neither_goes_on_nor_decides_nor_stalls_the_cup(form, seed, count, share):
    tournament, chance = RunningTournament(form, people(count), tables=20, seed=seed), Random(seed)
    there: set[str] = set()  # in the last round of the knock-out, or in its groups
    while not t.is_over(tournament.state):
        assert {name for due in t.deciders(tournament.state) for name in due.players} <= there
        if tournament.decide():
            continue
        drawn = tournament.draw()
        names = {name for match in drawn.matches for name in match.players}
        if isinstance(stage_of(tournament.state, drawn), Knockout) and drawn.round > 1:
            assert names <= there
            there = set()
        there |= set(drawn.byes)
        for match in drawn.matches:
            absent = tuple(name for name in match.players if chance.random() < share)
            there |= set(match.players) - set(absent)
            if absent:
                tournament.take(t.WalkedOver(id=tournament.next_id(), match=match.id, absent=absent))
        tournament.play_round()
    first = [row for row in t.standings(tournament.state) if row.place == 1]
    assert len(first) == 1 or (share and not any(row.tally.games for row in first))
    assert t.waiting_reports(tournament.state) == ()


@settings(max_examples=examples(30), deadline=None)
@given(form=st.sampled_from(t.PRESETS), count=st.integers(2, 4), seed=SEEDS)
def test_the_decider_of_every_format_is_a_game_for_two_that_has_a_loser(form, count, seed):
    chance, form = Random(seed), t.load_format(form)
    rules = scorer.dice_rules(scorer.with_options(form.variant, form.decider_options))
    state = scorer.new_game(rules, FOUR[:count], FOUR[0])
    while state.stage != "over":
        act = some_act(state, chance)
        if not isinstance(act, scorer.Join | scorer.Leave) and scorer.can(state, act):
            state = scorer.apply(state, act)
    if form.name in DECIDED:
        assert scorer.summary(state).loser is not None


def test_a_format_whose_decider_nobody_can_play_is_refused():
    with pytest.raises(t.TournamentError, match="chips is 99"):
        t.read_format('base = "knockout"\n[decider]\nchips = 99\n')
