"""The standings of a stage, a group, the teams, and the whole tournament, each with the deciding criteria."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tournament.formats import Knockout
from tournament.ranking.scoring import (
    NOTHING,
    games_of,
    round_lines,
    tally,
    together,
    with_missed,
)
from tournament.ranking.ties import Contender, Order, Reason, ranked
from tournament.state import matches_of, people_in, player_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from fractions import Fraction

    from tournament.entries import Drawn
    from tournament.ranking.scoring import Game, RoundLine, Tally
    from tournament.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of the standings. `rounds`: the rounds that count here, with struck-off ones; a team has none.

    `ahead`: why this line ranks before the next; None for a shared place and for the last line.
    """

    place: int
    name: str
    points: Fraction
    tally: Tally
    rounds: tuple[RoundLine, ...] = ()
    ahead: Reason | None = None

    @property
    def came(self) -> bool:
        """Whether somebody was at any of these games; a bye is no absence."""
        return self.tally.games > 0 or not self.tally.absent


def still_in(state: State, order: Iterable[Row]) -> list[Row]:
    """Return those of a table or a group who may go on: they came, and have not gone home."""
    return [row for row in order if row.came and row.name in state.present]


def standings(state: State, *, stage: int | None = None, group: str | None = None) -> tuple[Row, ...]:
    """Return the standings of the whole tournament, or of one stage, or of one group in it."""
    if stage is None:
        return _overall(state)
    rounds = rounds_of(state, stage)
    names = groups_of(state, stage).get(group, ()) if group is not None else _names_in(state, rounds, stage)
    return rows(state, names, rounds)


def rounds_of(state: State, stage: int) -> tuple[Drawn, ...]:
    """Return the rounds of a stage that are drawn."""
    return tuple(drawn for drawn in state.rounds if drawn.stage == stage)


def groups_of(state: State, stage: int) -> dict[str, tuple[str, ...]]:
    """Return the groups of a stage with their people. A person with only byes so far belongs to the smallest group."""
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


def rows(state: State, names: Sequence[str], rounds: Sequence[Drawn]) -> tuple[Row, ...]:
    """Return these people's standings over these rounds."""
    games = [game for drawn in rounds for game in games_of(state, drawn)]
    own: dict[str, list[Game]] = {name: [] for name in names}
    for game in games:
        for name in game.points.keys() & own.keys():
            own[name].append(game)
    lines = {name: round_lines(state, name, rounds, own[name]) for name in names}
    contenders = []
    for name in names:
        player = player_named(state, name)
        tallied = with_missed(state, tally(own[name], name), name, rounds)
        points = sum((line.points for line in lines[name] if not line.struck), NOTHING)
        points = _mean(state, points, tallied)
        seed = None if player is None else player.seed
        contenders.append(Contender(name=name, names=(name,), points=points, tally=tallied, seed=seed))
    return _in_order(contenders, order_of(state, games), lines)


def _in_order(
    contenders: Sequence[Contender], order: Order, lines: Mapping[str, tuple[RoundLine, ...]]
) -> tuple[Row, ...]:
    return tuple(
        Row(
            place=row.place,
            name=row.contender.name,
            points=row.contender.points,
            tally=row.contender.tally,
            rounds=lines.get(row.contender.name, ()),
            ahead=row.ahead,
        )
        for row in ranked(contenders, order)
    )


def _mean(state: State, points: Fraction, tallied: Tally) -> Fraction:
    games = tallied.games + tallied.absent
    return points / games if state.format.scoring.average and games else points


def order_of(state: State, games: Iterable[Game]) -> Order:
    """Return the ranking order of this tournament over these games."""
    return Order(
        fewer=state.format.scoring.better == "fewer",
        criteria=state.format.ties,
        least_games=state.format.scoring.least_games,
        games=tuple(games),
        lot=f"{state.opened.id}\n{state.opened.title}",
    )


def team_standings(state: State) -> tuple[Row, ...]:
    """Return the team standings by the sum of their members; people without a team are left out.

    In rounds a team smaller than the largest gets the worst score for each missing member.
    """
    people = {row.name: row for row in rows(state, state.names, state.rounds)}
    games = [game for drawn in state.rounds for game in games_of(state, drawn)]
    teams: dict[str, list[str]] = {}
    for player in state.players:
        if player.team is not None:
            teams.setdefault(player.team, []).append(player.name)
    contenders = []
    for team, names in teams.items():
        tallied = together(people[name].tally for name in names)
        total = sum(
            (line.points for name in names for line in people[name].rounds if not line.struck), NOTHING
        )
        points = _mean(state, total, tallied)
        contenders.append(Contender(name=team, names=tuple(names), points=points, tally=tallied))
    return _in_order(contenders, order_of(state, games), {})


# --- the whole tournament


def _overall(state: State) -> tuple[Row, ...]:
    """Return everybody, ordered by the round they reached, then by their score in it."""
    if not state.rounds:
        return rows(state, state.names, ())
    last = state.rounds[-1].stage
    blocks: list[tuple[tuple[str, ...], tuple[Drawn, ...]]] = []
    left = set(state.names)
    for stage in range(last, 0, -1):
        here = rounds_of(state, stage)
        knockout = isinstance(state.format.stages[stage - 1], Knockout)
        for part in ([group] for group in reversed(here)) if knockout else [list(here)]:
            names = tuple(
                name for name in _names_in(state, part, stage if not knockout else 2) if name in left
            )
            blocks.append((names, tuple(part)))
            left -= set(names)
    blocks.append((tuple(name for name in state.names if name in left), ()))
    return _joined(state, blocks)


def _joined(state: State, blocks: Sequence[tuple[tuple[str, ...], tuple[Drawn, ...]]]) -> tuple[Row, ...]:
    found: list[Row] = []
    for names, rounds in blocks:
        block = rows(state, names, rounds)
        if found and block:
            found[-1] = replace(found[-1], ahead=Reason(by="further", over=block[0].name))
        before = len(found)
        found += [replace(row, place=row.place + before) for row in block]
    return tuple(found)
