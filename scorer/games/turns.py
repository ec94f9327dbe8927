"""The common parts of every turn with three dice: throwing, putting dice aside, turning sixes, and their checks.

Most functions take a state and return the next one, or raise Refused; each game decides the result of the turn itself. At the end
are the values that acts may have.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Final

from scorer.acts import DICE_FORMS, Act, Declare, Leave, NameLoser, OffBoard, Reveal, RollOff, Throw
from scorer.copying import copy_with
from scorer.dice_rules import check_faces, check_holdable, dice_left, may_be_held, sixes_to_turn
from scorer.errors import Refused
from scorer.rules import Rules
from scorer.state import NOTHING_PLAYED, Dice, State, from_left, thrower


def check_form(state: State, act: Act) -> None:
    """Raise Refused `bad_act` for an act of another kind of game, or for taking over glasses where none are counted."""
    form = DICE_FORMS.get(act.NAME)
    if form is None or form.of is not type(act):
        raise Refused("bad_act", f"{state.rules.name} is no game with '{act.NAME}'.")
    if isinstance(act, Leave) and act.redeemed_by is not None and not state.rules.counts_glasses:
        raise Refused("bad_act", f"{state.rules.name} has no glasses to take for one who leaves.")


def refuse_unknown_act(state: State, act: Act) -> Refused:
    """Return the refusal of an act that this variant does not have. Raise Refused `bad_act` if no dice game has it."""
    check_form(state, act)
    return Refused("not_now", f"{state.rules.name} knows no '{act.NAME}'.")


def begin_round(state: State, leader: str, throws: int) -> State:
    """Return the first state of a round in which the leader may throw `throws` times."""
    return copy_with(state, **NOTHING_PLAYED, stage="play", leader=leader, to_act=leader, limit=throws)


def pass_cup(state: State) -> State | None:
    """Return the state with the cup passed to the left; None after the last follower."""
    has_thrown = {result.player for result in state.results}
    waiting = [player for player in from_left(state, thrower(state)) if player not in has_thrown]
    if not waiting:
        return None
    assert state.declaration is not None
    return copy_with(
        state,
        to_act=waiting[0],
        made=0,
        limit=state.declaration.throws,
        held=(),
        free=(),
        turned=False,
        taken_back=False,
    )


def rolling_for_lead(led: State, players: tuple[str, ...]) -> State:
    """Return the state in which these players roll for the lead; a single player leads without rolling, as in `led`."""
    if len(players) == 1:
        return led
    return copy_with(led, stage="roll_off", leader=None, limit=0, rolling=players)


def check_in_play(state: State, name: str) -> None:
    """Raise Refused if it is nobody's turn to throw."""
    if state.stage != "play":
        raise Refused("not_now", f"There is no '{name}' now: {_WAITS[state.stage]}.", "CHI-8")


_WAITS = {
    "roll_off": "the lead is rolled for",
    "naming": "the round's loser is named first",
    "reveal": "the covered dice are shown first",
}


def check_dice_on_board(state: State, name: str, code: str = "not_now") -> None:
    """Raise Refused if no dice lie on the board."""
    if not state.free:
        raise Refused(code, f"There is no '{name}' before the dice were thrown.", "CHI-2")


def unfilled_by(state: State) -> str | None:
    """Return the player in `to_act` if a glass is empty, so that throwing now is a foul; None otherwise (DRK-6)."""
    return None if state.to_fill is None else state.to_act


def lift_cup(state: State, dice: Dice) -> State:
    """Lift the cup from these dice. Raise Refused for a wrong number of dice or a wrong face."""
    dice = tuple(sorted(dice))
    check_faces(dice, 3 - len(state.held))
    return copy_with(
        state, free=dice, made=state.made + 1, turn_begun=True, threw_unfilled=unfilled_by(state)
    )


def check_cup_is_full(state: State) -> None:
    """Raise Refused if the dice of the last throw are still on the board."""
    if state.free:
        raise Refused("not_now", "The dice lie free: pass, or hold and throw again.", "CHI-2")


def dice_to_hold(state: State) -> Iterator[Dice]:
    """Yield the selections of free dice that may be held; nothing if no dice are free."""
    for dice in selections_of(state.free) if state.free else ():
        if may_be_held(state.rules, dice) and not _keeps_last_six(state, dice):
            yield dice


def _keeps_last_six(state: State, dice: Dice) -> bool:
    return state.turned and state.free.count(6) == dice.count(6)


def put_aside(state: State, dice: Dice) -> State:
    """Hold these free dice and put the rest back into the cup. Raise Refused if they do not lie there or may not be held."""
    dice_left(state.free, dice)
    if _keeps_last_six(state, dice):
        raise Refused("not_holdable", "The six beside a turned one goes back into the cup.", "CHI-9")
    check_holdable(state.rules, dice)
    return copy_with(state, held=tuple(sorted(state.held + dice)), free=(), turned=False)


def sixes_now(state: State) -> int:
    """Return how many sixes of this throw may be turned to ones now (CHI-9)."""
    may = not state.turned and state.made < state.limit
    return sixes_to_turn(state.rules, state.free, state.made) if may else 0


def turn_sixes(state: State) -> State:
    """Turn sixes of this throw to ones and hold them; the last six must be thrown again (CHI-9). Raise Refused if none can be."""
    count = sixes_now(state)
    if count == 0:
        raise Refused("not_turnable", f"No six of {list(state.free)} can be turned to a one now.", "CHI-9")
    # Turning n sixes takes n + 1: the last one goes back into the cup with the rest.
    rest = dice_left(state.free, (6,) * count)
    return copy_with(state, held=tuple(sorted(state.held + (1,) * count)), free=rest, turned=True)


def owes_throw(state: State) -> bool:
    """Whether a throw must follow, because a six is left beside a turned one or a die was taken back (CHI-9, TSC-6)."""
    return state.turned or state.taken_back


def check_nothing_is_owed(state: State) -> None:
    """Raise Refused if a throw must follow, for a six left beside a turned one or a die taken back."""
    if state.turned:
        raise Refused("must_throw", "A six was turned: the other one must be thrown again first.", "CHI-9")
    if state.taken_back:
        raise Refused("must_throw", "A die was taken back: it must be thrown again first.", "TSC-6")


# --- what an act may be


SOME: Final = (2, 3, 5)
"""Dice of an example throw."""


def declarations(rules: Rules) -> tuple[Declare, ...]:
    """Return all declarations that a leader can make in a variant; empty if leaders make none (CHI-5, CHI-6)."""
    if not rules.declares:
        return ()
    every = product((100, 1), (60, 6), ("high", "low"))
    return tuple(
        Declare(ones=ones, sixes=sixes, direction=direction)
        for ones, sixes, direction in every
        if rules.may_declare(ones, sixes, direction)
    )


def selections_of(dice: Dice) -> tuple[Dice, ...]:
    """Return all selections of these dice, including none; selections with the same faces are listed once."""
    picked = (chosen for count in range(len(dice) + 1) for chosen in combinations(dice, count))
    return tuple(dict.fromkeys(picked))


def alternatives_to(state: State, act: Act) -> Iterable[Act] | None:
    """Return the alternatives to a throw, with at most one die changed, to a named loser or a die off the board; else None."""
    match act:
        case Throw() | RollOff() | Reveal():
            # The likely misreadings: throws that differ in at most one die.
            dice = act.dice
            thrown = dict.fromkeys(
                tuple(sorted((*dice[:place], value, *dice[place + 1 :])))
                for place in range(len(dice))
                for value in range(1, 7)
            )
            return [type(act)(dice=other) for other in thrown]
        case NameLoser():
            return [NameLoser(player=player) for player in state.active]
        case OffBoard():
            return [OffBoard(floor=not act.floor)]
        case _:
            return None
