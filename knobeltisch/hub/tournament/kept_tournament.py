"""The tournament that is on: the fold of its entries, kept in the hub's file. An entry is on disk before anybody sees what it does."""

from __future__ import annotations

import json
import logging
import secrets
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import tournament as t
from knobeltisch.errors import Denied, StoreError
from knobeltisch.hub.tournament.matching import as_listed, place_of
from tournament.codec import canonical, from_json, to_json
from tournament.results import check_result
from tournament.state import round_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from knobeltisch.hub.hall_file import HallFile

log = logging.getLogger(__name__)

CURRENT: Final = "cup"
NOTED: Final = (
    *("came", "went_home", "substituted", "walked_over", "moved", "replayed", "table_failed", "paused"),
    *("undone", "ended", "corrected"),
)
"""What the referee may note by hand, by the words of entries."""

CLOCKS_S: Final = 120.0
"""As much two clocks of the house may differ."""
SINCE: Final = "cup_since"
DISMISSED: Final = "cup_dismissed"
REFEREE: Final = "Schiedsrichter"
"""Who corrects where nobody says his name."""
_LAST: Final = "SELECT MAX(arrival) FROM pushed l WHERE l.told = p.told AND l.game = p.game"
_LOOSE: Final = f"""
SELECT told, game, result FROM pushed p WHERE kind = 'finished' AND arrival > ? AND arrival = ({_LAST})
AND NOT EXISTS (SELECT 1 FROM games g WHERE g.told = p.told AND g.game = p.game AND g.cup = ?) ORDER BY arrival LIMIT 100
"""  # noqa: S608 - of parts that stand here
_NUMBERS: Final = """
SELECT match, number FROM games g WHERE cup = ? AND (
  SELECT kind FROM pushed p WHERE p.told = g.told AND p.game = g.game ORDER BY arrival DESC LIMIT 1) = 'finished'
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesWord:
    """A table's report of a game. `id` names the report, `told` the table; without a `result` the game is taken back."""

    id: str
    told: str
    table: int
    game: str
    result: Mapping[str, object] | None
    ended: float = 0.0


class KeptTournament:
    """Keep the tournament. Safe to call from any thread. `changed` is called after each change."""

    def __init__(self, file: HallFile, clock: Callable[[], float] = time.time) -> None:
        """Fold the stored entries. Raise StoreError if they contradict each other."""
        self._file, self._clock = file, clock
        self.lock = threading.RLock()
        self.changed: Callable[[], None] = lambda: None
        self.version = 0
        self._name = str(file.get(CURRENT) or "")
        self._state = self._folded()

    def _folded(self) -> t.State | None:
        rows = self._file.rows("SELECT line FROM entries WHERE cup = ? ORDER BY place", self._name)
        try:
            return t.replay(t.entry_from_line(str(line)) for (line,) in rows) if rows else None
        except t.TournamentError as error:
            raise StoreError(
                f"{self._file.path}: the tournament cannot be read ({error}); restore a backup."
            ) from error

    @property
    def state(self) -> t.State | None:
        """The tournament as it stands; None where there is none."""
        with self.lock:
            return self._state

    @property
    def name(self) -> str:
        """The name under which the tournament is kept; "" where there is none."""
        with self.lock:
            return self._name

    def last_at(self) -> float:
        """Return when its last entry was taken, by the hub's clock."""
        rows = self._file.rows("SELECT MAX(at) FROM entries WHERE cup = ?", self._name)
        return float(str(rows[0][0] or 0.0))

    def publish_change(self) -> None:
        """Publish a new version: something beside the entries has changed."""
        with self.lock:
            self.version += 1
            self.changed()

    def require_state(self) -> t.State:
        """Return the tournament. Raise Denied where there is none."""
        if (state := self.state) is None:
            raise Denied("no_cup", "There is no tournament; open one first.")
        return state

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Take several entries in one transaction: all of them are on the disk at the end, or none was."""
        with self.lock:
            before = self._name, self._state
            try:
                with self._file.writing():
                    yield
            except BaseException:
                self._name, self._state = before
                raise
            self.version += 1
            self.changed()

    def _take(self, entry: t.Entry) -> None:
        """Take an entry within `writing`. Raise tournament.Refused."""
        after = t.apply(self._state, entry)
        if self._state is not None and entry.id in self._state.entries:
            return
        with self._file.writing() as connection:
            row = (self._name, entry.id, t.entry_to_line(entry), self._clock())
            connection.execute("INSERT INTO entries (cup, id, line, at) VALUES (?, ?, ?, ?)", row)
        self._state = after

    def take(self, entries: Sequence[t.Entry]) -> None:
        """Apply the referee's decisions. Raise Denied with the reason for a refusal."""
        try:
            with self.writing():
                for entry in entries:
                    t.entry_from_line(t.entry_to_line(entry))  # what cannot be read again is refused here
                    self._take(entry)
        except t.TournamentError as error:
            raise refused(error) from error

    def open(self, title: str, form: t.Format, tables: int, players: Sequence[t.Player]) -> None:
        """Begin a tournament; one that is on must be ended first. Raise Denied."""
        with self.lock:
            if self._state is not None and not self._state.ended:
                raise Denied("cup_is_on", "A tournament is on; play it to its end, or abandon it.")
            before = self._name, self._state
            name = secrets.token_hex(6)
            try:
                with self.writing():
                    self._name, self._state = name, None
                    self._file.put(CURRENT, name)
                    self._file.put(SINCE, self._file.rows("SELECT MAX(arrival) FROM pushed")[0][0] or 0)
                    entry = t.Opened(
                        id=f"{name}-open", title=title, format=form, tables=tables, players=tuple(players)
                    )
                    t.entry_from_line(t.entry_to_line(entry))
                    self._take(entry)
            except t.TournamentError as error:
                self._name, self._state = before
                raise refused(error) from error

    def abandon(self) -> None:
        """Discard the current tournament; its entries stay in the file. Raise StoreError."""
        with self.writing():
            self._name, self._state = "", None
            self._file.put(CURRENT, "")

    def draw(self, seed: int | None = None) -> None:
        """Draw the next round. Raise Denied."""
        with self.lock:
            try:
                drawn = t.next_round(
                    self.require_state(), seed=secrets.randbelow(10**9) if seed is None else seed, id=new_id()
                )
            except t.TournamentError as error:
                raise refused(error) from error
            self.take([drawn])

    def rule(self, report: str, *, counts: bool, by: str) -> None:
        """Take the referee's word on a report that waits. Raise Denied."""
        self.take([t.Ruled(id=new_id(), by=by, report=report, counts=counts)])

    def note(self, kind: str, said: Mapping[str, object]) -> None:
        """Take something that the referee notes, in the words of entries. Raise Denied."""
        if kind not in NOTED:
            raise Denied("cup", f"There is nothing called {kind[:40]!r} to note.")
        self.require_state()
        try:
            entry = t.entry_from_line(canonical({**said, "kind": kind, "id": new_id()}))
        except (t.TournamentError, ValueError, TypeError) as error:
            raise refused(error) from error
        self.take([entry])

    # --- what tables say

    def take_report(self, word: TablesWord) -> None:
        """Take what a table says of a game, within `writing`.

        What is no part of the tournament is passed over, and what the tournament cannot take is kept in the table's own words.
        """
        if self._state is None:
            return
        try:
            self._take_report(self._state, word)
        except t.TournamentError as error:
            log.warning("what table %s says of a game is kept and not counted: %s", word.table, error)

    def _take_report(self, state: t.State, word: TablesWord) -> None:
        linked = self._linked(word.told, word.game)
        if word.result is None:
            if linked is not None:
                match, number = linked
                self._take(t.TakenBack(id=word.id, table=word.table, match=match, game=number))
            return
        played = as_listed(state, read_game(word.result))
        place = linked or place_of(state, word.table, played, self.taken_numbers())
        if place is None or (linked is None and self._before_the_draw(state, place[0], word.ended)):
            return
        report = t.Reported(id=word.id, table=word.table, match=place[0], game=place[1], result=played)
        t.check(state, report)  # what is refused takes no game's number
        if linked is None:
            self._link(word.told, word.game, place)
        self._take(report)

    def _before_the_draw(self, state: t.State, match: str, ended: float) -> bool:
        """Whether a game was over before its match was drawn, by the table's clock: then the referee says whether it counts."""
        drawn = round_of(state, match)
        rows = self._file.rows("SELECT at FROM entries WHERE cup = ? AND id = ?", self._name, drawn.id)
        return bool(rows) and ended < float(str(rows[0][0])) - CLOCKS_S

    def list_loose_games(self) -> list[dict[str, object]]:
        """Return the games of people of the tournament that came since it was opened and are in no match."""
        state = self.state
        if state is None:
            return []
        names = {name.casefold() for name in state.names}
        found = []
        for told, game, result in self._not_in_a_match():
            try:
                played = read_game(json.loads(str(result)).get("game"))
            except t.TournamentError:
                continue
            if len([name for name in played.players if name.casefold() in names]) > 1:
                found.append({"told": told, "id": game, "game": to_json(played)})
        return found

    def list_unreadable_games(self) -> list[dict[str, object]]:
        """Return what came since the tournament was opened and nobody can read, each with its reason."""
        found = []
        for told, game, result in self._not_in_a_match():
            try:
                read_game(json.loads(str(result)).get("game"))
            except t.TournamentError as error:
                found.append({"told": told, "id": game, "why": str(error)})
        return found

    def dismissed(self) -> list[dict[str, object]]:
        """Return the games that the referee has dismissed."""
        return [{"told": told, "id": game} for told, game in self._dismissed()]

    def _not_in_a_match(self) -> list[tuple[object, ...]]:
        rows = self._file.rows(_LOOSE, self._file.get(SINCE) or 0, self._name)
        dismissed = self._dismissed()
        return [row for row in rows if [row[0], row[1]] not in dismissed]

    def assign(self, told: str, game: str, match: str, number: int) -> None:
        """Let a game count that no match was found for, as the referee says: in place of another where the match has it. Raise Denied."""
        state = self.require_state()
        found = next(
            (
                game_told
                for game_told in self.list_loose_games()
                if (game_told["told"], game_told["id"]) == (told, game)
            ),
            None,
        )
        if found is None:
            raise Denied("cup_gone", "That game is not open any more.")
        if match not in state.matches:
            raise Denied("cup_no_match", "There is no such match.")
        try:
            played = as_listed(state, read_game(found["game"]))
            entry: t.Entry = t.Reported(
                id=new_id(), table=state.matches[match].table, match=match, game=number, result=played
            )
            if number in t.counted(state, match):
                entry = t.Corrected(id=new_id(), by=REFEREE, match=match, game=number, result=played)
            with self.writing():
                self._link(told, game, (match, number))
                self._take(entry)
        except t.TournamentError as error:
            raise refused(error) from error

    def dismiss(self, told: str, game: str, *, back: bool = False) -> None:
        """Say of a game without a match that it is none of the tournament's, or that it may be after all. Raise StoreError."""
        with self.lock:
            others = [word for word in self._dismissed() if word != [told, game]]
            self._file.put(DISMISSED, {self._name: [*others, *([] if back else [[told, game]])]})
            self.publish_change()

    def _dismissed(self) -> list[list[str]]:
        kept = self._file.get(DISMISSED)
        return kept.get(self._name, []) if isinstance(kept, dict) else []

    def _linked(self, told: str, game: str) -> tuple[str, int] | None:
        rows = self._file.rows(
            "SELECT match, number FROM games WHERE told = ? AND game = ? AND cup = ?", told, game, self._name
        )
        return (str(rows[0][0]), int(str(rows[0][1]))) if rows else None

    def _link(self, told: str, game: str, place: tuple[str, int]) -> None:
        """Note which game of which match a table's game is."""
        with self._file.writing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?)", (told, game, self._name, *place)
            )

    def taken_numbers(self) -> dict[str, set[int]]:
        """Return the numbers that games of tables have, by match; one that was taken back gives its number up."""
        found: dict[str, set[int]] = {}
        for match, number in self._file.rows(_NUMBERS, self._name):
            found.setdefault(str(match), set()).add(int(str(number)))
        return found


def read_game(told: object) -> t.GameResult:
    """Read a game that a table reports. Raise BadEntry if it is malformed."""
    played = from_json(t.GameResult, told)
    check_result(played)
    return played


def new_id() -> str:
    """Return the id of an entry that is made here."""
    return f"hub-{secrets.token_hex(6)}"


def tournament_denied(code: str, message: str) -> Denied:
    """Return why something of the tournament is not done here, with the hub's word for it."""
    return Denied(f"cup.{code}", message)


def refused(error: Exception) -> Denied:
    """Return why the tournament does not take something, with its word for it."""
    return Denied(f"cup.{getattr(error, 'code', 'form')}", str(error))
