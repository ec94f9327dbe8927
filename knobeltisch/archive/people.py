"""Each person's history: totals, rivals, badges, and form from evening to evening."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import scorer
from knobeltisch.archive.known_people import KnownPeople
from knobeltisch.archive.rating import Loss, count_losses, list_decided
from knobeltisch.archive.records import EveningRecord, GameRecord
from knobeltisch.archive.season import PlayerTotals, sum_scores

RIVALS: Final = 3
EVENINGS: Final = 20
"""How many of the last evenings are listed one by one."""


@dataclass(slots=True, kw_only=True)
class Rival:
    """The decisions with one opponent: how many (`games`), and how many the player (`lost`) and the opponent (`his`) lost."""

    games: int = 0
    lost: int = 0
    his: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FormPoint:
    """One evening of a player: decided games, losses, and expected losses.

    `balance` is the sum of expected minus actual losses since the first evening.
    """

    id: int
    began: float
    games: int
    lost: int
    expected: float
    balance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """A rare achievement: the `count` so far, the count needed (`of`), and when it was earned (`at`; None if not yet)."""

    name: str
    count: int
    of: int
    at: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Everything the report shows about one person."""

    name: str
    score: PlayerTotals
    loss: Loss
    last: float
    form: tuple[FormPoint, ...]
    rivals: tuple[tuple[str, Rival], ...]
    badges: tuple[Badge, ...]


def summarize_people(
    evenings: Sequence[EveningRecord], known: KnownPeople
) -> list[tuple[str, PlayerTotals, Loss, float]]:
    """Return everybody who may be shown, best rating first, as (name, totals, losses, start of the last evening)."""
    sums = sum_scores(evenings, who=known.name_of)
    teams = {team for evening in evenings for team in evening.teams}
    games = (game for evening in evenings for game in evening.games)
    lost = count_losses(known.rename_decided(decision for game in games for decision in list_decided(game)))
    last = {known.name_of(player): evening.began for evening in evenings for player in evening.players}
    people = [
        (player, score, lost.get(player, Loss()), last[player])
        for player, score in sums.items()
        if not known.is_hidden(player) and player not in teams
    ]
    return sorted(people, key=lambda row: (row[2].games == 0, -row[2].rating(), row[0].casefold()))


def person(evenings: Sequence[EveningRecord], name: str, known: KnownPeople) -> Person | None:
    """Return one person's record, hidden or not; None if they have never played."""
    name = known.name_of(name)
    his = [evening for evening in evenings if name in map(known.name_of, evening.players)]
    if not his:
        return None
    tally = _PersonTally(name=name)
    for evening in his:
        tally.count_evening(evening, known)
    shown = [rival for rival in tally.rivals.items() if not known.is_hidden(rival[0])]
    rivals = tuple(sorted(shown, key=lambda row: -row[1].games)[:RIVALS])
    return Person(
        name=name,
        score=sum_scores(his, who=known.name_of)[name],
        loss=tally.loss,
        last=his[-1].began,
        form=tuple(tally.form[-EVENINGS:]),
        rivals=rivals,
        badges=tuple(tally.badges()),
    )


@dataclass(slots=True, kw_only=True)
class _PersonTally:
    """Counts for one person, updated evening by evening.

    `reached` maps each badge to the time it was earned. `clean` counts this evening's games; None once one is lost.
    """

    name: str
    loss: Loss = field(default_factory=Loss)
    form: list[FormPoint] = field(default_factory=list)
    rivals: dict[str, Rival] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    reached: dict[str, float] = field(default_factory=dict)
    unlost: int = 0
    clean: int | None = 0

    def count_evening(self, evening: EveningRecord, known: KnownPeople) -> None:
        """Count one evening in which this person played."""
        before = (self.loss.games, self.loss.lost, self.loss.expected)
        self.clean = 0
        for game in evening.games:
            if self.name in map(known.name_of, game.players):
                self._game(game, known)
        games, lost = self.loss.games - before[0], self.loss.lost - before[1]
        self._count("regular", 1, evening.ended)
        if self.clean is not None:
            self._most("clean_evening", self.clean, evening.ended)
        if games:
            self.form.append(
                FormPoint(
                    id=evening.id,
                    began=evening.began,
                    games=games,
                    lost=lost,
                    expected=self.loss.expected - before[2],
                    balance=self.loss.expected - self.loss.lost,
                )
            )

    def _game(self, game: GameRecord, known: KnownPeople) -> None:
        for decision in known.rename_decided(list_decided(game)):
            if self.name not in decision.players:
                continue
            self.loss.count_decision(decision, self.name)
            for other in decision.players:
                if other != self.name:
                    rival = self.rivals.setdefault(other, Rival())
                    rival.games += 1
                    rival.lost += decision.loser == self.name
                    rival.his += decision.loser == other
        if game.loser is not None:
            # For the badges for games in a row without a loss.
            lost = known.name_of(game.loser) == self.name
            self.unlost = 0 if lost else self.unlost + 1
            self._most("unlost", self.unlost, game.ended)
            self.clean = None if lost or self.clean is None else self.clean + 1
        for ones in game.chicagos:
            if known.name_of(ones.player) == self.name:
                self._count(scorer.best_result(game.variant) or "chicago", 1, ones.at)
                self._count("in_one", int(ones.in_one), ones.at)

    def _count(self, badge: str, more: int, at: float) -> None:
        self._most(badge, self.counts[badge] + more, at)

    def _most(self, badge: str, count: int, at: float) -> None:
        self.counts[badge] = max(self.counts[badge], count)
        if self.counts[badge] >= BADGES[badge]:
            self.reached.setdefault(badge, at)

    def badges(self) -> Iterator[Badge]:
        """Yield all badges, earned ones first."""
        for name in sorted(BADGES, key=lambda badge: badge not in self.reached):
            yield Badge(name=name, count=self.counts[name], of=BADGES[name], at=self.reached.get(name))


BADGES: Final = {"unlost": 10, "clean_evening": 5, "in_one": 1, "schock_out": 3, "chicago": 3, "regular": 10}
"""What each badge requires: games in a row not lost, games of an evening without a loss, three ones in one
throw, Schock-aus, Chicagos (or Chics), evenings."""
