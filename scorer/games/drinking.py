"""The rules of the drinking game: a named loser, fouls, glasses to fill, players who leave (DRK-2, DRK-6 to DRK-8)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from scorer.acts import Filled, Foul, Leave, NameLoser
from scorer.copying import copy_with
from scorer.errors import Refused
from scorer.games import chicago_rounds
from scorer.games.ranking import points_result
from scorer.state import State, close_round, finish_game, lying, one_more

if TYPE_CHECKING:
    from collections.abc import Callable

ONE_SIX_FIVE: Final = (1, 5, 6)
PRICE_OF_LEAVING: Final = 3
_OF_THE_THROWER: Final = {"unfilled": ("play", "naming"), "foreign_body": ("play",)}
"""Fouls that only the thrower can commit, and when. A triple thrown unfilled is still a foul (DRK-2, DRK-6)."""


def names_loser(state: State) -> bool:
    """Whether the throw on the board lets its thrower name the loser: a triple in one throw, or 165 (DRK-2)."""
    triple = len(state.free) == 3 and state.free[0] == state.free[2]
    return triple or lying(state) == ONE_SIX_FIVE


def _name_loser(state: State, act: NameLoser) -> State:
    """Give the named player a glass; the round is over (DRK-2)."""
    _still_in(state, act.player)
    if state.stage != "naming":
        raise Refused("not_now", "There is no loser to name: nobody has a triple or 165.", "DRK-2")
    declared = state.declaration
    counted = (100, 60) if declared is None else (declared.ones or 0, declared.sixes or 0)
    deciding = points_result(state, *counted)
    if declared is None and state.rules.declares and deciding.kind == "points":
        deciding = replace(deciding, value=None)  # without a declaration yet it has none
    # The page shows the deciding throw, so it is among the round's results.
    shown = copy_with(state, results=(*state.results, deciding))
    return chicago_rounds.lose(shown, act.player, best=state.to_act)


def _foul(state: State, act: Foul) -> State:
    """Give the offender a glass; foreign objects in the cup cost the round too (DRK-6)."""
    _still_in(state, act.player)
    if act.kind in _OF_THE_THROWER and (
        act.player != state.to_act or state.stage not in _OF_THE_THROWER[act.kind]
    ):
        raise Refused("not_now", f"Only who throws can be guilty of '{act.kind}'.", "DRK-6")
    if act.kind == "foreign_body":
        return chicago_rounds.lose(state, act.player, best=None)
    return copy_with(state, glasses=one_more(state.glasses, act.player), to_fill=act.player)


def _fill_glass(state: State, _one: Filled) -> State:
    """Fill the glass (DRK-7)."""
    if state.to_fill is None:
        raise Refused("not_now", "Nobody has to fill now.", "DRK-7")
    return copy_with(state, to_fill=None)


def _leave(state: State, act: Leave) -> State:
    """Let a player leave for three glasses, which another may take over (DRK-8)."""
    _still_in(state, act.player)
    if act.redeemed_by is not None:
        _still_in(state, act.redeemed_by)
    if state.stage == "naming":
        raise Refused("not_now", "The round's loser is named before anybody leaves.", "DRK-8")
    gone = copy_with(
        state,
        glasses=one_more(state.glasses, act.redeemed_by or act.player, PRICE_OF_LEAVING),
        out={**state.out, act.player: "left"},
        results=tuple(result for result in state.results if result.player != act.player),
        to_fill=act.redeemed_by,
    )
    left = _played_on(gone, act.player)
    # Whoever drank fills, in a round that ends here the lowest; a leaver who drank is no longer there to do it (DRK-7).
    return copy_with(left, to_fill=left.to_fill or left.to_act)


def _played_on(state: State, leaver: str) -> State:
    """Continue without a player: in a roll-off, in the player's own turn, or in another's; or end the game (DRK-8)."""
    if len(state.active) == 1:
        broken_off = close_round(state, best=None, worst=None) if state.stage == "play" else state
        return finish_game(broken_off, None)
    if state.stage == "roll_off":
        return _rolled_without(state, leaver)
    if state.to_act != leaver:
        return state
    if state.leader == leaver:
        return chicago_rounds.lead(state, leaver)
    return chicago_rounds.next_to_throw(state)


def _rolled_without(state: State, leaver: str) -> State:
    if leaver not in state.rolling:
        return state
    place = state.rolling.index(leaver)
    rolling = state.rolling[:place] + state.rolling[place + 1 :]
    if len(rolling) == 1:
        return chicago_rounds.lead(state, rolling[0])
    rolled = state.rolled[:place] + state.rolled[place + 1 :]
    return chicago_rounds.rolled_on(copy_with(state, rolling=rolling, rolled=rolled))


def _still_in(state: State, player: str) -> None:
    if player not in state.players or player in state.out:
        raise Refused("unknown_player", f"{player[:40]!r} is not in the game; name one who is.", "DRK-6")


ACTS: Final[dict[type, Callable[[State, Any], State]]] = {
    NameLoser: _name_loser,
    Foul: _foul,
    Filled: _fill_glass,
    Leave: _leave,
}
