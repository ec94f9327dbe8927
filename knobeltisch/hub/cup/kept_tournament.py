"""The current tournament, replayed from the hub's sealed log. An entry is on disk before its effect is visible."""

import json
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import islice
from typing import Any, Final, TypeVar

import tournament as t
from knobeltisch.errors import DamagedStore, Denied
from knobeltisch.hub.cup.matching import as_listed, place_of
from knobeltisch.hub.cup.tournament_log import (
    ABANDONED,
    DISMISSED,
    SIGNED,
    TableGame,
    TournamentLog,
    body_of_entry,
    replay_log,
)
from knobeltisch.hub.hall_file import HallFile
from knobeltisch.storage.journal import Entry
from scorer.json_forms.codec import Malformed, from_json, to_json
from tournament.player_list import check_new
from tournament.results import check_result
from tournament.state import EDITION, people_at, round_of
from tournament.tickets import decider_players, read_ticket
from tournament.wire import Push, PushEntry

log = logging.getLogger(__name__)

T = TypeVar("T")

NOTED: Final = (
    *("came", "went_home", "substituted", "walked_over", "moved", "replayed", "table_failed", "paused"),
    *("undone", "ended", "corrected"),
)
"""The kinds of entries that the referee may make by hand."""

CLOCKS_S: Final = 120.0
"""How far two clocks of the house may differ if a game has no ticket."""
REFEREE: Final = "Schiedsrichter"
"""The author of a correction without a name."""
_LAST: Final = "SELECT MAX(arrival) FROM pushed l WHERE l.told = p.told AND l.game = p.game"
_FINISHED: Final = f"""
SELECT told, game FROM pushed p WHERE kind = 'finished' AND arrival > ? AND arrival = ({_LAST}) ORDER BY arrival
"""  # noqa: S608 - of parts that stand here
_RESULT: Final = "SELECT result FROM pushed WHERE told = ? AND game = ? ORDER BY arrival DESC LIMIT 1"
MOST_LOOSE: Final = 100


class RefereeQuestion(Denied):
    """The referee must confirm before an entry counts; nothing was changed. `misfits`: what would no longer fit."""

    def __init__(self, misfits: Sequence[t.Misfit]) -> None:
        super().__init__("cup.asks", "; ".join(f"{wrong.why} in round {wrong.round}" for wrong in misfits))
        self.misfits = misfits


class KeptTournament:
    """The stored tournament. Safe to call from any thread.

    `changed` is called after each change, `closing` before a tournament is replaced.
    """

    def __init__(self, file: HallFile, clock: Callable[[], float] = time.time) -> None:
        """Replay the log. Raise DamagedStore if its entries are contradictory or unknown to this version."""
        self._file, self._clock = file, clock
        self.lock = threading.RLock()
        self.changed: Callable[[], None] = lambda: None
        self.closing: Callable[[], None] = lambda: None
        self.version = 0
        self._made: dict[Callable[[], Any], tuple[int, Any]] = {}
        try:
            self._kept = replay_log(file.entries())
        except (t.TournamentError, LookupError, TypeError, ValueError) as error:
            raise DamagedStore(
                f"{file.path}: the tournament cannot be read ({error}); restore a backup."
            ) from error

    @property
    def kept(self) -> TournamentLog:
        """Everything that the log records about the current tournament."""
        with self.lock:
            return self._kept

    @property
    def state(self) -> t.State | None:
        """The current tournament; None if there is none."""
        return self.kept.state

    @property
    def name(self) -> str:
        """The name under which the tournament is stored; "" if there is none."""
        return self.kept.name

    def once(self, make: Callable[[], T]) -> T:
        """Return what `make` returns, calling it only once for each version of the tournament."""
        with self.lock:
            if self._made.get(make, (None, None))[0] != self.version:
                self._made[make] = self.version, make()
            made: T = self._made[make][1]
            return made

    def publish_change(self) -> None:
        """Increase the version and call `changed`, for a change that adds no entry to the log."""
        with self.lock:
            self.version += 1
            self.changed()

    def require_state(self) -> t.State:
        """Return the tournament. Raise Denied if there is none."""
        if (state := self.state) is None:
            raise Denied("no_cup", "There is no tournament; open one first.")
        return state

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Write several entries in one transaction: all of them or none."""
        with self.lock:
            before = self._kept
            try:
                with self._file.writing():
                    yield
            except BaseException:
                self._kept = before
                raise
            self.version += 1
            self.changed()

    def _take(self, entry: t.Entry, *, since: int = 0, game: TableGame | None = None) -> None:
        """Add an entry within `writing`; `game` is the table's game it concerns. Raise tournament.Refused if it does not fit."""
        at = self._clock()
        after = self._kept.with_tournament_entry(entry, at, since=since, game=game)
        if after is not self._kept:
            self._append(entry.kind, body_of_entry(entry, since=since, game=game), at)
            self._kept = after

    def _append(self, kind: str, body: Mapping[str, object], at: float) -> Entry:
        return self._file.append_all([Entry(id=0, at=at, source="", kind=kind, body=body)])[0]

    def _note(self, kind: str, body: Mapping[str, object]) -> None:
        with self.writing():
            self._kept = self._kept.with_entry(self._append(kind, body, self._clock()))

    def take(self, entries: Sequence[t.Entry], *, sure: bool = False) -> None:
        """Apply the referee's decisions. Raise Denied with the reason if one is refused.

        Unless the referee is `sure`, raise RefereeQuestion if a drawn round would no longer fit or the tournament would end
        without a winner.
        """
        with self._deciding(sure=sure):
            for entry in entries:
                t.entry_from_json(to_json(entry))  # what cannot be read again is refused here
                self._take(entry)

    @contextmanager
    def _deciding(self, *, sure: bool) -> Iterator[None]:
        with refusals(), self.writing():
            was = self._kept.state
            yield
            now = self._kept.state
            if was is not None and now is not None and not sure and (asked := t.referee_questions(was, now)):
                raise RefereeQuestion(asked)

    def open(self, title: str, form: t.Format, tables: int, players: Sequence[t.Player]) -> None:
        """Begin a tournament. Raise Denied if another one is running or the format and players do not fit."""
        with self.lock:
            if self._kept.state is not None and not self._kept.state.ended:
                raise Denied("cup_is_on", "A tournament is on; play it to its end, or abandon it.")
            since = int(self._file.rows("SELECT coalesce(MAX(arrival), 0) FROM pushed")[0][0])
            entry = t.Opened(
                id=f"{secrets.token_hex(6)}-open",
                title=title,
                format=form,
                tables=tables,
                players=tuple(players),
                edition=EDITION,
            )
            with refusals(), self.writing():
                t.entry_from_json(to_json(entry))
                self.closing()
                self._take(entry, since=since)

    def abandon(self) -> None:
        """Discard the current tournament; its entries stay in the file. Raise StoreError if the disk fails."""
        with self.writing():
            self.closing()
            self._note(ABANDONED, {})

    def draw(self, seed: int | None = None) -> None:
        """Draw the next round, with a random seed if `seed` is None. Raise Denied if it cannot be drawn yet."""
        with self.lock, refusals():
            seed = secrets.randbelow(10**9) if seed is None else seed
            drawn = t.draw_next_round(self.require_state(), seed=seed, id=new_id())
            with self.writing():
                self.take([drawn])
                self._find_places(drawn)

    def rule(self, report: str, *, counts: bool, by: str, sure: bool = False) -> None:
        """Accept (`counts`) or reject a waiting report. Raise Denied if it is not waiting; `sure` is as in `take`."""
        self.take([t.Ruled(id=new_id(), by=by, report=report, counts=counts)], sure=sure)

    def note(self, kind: str, said: Mapping[str, object], *, sure: bool = False) -> None:
        """Add an entry by the referee. Raise Denied if its kind is unknown or it does not fit; `sure` is as in `take`."""
        if kind not in NOTED:
            raise Denied("cup", f"There is nothing called {kind[:40]!r} to note.")
        self.require_state()
        with refusals():
            entry = t.entry_from_json({**said, "kind": kind, "id": new_id()})
            if isinstance(entry, t.Came):
                entry = replace(entry, player=check_new(entry.player))
            elif isinstance(entry, t.Substituted) and entry.by != entry.player:
                check_new(t.Player(name=entry.by))
        self.take([entry], sure=sure)

    # --- what tables say

    def take_report(self, push: Push, said: PushEntry, table: int) -> None:
        """Apply a table's report of a game, within `writing`.

        Games outside the tournament are skipped. A report that cannot be applied stays stored as the table sent it.
        """
        if self._kept.state is None:
            return
        name, game = f"{push.table}-{push.box}-{said.seq}", (push.table, said.game)
        try:
            if said.result is not None:
                self._take_game(self._kept.state, name, game, said.result, table)
            elif linked := self._kept.places.get(game):
                self._take(t.TakenBack(id=name, table=table, match=linked[0], game=linked[1]), game=game)
        except t.TournamentError as error:
            log.warning("what table %s says of a game is kept and not counted: %s", table, error)

    def _take_game(
        self, state: t.State, name: str, game: TableGame, said: Mapping[str, object], table: int
    ) -> None:
        played, ended = as_listed(state, read_game(said.get("game"))), said.get("ended")
        linked, ticket = self._kept.places.get(game), read_ticket(said.get("ticket"))
        if linked is not None:
            place = linked
        elif ticket is not None:
            if ticket.tournament != self._kept.name or ticket.match not in state.matches:
                return  # of another tournament, or of a draw that was taken back
            place = ticket.match, ticket.game
        else:
            found = place_of(state, table, played, self._kept.taken_numbers())
            at = ended if isinstance(ended, int | float) else 0.0
            if found is None or at < self._kept.times[round_of(state, found[0]).id] - CLOCKS_S:
                return  # over before its match was drawn: the referee says whether it counts
            place = found
        match, number = place
        if (level := decider_players(state, match, number)) is not None:
            self._take(
                t.Reported(id=name, table=table, match=match, game=number, result=played, level=level),
                game=game,
            )

    def _find_places(self, drawn: t.Drawn) -> None:
        """Count games whose draw a restored older copy of the file lacks, if the same people are drawn again."""
        for game in self._file.rows(_FINISHED, self._kept.since):
            said = json.loads(self._file.rows(_RESULT, *game)[0][0])
            ticket, state = read_ticket(said.get("ticket")), self.require_state()
            if game in self._kept.places or ticket is None or ticket.tournament != self._kept.name:
                continue
            for match in drawn.matches if ticket.match.startswith(f"{drawn.round}-") else ():
                level, number = decider_players(state, match.id, ticket.game), ticket.game
                with suppress(t.BadEntry):
                    played = as_listed(state, read_game(said.get("game")))
                    if level is not None and set(level or people_at(state, match)) == set(played.players):
                        entry = t.Reported(
                            id=new_id(),
                            table=match.table,
                            match=match.id,
                            game=number,
                            result=played,
                            level=level,
                        )
                        self._take(entry, game=game)

    def games_without_match(self) -> tuple[list[dict[str, object]], list[dict[str, str]]]:
        """Return up to 100 games that belong to no match: those between the tournament's players, and those that cannot be read."""
        kept = self.kept
        names = {name.casefold() for name in kept.state.names} if kept.state else set()
        finished = self._file.rows(_FINISHED, kept.since)
        loose = (game for game in finished if game not in kept.places and game not in kept.dismissed)
        found, unreadable = [], []
        for sender, game in islice(loose, MOST_LOOSE):
            try:
                played = read_game(json.loads(self._file.rows(_RESULT, sender, game)[0][0]).get("game"))
            except t.TournamentError as error:
                unreadable.append({"sender": sender, "id": game, "why": str(error)})
                continue
            if len([name for name in played.players if name.casefold() in names]) > 1:
                found.append({"sender": sender, "id": game, "game": to_json(played)})
        return found, unreadable

    def assign(self, sender: str, game: str, match: str, number: int, *, sure: bool = False) -> None:
        """Count a game without a match as game `number` of `match`, replacing a game already there.

        Raise Denied if that is refused; `sure` is as in `take`.
        """
        state = self.require_state()
        loose, _ = self.games_without_match()
        found = next((each for each in loose if (each["sender"], each["id"]) == (sender, game)), None)
        if found is None:
            raise Denied("cup_gone", "That game is not open any more.")
        if match not in state.matches:
            raise Denied("cup_no_match", "There is no such match.")
        with self._deciding(sure=sure):
            played = as_listed(state, read_game(found["game"]))
            entry: t.Entry = t.Reported(
                id=new_id(), table=state.matches[match].table, match=match, game=number, result=played
            )
            if number in t.counted_games(state, match):
                entry = t.Corrected(id=new_id(), by=REFEREE, match=match, game=number, result=played)
            self._take(entry, game=(sender, game))

    def dismiss(self, sender: str, game: str, *, back: bool = False) -> None:
        """Mark a game without a match as not part of the tournament, or with `back` undo that.

        Raise StoreError if the disk fails.
        """
        self._note(DISMISSED, {"game": [sender, game], "back": back})

    # --- signatures

    def sign(self, tournament: str, number: int, role: str, *, name: str, body: str) -> None:
        """Record who signed a round's report; `body` is its hash. Raise Denied if `tournament` is no longer the current one."""
        with self.lock:
            if tournament != self.name:
                raise tournament_denied(
                    "changed", "The report has changed meanwhile; read it again, then sign."
                )
            self._note(SIGNED, {"round": number, "role": role, "name": name, "hash": body})


def read_game(stored: object) -> t.GameResult:
    """Parse a game that a table reported. Raise BadEntry if it is malformed."""
    try:
        played = from_json(t.GameResult, stored)
    except Malformed as error:
        raise t.BadEntry(str(error)) from error
    check_result(played)
    return played


def new_id() -> str:
    """Return a new random id for an entry."""
    return f"hub-{secrets.token_hex(6)}"


def tournament_denied(code: str, message: str) -> Denied:
    """Return a refusal whose code begins with "cup."."""
    return Denied(f"cup.{code}", message)


@contextmanager
def refusals() -> Iterator[None]:
    """Turn the tournament's own errors into Denied."""
    try:
        yield
    except t.TournamentError as error:
        raise tournament_denied(getattr(error, "code", "form"), str(error)) from error
