"""The draw: laws for any people, any number of tables, whatever the seed."""

import contextlib
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tournament as t
from tests.tournament.running_tournament import ROUNDS, RunningTournament, people
from tournament.drawing.arrangement import table_sizes

SEEDS = st.integers(0, 10**6)


def rounds(*, least=3, most=5):
    return replace(ROUNDS, least=least, most=most)


def pairs_of(drawn):
    return Counter(frozenset(pair) for match in drawn.matches for pair in combinations(match.players, 2))


def draws(tournament, most):
    """Draw so many rounds, or until everybody has met everybody."""
    with contextlib.suppress(t.Refused):
        for _ in range(most):
            yield tournament.draw()


@settings(max_examples=20)
@given(count=st.integers(3, 40), tables=st.integers(1, 9), seed=SEEDS)
def test_everybody_sits_once_or_has_a_bye_and_no_table_is_used_twice_at_a_time(count, tables, seed):
    tournament = RunningTournament(rounds(), people(count), tables=tables, seed=seed)
    for drawn in draws(tournament, 4):
        sitting = [name for match in drawn.matches for name in match.players]
        assert sorted([*sitting, *drawn.byes]) == sorted(tournament.state.names)
        places = [(match.table, match.sitting) for match in drawn.matches]
        assert len(set(places)) == len(places)
        assert all(3 <= len(match.players) <= 5 and 1 <= match.table <= tables for match in drawn.matches)


@settings(max_examples=15)
@given(count=st.integers(4, 24), seed=SEEDS)
def test_byes_are_spread_at_most_one_apart(count, seed):
    tournament = RunningTournament(rounds(least=4, most=4), people(count), seed=seed)
    byes = Counter(dict.fromkeys(tournament.state.names, 0))
    for number, drawn in enumerate(draws(tournament, 6), start=1):
        byes.update(drawn.byes)
        assert sum(byes.values()) == number * (count % 4)
    assert max(byes.values()) - min(byes.values()) <= 1


@settings(max_examples=10)
@given(size=st.integers(3, 9), count=st.integers(6, 20), seed=SEEDS)
def test_in_a_group_everybody_meets_everybody(size, count, seed):
    form = t.read_format(f'base = "groups"\nstages = [{{kind = "groups", size = {size}}}]')
    try:
        tournament = RunningTournament(form, people(count), tables=3, seed=seed)
        tournament.draw()
    except t.Refused as refused:
        assert refused.code == "too_few"  # noqa: PT017 - such as seven in groups of three alone
        return
    while not t.is_over(tournament.state):
        tournament.play_round()
        if not t.is_over(tournament.state):
            tournament.draw()
    met = Counter[frozenset[str]]()
    for drawn in tournament.state.rounds:
        met.update(pairs_of(drawn))
    for names in t.groups_of(tournament.state, 1).values():
        assert all(met[frozenset(pair)] for pair in combinations(names, 2))
    assert len(tournament.state.rounds) <= 2 * size


@settings(max_examples=15)
@given(seed=SEEDS)
def test_the_same_seed_draws_the_same_and_another_seed_another(seed):
    first, same = (RunningTournament(rounds(), people(21), seed=seed) for _ in range(2))
    assert [first.draw() for _ in range(3)] == [same.draw() for _ in range(3)]
    assert (
        RunningTournament(rounds(), people(21), seed=seed + 1).draw().matches != first.state.rounds[0].matches
    )


def test_people_of_one_club_and_of_one_team_sit_apart_where_they_can():
    clubs = tuple(t.Player(name=f"P{n}", club=f"C{n % 4}", team=f"T{n // 8}") for n in range(16))
    tournament = RunningTournament(rounds(most=4), clubs[:8] + clubs[8:], tables=4)
    drawn = t.draw_next_round(tournament.state, seed=3, id="d")
    for match in drawn.matches:
        assert len({clubs[int(name[1:])].club for name in match.players}) == 4


def test_the_seeded_are_spread_over_the_groups():
    strong = tuple(t.Player(name=f"P{n}", seed=n if n <= 10 else None) for n in range(1, 21))
    tournament = RunningTournament("groups-knockout", strong, tables=5)
    for match in tournament.draw().matches:
        seeds = sorted(player.seed for player in strong if player.name in match.players and player.seed)
        assert len(seeds) == 2
        assert seeds[0] <= 5 < seeds[1]


def test_in_the_knock_out_the_firsts_of_the_groups_sit_apart_and_no_group_meets_at_once():
    tournament = RunningTournament("groups-knockout", people(80), tables=10)
    while tournament.state.rounds[-1:] == () or tournament.state.rounds[-1].stage == 1:
        if tournament.decide():
            continue
        tournament.draw()
        if tournament.state.rounds[-1].stage == 1:
            tournament.play_round()
    groups = t.groups_of(tournament.state, 1)
    knockout = tournament.state.rounds[-1]
    before = {name: group for group, names in groups.items() for name in names}
    assert len(knockout.matches) == 10
    for match in knockout.matches:
        assert len({before[name] for name in match.players}) == 4
        firsts = [
            t.standings(tournament.state, stage=1, group=before[name])[0].name == name
            for name in match.players
        ]
        assert sorted(firsts) == [False, False, True, True]


def test_a_match_day_seats_both_teams_by_turns_at_two_tables():
    teams = [t.Player(name=f"{team}{n}", team=team) for team in "HG" for n in range(1, 6)]
    drawn = RunningTournament("league-day", teams, tables=2).draw()
    assert [match.players for match in drawn.matches] == [("H1", "G1", "H2", "G2"), ("H3", "G3", "H4", "G4")]
    assert [(match.table, match.games) for match in drawn.matches] == [(1, 10), (2, 10)]


@pytest.mark.parametrize(
    ("form", "who", "tables", "code"),
    [
        ("league-day", [t.Player(name=f"P{n}", team=f"T{n % 3}") for n in range(12)], 2, "teams"),
        ("league-day", [t.Player(name=f"P{n}", team=f"T{n % 2}") for n in range(7)], 2, "teams"),
        ("league-day", [t.Player(name=f"P{n}", team=f"T{n % 2}") for n in range(8)], 1, "no_table"),
        (ROUNDS, people(2), 3, "too_few"),
        (ROUNDS, people(5), 0, "no_table"),
        ("groups", people(2), 3, "too_few"),
    ],
)
def test_what_cannot_be_drawn_is_refused(form, who, tables, code):
    tournament = RunningTournament(form, who, tables=max(1, tables))
    if not tables:
        tournament.take(t.TableFailed(id="broken", table=1))
    with pytest.raises(t.Refused) as refused:
        t.draw_next_round(tournament.state, seed=1, id="d")
    assert refused.value.code == code


@pytest.mark.parametrize("least", [2, 3, 4])
@pytest.mark.parametrize("most", [4, 5, 8])
def test_tables_are_as_full_and_as_equal_as_they_can_be(least, most):
    for count in range(60):
        sizes = table_sizes(count, least, most)
        assert all(least <= size <= most for size in sizes)
        assert max(sizes, default=0) - min(sizes, default=0) <= 1
        fewer = [
            seated for seated in range(sum(sizes) + 1, count + 1) if -(-seated // most) * least <= seated
        ]
        assert fewer == []


@pytest.mark.parametrize(
    ("people_there", "tables", "sizes"),
    [(20, 5, [4] * 5), (20, 4, [5] * 4), (20, 9, [4] * 5), (12, 4, [4] * 3), (9, 4, [5, 4]), (7, 4, [4, 3])],
)
def test_four_sit_at_a_table_where_there_are_tables_enough_and_five_where_not(people_there, tables, sizes):
    tournament = RunningTournament(ROUNDS, people(people_there), tables=tables)
    assert sorted((len(match.players) for match in tournament.draw().matches), reverse=True) == sizes
