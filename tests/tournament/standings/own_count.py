"""A count of points of one's own, from docs/tournament.md alone: nothing here calls what it is compared with.

It knows the preset formats by the table of points below.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import tournament as t


@dataclass(frozen=True)
class Points:
    fewer: bool
    places: tuple[int, ...] = ()
    half: int = 0
    game: int = 0
    ones: int = 0
    worst: int = 0
    average: bool = False
    least_games: int = 0
    ties: tuple[str, ...] = ()


SCHOCKEN = ("lost_games", "three_ones")
POINTS = {
    "league-day": Points(True, half=1, game=1, worst=3, ties=("lost_games", "lost_halves", "three_ones", "early_ones")),
    "tschigg-evening": Points(True, game=1, average=True, least_games=5, ties=("lost_games", "three_ones", "games")),
    "groups": Points(False, (3, 2, 1, 0), worst=0, ties=("direct", "first_places", "lost_games", "lot")),
    "knockout": Points(False, (3, 2, 1, 0), half=-1, worst=-2, ties=SCHOCKEN),
    "groups-knockout": Points(False, (3, 2, 1, 0), half=-1, worst=-2, ties=("direct", *SCHOCKEN)),
}  # fmt: skip
LEAST_TO_PLAY = 3
"""Schocken is played by three or more; a final of two by those two."""


@dataclass
class Account:
    points: Fraction = Fraction(0)
    played: int = 0
    absent: int = 0
    lost_games: int = 0
    lost_halves: int = 0
    first_places: int = 0
    ones: tuple[int, int, int] = (0, 0, 0)

    def value(self, criterion: str, rule: Points) -> object:
        """What it has in a criterion; the more, the better. None for one that no account settles."""
        values = {
            "played": self.played > 0 or self.points != 0,
            "enough": self.played >= rule.least_games,
            "points": -self.points if rule.fewer else self.points,
            "came": -self.absent,
            "lost_games": -self.lost_games,
            "lost_halves": -self.lost_halves,
            "three_ones": sum(self.ones),
            "early_ones": self.ones,
            "first_places": self.first_places,
            "games": self.played,
        }
        return values.get(criterion)


@dataclass
class Scored:
    """What a game, or a round without one, gave to each who was in it."""

    points: dict[str, Fraction]
    result: t.GameResult | None = None
    absent: frozenset[str] = frozenset()
    decider: bool = False


class OwnCount:
    def __init__(self, opened: t.Opened, came: Iterable[t.Player] = ()):
        self.rule, self.names = POINTS[opened.format.name], list[str]()
        self.teams: dict[str, list[str]] = {}
        self.absent: dict[str, set[str]] = {}
        self.games: dict[str, dict[int, t.GameResult]] = {}
        self.gone: set[str] = set()
        for player in (*opened.players, *came):
            self._list(player)

    def _list(self, player: t.Player):
        self.names.append(player.name)
        if player.team is not None:
            self.teams.setdefault(player.team, []).append(player.name)

    # --- points

    def of_match(self, match: t.Match) -> list[Scored]:
        found = []
        for number, result in sorted(self.games.get(match.id, {}).items()):
            if match.games and number > match.games:
                found.append(Scored({name: Fraction(0) for name in result.players}, result, decider=True))
                continue
            missing = frozenset(match.players) - set(result.players)
            points = {name: self._points(result, name) for name in result.players}
            points |= dict.fromkeys(missing, Fraction(self.rule.worst))
            found.append(Scored(points, result, missing))
        away = self.absent.get(match.id, set()) | (self.gone & set(match.players))
        if match.players and len(match.players) - len(away) < min(LEAST_TO_PLAY, len(match.players)):
            first = self.rule.places[0] if self.rule.places else 0
            won = {name: Fraction(self.rule.worst if name in away else first) for name in match.players}
            found += [Scored(won, None, frozenset(away))] * (
                match.games - sum(not game.decider for game in found)
            )
        return found

    def _points(self, result: t.GameResult, name: str) -> Fraction:
        own = next(place.place for place in result.places if place.player == name)
        shared = sum(place.place == own for place in result.places)
        places = [*self.rule.places, *[self.rule.places[-1]] * 12] if self.rule.places else [0] * 24
        points = Fraction(sum(places[own - 1 : own - 1 + shared]), shared)
        points += self.rule.half * sum(part.loser == name and part.part != "final" for part in result.parts)
        points += self.rule.game * (result.loser == name)
        return points + self.rule.ones * sum(schock.player == name for schock in result.ones)

    def accounts(self, names: Sequence[str], rounds: Sequence[t.Drawn]) -> dict[str, Account]:
        found = {name: Account() for name in names}
        for name, account in found.items():
            by_round: list[Fraction] = []
            byes = 0
            for drawn in rounds:
                games = [
                    game for match in drawn.matches for game in self.of_match(match) if name in game.points
                ]
                counted = [game for game in games if not game.decider]
                if counted:
                    by_round.append(sum((game.points[name] for game in counted), Fraction(0)))
                elif name in drawn.byes:
                    byes += 1
                elif (missed := self._missed(name, drawn, rounds)) > 0:
                    by_round.append(Fraction(self.rule.worst * missed))
                    account.absent += missed
                for game in counted:
                    _enter(account, game, name)
            mean = sum(by_round, Fraction(0)) / len(by_round) if by_round else Fraction(0)
            account.points = sum(by_round, Fraction(0)) + byes * mean
            if self.rule.average and account.played + account.absent:
                account.points /= account.played + account.absent
        return found

    def _missed(self, name: str, drawn: t.Drawn, rounds: Sequence[t.Drawn]) -> int:
        """Games of a round that somebody was not in: in rounds all of it, in groups if his group played."""
        if any(name in match.players for match in drawn.matches) or not drawn.matches[0].players:
            return 0
        group = {m.group for other in rounds for m in other.matches if name in m.players and m.group}
        grouped = any(match.group for match in drawn.matches)
        is_due = any(match.group in group for match in drawn.matches) if grouped else True
        return drawn.matches[0].games if is_due else 0


def _enter(account: Account, game: Scored, name: str):
    if name in game.absent:
        account.absent += 1
        return
    account.played += 1
    if game.result is None:
        return
    result = game.result
    account.lost_games += result.loser == name
    account.lost_halves += sum(part.loser == name and part.part != "final" for part in result.parts)
    account.first_places += any(place.player == name and place.place == 1 for place in result.places)
    mine = [schock.throw for schock in result.ones if schock.player == name]
    first, second, third = (count + mine.count(throw) for throw, count in enumerate(account.ones, start=1))
    account.ones = (first, second, third)
