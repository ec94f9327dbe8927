"""The next step: who has to do what, decided once from what the game allows. Each page words it (docs/board-json.md)."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypedDict

import scorer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from knobeltisch.game.evening import Evening
    from knobeltisch.referee.referee import Referee
    from knobeltisch.status import Device

Order: TypeAlias = Literal[
    "roll", "roll_again", "cup", "bare", "enter", "cover", "back", "hold", "choose", "choose_declare", "declare",
    "turn", "may_turn", "turned", "place", "rest", "rest_bare", "reveal", "name", "fill", "answer",
    "draw", "exchange", "bid", "compare", "compare_all", "chicago", "lead",
]  # fmt: skip
_CARDS: Final[dict[str, Order]] = {
    "draw": "draw",
    "exchange": "exchange",
    "call": "bid",
    "compare": "compare",
    "chicago": "chicago",
    "tricks": "lead",
}


class NextStep(TypedDict):
    """`who` does `order` with `n` dice or cards; `after`: who comes then, null for a round's last.

    `who` is null where several do it; in a team it is the member who throws.
    """

    who: str | None
    order: Order
    n: int
    after: str | None


def next_step(evening: Evening, legal: Sequence[str], holds: Sequence[Sequence[int]]) -> NextStep | None:
    """Return the next step by the rules of the game alone; None without a game, and when it is over."""
    state = evening.state
    if state is None or state.stage == "over":
        return None
    if isinstance(state, scorer.PokerState):
        return _step_of_cards(state)
    who = state.to_act
    order, n = _order(evening, state, legal, holds)
    after = _after(state)
    if order == "fill":
        who, after = state.to_fill, after if state.to_fill == who else who
    return {"who": _person(state, who), "order": order, "n": n, "after": _person(state, after)}


def at_the_table(step: NextStep | None, referee: Referee, camera: Device) -> NextStep | None:
    """Return the step as the table takes it: its question comes first, and without a camera throws are typed."""
    question = referee.question
    if question is not None:
        who = question.player if step is None else step["who"]
        order: Order = "name" if question.about == "name" else "answer"
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


def _order(
    evening: Evening, state: scorer.State, legal: Sequence[str], holds: Sequence[Sequence[int]]
) -> tuple[Order, int]:
    """Return the first order that holds, and with how many dice."""
    due, lies, stage = scorer.dice_expected(state), len(state.free), state.stage
    declares = state.rules.declares and state.to_act == state.leader
    rolls = takewhile(
        lambda act: isinstance(getattr(act.fact, "act", None), scorer.RollOff), reversed(evening.acts())
    )
    ones = len(scorer.apply(state, scorer.Turn()).held) - len(state.held) if "turn" in legal else 0
    orders: tuple[tuple[object, Order, int], ...] = (
        (stage == "roll_off" and state.to_act in {act.player for act in rolls}, "roll_again", due),
        (stage == "roll_off", "roll", due),
        (stage == "naming", "name", lies),
        (stage == "reveal", "reveal", due),
        ("place" in legal, "place", max(state.free, default=0)),
        ("filled" in legal and not lies and not state.made, "fill", 1),
        ("cover" in legal and not lies, "cover", 3 - len(state.held)),
        (due and not lies, "cup", due),
        (not lies, "declare", 0),
        (ones, "may_turn" if "hold" in legal else "turn", ones),
        ("pass" in legal and "hold" in legal, "choose_declare" if declares else "choose", lies),
        ("pass" in legal, "declare", lies),
        (state.turned, "turned", lies),
        (any(holds) or "take_back" in legal, "hold", lies),
    )
    return next(((order, n) for holds_now, order, n in orders if holds_now), ("back", lies))


def _after(state: scorer.State) -> str | None:
    if state.stage == "roll_off":
        return next(iter(state.rolling[len(state.rolled) + 1 :]), None)
    if state.stage == "reveal":
        return next(iter([result.player for result in state.results if result.kind == "covered"][1:]), None)
    if state.stage != "play" or state.to_act is None:
        return None
    done = {state.to_act, *state.out, *(result.player for result in state.results)}
    seat = state.players.index(state.to_act)
    return next(
        (player for player in state.players[seat:] + state.players[:seat] if player not in done), None
    )


def _person(state: scorer.State, player: str | None) -> str | None:
    """Return who throws for a player that is a team (TEAM-2), else the player."""
    members = state.teams.get(player or "")
    return player if members is None else members[(state.round - 1) % len(members)]


def _step_of_cards(state: scorer.PokerState) -> NextStep:
    """Return who calls, exchanges or leads; where several compare their cards, who is None."""
    order, n = _CARDS[state.stage], len(state.tricks) + 1
    if state.stage == "compare" and state.phase == 3:
        order = "compare_all"
    who = scorer.playing_order(state)[0] if state.stage == "tricks" else state.to_act
    return {"who": who, "order": order, "n": n, "after": next(iter(state.waiting), None)}
