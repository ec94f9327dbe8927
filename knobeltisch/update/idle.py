"""Whether the table is idle: no update, and nothing else that takes the page away, during a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from knobeltisch.game.evening import EVENING_GAP_S

if TYPE_CHECKING:
    from knobeltisch.game.evening import Evening

BREATH_S: Final = 5 * 60.0
"""After a game the next one often begins at once."""


def busy_reason(evening: Evening, now: float) -> str:
    """Return the reason not to stop the table now, "" if it is idle. `now` in seconds since 1970.

    A game that has had no act for so long that the next one would begin another evening does not count.
    """
    if evening.state is None or evening.last_at is None:
        return ""
    quiet = now - evening.last_at
    over = evening.state.stage == "over"
    if quiet < 0:
        return (
            "The last act is in the future: the clock was set back. Set it (timedatectl), or wait until the "
            "network has."
        )
    if not over and quiet < EVENING_GAP_S:
        return (
            f"A game is under way; the last act was {_describe_age(quiet)} ago. Wait for its end (--wait), or undo its "
            "start on the tablet if nobody plays it."
        )
    if over and quiet < BREATH_S:
        return f"A game ended {_describe_age(quiet)} ago, and the next may begin; wait five minutes (--wait)."
    return ""


def _describe_age(seconds: float) -> str:
    if seconds < 60:
        return "less than a minute"
    minutes = int(seconds // 60)
    age = f"{minutes} minute{'s' if minutes != 1 else ''}"
    return age if minutes < 120 else f"{minutes // 60} hours"
