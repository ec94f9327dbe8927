"""The people the house knows: who goes by several names, and who wants to be hidden. Stored beside the regulars."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from knobeltisch.archive.rating import Decided
from knobeltisch.archive.records import EveningRecord
from knobeltisch.storage.store import Store
from scorer.json_forms.text import refusal_to_json

PEOPLE: Final = "people"
Reply: TypeAlias = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPeople:
    """What the house knows about names.

    `same` maps earlier names to the ones their owners now use; `hidden` has the current names of those to hide.
    """

    same: Mapping[str, str] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()

    def name_of(self, name: str) -> str:
        """Return the name that this person now uses."""
        return self.same.get(name, name)

    def is_hidden(self, name: str) -> bool:
        """Whether this person wants to be hidden, under any of their names."""
        return self.name_of(name) in self.hidden

    def may_show(self, player: str, teams: Mapping[str, Sequence[str]]) -> bool:
        """Whether a player may be shown: neither the player nor any team member wants to be hidden."""
        return not any(self.is_hidden(name) for name in (player, *teams.get(player, ())))

    def names_of(self, name: str) -> list[str]:
        """Return the earlier names of this person."""
        return [other for other, known in self.same.items() if known == self.name_of(name)]

    def rename_decided(self, decided: Iterable[Decided]) -> Iterator[Decided]:
        """Yield the decisions with every name replaced by the one its owner now uses."""
        for decision in decided:
            if self.same:
                players = tuple(map(self.name_of, decision.players))
                yield replace(decision, players=players, loser=self.name_of(decision.loser))
            else:
                yield decision


class People:
    """Stores what the house knows about people. Safe to call from any thread."""

    def __init__(self, store: Store | None, evenings: Callable[[], Sequence[EveningRecord]]) -> None:
        self._store, self._evenings = store, evenings
        self._lock = threading.Lock()

    def known(self) -> KnownPeople:
        """Return what is stored; empty if nothing is."""
        kept = None if self._store is None else self._store.get(PEOPLE)
        if not isinstance(kept, dict):
            return KnownPeople()
        return KnownPeople(same=kept["same"], hidden=frozenset(kept["hidden"]))

    def change(self, asked: Mapping[str, object]) -> Reply:
        """Show or hide somebody (`hidden`), or merge two names into one person (`same`; null separates them again).

        Return {"ok": True} or a refusal. Raise StoreError if the disk fails.
        """
        player = asked.get("player")
        with self._lock:
            known = self.known()
            names = {name for evening in self._evenings() for name in evening.people}
            if not isinstance(player, str) or player not in names:
                return refusal_to_json("unknown_player", "'player' must be somebody who has played here.")
            if isinstance(asked.get("hidden"), bool):
                hidden = asked["hidden"] is True
                here = {known.name_of(player)}
                changed = replace(known, hidden=known.hidden | here if hidden else known.hidden - here)
                return self._store_people(changed)
            if "same" in asked and asked["same"] is None:
                return self._store_people(
                    replace(known, same={k: v for k, v in known.same.items() if k != player})
                )
            other = asked.get("same")
            if not isinstance(other, str) or other not in names:
                return refusal_to_json(
                    "bad_command", "Send 'hidden' (true, false) or 'same' (a name, or null)."
                )
            return self._merge_people(known, player, other)

    def _merge_people(self, known: KnownPeople, player: str, other: str) -> Reply:
        if known.name_of(player) == known.name_of(other):
            return {"ok": True}
        evenings = self._evenings()
        both = {known.name_of(player), known.name_of(other)}
        sat_together = any(
            both <= set(map(known.name_of, game.players)) for evening in evenings for game in evening.games
        )
        if sat_together:
            return refusal_to_json("same_game", f"{player} and {other} sat in one game; they are two people.")
        # Merge `player`, with all other names, into `other`; a hidden person stays hidden.
        goes_by = known.name_of(other)
        mine = [name for name in (known.name_of(player), *known.names_of(player)) if name != goes_by]
        same = {**known.same, **dict.fromkeys(mine, goes_by)}
        hidden = known.hidden | ({goes_by} if known.is_hidden(player) else set())
        merged = KnownPeople(same=same, hidden=hidden)
        return self._store_people(merged)

    def _store_people(self, known: KnownPeople) -> Reply:
        if self._store is None:
            return refusal_to_json("keep", "Nothing can be saved now; the table runs without its store.")
        self._store.put(PEOPLE, {"same": dict(known.same), "hidden": sorted(known.hidden)})
        return {"ok": True}
