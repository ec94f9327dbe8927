"""Who belongs into each drawn round, by a count of one's own: from the games that count, and who was there when it was drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

import tournament as t
from tests.tournament.standings.own_count import LEAST_TO_PLAY, Account, OwnCount, Scored
from tournament.fold import live
from tournament.formats import Free, Knockout, MatchDay
from tournament.state import matches_of

Seats = tuple[str, frozenset[str], frozenset[str]]
"""Why a round does not fit, who would be in, who out."""


class OwnQualifiers:
    """The rounds of a state, counted again."""

    def __init__(self, state: t.State) -> None:
        self.state, self.entries = state, live(state.entries.values())
        self.rounds = [
            t.Drawn(**{**_fields(drawn), "matches": matches_of(state, drawn)}) for drawn in state.rounds
        ]
        self.advance = [getattr(stage, "advance", 0) for stage in state.format.stages]

    def misfits(self) -> dict[int, Seats]:
        """Return each round whose seats are not those who qualify."""
        found: dict[int, Seats] = {}
        stages = self.state.format.stages
        if not self.rounds or isinstance(stages[0], Free | MatchDay):
            return found
        first = self.rounds[0]
        listed, gone = self._there_at(first)
        joined = {entry.player.name for entry in self.entries if isinstance(entry, t.Came) and entry.match}
        self._compare(found, first, listed - gone, _people(first) - joined)
        for before, drawn in pairwise(self.rounds):
            if drawn.stage == before.stage and not isinstance(stages[drawn.stage - 1], Knockout):
                continue
            ranked = [each for each in self.rounds if each.round < drawn.round and each.stage == before.stage]
            rounds = ranked[-1:] if isinstance(stages[before.stage - 1], Knockout) else ranked
            who = self._through(rounds, self._there_at(drawn)[1], self.advance[before.stage - 1])
            if isinstance(who, str):
                found[drawn.round] = (who, frozenset(), frozenset())
            else:
                self._compare(found, drawn, who, _people(drawn))
        return found

    @staticmethod
    def _compare(found: dict[int, Seats], drawn: t.Drawn, who: set[str], there: set[str]) -> None:
        if who != there:
            found[drawn.round] = ("seats", frozenset(who - there), frozenset(there - who))

    def _there_at(self, drawn: t.Drawn) -> tuple[set[str], set[str]]:
        """Return who stood on the list, and who had gone home, when a round was drawn."""
        listed: set[str] = set()
        gone: set[str] = set()
        for entry in self.entries:
            match entry:
                case t.Opened(players=players):
                    listed |= {player.name for player in players}
                case t.Came(player=player):
                    listed.add(player.name)
                case t.WentHome(player=name):
                    gone.add(name)
                case t.Drawn() if entry.id == drawn.id:
                    break
        return listed, gone

    def _count(self, gone: set[str]) -> OwnCount:
        own = OwnCount([self.state.opened])
        own.gone, own.rounds = gone, self.rounds
        for entry in self.entries:
            if isinstance(entry, t.WalkedOver):
                name = entry.match
                while name in self.state.anew:
                    name = self.state.anew[name]
                own.absent.setdefault(name, set()).update(entry.absent)
        for match in (match for drawn in self.rounds for match in drawn.matches):
            there = t.counted(self.state, match.id)
            own.games[match.id] = {number: there[number].result for number in there}
        return own

    def _through(self, rounds: Sequence[t.Drawn], gone: set[str], advance: int) -> set[str] | str:
        """Return who qualifies by these rounds, or why nobody can say."""
        own = self._count(gone)
        tables: dict[str, dict[str, None]] = {}
        for match in (match for drawn in rounds for match in drawn.matches):
            away = own.absent.get(match.id, set()) | (gone & set(match.players))
            is_decided = len(match.players) - len(away) < min(LEAST_TO_PLAY, len(match.players))
            if not is_decided and set(range(1, match.games + 1)) - own.games[match.id].keys():
                return "open_games"
            tables.setdefault(match.group or match.id, {}).update(dict.fromkeys(match.players))
        by_bye = set(rounds[-1].byes) - gone if not any(m.group for m in rounds[-1].matches) else set()
        for name in rounds[0].byes if not by_bye else ():
            if not any(name in names for names in tables.values()):
                tables[min(tables, key=lambda group: (len(tables[group]), group))][name] = None
        through = set(by_bye)
        level = False
        for names in tables.values():
            accounts = own.accounts(list(names), rounds)
            games = [game for drawn in rounds for match in drawn.matches for game in own._of_match(match)]  # noqa: SLF001 - one count, in two files
            places = [
                [
                    name
                    for name in each
                    if name not in gone and (accounts[name].played or not accounts[name].absent)
                ]
                for each in self._split(
                    list(names), accounts, games, ["played", "points", "came", *own.rule.ties, "decider"], own
                )
            ]
            free = advance
            for each in places:
                level = level or 0 < free < len(each)
                through |= set(each[: max(free, 0)])
                free -= len(each)
        return "level" if level else through

    def _split(
        self,
        names: list[str],
        accounts: dict[str, Account],
        games: Sequence[Scored],
        criteria: list[str],
        own: OwnCount,
    ) -> Iterator[list[str]]:
        """Yield those who share a place, the first place first."""
        if len(names) < 2 or not criteria:
            yield names
            return
        values = {name: self._value(name, names, accounts[name], games, criteria[0], own) for name in names}
        for value in sorted(set(values.values()), reverse=True):
            equal = [name for name in names if values[name] == value]
            yield from self._split(equal, accounts, games, criteria[1:], own)

    @staticmethod
    def _value(
        name: str, level: list[str], account: Account, games: Sequence[Scored], criterion: str, own: OwnCount
    ) -> object:
        others = set(level) - {name}
        if criterion == "direct":
            met = [
                game.points[name]
                for game in games
                if name in game.points and not game.decider and others & game.points.keys()
            ]
            return sum(met, Fraction(0)) * (-1 if own.rule.fewer else 1)
        if criterion == "decider":
            held = [
                game.result
                for game in games
                if game.decider and game.result and len({*level} & {*game.result.players}) > 1
            ]
            return -sum(
                next(
                    (place.place for place in result.places if place.player == name), len(result.players) + 1
                )
                for result in held
            )
        return account.value(criterion, own.rule)


def _people(drawn: t.Drawn) -> set[str]:
    return {*drawn.byes, *(name for match in drawn.matches for name in match.players)}


def _fields(drawn: t.Drawn) -> dict[str, object]:
    return {"id": drawn.id, "round": drawn.round, "stage": drawn.stage, "byes": drawn.byes}
