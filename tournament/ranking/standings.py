"""The standings of a stage, a group, the teams and the whole tournament, with the criteria that decided."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from tournament.entries import Drawn
from tournament.formats import Knockout
from tournament.ranking.scoring import NOTHING, Game, Tally, games_missed, games_of, round_lines, tally
from tournament.ranking.ties import Order, RankReason, Row, rank_rows
from tournament.state import State, matches_of, people_in, player_named


def rows_still_in(state: State, order: Iterable[Row]) -> list[Row]:
    """Return the rows of those who may go on: people who came and have not gone home."""
    return [row for row in order if row.came and row.name in state.present]


def split_at_cut(state: State, order: Iterable[Row], count: int) -> tuple[list[Row], list[Row]]:
    """Return the rows sure to be among the first `count`, and the rows tied for the remaining places (empty without a tie)."""
    there = rows_still_in(state, order)
    if len(there) <= count or there[count - 1].place != there[count].place:
        return there[:count], []
    level = there[count].place
    return [row for row in there if row.place < level], [row for row in there if row.place == level]


def standings(state: State, *, stage: int | None = None, group: str | None = None) -> tuple[Row, ...]:
    """Return the standings of a stage, a group in it, or the whole tournament: by stage or knock-out round reached, then score."""
    if stage is not None:
        drawn = rounds_of(state, stage)
        names = groups_of(state, stage).get(group, ()) if group else _names_in(state, drawn, stage)
        return rank_people(state, names, drawn)
    blocks: list[tuple[tuple[str, ...], Sequence[Drawn]]] = []
    for number in range(state.rounds[-1].stage if state.rounds else 0, 0, -1):
        here = rounds_of(state, number)
        if isinstance(state.format.stages[number - 1], Knockout):
            blocks += [(_names_in(state, [drawn], 2), [drawn]) for drawn in reversed(here)]
        else:
            blocks.append((_names_in(state, here, number), here))
    found: list[Row] = []
    for names, rounds in [*blocks, (state.names, ())]:
        before = {row.name for row in found}
        block = rank_people(state, [name for name in names if name not in before], rounds)
        if found and block:
            found[-1] = replace(found[-1], ahead=RankReason(by="further", over=block[0].name))
        found += [replace(row, place=row.place + len(before)) for row in block]
    return tuple(found)


def rounds_of(state: State, stage: int) -> tuple[Drawn, ...]:
    """Return the drawn rounds of a stage."""
    return tuple(drawn for drawn in state.rounds if drawn.stage == stage)


def groups_of(state: State, stage: int) -> dict[str, tuple[str, ...]]:
    """Return the groups of a stage and their people. A person with nothing but byes so far belongs to the smallest group."""
    found: dict[str, dict[str, None]] = {}
    rounds = rounds_of(state, stage)
    for drawn in rounds:
        for match in matches_of(state, drawn):
            if match.group is not None:
                found.setdefault(match.group, {}).update(dict.fromkeys(match.players))
    for name in rounds[0].byes if found else ():
        if not any(name in group for group in found.values()):
            found[min(found, key=lambda group: (len(found[group]), group))][name] = None
    return {group: tuple(found[group]) for group in sorted(found, key=lambda name: (len(name), name))}


def _names_in(state: State, rounds: Sequence[Drawn], stage: int) -> tuple[str, ...]:
    if stage == 1:
        return state.names
    there = {name for drawn in rounds for name in people_in(state, drawn)}
    return tuple(name for name in state.names if name in there)


def rank_people(state: State, names: Sequence[str], rounds: Sequence[Drawn]) -> tuple[Row, ...]:
    """Return the standings of these people over these rounds."""
    games = [game for drawn in rounds for game in games_of(state, drawn)]
    found = []
    for name in names:
        own = [game for game in games if name in game.points]
        lines, totals = round_lines(state, name, rounds, own), tally(own, name)
        missed = sum(games_missed(state, name, drawn) for drawn in rounds)
        totals = replace(totals, absent=totals.absent + missed)
        points = _mean(state, sum((line.points for line in lines if not line.struck), NOTHING), totals)
        player = player_named(state, name)
        seed = None if player is None else player.seed
        found.append(Row(name=name, names=(name,), points=points, tally=totals, seed=seed, rounds=lines))
    return rank_rows(found, order_of(state, games))


def _mean(state: State, points: Fraction, totals: Tally) -> Fraction:
    games = totals.games + totals.absent
    return points / games if state.format.scoring.average and games else points


def order_of(state: State, games: Iterable[Game]) -> Order:
    """Return the order in which this tournament ranks people; `games` are the direct games and deciders."""
    return Order(
        fewer=state.format.scoring.better == "fewer",
        criteria=state.format.ties,
        least_games=state.format.scoring.least_games,
        games=tuple(games),
        lot=f"{state.opened.id}\n{state.opened.title}",
    )


def team_standings(state: State) -> tuple[Row, ...]:
    """Return the team standings, by the sum of the members' points; people without a team are left out."""

    def points_of(members: Sequence[Row], totals: Tally) -> Fraction:
        lines = (line for row in members for line in row.rounds if not line.struck)
        return _mean(state, sum((line.points for line in lines), NOTHING), totals)

    games = [game for drawn in state.rounds for game in games_of(state, drawn)]
    return team_rows(state, rank_people(state, state.names, state.rounds), games, points_of)


def team_rows(
    state: State,
    people: Iterable[Row],
    games: Iterable[Game],
    points_of: Callable[[Sequence[Row], Tally], Fraction],
) -> tuple[Row, ...]:
    """Return the standings of these people's teams; `points_of` returns a team's points from its members' rows and totals."""
    teams: dict[str, list[Row]] = {}
    for row in people:
        player = player_named(state, row.name)
        if player is not None and player.team is not None:
            teams.setdefault(player.team, []).append(row)
    found = []
    for team, members in teams.items():
        totals = sum((row.tally for row in members), Tally())
        names = tuple(row.name for row in members)
        found.append(Row(name=team, names=names, points=points_of(members, totals), tally=totals))
    return rank_rows(found, order_of(state, games))
