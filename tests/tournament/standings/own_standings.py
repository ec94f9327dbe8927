"""The standings of a tournament compared with a count of one's own, whatever happened in it."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import tournament as t
from tests.tournament.standings.own_count import Account, Points
from tests.tournament.standings.own_qualifiers import again, count_again
from tournament.fold import live_entries
from tournament.formats import Knockout, MatchDay
from tournament.state import people_in


def list_of(form: t.Format, chance: Random) -> list[t.Player]:
    if isinstance(form.stages[0], MatchDay):
        return [t.Player(name=f"P{number}", team="AB"[number % 2]) for number in range(8)]
    return [t.Player(name=f"P{number}") for number in range(chance.randint(6, 16))]


def check_order(rows: Sequence[t.Row], accounts: dict[str, Account], rule: Points):
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


def check_standings(state: t.State):
    own = count_again(state, live_entries(state.entries.values()), set(state.gone))
    rounds, stages = [again(state, drawn) for drawn in state.rounds], state.format.stages
    for stage in {drawn.stage for drawn in rounds}:
        drawn = [each for each in rounds if each.stage == stage]
        rows = t.standings(state, stage=stage)
        if isinstance(stages[stage - 1], Knockout):  # who is out has not missed the rounds after it
            drawn = drawn[-1:]
            rows = tuple(row for row in t.standings(state) if row.name in people_in(state, drawn[0]))
            check_order(rows[:-1], own.accounts([row.name for row in rows], drawn), own.rule)
        else:
            check_order(rows, own.accounts([row.name for row in rows], drawn), own.rule)
    for team in t.team_standings(state):
        accounts = own.accounts(own.teams[team.name], rounds)
        assert team.points == sum(account.points for account in accounts.values())
