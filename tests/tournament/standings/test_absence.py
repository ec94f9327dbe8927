"""Who does not come scores the worst that can be scored, whatever is better and whatever separates level people."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import tournament as t
from tests.support.paths import ROOT
from tests.support.seeds import examples
from tests.tournament.running_tournament import FREE, ROUNDS, RunningTournament, people, some_result
from tournament.formats import Free, MatchDay, Scoring
from tournament.ranking.scoring import worst_of_game
from tournament.state import matches_of

SEEDS = st.integers(0, 10**6)
DRAWN = [name for name in t.PRESETS if not isinstance(t.load_format(name).stages[0], Free)]
CRITERIA = [
    "direct",
    "lost_games",
    "lost_halves",
    "three_ones",
    "early_ones",
    "first_places",
    "games",
    "seed",
]


def listed(form, count):
    """As many people as are needed, in teams of two (of four on a match day), with seeds by chance."""
    match_day = isinstance(form.stages[0], MatchDay)
    each = 4 if match_day else 2
    return tuple(
        replace(player, team=f"T{place // each}", seed=count - place)
        for place, player in enumerate(people(8 if match_day else count - count % 2))
    )


def round_played(form, seed, count):
    tournament = RunningTournament(form, listed(form, count), tables=20, seed=seed)
    tournament.draw()
    tournament.play_round()
    return tournament


def without(result, name):
    """The same game had he not been there: what the others came to stays, and what he lost nobody lost."""
    left = sorted((place for place in result.places if place.player != name), key=lambda place: place.place)
    ranks = [place.place for place in left]
    return replace(
        result,
        players=tuple(player for player in result.players if player != name),
        places=tuple(t.Place(player=place.player, place=ranks.index(place.place) + 1) for place in left),
        parts=tuple(part for part in result.parts if part.loser != name),
        ones=tuple(schock for schock in result.ones if schock.player != name),
        loser=None if result.loser == name else result.loser,
    )


def had_he_not_come(entries, name, matches):
    """The same tournament in which somebody does not come to these matches."""
    found: list[t.Entry] = []
    for entry in entries:
        if isinstance(entry, t.Reported) and entry.match in matches:
            found.append(replace(entry, result=without(entry.result, name)))
            continue
        found.append(entry)
        if isinstance(entry, t.Drawn):
            found += [
                t.WalkedOver(id=f"w{match.id}", match=match.id, absent=(name,))
                for match in entry.matches
                if match.id in matches
            ]
    return t.replay(found)


def places(rows):
    return {row.name: row.place for row in rows}


@st.composite
def formats(draw):
    """A preset, or one whose points and ties are drawn; later places are never worth more, and nothing lost is a gain."""
    form = t.load_format(draw(st.sampled_from(DRAWN)))
    if draw(st.booleans()):
        return form
    fewer = draw(st.booleans())
    sign = 1 if fewer else -1
    points = sorted(draw(st.lists(st.integers(0, 5), min_size=4, max_size=4)), reverse=not fewer)
    lost = st.integers(0, 2)
    scoring: dict[str, Any] = {
        "better": "fewer" if fewer else "more",
        "places": tuple(points),
        "lost_half": sign * draw(lost),
        "lost_final": sign * draw(lost),
        "lost_game": sign * draw(lost),
        "three_ones": tuple(-sign * draw(st.integers(0, 2)) for _ in range(3)),
        "bye": None,
        "average": draw(st.booleans()),
    }
    ties = tuple(draw(st.lists(st.sampled_from([*CRITERIA, "lot"]), unique=True)))
    return replace(form, scoring=Scoring(**scoring), ties=ties)


@settings(max_examples=examples(60), deadline=None)
@given(form=formats(), seed=SEEDS, count=st.integers(8, 16), games=st.data())
def test_taking_somebodys_games_away_never_improves_his_or_his_teams_place(form, seed, count, games):
    tournament = round_played(form, seed, count)
    mine: dict[str, set[str]] = {}
    for drawn in tournament.state.rounds:
        for match in matches_of(tournament.state, drawn):
            for name in match.players if len(match.players) > form.rules.players_min else ():
                mine.setdefault(name, set()).add(match.id)
    assume(mine)
    name = games.draw(st.sampled_from(sorted(mine)))
    matches = games.draw(st.sets(st.sampled_from(sorted(mine[name])), min_size=1))
    after = had_he_not_come(tournament.entries, name, matches)
    assert t.waiting_reports(after) == ()
    assert places(t.standings(after))[name] >= places(t.standings(tournament.state))[name]
    team = next(player.team for player in tournament.state.players if player.name == name)
    assert places(t.team_standings(after))[team] >= places(t.team_standings(tournament.state))[team]


@pytest.mark.parametrize(
    ("form", "worst"), [("league-day", 3), ("knockout", -2), ("groups-knockout", -2), ("groups", 0)]
)
def test_the_worst_of_a_game_is_what_the_document_says(form, worst):
    assert worst_of_game(t.load_format(form)) == worst
    said = next(
        line
        for line in (ROOT / "docs/tournament.md").read_text(encoding="utf-8").splitlines()
        if f"`{form}`" in line and line.startswith("| `")
    )
    assert f"| {worst} |" in said


def test_what_a_format_adds_counts_where_it_is_worse_and_never_helps():
    base = ROUNDS
    worse = replace(base, scoring=replace(base.scoring, absent=3))
    better = replace(base, scoring=replace(base.scoring, absent=-3, missed=-5))
    assert (worst_of_game(worse), worst_of_game(better)) == (5, 2)


def test_who_leaves_a_game_in_the_middle_has_the_worst_of_it_but_not_where_people_come_and_go():
    tournament = RunningTournament(ROUNDS, people(4), tables=1)
    tournament.draw()
    result = replace(some_result(tournament.state.matches["1-1"].players, Random(3)), left=("P02",))
    tournament.report("1-1", 1, result)
    points = {row.name: row.points for row in t.standings(tournament.state)}
    assert points["P02"] == 2
    free = RunningTournament(FREE, people(4), tables=1)
    free.draw()
    whole = replace(some_result(("P01", "P02", "P03"), Random(3)), left=("P02",), parts=(), loser="P03")
    free.report("1-1", 1, whole)
    assert {row.name: row.points for row in t.standings(free.state)}["P02"] == 0


def test_the_worst_rounds_are_struck_off_where_only_the_best_count():
    form = t.read_format(
        'base = "groups"\nstages = [{kind = "groups", size = 8}]\nscoring = {better = "fewer", lost_half = 1, best_of = 2}'
    )
    tournament = RunningTournament(form, people(8), tables=2, seed=2)
    tournament.play_on()
    assert len(tournament.state.rounds) == 3
    for row in t.standings(tournament.state, stage=1):
        every = sorted(line.points for line in row.rounds)
        assert [line.points for line in row.rounds if line.struck] == every[2:]
        assert row.points == sum(every[:2])
