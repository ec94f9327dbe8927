"""Simulated players of Chicago poker: they hold real cards, call what they hold, show what they break, and follow suit.

The cards stay here, as in people's hands; only calls and laid cards go to the scorer, act by act.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import scorer
from scorer import Pass, PokerRules, PokerState
from scorer.games.poker.cards import DECK, TWO, Card
from scorer.games.poker.hand_ranks import best_of, category_of, is_at_least
from scorer.games.poker.poker_acts import (
    Best,
    CallCategory,
    Chicago,
    Draw,
    Exchange,
    LastTrick,
    LostTrick,
    PokerAct,
    Show,
    Trick,
)
from scorer.games.poker.poker_odds import weigh_exchange
from scorer.games.poker.poker_rules import TRICKS
from scorer.games.poker.poker_state import in_turn, led_by
from scorer.games.poker.tricks import playing_order

QUEEN: Final = 12
WISE: Final = 0.8
"""How often a player makes the best choice rather than one nearly as good."""
BOLD: Final = 0.05
"""How often a player who may declare Chicago does so with any hand."""
TELLINGS: Final = ("cards", "winners", "last")
"""The ways to enter tricks: card by card, who took each, or the last one alone."""


@dataclass(slots=True, kw_only=True)
class CardPlayers:
    """All players of a game, and the cards that each holds. `keep` returns a state after more acts."""

    rules: PokerRules
    names: tuple[str, ...]
    chance: random.Random
    keep: Callable[[PokerState, Sequence[PokerAct]], PokerState] = scorer.replay
    hands: dict[str, tuple[Card, ...]] = field(default_factory=dict)
    deck: list[Card] = field(default_factory=list)
    thrown: list[Card] = field(default_factory=list)
    telling: str = TELLINGS[0]
    dealt: int = 0

    def play(self, most: int = 5000) -> PokerState:
        """Play a game to its end, or for `most` steps, and return its state."""
        return self.play_on(scorer.new_game(self.rules, self.names), most)

    def play_on(self, state: PokerState, most: int = 5000) -> PokerState:
        """Play on from any state with newly dealt hands, as `play` does; all tricks of a hand are one step."""
        self.dealt = 0
        for _ in range(most):
            if state.stage == "over":
                break
            if state.stage != "draw" and state.hand != self.dealt:
                self.dealt, self.thrown = state.hand, []
                laid = {card for trick in state.tricks for card in trick.cards or ()}
                left = [card for card in DECK if card not in laid]
                self.deck = self.chance.sample(left, len(left))
                self.hands = {player: self._from_deck(5) for player in state.active}
                self.telling = self.chance.choice(TELLINGS)
                if state.tricks:
                    self.telling = "cards" if laid else "winners"
            acts = self._round_of_tricks(state) if state.stage == "tricks" else (self._choose(state),)
            state = self.keep(state, acts)
        return state

    # --- cards

    def _from_deck(self, count: int) -> tuple[Card, ...]:
        """Deal more cards; when the deck is used up, shuffle the discards (POK-2)."""
        dealt = []
        for _ in range(count):
            if not self.deck:
                self.deck = self.chance.sample(self.thrown, len(self.thrown))
                self.thrown = []
            dealt.append(self.deck.pop())
        return tuple(dealt)

    # --- what each player does

    def _choose(self, state: PokerState) -> PokerAct:
        match state.stage:
            case "draw":
                return Draw(cards=_texts(self.chance.sample(DECK, len(state.among))))
            case "exchange":
                return self._exchange(state)
            case "call":
                # Call the held category, if that is enough (POK-4).
                holds, standing = self._category(self.hands[state.to_act or ""]), state.standing
                beats = standing is None or (holds is not None and is_at_least(holds, standing.category))
                return CallCategory(category=holds) if holds is not None and beats else Pass()
            case "compare":
                # Compare by word of mouth, without naming the cards (POK-5, POK-9).
                best = best_of({player: self.hands[player] for player in state.among})
                if state.phase != 3:
                    return Best(players=best)
                category = self._category(self.hands[best[0]])
                return Best(players=best if category else (), category=category)
            case _:
                # Declare it with high cards and the lead, and now and then on a whim.
                player = state.to_act or ""
                high = all(card.rank >= QUEEN for card in self.hands[player]) and player == in_turn(state)[0]
                return Chicago() if high or self.chance.random() < BOLD else Pass()

    def _exchange(self, state: PokerState) -> PokerAct:
        """Keep the cards with the best or nearly best expectation; a player who breaks a called hand shows it first (POK-6)."""
        player = state.to_act or ""
        hand = self.hands[player]
        choices = weigh_exchange(hand, self.rules)
        kept = self.chance.choice(choices[:1] if self.chance.random() < WISE else choices[1:6]).cards
        called = state.duty.get(player)
        if called is not None and not is_at_least(self._category(kept), called):
            return Show(player=player, cards=_texts(hand))
        self.thrown += [card for card in hand if card not in kept]
        self.hands[player] = (*kept, *self._from_deck(len(hand) - len(kept)))
        return Exchange(count=len(hand) - len(kept))

    def _category(self, cards: tuple[Card, ...]) -> str | None:
        return category_of(cards, royal=self.rules.royal_counts) if cards else None

    # --- the tricks

    def _round_of_tricks(self, state: PokerState) -> tuple[PokerAct, ...]:
        left = {player: list(cards) for player, cards in self.hands.items()}
        leader, tricks = playing_order(state)[0], []
        for _ in range(TRICKS - len(state.tricks)):
            laid = self._one_trick(state, leader, left)
            leader = _trick_winner(laid)
            tricks.append(laid)
            if state.declared not in {None, leader}:
                break
        taker = _trick_winner(tricks[-1])
        two = tricks[-1][taker].rank == TWO
        if self.telling == "cards":
            return tuple(Trick(cards=_texts(laid.values())) for laid in tricks)
        if self.telling == "last":
            if state.declared is None:
                return (LastTrick(winner=taker, with_two=two),)
            if taker != state.declared:
                return (LostTrick(),)
        return tuple(
            Trick(winner=_trick_winner(laid), with_two=two if number == TRICKS else None)
            for number, laid in enumerate(tricks, start=len(state.tricks) + 1)
        )

    def _one_trick(self, state: PokerState, leader: str, left: Mapping[str, list[Card]]) -> dict[str, Card]:
        laid: dict[str, Card] = {}
        for player in led_by(state, leader):
            cards = left[player]
            if not laid:
                card = max(cards, key=_height)
            else:
                led = laid[leader].suit
                follow = [held for held in cards if held.suit == led]
                highest = max(played.rank for played in laid.values() if played.suit == led)
                winning = [suited for suited in follow if suited.rank > highest]
                card = min(winning or follow or cards, key=_height)
            cards.remove(card)
            laid[player] = card
        return laid


def _texts(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(map(str, cards))


def _height(card: Card) -> tuple[int, str]:
    return card.rank, card.suit


def _trick_winner(laid: Mapping[str, Card]) -> str:
    led = next(iter(laid.values())).suit
    return max((player for player in laid if laid[player].suit == led), key=lambda player: laid[player].rank)
