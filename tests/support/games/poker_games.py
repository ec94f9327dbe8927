"""Games of Chicago poker played at random by the rules: half of the hands with cards in their tricks, the rest with winners."""

from __future__ import annotations

from typing import TYPE_CHECKING

import scorer
from scorer.games.poker.cards import DECK
from scorer.games.poker.hand_ranks import CATEGORIES
from scorer.games.poker.poker_acts import (
    Admit,
    Best,
    CallCategory,
    Chicago,
    Draw,
    Exchange,
    LastTrick,
    Show,
    Trick,
)

if TYPE_CHECKING:
    import random

    from scorer.games.poker.poker_acts import PokerAct


def some_poker_game(players: tuple[str, ...], chance: random.Random, most: int = 400) -> list[PokerAct]:
    """Play a game to its end, or for `most` acts; return its acts."""
    rules = scorer.load_variant("poker")
    assert isinstance(rules, scorer.PokerRules)
    state = scorer.new_game(rules, players)
    acts: list[PokerAct] = []
    while state.stage != "over" and len(acts) < most:
        act = some_poker_act(state, chance)
        if scorer.can(state, act):
            state = scorer.apply(state, act)
            acts.append(act)
    return acts


def some_poker_act(state: scorer.PokerState, chance: random.Random) -> PokerAct:  # noqa: PLR0911 - one line a stage reads best
    """Choose an act that the rules allow, nearly always."""
    if state.claims and chance.random() < 0.03:
        claim = chance.choice(state.claims)
        return Admit(player=claim.player, phase=claim.phase)
    match state.stage:
        case "draw":
            return Draw(cards=tuple(map(str, chance.sample(DECK, len(state.among)))))
        case "exchange":
            return _exchange(state, chance)
        case "call":
            low = 0 if state.standing is None else CATEGORIES.index(state.standing.category)
            called = CallCategory(category=CATEGORIES[min(7, low + chance.choice((0, 0, 1, 2)))])
            return called if chance.random() < 0.5 else scorer.Pass()
        case "compare":
            best = (chance.choice(state.among),)
            return Best(players=best, category="two_pairs") if state.phase == 3 else Best(players=best)
        case "chicago":
            return Chicago() if chance.random() < 0.3 else scorer.Pass()
        case _:
            return _trick(state, chance)


def _exchange(state: scorer.PokerState, chance: random.Random) -> PokerAct:
    if state.duty and chance.random() < 0.3:
        cards = tuple(map(str, chance.sample(DECK, 5)))
        return Show(player=next(iter(state.duty)), cards=cards)
    return Exchange(count=chance.choice((0, 1, 2, 3)))


def _trick(state: scorer.PokerState, chance: random.Random) -> PokerAct:
    """Choose cards in every second hand; else name the winners, or only the last one."""
    wanted = state.declared or chance.choice(state.active)
    if state.hand % 2:
        played = {card for trick in state.tricks for card in trick.cards or ()}
        unused = [str(card) for card in DECK if card not in played]
        return Trick(cards=tuple(chance.sample(unused, len(state.active))))
    return Trick(winner=wanted) if state.declared or chance.random() < 0.8 else LastTrick(winner=wanted)
