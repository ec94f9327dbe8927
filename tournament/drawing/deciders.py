"""Deciders between people who are level at the cut of a table, a group or a stage, and for the win.

A decider is one more game of the match, after the drawn ones, played only by the level people; it gives no points and
only orders them. Where three are level for one place its loser is out, and the others play the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from tournament.drawing.qualify import still_to_meet
from tournament.formats import Groups, Knockout
from tournament.ranking.standings import groups_of, rounds_of, rows, split_at_cut
from tournament.state import counted, matches_of, open_games, stage_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tournament.entries import Drawn
    from tournament.ranking.ties import Row
    from tournament.state import State

Place: TypeAlias = Literal["match", "group", "standings", "win"]
"""Between whom it decides: of a knock-out's table, of a group, of all of a stage, or for the win."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decider:
    """A decider to be played: its match, game number and table. `places`: how many of the level people go on, or win."""

    match: str
    game: int
    table: int
    players: tuple[str, ...]
    places: int
    place: Place
    group: str | None = None


def deciders(state: State) -> tuple[Decider, ...]:
    """Return the deciders due now, table by table; none while games of their round are open."""
    if not state.rounds or state.ended:
        return ()
    last = state.rounds[-1]
    match stage_of(state, last):
        case Knockout() as stage:
            found = _of_knockout(state, last, stage)
        case Groups(advance=advance) if advance:
            found = _of_groups(state, last, advance)
        case _:
            return ()
    return tuple(found)


def _of_knockout(state: State, last: Drawn, stage: Knockout) -> Iterator[Decider]:
    is_final = len(last.matches) == 1 and not last.byes
    for match in matches_of(state, last):
        if not open_games(state, match):
            order = rows(state, match.players, [last])
            place: Place = "win" if is_final else "match"
            yield from _level(state, last, order, 1 if is_final else stage.advance, place)


def _of_groups(state: State, last: Drawn, advance: int) -> Iterator[Decider]:
    drawn = rounds_of(state, last.stage)
    for group, names in groups_of(state, last.stage).items():
        is_open = any(
            open_games(state, match)
            for each in drawn
            for match in matches_of(state, each)
            if match.group == group
        )
        if not is_open and not still_to_meet(state, last.stage, group):
            yield from _level(state, last, rows(state, names, drawn), advance, "group", group)


def _level(
    state: State, last: Drawn, order: Sequence[Row], count: int, place: Place, group: str | None = None
) -> Iterator[Decider]:
    """Yield the decider between the people level at the cut after the first `count` who are still in."""
    through, rows_level = split_at_cut(state, order, count)
    if not rows_level:
        return
    level = tuple(row.name for row in rows_level)
    rounds = reversed(rounds_of(state, last.stage))
    played = (match for drawn in rounds for match in matches_of(state, drawn))
    match = max(
        played, key=lambda match: len(set(level) & set(match.players))
    )  # the last that most of them shared
    yield Decider(
        match=match.id,
        game=max([match.games, *counted(state, match.id)]) + 1,
        table=match.table,
        players=level,
        places=count - len(through),
        place=place,
        group=group,
    )
