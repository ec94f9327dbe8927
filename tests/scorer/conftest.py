"""Shared fixtures of the scorer's tests: acts in words, a game played from such words, and random games."""

import contextlib
import random
from collections.abc import Callable, Sequence
from functools import cache, partial

import pytest

import scorer
from scorer import (
    Act,
    Call,
    Filled,
    Foul,
    Join,
    Leave,
    NameLoser,
    OffBoard,
    Refused,
    Reveal,
    RollOff,
    Rules,
    State,
    Throw,
)
from tests.support.games.random_games import RARELY, WEIGHTS, act_called
from tests.support.games.random_poker import likely_act, spoiled

PLAYERS = ("Anna", "Ben", "Cem")
BEST, WORST, BETWEEN = "1 1 6", "2 2 3", "1 2 4"
DECLARE = "100 60 high"


def act(words: str) -> Act:
    """Read an act as people write it; what its words mean is said by its name.

    `throw 1 2 4`, `hold`, `turn`, `pass 100 60 high`, `off_board floor`, `call jule on`, `foul Ben spill`,
    `leave Ben redeemed_by Cem`, `join Dora after Anna`, ...
    """
    name, *rest = words.split()
    return scorer.act_from_json({"act": name, **_fields(name, rest)})


def _fields(name: str, rest: list[str]) -> dict[str, object]:  # noqa: PLR0911 - one line an act reads best
    match name:
        case "pass" if rest:
            ones, sixes, direction = rest
            return {"declare": {"ones": int(ones), "sixes": int(sixes), "direction": direction}}
        case "turn" | "cover" | "filled" | "pass":
            assert not rest, f"{name} says nothing more"
            return {}
        case "off_board":
            assert rest in ([], ["floor"])
            return {"floor": bool(rest)}
        case "call":
            special, word = rest
            return {"special": special, "on": {"on": True, "off": False}[word]}
        case "name_loser":
            return {"player": rest[0]}
        case "foul":
            player, kind = rest
            return {"player": player, "kind": kind}
        case "place":
            return {"at": rest[0]}
        case "leave":
            return {"player": rest[0], **({"redeemed_by": rest[2]} if rest[1:2] == ["redeemed_by"] else {})}
        case "join":
            player, word, after = rest
            assert word == "after"
            return {"player": player, "after": after}
        case _:
            return {"dice": [int(die) for die in rest]}


class Game:
    def __init__(self, rules: Rules, players: Sequence[str], leader: str | None):
        self.state: State = scorer.new_game(rules, players, leader)

    def play(self, *acts: str):
        for words in acts:
            self.state = scorer.apply(self.state, act(words))
        return self

    def refused(self, words: str) -> str:
        before = self.state
        with pytest.raises(Refused) as caught:
            scorer.apply(before, act(words))
        assert self.state is before
        return caught.value.code

    @property
    def passing(self) -> str:
        """The leader's pass, with a declaration where he owes one."""
        return f"pass {DECLARE}" if self.state.rules.declares else "pass"

    def round(self, *throws: str):
        """A round in one throw each: the leader throws and passes, the others throw."""
        self.play(f"throw {throws[0]}", self.passing)
        return self.play(*(f"throw {dice}" for dice in throws[1:]))

    def goes(self, *, best: str, worst: str):
        """A round in one throw each, high and 100/60, with this best and this worst."""
        dice = {worst: WORST, best: BEST}
        return self.round(*(dice.get(player, BETWEEN) for player in self._from_leader()))

    def _from_leader(self) -> tuple[str, ...]:
        place = self.state.active.index(str(self.state.leader))
        return self.state.active[place:] + self.state.active[:place]

    def lose_in_turn(self, *losers: str, best: str):
        for loser in losers:
            self.goes(best=best, worst=loser)
        return self

    def lost_by(self, loser: str, *, worth: str = "6 5 3"):
        """A round of Schocken in one throw each, in which the highest throw is this one."""
        order = self._from_leader()
        best = next(player for player in reversed(order) if player != loser)
        dice = {loser: "2 2 1", best: worth}
        first, *others = (dice.get(player, "4 3 1") for player in order)
        self.play(f"throw {first}", "pass", *["cover"] * len(others))
        return self.play(*(f"reveal {other}" for other in others))

    def half_lost(self, loser: str):
        """Schock out of another: the loser takes all chips and has lost the half (SCH-6)."""
        return self.lost_by(loser, worth="1 1 1")


@pytest.fixture
def game() -> Callable[..., Game]:
    def begin(
        *players: str, leader: str | None = "Anna", variant: str = "bavarian", rules: Rules | None = None
    ):
        return Game(rules or scorer.load_variant(variant), players or PLAYERS, leader)

    return begin


@pytest.fixture
def glasses(game: Callable[..., Game]) -> Callable[..., Game]:
    """Begins the drinking game."""
    return partial(game, variant="drinking")


@pytest.fixture(scope="session")
def in_words() -> Callable[[str], Act]:
    """Reads an act as people write it."""
    return act


# --- games at random

DICE_WEIGHTS = (*WEIGHTS, (9, 1, 1, 1, 1, 2))
"""How often each face comes: as dice are, and so that Chicagos, triples and turned sixes come often."""
USUAL_ACTS = 90
NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Frieda", "Gül", "Hans", "Ida", "Jo", "Kurt", "Lea")


def some_house(chance: random.Random, base: str) -> Rules:
    """A house variant of this base with some options changed that do not contradict each other."""
    options = scorer.options_of(base)
    while True:
        changed = {name: chance.choice(options[name]) for name in chance.sample(sorted(options), 3)}
        lines = (f"{name} = {toml(value)}" for name, value in changed.items())
        try:
            return scorer.load_house("\n".join([f'base = "{base}"', *lines]))
        except scorer.BadVariant:
            continue


def toml(value: object) -> str:
    if isinstance(value, tuple):
        return str(list(value))
    return str(value).lower() if isinstance(value, bool | int) else f'"{value}"'


def begun_at_random(chance: random.Random, base: str, *, house: bool) -> State:
    """A game that begins, of a preset or of a house variant, with or without a roll-off."""
    rules = some_house(chance, base) if house else scorer.load_variant(base)
    few = min(rules.players_max, max(rules.players_min, 6))
    players = NAMES[: chance.randint(rules.players_min, few)]
    leader = chance.choice((None, players[0], players[-1]))
    return scorer.new_game(rules, players, leader, some_handicap(chance, rules, players))


def some_handicap(chance: random.Random, rules: Rules, players: Sequence[str]) -> dict[str, int]:
    """What players may begin with by these rules; nothing where they allow none."""
    given: dict[str, int] = {}
    if isinstance(rules, scorer.PokerRules):
        return given
    left = rules.starting_mats(len(players)) - 1
    for player in chance.sample(players, len(players)) if rules.handicap else ():
        given[player] = chance.randint(0, max(0, min(rules.handicap, left)))
        left -= given[player]
    return given


def legal_act(state: State, chance: random.Random, weights: Sequence[int], *, restless: bool = False) -> Act:
    """Some act that the rules allow now, those that are seldom at a table seldom; or many come and go."""
    if isinstance(state, scorer.PokerState):
        while True:
            with contextlib.suppress(Refused):
                chosen = scorer.act_from_json(likely_act(scorer.state_to_json(state), chance))
                if scorer.can(state, chosen):
                    return chosen
    legal = scorer.legal_acts(state)
    usual = [name for name in legal if name not in RARELY]
    name = chance.choice(usual if usual and chance.random() < 0.94 else legal)
    if restless and "join" in legal and chance.random() < 0.3:
        name = "join"
    elif restless and {"leave", "throw"} <= set(legal) and chance.random() < 0.15:
        name = "leave"
    while not scorer.can(state, chosen := act_called(name, state, chance, weights)):
        pass
    return chosen


@pytest.fixture(scope="session")
def course() -> Callable[..., tuple[State, list[tuple[Act, State]]]]:
    """Plays at random: the beginning, and the acts each with the state after it. No game is played twice."""
    once = cache(played_at_random)

    def play(
        seed: int, base: str, *, house: bool = False, most: int = USUAL_ACTS, restless: bool = False
    ) -> tuple[State, list[tuple[Act, State]]]:
        first, steps = once(seed, base, house=house, most=max(most, USUAL_ACTS), restless=restless)
        return first, steps[:most]

    return play


def played_at_random(
    seed: int, base: str, *, house: bool, most: int, restless: bool
) -> tuple[State, list[tuple[Act, State]]]:
    chance = random.Random(seed)
    weights = chance.choice(DICE_WEIGHTS)
    first = state = begun_at_random(chance, base, house=house)
    steps: list[tuple[Act, State]] = []
    while state.stage != "over" and len(steps) < most:
        act = legal_act(state, chance, weights, restless=restless)
        state = scorer.apply(state, act)
        steps.append((act, state))
    return first, steps


@pytest.fixture(scope="session")
def some_act() -> Callable[[State, random.Random], Act]:
    """Any act at all, now and then one that fits; a spoiled one at cards may be refused as it is read."""

    def choose(state: State, chance: random.Random) -> Act:
        if state.stage != "over" and chance.random() < 0.4:
            return legal_act(state, chance, DICE_WEIGHTS[0])
        if isinstance(state, scorer.PokerState):
            shown = scorer.state_to_json(state)
            return scorer.act_from_json(spoiled(likely_act(shown, chance), shown, chance))
        dice = tuple(sorted(chance.choices((-1, 0, 1, 1, 2, 3, 6, 6, 7), k=chance.randint(0, 4))))
        player, kind = chance.choice((*state.players, "Nobody")), chance.choice(("spill", "foreign_body"))
        words = (1, 6, 60, 100)
        declare = scorer.Declare(ones=chance.choice(words), sixes=chance.choice(words), direction="low")
        acts: tuple[Act, ...] = (
            *(make(dice=dice) for make in (Throw, RollOff, Reveal, scorer.Hold, scorer.TakeBack)),
            *(scorer.Turn(), scorer.Pass(), scorer.Pass(declare=declare), scorer.Cover(), Filled()),
            *(OffBoard(floor=True), Call(special="jule", on=True), NameLoser(player=player)),
            *(Foul(player=player, kind=kind), Leave(player=player)),
            *(Leave(player=player, redeemed_by="Anna"), Join(player=player, after="Anna")),
            Join(player=chance.choice(("Zoe", "", "Zoe, Max")), after=player),
        )
        return chance.choice(acts)

    return choose
