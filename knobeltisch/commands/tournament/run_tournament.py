"""`knobeltisch tournament` and `knobeltisch verify`: each function returns its output."""

from __future__ import annotations

import os
import re
import secrets
import sys
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import tournament as t
from knobeltisch.commands.tournament.tournament_file import LARGEST, begin, opened, text_of
from knobeltisch.commands.tournament.tournament_file import take as take_entries
from knobeltisch.errors import TournamentFileError
from tournament.by_hand import Slip, result_by_hand
from tournament.codec import canonical
from tournament.report.report_lines import report_of
from tournament.report.report_text import draw_text, report_text, standings_text, waiting_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

SMALL: Final = 1024 * 1024
NOTED: Final = {
    "came": t.Came,
    "went_home": t.WentHome,
    "substituted": t.Substituted,
    "walked_over": t.WalkedOver,
    "moved": t.Moved,
    "replayed": t.Replayed,
    "table_failed": t.TableFailed,
    "paused": t.Paused,
    "undone": t.Undone,
    "ended": t.Ended,
}
A = TypeVar("A")
UNSIGNED: Final = 3
UNKNOWN_KEY: Final = 4
"""Exit codes of `verify` for an unchanged report without a signature, or without that of the named key; 1 is for a changed report."""
ROLES: Final = ("captain_home", "captain_guest", "referee")


def answer(ask: Callable[..., A], **words: object) -> A:
    """Return a command's output. Raise TournamentFileError with the reason of a refusal."""
    try:
        return ask(**words)
    except t.TournamentError as error:
        raise TournamentFileError(str(error)) from error


def new(file: Path, form: str, players: Path, title: str, tables: int) -> str:
    """Begin a tournament."""
    found = _players_of(players)
    chosen = t.fitted(_format_of(form), found)
    entry = t.Opened(id=_id(), title=title, format=chosen, tables=tables, players=found)
    t.entry_from_line(t.entry_to_line(entry))  # a title that cannot be read again is refused here
    begin(file, entry)
    return f"{file}: {len(found)} players, {tables} tables, {chosen.name}.\n"


def _players_of(file: Path) -> tuple[t.Player, ...]:
    try:
        return t.read_players(text_of(file, SMALL))
    except t.BadList as error:
        raise TournamentFileError(f"{file}: {error}") from error


def _format_of(said: str) -> t.Format:
    """Return a preset, or the format that a file describes. Raise TournamentFileError naming the file."""
    if said in t.PRESETS or not os.path.exists(said):  # noqa: PTH110 - returns False for an impossible file name
        return t.load_format(said)
    try:
        return t.read_format(text_of(Path(said), SMALL), Path(said).stem)
    except t.BadFormat as error:
        raise TournamentFileError(f"{said}: {error}") from error


def _id() -> str:
    return f"hand-{secrets.token_hex(6)}"


def draw(file: Path, seed: int | None, language: str) -> str:
    """Draw the next round."""
    state = opened(file)
    drawn = t.next_round(state, seed=secrets.randbelow(10**9) if seed is None else seed, id=_id())
    take_entries(file, [drawn])
    return draw_text(state, drawn, language)


def result(file: Path, match: str, game: int, by: str, **slip: Any) -> str:  # noqa: ANN401 - as typed
    """Record the result of a game."""
    state = opened(file)
    there = state.matches.get(match)
    if there is None:
        raise t.Refused(
            "unknown_match", f"There is no match {match[:40]!r}; there are {', '.join(state.matches)}."
        )
    typed = Slip(
        order=tuple(_names(slip["order"])),
        halves=tuple(_names(slip["halves"])),
        final=slip["final"].strip(),
        out=tuple(slip["out"]),
    )
    played = result_by_hand(state, there, game, typed)
    said = t.Reported(id=_id(), table=there.table, match=match, game=game, result=played)
    entry = t.Corrected(id=_id(), by=by, match=match, game=game, result=played) if by else said
    t.entry_from_line(t.entry_to_line(entry))
    after = take_entries(file, [entry])
    waits = next((pending for pending in t.waiting(after) if pending.report.id == entry.id), None)
    if waits is not None:
        return f"It waits for the referee ({waits.why}): {entry.id}\n"
    left = t.open_games(after, after.matches[match])
    due = "".join(
        f"Level: {' and '.join(level.players)} play game {level.game} of {level.match} at table {level.table}.\n"
        for level in t.deciders(after)
    )
    return f"{match}, game {game}: noted; {len(left)} to play.\n{due}"


def _names(said: str) -> list[str]:
    return [name.strip() for name in said.split(",") if name.strip()]


def take(file: Path, entries: str) -> str:
    """Append entries from JSON lines."""
    read = []
    for number, line in enumerate(_lines(entries), start=1):
        try:
            read.append(t.entry_from_line(line))
        except t.BadEntry as error:
            raise TournamentFileError(f"Line {number}: {error}") from error
    before = len(opened(file).entries)
    after = take_entries(file, read)
    return f"{len(after.entries) - before} new entries, {len(t.waiting(after))} wait for the referee.\n"


def _lines(entries: str) -> list[str]:
    """Return the lines of a file, or of standard input."""
    if entries != "-":
        return text_of(Path(entries)).splitlines()
    raw = sys.stdin.buffer.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise TournamentFileError(f"The entries have more than {LARGEST // 1024} KB; send fewer at once.")
    try:
        return raw.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise TournamentFileError("The entries are not UTF-8 text; send them as that.") from error


def note(file: Path, kind: str, said: Sequence[str]) -> str:
    """Append a typed entry, and return its id, with which it can be undone."""
    noted = NOTED.get(kind)
    if noted is None:
        raise t.Refused(
            "kind", f"There is nothing called {kind[:40]!r} to note; there are {', '.join(NOTED)}."
        )
    wanted = {field.name: str(field.type) for field in fields(noted)}
    written: dict[str, object] = {"kind": kind, "id": _id()}
    for sentence in said:
        key, _, value = sentence.partition("=")
        if key in ("kind", "id") or key not in wanted:
            names = [name for name in wanted if name not in ("kind", "id")]
            raise t.Refused("key", f"{kind} has no {key[:40]!r}; it has {', '.join(names) or 'nothing'}.")
        written[key] = _as_written(wanted[key], key, value)
    entry = t.entry_from_line(canonical(written))
    take_entries(file, [entry])
    return f"{entry.id}\n"


def _as_written(wanted: str, key: str, value: str) -> object:
    """Convert a typed value for an entry: a number, yes or no, names with commas, a player by name."""
    if "int" in wanted:
        if not re.fullmatch("[0-9]{1,6}", value):
            raise t.Refused("value", f"{key} is {value[:40]!r}; it must be a number.")
        return int(value)
    if "bool" in wanted:
        if value not in ("yes", "no"):
            raise t.Refused("value", f"{key} is {value[:40]!r}; it must be yes or no.")
        return value == "yes"
    if "tuple" in wanted:
        return _names(value)
    return {"name": value} if "Player" in wanted else value


def waiting(file: Path, language: str) -> str:
    """List what waits for the referee, and what accepting it would change."""
    state = opened(file)
    return waiting_text(state, language)


def rule(file: Path, report: str, verdict: str, by: str) -> str:
    """Accept or reject a pending report."""
    entry = t.Ruled(id=_id(), by=by, report=report, counts=verdict == "yes")
    t.entry_from_line(t.entry_to_line(entry))
    after = take_entries(file, [entry])
    return f"{len(t.waiting(after))} wait for the referee.\n"


def standings(file: Path, stage: int | None, group: str | None, *, teams: bool, language: str) -> str:
    """Print the standings."""
    state = opened(file)
    if group is not None and stage is None:
        stage = 1
    if stage is not None and stage > len(state.format.stages):
        raise t.Refused("stage", f"There is no stage {stage}; there are {len(state.format.stages)}.")
    rows = t.team_standings(state) if teams else t.standings(state, stage=stage, group=group)
    if not rows:
        raise t.Refused("nobody", "There is nobody in these standings; name another group, or leave it out.")
    handicap = {} if teams else t.handicaps_of(state, state.names)
    return standings_text(rows, language, state.format.variant, handicap)


def report(file: Path, number: int, day: datetime | None, language: str) -> str:
    """Print a round's match report."""
    day_of_it = "" if day is None else day.date().isoformat()
    return report_text(report_of(opened(file), number, day_of_it), language)
