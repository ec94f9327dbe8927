"""The next step: who has to do what, by the rules and by what the table adds. Each page words it (docs/board-json.md)."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, TypedDict

import scorer

if TYPE_CHECKING:
    from knobeltisch.game.evening import Evening
    from knobeltisch.referee.referee import Referee
    from knobeltisch.status import Device


class NextStep(TypedDict):
    """The next step: `who` does `order` with `n` dice or cards; `after` comes next (None for the last in a round).

    `who` is None if several do it; in a team it is the member who throws.
    """

    who: str | None
    order: str
    n: int
    after: str | None


def next_step(evening: Evening) -> NextStep | None:
    """Return the next step by the rules alone; None if there is no game or it is over."""
    state = evening.state
    step = None if state is None else scorer.next_step(state)
    if state is None or step is None:
        return None
    rolls = takewhile(
        lambda act: isinstance(getattr(act.fact, "act", None), scorer.RollOff), reversed(evening.acts())
    )
    again = step.order == "roll" and state.to_act in {act.player for act in rolls}
    return {"who": step.who, "order": "roll_again" if again else step.order, "n": step.n, "after": step.after}


def at_the_table(step: NextStep | None, referee: Referee, camera: Device) -> NextStep | None:
    """Adapt the step to the table: an open question comes first, and without a camera throws are typed."""
    question = referee.question
    if question is not None:
        who = question.player if step is None else step["who"]
        order = "name" if question.about == "name" else "answer"
        return {"who": who, "order": order, "n": 0, "after": None if step is None else step["after"]}
    if step is None:
        return None
    if referee.again:
        return {**step, "order": "rest_bare" if camera.without_board else "rest"}
    if step["order"] == "cup" and camera.status != "ok":
        return {**step, "order": "enter"}
    if step["order"] == "cup" and camera.without_board:
        return {**step, "order": "bare"}
    return step
