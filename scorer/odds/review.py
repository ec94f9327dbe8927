"""What could have been done: turns that are over, looked at again.

Nothing here is asked while a turn runs at the table: `ended_turns` gives those only that have ended. What is assumed
of the others is said in `chicago` and `schocken`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from scorer.acts import Cover, Hold, NameLoser, OffBoard, Pass, Reveal, TakeBack, Throw, Turn
from scorer.engine import replay
from scorer.odds.advice import Reached, advise, odds_of
from scorer.odds.turn import CASES, course, terms_of
from scorer.state import thrower

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scorer.acts import Act
    from scorer.odds.advice import Advice, Weighed
    from scorer.state import Declaration, Dice, Result, State

_OF_A_TURN = (Throw, Hold, Turn, TakeBack, Pass, Cover, OffBoard)
_CHOSEN = (Hold, Turn, TakeBack, Pass)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """An act with the states around it."""

    before: State
    act: Act
    after: State


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedTurn:
    """A turn that is over: its moves, and what it came to; None as long as a loser is still to be named."""

    moves: tuple[Move, ...]
    result: Result | None

    @property
    def start(self) -> State:
        """The state before the first throw."""
        return self.moves[0].before


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A throw that left a choice. `held` lay outside before; `chosen` is None when nothing was left to choose."""

    thrown: Dice
    held: Dice
    chosen: Weighed | None
    best: Weighed | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LookBack:
    """A turn looked at again.

    `reached`: the chance of a result as good or better within `throws` throws, for somebody who plays for just that;
    None for a result that is covered, off the board, or still to come.
    """

    player: str
    round: int
    leads: bool
    aim: str
    target: Result | None
    declaration: Declaration | None
    steps: tuple[Step, ...]
    result: Result | None
    throws: int
    reached: Fraction | None


# --- turns that have ended


def ended_turns(moves: Iterable[Move]) -> tuple[EndedTurn, ...]:
    """Return the turns that have ended among the moves of a game, oldest first.

    A turn that somebody broke off, by leaving or by a foul, is left out; one that still runs is never given. A
    covered result is told as soon as it is shown.
    """
    turns: list[EndedTurn] = []
    running: list[Move] = []
    for move in moves:
        if isinstance(move.act, Reveal | NameLoser):
            _note_result(turns, move)
        if move.before.stage != "play":
            continue
        running.append(move)
        if not _ended(move):
            continue
        if isinstance(move.act, _OF_A_TURN) and running[0].before.made == 0:
            turns.append(EndedTurn(moves=tuple(running), result=_result(move)))
        running = []
    return tuple(turns)


def _ended(move: Move) -> bool:
    before, after = move.before, move.after
    same = (after.stage, after.to_act, after.last_round) == ("play", before.to_act, before.last_round)
    return not same


def _result(move: Move) -> Result | None:
    """Return the result that the player in `to_act` has after a move, in the round that goes on or in the one that ended with it."""
    after = move.after
    results = after.results
    if after.last_round is not None and after.last_round != move.before.last_round:
        results = after.last_round.results
    return next((result for result in results if result.player == move.before.to_act), None)


def _note_result(turns: list[EndedTurn], move: Move) -> None:
    """Put down what a covered or naming turn came to."""
    for place, turn in enumerate(turns):
        if (turn.start.to_act, turn.start.round) == (move.before.to_act, move.before.round):
            turns[place] = replace(turn, result=_result(move))


# --- looking back


def look_back(turn: EndedTurn) -> LookBack:
    """Weigh every choice of a turn as it was made, not knowing what fell afterwards."""
    start, last = turn.start, turn.moves[-1].after
    leads = start.declaration is None
    advice = _first_advice(turn)
    throws = _throws(turn)
    return LookBack(
        player=thrower(start),
        round=start.round,
        leads=leads,
        aim=advice.aim,
        target=advice.target,
        declaration=start.declaration or _declared(turn, last),
        steps=tuple(_steps(turn.moves)),
        result=turn.result,
        throws=throws,
        reached=_reached(turn, throws),
    )


def _first_advice(turn: EndedTurn) -> Advice:
    """Weigh the turn's beginning: what is played for does not change within a turn."""
    throw = next((move.before for move in turn.moves if isinstance(move.act, Throw)), turn.start)
    return advise(throw)


def _declared(turn: EndedTurn, last: State) -> Declaration | None:
    """Return what a leader has declared with this turn."""
    if last.declaration is None and last.last_round is not None:
        return last.last_round.declaration if last.last_round != turn.start.last_round else None
    return last.declaration


def _steps(moves: tuple[Move, ...]) -> Iterator[Step]:
    for place, move in enumerate(moves):
        if not isinstance(move.act, Throw):
            continue
        chosen = best = None
        if not _ended(move):
            advice = advise(move.after)
            if len(advice.choices) > 1:
                chosen, best = _as_chosen(move.after, advice, moves[place + 1 :]), advice.choices[0]
        yield Step(thrown=move.after.free or _fallen(move), held=move.before.held, chosen=chosen, best=best)


def _fallen(move: Move) -> Dice:
    """Return the dice of a throw that ended its turn: the board is clear by then."""
    assert isinstance(move.act, Throw)
    return tuple(sorted(move.act.dice))


def _as_chosen(state: State, advice: Advice, later: tuple[Move, ...]) -> Weighed | None:
    """Return which of the choices was taken: the one that leads to the same state."""
    acts = []
    for move in later:
        if isinstance(move.act, _CHOSEN):
            acts.append(move.act)
        elif isinstance(move.act, _OF_A_TURN):
            break
    led_to = replay(state, acts)
    return next((choice for choice in advice.choices if replay(state, choice.acts) == led_to), None)


# --- how likely the result was


def _throws(turn: EndedTurn) -> int:
    """Return within how many throws a result counts as equally good: a leader's fewer throws bind the others."""
    start, result = turn.start, turn.result
    if result is None:
        return start.limit
    chic = result.kind == "chicago" and start.rules.chic_is_played_on
    return result.throws if start.declaration is None or chic else start.limit


def _reached(turn: EndedTurn, throws: int) -> Fraction | None:
    result, start = turn.result, turn.start
    if result is None or result.dice is None:
        return None
    declared = _declared(turn, turn.moves[-1].after) if start.declaration is None else start.declaration
    ended = Reached(start=start, declared=declared, result=result, throws=throws)
    whole = course(terms_of(start))
    (cases,) = whole.played(odds_of(start.rules).as_good(ended, whole.endings)).at(whole.start)
    return Fraction(cases, CASES ** (whole.limit + 1))
