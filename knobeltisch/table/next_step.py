"""Who has to do what next, decided once from what the game allows; each page words it (docs/board-json.md)."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypedDict

import scorer
from knobeltisch.game.events import Did

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
    state, dice = evening.state, evening.dice
    if state is None or state.stage == "over":
        return None
    if dice is None:
        assert isinstance(state, scorer.PokerState)
        return _of_cards(state)
    order, n = _order(evening, dice, legal, holds)
    after = _after(dice)
    if order == "fill":
        later = after if dice.to_fill == dice.to_act else dice.to_act
        return {"who": dice.to_fill, "order": order, "n": n, "after": _person(dice, later)}
    return {"who": _person(dice, dice.to_act), "order": order, "n": n, "after": _person(dice, after)}


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
    """Return what the player in `to_act` has to do, and with how many dice."""
    due, lying = scorer.dice_expected(state), len(state.free)
    step: tuple[Order, int]
    match state.stage:
        case "roll_off":
            step = ("roll_again" if _has_rolled(evening, state) else "roll"), due
        case "naming":
            step = "name", lying
        case "reveal":
            step = "reveal", due
        case _ if "place" in legal:
            step = "place", state.free[0]
        case _ if not state.free:
            step = _throw(state, legal, due)
        case _ if "turn" in legal:
            ones = len(scorer.apply(state, scorer.Turn()).held) - len(state.held)
            step = ("may_turn" if "hold" in legal else "turn"), ones
        case _:
            step = _choice(state, legal, holds), lying
    return step


def _throw(state: scorer.State, legal: Sequence[str], due: int) -> tuple[Order, int]:
    """Return what is due while no dice lie there."""
    if "filled" in legal and not state.made:
        return "fill", 1
    if "cover" in legal:
        return "cover", 3 - len(state.held)
    return ("cup", due) if due else ("declare", 0)


def _choice(state: scorer.State, legal: Sequence[str], holds: Sequence[Sequence[int]]) -> Order:
    """Return what there is to decide about the dice that lie there."""
    declares = state.rules.declares and state.to_act == state.leader
    if "pass" in legal:
        return ("choose_declare" if declares else "choose") if "hold" in legal else "declare"
    if state.turned:
        return "turned"
    return "hold" if any(holds) or "take_back" in legal else "back"


def _has_rolled(evening: Evening, state: scorer.State) -> bool:
    """Whether the player in `to_act` rolled for this lead already, and was equal with another."""
    newest = takewhile(
        lambda act: isinstance(act.fact, Did) and isinstance(act.fact.act, scorer.RollOff),
        reversed(evening.acts()),
    )
    return any(act.player == state.to_act for act in newest)


def _after(state: scorer.State) -> str | None:
    """Return whose turn follows; None for the last of a round."""
    if state.stage == "roll_off":
        return next(iter(state.rolling[len(state.rolled) + 1 :]), None)
    if state.stage == "reveal":
        covered = [result.player for result in state.results if result.kind == "covered"]
        return next(iter(covered[1:]), None)
    if state.stage != "play" or state.to_act is None:
        return None
    thrown = {state.to_act, *(result.player for result in state.results)}
    seat = state.players.index(state.to_act) + 1
    waiting = (player for player in state.players[seat:] + state.players[:seat] if player not in thrown)
    return next((player for player in waiting if player not in state.out), None)


def _person(state: scorer.State, player: str | None) -> str | None:
    """Return who throws for a player that is a team (TEAM-2), else the player."""
    members = state.teams.get(player or "")
    return player if members is None else members[(state.round - 1) % len(members)]


def _of_cards(state: scorer.PokerState) -> NextStep:
    """Return who calls, exchanges or leads; where several compare their cards, who is None."""
    who, order, n = state.to_act, _CARDS[state.stage], len(state.tricks) + 1
    if state.stage == "compare":
        order, n = ("compare_all" if state.phase == 3 else order), len(state.among)
    if state.stage == "tricks":
        who = scorer.playing_order(state)[0]
    return {"who": who, "order": order, "n": n, "after": next(iter(state.waiting), None)}
