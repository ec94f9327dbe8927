"""The tournament as JSON for the pages: seats, standings, and what the referee has to decide."""

import contextlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any, Final

import scorer
import tournament as t
from tournament.entries import Match
from tournament.report.words import format_points, misfit_text, reason_text, words_of
from tournament.results import GameResult
from tournament.state import (
    State,
    absentees_of,
    by_results,
    counted_games,
    is_done,
    matches_of,
    open_games,
    people_at,
    people_in,
    sits_for,
)

SHOWN: Final = 200
HONOURED: Final = 3
"""The last place that is honoured at the end."""
CALLED: Final = {"number": "round", "is_done": "done", "is_away": "away"}
"""The JSON keys of some fields of the bracket."""


def summary_to_json(state: State, version: int) -> dict[str, Any]:
    """Return the summary for every page; when `version` changes, pages fetch the rest."""
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
        "waiting": len(t.waiting_reports(state)),
    }


def tournament_to_json(state: State, version: int, language: str) -> dict[str, Any]:
    """Return the tournament as everybody sees it (`TournamentJson`); the seats and byes are the last round's."""
    rows, teams, handicap = t.standings(state), t.team_standings(state), t.handicaps_of(state, state.names)
    seated = [
        (name, match)
        for drawn in state.rounds[-1:]
        for match in matches_of(state, drawn)
        for name in people_at(state, match)
    ]
    each = state.rounds if by_results(state) else ()
    reached = {name: drawn.round for drawn in each for name in people_in(state, drawn)}
    return {
        **summary_to_json(state, version),
        "format": state.format.name,
        "variant": state.format.variant,
        "halves": scorer.parts_lost(state.format.variant) == "halves"
        and getattr(state.format.rules, "halves", "") == "two",
        "final": bool(getattr(state.format.rules, "has_final", False)),
        "players": [
            {
                **{key: getattr(player, key) for key in ("name", "team", "handicap", "people")},
                "sits": None if (sits := sits_for(state, player.name)) == player.name else sits,
                "gone": player.name in state.gone,
            }
            for player in state.players
        ],
        "tables": state.opened.tables,
        "failed": sorted(state.failed),
        "seats": [
            {
                "name": name,
                "table": match.table,
                "sitting": match.sitting,
                "group": match.group,
                "handicap": t.handicaps_of(state, [name]).get(name, 0),
            }
            for name, match in sorted(seated, key=lambda seat: seat[0].casefold())
        ],
        "byes": state.rounds[-1].byes if state.rounds else (),
        "deciders": [
            {**asdict(due), "players": [sits_for(state, name) for name in due.players], "drawn": due.players}
            for due in t.deciders(state)
        ],
        "standings": [_line(row, language, handicap, reached) for row in rows[:SHOWN]],
        "teams": [_line(row, language) for row in teams],
        "rounds": [
            {
                "round": drawn.round,
                "done": is_done(state, drawn),
                "matches": [_match(state, match) for match in matches_of(state, drawn)],
            }
            for drawn in state.rounds
        ],
        "bracket": _bracket(state, language),
        "podium": certificate_rows(teams or rows, language) if state.ended or t.is_over(state) else [],
    }


def certificate_rows(rows: Iterable[t.Row], language: str) -> list[dict[str, Any]]:
    """Return the rows that get a certificate: places one to three, of players with at least one game."""
    return [_placed(row, language) for row in rows if row.place <= HONOURED and row.tally.games]


def certificates_to_json(state: State, name: str | None, at: str, language: str) -> dict[str, Any]:
    """Return the content of certificates dated `at`, for the person `name`, or for the first three if it is None."""
    rows = [row for row in t.standings(state) if row.name == name and row.tally.games]
    everybody = name is None
    return {
        "title": state.opened.title,
        "at": at,
        "people": certificate_rows(t.standings(state), language)
        if everybody
        else [_placed(row, language) for row in rows],
        "teams": certificate_rows(t.team_standings(state), language) if everybody else [],
    }


def _placed(row: t.Row, language: str) -> dict[str, Any]:
    return {"place": row.place, "name": row.name, "points": format_points(row.points, language)}


def _line(
    row: t.Row,
    language: str,
    handicap: Mapping[str, int] | None = None,
    reached: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """Return a line of the standings. `reached` maps players to their last round, in forms where that counts before points."""
    return {
        **_placed(row, language),
        "games": row.tally.games,
        "ahead": reason_text(row.ahead, language)
        if row.ahead and (row.tally.games or row.ahead.by == "further")
        else None,
        "round": (reached or {}).get(row.name),
        "handicap": (handicap or {}).get(row.name, 0),
    }


def _bracket(state: State, language: str) -> list[dict[str, Any]]:
    def points(value: object) -> object:
        if isinstance(value, tuple):
            return [points(inner) for inner in value]
        return format_points(value, language) if isinstance(value, Fraction) else value

    def written(fields: Iterable[tuple[str, object]]) -> dict[str, object]:
        return {CALLED.get(key, key): points(value) for key, value in fields}

    return [asdict(each, dict_factory=written) for each in t.knockout_rounds(state)]


def _match(state: State, match: Match) -> dict[str, Any]:
    games = counted_games(state, match.id)
    return {
        "match": match.id,
        "table": match.table,
        "sitting": match.sitting,
        "group": match.group,
        "players": list(people_at(state, match)),
        "drawn": [name for name in match.players if name not in absentees_of(state, match)],
        "handicap": t.handicaps_of(state, people_at(state, match)),
        "games": match.games,
        "left": len(open_games(state, match)),
        "losers": [games[number].result.loser for number in sorted(games)],
    }


def pending_to_json(state: State, language: str) -> list[dict[str, Any]]:
    """Return the reports waiting for the referee, and what accepting each would change."""
    found = []
    for pending in t.waiting_reports(state):
        said = pending.report
        would: dict[str, Any] = {"changes": [], "misfits": []}
        with contextlib.suppress(t.Refused):
            shown = t.effect_of(state, t.Ruled(id=f"?{said.id}", by="?", report=said.id, counts=True))
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
            would = {"changes": changes, "misfits": [misfit_text(wrong, language) for wrong in shown.misfits]}
        found.append(
            {
                "report": said.id,
                "table": said.table,
                "match": said.match,
                "game": said.game,
                "why": words_of(language)[f"doubt_{pending.why}"],
                "now": _result_to_json(pending.now),
                "said": _result_to_json(said.result if isinstance(said, t.Reported) else None),
                **would,
            }
        )
    return found


def misfits_to_json(state: State, language: str) -> list[str]:
    """Return a text for each drawn round that no longer fits the results before it: what is wrong, and what to do."""
    found = []
    for wrong in t.find_misfits(state):
        drawn = state.rounds[wrong.round - 1]
        helps = "misfit_undo" if t.can(state, t.Undone(id="?", entry=drawn.id)) else "misfit_played"
        found.append(f"{misfit_text(wrong, language)} {words_of(language)[helps]}")
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
