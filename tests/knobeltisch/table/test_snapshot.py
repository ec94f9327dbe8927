"""A snapshot's content."""

from __future__ import annotations

from knobeltisch.game.evening import Evening
from knobeltisch.game.events import Start, body_of
from knobeltisch.storage.journal import Entry
from knobeltisch.table.snapshot import GamePart


def begun(number: int) -> Entry:
    kind, body = body_of(Start(variant="bavarian", players=("Anna", "Ben"), leader="Anna"))
    return Entry(id=number, at=float(number), source="tablet", kind=kind, body=body)


def test_the_games_part_is_made_once_for_the_same_entries() -> None:
    part, evening = GamePart(), Evening()
    evening = evening.with_entry(begun(1))
    assert part.describe(evening) is part.describe(evening)


def test_the_games_part_follows_each_entry() -> None:
    part, evening = GamePart(), Evening()
    before = part.describe(evening)
    evening = evening.with_entry(begun(1))
    assert (before["game"], part.describe(evening)["game"]) == (0, 1)


def test_another_evening_with_nothing_in_it_is_not_taken_for_the_one_before() -> None:
    part, evening = GamePart(), Evening()
    evening = evening.with_entry(begun(1))
    part.describe(evening)
    assert part.describe(Evening())["game"] == 0
