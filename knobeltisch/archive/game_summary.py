"""A game's entries, replayed by the rules, and the summary that is kept."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeVar

import scorer
from knobeltisch.archive.bill import count_debts
from knobeltisch.archive.records import AttendanceChange, GameRecord, Round, ThreeOnes
from knobeltisch.errors import CommandError
from knobeltisch.game.evening import Evening, apply_kept_act
from knobeltisch.game.house_rules import house_options
from scorer import Join, Leave, Reveal, RollOff, Throw
from scorer.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Hashable

    from knobeltisch.game.events import Start
    from scorer import Act, GameAct, GameState, LastRound, Result, State
    from scorer.games.poker.poker_state import LastHand

log = logging.getLogger(__name__)

THREE_ONES: Final = (1, 1, 1)
CHICAGOS: Final = ("chicago", "schock_out")
_KINDS: Final = (
    *("off_board", "fish", "points", "chicago"),
    *("house", "straight", "general", "schock", "jule", "flotter_dreier", "schock_out"),
)
"""Kinds of results, worst to best; the first line is the Chicago family's, the second Schocken's."""

_H = TypeVar("_H", bound="Hashable")


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A live act with its entry's number and time; None for the end of a game that the table stopped.

    `dice`: whether the table's real dice were thrown; throws made for a phone say nothing about the dice.
    """

    id: int
    at: float
    act: GameAct | None
    dice: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A game's live entries: its start with number and time, its acts, and its corrections with their source."""

    id: int
    at: float
    start: Start
    acts: tuple[Done, ...] = ()
    mended: tuple[tuple[str, str], ...] = ()


def record(played: Played) -> GameRecord:
    """Return a game's record. If the rules no longer accept an act, it and all later ones are left out, with a line in the log."""
    tally = _GameTally(played)
    try:
        state = begin(played.start)
    except CommandError:
        log.warning("the game of entry %d cannot begin under these rules", played.id)
        return tally.game(None)
    for done in played.acts:
        if done.act is None:
            tally.count_stop(done)
            state = scorer.stopped(state) if state.stage != "over" else state
            break
        try:
            after = apply_kept_act(state, done.act)
        except scorer.ScorerError:
            log.warning("entry %d does not fit the rules; the game is recorded up to there", done.id)
            break
        tally.count_act(state, done, done.act, after)
        state = after
    return tally.game(state)


def called_otherwise(played: Played, old: str, new: str) -> Played:
    """Return a game's entries with one player renamed."""
    start = played.start
    players = tuple(new if player == old else player for player in start.players)
    leader = new if start.leader == old else start.leader
    acts = tuple(
        act if act.act is None else replace(act, act=scorer.renamed_act(act.act, old, new))
        for act in played.acts
    )
    return replace(played, start=replace(start, players=players, leader=leader), acts=acts)


def begin(start: Start) -> GameState:
    """Return a game's first state, as the table begins it. Raise CommandError for an impossible start."""
    return Evening().after(start)[-1].state


class _GameTally:
    """Counts, updated while a game is replayed."""

    def __init__(self, played: Played) -> None:
        self._played = played
        self._ended = played.at
        self._rounds: list[Round] = []
        self._chicagos: list[ThreeOnes] = []
        self._faces = [0] * 6
        self._throws = 0
        self._stopped = False
        self._comings: list[AttendanceChange] = []
        self._best: dict[str, Result] = {}
        self._taken, self._given = Counter[str](), Counter[str]()
        self._hands: list[LastHand] = []
        self._halves: list[tuple[str, str]] = []

    def count_stop(self, done: Done) -> None:
        """Note that the table stopped here."""
        self._ended, self._stopped = done.at, True

    def count_act(self, before: GameState, done: Done, act: GameAct, after: GameState) -> None:
        """Count one act, with the state before and after it."""
        self._ended = done.at
        if isinstance(act, Leave | Join):
            number = scorer.summary(before).number
            joined = isinstance(act, Join)
            self._comings.append(AttendanceChange(at=done.at, player=act.player, round=number, joined=joined))
        if isinstance(after, scorer.PokerState):
            last = after.last_hand
            if last is not None and (not self._hands or self._hands[-1] is not last):
                self._hands.append(last)
        elif isinstance(before, scorer.State) and isinstance(act, scorer.Act):
            self._count_throw(before, done, act, after)

    def _count_throw(self, before: State, done: Done, act: Act, after: State) -> None:
        self._throws += isinstance(act, Throw | Reveal)
        if isinstance(act, Throw | Reveal | RollOff) and done.dice:
            for die in act.dice:
                self._faces[die - 1] += 1
        last = after.last_round
        closed = last is not None and last is not before.last_round
        if after.results is not before.results or closed:
            results = last.results if closed and last is not None else after.results
            for result in results:
                if result.kind in CHICAGOS and result not in before.results:
                    if isinstance(act, Throw | Reveal):
                        in_one = act.dice == THREE_ONES
                    else:
                        in_one = before.free == THREE_ONES and not before.held
                    self._chicagos.append(
                        ThreeOnes(at=done.at, player=result.player, throw=result.throws, in_one=in_one)
                    )
        if closed and last is not None:
            self._close_phase(before.phase, last)
        self._halves += _halves_lost(before, after)

    def _close_phase(self, phase: int | str, last: LastRound) -> None:
        results = tuple(map(_share_equal_value, last.results))
        declared = None if last.declaration is None else _share_equal_value(last.declaration)
        self._rounds.append(
            Round(
                phase=phase,
                number=last.round,
                declaration=declared,
                results=results,
                best=last.best,
                worst=last.worst,
                moves=tuple(map(_share_equal_value, last.moves)),
            )
        )
        for giver, taker, count in last.moves:
            if giver is not None:
                self._given[giver] += count
            if taker is not None:
                self._taken[taker] += count
        low = declared is not None and declared.direction == "low"
        self._keep_best_results([result for result in results if not low or result.kind == "chicago"])

    def _keep_best_results(self, results: list[Result]) -> None:
        """Keep everybody's best result; if low wins, only a Chicago counts."""
        for result in results:
            known = self._best.get(result.player)
            if result.dice is not None and (
                known is None or result_sort_key(result) > result_sort_key(known)
            ):
                self._best[result.player] = result

    def game(self, state: GameState | None) -> GameRecord:
        """Return the record; `state` is the game's last, None if it could not begin."""
        start = self._played.start
        sums = Summary(number=0, phase=0) if state is None else scorer.summary(state)
        one, two, three, four, five, six = self._faces
        if (
            state is None
            or scorer.ends_by(state.rules) != "loss"
            or scorer.parts_lost(state.rules.name) == "halves"
        ):
            safe: tuple[str, ...] = ()
        else:
            safe = tuple(name for name, why in state.out.items() if why != "left")
        debts = {} if state is None else count_debts(state, start.counter)
        return GameRecord(
            id=self._played.id,
            variant=start.variant,
            house={} if state is None else house_options(state.rules),
            counter=None if state is None else scorer.counter_of(state.rules, start.counter),
            players=tuple(map(_share_equal_value, start.players if state is None else state.players)),
            began=self._played.at,
            ended=self._ended,
            over=state is not None and state.stage == "over",
            stopped=self._stopped,
            comings=tuple(self._comings),
            loser=sums.loser,
            rounds=tuple(self._rounds),
            chicagos=tuple(self._chicagos),
            throws=self._throws,
            faces=(one, two, three, four, five, six),
            best=self._best,
            debts={player: items for player, items in debts.items() if items},
            lost=sums.count("lost"),
            taken=dict(self._taken),
            given=dict(self._given),
            winner=sums.winner,
            points=sums.count("points"),
            hands=tuple(self._hands),
            safe=safe,
            halves=tuple(self._halves),
            handicap={} if not isinstance(state, scorer.State) else dict(state.handicap),
            teams=dict(sums.teams),
            mended=dict(Counter(self._played.mended)),
        )


def _halves_lost(before: State, after: State) -> list[tuple[str, str]]:
    """Return the half or final that an act ended, and its loser; also if the loss came from another player leaving."""
    if not isinstance(before.phase, str):
        return []
    lost = [name for name, count in after.lost.items() if count > before.lost.get(name, 0)]
    if after.loser is not None and not lost:
        lost = [after.loser]  # the final's loser; `lost` counts a half that ends the game
    return [(before.phase, name) for name in lost]


def result_sort_key(result: Result) -> tuple[int, tuple[int, ...], int]:
    """Return the sort key for results of one variant, over rounds: the kind, then its points or dice, then few throws."""
    dice = tuple(sorted(result.dice or (), reverse=True))
    worth = (result.value or 0,) if result.kind in ("points", "fish") else dice
    return _KINDS.index(result.kind), worth, -result.throws


@lru_cache(maxsize=16384)
def _share_equal_value(value: _H) -> _H:
    """Return one shared object for equal values, to save memory: an evening has few different results."""
    return value
