"""The lamps of the panel, from the referee's state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.panel.panel import Lamps

if TYPE_CHECKING:
    from knobeltisch.referee.referee import Referee


def lamps_of(referee: Referee) -> Lamps:
    """Return the lamps that are lit now."""
    return Lamps(
        ready=referee.ready,
        ask=referee.question is not None,
        high=referee.declare.direction == "high",
        ones100=referee.declare.ones == 100,
        sixes60=referee.declare.sixes == 60,
    )
