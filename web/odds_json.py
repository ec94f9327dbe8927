"""Odds and advice as JSON (docs/board-json.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import scorer

if TYPE_CHECKING:
    from fractions import Fraction

    from scorer import State
    from scorer.odds.advice import Advice, Weighed
    from scorer.odds.review import LookBack, Step

LONGEST: Final = 15
"""The most characters of a readable fraction."""


def chance_to_json(chance: Fraction) -> dict[str, object]:
    """Return a chance as a number from 0 to 1, and as a fraction if that is short."""
    exact = f"{chance.numerator}/{chance.denominator}"
    return {"value": float(chance), "exact": exact if len(exact) <= LONGEST else None}


def weighed_to_json(weighed: Weighed) -> dict[str, object]:
    """Return a choice with its acts."""
    return {
        "acts": [scorer.act_to_json(act) for act in weighed.acts],
        "chance": chance_to_json(weighed.chance),
        "chips": None if weighed.chips is None else float(weighed.chips),
    }


def advice_to_json(advice: Advice) -> dict[str, object]:
    """Return the choices, best first."""
    return {
        "aim": advice.aim,
        "target": None if advice.target is None else scorer.result_to_json(advice.target),
        "choices": [weighed_to_json(weighed) for weighed in advice.choices],
    }


def look_back_to_json(back: LookBack, start: State) -> dict[str, object]:
    """Return an ended turn with its odds."""
    state = scorer.state_to_json(start)
    declared = back.declaration
    return {
        "player": back.player,
        "round": back.round,
        "variant": state["variant"],
        "players": len(start.active),
        "leads": back.leads,
        "aim": back.aim,
        "target": None if back.target is None else scorer.result_to_json(back.target),
        "declaration": None
        if declared is None
        else {name: getattr(declared, name) for name in ("throws", "ones", "sixes", "direction", "value")},
        "steps": [_step(step) for step in back.steps],
        "result": None if back.result is None else scorer.result_to_json(back.result),
        "throws": back.throws,
        "reached": None if back.reached is None else chance_to_json(back.reached),
    }


def _step(step: Step) -> dict[str, object]:
    chosen, best = step.chosen, step.best
    return {
        "thrown": list(step.thrown),
        "held": list(step.held),
        "chosen": None if chosen is None else weighed_to_json(chosen),
        "best": None if best is None else weighed_to_json(best),
        "as_good": None if chosen is None or best is None else _as_good(chosen, best),
    }


def _as_good(chosen: Weighed, best: Weighed) -> bool:
    """Whether a choice was exactly as good as the best: it may differ and lose nothing."""
    return chosen.chance == best.chance if chosen.chips is None else chosen.chips == best.chips
