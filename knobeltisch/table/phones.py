"""Phones at the table: a guest asks for a seat, the table confirms, and the phone plays for that guest alone.

A seat is stored beside the journal with the hash of a random token, so that everybody stays seated after a restart; open
requests stay in memory for some minutes. See docs/decisions/0012-roles-a-pin-and-a-seat-for-a-phone.md.
"""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import scorer
from knobeltisch.device.address import neighbour
from knobeltisch.device.own_sounds import OwnSounds
from knobeltisch.device.voice import Voice
from knobeltisch.errors import CommandError, Denied
from knobeltisch.game.evening import LiveEntry
from knobeltisch.game.player_names import good_name, name_taken_error
from knobeltisch.game.saved_lists import Lists
from knobeltisch.game.wishes import SideEvents
from knobeltisch.storage.store import Store
from knobeltisch.table.commands import Commands
from knobeltisch.table.guest_permissions import GuestPermissions, Guests, HouseSwitches, SeatRequest
from knobeltisch.table.phone_throws import read_play
from scorer.errors import BadName
from scorer.json_forms.text import refusal_to_json
from scorer.json_forms.written import to_json
from scorer.naming import is_taken
from web.visitors import Attempts, Limiter, hash_of, make_token

log = logging.getLogger(__name__)

KEY: Final = "phones"
OPEN_S: Final = 300.0
"""How long a request stays open."""
SURE_S: Final = 60.0
"""Seconds after which a waiting request makes room for another."""
MOST_OPEN: Final = 12
MOST_OPEN_EACH: Final = 2
MOST_SEATED: Final = 24
SEATED_S: Final = 12 * 3600.0
HOUR_S: Final = 3600.0
_TRIES: Final = 3


class Phones:
    """The phones that have a seat at the table. Safe to call from any thread.

    `voice` speaks on the television, and `sounds` are the landlord's own. `clock` is the time of day; `ticks` is monotonic.
    `evening` returns the live entries and side events; `renew` publishes the phones again.
    """

    def __init__(  # noqa: PLR0913 - the time of day and a clock that never jumps are two
        self,
        store: Store,
        lists: Lists,
        voice: Voice,
        clock: Callable[[], float],
        *,
        sounds: OwnSounds,
        commands: Commands,
        evening: Callable[[], tuple[Sequence[LiveEntry], SideEvents]],
        renew: Callable[[], None],
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store, self._lists, self.voice, self.sounds = store, lists, voice, sounds
        self._commands, self._evening, self._renew = commands, evening, renew
        self._clock, self._ticks = clock, ticks
        self.allowed = GuestPermissions(store, renew)
        sounds.changed = renew
        self._lock = threading.RLock()
        self._limit = Limiter(burst=4, rate=1 / 60, clock=ticks)
        self._attempts = Attempts(neighbour)
        self._open: list[SeatRequest] = []
        self._coming: dict[str, str] = {}
        kept = store.get(KEY)
        self._seated: dict[str, dict[str, Any]] = dict(kept) if isinstance(kept, dict) else {}

    # --- what everybody sees

    def to_json(self) -> Guests:
        """Return the guests' part of a snapshot."""
        # Without the lock, held during writes to the card: this is the table's own thread. list() is atomic.
        seated = [phone["player"] for phone in list(self._seated.values())]
        house: HouseSwitches = {
            **self.allowed.now,
            "voice": self.voice.is_available,
            "sounds": self.sounds.now,
        }
        return {"house": house, "phones": {"asking": to_json(self._open_requests()), "seated": seated}}

    # --- identify a phone

    def player(self, token: str | None) -> str | None:
        """Return the player that a phone plays for; None if it has no seat."""
        if not token:
            return None
        with self._lock:
            found, now = self._seated.get(hash_of(token)), self._clock()
            if found is None:
                return None
            if now - found["seen"] > SEATED_S:
                self._remove_seat(hash_of(token))
                return None
            if now - found["seen"] > HOUR_S:
                found["seen"] = now
                self._store_seats()
            return str(found["player"])

    def requested_name(self, token: str | None) -> str | None:
        """Return the name in a phone's open request; None if it has none."""
        with self._lock:
            if not token or hash_of(token) in self._coming:
                return self._coming.get(hash_of(token or ""))
            mine = (guest for guest in self._open_requests() if guest.holder == hash_of(token))
            return next((phone.name for phone in mine), None)

    # --- ask for a seat

    def request_seat(self, raw: object, *, token: str | None, address: str, secure: bool = False) -> str:
        """Store a phone's request to play under a name, replacing its last; return its token. Raise Denied if it is refused."""
        if not self.allowed.now["phone_seats"]:
            raise Denied("no_phone_seats", "The landlord does not allow sitting down by phone.")
        with self._lock:
            self._attempts.note(address)
            if wait := self._limit.take(address):
                raise Denied(
                    "slow_down", "Too many requests at once; wait a moment and try again.", wait=wait
                )
            known = {*self._seated, *(guest.holder for guest in self._open_requests())}
            # No phone chooses its token itself.
            mine = token if token and hash_of(token) in known else make_token(secure=secure)
            name, is_here = self._check_name(raw, hash_of(mine))
            self._require_room(hash_of(mine), address)
            asked = SeatRequest(
                id=secrets.token_hex(6),
                name=name,
                known=is_here,
                holder=hash_of(mine),
                address=address,
                until=self._ticks() + OPEN_S,
            )
            self._open = [*self._open_requests(but=asked.holder), asked]
        timer = threading.Timer(OPEN_S + 1, self._renew)
        timer.daemon = True
        timer.start()
        self._renew()
        return mine

    def answer(self, request: str, *, accept: bool, after: str | None = None) -> Mapping[str, object]:
        """Accept or refuse a request; an accepted guest joins as the rules allow (TBL-4), to the left of `after`.

        Return {"ok": True} or the reason why it is not possible.
        """
        with self._lock:
            asked = next((guest for guest in self._open_requests() if guest.id == request), None)
            if asked is None:
                return refusal_to_json("stale", "That question is no longer open; look at the page again.")
            self._open.remove(asked)
            self._coming[asked.holder] = asked.name  # until he sits, his phone's request stays open
        try:
            return self._let_in(asked, after) if accept else {"ok": True}
        finally:
            with self._lock:
                self._coming.pop(asked.holder, None)
            self._renew()

    def leave(self, token: str | None) -> None:
        """Free a phone's seat, or drop its request; the player stays in the game."""
        if not token:
            return
        with self._lock:
            self._open = self._open_requests(but=hash_of(token))
            if hash_of(token) in self._seated:
                self._remove_seat(hash_of(token))
        self._renew()

    def remove(self, player: str) -> bool:
        """Remove the seat of a player's phone; return False if the player has no phone."""
        with self._lock:
            found = [hashed for hashed, seat in self._seated.items() if seat["player"] == player]
            for hashed in found:
                self._remove_seat(hashed)
        self._renew()
        return bool(found)

    # --- commands of a phone

    def play(self, player: str, sent: Mapping[str, Any]) -> Mapping[str, object]:
        """Carry out a player's decision on a phone, and throw if a throw follows.

        Return {"ok": True} or the reason for a refusal.
        """
        if not self.allowed.now["phone_throws"]:
            return refusal_to_json("no_phone_throws", "The landlord does not allow throwing by phone.")
        try:
            order = read_play(player, sent)
        except CommandError as error:
            return refusal_to_json(error.code, str(error), error.rule)
        return self._commands.carry_out(order, sent)

    def rename_seats(self, old: str, new: str) -> None:
        """Give the phone of a renamed player the new name; called in the table's thread."""
        with self._lock:
            mine = [phone for phone in self._seated.values() if phone["player"] == old]
            for phone in mine:
                phone["player"] = new
            if mine:
                self._store_seats()

    # --- inside

    def _open_requests(self, but: str = "") -> list[SeatRequest]:
        now = self._ticks()
        return [asked for asked in list(self._open) if asked.until > now and asked.holder != but]

    def _require_room(self, holder: str, address: str) -> None:
        """Raise Denied if the limit of requests or seats is reached.

        At the limit, a request from an address that has asked more often makes room, else one that has waited for a minute.
        """
        others = self._open_requests(but=holder)
        mine = sum(other.address == address for other in others)
        if mine < MOST_OPEN_EACH and len(others) >= MOST_OPEN:
            spare = self._attempts.gives_way([guest.address for guest in others], address)
            if spare is None and others[0].until - self._ticks() < OPEN_S - SURE_S:
                spare = 0
            if spare is not None:
                self._open.remove(others.pop(spare))
        if mine >= MOST_OPEN_EACH or len(others) >= MOST_OPEN:
            raise Denied("many_ask", "Others are waiting already; try again in a few minutes.", wait=60)
        if len(self._seated) >= MOST_SEATED:
            raise Denied("many_seated", f"At most {MOST_SEATED} phones can sit here; one must leave first.")

    def _check_name(self, raw: object, holder: str) -> tuple[str, bool]:
        """Return the valid name (the team's if the guest is in one), and whether that player is in the game.

        Raise Denied if the name is invalid or taken.
        """
        try:
            live, beside = self._evening()
            here, kept = _present_players(live, beside), self._lists.regulars()["regulars"]
            regulars = [str(entry["name"]) for entry in kept] if isinstance(kept, list) else []
            name = good_name(raw, [*here, *regulars])
            teams = scorer.summary(live[-1].state).teams if live else {}
            name = next((team for team, people in teams.items() if name in people), name)
            if any(phone["player"] == name for phone in self._seated.values()):
                raise Denied("has_phone", f"{name!r} has a phone at the table already.")
            others = [guest.name for guest in self._open_requests(but=holder)]
            others += [regular for regular in regulars if regular != name]
            if name not in here and is_taken(name, [*here, *others]):
                raise name_taken_error(name, [*here, *others])
        except BadName as error:
            raise Denied(error.code, str(error)) from error
        return name, name in here

    def _let_in(self, asked: SeatRequest, after: str | None) -> Mapping[str, object]:
        live, beside = self._evening()
        if asked.name not in _present_players(live, beside):
            if live:
                wish: dict[str, object] = {"do": "wish", "player": asked.name, "what": "next"}
                if asked.name not in live[-1].state.players:
                    wish |= {"what": "join"} | ({} if after is None else {"after": after})
                reply = self._commands.send(wish)
                if not reply.get("ok"):
                    return reply
            for _ in range(
                _TRIES
            ):  # another tablet may change the list meanwhile; a full one is left as it is
                now = self._lists.regulars()
                kept = now["regulars"]
                assert isinstance(kept, list)
                here = {"name": asked.name, "seat": "here"}
                regulars = [here if entry["name"] == asked.name else entry for entry in kept]
                regulars += [] if here in regulars else [here]
                reply = self._lists.change_regulars({"revision": now["revision"], "regulars": regulars})
                if reply.get("ok"):
                    break
        with self._lock:
            self._seated[asked.holder] = {"player": asked.name, "seen": self._clock()}
            self._store_seats()
        return {"ok": True}

    def _remove_seat(self, hashed: str) -> None:
        del self._seated[hashed]
        self._store_seats()

    def _store_seats(self) -> None:
        self._store.try_put(KEY, self._seated)


def _present_players(live: Sequence[LiveEntry], beside: SideEvents) -> list[str]:
    if not live:
        return []
    state = live[-1].state
    coming = [wish.player for wish in beside.wishes if wish.what in ("join", "next")]
    return [*(player for player in state.players if state.out.get(player) != "left"), *coming]
