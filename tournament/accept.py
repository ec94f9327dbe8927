"""Checks an entry before it is accepted. Each function raises Refused with the fault and the remedy.

None of them depends on the tables' reports, except for the referee's decisions on reports and for the end: so the
order of reports changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from scorer.errors import short
from scorer.naming import is_taken
from tournament.entrants import check_entrants
from tournament.entries import (
    Came,
    Corrected,
    Drawn,
    Ended,
    Moved,
    Paused,
    Replayed,
    Reported,
    Ruled,
    Substituted,
    TableFailed,
    WalkedOver,
    WentHome,
)
from tournament.errors import BadEntry, Refused
from tournament.formats import Free, Groups, Knockout
from tournament.player_list import Player, checked
from tournament.state import away, in_own_names, is_done, matches_of, round_of, stage_of, waiting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tournament.entries import Match
    from tournament.formats import Stage
    from tournament.results import GameResult
    from tournament.state import State


def _match(state: State, name: str) -> Match:
    """Return the match with this id. Raise Refused if it was replaced."""
    if name in state.anew:
        raise Refused(
            "replayed", f"The match {short(name)} is played anew as {state.anew[name]}; say that one."
        )
    match = state.matches.get(name)
    if match is None:
        raise Refused("unknown_match", f"There is no match {short(name)}; name one that was drawn.")
    return match


def _person(state: State, name: str) -> None:
    if name not in state.names:
        raise Refused("unknown_player", f"{short(name)} is not on the list; add him first.")
    if name in state.gone:
        raise Refused("gone", f"{short(name)} has gone home.")


def _newcomer(state: State, entry: Came) -> Player:
    """Return the newcomer as stored. Raise Refused for a name that is taken, or for options that no game here allows."""
    try:
        player = checked(entry.player)
        _check_names(state, (player.name, *player.people))
        check_entrants(state.format, (*state.players, player))
    except BadEntry as error:
        raise Refused("player", str(error)) from error
    return player


def _check_names(state: State, names: tuple[str, ...]) -> None:
    """Raise BadEntry for a name already in use."""
    here = (*state.everybody, *state.plays_for)
    twin = next((name for place, name in enumerate(names) if is_taken(name, (*here, *names[:place]))), None)
    if twin is not None:
        raise BadEntry(f"{short(twin)} is here already; give the new one another name.")


def _came(state: State, entry: Came) -> None:
    player = _newcomer(state, entry)
    if entry.match is not None:
        match = _match(state, entry.match)
        if not match.players:
            raise Refused("free", f"At {match.id} whoever comes may sit down; name no match.")
        here = len(match.players) - len(away(state, match))
        if here >= state.format.most:
            raise Refused("full", f"The match {match.id} has {here}; a table seats {state.format.most}.")
    if not state.rounds:
        return
    stage = stage_of(state, state.rounds[-1])
    if isinstance(stage, Free) and state.rounds[-1].stage == 1:
        return
    if not _has_a_seat(state, entry.match, stage):
        raise Refused("too_late", f"{short(player.name)} comes too late: those who play on are settled.")
    if entry.match is None or round_of(state, entry.match) != state.rounds[-1]:
        raise Refused(
            "needs_match", "The groups are drawn; name the match of this round at which there is room."
        )


def _has_a_seat(state: State, match: str | None, stage: Stage) -> bool:
    """Whether a latecomer may still join the first stage: in a group, or in the place of an absentee in a knock-out's first round."""
    if state.rounds[-1].stage > 1:
        return False
    given_up = match is not None and bool(away(state, _match(state, match)))
    return isinstance(stage, Groups) or (isinstance(stage, Knockout) and len(state.rounds) == 1 and given_up)


def _went_home(state: State, entry: WentHome) -> None:
    _person(state, entry.player)


def _substituted(state: State, entry: Substituted) -> None:
    _person(state, entry.player)
    try:
        checked_name = checked_by(entry.by)
    except BadEntry as error:
        raise Refused("player", str(error)) from error
    if is_taken(checked_name, state.everybody):
        raise Refused("player", f"{short(entry.by)} is on the list and plays for himself.")
    if state.plays_for.get(entry.by, entry.player) != entry.player:
        raise Refused("player", f"{short(entry.by)} plays for {state.plays_for[entry.by]} already.")


def checked_by(name: str) -> str:
    """Return a substitute's name as stored. Raise BadEntry for an unreadable name."""
    kept = checked(Player(name=name)).name
    if kept != name:
        raise BadEntry(f"by is {short(name)}; write it as {short(kept)}.")
    return kept


def _drawn(state: State, entry: Drawn) -> None:
    if state.paused:
        raise Refused("paused", "The tournament is paused; nothing is drawn.")
    if entry.round != len(state.rounds) + 1:
        raise Refused("round", f"The next round is {len(state.rounds) + 1}, not {entry.round}.")
    last = state.rounds[-1].stage if state.rounds else 1
    if not last <= entry.stage <= min(last + bool(state.rounds), len(state.format.stages)):
        raise Refused("stage", f"stage is {entry.stage}; it must be the present one or the next.")
    if not entry.matches:
        raise Refused("no_match", "The round has no match; draw at least one.")
    for match in entry.matches:
        _check_match(state, match, state.format.stages[entry.stage - 1])
    ids = [match.id for match in entry.matches]
    if len(set(ids)) < len(ids) or set(ids) & state.matches.keys():
        raise Refused("match_id", "A match has an id that another one has; give each its own.")
    places = [(match.table, match.sitting) for match in entry.matches]
    if len(set(places)) < len(places):
        raise Refused("table", "Two matches have one table at one time; give one another sitting.")
    people = [*entry.byes, *(name for match in entry.matches for name in match.players)]
    for name in people:
        _person(state, name)
    twice = next((name for name in people if people.count(name) > 1), None)
    if twice is not None:
        raise Refused("twice", f"{short(twice)} sits twice in the round; seat him once.")


def _check_match(state: State, match: Match, stage: Stage) -> None:
    _check_place(state, match.table, match.sitting)
    if not match.id.strip() or len(match.id) > 40:
        raise Refused("match_id", f"The match's id is {short(match.id)}; it must have 1 to 40 letters.")
    if isinstance(stage, Free):
        if match.players or match.games:
            raise Refused("free", "On a free evening nobody is seated; name no players and no games.")
        return
    rules = state.format.rules
    least = 2 if state.rounds and isinstance(stage, Knockout) else rules.players_min
    if not least <= len(match.players) <= rules.players_max:
        raise Refused(
            "size",
            f"{len(match.players)} sit at table {match.table}; {rules.name} is played by {least} to {rules.players_max}.",
        )
    if not 1 <= match.games <= 1000:
        raise Refused("games", f"games is {match.games}; it must be 1 to 1000.")


def _check_place(state: State, table: int, sitting: int) -> None:
    if table not in state.tables or sitting < 1:
        raise Refused(
            "table", f"Table {table} is not there, or out of order; there are {short(state.tables)}."
        )


def _corrected(state: State, entry: Corrected) -> None:
    match = _match(state, entry.match)
    _known(in_own_names(state, entry.result), match.players or state.names)
    if not entry.by.strip():
        raise Refused("by", "by is empty; write who corrects.")


def _known(result: GameResult, people: Sequence[str]) -> None:
    """Raise Refused if somebody played who cannot have, or if two played for one person."""
    stranger = next((name for name in result.players if name not in people), None)
    if stranger is not None:
        raise Refused(
            "stranger", f"{short(stranger)} cannot have played there; write who did, or add him first."
        )
    if len(set(result.players)) < len(result.players):
        raise Refused("twice", "Somebody and his substitute cannot both have played.")


def _ruled(state: State, entry: Ruled) -> None:
    waits = next((pending for pending in waiting(state) if pending.report.id == entry.report), None)
    if waits is None:
        raise Refused("not_waiting", f"No report {short(entry.report)} waits; there is nothing to rule.")
    if entry.counts:
        _match(state, waits.report.match)
        if isinstance(waits.report, Reported):
            _known(in_own_names(state, waits.report.result), state.names)
    if not entry.by.strip():
        raise Refused("by", "by is empty; write who rules.")


def _walked_over(state: State, entry: WalkedOver) -> None:
    match = _match(state, entry.match)
    strange = next((name for name in entry.absent if name not in match.players), None)
    if strange is not None or not entry.absent:
        raise Refused(
            "stranger", f"absent is {short(entry.absent)}; name some of {', '.join(match.players)}."
        )


def _moved(state: State, entry: Moved) -> None:
    match = _match(state, entry.match)
    _check_place(state, entry.table, entry.sitting)
    drawn = round_of(state, entry.match)
    others = {(other.table, other.sitting) for other in matches_of(state, drawn) if other.id != match.id}
    if (entry.table, entry.sitting) in others:
        raise Refused(
            "table", f"Table {entry.table} has a match in this round; name another, or a later sitting."
        )


def _replayed(state: State, entry: Replayed) -> None:
    _match(state, entry.match)
    if not entry.anew.strip() or entry.anew in state.matches:
        raise Refused("match_id", f"The id {short(entry.anew)} is used; give the match another.")


def _table_failed(state: State, entry: TableFailed) -> None:
    if not 1 <= entry.table <= state.opened.tables or (entry.table in state.failed) != entry.back:
        raise Refused(
            "table", f"Table {entry.table} is not there, or is so already; there are {state.opened.tables}."
        )


def _paused(state: State, entry: Paused) -> None:
    if entry.on == state.paused:
        raise Refused("paused", "It is so already.")


def _ended(state: State, _entry: Ended) -> None:
    if waiting(state):
        raise Refused("waiting", f"{len(waiting(state))} reports wait for the referee; rule on them first.")
    left = [
        match.id
        for drawn in state.rounds
        if not isinstance(stage_of(state, drawn), Free) and not is_done(state, drawn)
        for match in matches_of(state, drawn)
    ]
    if left:
        raise Refused("open_games", "Not all is played yet; let it be played, or say who did not come.")


CHECKS: Final[dict[type, Callable[[State, Any], None]]] = {
    Came: _came,
    WentHome: _went_home,
    Substituted: _substituted,
    Drawn: _drawn,
    Corrected: _corrected,
    Ruled: _ruled,
    WalkedOver: _walked_over,
    Moved: _moved,
    Replayed: _replayed,
    TableFailed: _table_failed,
    Paused: _paused,
    Ended: _ended,
}
