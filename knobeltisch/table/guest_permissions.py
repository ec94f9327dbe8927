"""The landlord's permissions for guests and their phones: stored beside the journal, shown in every snapshot."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, TypedDict, cast

from knobeltisch.storage.store import Store
from scorer.json_forms.codec import Json
from scorer.json_forms.text import refusal_to_json
from scorer.json_forms.written import HIDDEN

KEY: Final = "allowed"


class GuestSwitches(TypedDict):
    """Whether the landlord allows sound on the television, taking a seat by phone, and throwing by phone."""

    screen_sound: bool
    phone_seats: bool
    phone_throws: bool


class HouseSwitches(GuestSwitches):
    """The landlord's permissions, whether the table has a voice, and which moments have the landlord's own sound."""

    voice: bool
    sounds: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRequest:
    """A phone's request to play as `name`, open until the table answers; `known`: a player of that name is in the game."""

    id: str
    name: str
    known: bool
    holder: str = field(metadata=HIDDEN)
    address: str = field(metadata=HIDDEN)
    until: float = field(metadata=HIDDEN)


class PhonesJson(TypedDict):
    """The phones that ask for a seat, and the players who have one."""

    asking: Annotated[list[Json], list[SeatRequest]]
    seated: list[str]


class Guests(TypedDict):
    """The guests' part of a snapshot."""

    house: HouseSwitches
    phones: PhonesJson


AT_FIRST: Final[GuestSwitches] = {"screen_sound": False, "phone_seats": True, "phone_throws": False}
NOBODY: Final[Guests] = {
    "house": {
        "screen_sound": False,
        "phone_seats": False,
        "phone_throws": False,
        "voice": False,
        "sounds": {},
    },
    "phones": {"asking": [], "seated": []},
}
"""The guests' part of a snapshot where the house keeps nothing."""


class GuestPermissions:
    """What the landlord allows. Safe to call from any thread; `changed` is called after a change."""

    def __init__(self, store: Store, changed: Callable[[], None]) -> None:
        self._store, self._changed = store, changed
        kept = store.get(KEY)
        known = kept if isinstance(kept, dict) else {}
        # In memory: every snapshot needs it, without waiting for the card.
        self.now = cast(
            "GuestSwitches", {name: bool(known.get(name, first)) for name, first in AT_FIRST.items()}
        )
        """The state of each switch."""

    def change(self, asked: Mapping[str, Any]) -> dict[str, object]:
        """Set the named switches. Return all switches, or why the change was refused. Raise StoreError if the disk fails."""
        if not asked or any(name not in AT_FIRST or type(on) is not bool for name, on in asked.items()):
            return refusal_to_json(
                "bad_list", f"Name switches with true or false; there are {', '.join(AT_FIRST)}."
            )
        wanted = cast("GuestSwitches", {**self.now, **asked})
        self._store.put(KEY, wanted)
        self.now = wanted
        self._changed()
        return {"ok": True, "allowed": wanted}
