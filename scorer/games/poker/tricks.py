"""The tricks of a hand: who takes them, declared Chicagos, and what the cards played reveal (POK-7, POK-8, POK-11).

The function of an act returns the next state, or raises Refused if the rules do not allow the act.
"""

from collections.abc import Iterator, Sequence

from scorer.copying import copy_with
from scorer.errors import Refused
from scorer.games.poker.calling import check_stage, claim_of, score_hand, take_back_points
from scorer.games.poker.cards import TWO, Card, check_count, parse_cards
from scorer.games.poker.hand_flow import compare, end_hand
from scorer.games.poker.hand_ranks import best_of, category_of, is_at_least
from scorer.games.poker.poker_acts import LastTrick, LostTrick, PokerAct, Trick
from scorer.games.poker.poker_rules import CHICAGO, TRICKS
from scorer.games.poker.poker_state import Names, PokerState, Revoke, TakenTrick, add_points, in_turn, led_by


def trick(state: PokerState, act: Trick) -> PokerState:
    """Record a trick, by its cards or by its taker (POK-8). Raise Refused if no trick is due or the cards are impossible."""
    check_stage(state, "tricks", "trick", "POK-8")
    if state.tricks and (state.tricks[0].cards is None) != (act.cards is None):
        kind = "with their winners" if act.cards is not None else "with their cards"
        raise Refused("not_now", f"The tricks of this hand are entered {kind}; continue that way.", "POK-8")
    if act.with_two is not None and len(state.tricks) + 1 != TRICKS:
        raise Refused("not_now", "Whether a two won is said of the fifth trick only.", "POK-15")
    if act.cards is None:
        assert act.winner is not None
        taken = TakenTrick(cards=None, winner=act.winner)
        return _count_trick(copy_with(state, tricks=(*state.tricks, taken)), with_two=act.with_two is True)
    order = playing_order(state)
    check_count(act.cards, len(order))
    cards = parse_cards(act.cards, [card for played in state.tricks for card in played.cards or ()])
    led = cards[0].suit
    highest = max((card for card in cards if card.suit == led), key=lambda card: card.rank)
    taken = TakenTrick(cards=cards, winner=order[cards.index(highest)])
    revokes = (*state.revokes, *_shown_revokes(state, order, cards))
    done = copy_with(state, tricks=(*state.tricks, taken), revokes=revokes)
    return _count_trick(done, with_two=highest.rank == TWO)


def last_trick(state: PokerState, act: LastTrick) -> PokerState:
    """Record only who took the fifth trick (POK-8). Raise Refused after other tricks, or if a Chicago is declared."""
    check_stage(state, "tricks", "last_trick", "POK-8")
    if state.declared is not None:
        raise Refused("not_now", "A Chicago is played: every trick counts.", "POK-11")
    _check_short_way(state)
    return compare(_last_taken(state, act.winner, with_two=act.with_two is True), state.active)


def lost_trick(state: PokerState, _act: LostTrick) -> PokerState:
    """Record that a declared Chicago is lost, without the trick itself (POK-11). Raise Refused if none is declared."""
    check_stage(state, "tricks", "lost_trick", "POK-11")
    if state.declared is None:
        raise Refused("not_now", "Nobody plays a Chicago that could be lost.", "POK-11")
    _check_short_way(state)
    return end_hand(_lose_chicago(state))


def _check_short_way(state: PokerState) -> None:
    if _has_cards(state):
        raise Refused(
            "not_now", "The tricks of this hand are entered with their cards; continue that way.", "POK-8"
        )


def _has_cards(state: PokerState) -> bool:
    return bool(state.tricks) and state.tricks[0].cards is not None


def legal(state: PokerState, unused: Sequence[str]) -> Iterator[PokerAct]:
    """Yield the legal ways to record the next trick or the rest of the hand; `unused` are the cards that nobody has played."""
    if not state.tricks or _has_cards(state):
        yield Trick(cards=tuple(unused[: len(state.active)]))
    if _has_cards(state):
        return
    yield from (Trick(winner=player) for player in state.active)
    if state.declared is None:
        yield from (LastTrick(winner=player) for player in state.active)
    else:
        yield LostTrick()


# --- the result of a trick


def _count_trick(state: PokerState, *, with_two: bool) -> PokerState:
    """Continue after a trick: a declared Chicago may be lost, and the fifth trick scores (POK-8, POK-11)."""
    fifth = len(state.tricks) == TRICKS
    winner = state.tricks[-1].winner
    if state.declared not in {None, winner}:
        lost = _lose_chicago(state)
        return end_hand(_calls_checked(lost) if fifth and _has_cards(state) else lost)
    if not fifth:
        return state
    if state.declared is None:
        done = _last_taken(state, winner, with_two=with_two)
    else:
        done = add_points(state, winner, CHICAGO, "chicago")
    if not _has_cards(state):
        return compare(done, state.active)
    hands = _hands(done)
    best = best_of(hands)
    shown = category_of(hands[best[0]], royal=state.rules.royal_counts)
    return end_hand(_calls_checked(score_hand(done, best, shown)))


def _last_taken(state: PokerState, winner: str, *, with_two: bool) -> PokerState:
    return add_points(state, winner, state.rules.fifth_trick(with_two=with_two), "last_trick")


def _lose_chicago(state: PokerState) -> PokerState:
    assert state.declared is not None
    return add_points(state, state.declared, -CHICAGO, "chicago")


# --- with cards


def playing_order(state: PokerState) -> Names:
    """Return the playing order of the next trick: the winner of the last one leads (POK-8)."""
    return led_by(state, state.tricks[-1].winner) if state.tricks else _first_order(state)


def _first_order(state: PokerState) -> Names:
    """Return the playing order of the first trick; house rules may let the declarer of a Chicago lead it (POK-15)."""
    leads = state.rules.chicago_leads and state.declared
    return led_by(state, leads) if leads else in_turn(state)


def _cards_by_player(state: PokerState) -> list[dict[str, Card]]:
    """Return for each trick so far the card of each player, the leader's first."""
    order, played = _first_order(state), []
    for taken in state.tricks:
        played.append(dict(zip(order, taken.cards or (), strict=True)))
        order = led_by(state, taken.winner)
    return played


def _shown_revokes(state: PokerState, order: Names, cards: tuple[Card, ...]) -> list[Revoke]:
    """Return the earlier tricks in which a player did not follow suit while holding a card that is played now (POK-8)."""
    now, earlier = dict(zip(order, cards, strict=True)), _cards_by_player(state)
    found = []
    for player in state.active:
        for number, trick_cards in enumerate(earlier, start=1):
            led = next(iter(trick_cards.values())).suit
            revoke = Revoke(player=player, trick=number)
            if trick_cards[player].suit != led == now[player].suit and revoke not in state.revokes:
                found.append(revoke)
    return found


def _hands(state: PokerState) -> dict[str, tuple[Card, ...]]:
    """Return the five cards of each player, in seating order."""
    played = _cards_by_player(state)
    return {player: tuple(cards[player] for cards in played) for player in state.active}


def _calls_checked(state: PokerState) -> PokerState:
    """Take back the points of wrong calls by players who still hold the cards of that call (POK-7)."""
    done = state
    for player, cards in _hands(state).items():
        holds = category_of(cards, royal=state.rules.royal_counts)
        for phase in (2, 1):
            claim = claim_of(done, player, phase)
            same = state.exchanged_in.get(player, 0) <= phase
            if claim is not None and same and not is_at_least(holds, claim.category):
                done = take_back_points(done, player, phase)
    return done
