"""When the table rests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from knobeltisch.game.evening import Evening
from knobeltisch.storage.journal import Entry
from knobeltisch.update.idle import busy_reason

NOW = 2_000_000_000.0
HOUR = 3600.0


def evening(*, ago, over=False):
    """An evening with a game whose last entry was so many seconds ago."""
    body = {"variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna", "options": {}}
    made = Evening().with_entry(Entry(id=1, at=NOW - ago, source="tablet", kind="start", body=body))
    if not over:
        return made
    last = made.live[-1]
    return replace(made, live=[replace(last, state=replace(last.state, stage="over"))])


def test_an_empty_journal_is_at_rest():
    assert busy_reason(Evening(), NOW) == ""


@pytest.mark.parametrize("ago", [0.0, 10.0, 20 * 60.0, 5.9 * HOUR])
def test_a_game_that_is_not_over_is_not_disturbed(ago):
    assert "A game is under way" in busy_reason(evening(ago=ago), NOW)


def test_a_game_that_nobody_went_on_with_for_six_hours_is_none_any_more():
    assert busy_reason(evening(ago=6 * HOUR), NOW) == ""


def test_a_clock_that_was_set_back_is_reported_and_not_taken_for_rest():
    assert "the clock was set back" in busy_reason(evening(ago=-HOUR), NOW)


def test_after_a_game_the_table_is_left_alone_for_five_minutes():
    assert "A game ended 4 minutes ago" in busy_reason(evening(ago=299.0, over=True), NOW)


def test_five_minutes_after_a_game_the_table_rests():
    assert busy_reason(evening(ago=300.0, over=True), NOW) == ""


def test_a_game_whose_start_was_taken_back_is_none():
    made = evening(ago=10.0).with_entry(Entry(id=2, at=NOW, source="tablet", kind="undo", body={"to": 1}))
    assert busy_reason(made, NOW) == ""
