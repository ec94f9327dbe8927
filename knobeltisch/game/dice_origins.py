"""Finds the throw that each die came from. It follows the acts, because a game's state does not record this."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

import scorer
from knobeltisch.game.evening import Evening
from knobeltisch.game.events import Did
from scorer import State

_WHOLE: Final = 3  # dice in one throw


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldDie:
    """A die outside the cup: the number of the throw it came from, and whether it was a six, turned by hand."""

    value: int
    throw: int
    turned: bool = False


@dataclass(slots=True)
class DiceOrigins:
    """The held dice of the current turn, and whether each player threw all three dice of a result at once.

    `at_once` holds this for the current round, `at_once_last` for the last one.
    """

    held: list[HeldDie] = field(default_factory=list)
    at_once: dict[str, bool] = field(default_factory=dict)
    at_once_last: dict[str, bool] = field(default_factory=dict)


def dice_origins(evening: Evening) -> DiceOrigins:
    """Find the throw of each held die by following the acts from the game's start; empty before the first act and in card games."""
    found, acts = DiceOrigins(), evening.acts()
    before = scorer.dice_state(evening.live[-len(acts) - 1].state) if acts else None
    if before is None:
        return found
    held: dict[str | None, list[HeldDie]] = {}
    for act in acts:
        after = scorer.dice_state(act.state)
        assert after is not None
        thrown = getattr(act.fact.act, "dice", ()) if isinstance(act.fact, Did) else ()
        if thrown and not before.free and before.stage in {"play", "reveal"} and before.to_act is not None:
            found.at_once[before.to_act] = len(thrown) == _WHOLE
        if after.to_act == before.to_act and after.stage == "play":
            held[after.to_act] = _moved(held.get(after.to_act, []) if before.held else [], before, after)
        if after.last_round is not before.last_round:
            found.at_once_last, found.at_once, held = found.at_once, {}, {}
        before = after
    found.held = (
        sorted(held.get(before.to_act, []), key=lambda die: (die.value, die.throw)) if before.held else []
    )
    return found


def _moved(known: list[HeldDie], before: State, after: State) -> list[HeldDie]:
    left = list(known)
    for value in (Counter(before.held) - Counter(after.held)).elements():
        left.remove(next(die for die in left if die.value == value))
    turned = after.turned and not before.turned
    came = (Counter(after.held) - Counter(before.held)).elements()
    return left + [HeldDie(value=value, throw=before.made, turned=turned) for value in came]
