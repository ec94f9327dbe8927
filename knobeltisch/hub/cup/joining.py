"""Guests who ask by phone to join a tournament before the draw. The referee opens the list and accepts each guest.

Requests are stored with the hash of a random token, so that they survive a restart.
"""

import secrets
from collections.abc import Collection, Mapping
from typing import Any, Final

import tournament as t
from knobeltisch.device.address import neighbour
from knobeltisch.errors import Denied, StoreError
from knobeltisch.hub.cup.kept_tournament import KeptTournament, new_id, refusals, tournament_denied
from knobeltisch.hub.hall_file import HallFile
from scorer.naming import is_taken
from tournament.errors import BadEntry
from tournament.formats import MatchDay
from tournament.player_list import check_new
from web.visitors import Attempts, Limiter, hash_of, make_token

KEY: Final = "joining"
MOST_OPEN: Final = 200
MOST_OPEN_EACH: Final = 6
"""A family or a house may share one address; accepting a request makes room for another."""


class Joining:
    """The requests to take part, guarded by the tournament's own lock. Safe to call from any thread. Raises Denied."""

    def __init__(self, file: HallFile, tournament: KeptTournament) -> None:
        """Load the requests. Raise StoreError if they cannot be read."""
        self._file, self._tournament = file, tournament
        self._limit = Limiter(burst=6, rate=1 / 20)
        self._attempts = Attempts(neighbour)
        self._lock = tournament.lock
        kept = file.get(KEY)
        self._kept: dict[str, Any] = kept if isinstance(kept, dict) else _nothing("")

    # --- what is shown

    @property
    def is_open(self) -> bool:
        """Whether guests may ask now: the referee has opened the list, the draw has not been made, and there are no teams."""
        with self._lock:
            return bool(self._of_now()["open"]) and self._may(self._tournament.state)

    def view_for_referee(self) -> dict[str, object]:
        """Return whether the list is open, whether it may be opened, and whose requests are waiting."""
        with self._lock:
            asked = self._of_now()["asked"]
            waiting = [{"id": entry["id"], "name": entry["name"]} for entry in asked]
            return {"open": self.is_open, "may": self._may(self._tournament.state), "asking": waiting}

    def player(self, token: str | None) -> str | None:
        """Return the player whom this phone put on the list; None if there is none."""
        with self._lock:
            name = self._of_now()["let_in"].get(hash_of(token or ""))
            return None if name is None else str(name)

    def requested_name(self, token: str | None) -> str | None:
        """Return the name in this phone's waiting request; None if there is none."""
        with self._lock:
            return next((str(entry["name"]) for entry in self._asked_by(hash_of(token or ""))), None)

    # --- what is done

    def open(self, *, on: bool) -> None:
        """Open or close the list; waiting requests stay. Raise Denied if it may not be opened now."""
        with self._lock:
            if on and not self._may(self._tournament.require_state()):
                raise tournament_denied("too_late", "The tournament is drawn, or its teams stand on a list.")
            self._put({**self._of_now(), "open": on})
            self._tournament.publish_change()

    def request_seat(self, raw: object, *, token: str | None, address: str, secure: bool = False) -> str:
        """Store a request, replacing this phone's last one, and return the phone's token. Raise Denied if it is refused."""
        with self._lock:
            self._attempts.note(address)
            if wait := self._limit.take(address):
                raise Denied("slow_down", "Too many at once; slow down a little.", wait=wait)
            if not self.is_open:
                raise tournament_denied(
                    "no_joining", "Nobody can be put on the list by phone now; ask the referee."
                )
            holder = hash_of(token or "")
            is_ours = holder in self._of_now()["let_in"] or bool(self._asked_by(holder))
            mine = (
                token if token and is_ours else make_token(secure=secure)
            )  # no phone chooses its token itself
            holder = hash_of(mine)
            if (name := self._of_now()["let_in"].get(holder)) is not None:
                raise tournament_denied("is_in", f"This phone has put {name} on the list.")
            others = [entry for entry in self._of_now()["asked"] if entry["holder"] != holder]
            each = sum(other["address"] == address for other in others)
            if each < MOST_OPEN_EACH and len(others) >= MOST_OPEN:
                spare = self._attempts.gives_way([other["address"] for other in others], address)
                others = others if spare is None else [*others[:spare], *others[spare + 1 :]]
            if len(others) >= MOST_OPEN or each >= MOST_OPEN_EACH:
                raise Denied("many_ask", "Others are asking already; try again in some minutes.", wait=60)
            came, state = _came(raw if isinstance(raw, str) else ""), self._tournament.require_state()
            try:
                name = check_new(came.player).name
            except BadEntry as error:
                raise tournament_denied("player", str(error)) from error
            if is_taken(name, (*state.everybody, *state.plays_for, *(other["name"] for other in others))):
                raise tournament_denied(
                    "name_taken", f"Somebody is called {name} already; write another name."
                )
            with refusals():
                t.apply(state, came)
            asked = {"id": secrets.token_hex(6), "name": name, "holder": holder, "address": address}
            self._put({**self._of_now(), "asked": [*others, asked]})
            return mine

    def answer(self, request: str, *, accept: bool, after: str | None = None) -> Mapping[str, object]:  # noqa: ARG002 - a list has no seats
        """Accept or refuse a request; return {"ok": True}. `after` is ignored.

        Raise Denied if it is no longer waiting or does not fit on the list.
        """
        with self._lock:
            asked = self._of_now()["asked"]
            if not any(entry["id"] == request for entry in asked):
                raise tournament_denied("not_asking", "He does not wait any more; look at the page again.")
            if accept:
                self.let_in_all([request])
            else:
                self._put({**self._of_now(), "asked": [entry for entry in asked if entry["id"] != request]})
                self._tournament.publish_change()
            return {"ok": True}

    def let_in_all(self, requests: Collection[str]) -> None:
        """Accept these requests, except those withdrawn meanwhile.

        If some do not fit on the list, accept the others, then raise Denied for the first that did not; it keeps waiting.
        """
        with self._lock:
            kept = self._of_now()
            left = {**kept, "asked": [], "let_in": {**kept["let_in"]}}
            refusals = []
            with self._tournament.writing():
                for asked in kept["asked"]:
                    try:
                        if asked["id"] in requests:
                            self._tournament.take([_came(asked["name"])])
                            left["let_in"][asked["holder"]] = asked["name"]
                            continue
                    except StoreError:
                        raise
                    except Denied as refusal:
                        refusals.append(refusal)
                    left["asked"].append(asked)
                self._file.put(KEY, left)
            self._kept = left
        if refusals:
            raise refusals[0]

    def leave(self, token: str | None) -> None:
        """Withdraw this phone's request; a person already on the list stays there."""
        with self._lock:
            mine = self._asked_by(hash_of(token or ""))
            if mine:
                kept = self._of_now()
                self._put({**kept, "asked": [entry for entry in kept["asked"] if entry not in mine]})

    # --- inside

    def _may(self, state: t.State | None) -> bool:
        if state is None or state.rounds or state.ended:
            return False
        return not any(isinstance(stage, MatchDay) for stage in state.format.stages)

    def _asked_by(self, holder: str) -> list[dict[str, Any]]:
        return [entry for entry in self._of_now()["asked"] if entry["holder"] == holder]

    def _of_now(self) -> dict[str, Any]:
        name = self._tournament.name
        return self._kept if self._kept["cup"] == name else _nothing(name)

    def _put(self, kept: dict[str, Any]) -> None:
        self._file.put(KEY, kept)
        self._kept = kept


def _nothing(tournament: str) -> dict[str, Any]:
    return {"cup": tournament, "open": False, "asked": [], "let_in": {}}


def _came(name: str) -> t.Came:
    return t.Came(id=new_id(), player=t.Player(name=name))
