"""The tournament as pages show it: seats, standings, and what waits for the referee."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import scorer
import tournament as t
from knobeltisch.hub.tournament.matching import next_decider, next_match
from tournament.report.words import format_points, reason_text, words_of
from tournament.state import away, counted, is_done, matches_of, open_games, round_of, sits_for, sitters

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet
    from fractions import Fraction

    from tournament.entries import Match
    from tournament.results import GameResult
    from tournament.state import State

SHOWN: Final = 200
HONOURED: Final = 3
"""The last place that is honoured at the end."""


def summary_to_json(state: State, version: int) -> dict[str, Any]:
    """Return what stands on every page; the rest is fetched when `version` is another."""
    matches = [match for drawn in state.rounds[-1:] for match in matches_of(state, drawn)]
    games = sum(match.games for match in matches)
    left = sum(len(open_games(state, match)) for match in matches)
    return {
        "version": version,
        "title": state.opened.title,
        "round": len(state.rounds),
        "done": games - left,
        "of": games,
        "paused": state.paused,
        "ended": state.ended,
        "waiting": len(t.waiting(state)),
    }


def tournament_to_json(state: State, version: int, language: str) -> dict[str, Any]:
    """Return the seats of the last round, the standings, the teams' standings, the rounds so far and the bracket."""
    rows, handicap = t.standings(state), t.handicaps_of(state, state.names)
    if not (state.ended or t.is_over(state)):
        podium = []
    else:
        podium = [
            {"place": row.place, "name": row.name, "points": format_points(row.points, language)}
            for row in t.team_standings(state) or t.standings(state)
            if row.place <= HONOURED and row.tally.games
        ]
    return {
        **summary_to_json(state, version),
        "format": state.format.name,
        "variant": state.format.variant,
        "halves": scorer.parts_lost(state.format.variant) == "halves",
        "final": bool(getattr(state.format.rules, "final", False)),
        "players": [
            {
                "name": player.name,
                "team": player.team,
                "handicap": player.handicap,
                "people": list(player.people),
                "sits": None if (sits := sits_for(state, player.name)) == player.name else sits,
                "gone": player.name in state.gone,
            }
            for player in state.players
        ],
        "tables": state.opened.tables,
        "failed": sorted(state.failed),
        "seats": _seats(state),
        "byes": list(state.rounds[-1].byes) if state.rounds else [],
        "deciders": [
            {
                **{key: getattr(due, key) for key in ("match", "game", "table", "places", "place", "group")},
                "players": [sits_for(state, name) for name in due.players],
                "drawn": list(due.players),
            }
            for due in t.deciders(state)
        ],
        "standings": [_line(row, language, handicap) for row in rows[:SHOWN]],
        "teams": [_line(row, language, {}) for row in t.team_standings(state)],
        "rounds": [
            {
                "round": drawn.round,
                "done": is_done(state, drawn),
                "matches": [_match(state, match) for match in matches_of(state, drawn)],
            }
            for drawn in state.rounds
        ],
        "bracket": _bracket(state, language),
        "podium": podium,
    }


def _seats(state: State) -> list[dict[str, Any]]:
    """Return everybody of the last round in the order of letters, with his table."""
    seated = [
        (name, match)
        for drawn in state.rounds[-1:]
        for match in matches_of(state, drawn)
        for name in sitters(state, match)
    ]
    handicap = t.handicaps_of(state, [name for name, _ in seated])
    found = [
        {
            "name": name,
            "table": match.table,
            "sitting": match.sitting,
            "group": match.group,
            "handicap": handicap.get(name, 0),
        }
        for name, match in seated
    ]
    return sorted(found, key=lambda seat: str(seat["name"]).casefold())


def _line(row: t.Row, language: str, handicap: Mapping[str, int]) -> dict[str, Any]:
    ahead = None if row.ahead is None else reason_text(row.ahead, language)
    return {
        "place": row.place,
        "name": row.name,
        "points": format_points(row.points, language),
        "games": row.tally.games,
        "ahead": ahead,
        "handicap": handicap.get(row.name, 0),
    }


def _bracket(state: State, language: str) -> list[dict[str, Any]]:
    """Return the rounds of the bracket; none where there is no knock-out yet."""

    def points(value: Fraction | None) -> str | None:
        return None if value is None else format_points(value, language)

    return [
        {
            "round": each.number,
            "name": each.name,
            "byes": list(each.byes),
            "tables": [
                {
                    "match": table.match,
                    "table": table.table,
                    "sitting": table.sitting,
                    "places": table.places,
                    "done": table.is_done,
                    "seats": [
                        {
                            "name": seat.name,
                            "sits": None if seat.sits == seat.name else seat.sits,
                            "points": points(seat.points),
                            "games": [points(game) for game in seat.games],
                            "goes_on": seat.goes_on,
                            "away": seat.is_away,
                        }
                        for seat in table.seats
                    ],
                }
                for table in each.tables
            ],
        }
        for each in t.bracket(state)
    ]


def _match(state: State, match: Match) -> dict[str, Any]:
    games = counted(state, match.id)
    return {
        "match": match.id,
        "table": match.table,
        "sitting": match.sitting,
        "group": match.group,
        "players": list(sitters(state, match)),
        "drawn": [name for name in match.players if name not in away(state, match)],
        "handicap": t.handicaps_of(state, sitters(state, match)),
        "games": match.games,
        "left": len(open_games(state, match)),
        "losers": [games[number].result.loser for number in sorted(games)],
    }


def pending_to_json(state: State, language: str) -> list[dict[str, Any]]:
    """Return what waits for the referee, and what his yes would change."""
    say = words_of(language)
    found = []
    for pending in t.waiting(state):
        said = pending.report
        try:
            shown = t.effect(state, said.id)
            changes = [
                {
                    "name": change.name,
                    "before": change.before.place,
                    "after": change.after.place,
                    "had": format_points(change.before.points, language),
                    "has": format_points(change.after.points, language),
                }
                for change in shown.changes
            ]
            through, out = list(shown.through), list(shown.out)
        except t.Refused:
            changes, through, out = [], [], []
        result = said.result if isinstance(said, t.Reported) else None
        found.append(
            {
                "report": said.id,
                "table": said.table,
                "match": said.match,
                "game": said.game,
                "why": say[f"doubt_{pending.why}"],
                "now": _result_to_json(pending.now),
                "said": _result_to_json(result),
                "changes": changes,
                "through": through,
                "out": out,
            }
        )
    return found


def _result_to_json(result: GameResult | None) -> dict[str, Any] | None:
    if result is None:
        return None
    return {
        "players": list(result.players),
        "loser": result.loser,
        "parts": {part.part: part.loser for part in result.parts},
        "handicap": {given.player: given.mats for given in result.handicap},
        "stopped": result.stopped,
    }


def task(state: State, table: int, taken: Mapping[str, AbstractSet[int]]) -> dict[str, Any] | None:
    """Return what a table is to play now, by which rules; None where it is free.

    A match that is drawn comes first, then a decider.
    """
    match = next_match(state, table, taken)
    if match is not None:
        left = [game for game in open_games(state, match) if game not in taken.get(match.id, ())]
        players, form = sitters(state, match), state.format
        is_small = len(match.players) < form.rules.players_min
        shown = _task(state, match, players, form.decider_options if is_small else form.house_options)
        return {**shown, "game": left[0] if left else 1}
    due = next_decider(state, table)
    if due is None:
        return None
    names = tuple(sits_for(state, name) for name in due.players)
    shown = _task(state, state.matches[due.match], names, state.format.decider_options)
    return {**shown, "game": due.game, "games": due.game, "decider": due.place}


def _task(
    state: State, match: Match, players: tuple[str, ...], options: Mapping[str, str | int | bool]
) -> dict[str, Any]:
    return {
        "title": state.opened.title,
        "match": match.id,
        "round": round_of(state, match.id).round,
        "sitting": match.sitting,
        "group": match.group,
        "players": list(players),
        "games": match.games,
        "variant": state.format.variant,
        "options": dict(options),
        "teams": t.teams_of(state, players),
        "handicap": t.handicaps_of(state, players),
    }
