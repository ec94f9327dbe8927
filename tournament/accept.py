"""Applies an entry of each kind: returns the state after it, or raises Refused with the fault and what would be accepted.

No refusal depends on the tables' reports, except for the referee's decisions on reports and for the end, so that the order of
reports does not matter.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatch

from scorer.errors import shorten
from scorer.naming import is_taken
from tournament.entries import (
    Came,
    Corrected,
    Drawn,
    Ended,
    Match,
    Moved,
    Paused,
    Replayed,
    Reported,
    Ruled,
    Said,
    Substituted,
    TableFailed,
    TakenBack,
    WalkedOver,
    WentHome,
)
from tournament.errors import BadEntry, Refused
from tournament.formats import Free, Groups, Knockout, Stage
from tournament.player_list import Player, check_entrants, normalize_player
from tournament.results import GameResult, check_result
from tournament.state import (
    State,
    absentees_of,
    by_results,
    in_own_names,
    is_done,
    matches_of,
    round_of,
    sits_for,
    stage_of,
    waiting_reports,
)


def _match(state: State, name: str) -> Match:
    if name in state.anew:
        raise Refused(
            "replayed", f"The match {shorten(name)} is played again as {state.anew[name]}; say that one."
        )
    match = state.matches.get(name)
    if match is None:
        raise Refused("unknown_match", f"There is no match {shorten(name)}; name one that was drawn.")
    return match


def _check_person(state: State, name: str) -> None:
    if name not in state.names:
        raise Refused("unknown_player", f"{shorten(name)} is not on the list; add him first.")
    if name in state.gone:
        raise Refused("gone", f"{shorten(name)} has gone home.")


def _check_author(by: str) -> None:
    if not by.strip():
        raise Refused("by", "by is empty; write who decides.")


@singledispatch
def accept(entry: object, _state: State) -> State:
    """Accept an entry: return the state after it, or raise Refused if it is not possible now."""
    raise TypeError(f"{type(entry).__name__} is no entry that a tournament takes.")


@accept.register
def _came(entry: Came, state: State) -> State:
    try:
        player = normalize_player(entry.player)
        names = (player.name, *player.people)
        for place, name in enumerate(names):
            if is_taken(name, (*state.everybody, *state.plays_for, *names[:place])):
                raise Refused("player", f"{shorten(name)} is here already; give the new one another name.")
        check_entrants(state.format, (*state.players, player))
    except BadEntry as error:
        raise Refused("player", str(error)) from error
    match = None if entry.match is None else _match(state, entry.match)
    if match is not None:
        if not match.players:
            raise Refused("free", f"At {match.id} whoever comes may sit down; name no match.")
        here_now = len(match.players) - len(absentees_of(state, match))
        if here_now >= state.format.most:
            raise Refused("full", f"The match {match.id} has {here_now}; a table seats {state.format.most}.")
    _check_not_too_late(state, player.name, match)
    state = replace(state, players=(*state.players, player))
    if match is None:
        return state
    seated = replace(match, players=(*match.players, player.name))
    said = frozenset(report.id for report in state.said.get(match.id, ()) if state.is_timed)
    joined = {**state.joined, player.name: said}
    return replace(state, matches={**state.matches, match.id: seated}, joined=joined)


def _check_not_too_late(state: State, name: str, match: Match | None) -> None:
    """Raise Refused unless a latecomer may still join: before the draw, on a free evening, in a group, or for an absentee."""
    if not state.rounds:
        return
    last = state.rounds[-1]
    stage = stage_of(state, last)
    if last.stage == 1 and isinstance(stage, Free):
        return
    given_up = match is not None and bool(absentees_of(state, match))
    first_round = isinstance(stage, Knockout) and len(state.rounds) == 1
    if last.stage > 1 or not (isinstance(stage, Groups) or (first_round and given_up)):
        raise Refused("too_late", f"{shorten(name)} comes too late: those who play on are settled.")
    if match is None or round_of(state, match.id) != last:
        raise Refused(
            "needs_match", "The groups are drawn; name the match of this round at which there is room."
        )


@accept.register
def _went_home(entry: WentHome, state: State) -> State:
    _check_person(state, entry.player)
    return replace(state, gone=state.gone | {entry.player})


@accept.register
def _substituted(entry: Substituted, state: State) -> State:
    _check_person(state, entry.player)
    if entry.by == entry.player and entry.player != sits_for(state, entry.player):
        others = {by: player for by, player in state.plays_for.items() if by != entry.by}
        return replace(state, plays_for={**others, entry.by: entry.player})
    try:
        name = normalize_player(Player(name=entry.by)).name
    except BadEntry as error:
        raise Refused("player", str(error)) from error
    if name != entry.by:
        raise Refused("player", f"by is {shorten(entry.by)}; write it as {shorten(name)}.")
    if is_taken(name, state.everybody):
        raise Refused("player", f"{shorten(name)} is on the list and plays for himself.")
    if state.plays_for.get(name, entry.player) != entry.player:
        raise Refused("player", f"{shorten(name)} plays for {state.plays_for[name]} already.")
    others = {by: player for by, player in state.plays_for.items() if by != name}
    return replace(state, plays_for={**others, name: entry.player})


@accept.register
def _drawn(entry: Drawn, state: State) -> State:
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
        _check_person(state, name)
    twice = next((name for name in people if people.count(name) > 1), None)
    if twice is not None:
        raise Refused("twice", f"{shorten(twice)} sits twice in the round; seat him once.")
    matches = {match.id: match for match in entry.matches}
    return replace(
        state,
        rounds=(*state.rounds, entry),
        gone_at=(*state.gone_at, state.gone),
        matches={**state.matches, **matches},
    )


def _check_match(state: State, match: Match, stage: Stage) -> None:
    _check_place(state, match.table, match.sitting)
    if not match.id.strip() or len(match.id) > 40:
        raise Refused("match_id", f"The match's id is {shorten(match.id)}; it must have 1 to 40 letters.")
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
            "table", f"Table {table} is not there, or out of order; there are {shorten(state.tables)}."
        )


@accept.register
def _said(entry: Said, state: State) -> State:
    if not 1 <= entry.game <= 1000:
        raise Refused("game", f"game is {entry.game}; it must be 1 to 1000.")
    if not isinstance(entry, TakenBack):
        try:
            check_result(entry.result)
        except BadEntry as error:
            raise Refused("result", str(error)) from error
    if isinstance(entry, Corrected):
        match = _match(state, entry.match)
        _check_known(in_own_names(state, entry.result), match.players or state.names)
        _check_author(entry.by)
    late = state.late
    if state.ended and not isinstance(entry, Corrected):
        late = {**late, entry.id: "after_the_end"}
    elif isinstance(entry, Reported) and entry.match in state.matches and state.is_timed:
        number = round_of(state, entry.match).round
        if any(drawn.round > number for drawn in by_results(state)):
            late = {**late, entry.id: "after_the_draw"}
    earlier = state.said.get(entry.match, ())
    return replace(state, late=late, said={**state.said, entry.match: (*earlier, entry)})


def _check_known(result: GameResult, people: Sequence[str]) -> None:
    """Raise Refused if somebody who cannot have played did, or if two people played for one."""
    stranger = next((name for name in result.players if name not in people), None)
    if stranger is not None:
        raise Refused(
            "stranger", f"{shorten(stranger)} cannot have played there; write who did, or add him first."
        )
    if len(set(result.players)) < len(result.players):
        raise Refused("twice", "Somebody and his substitute cannot both have played.")


@accept.register
def _ruled(entry: Ruled, state: State) -> State:
    waits = next((pending for pending in waiting_reports(state) if pending.report.id == entry.report), None)
    if waits is None:
        raise Refused("not_waiting", f"No report {shorten(entry.report)} waits; there is nothing to rule.")
    if entry.counts:
        _match(state, waits.report.match)
        if isinstance(waits.report, Reported):
            _check_known(in_own_names(state, waits.report.result), state.names)
    _check_author(entry.by)
    return replace(state, rulings={**state.rulings, entry.report: entry})


@accept.register
def _walked_over(entry: WalkedOver, state: State) -> State:
    match = _match(state, entry.match)
    if not entry.absent or not set(entry.absent) <= set(match.players):
        raise Refused(
            "stranger", f"absent is {shorten(entry.absent)}; name some of {', '.join(match.players)}."
        )
    absent = tuple(sorted({*state.absent.get(match.id, ()), *entry.absent}))
    return replace(state, absent={**state.absent, match.id: absent})


@accept.register
def _moved(entry: Moved, state: State) -> State:
    match = _match(state, entry.match)
    _check_place(state, entry.table, entry.sitting)
    others = [other for other in matches_of(state, round_of(state, match.id)) if other.id != match.id]
    if any((other.table, other.sitting) == (entry.table, entry.sitting) for other in others):
        raise Refused(
            "table", f"Table {entry.table} has a match in this round; name another, or a later sitting."
        )
    moved = replace(match, table=entry.table, sitting=entry.sitting)
    return replace(state, matches={**state.matches, match.id: moved})


@accept.register
def _replayed(entry: Replayed, state: State) -> State:
    match = _match(state, entry.match)
    if not entry.anew.strip() or entry.anew in state.matches:
        raise Refused("match_id", f"The id {shorten(entry.anew)} is used; give the match another.")
    matches = {**state.matches, entry.anew: replace(match, id=entry.anew)}
    absent = state.absent
    if state.is_timed and match.id in absent:
        absent = {**absent, entry.anew: absent[match.id]}
    return replace(state, matches=matches, absent=absent, anew={**state.anew, match.id: entry.anew})


@accept.register
def _table_failed(entry: TableFailed, state: State) -> State:
    if not 1 <= entry.table <= state.opened.tables or (entry.table in state.failed) != entry.back:
        raise Refused(
            "table", f"Table {entry.table} is not there, or is so already; there are {state.opened.tables}."
        )
    return replace(state, failed=state.failed ^ {entry.table})


@accept.register
def _paused(entry: Paused, state: State) -> State:
    if entry.on == state.paused:
        raise Refused("paused", "It is so already.")
    return replace(state, paused=entry.on)


@accept.register
def _ended(_entry: Ended, state: State) -> State:
    if waiting_reports(state):
        raise Refused(
            "waiting", f"{len(waiting_reports(state))} reports wait for the referee; rule on them first."
        )
    if any(
        not is_done(state, drawn) for drawn in state.rounds if not isinstance(stage_of(state, drawn), Free)
    ):
        raise Refused("open_games", "Not all is played yet; let it be played, or say who did not come.")
    return replace(state, paused=False, ended=True)
