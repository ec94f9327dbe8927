"""Random tournaments of every format, with people who come late, go home or stay away: standings against a count of one's own.

`KNOBELTISCH_EXAMPLES=1000` plays a thousand of each format; it takes some minutes.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import tournament as t
from tests.support.seeds import chosen_seed, examples
from tests.tournament.cup import Cup, some_result
from tests.tournament.standings.own_count import OwnCount
from tournament.formats import Free, MatchDay, Rounds


def list_of(form: t.Format, chance: Random) -> list[t.Player]:
    if isinstance(form.stages[0], MatchDay):
        return [t.Player(name=f"P{number}", team="AB"[number % 2]) for number in range(8)]
    if form.partners:
        pairs = chance.randint(2, 6)
        return [t.Player(name=f"P{number}", team=f"T{number // 2}") for number in range(2 * pairs)]
    return [t.Player(name=f"P{number}") for number in range(chance.randint(6, 16))]


def happens_before_the_draw(cup: Cup, chance: Random) -> None:
    if chance.random() < 0.2:
        cup_may(cup, t.Came(id=cup.next_id(), player=t.Player(name=f"Late {cup.next_id()}")))
    if chance.random() < 0.2 and len(cup.state.present) > 6:
        cup_may(cup, t.WentHome(id=cup.next_id(), player=chance.choice(cup.state.present)))


def cup_may(cup: Cup, entry: t.Entry) -> None:
    if t.can(cup.state, entry):
        cup.take(entry)


def some_absences(cup: Cup, chance: Random) -> None:
    for match in cup.state.rounds[-1].matches:
        for name in match.players:
            if chance.random() < 0.1:
                cup_may(cup, t.WalkedOver(id=cup.next_id(), match=match.id, absent=(name,)))


def free_games(cup: Cup, chance: Random) -> None:
    for number in range(1, chance.randint(2, 9)):
        names = chance.sample(cup.state.names, chance.randint(3, 5))
        cup.report("1-1", number, some_result(names, chance, variant=cup.state.format.variant))


def played(name: str, seed: int) -> Cup:
    """A tournament to its end, or until nothing can be drawn."""
    form, chance = t.load_format(name), Random(seed)
    cup = Cup(form, list_of(form, chance), tables=20, seed=seed)
    for _ in range(60):
        if cup.decide():
            continue
        try:
            cup.draw()
        except t.Refused:
            break
        if isinstance(form.stages[0], Free):
            free_games(cup, chance)
            break
        some_absences(cup, chance)
        cup.play_round()
        happens_before_the_draw(cup, chance)
        if isinstance(form.stages[0], Rounds) and chance.random() < 0.3:
            break
    return cup


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
        cup = played(name, seed)
        own = OwnCount(cup.entries)
        rounds = [drawn for drawn in cup.state.rounds if drawn.stage == 1]
        if stages[0] != "knockout":
            rows = t.standings(cup.state, stage=1)
            accounts = own.accounts(own.names, rounds)
            assert {row.name: row.points for row in rows} == {
                each: account.points for each, account in accounts.items()
            }, seed
            are_the_same(rows, own.order({each: (each,) for each in own.names}, rounds), by_lot=by_lot)
        are_the_same(t.standings(cup.state), own.overall(stages), by_lot=by_lot)
        if own.teams:
            teams = {team: tuple(names) for team, names in own.teams.items()}
            are_the_same(t.team_standings(cup.state), own.order(teams, own.rounds), by_lot=by_lot)
