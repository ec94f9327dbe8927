"""What the referee does at the desk beyond a single entry: type a result, move all of a failed table, take something back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import tournament as t
from knobeltisch.hub.tournament.kept_tournament import REFEREE, new_id, refused, tournament_denied
from tournament.by_hand import Slip, result_by_hand
from tournament.fold import taken_back
from tournament.state import matches_of, open_games

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from knobeltisch.hub.tournament.kept_tournament import KeptTournament
    from tournament.entries import Match

SHOWN: Final = 30
"""So many of the referee's last entries are offered to be taken back."""


def type_result(tournament: KeptTournament, match: str, game: int, slip: Slip, by: str) -> None:
    """Note how a game ended as the referee types it; it counts at once, whatever a table says. Raise Denied."""
    state = tournament.require_state()
    there = state.matches.get(match)
    if there is None:
        raise tournament_denied("unknown_match", f"There is no match {match[:40]!r}.")
    try:
        played = result_by_hand(state, there, game, slip)
    except t.TournamentError as error:
        raise refused(error) from error
    tournament.take(
        [t.Corrected(id=new_id(), by=by.strip() or REFEREE, match=match, game=game, result=played)]
    )


def slip_of(sent: Mapping[str, Any]) -> Slip:
    """Read a slip that the page sends. Raise Denied if it is malformed."""
    lists = {key: sent.get(key, []) for key in ("order", "halves", "out")}
    final = sent.get("final", "")
    texts = [word for words in lists.values() if isinstance(words, list) for word in words]
    if not all(isinstance(words, list) for words in lists.values()) or not all(
        isinstance(word, str) for word in (*texts, final)
    ):
        raise tournament_denied(
            "form", "A result has lists of names as order, halves and out, and a name as final."
        )
    return Slip(**{key: tuple(words) for key, words in lists.items()}, final=final)


def fail_table(tournament: KeptTournament, table: int) -> None:
    """Note that a table is out of order, and move its open matches to the other tables: all of them or none. Raise Denied."""
    state = tournament.require_state()
    entries: list[t.Entry] = [t.TableFailed(id=new_id(), table=table)]
    others = [number for number in state.tables if number != table]
    round_now = [match for drawn in state.rounds[-1:] for match in matches_of(state, drawn)]
    taken = {(match.table, match.sitting) for match in round_now}
    for match in round_now:
        if match.table == table and (open_games(state, match) or not match.players):
            place = _free_place(others, taken, match)
            if place is None:
                break  # the entry itself says that it is the last table
            taken.add(place)
            entries.append(t.Moved(id=new_id(), match=match.id, table=place[0], sitting=place[1]))
    tournament.take(entries)


def _free_place(tables: Sequence[int], taken: set[tuple[int, int]], match: Match) -> tuple[int, int] | None:
    """Return the first table and sitting that is free, not before the match's own."""
    if not tables:
        return None
    sitting = match.sitting
    while True:
        for table in tables:
            if (table, sitting) not in taken:
                return table, sitting
        sitting += 1


def recent_entries(tournament: KeptTournament) -> list[dict[str, object]]:
    """Return the referee's latest entries, newest first, each with its subject and whether it was taken back."""
    state = tournament.state
    if state is None:
        return []
    dead = taken_back(state.entries.values())
    found = []
    for entry in reversed(list(state.entries.values())):
        if isinstance(entry, t.Opened | t.Reported | t.TakenBack):
            continue
        about: dict[str, Any] = {
            key: value
            for key in ("player", "by", "match", "table", "round", "game", "absent", "entry")
            if (value := getattr(entry, key, None)) not in (None, "", ())
        }
        if isinstance(about.get("player"), t.Player):
            about["player"] = about["player"].name
        may = entry.id not in dead and t.can(state, t.Undone(id="?", entry=entry.id))
        found.append({"id": entry.id, "kind": entry.kind, **about, "back": entry.id in dead, "may": may})
        if len(found) == SHOWN:
            break
    return found
