"""The rules of the drinking game: naming a loser, fouls, filling glasses, leaving (DRK-2, DRK-6 to DRK-8, PUB-8 to PUB-10)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from scorer.acts import FOULS, Act, Filled, Foul, Leave, NameLoser
from scorer.attendance import is_fresh
from scorer.copying import copy_with
from scorer.errors import Refused
from scorer.games.chicago import chicago_rounds
from scorer.games.ranking import points_result
from scorer.state import State, add_count, close_round, dice_on_board, finish_game

ONE_SIX_FIVE: Final = (1, 5, 6)
PRICE_OF_LEAVING: Final = 3
_FOULS_IN_PLAY: Final = {"overthrown", "unannounced"}


def names_loser(state: State) -> bool:
    """Whether the throw on the board lets its thrower name the loser: three of a kind in one throw, or 165 (DRK-2)."""
    triple = len(state.free) == 3 and state.free[0] == state.free[2]
    return triple or dice_on_board(state) == ONE_SIX_FIVE


def _name_loser(state: State, act: NameLoser) -> State:
    """Give the named player a glass and end the round (DRK-2)."""
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


def _chargeable(state: State) -> dict[str, set[str | None]]:
    """Return for each kind of foul the players who may be charged with it now (DRK-6, PUB-8, PUB-9)."""
    thrower = {state.to_act} if state.stage == "play" else set()
    return {
        "spill": {*state.active},
        "unfilled": {state.threw_unfilled},
        "not_emptied": {*state.glasses},
        "foreign_body": thrower,
        "overthrown": {state.threw_last, *(thrower if state.made else ())},
        "unannounced": {state.announces},
    }


_INNOCENT: Final = {
    "not_emptied": ("{player} has no glass yet that could be left half full.", "PUB-8"),
    "unfilled": ("{player} did not make the newest throw, or has paid for it.", "DRK-6"),
    "foreign_body": ("Only who throws can have anything else in the cup.", "DRK-6"),
    "overthrown": ("{player} was not the last to throw.", "PUB-9"),
    "unannounced": ("Only the leader announces, between his turn and the next throw.", "PUB-9"),
}
"""Why somebody cannot have committed a foul, and the rule."""


def _foul(state: State, act: Foul) -> State:
    """Give the offender a glass; some fouls also lose the round (DRK-6, PUB-9)."""
    _still_in(state, act.player)
    if act.kind == "unfilled" and state.threw_unfilled is None:
        raise Refused("not_now", "Every glass was full at the newest throw.", "PUB-8")
    if act.player not in _chargeable(state)[act.kind]:
        reason, rule = _INNOCENT[act.kind]
        raise Refused("not_now", reason.format(player=act.player), rule)
    if act.kind in _FOULS_IN_PLAY and state.stage != "play":
        raise Refused("not_now", "The round's loser is named first.", "PUB-9")
    overthrown = act.kind == "overthrown"
    if act.kind == "foreign_body" or (overthrown and (state.made or state.results)):
        return chicago_rounds.lose(state, act.player, best=None)
    return copy_with(
        state,
        glasses=add_count(state.glasses, act.player),
        to_fill=act.player,
        threw_last=None if overthrown else state.threw_last,
        announces=None if act.kind == "unannounced" else state.announces,
        threw_unfilled="" if act.kind == "unfilled" else state.threw_unfilled,
    )


def _fill_glass(state: State, _one: Filled) -> State:
    """Fill the glass (DRK-7)."""
    if state.to_fill is None:
        raise Refused("not_now", "Nobody has to fill now.", "DRK-7")
    return copy_with(state, to_fill=None)


def _leave(state: State, act: Leave) -> State:
    """Let a player leave for three glasses, which another player may take over (DRK-8)."""
    _still_in(state, act.player)
    if act.redeemed_by is not None:
        _still_in(state, act.redeemed_by)
    if state.stage == "naming":
        raise Refused("not_now", "The round's loser is named before anybody leaves.", "DRK-8")
    gone = copy_with(
        state,
        glasses=add_count(state.glasses, act.redeemed_by or act.player, PRICE_OF_LEAVING),
        out={**state.out, act.player: "left"},
        results=tuple(result for result in state.results if result.player != act.player),
        to_fill=act.redeemed_by,
    )
    if _goal_is_reached(gone):
        return _break_off(gone)
    left = _played_on(gone, act.player)
    # The one who drank fills, in a round that ends here the lowest; a leaver who drank is no longer there to do it (DRK-7).
    return copy_with(left, to_fill=left.to_fill or left.to_act)


def _played_on(state: State, leaver: str) -> State:
    """Continue after a player has left, in a roll-off, in that player's turn or in another's; or end the game (DRK-8)."""
    if len(state.active) == 1:
        return _break_off(state)
    if state.stage == "roll_off" and leaver in state.rolling:
        place = state.rolling.index(leaver)
        rolling = state.rolling[:place] + state.rolling[place + 1 :]
        if len(rolling) == 1:
            return chicago_rounds.lead(state, rolling[0])
        rolled = state.rolled[:place] + state.rolled[place + 1 :]
        return chicago_rounds.roll_on(copy_with(state, rolling=rolling, rolled=rolled))
    if state.stage == "roll_off" or state.to_act != leaver:
        return state
    if state.leader == leaver:
        return copy_with(chicago_rounds.lead(state, leaver), threw_last=state.threw_last)
    return chicago_rounds.next_to_throw(state)


def end_at_goal(before: State, state: State) -> State:
    """End the game once the players together have drunk the agreed number of glasses; an unfinished round is broken off (PUB-10)."""
    if state.stage == "over" or not _goal_is_reached(state):
        return state
    return finish_game(state, None) if state.round > before.round else _break_off(state)


def _goal_is_reached(state: State) -> bool:
    return 0 < state.rules.glasses_goal <= sum(state.glasses.values())


def _break_off(state: State) -> State:
    """End the game; the current round becomes the last one if somebody has thrown in it (DRK-8, PUB-10)."""
    untouched = state.stage == "roll_off" or is_fresh(state)
    return finish_game(state if untouched else close_round(state, best=None, worst=None), None)


def _still_in(state: State, player: str) -> None:
    if player not in state.players or player in state.out:
        raise Refused("unknown_player", f"{player[:40]!r} is not in the game; name one who is.", "DRK-6")


def legal(state: State) -> Iterator[Act]:
    """Yield the legal acts that only this game has; `Leave` only without a player who takes over the glasses."""
    if state.to_fill is not None:
        yield Filled()
    if state.stage == "naming":
        yield from (NameLoser(player=player) for player in state.active)
    for kind in FOULS:
        if kind not in _FOULS_IN_PLAY or state.stage == "play":
            may = _chargeable(state)[kind]
            yield from (Foul(player=player, kind=kind) for player in state.active if player in may)
    if state.stage != "naming":
        yield from (Leave(player=player) for player in state.active)


ACTS: Final[dict[type, Callable[[State, Any], State]]] = {
    NameLoser: _name_loser,
    Foul: _foul,
    Filled: _fill_glass,
    Leave: _leave,
}
