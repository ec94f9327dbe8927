"""The exchanges and calls of a hand, the cards shown for them, and calls admitted to be wrong (POK-2, POK-4 to POK-7).

The function of an act returns the next state, or raises Refused if the rules do not allow the act.
"""

from typing import Final

from scorer.acts import Pass
from scorer.copying import copy_with
from scorer.errors import Refused
from scorer.games.poker.cards import HAND, parse_cards
from scorer.games.poker.hand_flow import (
    after_exchange,
    ask_for_chicago,
    begin_phase,
    begin_tricks,
    compare,
    end_hand,
)
from scorer.games.poker.hand_ranks import CATEGORIES, category_of, is_at_least
from scorer.games.poker.poker_acts import Admit, Best, CallCategory, Chicago, Exchange, Show
from scorer.games.poker.poker_state import (
    Called,
    CallScore,
    Names,
    PokerState,
    Standing,
    add_points,
    ask_in_turn,
    who_acts,
)

# --- the exchange


def exchange(state: PokerState, act: Exchange) -> PokerState:
    """Record the player's exchange (POK-2, POK-7). Raise Refused if none is due."""
    check_stage(state, "exchange", "exchange", "POK-2")
    player = who_acts(state)
    done = copy_with(state, begun=True, duty=_without(state, player))
    if act.count:
        done = copy_with(done, exchanged_in={**state.exchanged_in, player: state.phase})
    return ask_in_turn(done, "exchange", state.waiting) if state.waiting else after_exchange(done)


def show(state: PokerState, act: Show) -> PokerState:
    """Compare the cards shown with the call; if they are lower, take back what the call scored (POK-6, POK-7).

    Raise Refused if the player has nothing to show, or the cards are impossible.
    """
    called = state.duty.get(act.player)
    if called is None:
        raise Refused("not_now", f"{act.player} has nothing to show now.", "POK-6")
    if not 1 <= len(act.cards) <= HAND:
        raise Refused("wrong_cards", f"One to five cards are shown, not {len(act.cards)}.", "POK-6")
    cards = parse_cards(act.cards, state.shown)
    done = copy_with(state, duty=_without(state, act.player), shown=state.shown + cards)
    if is_at_least(category_of(cards, royal=state.rules.royal_counts), called):
        return done
    return take_back_points(done, act.player, _phase_before(state))


def _phase_before(state: PokerState) -> int:
    """Return the phase whose calling came before this exchange."""
    return 2 if state.phase == 3 and state.rules.second_phase else 1


def take_back_points(state: PokerState, player: str, phase: int) -> PokerState:
    """Take back what a player scored in a phase, and undo what others lost by it (POK-7, POK-15)."""
    claim = claim_of(state, player, phase)
    if claim is None:
        return state
    done = copy_with(state, claims=tuple(known for known in state.claims if known is not claim))
    for change in state.scored:
        if change.why == f"phase{phase}":
            done = add_points(done, change.player, -change.points, "taken_back")
    return done


def claim_of(state: PokerState, player: str, phase: int) -> CallScore | None:
    """Return what a player claimed and scored in a phase of this hand; None if nothing was scored or it was taken back."""
    return next((claim for claim in state.claims if (claim.player, claim.phase) == (player, phase)), None)


def admit(state: PokerState, act: Admit) -> PokerState:
    """Let a player admit a wrong call, which is withdrawn. Raise Refused if the call scored nothing.

    A player left with too few points is not asked about Chicago (POK-7, POK-17).
    """
    if claim_of(state, act.player, act.phase) is None:
        raise Refused(
            "not_now", f"{act.player} has no points of phase {act.phase} that could be taken back.", "POK-7"
        )
    done = take_back_points(state, act.player, act.phase)
    if state.stage == "exchange" and act.phase == _phase_before(state):
        return copy_with(done, duty=_without(state, act.player))
    if state.stage == "chicago":
        return ask_for_chicago(done, (who_acts(state), *state.waiting))
    return done


def _without(state: PokerState, player: str) -> dict[str, str]:
    return {name: category for name, category in state.duty.items() if name != player}


# --- the calling


def call(state: PokerState, act: CallCategory) -> PokerState:
    """Record a call. Raise Refused if the category is lower than the current one, or no call is due (POK-4)."""
    check_stage(state, "call", "call", "POK-4")
    check_category(state, act.category)
    player, standing = who_acts(state), state.standing
    if standing is not None and not is_at_least(act.category, standing.category):
        raise Refused(
            "too_low", f"'{standing.category}' stands; call that or more than it, or pass.", "POK-4"
        )
    equal = standing.players if standing is not None and standing.category == act.category else ()
    return _note_call(state, act.category, Standing(category=act.category, players=(*equal, player)))


def pass_on(state: PokerState, _act: Pass) -> PokerState:
    """Record a pass in the calling, or a declined Chicago before the tricks (POK-4, POK-10). Raise Refused at other times."""
    if state.stage == "chicago":
        return ask_for_chicago(state, state.waiting)
    check_stage(state, "call", "pass", "POK-4")
    return _note_call(state, None, state.standing)


def _note_call(state: PokerState, category: str | None, standing: Standing | None) -> PokerState:
    said = Called(player=who_acts(state), category=category)
    done = copy_with(state, begun=True, calls=(*state.calls, said), standing=standing)
    if state.waiting:
        return ask_in_turn(done, "call", state.waiting)
    if standing is None:
        return begin_phase(done, done.rules.phase_after(done.phase))
    if len(standing.players) == 1:
        return _phase_scored(done, standing.players, standing.category)
    return compare(done, standing.players)


def _phase_scored(state: PokerState, best: Names, category: str) -> PokerState:
    """Score the phase if one hand alone is best; its player must show it before breaking it up (POK-5, POK-6)."""
    done = state
    if len(best) == 1:
        claim = CallScore(player=best[0], phase=state.phase, category=category)
        claimed = copy_with(state, claims=(*state.claims, claim))
        done = _category_scored(claimed, best[0], category, f"phase{state.phase}")
    owe = {player: category for player in state.players if player in best and player not in done.locked}
    return begin_phase(copy_with(done, duty=owe), state.rules.phase_after(state.phase))


def _category_scored(state: PokerState, player: str, category: str, why: str) -> PokerState:
    """Score a category; four of a kind may clear the points of all others still in (POK-3, POK-15)."""
    done = add_points(state, player, state.rules.worth(category), why)
    if category == "four_of_a_kind" and state.rules.four_of_a_kind_clears:
        for other in state.active:
            if other != player:
                done = add_points(done, other, -state.points[other], why)
    return done


# --- comparing by word of mouth


def best(state: PokerState, act: Best) -> PokerState:
    """Record whose hand is best, or which hands are exactly equal (POK-5, POK-9).

    Raise Refused if no comparison is due, a player is not among those who compare, or the category does not count here.
    """
    check_stage(state, "compare", "best", "POK-5")
    if act.category:
        check_category(state, act.category)
    other = next((player for player in act.players if player not in state.among), None)
    if other is not None:
        raise Refused("not_now", f"{other} is not among those who compare.", "POK-5")
    if state.phase != 3:
        assert state.standing is not None
        return _phase_scored(state, act.players, state.standing.category)
    return end_hand(score_hand(state, act.players, act.category))


def score_hand(state: PokerState, best: Names, category: str | None) -> PokerState:
    """Score the best hand after the tricks, but only if one hand alone is best (POK-9)."""
    if category is None or len(best) != 1:
        return state
    return _category_scored(state, best[0], category, "hand")


# --- Chicago


def declare_chicago(state: PokerState, _act: Chicago) -> PokerState:
    """Record that Chicago is declared; nobody else is asked after that (POK-10). Raise Refused if nobody was asked."""
    check_stage(state, "chicago", "chicago", "POK-10")
    return begin_tricks(copy_with(state, declared=state.to_act))


# --- checks


def check_stage(state: PokerState, stage: str, act: str, rule: str) -> None:
    """Raise Refused, naming `act` and `rule`, if the game is in another stage."""
    if state.stage != stage:
        raise Refused("not_now", f"There is no '{act}' now: {_GOES_ON[state.stage]}.", rule)


_GOES_ON: Final = {
    "draw": "the first dealer is drawn",
    "exchange": "cards are exchanged",
    "call": "the players call",
    "compare": "hands are compared",
    "chicago": "the players are asked for Chicago",
    "tricks": "the tricks are played",
}


def categories(state: PokerState) -> tuple[str, ...]:
    """Return the categories that count under these house rules, lowest first (POK-15)."""
    return CATEGORIES if state.rules.royal_counts else CATEGORIES[:-1]


def open_categories(state: PokerState) -> tuple[str, ...]:
    """Return the categories that may be called: those at least as high as the current one (POK-4)."""
    counted, standing = categories(state), state.standing
    return counted if standing is None else counted[counted.index(standing.category) :]


def check_category(state: PokerState, category: str) -> None:
    """Raise Refused for a royal flush where it counts as a straight flush (POK-15)."""
    if category not in categories(state):
        raise Refused("not_now", "A royal flush counts as a straight flush here: name that.", "POK-15")
