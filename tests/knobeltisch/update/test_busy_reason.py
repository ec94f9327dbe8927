from dataclasses import replace

import pytest

from knobeltisch.game.evening import Evening
from knobeltisch.storage.journal import Entry
from knobeltisch.update.update import busy_reason

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


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (Evening(), ""),
        *((evening(ago=ago), "A game is under way") for ago in (0.0, 20 * 60.0, 5.9 * HOUR)),
        (evening(ago=6 * HOUR), ""),
        (evening(ago=-HOUR), "the clock was set back"),
        (evening(ago=299.0, over=True), "A game ended 4 min ago"),
        (evening(ago=300.0, over=True), ""),
        (evening(ago=10.0).with_entry(Entry(id=2, at=NOW, source="tablet", kind="undo", body={"to": 1})), ""),
    ],
    ids=[
        "none yet",
        "now",
        "20 minutes",
        "nearly 6 hours",
        "6 hours",
        "clock",
        "4 minutes after",
        "rest",
        "undone",
    ],
)
def test_the_table_rests_when_nobody_plays_or_has_just_played(made, reason):
    said = busy_reason(made, NOW)
    assert reason in said
    assert bool(reason) == bool(said)
