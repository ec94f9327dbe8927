"""The JSON of the hub's pages, for the API document and the types of their scripts.

Times are in seconds since 1970; points are texts in the reader's language.
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from knobeltisch.access.access_control import PairedDevices
from knobeltisch.table.snapshot import NextStep
from scorer.json_forms.codec import Json
from scorer.json_forms.states import ThrowsJson
from tournament.results import GameResult
from web.routes.schemas import schemas_of

Moves = list[tuple[str | None, str | None, int]]


class TileResult(TypedDict):
    """A player's result in the current round."""

    kind: str
    value: int | None
    dice: list[int] | None
    throws: int


class ResultToBeat(TileResult):
    """The result that the next player has to beat."""

    player: str


class TilePerson(TypedDict):
    """A player on a table's tile; `count`: mats or points, else debts or losses."""

    name: str
    count: int
    out: bool
    colour: int
    result: TileResult | None


class MovesOfRound(TypedDict):
    """The mats or chips moved at the end of a round, as (from, to, number); None is the stack, or out of the game."""

    round: int
    moves: Moves


class TableTask(TypedDict):
    """A table's next game of the tournament; `decider` (of a decider): "match", "group" or "win"."""

    title: str
    match: str
    ticket: str
    round: int
    sitting: int
    group: str | None
    players: list[str]
    game: int
    games: int
    variant: str
    options: dict[str, Any]
    teams: dict[str, str]
    handicap: dict[str, int]
    decider: NotRequired[str]


class TableRow(TypedDict):
    """A summary of a table's board; without a board there are no players. `help`: why the table needs help."""

    table: int
    name: str
    status: Literal["online", "offline", "unheard", "safe", "refused"]
    since: float
    variant: str | None
    playing: bool
    over: bool
    players: list[TilePerson]
    help: list[str]
    match: TableTask | None
    round: NotRequired[int | None]
    phase: NotRequired[int | str | None]
    to_act: NotRequired[str | None]
    question: NotRequired[str | None]
    loser: NotRequired[str | None]
    stage: NotRequired[str | None]
    throws: NotRequired[ThrowsJson | None]
    next: NotRequired[NextStep | None]
    stack: NotRequired[int]
    counter: NotRequired[str | None]
    beat: NotRequired[ResultToBeat | None]
    last_round: NotRequired[MovesOfRound | None]
    last_orders: NotRequired[bool]
    camera: NotRequired[str]


class ListedTableJson(TableRow):
    """A table's row with the addresses that only the landlord sees."""

    source: str | None
    address: str | None


class ListedTables(TypedDict):
    """All tables, for the landlord."""

    tables: list[ListedTableJson]


class HubNews(TypedDict):
    """An event at a table: a "round" or "game_ended", or a "chicago"; `at` is by the hub's clock."""

    at: float
    table: int
    kind: str
    player: NotRequired[str]
    variant: NotRequired[str | None]
    round: NotRequired[int]
    moves: NotRequired[Moves]
    counter: NotRequired[str | None]


class TournamentBrief(TypedDict):
    """The tournament's summary: `done` of `of` games of the last round, reports `waiting`; a new `version` means new details."""

    version: int
    title: str
    round: int
    done: int
    of: int
    paused: bool
    ended: bool
    waiting: int
    joins: NotRequired[bool]


class HallJson(TypedDict):
    """All tables of a house at a glance."""

    boot: str
    version: int
    title: str
    tables: list[TableRow]
    news: list[HubNews]
    cup: TournamentBrief | None
    last_orders: bool


class Entrant(TypedDict):
    """A player, or a team of `people`; `sits`: a substitute who plays instead."""

    name: str
    team: str | None
    handicap: int
    people: list[str]
    sits: str | None
    gone: bool


class TournamentSeat(TypedDict):
    """A player's seat."""

    name: str
    table: int
    sitting: int
    group: str | None
    handicap: int


class DrawnJson(TypedDict):
    """The people of a match: the `players` at the table, and those `drawn`, before any substitution."""

    match: str
    table: int
    group: str | None
    players: list[str]
    drawn: list[str]


class DeciderJson(DrawnJson):
    """A decider between level players; `places` is how many of them go on, or win."""

    game: int
    places: int
    place: str


class Placed(TypedDict):
    """A player's place and points."""

    place: int
    name: str
    points: str


class StandingsRow(Placed):
    """A line of the standings; `ahead`: why it ranks above the next line; `round`: the last one reached."""

    games: int
    ahead: str | None
    round: int | None
    handicap: int


class TournamentMatch(DrawnJson):
    """A match: its number of games, how many are `left` to play, and the losers of the others."""

    sitting: int
    handicap: dict[str, int]
    games: int
    left: int
    losers: list[str | None]


class TournamentRound(TypedDict):
    """A round and its matches."""

    round: int
    done: bool
    matches: list[TournamentMatch]


class BracketSeat(TypedDict):
    """A player at a table of the bracket; `goes_on`: None while undecided; `away`: absent from the match."""

    name: str
    sits: str | None
    points: str | None
    games: list[str | None]
    goes_on: bool | None
    away: bool


class BracketTableJson(TypedDict):
    """A table of the bracket; before the draw only its number of `places` is known."""

    match: str | None
    table: int | None
    sitting: int
    places: int
    done: bool
    seats: list[BracketSeat]


class BracketRoundJson(TypedDict):
    """A round of the bracket."""

    round: int
    name: str
    tables: list[BracketTableJson]
    byes: list[str]


class TournamentJson(TournamentBrief):
    """The whole tournament, as everybody sees it."""

    format: str
    variant: str
    halves: bool
    final: bool
    tables: int
    failed: list[int]
    players: list[Entrant]
    seats: list[TournamentSeat]
    byes: list[str]
    deciders: list[DeciderJson]
    standings: list[StandingsRow]
    teams: list[StandingsRow]
    rounds: list[TournamentRound]
    bracket: list[BracketRoundJson]
    podium: list[Placed]


class CurrentTournament(TypedDict):
    """The tournament; None if there is none."""

    cup: TournamentJson | None


class PlayedGameJson(TypedDict):
    """A game of a match; `loser`: None without one; `parts`: the loser of each half and of the final."""

    players: list[str]
    loser: str | None
    handicap: dict[str, int]
    parts: dict[str, str]
    stopped: bool


class Effect(TypedDict):
    """How accepting a report changes a player's place (`before`, `after`) and points (`had`, `has`)."""

    name: str
    before: int
    after: int
    had: str
    has: str


class WaitingReport(TypedDict):
    """A waiting report: the result it states (`said`), the one that counts `now`, and what accepting it would change."""

    report: str
    table: int
    match: str
    game: int
    why: str
    misfits: list[str]
    now: PlayedGameJson | None
    said: PlayedGameJson | None
    changes: list[Effect]


class GameKey(TypedDict):
    """A game's key: its table's own name, and its id there."""

    sender: str
    id: str


class LooseGame(GameKey):
    """A game between people of the tournament that belongs to no match, as its table sent it."""

    game: Annotated[Json, GameResult]


class UnreadReport(TypedDict):
    """A report that could not be read; `table` is None if it is no longer listed."""

    table: int | None
    why: str


class NotedEntry(TypedDict):
    """An entry by the referee; `may`: it can be taken back, `back`: it was taken back."""

    id: str
    kind: str
    back: bool
    may: bool
    player: NotRequired[str]
    by: NotRequired[str]
    match: NotRequired[str]
    table: NotRequired[int]
    round: NotRequired[int]
    game: NotRequired[int]
    absent: NotRequired[list[str]]
    entry: NotRequired[str]


class Signer(TypedDict):
    """Who signs a match report, for a team or as the referee; `name`: None if nobody; `signed`: only in the report."""

    role: str
    team: str | None
    name: str | None
    words: str
    people: list[str]
    signed: NotRequired[bool]


class AskingGuest(TypedDict):
    """A guest who asks to join."""

    id: str
    name: str


class JoiningJson(TypedDict):
    """Guests who ask to join: whether the list is open, and whether it may be opened."""

    open: bool
    may: bool
    asking: list[AskingGuest]


class Waits(TypedDict):
    """What is waiting for the referee."""

    waiting: list[WaitingReport]
    misfits: list[str]
    loose: list[LooseGame]
    unread: list[UnreadReport]
    dismissed: list[GameKey]
    noted: list[NotedEntry]
    formats: list[str]
    signers: list[Signer]
    joining: JoiningJson


def hub_schemas() -> dict[str, Json]:
    """Return the schemas by name, for the hub's API (GET /api) and for the types of its pages."""
    return schemas_of(HallJson, ListedTables, CurrentTournament, Waits, PairedDevices)
