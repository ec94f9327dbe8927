"""Practice of Chicago poker: hands dealt by the server, and which cards to keep; alone, for the points of each phase.

Nobody else holds cards here, so a phase brings its category's points. There are no tricks: only the exchange is
practised.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from scorer import Refused
from scorer.games.poker.cards import DECK, HAND, cards_named
from scorer.games.poker.hand_ranks import CATEGORIES, category_of
from scorer.odds.poker_odds import KeptCards, weigh_exchange, weigh_kept
from web.odds_json import chance_to_json

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from scorer import PokerRules
    from scorer.games.poker.cards import Card

PHASES: Final = (1, 2, 3)
OVER: Final = 4
"""The phase after the last exchange of a hand: a tap deals another."""
SHOWN: Final = 4
"""The number of ways to keep cards that are shown: nobody reads more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchanged:
    """An exchange that is over: the held and kept cards, the result, and the best cards to keep."""

    phase: int
    held: tuple[Card, ...]
    chosen: KeptCards
    best: KeptCards
    got: str | None
    points: int


@dataclass(slots=True, kw_only=True)
class CardPractice:
    """One browser's hands; `when` there is advice: before an exchange, after it, or never."""

    rules: PokerRules
    when: str
    chance: random.Random
    number: int = 0
    phase: int = 1
    points: int = 0
    hand: tuple[Card, ...] = ()
    deck: list[Card] = field(default_factory=list)
    thrown: tuple[Card, ...] = ()
    exchanged: tuple[Exchanged, ...] = ()

    def deal(self) -> None:
        """Deal another hand."""
        self.deck = self.chance.sample(DECK, len(DECK))
        self.hand, self.thrown, self.exchanged = self._draw_cards(HAND), (), ()
        self.number, self.phase = self.number + 1, 1

    def deal_next(self) -> None:
        """Deal another hand once this one is over. Raise Refused earlier."""
        if self.phase != OVER:
            raise Refused("not_now", "Exchange first: this hand is not over.", "POK-2")
        self.deal()

    def keep(self, texts: Sequence[str]) -> None:
        """Keep these cards of the hand and exchange the others. Raise Refused, and change nothing."""
        if self.phase == OVER:
            raise Refused("not_now", "This hand is over; deal another.", "POK-2")
        kept = cards_named(texts)
        other = next((card for card in kept if card not in self.hand), None)
        if other is not None:
            raise Refused("wrong_cards", f"You do not hold {other}.", "POK-2")
        chosen = weigh_kept(kept, self._exchanged_cards(kept), self.rules)
        best = weigh_exchange(self.hand, self.rules, self.thrown)[0]
        held, self.thrown = self.hand, self._exchanged_cards(kept)
        self.hand = (*(card for card in held if card in kept), *self._draw_cards(HAND - len(kept)))
        got = category_of(self.hand, royal=self.rules.royal_counts)
        points = 0 if got is None else self.rules.worth(got)
        exchanged = Exchanged(phase=self.phase, held=held, chosen=chosen, best=best, got=got, points=points)
        self.exchanged, self.points, self.phase = (
            (*self.exchanged, exchanged),
            self.points + points,
            self.phase + 1,
        )

    def advice(self) -> tuple[KeptCards, ...]:
        """Weigh the possible cards to keep, best first; none if nothing is to be exchanged."""
        return () if self.phase == OVER else weigh_exchange(self.hand, self.rules, self.thrown)

    def shown(self) -> dict[str, object]:
        """Return the page's data (docs/board-json.md)."""
        before = self.when == "before"
        last = self.exchanged[-1] if self.exchanged and self.when != "never" else None
        return {
            "state": {"variant": self.rules.name},
            "hand": _texts(self.hand),
            "number": self.number,
            "phase": self.phase,
            "category": category_of(self.hand, royal=self.rules.royal_counts),
            "points": self.points,
            "brought": [{"category": exchange.got, "points": exchange.points} for exchange in self.exchanged],
            "advice": [_choice_to_json(option) for option in self.advice()[:SHOWN]] if before else [],
            "looked": None if last is None else _exchange_to_json(last),
            "when": self.when,
        }

    def _exchanged_cards(self, kept: Sequence[Card]) -> tuple[Card, ...]:
        return (*self.thrown, *(card for card in self.hand if card not in kept))

    def _draw_cards(self, count: int) -> tuple[Card, ...]:
        """Draw from the deck; three exchanges of five leave some, so discards are not dealt again."""
        return tuple(self.deck.pop() for _ in range(count))


def deal_first(rules: PokerRules, when: str, chance: random.Random) -> CardPractice:
    """Begin with a first hand."""
    table = CardPractice(rules=rules, when=when, chance=chance)
    table.deal()
    return table


def _texts(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def _choice_to_json(choice: KeptCards) -> dict[str, object]:
    return {"keep": _texts(choice.cards), "points": float(choice.points), "chance": _some_points(choice)}


def _some_points(choice: KeptCards) -> dict[str, object]:
    """Return the chance of any points at all."""
    return chance_to_json(choice.chance_of_at_least(CATEGORIES[0]))


def _exchange_to_json(exchanged: Exchanged) -> dict[str, object]:
    return {
        "phase": exchanged.phase,
        "held": _texts(exchanged.held),
        "chosen": _choice_to_json(exchanged.chosen),
        "best": _choice_to_json(exchanged.best),
        "as_good": exchanged.chosen.points == exchanged.best.points,
        "chances": [
            {"category": category, "chance": chance_to_json(exchanged.chosen.chance(category))}
            for category in exchanged.chosen.ways
        ],
        "got": exchanged.got,
        "points": exchanged.points,
    }
