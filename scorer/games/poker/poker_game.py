"""Chicago poker as a `FAMILY`: calls are in `calling`, tricks in `tricks`, and the course of a hand in `hand_flow`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from scorer.acts import Leave, Pass
from scorer.copying import copy_with
from scorer.errors import Refused, shorten
from scorer.games.family import Family, Step, Summary
from scorer.games.poker import calling, tricks
from scorer.games.poker.cards import DECK, HAND, check_count, parse_cards
from scorer.games.poker.hand_flow import begin_hand, end_game
from scorer.games.poker.hand_ranks import CATEGORIES
from scorer.games.poker.poker_acts import (
    POKER_FORMS,
    UNSAID,
    Admit,
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
from scorer.games.poker.poker_rules import OPTIONS, PokerRules, check_options, idle_options
from scorer.games.poker.poker_state import CardState, PokerState, from_left, state_to_json


def begin(rules: PokerRules, players: tuple[str, ...], dealer: str | None) -> PokerState:
    """Begin a game and return its first state; unless a dealer is named, each player draws a card (POK-1)."""
    seated = PokerState(
        rules=rules, players=players, stage="draw", among=players, points=dict.fromkeys(players, 0)
    )
    return seated if dealer is None else begin_hand(copy_with(seated, among=()), 1, dealer)


def check_form(state: PokerState, act: PokerAct) -> None:
    """Raise Refused `bad_act` for an act of another game, or for a field that does not fit the game or its phase."""
    form = POKER_FORMS.get(act.NAME)
    if form is None or form.of is not type(act):
        raise Refused("bad_act", f"{state.rules.name} is no game with such a '{shorten(act.NAME)[1:-1]}'.")
    match act:
        case Pass(declare=declare) if declare is not None:
            raise Refused("bad_act", f"In {state.rules.name} nothing is declared with a pass.")
        case Leave(redeemed_by=redeemer) if redeemer is not None:
            raise Refused("bad_act", f"{state.rules.name} has no glasses to take for one who leaves.")
        case Best(category=category) if (category == UNSAID) == (state.phase == 3):
            raise Refused("bad_act", "'best' has a 'category' in phase 3, and only there.")
        case _:
            return


def carry_out(state: PokerState, act: PokerAct) -> PokerState:
    """Carry out an act. Raise Refused if the form, a player, the moment or the cards are wrong, checked in this order."""
    check_form(state, act)
    for name in _names_in(act):
        if name not in state.points or name in state.out:
            raise Refused("unknown_player", f"{shorten(name)} is not in the game; name one who is.")
    return _ACTS[type(act)](state, act)


def _names_in(act: PokerAct) -> tuple[str, ...]:
    match act:
        case Show() | Admit() | Leave():
            return (act.player,)
        case LastTrick():
            return (act.winner,)
        case Trick() if act.winner is not None:
            return (act.winner,)
        case Best():
            return act.players
        case _:
            return ()


def draw(state: PokerState, act: Draw) -> PokerState:
    """Draw for the first dealer: the highest card deals; players tied for highest draw again (POK-1).

    Raise Refused for a wrong number of cards or an impossible one.
    """
    calling.check_stage(state, "draw", "draw", "POK-1")
    check_count(act.cards, len(state.among))
    ranks = [card.rank for card in parse_cards(act.cards)]
    tied = tuple(player for player, rank in zip(state.among, ranks, strict=True) if rank == max(ranks))
    if len(tied) > 1:
        return copy_with(state, among=tied)
    return begin_hand(copy_with(state, among=()), 1, tied[0])


def leave(state: PokerState, act: Leave) -> PokerState:
    """Let a player leave; the last player left wins. Raise Refused after the first act of a hand (POK-16)."""
    if not is_fresh(state):
        raise Refused("not_now", "A player leaves before the first act of a hand only.", "POK-16")
    assert state.dealer is not None
    gone = copy_with(state, out={**state.out, act.player: "left"})
    if len(gone.active) == 1:
        return end_game(gone, gone.active[0])
    dealer = state.dealer if state.dealer != act.player else from_left(gone, act.player)[0]
    return begin_hand(gone, state.hand, dealer)


def is_fresh(state: PokerState) -> bool:
    """Whether this hand is fresh: it has no act yet, so that players may leave (POK-16)."""
    return state.stage not in {"draw", "over"} and not state.begun


_ACTS: Final[dict[type, Callable[[PokerState, Any], PokerState]]] = {
    Draw: draw,
    Exchange: calling.exchange,
    Show: calling.show,
    CallCategory: calling.call,
    Pass: calling.pass_on,
    Best: calling.best,
    Chicago: calling.declare_chicago,
    Trick: tricks.trick,
    LastTrick: tricks.last_trick,
    LostTrick: tricks.lost_trick,
    Admit: calling.admit,
    Leave: leave,
}


# --- what is allowed


def legal(state: PokerState) -> Iterator[PokerAct]:
    """Yield every legal act: one example of each act with cards; for `best`, each hand alone and all tied."""
    unused = [
        str(card)
        for card in DECK
        if card not in state.shown and not any(card in (trick.cards or ()) for trick in state.tricks)
    ]
    match state.stage:
        case "over":
            return
        case "draw":
            yield Draw(cards=tuple(unused[: len(state.among)]))
            return
        case "exchange":
            yield from (Exchange(count=count) for count in range(HAND + 1))
            yield from (Show(player=player, cards=(unused[0],)) for player in state.duty)
        case "call":
            yield from (CallCategory(category=category) for category in calling.open_categories(state))
            yield Pass()
        case "compare":
            yield from _comparisons(state)
        case "chicago":
            yield Pass()
            yield Chicago()
        case "tricks":
            yield from tricks.legal(state, unused)
    yield from (Admit(player=claim.player, phase=claim.phase) for claim in state.claims)
    if is_fresh(state):
        yield from (Leave(player=player) for player in state.active)


def _comparisons(state: PokerState) -> Iterator[Best]:
    named = [*((player,) for player in state.among), state.among]
    if state.phase != 3:
        yield from (Best(players=players) for players in named)
        return
    found = calling.categories(state)
    yield from (Best(players=players, category=category) for players in named for category in found)
    yield Best(players=(), category=None)


# --- questions to the game


def summary(state: PokerState) -> Summary:
    """Return the progress of the game and the points; when it is over, what each player pays."""
    return Summary(
        number=state.hand,
        phase=state.phase,
        winner=state.winner,
        counts={"points": state.points, "pays": state.settlement or {}},
        course={
            "winner": state.winner,
            "hand": state.hand,
            "poker_phase": state.phase,
            "dealer": state.dealer,
            "declared": state.declared,
            "turn": state.to_act,
        },
    )


def alternatives_to(state: PokerState, act: PokerAct) -> Iterable[PokerAct] | None:
    """Return the alternatives to a comparison or trick, with other names or categories; None for any other act.

    A trick with cards has none.
    """
    match act:
        case Best(players=players, category=category):
            named = [*((player,) for player in state.among), state.among]
            others = CATEGORIES if players and category else ()
            return [
                *(replace(act, players=seats) for seats in named),
                *(replace(act, category=other) for other in others),
            ]
        case LastTrick() | Trick(cards=None):
            return [replace(act, winner=player) for player in state.active]
        case Trick():
            return ()
        case _:
            return None


def next_step(state: PokerState, _legal: Sequence[PokerAct]) -> Step:
    """Return the next step: who calls, exchanges or leads; `who` is None if several compare their cards."""
    order, n = {"call": "bid", "tricks": "lead"}.get(state.stage, state.stage), len(state.tricks) + 1
    if state.stage == "compare" and state.phase == 3:
        order = "compare_all"
    who = tricks.playing_order(state)[0] if state.stage == "tricks" else state.to_act
    return Step(who, order, n, next(iter(state.waiting), None))


FAMILY: Final[Family[PokerRules, PokerState, PokerAct]] = Family(
    presets=("poker",),
    played_with="cards",
    begun_by="dealer",
    make_rules=PokerRules,
    options=lambda _preset: OPTIONS,
    check_options=check_options,
    idle_options=idle_options,
    forms=POKER_FORMS,
    begin=begin,
    check_form=check_form,
    act=carry_out,
    stopped=lambda state: end_game(state, None),
    legal=legal,
    decides=frozenset({"exchange", "call", "pass", "chicago"}),
    seen=frozenset({"draw", "show"}),
    beside=frozenset({"admit", "leave"}),
    buttons={"pass": "pass"},
    next_step=next_step,
    instead=alternatives_to,
    ends_by=lambda _rules: "win",
    most_players=lambda rules: rules.players_max,
    is_fresh=is_fresh,
    joins_with=lambda _state: "next",
    leaving_costs=lambda _rules: False,
    comes_back=lambda state, player: "next" if player in state.out else "hand",
    counters=lambda _rules: (),
    parts="hands",
    best_result="royal_flush",
    ranked=lambda _state: (),
    summary=summary,
    worth=lambda _state: None,
    to_json=state_to_json,
    state_keys=CardState,
)
