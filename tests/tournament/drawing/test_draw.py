"""The draw: laws for any people, any number of tables, whatever the seed."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tournament as t
from tests.tournament.running_tournament import RunningTournament, people
from tournament.drawing.arrangement import table_sizes

SEEDS = st.integers(0, 10**6)


def rounds(count: int, *, least: int = 3, most: int = 5) -> t.Format:
    return t.read_format(
        f'base = "thirteen-rounds"\nleast = {least}\nmost = {most}\nstages = [{{kind = "rounds", rounds = {count}}}]'
    )


def pairs_of(drawn: t.Drawn) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for match in drawn.matches for pair in combinations(match.players, 2))


@settings(max_examples=20)
@given(count=st.integers(3, 40), tables=st.integers(1, 9), seed=SEEDS)
def test_everybody_sits_once_or_has_a_bye_and_no_table_is_used_twice_at_a_time(count, tables, seed):
    tournament = RunningTournament(rounds(4), people(count), tables=tables, seed=seed)
    for _ in range(4):
        drawn = tournament.draw()
        sitting = [name for match in drawn.matches for name in match.players]
        assert sorted([*sitting, *drawn.byes]) == sorted(tournament.state.names)
        places = [(match.table, match.sitting) for match in drawn.matches]
        assert len(set(places)) == len(places)
        assert all(3 <= len(match.players) <= 5 and 1 <= match.table <= tables for match in drawn.matches)


@settings(max_examples=15)
@given(count=st.integers(4, 24), seed=SEEDS)
def test_byes_are_spread_at_most_one_apart(count, seed):
    tournament = RunningTournament(rounds(6, least=4, most=4), people(count), seed=seed)
    byes = Counter(dict.fromkeys(tournament.state.names, 0))
    for _ in range(6):
        byes.update(tournament.draw().byes)
    assert max(byes.values()) - min(byes.values()) <= 1
    assert sum(byes.values()) == 6 * (count % 4)


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


def test_eight_meet_in_three_rounds_at_tables_of_four():
    form = t.read_format('base = "groups"\nstages = [{kind = "groups", size = 8}]')
    tournament = RunningTournament(form, people(8), tables=2)
    tournament.play_on()
    assert len(tournament.state.rounds) == 3


@settings(max_examples=15)
@given(count=st.integers(16, 32), seed=SEEDS)
def test_nobody_meets_again_while_the_tables_allow_it_easily(count, seed):
    tournament = RunningTournament(rounds(2, most=4), people(count), seed=seed)
    first, second = tournament.draw(), tournament.draw()
    assert not pairs_of(first) & pairs_of(second)


@settings(max_examples=15)
@given(seed=SEEDS)
def test_the_same_seed_draws_the_same_and_another_seed_another(seed):
    first, same = (RunningTournament(rounds(3), people(21), seed=seed) for _ in range(2))
    assert [first.draw() for _ in range(3)] == [same.draw() for _ in range(3)]
    assert (
        RunningTournament(rounds(3), people(21), seed=seed + 1).draw().matches
        != first.state.rounds[0].matches
    )


def test_people_of_one_club_and_of_one_team_sit_apart_where_they_can():
    clubs = tuple(t.Player(name=f"P{n}", club=f"C{n % 4}", team=f"T{n // 8}") for n in range(16))
    tournament = RunningTournament(rounds(1, most=4), clubs[:8] + clubs[8:], tables=4)
    drawn = t.next_round(tournament.state, seed=3, id="d")
    assert [clash for clash in t.clashes(tournament.state, drawn) if clash.what == "club"] == []


def test_what_is_not_avoided_is_said_with_how_often():
    tournament = RunningTournament(rounds(3), people(5), tables=1)
    tournament.draw()
    drawn = t.next_round(tournament.state, seed=1, id="d")
    clashes = t.clashes(tournament.state, drawn)
    assert Counter(clash.what for clash in clashes) == {"opponents": 10, "table": 5}
    assert {clash.times for clash in clashes} == {2}
    assert t.fewest_repeats(tournament.state, drawn) == 10


@settings(max_examples=15)
@given(count=st.integers(3, 20), seed=SEEDS)
def test_no_draw_has_fewer_repeats_than_are_said_to_be_unavoidable(count, seed):
    tournament = RunningTournament(rounds(5), people(count), seed=seed)
    for _ in range(5):
        drawn = t.next_round(tournament.state, seed=seed, id=tournament.next_id())
        again = [clash for clash in t.clashes(tournament.state, drawn) if clash.what == "opponents"]
        assert len(again) >= t.fewest_repeats(tournament.state, drawn)
        tournament.take(drawn)


def test_the_seeded_are_spread_over_the_groups():
    strong = tuple(t.Player(name=f"P{n}", seed=n if n <= 10 else None) for n in range(1, 21))
    tournament = RunningTournament("groups-knockout", strong, tables=5)
    for match in tournament.draw().matches:
        seeds = sorted(player.seed for player in strong if player.name in match.players and player.seed)
        assert len(seeds) == 2
        assert seeds[0] <= 5 < seeds[1]


def test_in_the_knock_out_the_firsts_of_the_groups_sit_apart_and_no_group_meets_at_once():
    tournament = RunningTournament("cup-80", people(80), tables=10)
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


def test_a_seat_is_not_always_the_same():
    tournament = RunningTournament(rounds(8, least=4, most=4), people(4), tables=1)
    seats = Counter(
        (name, seat)
        for _ in range(8)
        for match in tournament.draw().matches
        for seat, name in enumerate(match.players)
    )
    assert set(seats.values()) == {2}


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
        ("thirteen-rounds", people(2), 3, "too_few"),
        ("groups", people(2), 3, "too_few"),
    ],
)
def test_what_cannot_be_drawn_is_refused(form, who, tables, code):
    tournament = RunningTournament(form, who, tables=tables)
    with pytest.raises(t.Refused) as refused:
        t.next_round(tournament.state, seed=1, id="d")
    assert refused.value.code == code


def test_a_free_evening_has_a_match_at_each_table_and_seats_nobody():
    drawn = RunningTournament("free-evening", people(7), tables=3).draw()
    assert [(match.table, match.players, match.games) for match in drawn.matches] == [
        (1, (), 0),
        (2, (), 0),
        (3, (), 0),
    ]


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


def pairs_of_people(count: int) -> list[t.Player]:
    return [
        t.Player(name=f"{side}{number:02}", team=f"T{number:02}") for side in "AB" for number in range(count)
    ]


@settings(max_examples=12)
@given(count=st.integers(2, 20), seed=SEEDS)
def test_pairs_stay_together_across_from_each_other_and_rest_together(count, seed):
    tournament = RunningTournament("pairs", pairs_of_people(count), tables=4, seed=seed)
    rests = Counter(dict.fromkeys((f"T{number:02}" for number in range(count)), 0))
    for _ in range(4):
        drawn = tournament.draw()
        for match in drawn.matches:
            teams = [name[1:] for name in match.players]
            assert len(teams) == 4
            assert teams[:2] == teams[2:]
        assert len(drawn.byes) == 2 * (count % 2)
        rests.update({f"T{name[1:]}" for name in drawn.byes})
        before = t.clashes(t.replay(tournament.entries[:-1]), drawn)
        assert [
            clash.who for clash in before if len(clash.who) == 2 and clash.who[0][1:] == clash.who[1][1:]
        ] == []
    assert max(rests.values()) - min(rests.values()) <= 1


def test_pairs_meet_other_pairs_each_round_and_are_ranked_together():
    tournament = RunningTournament("pairs", pairs_of_people(8), tables=4)
    met = Counter[frozenset[str]]()
    for _ in range(5):
        for match in tournament.draw().matches:
            met[frozenset(name[1:] for name in match.players)] += 1
        tournament.play_round()
    assert set(met.values()) == {1}
    rows, own = (
        t.team_standings(tournament.state),
        {row.name: row.points for row in t.standings(tournament.state)},
    )
    assert {row.name: row.points for row in rows} == {
        f"T{number:02}": own[f"A{number:02}"] + own[f"B{number:02}"] for number in range(8)
    }


def test_who_has_lost_his_partner_rests_until_somebody_plays_for_that_one():
    tournament = RunningTournament("pairs", pairs_of_people(5), tables=4)
    tournament.take(t.Substituted(id="sub", player="A00", by="Zoe"))
    tournament.take(t.WentHome(id="home", player="B01"))
    drawn = tournament.draw()
    assert drawn.byes == ("A01",)
    assert "A00" in {name for match in drawn.matches for name in match.players}
    for players in (people(4), [*pairs_of_people(2), t.Player(name="X", team="T00")]):
        with pytest.raises(t.Refused, match="teams of one size"):
            t.next_round(RunningTournament("pairs", players).state, seed=1, id="d")


@pytest.mark.parametrize(
    ("people_there", "tables", "sizes"),
    [(20, 5, [4] * 5), (20, 4, [5] * 4), (20, 9, [4] * 5), (12, 4, [4] * 3), (9, 4, [5, 4]), (7, 4, [4, 3])],
)
def test_four_sit_at_a_table_where_there_are_tables_enough_and_five_where_not(people_there, tables, sizes):
    tournament = RunningTournament("thirteen-rounds", people(people_there), tables=tables)
    assert sorted((len(match.players) for match in tournament.draw().matches), reverse=True) == sizes
