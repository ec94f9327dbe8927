"""Deciders between people who are level at the cut of a table, a group or a stage, or for the win.

A decider is one more game of the match, after the regular ones, played only by those who are level; it gives no points and only
orders them. If three are level for one place, the loser of their decider is out and the others play another.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tournament.drawing.qualify import count_unmet_pairs
from tournament.entries import Drawn
from tournament.formats import Groups, Knockout
from tournament.ranking.standings import groups_of, rank_people, rounds_of, split_at_cut
from tournament.ranking.ties import Row
from tournament.state import State, by_results, counted_games, matches_of, open_games, stage_of, state_before

Place: TypeAlias = Literal["match", "group", "win"]
"""What a decider is for: the cut of a knock-out's match, of a group, or the win."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decider:
    """A decider to be played: its match, game number and table. `places` is how many of the level people go on, or win.

    `place` says where they are level: in a "match", in a "group" or for the "win"; `group` is None outside a group.
    """

    match: str
    game: int
    table: int
    players: tuple[str, ...]
    places: int
    place: Place
    group: str | None = None


def deciders(state: State) -> tuple[Decider, ...]:
    """Return the deciders due now, of each table or group whose games are all played.

    Those of the last round come first, then those of earlier rounds in which later entries have left people level at the cut.
    Empty before the first draw and after the end.
    """
    if not state.rounds or state.ended:
        return ()
    found = []
    for then in (state, *(state_before(state, drawn) for drawn in reversed(by_results(state)))):
        last = then.rounds[-1]
        drawn = rounds_of(then, last.stage)
        for order, count, place, group in _finished(then, last, drawn):
            through, level = split_at_cut(then, order, count)
            if not level:
                continue
            names = tuple(row.name for row in level)
            played = (match for each in reversed(drawn) for match in matches_of(then, each))
            # the last match with most of them
            match = max(played, key=lambda match: len({*names} & {*match.players}))
            found.append(
                Decider(
                    match=match.id,
                    game=max([match.games, *counted_games(then, match.id)]) + 1,
                    table=match.table,
                    players=names,
                    places=count - len(through),
                    place=place,
                    group=group,
                )
            )
    return tuple(found)


def _finished(
    state: State, last: Drawn, drawn: Sequence[Drawn]
) -> Iterator[tuple[Sequence[Row], int, Place, str | None]]:
    """Yield for each finished table or group its standings, how many of it go on or win, the places concerned, and the group."""
    match stage_of(state, last):
        case Knockout(advance=advance):
            place: Place = "win" if last.is_final else "match"
            count = 1 if last.is_final else advance
            for match in matches_of(state, last):
                if not open_games(state, match):
                    yield rank_people(state, match.players, [last]), count, place, None
        case Groups(advance=advance) if advance:
            matches = [match for each in drawn for match in matches_of(state, each)]
            for group, names in groups_of(state, last.stage).items():
                is_open = any(match.group == group and open_games(state, match) for match in matches)
                if not is_open and not count_unmet_pairs(state, last.stage, group):
                    yield rank_people(state, names, drawn), advance, "group", group
        case _:
            pass
