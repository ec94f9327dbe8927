"""The entries of a tournament: decisions, and reports from tables. Each has its own `id`.

The whole tournament follows from them. Entries never change; withdrawals and corrections are entries too.
"""

from dataclasses import dataclass
from typing import Literal

from scorer.json_forms.codec import Malformed, from_json
from tournament.errors import BadEntry
from tournament.formats import Format
from tournament.player_list import Player
from tournament.results import GameResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A table's match in a round: the players in seat order, and the number of games.

    `sitting` numbers the matches that follow one another at a table if there are more matches than tables. `group` is None outside
    a group stage. Without `players`, anyone may sit down, and the number of games is open.
    """

    id: str
    table: int
    players: tuple[str, ...] = ()
    games: int = 0
    sitting: int = 1
    group: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """The tournament begins: its name, its format, the number of tables, and the list of entrants.

    `edition`: the version of the rules that its entries follow, 1 if an earlier version opened it (`State.is_timed`).
    """

    id: str
    title: str
    format: Format
    tables: int
    players: tuple[Player, ...] = ()
    edition: int = 1
    kind: Literal["opened"] = "opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class Came:
    """A latecomer, who joins the `match` if one is given, and otherwise takes part from the next draw on."""

    id: str
    player: Player
    match: str | None = None
    kind: Literal["came"] = "came"


@dataclass(frozen=True, slots=True, kw_only=True)
class WentHome:
    """A person has gone home, keeping all points but taking part in no further draw."""

    id: str
    player: str
    kind: Literal["went_home"] = "went_home"


@dataclass(frozen=True, slots=True, kw_only=True)
class Substituted:
    """From now on `by` plays in place of `player`, and the results count for `player`. If `by` is the player, the substitution ends."""

    id: str
    player: str
    by: str
    kind: Literal["substituted"] = "substituted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A round was drawn. `stage` counts from 1; those in `byes` do not play in it."""

    id: str
    round: int
    stage: int
    matches: tuple[Match, ...]
    byes: tuple[str, ...] = ()
    kind: Literal["drawn"] = "drawn"

    @property
    def is_final(self) -> bool:
        """Whether everybody plays at one table, as in the last round of a knock-out."""
        return len(self.matches) == 1 and not self.byes


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """A table reports a game of its match, the first being game 1. A second entry with the same `id` repeats the report.

    `level` has the players of a decider; it is empty for other games, and in reports kept by an earlier version.
    """

    id: str
    table: int
    match: str
    game: int
    result: GameResult
    level: tuple[str, ...] = ()
    kind: Literal["reported"] = "reported"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """A table withdraws a reported game, because play goes on."""

    id: str
    table: int
    match: str
    game: int
    kind: Literal["taken_back"] = "taken_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """The referee sets the result of a game, whatever was reported; `by` is the referee's name."""

    id: str
    by: str
    match: str
    game: int
    result: GameResult
    kind: Literal["corrected"] = "corrected"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """The referee accepts (`counts`) or rejects the pending report with the id `report`; `by` is the referee's name."""

    id: str
    by: str
    report: str
    counts: bool
    kind: Literal["ruled"] = "ruled"


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkedOver:
    """These players miss their match: the others play without them, or win if too few are left."""

    id: str
    match: str
    absent: tuple[str, ...]
    kind: Literal["walked_over"] = "walked_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A match moves to another table; its games so far still count."""

    id: str
    match: str
    table: int
    sitting: int = 1
    kind: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """A match is played again from its first game, under the new id `anew`; its old games no longer count."""

    id: str
    match: str
    anew: str
    kind: Literal["replayed"] = "replayed"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFailed:
    """A table is out of order and gets no more matches; with `back`, it is available again."""

    id: str
    table: int
    back: bool = False
    kind: Literal["table_failed"] = "table_failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Paused:
    """The tournament pauses or, if `on` is False, resumes. During a pause nothing is drawn, but reports count."""

    id: str
    on: bool
    kind: Literal["paused"] = "paused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The tournament is over. Later reports wait for the referee."""

    id: str
    kind: Literal["ended"] = "ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """The earlier entry with the id `entry` is cancelled."""

    id: str
    entry: str
    kind: Literal["undone"] = "undone"


Report = Reported | TakenBack
"""A table's statement."""
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


def entry_from_json(raw: object) -> Entry:
    """Parse an entry from JSON. Raise BadEntry, naming the faulty field, if it is malformed."""
    try:
        entry: Entry = from_json(Entry, raw)  # type: ignore[arg-type]
    except Malformed as error:
        raise BadEntry(str(error)) from error
    return entry
