"""What the scorer's tests share: acts in words, and a game that is told in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

import scorer
from scorer import Act, Refused, Rules, State

PLAYERS = ("Anna", "Ben", "Cem")
BEST, WORST, BETWEEN = "1 1 6", "2 2 3", "1 2 4"
DECLARE = "100 60 high"


def act(words: str) -> Act:
    """Read an act as people write it; what its words mean is said by its name.

    `throw 1 2 4`, `hold`, `turn`, `pass 100 60 high`, `off_board floor`, `call jule on`, `foul Ben spill`,
    `leave Ben redeemed_by Cem`, ...
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
        case "leave":
            return {"player": rest[0], **({"redeemed_by": rest[2]} if rest[1:2] == ["redeemed_by"] else {})}
        case _:
            return {"dice": [int(one) for one in rest]}


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

    @property
    def passing(self) -> str:
        """The leader's pass, with a declaration where he owes one."""
        return f"pass {DECLARE}" if self.state.rules.declares else "pass"

    def round(self, *throws: str) -> Game:
        """A round in one throw each: the leader throws and passes, the others throw."""
        self.play(f"throw {throws[0]}", self.passing)
        return self.play(*(f"throw {dice}" for dice in throws[1:]))

    def goes(self, *, best: str, worst: str) -> Game:
        """A round in one throw each, high and 100/60, with this best and this worst."""
        seats = self.state.active
        place = seats.index(str(self.state.leader))
        order = seats[place:] + seats[:place]
        return self.round(*(BEST if one == best else WORST if one == worst else BETWEEN for one in order))


@pytest.fixture
def game() -> Callable[..., Game]:
    def begin(
        *players: str, leader: str | None = "Anna", variant: str = "bavarian", rules: Rules | None = None
    ) -> Game:
        return Game(rules or scorer.load_variant(variant), players or PLAYERS, leader)

    return begin


@pytest.fixture(scope="session")
def in_words() -> Callable[[str], Act]:
    """Reads an act as people write it."""
    return act
