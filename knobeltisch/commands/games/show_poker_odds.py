"""`knobeltisch odds poker`: what to keep of a hand of Chicago poker, and the resulting chances."""

from __future__ import annotations

from typing import TYPE_CHECKING

import scorer
from knobeltisch.commands.games.odds_words import Words
from knobeltisch.commands.games.score import rules_for
from scorer.games.poker.cards import cards_named
from scorer.games.poker.hand_ranks import CATEGORIES
from scorer.odds.poker_odds import weigh_exchange

if TYPE_CHECKING:
    from pathlib import Path

    from scorer.games.poker.cards import Card
    from scorer.odds.poker_odds import KeptCards

CHOICES_SHOWN = 8


def exchange(*, hand: str, keep: str | None, gone: str, rules: Path | None, language: str) -> str:
    """Return what to keep of a hand, best first, or each category's chance if these cards are kept."""
    words = Words(language=language)
    house = _poker_rules(rules)
    held = _cards(hand, ())
    away = _cards(gone, held)
    choices = weigh_exchange(held, house, away)
    if keep is not None:
        kept = _cards(keep, ())
        strange = next((card for card in kept if card not in held), None)
        if strange is not None:
            raise scorer.NoSuchDecision(f"{strange} is not in the hand; keep some of {_said(held)}.")
        return _categories(next(choice for choice in choices if set(choice.cards) == set(kept)), words)
    rows = [
        [
            _said(choice.cards) or words("nothing"),
            words.points(choice.points),
            words.chance(choice.chance_of_at_least("pair")),
        ]
        for choice in choices[:CHOICES_SHOWN]
    ]
    lines = words.table(["keep", "points", "a pair or more"], rows)
    kept_best = words("With {cards} kept:", cards=_said(choices[0].cards) or words("nothing"))
    return f"{lines}\n\n{kept_best}\n\n{_categories(choices[0], words)}"


def _poker_rules(file: Path | None) -> scorer.PokerRules:
    rules = rules_for("poker", file)
    if not isinstance(rules, scorer.PokerRules):
        raise scorer.BadVariant(f"{rules.name} is played with dice; name a house variant of poker.")
    return rules


def _cards(text: str, others: tuple[Card, ...]) -> tuple[Card, ...]:
    return cards_named([_card(part) for part in text.split(",")] if text.strip() else [], others)


def _card(typed: str) -> str:
    """Return a card in the notation of the rules: users may type 10 for T, and small letters."""
    card = typed.strip().upper()
    return f"T{card[2:]}" if card.startswith("10") else card


def _categories(kept: KeptCards, words: Words) -> str:
    rows = [
        [words((category or "no pair").replace("_", " ")), words.chance(kept.chance(category))]
        for category in (None, *CATEGORIES)
        if category in kept.ways
    ]
    return words.table(["category", "chance"], rows)


def _said(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))
