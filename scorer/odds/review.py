"""Hindsight on the choices of finished turns.

Nothing here is used during the current turn: `ended_turns` returns only finished ones. Each game's odds state their assumptions
about the other players.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile

from scorer.acts import Act, Cover, NameLoser, OffBoard, Reveal, Throw
from scorer.engine import replay
from scorer.games.families import family_of
from scorer.odds.advice import advise, odds_of
from scorer.odds.weighed import Reached, Weighed
from scorer.state import Declaration, Dice, Result, State, thrower


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedAct:
    """An act, with the states before and after it."""

    before: State
    act: Act
    after: State

    @property
    def decided(self) -> bool:
        """Whether it was a decision of the player's, not a throw."""
        return self.act.NAME in family_of(self.before.rules).decides


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedTurn:
    """A finished turn: its moves and its result, which is None until the loser is named."""

    moves: tuple[PlayedAct, ...]
    result: Result | None

    @property
    def start(self) -> State:
        """The state before the first throw."""
        return self.moves[0].before


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewStep:
    """A throw and the choice after it. `held` are the dice held before it; `chosen` and `best` are None if there was no choice."""

    thrown: Dice
    held: Dice
    chosen: Weighed | None
    best: Weighed | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LookBack:
    """Hindsight on one turn; `leads`: whether the player led the round, `aim`: as in `Advice`.

    `reached` is the chance of a result at least as good within `throws` throws, when playing only for that; None if the result is
    covered, off the board or missing.
    """

    player: str
    round: int
    leads: bool
    aim: str
    target: Result | None
    declaration: Declaration | None
    steps: tuple[ReviewStep, ...]
    result: Result | None
    throws: int
    reached: Fraction | None


# --- turns that have ended


def ended_turns(moves: Iterable[PlayedAct]) -> tuple[EndedTurn, ...]:
    """Return the finished turns among the moves of a game, oldest first.

    Turns cut short, by leaving or a foul, are left out. A covered result is included once it is revealed.
    """
    turns: list[EndedTurn] = []
    running: list[PlayedAct] = []
    for move in moves:
        if isinstance(move.act, Reveal | NameLoser):
            # The result of a covered or naming turn comes later.
            for place, turn in enumerate(turns):
                if (turn.start.to_act, turn.start.round) == (move.before.to_act, move.before.round):
                    turns[place] = replace(turn, result=_result(move))
        if move.before.stage != "play":
            continue
        running.append(move)
        if not _has_ended(move):
            continue
        of_the_turn = move.decided or isinstance(move.act, Throw | OffBoard)
        if of_the_turn and running[0].before.made == 0:
            turns.append(EndedTurn(moves=tuple(running), result=_result(move)))
        running = []
    return tuple(turns)


def _has_ended(move: PlayedAct) -> bool:
    before, after = move.before, move.after
    return (after.stage, after.to_act, after.last_round) != ("play", before.to_act, before.last_round)


def _result(move: PlayedAct) -> Result | None:
    """Return the result of the player in `to_act` after a move, in the current round or in the one that it ended."""
    after = move.after
    results = after.results
    if after.last_round is not None and after.last_round != move.before.last_round:
        results = after.last_round.results
    return next((result for result in results if result.player == move.before.to_act), None)


# --- looking back


def look_back(turn: EndedTurn) -> LookBack:
    """Return a look back on a turn, with each choice weighed by what was known at the time.

    Raise NoSuchDecision if the turn has no odds.
    """
    start, result = turn.start, turn.result
    # A leader's throws limit the others, so that a result counts as equal within them.
    mine = start.declaration is None or (
        result is not None and result.kind == "chicago" and start.rules.chic_is_played_on
    )
    throws = result.throws if result is not None and mine else start.limit
    after, declared = turn.moves[-1].after, start.declaration
    if declared is None:  # a leader's own, also where this turn ended the round
        declared = after.declaration
        if declared is None and after.last_round is not None and after.last_round != start.last_round:
            declared = after.last_round.declaration
    # The aim does not change within a turn: it is that of the first throw.
    advice = advise(next((move.before for move in turn.moves if isinstance(move.act, Throw)), start))
    reached = None
    if result is not None and result.dice is not None:
        ended = Reached(start=start, declared=declared, result=result, throws=throws)
        reached = odds_of(start.rules).reached(ended)
    return LookBack(
        player=thrower(start),
        round=start.round,
        leads=start.declaration is None,
        aim=advice.aim,
        target=advice.target,
        declaration=declared,
        steps=tuple(_steps(turn.moves)),
        result=turn.result,
        throws=throws,
        reached=reached,
    )


def _steps(moves: tuple[PlayedAct, ...]) -> Iterator[ReviewStep]:
    for place, move in enumerate(moves):
        if not isinstance(move.act, Throw):
            continue
        chosen = best = None
        if not _has_ended(move):
            choices = advise(move.after).choices
            if len(choices) > 1:
                best = choices[0]
                later = takewhile(
                    lambda after: not isinstance(after.act, Throw | OffBoard | Cover), moves[place + 1 :]
                )
                led_to = replay(move.after, [after.act for after in later if after.decided])
                chosen = next((each for each in choices if replay(move.after, each.acts) == led_to), None)
        # The state no longer has the dice of a throw that ended its turn.
        thrown = move.after.free or tuple(sorted(move.act.dice))
        yield ReviewStep(thrown=thrown, held=move.before.held, chosen=chosen, best=best)
