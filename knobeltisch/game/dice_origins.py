"""The throw that each die came from, derived from the acts, because the state of a game does not keep it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import scorer
from knobeltisch.game.events import Did

if TYPE_CHECKING:
    from knobeltisch.game.evening import Evening

_WHOLE: Final = 3  # dice in one throw


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldDie:
    """A die outside the cup: the number of the throw it came from, and whether a six was turned by hand."""

    value: int
    throw: int
    turned: bool = False


@dataclass(slots=True)
class DiceOrigins:
    """The held dice of the running turn, in the order of `state.held`, and the players whose whole result came from one throw."""

    held: list[HeldDie] = field(default_factory=list)
    at_once: dict[str, bool] = field(default_factory=dict)
    at_once_last: dict[str, bool] = field(default_factory=dict)


def dice_origins(evening: Evening) -> DiceOrigins:
    """Return the throw that each die of the running turn came from, following the game's acts from its beginning."""
    found, acts = DiceOrigins(), evening.acts()
    before = scorer.dice_state(evening.live[-len(acts) - 1].state) if acts else None
    if before is None:
        return found
    for act in acts:
        after = scorer.dice_state(act.state)
        assert after is not None
        if isinstance(act.fact, Did):
            match act.fact.act:
                case scorer.Throw() | scorer.Reveal() if before.to_act is not None:
                    found.at_once[before.to_act] = len(act.fact.act.dice) == _WHOLE
                case scorer.Hold():
                    found.held += [HeldDie(value=die, throw=before.made) for die in act.fact.act.dice]
                case scorer.Turn():
                    count = len(after.held) - len(before.held)
                    found.held += [HeldDie(value=1, throw=before.made, turned=True)] * count
                case scorer.TakeBack():
                    for die in act.fact.act.dice:
                        found.held.remove(next(held for held in found.held if held.value == die))
        if after.last_round is not before.last_round:
            found.at_once_last, found.at_once = found.at_once, {}
        found.held = found.held if after.held else []
        before = after
    found.held.sort(key=lambda held: (held.value, held.throw))
    return found
