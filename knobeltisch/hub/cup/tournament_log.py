"""The tournament as recorded in the hub's sealed log: its state, the tables' games, the signatures.

All of this is replayed from the log at each start. An `opened` entry starts a new tournament from an empty state.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import tournament as t
from knobeltisch.recovery.sqlite_salvage import entries_around_gaps
from knobeltisch.storage.journal import Entry
from scorer.json_forms.codec import from_json, to_json
from tournament.state import matches_of

ABANDONED: Final = "abandoned"
DISMISSED: Final = "dismissed"
SIGNED: Final = "signed"
REPAIRED: Final = "repaired"

TableGame = tuple[str, str]
"""A game of a table: the table's own name, and the game's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Who signed a report, the hash of the version they read, and when (seconds since 1970)."""

    name: str
    hash: str
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentLog:
    """The state replayed from the log. Without a `state` there is no tournament.

    `since` is the number of the last push before the tournament was opened. `times` maps each entry's id to the time it was
    written (seconds since 1970), `places` maps each game to its match and number, and `signatures` maps (round, role) to the
    latest signature.
    """

    state: t.State | None = None
    since: int = 0
    last_at: float = 0.0
    times: Mapping[str, float] = field(default_factory=dict)
    places: Mapping[TableGame, tuple[str, int]] = field(default_factory=dict)
    taken_back: frozenset[TableGame] = frozenset()
    dismissed: tuple[TableGame, ...] = ()
    signatures: Mapping[tuple[int, str], Signature] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name under which the tournament is stored; "" if there is none."""
        return "" if self.state is None else self.state.opened.id.removesuffix("-open")

    def with_entry(self, line: Entry) -> "TournamentLog":
        """Return the log with one more entry.

        Raise TournamentError, LookupError, TypeError or ValueError if the entry does not fit.
        """
        body: Mapping[str, Any] = line.body
        match line.kind:
            case "abandoned":
                return TournamentLog()
            case "repaired":
                return replace(self, since=0)
            case "dismissed":
                one = _table_game(body["game"])
                others = tuple(known for known in self.dismissed if known != one)
                return replace(self, dismissed=others if body["back"] else (*others, one))
            case "signed":
                signed = Signature(name=str(body["name"]), hash=str(body["hash"]), at=line.at)
                place = int(body["round"]), str(body["role"])
                return replace(self, signatures={**self.signatures, place: signed})
        game = _table_game(body["game"]) if "game" in body else None
        entry: t.Entry = from_json(t.Entry, body["entry"])  # type: ignore[arg-type]
        return self.with_tournament_entry(entry, line.at, since=int(body.get("since", 0)), game=game)

    def with_tournament_entry(
        self, entry: t.Entry, at: float, *, since: int = 0, game: TableGame | None = None
    ) -> "TournamentLog":
        """Return the log with one more entry of the tournament; `game` is the table's game it concerns.

        Raise TournamentError if the entry does not fit.
        """
        if isinstance(entry, t.Opened):
            state = t.apply(None, entry)
            return TournamentLog(state=state, since=since, last_at=at, times={entry.id: at})
        state = t.apply(self.state, entry)
        if self.state is not None and entry.id in self.state.entries:
            return self
        after = replace(self, state=state, last_at=at, times={**self.times, entry.id: at})
        if isinstance(entry, t.TakenBack) and game is not None:
            return replace(after, taken_back=self.taken_back | {game})
        if isinstance(entry, t.Reported | t.Corrected) and game is not None:
            place = entry.match, entry.game
            others = {
                known: kept
                for known, kept in self.places.items()
                if kept != place or (isinstance(entry, t.Reported) and known not in self.taken_back)
            }
            return replace(after, places={**others, game: place}, taken_back=self.taken_back - {game})
        return after

    def began(self, drawn: t.Drawn) -> float:
        """Return when a round's first game was reported, or else when it was drawn (seconds since 1970).

        Corrections do not change it.
        """
        assert self.state is not None
        matches = matches_of(self.state, drawn)
        said = [report.id for match in matches for report in self.state.said.get(match.id, ())]
        return min(self.times[entry] for entry in said or [drawn.id])

    def taken_numbers(self) -> dict[str, set[int]]:
        """Return the numbers of the reported games of each match, without those taken back."""
        found: dict[str, set[int]] = {}
        for game, (match, number) in self.places.items():
            if game not in self.taken_back:
                found.setdefault(match, set()).add(number)
        return found


def body_of_entry(entry: t.Entry, *, since: int = 0, game: TableGame | None = None) -> dict[str, object]:
    """Return an entry as the log stores it, with `since` (`TournamentLog`) and the `game` that it reports."""
    body: dict[str, object] = {"entry": to_json(entry)}
    if since:
        body["since"] = since
    return body if game is None else {**body, "game": list(game)}


def _table_game(raw: object) -> TableGame:
    assert isinstance(raw, list | tuple)
    table, game = raw
    return str(table), str(game)


def replay_log(entries: Iterable[Entry]) -> TournamentLog:
    """Replay the whole log. Raise the same errors as `TournamentLog.with_entry`."""
    folded = TournamentLog()
    for entry in entries:
        folded = folded.with_entry(entry)
    return folded


def fitting_entries(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries of a damaged log that still form valid tournaments, renumbered.

    Where entries are missing, a tournament ends; the log continues with the next one that was opened.
    """
    folded = TournamentLog()

    def add(entry: Entry, number: int) -> Entry:
        nonlocal folded
        folded = folded.with_entry(entry)
        return replace(entry, id=number)

    misfits = (t.TournamentError, LookupError, TypeError, ValueError, AssertionError)
    return entries_around_gaps(entries, "opened", add, misfits)
