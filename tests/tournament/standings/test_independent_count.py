"""Random tournaments of every format, with people who come late, go home or stay away: standings against a count of one's own.

`KNOBELTISCH_EXAMPLES=1000` plays a thousand of each format; it takes some minutes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest

import tournament as t
from tests.support.seeds import chosen_seed, examples
from tests.tournament.running_tournament import RunningTournament, some_result
from tests.tournament.standings.own_count import Account, OwnCount, Points
from tournament.formats import Free, Knockout, MatchDay
from tournament.state import people_in


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


def check_order(rows: Sequence[t.Row], accounts: dict[str, Account], rule: Points) -> None:
    """Each row has the account's points, and is before the next by the criterion that it names, level in all before it."""
    criteria = ("played", "enough", "points", "came", *rule.ties, "decider")
    for row in rows:
        assert (row.points, row.tally.games) == (accounts[row.name].points, accounts[row.name].played)
    for row, after in pairwise(rows):
        place = len(criteria) if after.place == row.place else criteria.index(row.ahead.by)
        values = [[accounts[each.name].value(by, rule) for by in criteria] for each in (row, after)]
        assert values[0][:place] == values[1][:place], (row, after)
        if after.place > row.place and values[0][place] is not None:
            assert values[0][place] > values[1][place], (row, after)


@pytest.mark.parametrize("name", t.PRESETS)
def test_the_standings_are_those_that_somebody_counts_by_the_document(name):
    stages = t.load_format(name).stages
    for seed in range(chosen_seed(), chosen_seed() + examples(8)):
        tournament = played(name, seed)
        own = OwnCount(tournament.entries)
        for stage in range(1, tournament.state.rounds[-1].stage + 1):
            if isinstance(stages[stage - 1], Knockout):
                continue  # who is out has not missed the rounds after it
            drawn = [each for each in tournament.state.rounds if each.stage == stage]
            rows = t.standings(tournament.state, stage=stage)
            check_order(rows, own.accounts([row.name for row in rows], drawn), own.rule)
        last = tournament.state.rounds[-1]
        if isinstance(stages[last.stage - 1], Knockout):
            reached = [
                row for row in t.standings(tournament.state) if row.name in people_in(tournament.state, last)
            ]
            check_order(reached[:-1], own.accounts([row.name for row in reached], [last]), own.rule)
        for team in t.team_standings(tournament.state):
            accounts = own.accounts(own.teams[team.name], tournament.state.rounds)
            assert team.points == sum(account.points for account in accounts.values())
