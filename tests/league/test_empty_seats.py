"""A match of two pubs: an empty seat scores the worst of a game, so its side gains nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random

from tests.support.programs import load_psycopg

load_psycopg()

from hypothesis import given, settings
from hypothesis import strategies as st

import tournament as t
from league.calendar import Fixture
from league.matches.count import count_games
from league.matches.games import People, Player
from tests.support.seeds import examples
from tests.tournament.running_tournament import some_result
from tests.tournament.standings.test_absence import without

FIXTURE = Fixture(id=1, round=1, day=date(2026, 11, 22), home="Anker", away="Krug")
PAIRS = (("#1", "#11", "#2", "#12"), ("#3", "#13", "#4", "#14"))
"""Who sits at the two tables: of the Anker 1 to 4, of the Krug 11 to 14."""


def listed():
    found = {
        f"#{number}": Player(
            id=number,
            pub="Anker" if number < 10 else "Krug",
            sum=bytes([number]),
            name=None,
            member=True,
            shown=False,
        )
        for number in (1, 2, 3, 4, 11, 12, 13, 14)
    }
    return People(by_number=found, members={})


def played(seed):
    chance = Random(seed)
    return [some_result(PAIRS[game % 2], chance) for game in range(20)]


def side(form, games, pub):
    match = count_games(FIXTURE, games, form, listed())
    return (match.home, match.away) if pub == "Anker" else (match.away, match.home)


@settings(max_examples=examples(40), deadline=None)
@given(
    seed=st.integers(0, 10**6),
    name=st.sampled_from([*PAIRS[0], *PAIRS[1]]),
    form=st.sampled_from(["league-day", "thirteen-rounds", "groups", "knockout", "tschigg-evening"]),
    kept=st.integers(0, 9),
)
def test_a_team_never_comes_nearer_to_winning_when_one_of_its_people_stays_away(seed, name, form, kept):
    form = t.load_format(form)
    games = [replace(game, variant=form.variant) for game in played(seed)]
    pub = listed().by_number[name].pub
    without_him = [
        without(game, name) if name in game.players and place >= 2 * kept else game
        for place, game in enumerate(games)
    ]
    sign = -1 if form.scoring.better == "fewer" else 1
    (own, others), (own_after, others_after) = side(form, games, pub), side(form, without_him, pub)
    assert sign * own_after <= sign * own
    assert sign * others_after >= sign * others


def test_three_against_four_have_the_worst_of_ten_games_more():
    form, games = t.load_format("league-day"), played(1)
    nobody_lost = [replace(without(game, "#4"), parts=(), loser=None, ones=()) for game in games]
    assert side(form, nobody_lost, "Anker") == (10 * 3, 0)


def test_who_leaves_in_the_middle_has_the_worst_of_that_game_unless_somebody_took_his_seat():
    form = t.load_format("league-day")
    game = replace(some_result(PAIRS[0], Random(1)), parts=(), loser=None, ones=(), left=("#2",))
    assert side(form, [game], "Anker") == (3, 0)
    players = (*PAIRS[0], "#3")
    seats = replace(game, players=players, places=tuple(t.Place(player=name, place=1) for name in players))
    assert side(form, [seats], "Anker") == (0, 0)
