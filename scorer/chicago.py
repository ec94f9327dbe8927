"""A round of the Chicago family: roll-off, throws, holding, turning, passing.

Each act has a function `state, act -> state` that raises Refused and changes nothing when the rules do not allow it.
What follows the last result of a round is in `mats`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scorer import mats
from scorer.acts import Hold, Pass, RollOff, Throw, Turn, act_name
from scorer.dice import best_single, check_faces, check_holdable, is_fish, points, rest_after, sixes_to_turn
from scorer.errors import Refused
from scorer.state import Declaration, Result, State

if TYPE_CHECKING:
    from scorer.acts import Act
    from scorer.rules import Rules
    from scorer.state import Dice

THREE_ONES: Final = (1, 1, 1)


def begin(rules: Rules, players: tuple[str, ...], leader: str | None) -> State:
    """Seat the players; with a leader the first roll-off is skipped."""
    empty = State(
        rules=rules,
        players=players,
        stage="play",
        phase=1,
        round=1,
        leader=None,
        to_act=None,
        stack=rules.mats_for(len(players)),
        mats=dict.fromkeys(players, 0),
    )
    return mats.roll_for_lead(empty, players) if leader is None else mats.lead(empty, leader)


def act(state: State, one: Act) -> State:
    """Carry out an act of this family. Raises Refused."""
    if state.stage == "over":
        raise Refused("game_over", "The game is over; start a new one.")
    match one:
        case RollOff():
            return _roll_off(state, one.dice)
        case Throw():
            return _throw(state, one.dice)
        case Hold():
            return _hold(state, one.dice)
        case Turn():
            return _turn(state)
        case Pass():
            return _pass(state, one)
        case _:
            raise Refused("not_now", f"{state.rules.name} knows no '{act_name(one)}'.")


# --- roll-off


def _roll_off(state: State, dice: Dice) -> State:
    """Roll one die for the lead: the best leads, those tied for best roll again (CHI-8)."""
    if state.stage != "roll_off":
        raise Refused("not_now", "Nobody rolls for the lead now; the next throw or press counts.", "CHI-8")
    check_faces(dice, 1)
    rolled = (*state.rolled, dice[0])
    if len(rolled) < len(state.rolling):
        return replace(state, rolled=rolled, to_act=state.rolling[len(rolled)])
    best = best_single(rolled)
    tied = tuple(player for player, die in zip(state.rolling, rolled, strict=True) if die == best)
    return mats.lead(state, tied[0]) if len(tied) == 1 else mats.roll_for_lead(state, tied)


# --- a turn


def _throw(state: State, dice: Dice) -> State:
    """Count a lift of the cup; the turn ends by itself with three ones or the last throw (CHI-10)."""
    _in_play(state, "throw")
    if state.free:
        raise Refused("not_now", "The dice lie free: pass, or hold and throw again.", "CHI-2")
    dice = tuple(sorted(dice))
    check_faces(dice, 3 - len(state.held))
    thrown = replace(state, free=dice, made=state.made + 1)
    # Three ones that are no Chicago (BAY-4) count as all held: there is nothing left to throw for (CHI-10).
    if thrown.made == thrown.limit or lying(thrown) == THREE_ONES:
        return _end_turn(thrown)
    return thrown


def is_chicago(state: State) -> bool:
    """Tell whether the dice that lie are a Chicago: in one single throw, or however they came together (BAY-3)."""
    if state.rules.chicago == "one_throw":
        return state.free == THREE_ONES
    return lying(state) == THREE_ONES


def lying(state: State) -> Dice:
    """Give all dice that lie on the board, sorted."""
    return tuple(sorted((*state.held, *state.free)))


def must_turn(state: State) -> bool:
    """Tell whether three sixes of this throw have to be turned before anything else (BAY-2)."""
    return (
        state.rules.conversion == "any_throw_forced" and state.free == (6, 6, 6) and state.made < state.limit
    )


def _hold(state: State, dice: Dice) -> State:
    """Put dice aside; the rest goes back into the cup. With all three held the turn ends (CHI-2, CHI-10)."""
    _in_play(state, "hold")
    _dice_lie(state, "hold", "not_now")
    _turned_if_forced(state)
    rest = rest_after(state.free, dice)
    if state.turned and 6 in dice:
        raise Refused("not_holdable", "The six beside a turned one goes back into the cup.", "CHI-9")
    check_holdable(state.rules, dice)
    held = tuple(sorted((*state.held, *dice)))
    if not rest:
        return _end_turn(replace(state, held=held, free=(), turned=False))
    return replace(state, held=held, free=(), turned=False)


def _turn(state: State) -> State:
    """Turn sixes of this throw to ones; they are held, and the six that stays must be thrown again (CHI-9)."""
    _in_play(state, "turn")
    _dice_lie(state, "turn", "not_now")
    count = (
        0 if state.turned or state.made >= state.limit else sixes_to_turn(state.rules, state.free, state.made)
    )
    if count == 0:
        raise Refused("not_turnable", f"No six of {list(state.free)} can be turned to a one now.", "CHI-9")
    # Of n sixes turned, n + 1 are touched: the last one goes back into the cup with the rest.
    rest = rest_after(state.free, (6,) * count)
    return replace(state, held=tuple(sorted((*state.held, *(1,) * count))), free=rest, turned=True)


def _pass(state: State, one: Pass) -> State:
    """End the turn with what lies there; a follower who must throw on may not (BAY-6)."""
    _in_play(state, "pass")
    _dice_lie(state, "pass", "must_throw")
    _turned_if_forced(state)
    if state.turned:
        raise Refused("must_throw", "A six was turned: the other one must be thrown again first.", "CHI-9")
    if state.to_act != state.leader and state.rules.followers == "exactly" and state.made < state.limit:
        raise Refused("must_throw", f"{state.limit} throws must be made; {state.made} is made.", "BAY-6")
    if one.declare is not None:
        raise Refused(
            "bad_declaration", f"Nothing is declared in {state.rules.name}; pass without it.", "CHI-5"
        )
    return _end_turn(state)


def _in_play(state: State, name: str) -> None:
    if state.stage != "play":
        raise Refused("not_now", f"There is no '{name}' while the lead is rolled for.", "CHI-8")


def _dice_lie(state: State, name: str, code: str) -> None:
    if not state.free:
        raise Refused(code, f"There is no '{name}' before the dice were thrown.", "CHI-2")


def _turned_if_forced(state: State) -> None:
    if must_turn(state):
        raise Refused("must_turn", "Three sixes must be turned into two ones while a throw is left.", "BAY-2")


# --- the end of a turn


def _end_turn(state: State) -> State:
    """Note the result; then the next follower throws, or the round is over."""
    result = _result(state)
    done = replace(state, results=(*state.results, result))
    if result.kind == "chicago":
        return mats.chicago(done)
    if state.to_act == state.leader:
        done = replace(done, declaration=_declaration(result))
    return mats.next_to_throw(done)


def _result(state: State) -> Result:
    dice = lying(state)
    assert state.to_act is not None
    kind, value = _kind_and_value(state, dice)
    return Result(player=state.to_act, dice=dice, value=value, throws=state.made, kind=kind)


def _kind_and_value(state: State, dice: Dice) -> tuple[str, int | None]:
    if is_chicago(state):
        return "chicago", None
    if state.rules.fish and is_fish(dice):
        return "fish", 0
    return "points", points(dice)


def _declaration(result: Result) -> Declaration:
    return Declaration(throws=result.throws, ones=100, sixes=60, direction="high", value=result.value)


# --- what may come next


def legal_acts(state: State) -> tuple[str, ...]:
    """Name the acts that some dice could now be accepted for."""
    if state.stage == "roll_off":
        return ("roll_off",)
    if state.stage != "play":
        return ()
    if not state.free:
        return ("throw",)
    if must_turn(state):
        return ("turn",)
    names = ["hold"]
    if not state.turned and sixes_to_turn(state.rules, state.free, state.made):
        names.append("turn")
    if _may_pass(state):
        names.append("pass")
    return tuple(names)


def _may_pass(state: State) -> bool:
    return not state.turned and (state.to_act == state.leader or state.rules.followers != "exactly")


def dice_expected(state: State) -> int:
    """Count the dice of the throw that is due, 0 when none is."""
    if state.stage == "roll_off":
        return 1
    return 3 - len(state.held) if state.stage == "play" and not state.free else 0
