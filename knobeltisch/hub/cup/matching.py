"""Finds the match that a game played at a table belongs to, and a table's next match.

A game that the table started for the hub has a ticket that names its match. Any other is matched by its players.
"""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from tournament import deciders
from tournament.entries import Match
from tournament.results import GameResult, rename_players
from tournament.state import (
    State,
    handicaps_of,
    in_own_names,
    matches_of,
    open_games,
    people_at,
    round_of,
    sits_for,
    teams_of,
)
from tournament.tickets import Ticket


def as_listed(state: State, result: GameResult) -> GameResult:
    """Return a result with the names spelled as on the tournament's list; unchanged if two would become the same."""
    there = {name.casefold(): name for name in (*state.names, *state.plays_for)}
    listed = rename_players(result, lambda name: there.get(name.casefold(), name))
    return listed if len(set(listed.players)) == len(listed.players) else result


def place_of(
    state: State, table: int | None, result: GameResult, taken: Mapping[str, AbstractSet[int]]
) -> tuple[str, int] | None:
    """Return the match that a table's new game belongs to, and its number there; None if it belongs to none.

    `taken` holds the numbers of games already reported, by match. A match of exactly these people comes first, at that table if
    possible; then a decider between them; then the table's own match, if most of them belong to it (the referee must confirm)
    or if it is for everybody.
    """
    people = set(in_own_names(state, result).players)
    matches = list(_newest_first(state))
    fitting = [
        match
        for match in matches
        if match.players and {state.plays_for.get(name, name) for name in people_at(state, match)} == people
    ]
    fitting.sort(key=lambda match: match.table != table)
    for match in fitting:
        if free := _free(state, match, taken):
            return match.id, free
    for due in deciders(state):
        if set(due.players) == people:
            return due.match, _next(state.matches[due.match], taken)
    mine = [match for match in matches if match.table == table]
    for match in mine:
        common = len(people & set(match.players))
        if match.players and 2 * common > len(people) and (free := _free(state, match, taken)):
            return match.id, free
    anybody = next((match for match in mine if not match.players), None)
    if anybody is not None and people <= set(state.names):
        return anybody.id, _next(anybody, taken)
    return None


def task(
    state: State, table: int, taken: Mapping[str, AbstractSet[int]], tournament: str = ""
) -> dict[str, Any] | None:
    """Return a table's task: what to play now, and its rules; None if it is free.

    Drawn matches come first, then deciders. `tournament`: its name, for the ticket.
    """
    if state.ended or state.paused or not state.rounds:
        return None
    mine = [match for match in _newest_first(state) if match.table == table]
    last = {match.id for match in matches_of(state, state.rounds[-1])}
    mine.sort(key=lambda match: (match.id not in last, match.sitting))
    match = next((match for match in mine if not match.players or _free(state, match, taken)), None)
    due = next((due for due in deciders(state) if due.table == table), None)
    form, more = state.format, {}
    if match is not None:
        players, game = people_at(state, match), _free(state, match, taken) or 1
        is_small = len(match.players) < form.rules.players_min
        options = form.decider_options if is_small else form.house_options
    elif due is not None:
        match, players = state.matches[due.match], tuple(sits_for(state, name) for name in due.players)
        game, options, more = due.game, form.decider_options, {"games": due.game, "decider": due.place}
    else:
        return None
    return {
        "title": state.opened.title,
        "match": match.id,
        "ticket": str(Ticket(tournament=tournament, match=match.id, game=game)),
        "round": round_of(state, match.id).round,
        "sitting": match.sitting,
        "group": match.group,
        "players": list(players),
        "game": game,
        "games": match.games,
        "variant": form.variant,
        "options": options,
        "teams": teams_of(state, players),
        "handicap": handicaps_of(state, players),
        **more,
    }


def _newest_first(state: State) -> Iterator[Match]:
    for drawn in reversed(state.rounds):
        yield from sorted(matches_of(state, drawn), key=lambda match: match.sitting)


def _free(state: State, match: Match, taken: Mapping[str, AbstractSet[int]]) -> int | None:
    return next((game for game in open_games(state, match) if game not in taken.get(match.id, ())), None)


def _next(match: Match, taken: Mapping[str, AbstractSet[int]]) -> int:
    return max(taken.get(match.id, ()), default=match.games) + 1
