"""Hausnummer: its turn, and the game as one value.

             throw             place
    no die ---------> a die ----------> no die    three times; the third die goes to the place that is left,
                                                  and the turn ends by itself (HAU-1)

Mats, phases, roll-offs, joining and leaving work as in Bavarian Chicago (HAU-3).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from scorer.acts import Act, Hold, Join, Leave, Pass, RollOff, TakeBack, Throw, Turn
from scorer.attendance import attendance_acts
from scorer.copying import copy_with
from scorer.dice_rules import check_faces
from scorer.displayed_worth import Scale, worth
from scorer.errors import Refused
from scorer.games.chicago import chicago_attendance, chicago_game, chicago_rounds
from scorer.games.family import Family, Step, no_teams, tokens
from scorer.games.hausnummer.hausnummer_odds import ODDS
from scorer.games.hausnummer.hausnummer_state import (
    OPEN,
    THROWS,
    HouseNumberJson,
    HouseNumberRules,
    HouseNumberState,
    Place,
    number_of,
    open_places,
)
from scorer.games.mats import HANDICAP_OPTION
from scorer.games.ranking import rank_results
from scorer.games.turns import check_form, check_in_play, refuse_unknown_act
from scorer.json_forms.codec import forms_of
from scorer.json_forms.states import state_to_json
from scorer.rules import PLAYER_OPTIONS
from scorer.state import Declaration, Result, State, finish_game, seat_players, thrower

SILLY: Final = 0.1
"""How often a simulated player places a die anywhere."""


def begin(rules: HouseNumberRules, players: tuple[str, ...], leader: str | None) -> State:
    """Begin a game and return its first state; unless a leader is named, all roll for the lead."""
    empty = HouseNumberState(**vars(seat_players(rules, players, 1)), places=OPEN)
    return chicago_rounds.begin_first_round(empty, leader)


def carry_out(state: HouseNumberState, act: Any) -> State:  # noqa: ANN401 - an act of any game of dice
    """Carry out an act of the game. Raise Refused if the rules do not allow it."""
    handler = _ACTS.get(type(act))
    if handler is not None:
        return handler(state, act)
    refusal = refuse_unknown_act(state, act)
    if isinstance(act, Hold | Pass | TakeBack | Turn):
        raise Refused("not_now", "The die is placed on hundreds, tens or ones, nothing else.", "HAU-4")
    raise refusal


def _roll_off(state: HouseNumberState, act: RollOff) -> State:
    """Roll for the lead (CHI-8)."""
    if state.stage != "roll_off":
        raise Refused("not_now", "Nobody rolls for the lead now; the next throw or place counts.", "CHI-8")
    check_faces(act.dice, 1)
    return chicago_rounds.roll_on(copy_with(state, rolled=(*state.rolled, act.dice), rolled_off=True))


def _throw(state: HouseNumberState, act: Throw) -> State:
    """Throw the die; after the third throw it goes to the place that is left, and the turn ends (HAU-1)."""
    check_in_play(state, "throw")
    if state.free:
        raise Refused("not_now", f"The {state.free[0]} has no place yet; place it first.", "HAU-4")
    check_faces(act.dice, 1)
    thrown = copy_with(state, free=act.dice, made=state.made + 1, turn_begun=True)
    if thrown.made < THROWS:
        return thrown
    result = result_now(_place(thrown, Place(at=open_places(thrown)[0])))
    done = copy_with(thrown, free=(), results=(*state.results, result), places=OPEN)
    if state.to_act == state.leader:
        declared = Declaration(
            throws=THROWS, ones=None, sixes=None, direction=state.rules.direction, value=result.value
        )
        done = copy_with(done, declaration=declared)
    return chicago_rounds.next_to_throw(done)


def _place(state: HouseNumberState, act: Place) -> HouseNumberState:
    """Put the die just thrown on a place, where it stays (HAU-1)."""
    check_in_play(state, "place")
    if not state.free:
        raise Refused("not_now", "There is no die to place: throw it first.", "HAU-4")
    if state.places[act.at] is not None:
        raise Refused("not_now", f"On the {act.at} stands a die already; choose another place.", "HAU-4")
    return copy_with(state, places={**state.places, act.at: state.free[0]}, free=())


def result_now(state: HouseNumberState) -> Result:
    """Return the result of the dice placed so far; an empty place counts as 0."""
    digits = tuple(state.places[at] or 0 for at in OPEN)
    return Result(
        player=thrower(state), dice=digits, value=number_of(digits), throws=state.made, kind="points"
    )


_ACTS: Final[dict[type, Callable[[Any, Any], State]]] = {
    RollOff: _roll_off,
    Throw: _throw,
    Place: _place,
    Leave: chicago_attendance.leave,
    Join: chicago_attendance.join,
}


# --- questions to the game


def legal(state: HouseNumberState) -> Iterator[Act | Place]:
    """Yield every legal act, in the order of ACTS.md."""
    if state.stage == "over":
        return
    if state.stage == "roll_off":
        yield RollOff(dice=(2,))
    elif state.free:
        yield from (Place(at=at) for at in open_places(state))
    else:
        yield Throw(dice=(2,))
    yield from attendance_acts(state, too_late=state.phase != 1)


def _next_step(state: HouseNumberState, legal: Sequence[Act]) -> Step:
    step = chicago_game.next_step(state, legal)
    return step._replace(order="place", n=state.free[0]) if state.free else step


def _play(state: HouseNumberState, _legal: Sequence[Act], chance: Any) -> Place | None:  # noqa: ANN401 - a random.Random, which the scorer does not import
    """Return where a simulated player puts the die, a high one mostly far to the left; None to throw."""
    if not state.free:
        return None
    left, good = open_places(state), state.free[0] if state.rules.direction == "high" else 7 - state.free[0]
    if chance.random() < SILLY:
        return Place(at=chance.choice(left))
    return Place(at=left[0] if good >= 5 else left[-1] if good <= 2 else left[len(left) // 2])


_CHICAGO: Final[Family[Any, Any, Any]] = chicago_game.FAMILY
_SCALE: Final = Scale(result=lambda state, _: result_now(state), ranked=rank_results)  # type: ignore[arg-type]  # of this game

# What is not named is as in the other games of dice.
FAMILY: Final[Family[HouseNumberRules, Any, Any]] = replace(
    _CHICAGO,
    presets=("hausnummer",),
    make_rules=HouseNumberRules,
    options=lambda _preset: {
        "players_min": PLAYER_OPTIONS["players_min"],
        "players_max": PLAYER_OPTIONS["players_max"],
        "direction": ("high", "low"),
        **HANDICAP_OPTION,
    },
    check_options=lambda _rules: None,
    idle_options=lambda _rules: (),
    forms={**_CHICAGO.forms, **forms_of(Place)},
    begin=begin,
    with_teams=no_teams,
    check_form=lambda state, act: None if isinstance(act, Place) else check_form(state, act),
    act=carry_out,
    stopped=lambda state: finish_game(copy_with(state, places=OPEN), None),
    legal=legal,
    decides=frozenset({"place"}),
    buttons={"place.hundreds": "direction", "place.tens": "sixes", "place.ones": "ones"},
    phone_decides=frozenset({"place"}),
    next_step=_next_step,
    ends_by=lambda _rules: "loss",
    counters=lambda _rules: tokens("mats"),
    best_result="",
    worth=lambda state: worth(state, _SCALE),
    to_json=lambda state: {**state_to_json(state), "places": dict(state.places)},
    state_keys=HouseNumberJson,
    odds=ODDS,
    player=_play,
)
