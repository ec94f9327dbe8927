"""A turn as a small game against chance: the engine lists what is allowed, and the outcomes are counted.

All numbers are integers: a probability is a number of cases out of 216 ** (throws left), so that nothing is rounded.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from operator import itemgetter, mul
from typing import Any, Final, NamedTuple

from scorer.acts import Act, Cover, Hold, Pass, TakeBack, Throw, Turn
from scorer.copying import copy_with
from scorer.games import families  # which may still be loading its games, this module among them
from scorer.games.ranking import led_by_chic
from scorer.games.turns import declarations
from scorer.odds.weighed import Ending
from scorer.rules import Rules
from scorer.state import Declaration, Dice, Result, State, dice_on_board, seat_players

CASES: Final = 216
"""The number of outcomes of three dice."""

LEADER, PLAYER, LAST = "leader", "player", "last"
"""The players of a simulated turn: somebody throws after the player, so that the turn does not end the round."""


class TurnPlace(NamedTuple):
    """A player's position within a turn: the throws made, the held and the free dice, and whether a throw is owed."""

    made: int
    held: Dice
    free: Dice
    turned: bool
    taken_back: bool


class Way(NamedTuple):
    """An act, or None for a throw, and where it leads: a node, and a place (None for a throw or at the end of the turn)."""

    act: Act | None
    node: int
    place: TurnPlace | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of a turn: rules, number of throws, leading or following.

    `declared` and `first` (the kind of the leader's result) are set only if they restrict a follower (CHC-3, CHC-5).
    """

    rules: Rules
    limit: int
    leads: bool
    declared: Declaration | None = None
    first: str = "points"


def terms_of(state: State) -> Terms:
    """Return the terms of the turn of the player in `to_act`."""
    declared = state.declaration
    if declared is None:
        return Terms(rules=state.rules, limit=state.limit, leads=True)
    if not declaration_binds(state.rules):
        return Terms(rules=state.rules, limit=state.limit, leads=False)
    first = "chicago" if led_by_chic(state) else "points"
    return Terms(rules=state.rules, limit=state.limit, leads=False, declared=declared, first=first)


def declaration_binds(rules: Rules) -> bool:
    """Whether the declaration restricts what a follower may hold and when a follower may stop (CHC-3, CHC-5)."""
    return rules.held_must_beat or rules.followers == "until_beaten"


def place_of(state: State) -> TurnPlace:
    """Return the place of the player in `to_act` within the turn."""
    return TurnPlace(state.made, state.held, state.free, state.turned, state.taken_back)


def ways_to_fall(count: int) -> tuple[tuple[Dice, int], ...]:
    """Return the ways in which `count` dice may fall: sorted outcomes, each with its number of permutations."""
    outcomes = combinations_with_replacement(range(1, 7), count)
    return tuple(
        (dice, factorial(count) // prod(map(factorial, Counter(dice).values()))) for dice in outcomes
    )


_FALLS: Final = tuple(ways_to_fall(count) for count in range(4))


class Node(NamedTuple):
    """A node of a turn's tree: a throw, with the cases that lead to each child; or, without cases, a choice between them."""

    cases: tuple[int, ...] | None
    children: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The game tree of a turn. One numbering covers its endings and then its nodes, children before parents.

    `limit` is the largest number of throws, `start` the number of the first node. `ways` maps each place to the acts possible
    there.
    """

    limit: int
    endings: tuple[Ending, ...]
    nodes: tuple[Node, ...]
    ways: dict[TurnPlace, tuple[Way, ...]]
    start: int
    steps: tuple[tuple[tuple[int, ...] | None, Callable[[Any], Any]], ...]

    def play_best(self, worth: Sequence[int], *tallies: Sequence[int]) -> "Played":
        """Return the play that maximises `worth`, which has a number for each ending, and among equal choices each tally in turn.

        Worths and tallies must not be negative.
        """
        # One integer holds them all, as digits in a base that no tally reaches: the largest such number is the best choice in that order, and the mean of such numbers holds the means.
        base = 1 + CASES**self.limit * max((max(tally) for tally in tallies), default=0)
        packed = list(worth)
        for tally in tallies:
            packed = [have * base + more for have, more in zip(packed, tally, strict=True)]
        values = [
            value * CASES ** (self.limit - end.throws)
            for value, end in zip(packed, self.endings, strict=True)
        ]
        for cases, pick in self.steps:
            children = pick(values)
            values.append(max(children) if cases is None else sum(map(mul, cases, children)))
        return Played(values=values, base=base, count=len(tallies))

    def paths(self, place: TurnPlace) -> Iterator[tuple[tuple[Act, ...], int]]:
        """Yield the sequences of acts up to the next throw or the end of the turn, shortest first, each with the node it leads to.

        A sequence that takes dice back is left out if an earlier one leads to the same node.
        """
        seen = set()
        for acts, node in sorted(self._paths(place), key=lambda path: len(path[0])):
            if node not in seen or not any(isinstance(act, TakeBack) for act in acts):
                seen.add(node)
                yield acts, node

    def _paths(self, place: TurnPlace, *, back: bool = False) -> Iterator[tuple[tuple[Act, ...], int]]:
        for act, node, following in self.ways[place]:
            if act is None:
                yield (), node
            elif isinstance(act, TakeBack) and back:
                continue
            elif following is None or not isinstance(act, Turn | TakeBack) or not following.free:
                yield (act,), node
            else:
                more = self._paths(following, back=back or isinstance(act, TakeBack))
                yield from (((act, *rest), end) for rest, end in more)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """The values of best play at every node: each packs a worth and `count` tallies as digits in `base` (see `value_at`)."""

    values: list[int]
    base: int
    count: int

    def value_at(self, node: int) -> tuple[int, ...]:
        """Return the value at a node: the worth and the tallies, in cases of 216 ** (throws left)."""
        packed, tallies = self.values[node], list[int]()
        for _ in range(self.count):
            packed, tally = divmod(packed, self.base)
            tallies.append(tally)
        return packed, *reversed(tallies)


@lru_cache(maxsize=64)
def explore_turn(terms: Terms) -> Course:
    """Return the tree of everything that the game allows in a turn on these terms."""
    state = _three_player_state(terms)
    maker = _Maker(state)
    start = maker.node_at(state)
    return maker.build(start)


def chance_to_end(start: State, fits: Callable[[Ending], int]) -> Fraction:
    """Return the probability of an ending that fits, when the turn is played only for that.

    `fits` returns in how many of 216 cases an ending fits.
    """
    whole = explore_turn(terms_of(start))
    (cases,) = whole.play_best([fits(ending) for ending in whole.endings]).value_at(whole.start)
    return Fraction(cases, CASES ** (whole.limit + 1))


def _three_player_state(terms: Terms) -> State:
    """Return a three-player state with these terms."""
    seated = seat_players(terms.rules, (LEADER, PLAYER, LAST), 1)
    to_act = LEADER if terms.leads else PLAYER
    state = copy_with(seated, leader=LEADER, to_act=to_act, limit=terms.limit)
    if terms.leads:
        return state
    declared = terms.declared or Declaration(
        throws=terms.limit, ones=100, sixes=60, direction="high", value=64
    )
    first = Result(player=LEADER, dice=(1, 1, 1), value=declared.value, throws=terms.limit, kind=terms.first)
    return copy_with(state, declaration=declared, results=(first,))


class _Maker:
    """Explores a turn once, with every act that the game allows, and records its nodes."""

    def __init__(self, state: State) -> None:
        self._game = families.family_of(state.rules)
        self._limit, self._player = state.limit, state.to_act
        self._leads, self._rounds = state.declaration is None, state.last_round
        self._pass = Pass(declare=next(iter(declarations(state.rules)), None) if self._leads else None)
        self._endings: dict[Ending, int] = {}
        self._nodes: dict[Node, int] = {}
        self._ways: dict[TurnPlace, tuple[Way, ...]] = {}
        self._at: dict[TurnPlace, int] = {}

    def build(self, start: int) -> Course:
        """Return the recorded tree with endings numbered before nodes; while recording, they count down from -1."""
        ends = len(self._endings)

        def number(node: int) -> int:
            return ends + node if node >= 0 else -1 - node

        nodes = tuple(Node(node.cases, tuple(map(number, node.children))) for node in self._nodes)
        ways = {
            place: tuple(way._replace(node=number(way.node)) for way in these)
            for place, these in self._ways.items()
        }
        return Course(
            limit=self._limit,
            endings=tuple(self._endings),
            nodes=nodes,
            ways=ways,
            start=number(start),
            steps=tuple((node.cases, _picker(node.children)) for node in nodes),
        )

    def node_at(self, state: State) -> int:
        """Return the node of a state of this turn."""
        place = place_of(state)
        if place not in self._at:
            ways = tuple(self._ways_from(state))
            self._ways[place] = ways
            children = tuple(dict.fromkeys(way.node for way in ways))
            self._at[place] = children[0] if len(children) == 1 else self._add_ending(Node(None, children))
        return self._at[place]

    def _ways_from(self, state: State) -> Iterator[Way]:
        legal = tuple(self._game.legal(state))
        if not state.free and len(state.held) < 3:
            covers = any(isinstance(act, Cover) for act in legal)
            yield Way(None, self._add_throw(state, covers=covers), None)
        passes = (self._pass,) if self._pass in legal else ()
        for act in (*passes, *(act for act in legal if isinstance(act, Turn | Hold | TakeBack))):
            after = self._game.act(state, act)
            ended = self._ending(state, after)
            yield Way(act, self._after_act(state, after), None if ended else place_of(after))

    def _add_throw(self, state: State, *, covers: bool) -> int:
        """Return the node of the next throw."""
        count = 3 - len(state.held)
        scale = 6 ** len(state.held)
        if covers:
            if self._leads:
                return self._add_ending(
                    Node((CASES,), (self._end(Ending("covered", state.held, self._limit)),))
                )
            # A follower's covered throw turns out to be any dice.
            together = bool(state.held) and (state.rules.tie == "hand" or bool(state.rules.from_hand))
            children = tuple(
                self._end(Ending("lies", tuple(sorted(state.held + dice)), self._limit, together))
                for dice, _ in _FALLS[count]
            )
        else:
            children = tuple(
                self._after_act(state, self._game.act(state, Throw(dice=dice))) for dice, _ in _FALLS[count]
            )
        return self._add_ending(Node(tuple(ways * scale for _, ways in _FALLS[count]), children))

    def _after_act(self, before: State, after: State) -> int:
        ended = self._ending(before, after)
        return self.node_at(after) if ended is None else self._end(ended)

    def _ending(self, before: State, after: State) -> Ending | None:
        if after.stage == "naming":
            return Ending("names", dice_on_board(after), after.made)
        if after.to_act == self._player and after.last_round is self._rounds:
            return None
        ended = after.results
        if after.last_round is not self._rounds and after.last_round is not None:
            ended = after.last_round.results
        result = ended[len(before.results)]
        what = "chicago" if result.kind == "chicago" else "lies"
        assert result.dice is not None
        return Ending(what, result.dice, result.throws, result.put_together)

    def _end(self, ending: Ending) -> int:
        return -1 - self._endings.setdefault(ending, len(self._endings))

    def _add_ending(self, node: Node) -> int:
        return self._nodes.setdefault(node, len(self._nodes))


def _picker(children: tuple[int, ...]) -> Callable[[Any], Any]:
    """Return a function that picks these elements of a list as a tuple."""
    if len(children) == 1:
        only = children[0]
        return lambda values: (values[only],)
    return itemgetter(*children)
