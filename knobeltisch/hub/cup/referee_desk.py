"""Answers the tournament's pages: views, and the decisions of landlord and referee."""

from collections.abc import Mapping
from itertools import count
from typing import Any, Final

import tournament as t
from knobeltisch.errors import Denied
from knobeltisch.hub.cup.joining import Joining
from knobeltisch.hub.cup.kept_tournament import (
    REFEREE,
    KeptTournament,
    RefereeQuestion,
    new_id,
    refusals,
    tournament_denied,
)
from knobeltisch.hub.cup.match_reports import MatchReports, as_local
from knobeltisch.hub.cup.tournament_view import (
    certificates_to_json,
    misfits_to_json,
    pending_to_json,
    summary_to_json,
    tournament_to_json,
)
from knobeltisch.hub.table_list import TableList
from scorer.json_forms.codec import Malformed, from_json
from tournament.by_hand import Slip, result_by_hand
from tournament.fold import cancelled_ids
from tournament.report.words import misfit_text
from tournament.state import matches_of, open_games

SHOWN: Final = 30
"""How many of the referee's last entries are offered for taking back."""


class RefereeDesk:
    """Answers the pages, using the match `reports`. Safe to call from any thread. Raises Denied."""

    def __init__(
        self, tournament: KeptTournament, reports: MatchReports, joining: Joining, tables: TableList
    ) -> None:
        self._tournament, self.reports, self.joining, self._tables = tournament, reports, joining, tables

    def brief(self) -> dict[str, Any] | None:
        """Return the tournament's summary for every page; None if there is none."""
        state = self._tournament.state
        if state is None:
            return None
        return {**summary_to_json(state, self._tournament.version), "joins": self.joining.is_open}

    def to_json(self, language: str) -> dict[str, Any] | None:
        """Return the tournament as everybody sees it; None if there is none."""
        state = self._tournament.state
        return None if state is None else tournament_to_json(state, self._tournament.version, language)

    def certificates(self, name: str | None, language: str) -> dict[str, Any] | None:
        """Return the content of certificates for one person, or with None for the first three; None if there is no tournament.

        Raise Denied until the tournament is over.
        """
        kept = self._tournament.kept
        if kept.state is None:
            return None
        if not kept.state.ended:
            raise tournament_denied("not_over", "The tournament is not over; its certificates come then.")
        return certificates_to_json(kept.state, name, as_local(kept.last_at).isoformat(), language)

    def waiting(self, language: str) -> dict[str, Any]:
        """Return all that the referee's page shows: what waits, and what was decided."""
        state = self._tournament.state
        waiting = [] if state is None else pending_to_json(state, language)
        loose, unread = self._tournament.games_without_match()
        senders = {table.sender: table.number for table in self._tables.all()}
        return {
            "waiting": waiting,
            "misfits": [] if state is None else misfits_to_json(state, language),
            "loose": loose,
            "unread": [{"table": senders.get(word["sender"]), "why": word["why"]} for word in unread],
            "dismissed": [{"sender": sender, "id": game} for sender, game in self._tournament.kept.dismissed],
            "noted": recent_entries(self._tournament),
            "formats": list(t.PRESETS),
            "signers": self.reports.signers(language),
            "joining": self.joining.view_for_referee(),
        }

    def open(self, *, title: str, form: str, tables: int, players: str) -> tuple[str, ...]:
        """Begin a tournament; return the columns of the player list that were not recognised."""
        with refusals():
            chosen = t.load_format(form) if form in t.PRESETS else t.read_format(form)
            # They may come by phone.
            listed, unused = t.read_player_list(players) if players.strip() else ((), ())
            allowed = t.fit_format(chosen, listed)
        self._tournament.open(title, allowed, tables, listed)
        return unused

    def abandon(self) -> None:
        """Discard the current tournament."""
        self._tournament.abandon()

    def act(self, sent: Mapping[str, Any], language: str = "en") -> Mapping[str, Any]:
        """Carry out a decision of the referee. Return a new signer's name, role and PIN for "appoint", otherwise {}.

        Raise Denied if it is refused or, with a question in `language`, if the referee must confirm it first.
        """
        try:
            return self._act(sent)
        except RefereeQuestion as asked:
            said = " ".join(misfit_text(wrong, language) for wrong in asked.misfits)
            raise tournament_denied("asks", said) from asked

    def _act(self, sent: Mapping[str, Any]) -> Mapping[str, Any]:
        match sent:
            case {"do": "appoint", "role": str(role), "name": str(name)}:
                return self.reports.appoint(role, name)
            case {"do": "sign", "round": int(number), "role": str(role), "pin": str(pin), "body": str(body)}:
                self.reports.sign(number, role, pin, body)
            case {"do": "join", "open": bool(on)}:
                self.joining.open(on=on)
            case {"do": "join", "accept": [*asked]} if all(isinstance(request, str) for request in asked):
                self.joining.let_in_all(asked)
            case {"do": "draw"}:
                self._tournament.draw()
            case {"do": "fail_table", "table": int(table)}:
                fail_table(self._tournament, table)
            case {"do": "note", "kind": str(kind), **said}:
                fields = {key: value for key, value in said.items() if key not in ("do", "sure")}
                self._tournament.note(kind, fields, sure=said.get("sure") is True)
            case _:
                self._act_on_games(sent)
        return {}

    def _act_on_games(self, sent: Mapping[str, Any]) -> None:
        match sent:
            case {"do": "rule", "report": str(report), "counts": bool(counts), "by": str(by), **more}:
                self._tournament.rule(report, counts=counts, by=by, sure=more.get("sure") is True)
            case {
                "do": "assign",
                "sender": str(sender),
                "id": str(game),
                "match": str(match),
                "game": int(number),
                **more,
            }:
                self._tournament.assign(sender, game, match, number, sure=more.get("sure") is True)
            case {"do": "dismiss", "sender": str(sender), "id": str(game), **more}:
                self._tournament.dismiss(sender, game, back=more.get("back") is True)
            case {"do": "result", "match": str(match), "game": int(number), **more}:
                said = by_hand(self._tournament, match, number, slip_of(more), str(more.get("by", "")))
                self._tournament.take([said], sure=more.get("sure") is True)
            case _:
                raise Denied(
                    "bad_command",
                    "Send draw, rule, assign, dismiss, result, fail_table, note, join, appoint or sign, "
                    "as docs/hub.md has them.",
                )


def by_hand(tournament: KeptTournament, match: str, game: int, slip: Slip, by: str) -> t.Corrected:
    """Return the entry for a result typed by the referee, which overrides a table's report. Raise Denied if it is invalid."""
    state = tournament.require_state()
    there = state.matches.get(match)
    if there is None:
        raise tournament_denied("unknown_match", f"There is no match {match[:40]!r}.")
    with refusals():
        played = result_by_hand(state, there, game, slip)
    return t.Corrected(id=new_id(), by=by.strip() or REFEREE, match=match, game=game, result=played)


def slip_of(sent: Mapping[str, Any]) -> Slip:
    """Parse a result slip sent by the page. Raise Denied if it is malformed."""
    try:
        return from_json(Slip, {key: sent[key] for key in ("order", "halves", "out", "final") if key in sent})
    except Malformed as error:
        raise tournament_denied("form", str(error)) from error


def fail_table(tournament: KeptTournament, table: int) -> None:
    """Mark a table as out of order, and move its open matches to other tables.

    Raise Denied if it is refused, as for the last table.
    """
    state = tournament.require_state()
    entries: list[t.Entry] = [t.TableFailed(id=new_id(), table=table)]
    others = [number for number in state.tables if number != table]
    round_now = [match for drawn in state.rounds[-1:] for match in matches_of(state, drawn)]
    taken = {(match.table, match.sitting) for match in round_now}
    for match in round_now:
        if match.table == table and (open_games(state, match) or not match.players):
            if not others:
                break  # the entry itself says that it is the last table
            later = ((number, sitting) for sitting in count(match.sitting) for number in others)
            place = next(free for free in later if free not in taken)
            taken.add(place)
            entries.append(t.Moved(id=new_id(), match=match.id, table=place[0], sitting=place[1]))
    tournament.take(entries)


def recent_entries(tournament: KeptTournament) -> list[dict[str, object]]:
    """Return the referee's last 30 entries, newest first, each with its subject and whether it was taken back."""
    state = tournament.state
    if state is None:
        return []
    dead = cancelled_ids(state.entries.values())
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
