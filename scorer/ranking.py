"""Who is best and who is worst in a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorer.state import Result, State


def ranked(state: State) -> tuple[Result, ...]:
    """Give the results of those still in, best first; of two equal ones the later is worse (CHI-4, CHI-13)."""
    still_in = [one for one in state.results if one.player not in state.out]
    return tuple(sorted(still_in, key=lambda one: -1 if one.value is None else one.value, reverse=True))
