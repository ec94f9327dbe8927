"""Rounds played on the engine itself by players who do what the odds advise, and what came of them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import scorer
from scorer import Cover, Reveal, State, Throw
from scorer.copying import copy_with
from scorer.odds.chicago_odds import follower_odds, leader_odds, target_of
from scorer.odds.rounds import count_of
from scorer.odds.schocken_odds import hands_before, play_response, schocken_odds
from scorer.odds.turn import Ending, place_of

if TYPE_CHECKING:
    import random

    from scorer import Act

NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fine", "Gina", "Hans")


@dataclass
class Tally:
    """How often something was expected and how often it came, or how much of it."""

    rounds: int = 0
    expected: float = 0.0
    observed: float = 0.0
    squares: float = 0.0

    def add(self, expected: float, observed: float) -> None:
        self.rounds += 1
        self.expected += expected
        self.observed += observed
        self.squares += (observed - expected) ** 2

    @property
    def sigmas(self) -> float:
        """Return by how many standard deviations the sum is off; each round's is taken from the rounds themselves."""
        return (self.observed - self.expected) / math.sqrt(self.squares) if self.squares else 0.0


@dataclass
class Table:
    """Players who remember what the odds advised, dice that fall as they like."""

    chance: random.Random
    aim: str
    advised: dict[object, Any] = field(default_factory=dict)

    def fall(self, count: int) -> tuple[int, ...]:
        return tuple(sorted(self.chance.choices((1, 2, 3, 4, 5, 6), k=count)))

    def acts(self, state: State) -> tuple[Act, ...]:
        """Return what the player in `to_act` of the Chicago family does, until he throws."""
        key = place_of(state) if state.declaration is None else (place_of(state), *self._to_beat(state))
        if key not in self.advised:
            ask = leader_odds if state.declaration is None else follower_odds
            self.advised[key] = ask(state, self.aim)[0].acts
        return self.advised[key]

    def expects(self, state: State) -> float:
        """Return the chance that a follower has before his first throw."""
        key = self._to_beat(state)
        if key not in self.advised:
            self.advised[key] = float(follower_odds(state, self.aim)[0].chance)
        return self.advised[key]

    def _to_beat(self, state: State) -> tuple[object, ...]:
        said = state.declaration
        target = target_of(state, self.aim)
        return target, said.throws, said.ones, said.sixes, said.direction, said.value


def chicago_round(start: State, table: Table, tallies: dict[str, Tally]) -> None:
    """Play a round of the family from its leader's first throw, and note the leader's lot and each follower's."""
    lead = table.advised.setdefault("lead", leader_odds(start, table.aim)[0])
    state, leader = start, start.to_act
    while True:
        if state.declaration is not None and not state.made:
            expected, target, count = (
                table.expects(state),
                target_of(state, table.aim),
                count_of(state.declaration),
            )
        after = _lifted(state, table)
        over = after.last_round is not start.last_round or after.stage != "play"
        if state.declaration is not None and (over or after.to_act != state.to_act):
            ending = _ending(state, after)
            tallies["a follower beats it"].add(expected, target.beaten_by(state.rules, count, ending))
        if over:
            break
        state = after
    # Followers who play for the low are no test of who is high, nor the other way round.
    expected = float(getattr(lead, table.aim))
    tallies[f"the leader is {table.aim}"].add(expected, _lot(after, leader)[table.aim])


def _lifted(state: State, table: Table) -> State:
    """Do what is advised, and throw if the turn is not over."""
    before = state
    if state.free or len(state.held) == 3:
        for act in table.acts(state):
            state = scorer.apply(state, act)
            if state.to_act != before.to_act or state.last_round is not before.last_round:
                return state
        if len(state.held) == 3:
            return state  # a declaring leader with three dice held; he passes next
    return scorer.apply(state, Throw(dice=table.fall(3 - len(state.held))))


def _ending(before: State, after: State) -> Ending:
    if after.stage == "naming":
        return Ending("names", (), after.made)
    results = after.results or after.last_round.results
    result = results[len(before.results)]
    return Ending("chicago" if result.kind == "chicago" else "lies", result.dice, result.throws)


def _lot(after: State, leader: str) -> dict[str, bool]:
    """Whether the leader became the round's worst, and whether the leader was best or left by a Chicago."""
    if after.stage == "naming":
        return {"worst": False, "best": after.to_act == leader}
    last = after.last_round
    mine = last.results[0]
    if mine.player == leader and mine.kind == "chicago":
        return {"worst": False, "best": True}
    return {"worst": last.worst == leader, "best": last.best == leader}


def schocken_round(start: State, table: Table, tallies: dict[str, Tally], *, watched: int) -> None:
    """Play a round of Schocken; the watched place (0 leads) does what is advised, later ones what is assumed.

    Those before him lead and follow as they like: they stop as soon as they have more than a house number.
    """
    state, me, first, odds = start, start.active[watched], None, None
    standing: tuple[tuple[int, ...], ...] = ()
    while state.last_round is start.last_round:
        if state.stage == "reveal":
            state = scorer.apply(state, Reveal(dice=table.fall(3 - len(state.held))))
            continue
        if state.to_act == me:
            key = (state.limit, place_of(state), hands_before(state))
            if key not in table.advised:
                best = schocken_odds(state)[0]
                table.advised[key] = (
                    best,
                    [float(value) for value in (best.chips, best.lowest, best.highest)],
                )
            odds, expected = table.advised[key]
            first = first or expected
            acts = odds.acts
        elif first is None:
            acts = _as_he_likes(state)
        else:
            standing = standing or tuple(hand.below for hand in hands_before(state)[: max(1, watched)])
            whole, played, _ = play_response(state.rules, state.limit, standing, state.specials)
            act = max(whole.ways[place_of(state)], key=lambda way: played.values[way.node]).act
            acts = () if act is None else (act,)
        state = _schocken_lifted(state, acts, table)
    last = state.last_round
    chips = sum((to == me) * count - (giver == me) * count for giver, to, count in last.moves)
    for name, expected, observed in zip(
        ("chips", "lowest", "highest"), first, (chips, last.worst == me, last.best == me), strict=True
    ):
        tallies[name].add(expected, observed)


def _schocken_lifted(state: State, acts: tuple[Act, ...], table: Table) -> State:
    for act in acts:
        state = scorer.apply(state, act)
    if acts:
        return state
    if scorer.can(state, Cover()):
        return scorer.apply(state, Cover())
    return scorer.apply(state, Throw(dice=table.fall(3 - len(state.held))))


def _as_he_likes(state: State) -> tuple[Act, ...]:
    if not state.free:
        return ()
    low, middle, high = state.free if len(state.free) == 3 else (0, 0, 1)
    stays = middle == 1 or low == high or (middle, high) == (low + 1, low + 2)
    if stays or not scorer.can(state, scorer.Hold(dice=())):
        return (scorer.Pass(),)
    return (scorer.Hold(dice=tuple(die for die in state.free if die == 1)),)


def chicago_start(variant: str, players: int, aim: str) -> State:
    """Return a round's beginning; where the high is rewarded, one of phase 2 with mats enough for all."""
    state = scorer.new_game(scorer.load_variant(variant), NAMES[:players], NAMES[0])
    if aim == "worst":
        return state
    return copy_with(state, phase=2, stack=0, mats=dict.fromkeys(state.players, 5))


def schocken_start(players: int, stack: int) -> State:
    """Return a round's beginning; with an empty stack the chips are dealt round, one by one."""
    state = scorer.new_game(scorer.load_variant("schocken"), NAMES[:players], NAMES[0])
    chips = dict.fromkeys(state.players, 0)
    for place in range(13 - stack):
        chips[state.players[place % players]] += 1
    return copy_with(state, round=2, stack=stack, mats=chips)
