"""A tournament is the fold of its entries: `apply`, `can`, `replay`.

Refused and repeated entries change nothing, however often a table sends them. A report is never refused for being late
or not fitting: it is stored and waits for the referee.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from scorer.errors import shorten
from scorer.naming import first_twin, sound_key
from tournament.accept import accept
from tournament.entries import Corrected, Drawn, Entry, Opened, Reported, Ruled, TakenBack, Undone
from tournament.errors import BadEntry, Refused
from tournament.player_list import check_entrants, normalize_player
from tournament.state import State

MOST_TABLES: Final = 200
LONGEST_ID: Final = 80


def apply(state: State | None, entry: Entry) -> State:
    """Return the state after an entry; `state` is None before the first, an `Opened`. A repeated entry changes nothing.

    Raise Refused if the entry is impossible.
    """
    if not entry.id.strip() or len(entry.id) > LONGEST_ID:
        raise Refused("bad_id", f"The id is {shorten(entry.id)}; it must have 1 to {LONGEST_ID} letters.")
    if state is None:
        if not isinstance(entry, Opened):
            raise Refused("not_open", "No tournament is open; the first entry opens it.")
        return _opened(entry)
    before = state.entries.get(entry.id)
    if before is not None:
        if before == entry:
            return state
        raise Refused(
            "id_used", f"The id {shorten(entry.id)} stands for another entry; give this one its own."
        )
    if isinstance(entry, Opened):
        raise Refused("open", "A tournament is open already.")
    if state.ended and not isinstance(entry, Reported | TakenBack | Corrected | Ruled | Undone):
        raise Refused("over", "The tournament is over; take its end back first.")
    after = _undone(state, entry) if isinstance(entry, Undone) else accept(entry, state)
    return replace(after, entries={**state.entries, entry.id: entry})


def can(state: State | None, entry: Entry) -> bool:
    """Whether an entry is possible now."""
    try:
        apply(state, entry)
    except Refused:
        return False
    return True


def replay(entries: Iterable[Entry], state: State | None = None) -> State:
    """Return the state after these entries. Raise Refused at the first impossible one, or if there are none."""
    for entry in entries:
        state = apply(state, entry)
    if state is None:
        raise Refused("not_open", "No tournament is open; the first entry opens it.")
    return state


def _opened(entry: Opened) -> State:
    if not 1 <= entry.tables <= MOST_TABLES:
        raise Refused("tables", f"tables is {entry.tables}; it must be 1 to {MOST_TABLES}.")
    if not entry.title.strip():
        raise Refused("title", "The title is empty; write what the tournament is called.")
    try:
        players = tuple(normalize_player(player) for player in entry.players)
        check_entrants(entry.format, players)
    except BadEntry as error:
        raise Refused("player", str(error)) from error
    twins = first_twin(name for player in players for name in (player.name, *player.people))
    if twins is not None:
        one, other = twins
        clash = "twice" if sound_key(one) == sound_key(other) else f"and looks like {shorten(one)}"
        raise Refused(
            "player", f"{shorten(other)} stands on the list {clash}; give one of them another name."
        )
    return State(opened=entry, players=players, entries={entry.id: entry})


# --- taking back


def _undone(state: State, entry: Undone) -> State:
    """Return the state without an earlier entry. Raise Refused if later entries depend on it."""
    meant = state.entries.get(entry.entry)
    if meant is None:
        raise Refused("unknown_entry", f"There is no entry {shorten(entry.entry)}; name one that there is.")
    if isinstance(meant, Opened | Reported | TakenBack):
        raise Refused(
            "undo", f"The entry {shorten(entry.entry)} is not taken back here; correct its game instead."
        )
    if meant.id in cancelled_ids(state.entries.values()):
        raise Refused("undone", f"The entry {shorten(entry.entry)} is taken back already.")
    if isinstance(meant, Drawn) and any(state.said.get(match.id) for match in meant.matches):
        raise Refused(
            "has_results", f"Round {meant.round} has results; its games can be corrected, not the draw."
        )
    try:
        return replay(live_entries([*state.entries.values(), entry]))
    except Refused as error:
        raise Refused(
            "needed", f"Later entries rest on it ({error.message}) Take those back first."
        ) from error


def cancelled_ids(entries: Iterable[Entry]) -> set[str]:
    """Return the ids of the cancelled entries, which may be cancellations themselves."""
    dead: set[str] = set()
    for entry in reversed(list(entries)):
        if isinstance(entry, Undone) and entry.id not in dead:
            dead.add(entry.entry)
    return dead


def live_entries(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that count, in order: neither cancelled entries nor cancellations."""
    every = list(entries)
    dead = cancelled_ids(every)
    return [entry for entry in every if entry.id not in dead and not isinstance(entry, Undone)]
