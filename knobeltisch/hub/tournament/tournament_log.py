"""What the hub's sealed log says of the tournament: its state, its games at tables, its signatures.

Everything here is a fold of the log and is computed again at each start. An entry that `opened` a tournament begins another fold.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import tournament as t
from knobeltisch.recovery.gaps import entries_around_gaps
from knobeltisch.storage.journal import Entry
from scorer.json_forms.codec import from_json, to_json
from tournament.state import matches_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from knobeltisch.hub.hall_file import HallFile

ABANDONED: Final = "abandoned"
DISMISSED: Final = "dismissed"
SIGNED: Final = "signed"
REPAIRED: Final = "repaired"

TableGame = tuple[str, str]
"""A game of a table: the table's own name, and the game's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Who confirmed a report, the hash of the version that was read, and when, in seconds since 1970."""

    name: str
    hash: str
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentLog:
    """The fold of the log. Without a `state` there is no tournament.

    `since`: the last push that arrived before it was opened. `times`: when an entry was written, in seconds since 1970, by its id.
    `places`: the match and the number of a game. `signatures`: the last one of each role, by round and role.
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
        """The name under which the tournament is kept; "" where there is none."""
        return "" if self.state is None else self.state.opened.id.removesuffix("-open")

    def with_entry(self, line: Entry) -> TournamentLog:
        """Return the fold with one entry more. Raise TournamentError, LookupError, TypeError or ValueError for one that does not fit."""
        body: Mapping[str, Any] = line.body
        match line.kind:
            case "abandoned":
                return TournamentLog()
            case "repaired":
                return replace(self, since=0)
            case "dismissed":
                return self._with_dismissed(_table_game(body["game"]), back=bool(body["back"]))
            case "signed":
                signed = Signature(name=str(body["name"]), hash=str(body["hash"]), at=line.at)
                place = int(body["round"]), str(body["role"])
                return replace(self, signatures={**self.signatures, place: signed})
        game = _table_game(body["game"]) if "game" in body else None
        entry: t.Entry = from_json(t.Entry, body["entry"])  # type: ignore[arg-type]
        return self.with_tournament_entry(entry, line.at, since=int(body.get("since", 0)), game=game)

    def with_tournament_entry(
        self, entry: t.Entry, at: float, *, since: int = 0, game: TableGame | None = None
    ) -> TournamentLog:
        """Return the fold with an entry of the tournament; `game` is the table's game that it is about. Raise TournamentError."""
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
            others = {known: kept for known, kept in self.places.items() if kept != place}
            return replace(after, places={**others, game: place}, taken_back=self.taken_back - {game})
        return after

    def _with_dismissed(self, game: TableGame, *, back: bool) -> TournamentLog:
        others = tuple(known for known in self.dismissed if known != game)
        return replace(self, dismissed=others if back else (*others, game))

    def began(self, drawn: t.Drawn) -> float:
        """Return when the first game of a round arrived, or else when it was drawn: corrections do not change its day."""
        assert self.state is not None
        matches = matches_of(self.state, drawn)
        said = [report.id for match in matches for report in self.state.said.get(match.id, ())]
        return min(self.times[entry] for entry in said or [drawn.id])

    def taken_numbers(self) -> dict[str, set[int]]:
        """Return the numbers that games of tables have, by match; one that was taken back gives its number up."""
        found: dict[str, set[int]] = {}
        for game, (match, number) in self.places.items():
            if game not in self.taken_back:
                found.setdefault(match, set()).add(number)
        return found


def body_of_entry(entry: t.Entry, *, since: int = 0, game: TableGame | None = None) -> dict[str, object]:
    """Return an entry of the tournament as it stands in the log."""
    body: dict[str, object] = {"entry": to_json(entry)}
    if since:
        body["since"] = since
    return body if game is None else {**body, "game": list(game)}


def _table_game(raw: object) -> TableGame:
    assert isinstance(raw, list | tuple)
    table, game = raw
    return str(table), str(game)


def fold(entries: Iterable[Entry]) -> TournamentLog:
    """Return the fold of the whole log. Raises like `TournamentLog.with_entry`."""
    folded = TournamentLog()
    for entry in entries:
        folded = folded.with_entry(entry)
    return folded


def fitting_entries(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries of a damaged log that still make whole tournaments, renumbered.

    Where entries are missing, the tournament ends there: what follows goes on with the next one that was opened.
    """
    folded = TournamentLog()

    def add(entry: Entry, number: int) -> Entry:
        nonlocal folded
        folded = folded.with_entry(entry)
        return replace(entry, id=number)

    misfits = (t.TournamentError, LookupError, TypeError, ValueError, AssertionError)
    return entries_around_gaps(entries, "opened", add, misfits)


def take_over_old_tables(file: HallFile) -> None:
    """Append the current tournament to the log if an earlier version kept it in separate tables.

    The old tables stay, so that an update can be rolled back. Raise StoreError.
    """
    old = {str(name) for (name,) in file.rows("SELECT name FROM sqlite_master WHERE type = 'table'")}
    name = str(file.get("cup") or "")
    if file.log.head or not name or not old >= {"entries", "games", "signatures"}:
        return
    rows = file.rows("SELECT id, line, at FROM entries WHERE cup = ? ORDER BY place", name)
    written = [
        Entry(id=0, at=float(str(at)), source="", kind=json.loads(str(line))["kind"], body=body)
        for row_id, line, at in rows
        for body in [_old_body(file, name, str(row_id), json.loads(str(line)))]
    ]
    last = written[-1].at if written else 0.0
    dismissed = file.get("cup_dismissed")
    games = dismissed.get(name, []) if isinstance(dismissed, dict) else []
    written += [
        Entry(id=0, at=last, source="", kind=DISMISSED, body={"game": game, "back": False}) for game in games
    ]
    signed = file.rows("SELECT number, role, name, body FROM signatures WHERE cup = ?", name)
    written += [
        Entry(id=0, at=last, source="", kind=SIGNED, body=dict(zip(_SIGNATURE, row, strict=True)))
        for row in signed
    ]
    file.log.append_all(written)


_SIGNATURE: Final = ("round", "role", "name", "hash")
_PUSHED: Final = "SELECT told, game FROM pushed WHERE told || '-' || box || '-' || seq = ?"
_PLACED: Final = "SELECT told, game FROM games WHERE cup = ? AND match = ? AND number = ?"


def _old_body(file: HallFile, name: str, entry: str, line: Mapping[str, Any]) -> dict[str, object]:
    """Return an old line as a body of the log, with the table's game where it is about one."""
    body: dict[str, object] = {"entry": dict(line)}
    if line["kind"] == "opened":
        body["since"] = file.get("cup_since") or 0
    elif line["kind"] in {"reported", "taken_back", "corrected"}:
        found = file.rows(_PUSHED, entry) or file.rows(_PLACED, name, line["match"], line["game"])
        if found:
            body["game"] = list(found[0])
    return body
