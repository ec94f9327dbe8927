"""Random tournaments of every format, with people who come late, go home or stay away: standings against a count of one's own.

`KNOBELTISCH_EXAMPLES=1000` plays a thousand of each format; it takes some minutes.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import tournament as t
from tests.support.seeds import chosen_seed, examples
from tests.tournament.running_tournament import RunningTournament, some_result
from tests.tournament.standings.own_count import OwnCount
from tournament.formats import Free, MatchDay


def list_of(form: t.Format, chance: Random) -> list[t.Player]:
    if isinstance(form.stages[0], MatchDay):
        return [t.Player(name=f"P{number}", team="AB"[number % 2]) for number in range(8)]
    return [t.Player(name=f"P{number}") for number in range(chance.randint(6, 16))]


def happens_before_the_draw(tournament: RunningTournament, chance: Random) -> None:
    if chance.random() < 0.2:
        tournament_may(
            tournament, t.Came(id=tournament.next_id(), player=t.Player(name=f"Late {tournament.next_id()}"))
        )
    if chance.random() < 0.2 and len(tournament.state.present) > 6:
        tournament_may(
            tournament, t.WentHome(id=tournament.next_id(), player=chance.choice(tournament.state.present))
        )


def tournament_may(tournament: RunningTournament, entry: t.Entry) -> None:
    if t.can(tournament.state, entry):
        tournament.take(entry)


def some_absences(tournament: RunningTournament, chance: Random) -> None:
    for match in tournament.state.rounds[-1].matches:
        for name in match.players:
            if chance.random() < 0.1:
                tournament_may(
                    tournament, t.WalkedOver(id=tournament.next_id(), match=match.id, absent=(name,))
                )


def free_games(tournament: RunningTournament, chance: Random) -> None:
    for number in range(1, chance.randint(2, 9)):
        names = chance.sample(tournament.state.names, chance.randint(3, 5))
        tournament.report("1-1", number, some_result(names, chance, variant=tournament.state.format.variant))


def played(name: str, seed: int) -> RunningTournament:
    """A tournament to its end, or until nothing can be drawn."""
    form, chance = t.load_format(name), Random(seed)
    tournament = RunningTournament(form, list_of(form, chance), tables=20, seed=seed)
    for _ in range(60):
        if tournament.decide():
            continue
        try:
            tournament.draw()
        except t.Refused:
            break
        if isinstance(form.stages[0], Free):
            free_games(tournament, chance)
            break
        some_absences(tournament, chance)
        tournament.play_round()
        happens_before_the_draw(tournament, chance)
    return tournament


def are_the_same(rows: Sequence[t.Row], own: list[list[str]], *, by_lot: bool) -> None:
    place = 1
    for level in own:
        mine = [row for row in rows if row.name in level]
        places = sorted(row.place for row in mine)
        expected = range(place, place + len(level)) if by_lot else [place] * len(level)
        assert places == list(expected), (level, mine)
        place += len(level)
    assert place == len(rows) + 1


@pytest.mark.parametrize("name", t.PRESETS)
def test_the_standings_are_those_that_somebody_counts_by_the_document(name):
    form = t.load_format(name)
    by_lot = "lot" in form.ties
    stages = [stage.kind for stage in form.stages]
    for seed in range(chosen_seed(), chosen_seed() + examples(8)):
        tournament = played(name, seed)
        own = OwnCount(tournament.entries)
        rounds = [drawn for drawn in tournament.state.rounds if drawn.stage == 1]
        if stages[0] != "knockout":
            rows = t.standings(tournament.state, stage=1)
            accounts = own.accounts(own.names, rounds)
            assert {row.name: row.points for row in rows} == {
                each: account.points for each, account in accounts.items()
            }, seed
            are_the_same(rows, own.order({each: (each,) for each in own.names}, rounds), by_lot=by_lot)
        are_the_same(t.standings(tournament.state), own.overall(stages), by_lot=by_lot)
        if own.teams:
            teams = {team: tuple(names) for team, names in own.teams.items()}
            are_the_same(t.team_standings(tournament.state), own.order(teams, own.rounds), by_lot=by_lot)
