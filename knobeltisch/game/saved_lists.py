"""The saved lists used to start games: the regulars in seat order, and the house rules by name."""

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

import scorer
from knobeltisch.errors import BadList
from knobeltisch.game.events import OPTIONS
from knobeltisch.game.player_names import good_names
from knobeltisch.storage.kept_values import SEATS
from knobeltisch.storage.store import Store
from scorer.errors import BadName
from scorer.json_forms.codec import Malformed
from scorer.json_forms.text import refusal_to_json

MOST_REGULARS: Final = 60
MOST_HOUSES: Final = 20
LOCK: Final = "rules_locked"
Reply: TypeAlias = dict[str, object]
Played: TypeAlias = "tuple[str, Mapping[str, object]]"
"""The variant of a game and its house rules."""


class Lists:
    """The saved lists. Safe to call from any thread.

    `played` returns the rules of the last games, newest first. A list's `revision` increases with every change; a change based
    on an older revision is refused, so that no tablet overwrites another's change.
    """

    def __init__(self, store: Store, played: Callable[[], Sequence[Played]] = list) -> None:
        self._store, self._played = store, played
        self._lock = threading.Lock()

    def regulars(self) -> Reply:
        """Return the regulars in seat order, each with `name` and `seat` ("here", "paused" or "away")."""
        return self._list_to_json("regulars")

    def change_regulars(self, asked: dict[str, object]) -> Reply:
        """Store a new list of regulars. Return it as stored, or why it was refused. Raise StoreError if the disk fails."""
        return self._replace_list("regulars", asked, _good_regulars)

    def houses(self) -> Reply:
        """Return the house rules in order, each with `name`, `base` and `options`."""
        return self._list_to_json("house_rules")

    def change_houses(self, asked: dict[str, object]) -> Reply:
        """Store a new list of house rules. Return it as stored, or why it was refused. Raise StoreError if the disk fails."""
        return self._replace_list("house_rules", asked, _good_houses)

    def recently_played(self) -> list[str]:
        """Return the names of the house rules of the last games, newest first and each once."""
        kept = self._list_to_json("house_rules")["house_rules"]
        assert isinstance(kept, list)
        order = [
            next((entry for entry in kept if (entry["base"], entry["options"]) == game), None)
            for game in self._played()
        ]
        return list(dict.fromkeys(place["name"] for place in order if place is not None))

    def is_locked(self) -> bool:
        """Whether only the landlord may change the house rules, and games must use one of the saved house rules or a preset."""
        return self._store.get(LOCK) is True

    def lock(self, *, on: bool) -> Reply:
        """Lock the house rules, or unlock them; return {"ok": True}. Raise StoreError if the disk fails."""
        self._store.put(LOCK, on)
        return {"ok": True}

    def may_be_played(self, variant: object, options: object) -> bool:
        """Whether these rules may be played: while locked, only presets and saved house rules, or invalid ones, refused elsewhere."""
        if not options or not self.is_locked():
            return True
        try:
            wanted = scorer.house_options(
                scorer.with_options(str(variant), dict(OPTIONS.read("options", options)))
            )
        except scorer.ScorerError:
            return True  # the table reports what is wrong with them
        kept = self._list_to_json("house_rules")["house_rules"]
        assert isinstance(kept, list)
        return not wanted or any((entry["base"], entry["options"]) == (variant, wanted) for entry in kept)

    def _list_to_json(self, key: str) -> Reply:
        kept = self._store.get(key)
        if not isinstance(kept, dict):
            return {"revision": 0, key: []}
        return {"revision": kept["revision"], key: kept[key]}

    def _replace_list(
        self, key: str, asked: dict[str, object], good: Callable[[object, list[str]], list[Reply]]
    ) -> Reply:
        before = self._list_to_json(key)[key]
        assert isinstance(before, list)
        try:
            wanted = good(asked.get(key), [entry["name"] for entry in before])
        except BadName as error:
            return refusal_to_json(error.code, str(error))
        except (BadList, scorer.ScorerError) as error:
            return refusal_to_json("bad_list", str(error))
        with self._lock:
            now = self._list_to_json(key)["revision"]
            assert isinstance(now, int)
            if asked.get("revision", now) != now:
                return refusal_to_json("stale", "Another device changed the list; reload it and try again.")
            kept: Reply = {"revision": now + 1, key: wanted}
            self._store.put(key, kept)
        return {"ok": True, **kept}


def _good_regulars(raw: object, kept: list[str]) -> list[Reply]:
    entries = _read_entries(raw, "regulars", MOST_REGULARS)
    names = good_names((entry.get("name") for entry in entries), kept)
    seats = [entry.get("seat", "here") for entry in entries]
    bad = next((seat for seat in seats if seat not in SEATS), None)
    if bad is not None:
        raise BadList(f"The seat {str(bad)[:40]!r} is unknown; use one of {', '.join(SEATS)}.")
    return [{"name": name, "seat": seat} for name, seat in zip(names, seats, strict=True)]


def _good_houses(raw: object, kept: list[str]) -> list[Reply]:
    entries = _read_entries(raw, "house_rules", MOST_HOUSES)
    names = good_names((entry.get("name") for entry in entries), kept)
    houses: list[Reply] = []
    for name, raw_house in zip(names, entries, strict=True):
        base = raw_house.get("base")
        if not isinstance(base, str):
            raise BadList(f"The base of {name!r} is not a variant; name one of {', '.join(scorer.VARIANTS)}.")
        try:
            options = dict(OPTIONS.read("options", raw_house.get("options", {})))
        except Malformed as error:
            raise BadList(
                f"The options of {name!r} are not an object of option and value; send one."
            ) from error
        rules = scorer.with_options(base, options)
        houses.append({"name": name, "base": base, "options": scorer.house_options(rules)})
    return houses


def _read_entries(raw: object, key: str, most: int) -> list[Reply]:
    if not isinstance(raw, list) or not all(isinstance(element, dict) for element in raw):
        raise BadList(f"'{key}' must be a list of objects.")
    if len(raw) > most:
        raise BadList(f"'{key}' has {len(raw)} entries; the most is {most}.")
    return raw
