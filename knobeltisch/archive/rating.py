"""A rating of how often somebody loses, compared with chance (docs/decisions/0031-a-rating-of-who-loses.md)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from knobeltisch.archive.records import GameRecord

CAUTION: Final = 3.0
"""Losses (as many as expected) that everybody starts with, since a few games prove little."""
AVERAGE: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """A game, or a round of an endless game (`is_round`), that one of several players lost."""

    players: tuple[str, ...]
    loser: str
    is_round: bool = False


@dataclass(slots=True, kw_only=True)
class Loss:
    """A player's losses, and those expected if all players were equal.

    `games` and `lost` count games and rounds; `rounds` and `lost_rounds` count only the rounds.
    """

    games: int = 0
    lost: int = 0
    rounds: int = 0
    lost_rounds: int = 0
    expected: float = 0.0

    def count_decision(self, decision: Decided, player: str) -> None:
        """Count a decision in which this player took part."""
        lost = decision.loser == player
        self.games += 1
        self.lost += lost
        self.rounds += decision.is_round
        self.lost_rounds += decision.is_round and lost
        self.expected += 1 / len(decision.players)

    def rating(self) -> float:
        """Return the rating: 100 for losing as often as expected, towards 200 (with many games) for losing half as often."""
        return AVERAGE * (self.expected + CAUTION) / (self.lost + CAUTION)


def count_losses(decided: Iterable[Decided]) -> dict[str, Loss]:
    """Return each player's losses. A decision among n players adds 1/n to the expected losses of each."""
    found: dict[str, Loss] = {}
    for decision in decided:
        for player in decision.players:
            found.setdefault(player, Loss()).count_decision(decision, player)
    return found


def list_decided(game: GameRecord) -> Iterator[Decided]:
    """Yield the decisions of a game: the game itself if it has a loser, otherwise its lost rounds if it counts these.

    Yield nothing for a game between teams: a shared loss says little about any member.
    """
    if game.teams:
        return
    if game.loser is not None:
        yield Decided(players=game.players, loser=game.loser)
        return
    if not any("lost_round" in items for items in game.debts.values()):
        return
    for played in game.rounds:
        if played.worst is not None:
            players = tuple(dict.fromkeys((*(result.player for result in played.results), played.worst)))
            yield Decided(players=players, loser=played.worst, is_round=True)
