"""The entries of a tournament: what was decided, and what the tables reported. Each has an `id` of its own.

All that a tournament is follows from them; none is ever changed, and taking back and correcting are entries too.
"""

from dataclasses import dataclass
from typing import Literal

from tournament.codec import canonical, from_json, parse, to_json
from tournament.formats import Format
from tournament.people import Player
from tournament.results import GameResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A table's task in a round: who sits there in seat order, and how many games they play.

    `sitting`: where a round has more matches than there are tables they follow one another. No `players`: whoever
    sits down, and no end to the `games`.
    """

    id: str
    table: int
    players: tuple[str, ...] = ()
    games: int = 0
    sitting: int = 1
    group: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """The tournament begins: its name, its format, how many tables there are, and who is on the list."""

    id: str
    title: str
    format: Format
    tables: int
    players: tuple[Player, ...] = ()
    kind: Literal["opened"] = "opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class Came:
    """Somebody came late. With a `match` he sits down there at once, else he is in the next draw."""

    id: str
    player: Player
    match: str | None = None
    kind: Literal["came"] = "came"


@dataclass(frozen=True, slots=True, kw_only=True)
class WentHome:
    """Somebody went home: he is in no further draw, and what he has stays his."""

    id: str
    player: str
    kind: Literal["went_home"] = "went_home"


@dataclass(frozen=True, slots=True, kw_only=True)
class Substituted:
    """From now on `by` sits where `player` would, and what he plays counts for `player`."""

    id: str
    player: str
    by: str
    kind: Literal["substituted"] = "substituted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A round was drawn: `stage` counts from 1; `byes` do not play in it."""

    id: str
    round: int
    stage: int
    matches: tuple[Match, ...]
    byes: tuple[str, ...] = ()
    kind: Literal["drawn"] = "drawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """A table reports a game of its match, the first being 1. The same `id` again says the same again."""

    id: str
    table: int
    match: str
    game: int
    result: GameResult
    kind: Literal["reported"] = "reported"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """A table takes a game back that it had reported: it goes on there."""

    id: str
    table: int
    match: str
    game: int
    kind: Literal["taken_back"] = "taken_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """The referee says how a game ended, whatever was reported; `by` is his name."""

    id: str
    by: str
    match: str
    game: int
    result: GameResult
    kind: Literal["corrected"] = "corrected"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """The referee lets a report count that waits for him, or not; `by` is his name."""

    id: str
    by: str
    report: str
    counts: bool
    kind: Literal["ruled"] = "ruled"


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkedOver:
    """These do not come to their match: the others play without them, or have won where too few are left."""

    id: str
    match: str
    absent: tuple[str, ...]
    kind: Literal["walked_over"] = "walked_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A match goes on at another table; the games it has stay."""

    id: str
    match: str
    table: int
    sitting: int = 1
    kind: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """A match is played again from its first game, under the id `anew`; what the old one has counts no more."""

    id: str
    match: str
    anew: str
    kind: Literal["replayed"] = "replayed"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFailed:
    """A table is out of order: no match is drawn for it. Or, with `back`, it is there again."""

    id: str
    table: int
    back: bool = False
    kind: Literal["table_failed"] = "table_failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Paused:
    """The tournament pauses, or with `on` False goes on: nothing is drawn meanwhile, what is reported counts."""

    id: str
    on: bool
    kind: Literal["paused"] = "paused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The tournament is over. What tables say afterwards waits for the referee."""

    id: str
    kind: Literal["ended"] = "ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """An earlier entry never was."""

    id: str
    entry: str
    kind: Literal["undone"] = "undone"


Report = Reported | TakenBack
"""What tables say."""
Said = Reported | TakenBack | Corrected
"""A statement about a game of a match."""
Entry = (
    Opened
    | Came
    | WentHome
    | Substituted
    | Drawn
    | Reported
    | TakenBack
    | Corrected
    | Ruled
    | WalkedOver
    | Moved
    | Replayed
    | TableFailed
    | Paused
    | Ended
    | Undone
)


def entry_to_line(entry: Entry) -> str:
    """Return an entry as one line of JSON."""
    return canonical(to_json(entry))


def entry_from_line(line: str) -> Entry:
    """Read an entry. Raise BadEntry naming the place, what stands there, and what may."""
    entry: Entry = from_json(Entry, parse(line))  # type: ignore[arg-type]
    return entry
