from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

import scorer
from scorer import Act, Hold, Pass, Refused, RollOff, Rules, State, Throw, Turn

PLAYERS = ("Anna", "Ben", "Cem")


def act(words: str) -> Act:
    """Read an act as people write it: `throw 1 2 4`, `hold`, `turn`, `pass`, `roll_off 6`."""
    name, *dice = words.split()
    return scorer.act_from_json(
        {"act": name} if name in ("turn", "pass") else {"act": name, "dice": [int(one) for one in dice]}
    )


class Game:
    """A game that is told in words."""

    def __init__(self, rules: Rules, players: Sequence[str], leader: str | None) -> None:
        self.state: State = scorer.new_game(rules, players, leader)

    def play(self, *acts: str) -> Game:
        for words in acts:
            self.state = scorer.apply(self.state, act(words))
        return self

    def refused(self, words: str) -> str:
        before = self.state
        with pytest.raises(Refused) as caught:
            scorer.apply(before, act(words))
        assert self.state is before
        return caught.value.code

    def round(self, *throws: str) -> Game:
        """A round in one throw each: the leader throws and passes, the others throw."""
        self.play(f"throw {throws[0]}", "pass")
        return self.play(*(f"throw {dice}" for dice in throws[1:]))


@pytest.fixture
def game() -> Callable[..., Game]:
    def begin(*players: str, leader: str | None = "Anna", rules: Rules | None = None) -> Game:
        return Game(rules or scorer.load_variant("bavarian"), players or PLAYERS, leader)

    return begin


def some_dice(chance: random.Random, count: int) -> tuple[int, ...]:
    """Dice with ones and sixes more often than they come, so that rare things happen."""
    return tuple(sorted(chance.choice((1, 1, 1, 2, 3, 4, 5, 6, 6, 6)) for _ in range(count)))


def legal_act(state: State, chance: random.Random) -> Act:
    """Some act that the rules allow now."""
    name = chance.choice(scorer.legal_acts(state))
    if name == "throw":
        return Throw(dice=some_dice(chance, scorer.dice_expected(state)))
    if name == "roll_off":
        return RollOff(dice=some_dice(chance, 1))
    if name == "turn":
        return Turn()
    if name == "pass":
        return Pass()
    holds = [Hold(dice=dice) for dice in handfuls(state.free) if scorer.can(state, Hold(dice=dice))]
    return chance.choice(holds)


def handfuls(dice: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All selections of some dice."""
    return [
        tuple(die for place, die in enumerate(dice) if chosen >> place & 1)
        for chosen in range(1 << len(dice))
    ]


@pytest.fixture
def random_game() -> Callable[..., tuple[State, list[Act]]]:
    """Play at random for some acts; give the beginning and the acts."""

    def play(seed: int, most: int = 200, players: Sequence[str] = PLAYERS) -> tuple[State, list[Act]]:
        chance = random.Random(seed)
        first = state = scorer.new_game(scorer.load_variant("bavarian"), players)
        acts: list[Act] = []
        while state.stage != "over" and len(acts) < most:
            acts.append(legal_act(state, chance))
            state = scorer.apply(state, acts[-1])
        return first, acts

    return play
