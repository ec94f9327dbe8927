"""The bracket of a knock-out: each round with its tables and their qualifiers, and the number of tables in future rounds."""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest
from typing import Final, Literal, TypeAlias

from tournament.drawing.arrangement import table_sizes
from tournament.entries import Drawn, Match
from tournament.formats import Knockout
from tournament.ranking.scoring import games_of
from tournament.ranking.standings import rank_people, rounds_of, rows_still_in, split_at_cut
from tournament.state import State, absentees_of, matches_of, open_games, people_in, sits_for

RoundName: TypeAlias = Literal["final", "semifinal", "quarterfinal", "round"]
FROM_THE_LAST: Final[tuple[RoundName, ...]] = ("final", "semifinal", "quarterfinal")
MOST_ROUNDS: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A person at a table of the bracket; `sits` is a substitute who plays instead, or None.

    `goes_on` is None while open; in the final it marks the winner. `is_away`: absent from the match. `points` is None until a game
    is played or missed. `games` has the points of each game, None if it is not played yet.
    """

    name: str
    sits: str | None
    points: Fraction | None
    goes_on: bool | None
    is_away: bool = False
    games: tuple[Fraction | None, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketTable:
    """A table of a round. If it is not drawn yet, only the number of `places` is known; `match` and `table` are None."""

    match: str | None
    table: int | None
    sitting: int
    seats: tuple[Seat, ...]
    places: int
    is_done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketRound:
    """A round of the bracket. `number` counts all rounds of the tournament."""

    number: int
    name: RoundName
    tables: tuple[BracketTable, ...]
    byes: tuple[str, ...] = ()


def knockout_rounds(state: State) -> tuple[BracketRound, ...]:
    """Return the rounds of the knock-out, including future ones; empty if there is no knock-out or it has not been reached."""
    last = state.format.stages[-1]
    drawn = rounds_of(state, len(state.format.stages))
    if not isinstance(last, Knockout) or not drawn:
        return ()
    found = []
    for here, after in zip_longest(drawn, drawn[1:]):
        through = None if after is None else people_in(state, after)
        count = 1 if here.is_final else last.advance
        tables = tuple(_drawn_table(state, here, match, count, through) for match in matches_of(state, here))
        found.append(BracketRound(number=here.round, name="round", tables=tables, byes=here.byes))
    # The rounds after the last drawn one, according to the number of qualifiers per table.
    form, here, sizes = state.format, drawn[-1], []
    for match in matches_of(state, here):  # once a match is done, only those who came may go on
        came = rank_people(state, match.players, [here]) if not open_games(state, match) else None
        sizes.append(len(match.players) if came is None else len(rows_still_in(state, came)))
    byes = len(here.byes)
    for number in range(here.round + 1, here.round + MOST_ROUNDS):
        people = byes + sum(min(size, last.advance) for size in sizes)
        if people < 2 or (len(sizes) == 1 and not byes):
            break
        sizes = list(table_sizes(people, form.least, form.most, len(state.tables))) or [people]
        byes = people - sum(sizes)
        tables = tuple(
            BracketTable(match=None, table=None, sitting=1, seats=(), places=size, is_done=False)
            for size in sizes
        )
        found.append(BracketRound(number=number, name="round", tables=tables))
    names = dict(enumerate(FROM_THE_LAST))
    return tuple(
        replace(each, name=names.get(left, "round"))
        for left, each in zip(range(len(found))[::-1], found, strict=True)
    )


def _drawn_table(
    state: State, drawn: Drawn, match: Match, count: int, after: set[str] | None
) -> BracketTable:
    is_done = not open_games(state, match)
    order = rank_people(state, match.players, [drawn])
    goes_on: dict[str, bool | None] = dict.fromkeys(match.players)
    if after is not None:
        goes_on = {name: name in after for name in match.players}
    elif is_done:
        through, level = split_at_cut(state, order, count)
        goes_on = dict.fromkeys(match.players, False)
        goes_on |= {row.name: True for row in through} | {row.name: None for row in level}
    missing = absentees_of(state, match)
    played = {game.number: game.points for game in games_of(state, drawn) if game.match == match.id}
    seats = tuple(
        Seat(
            name=row.name,
            sits=None if (sits := sits_for(state, row.name)) == row.name else sits,
            points=row.points if row.tally.games or row.tally.absent else None,
            goes_on=goes_on[row.name],
            is_away=row.name in missing,
            games=tuple(played.get(game, {}).get(row.name) for game in range(1, match.games + 1)),
        )
        for row in order
    )
    return BracketTable(
        match=match.id,
        table=match.table,
        sitting=match.sitting,
        seats=seats,
        places=len(seats),
        is_done=is_done,
    )
