"""Exact odds of Schocken: of being lowest or highest, and the cost in chips.

Assumptions: nobody knows covered dice, not even their owner; a covered result counts with the odds of its free dice. Players who
have yet to throw play for the best chance of beating what is the lowest result when the player in `to_act` decides (for a leader:
the leader's own result), and among equal choices for a high result. The player in `to_act` plays to lose the fewest chips in this
round. Only the chips of SCH-4 to SCH-6 count: the cost of losing a half is not weighed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement, product
from math import prod
from typing import Final, NamedTuple, TypeAlias

from scorer.acts import Act
from scorer.errors import NoSuchDecision
from scorer.games.schocken.schocken_rounds import (
    MOST_THROWS,
    dice_sort_key,
    kind_of,
    specials_with,
    tie_sort_key,
    worth_of,
)
from scorer.odds.turn import (
    CASES,
    Course,
    Terms,
    chance_to_end,
    explore_turn,
    place_of,
    terms_of,
    ways_to_fall,
)
from scorer.odds.weighed import Advice, Ending, Odds, Reached, Weighed
from scorer.rules import Rules
from scorer.state import Dice, State, dice_on_board, thrower

FAMILY: Final = "schocken"
_EVERY: Final = tuple(combinations_with_replacement(range(1, 7), 3))


@dataclass(frozen=True, slots=True, kw_only=True)
class SchockenChoice:
    """A player's choice, up to the next throw or the end of the turn; without acts, the choice is to throw.

    `chips` is the average number of chips gained in the round (negative if given away); `lowest` and `highest` are the
    probabilities of being lowest or highest. All assume play for the fewest chips from here on.
    """

    acts: tuple[Act, ...]
    chips: Fraction
    lowest: Fraction
    highest: Fraction


Cases: TypeAlias = tuple[int, ...]
"""A player's present or future result: the number of cases below each rank from 0, the lowest; the last entry is all cases."""


class Hand(NamedTuple):
    """A player's chips and result, known or still to come; `below[rank]` counts the cases of a result lower than `rank`."""

    below: Cases
    chips: int

    @property
    def certain(self) -> int:
        """The total number of cases, which stands for a probability of 1."""
        return self.below[-1]


_Pairs: TypeAlias = tuple[tuple[Hand, int], ...]


class Stakes(NamedTuple):
    """What is at stake for a player: the stack, the chips of this half, and the player's own."""

    stack: int
    chips: int
    own: int


class ResultWorth(NamedTuple):
    """The value of a result to a player, summed over the cases of all other hands: chips gained, lowest, highest."""

    chips: int
    lowest: int
    highest: int


class Laid(NamedTuple):
    """The parts of a result that decide how high it is."""

    dice: Dice
    throws: int
    put_together: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ladder:
    """The ranks of results in a house, the lowest 0, and the chips each is worth; None for Schock out, which is worth all."""

    rules: Rules
    rank: Mapping[Laid, int]
    worths: tuple[int | None, ...]

    @property
    def out(self) -> int:
        """The lowest rank that is a Schock out."""
        return self.worths.index(None)

    def rank_ending(self, end: Ending) -> int:
        """Return the rank of a turn's ending with open dice."""
        return self.rank[Laid(end.dice, end.throws, end.put_together)]


@lru_cache(maxsize=32)
def ladder_of(rules: Rules, called: tuple[str, ...]) -> Ladder:
    """Return the ladder of ranks under house rules with these specials called (SCH-3, SCH-11, PUB-1 to PUB-4)."""
    keys, worth = {}, {}
    for laid in map(Laid._make, product(_EVERY, range(1, MOST_THROWS + 1), (False, True))):
        specials = specials_with(rules, called)
        kind = kind_of(rules, laid.dice, specials, put_together=laid.put_together)
        prior = tie_sort_key(rules, laid.throws, put_together=laid.put_together)
        keys[laid] = dice_sort_key(rules, kind, laid.dice), prior
        worth[keys[laid]] = worth_of(kind, laid.dice)
    order = sorted(worth)
    number = {key: rank for rank, key in enumerate(order)}
    return Ladder(
        rules=rules,
        rank={laid: number[key] for laid, key in keys.items()},
        worths=tuple(worth[key] for key in order),
    )


def ladder_now(state: State) -> Ladder:
    """Return the ladder of ranks in this round."""
    return ladder_of(state.rules, state.specials)


# --- choices


def schocken_odds(state: State) -> tuple[SchockenChoice, ...]:
    """Return the choices of the player in `to_act`, the cheapest in chips first.

    Raise NoSuchDecision if it is nobody's turn to throw, no such dice can lie there, or the game is not Schocken.
    """
    if state.rules.family != FAMILY:
        raise NoSuchDecision(f"{state.rules.name} is not Schocken; ask for a leader's or a follower's odds.")
    if state.stage != "play":
        raise NoSuchDecision(f"Nobody throws now: the stage is '{state.stage}', and only 'play' has odds.")
    whole, place = explore_turn(terms_of(state)), place_of(state)
    if place not in whole.ways:
        raise NoSuchDecision("No turn of Schocken comes to the dice that lie here.")
    certain, worths = _worth_of_endings(state, whole)
    shift = certain * state.rules.chips  # chips can be lost, but a worth must not be negative
    played = whole.play_best(
        [shift - worth.chips for worth in worths],
        [certain - worth.lowest for worth in worths],
        [worth.highest for worth in worths],
    )
    left = CASES ** (state.limit - state.made)
    choices = []
    for acts, node in whole.paths(place):
        kept, not_lowest, highest = (Fraction(cases, certain * left) for cases in played.value_at(node))
        choices.append(
            SchockenChoice(acts=acts, chips=state.rules.chips - kept, lowest=1 - not_lowest, highest=highest)
        )
    return tuple(
        sorted(choices, key=lambda choice: (choice.chips, choice.lowest, -choice.highest, len(choice.acts)))
    )


def warm_up(rules: Rules, specials: tuple[str, ...] = ()) -> None:
    """Precompute the assumed replies to everything that a leader may leave open or cover."""
    ladder = ladder_of(rules, specials)
    for end in explore_turn(Terms(rules=rules, limit=MOST_THROWS, leads=True)).endings:
        response(ladder, end.throws, (_hand_laid(end, ladder),))


def _worth_of_endings(state: State, whole: Course) -> tuple[int, list[ResultWorth]]:
    """Return the number of cases, and the value of each ending of a turn."""
    ladder = ladder_now(state)
    stakes = Stakes(state.stack, state.rules.chips, state.mats[thrower(state)])
    if state.declaration is not None:
        before, after = hands_before(state), hands_after(state)
        table = _table(before, after, stakes, ladder)
        certain = prod(hand.certain for hand in (*before, *after))
        return certain, [table[ladder.rank_ending(end)] for end in whole.endings]
    # A leader stops with a result, or covers, and the others play against it.
    waiting = tuple(state.mats[player] for player in state.active if player != thrower(state))
    # Results that are no longer reachable need not be computed.
    return CASES ** (MOST_THROWS * len(waiting) + 1), [
        _leader_worth(ladder, end, waiting, stakes)
        if end.throws > state.made or end.dice == dice_on_board(state)
        else ResultWorth(0, 0, 0)
        for end in whole.endings
    ]


def hands_before(state: State) -> tuple[Hand, ...]:
    """Return the hands of the players who have thrown in this round; a covered hand has the cases of its free dice."""
    ladder, hands = ladder_now(state), []
    for result in state.results:
        if result.player in state.out:
            continue
        if result.dice is None:
            below = covered_hand(result.held or (), result.throws, ladder)
        else:
            rank = ladder.rank[Laid(result.dice, result.throws, result.put_together)]
            below = open_hand(rank, ladder)
        hands.append(Hand(below, state.mats[result.player]))
    return tuple(hands)


def open_hand(rank: int, ladder: Ladder) -> Cases:
    """Return an open result as the `below` of a `Hand`, in cases out of 216."""
    return tuple(CASES if above > rank else 0 for above in range(len(ladder.worths) + 1))


@lru_cache(maxsize=64)
def covered_hand(held: Dice, throws: int, ladder: Ladder) -> Cases:
    """Return covered dice with the held ones as the `below` of a `Hand`, in cases out of 216."""
    cases = [0] * len(ladder.worths)
    for dice, ways in ways_to_fall(3 - len(held)):
        laid = Laid(tuple(sorted(held + dice)), throws, bool(held))
        cases[ladder.rank[laid]] += ways * 6 ** len(held)
    return tuple(accumulate(cases, initial=0))


def hands_after(state: State) -> tuple[Hand, ...]:
    """Return the assumed hands of the players after the follower in `to_act`."""
    thrown = {result.player for result in state.results} | {thrower(state)}
    waiting = [player for player in state.active if player not in thrown]
    standing = tuple(hand.below for hand in hands_before(state))
    cases = response(ladder_now(state), state.limit, standing)
    return tuple(Hand(cases, state.mats[player]) for player in waiting)


@lru_cache(maxsize=1024)
def response(ladder: Ladder, throws: int, standing: tuple[Cases, ...]) -> Cases:
    """Return the `below` of a player who plays to beat the lowest of these hands, in cases out of 216 ** `throws`."""
    whole = explore_turn(Terms(rules=ladder.rules, limit=throws, leads=False))
    number = tuple(map(ladder.rank_ending, whole.endings))
    # The lowest is at or above a rank if all are; of equal results the later is lower.
    at_or_above = [prod(hand[-1] - hand[rank] for hand in standing) for rank in range(len(ladder.worths))]
    played = whole.play_best([at_or_above[0] - at_or_above[rank] for rank in number], number)
    # Follow the play through the turn, from its start to the endings.
    ends, reached = len(whole.endings), {whole.start: 1}
    for index in range(len(whole.nodes) - 1, -1, -1):
        weight = reached.pop(ends + index, 0)
        if not weight:
            continue
        node = whole.nodes[index]
        if node.cases is None:
            best = max(node.children, key=played.values.__getitem__)
            reached[best] = reached.get(best, 0) + weight
            continue
        for child, ways in zip(node.children, node.cases, strict=True):
            reached[child] = reached.get(child, 0) + weight * ways
    cases = [0] * len(ladder.worths)
    for ending, weight in reached.items():
        cases[number[ending]] += weight * CASES ** (whole.limit - whole.endings[ending].throws)
    return tuple(accumulate(cases, initial=0))


# --- a leader


@lru_cache(maxsize=2048)
def _leader_worth(ladder: Ladder, end: Ending, waiting: tuple[int, ...], stakes: Stakes) -> ResultWorth:
    """Return the value of an ending, in cases of 216 ** 3 for each other player and 216 for covered dice."""
    mine = _hand_laid(end, ladder)
    cases = response(ladder, end.throws, (mine,))
    others = tuple(Hand(cases, chips) for chips in waiting)
    scale = CASES ** ((MOST_THROWS - end.throws) * len(waiting))
    owned = ((rank, mine[rank + 1] - mine[rank]) for rank in range(len(ladder.worths)))
    meant = [(own, worth_at(rank, (), others, stakes, ladder)) for rank, own in owned if own]
    chips, lowest, highest = (sum(own * worth[part] for own, worth in meant) * scale for part in range(3))
    return ResultWorth(chips, lowest, highest)


def _hand_laid(end: Ending, ladder: Ladder) -> Cases:
    if end.what == "covered":
        return covered_hand(end.dice, end.throws, ladder)
    return open_hand(ladder.rank_ending(end), ladder)


# --- the value of a result


@lru_cache(maxsize=64)
def _table(
    before: tuple[Hand, ...], after: tuple[Hand, ...], stakes: Stakes, ladder: Ladder
) -> tuple[ResultWorth, ...]:
    """Return the value of each rank against these hands."""
    return tuple(worth_at(rank, before, after, stakes, ladder) for rank in range(len(ladder.worths)))


def worth_at(
    rank: int, before: tuple[Hand, ...], after: tuple[Hand, ...], stakes: Stakes, ladder: Ladder
) -> ResultWorth:
    """Return the worth of a result of this rank against the hands before and after it."""
    # Of two otherwise equal results the earlier is higher (SCH-3): `above` is the first rank above this one, for each.
    others, above = (*before, *after), (rank,) * len(before) + (rank + 1,) * len(after)
    pairs = tuple(zip(others, above, strict=True))
    lowest = prod(hand.certain - hand.below[low] for hand, low in pairs)
    highest = prod(hand.below[low] for hand, low in pairs)
    worth = ladder.worths[rank]
    # The chips of Schock out are counted separately.
    given = 0 if worth is None or stakes.stack else min(worth, stakes.own)
    # The cases in which somebody has Schock out and all of the player's chips go to the lowest (SCH-6).
    swept = prod(hand.certain for hand in others) - lowest
    if rank < ladder.out:
        swept -= prod(hand.below[ladder.out] for hand in others) - _count_within(pairs, ladder.out)
    lost = highest * given + swept * stakes.own
    taken = _chips_taken(rank, pairs, stakes, ladder) if lowest else 0
    return ResultWorth(taken - lost, lowest, highest)


def _count_within(pairs: _Pairs, rank: int) -> int:
    """Return in how many cases all other players are above the player and below this rank."""
    return prod(max(0, hand.below[rank] - hand.below[low]) for hand, low in pairs)


def _chips_taken(rank: int, pairs: _Pairs, stakes: Stakes, ladder: Ladder) -> int:
    """Return how many chips the lowest takes, summed over all ranks that the highest may have (SCH-4 to SCH-6)."""
    chips, before, first = 0, 0, rank
    for worth, beyond in _classes(ladder):
        if beyond <= first:
            continue
        up_to = _count_within(pairs, beyond)
        if worth is None:
            alike = {stakes.chips - stakes.own}
        elif stakes.stack:
            alike = {min(worth, stakes.stack)}
        else:
            alike = {min(worth, hand.chips) for hand, _ in pairs}
        if len(alike) == 1:
            chips += (up_to - before) * alike.pop()
        else:  # it depends on who is highest
            chips += sum(_given_by_each(at, worth or 0, pairs) for at in range(first, beyond))
        before, first = up_to, beyond
    return chips


@lru_cache(maxsize=8)
def _classes(ladder: Ladder) -> tuple[tuple[int | None, int], ...]:
    """Return the chip values from the lowest result up, each with the first rank beyond it."""
    worths, count = ladder.worths, len(ladder.worths)
    ends = (rank + 1 for rank in range(count) if rank + 1 == count or worths[rank + 1] != worths[rank])
    return tuple((worths[end - 1], end) for end in ends)


def _given_by_each(rank: int, worth: int, pairs: _Pairs) -> int:
    """Return how many chips the lowest gets from a player who is highest with this rank, if all others are above the lowest."""
    chips, none_so_far = 0, 1
    for hand, low in pairs:
        # Players before the giver have less, players after the giver may have as much.
        less = max(0, hand.below[rank] - hand.below[low])
        as_much = max(0, hand.below[rank + 1] - hand.below[low])
        chips = chips * as_much + none_so_far * (as_much - less) * min(worth, hand.chips)
        none_so_far *= less
    return chips


# --- advice


def _cases_as_high(turn: Reached, end: Ending) -> int:
    """Return in how many cases an ending is at least as high as the one reached; covered dice count by their odds."""
    ladder, mine = ladder_now(turn.start), turn.result
    rank = ladder.rank[Laid(mine.dice or (), mine.throws, mine.put_together)]
    if end.throws > turn.throws:
        return 0
    if end.what == "covered":
        return CASES - covered_hand(end.dice, end.throws, ladder)[rank]
    return CASES * (ladder.rank_ending(end) >= rank)


ODDS: Final = Odds(
    advise=lambda state: Advice(
        aim="chips",
        target=None,
        choices=tuple(
            Weighed(acts=choice.acts, chance=1 - choice.lowest, chips=choice.chips)
            for choice in schocken_odds(state)
        ),
    ),
    warm_up=lambda rules, _players: warm_up(rules),
    reached=lambda turn: chance_to_end(turn.start, lambda end: _cases_as_high(turn, end)),
)
