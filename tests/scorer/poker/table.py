"""A table that plays Chicago poker from words, and the most common acts of the time."""

from typing import Any

import pytest

import scorer
from scorer.copying import copy_with
from scorer.games.poker.hand_flow import begin_hand

PLAYERS = ("Anna", "Ben", "Cem")


def raw_act(words: str) -> dict[str, Any]:  # noqa: C901, PLR0911 - one line an act reads best
    """Read an act as people write it.

    `exchange 2`, `show Ben AS AD`, `call pair`, `best Ben Cem`, `best Ben as flush`, `best nobody`, `trick AS KS 2D`,
    `trick of Ben`, `trick of Ben with_two`, `last_trick Ben`, `admit Ben 1`, `leave Ben`, ...
    """
    name, *rest = words.split()
    match [name, *rest]:
        case ["exchange", count]:
            return {"act": name, "count": int(count)}
        case ["show", player, *cards]:
            return {"act": name, "player": player, "cards": cards}
        case ["call", category]:
            return {"act": name, "category": category}
        case ["best", "nobody"]:
            return {"act": name, "players": [], "category": None}
        case ["best", *players, "as", category]:
            return {"act": name, "players": players, "category": category}
        case ["best", *players]:
            return {"act": name, "players": players}
        case ["trick", "of", winner] | ["last_trick", winner]:
            return {"act": name, "winner": winner}
        case ["trick", "of", winner, "with_two"] | ["last_trick", winner, "with_two"]:
            return {"act": name, "winner": winner, "with_two": True}
        case ["draw" | "trick", *cards]:
            return {"act": name, "cards": cards}
        case ["admit", player, phase]:
            return {"act": name, "player": player, "phase": int(phase)}
        case ["leave", player]:
            return {"act": name, "player": player}
        case _:
            assert not rest, f"{name} says nothing more"
            return {"act": name}


class Table:
    """A game played from words; Anna deals first, unless somebody else does or nobody is named."""

    def __init__(self, *players: str, dealer: str | None = "Anna", **options: object):
        names = players or PLAYERS
        self.state = scorer.new_game(scorer.with_options("poker", options), names, dealer)

    def play(self, *acts: str):
        for words in acts:
            self.state = scorer.apply(self.state, scorer.act_from_json(raw_act(words)))
        return self

    def refused(self, words: str) -> str:
        before = self.state
        with pytest.raises(scorer.Refused) as caught:
            scorer.apply(before, scorer.act_from_json(raw_act(words)))
        assert self.state is before
        assert caught.value.message.endswith(".")
        assert len(caught.value.message) < 200
        return caught.value.code

    def __getitem__(self, key: str) -> Any:
        """Return a field of the state's JSON."""
        return scorer.state_to_json(self.state)[key]

    # --- what happens without much ado

    def stand(self):
        """Everybody who is asked exchanges nothing."""
        while self["stage"] == "exchange":
            self.play("exchange 0")
        return self

    def calls(self, *calls: str):
        """A whole phase with no exchange: what each says in turn, `-` to pass."""
        self.stand()
        return self.play(*("pass" if call == "-" else f"call {call}" for call in calls))

    def all_pass(self):
        """A whole phase in which nobody exchanges and nobody calls."""
        return self.calls(*["-"] * len(self.state.active))

    def to_chicago(self):
        """Up to the question who plays Chicago, with nothing exchanged or called."""
        while self["stage"] != "chicago":
            self.stand()
            if self["stage"] == "call":
                self.play("pass")
        return self

    def to_tricks(self):
        """Up to the first trick, with nothing more exchanged or called, and no Chicago."""
        while self["stage"] != "tricks":
            self.stand()
            if self["stage"] in ("call", "chicago"):
                self.play("pass")
        return self

    def hand(self, winner: str = "Ben", best: str = "best nobody"):
        return self.to_tricks().play(f"last_trick {winner}", best)

    def with_points(self, **points: int):
        """A fresh hand that begins with these points, the dealer's as before; the others have none."""
        dealt = copy_with(self.state, points={player: points.get(player, 0) for player in self.state.players})
        self.state = begin_hand(dealt, self.state.hand, str(self.state.dealer))
        return self
