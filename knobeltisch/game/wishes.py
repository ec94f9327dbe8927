"""Events outside the game, which undo does not affect: the last round, payments, and wishes to come, go home or pause (TBL-1)."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, TypedDict

import scorer
from knobeltisch.errors import CommandError
from knobeltisch.game.events import Did, Fact, LastOrders, Paid, Rename, Start, Wish
from knobeltisch.game.player_names import name_taken_error
from scorer import GameState, Join, Leave
from scorer.json_forms.written import write
from scorer.naming import is_taken

GOING: Final = ("leave", "pause")
Wishes: TypeAlias = tuple[Wish, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SideEvents:
    """The wishes to come or go, whether the last round is announced, and the payments."""

    wishes: tuple[Wish, ...] = ()
    last_orders: bool = False
    paid: tuple[Paid, ...] = ()


def update_side_events(beside: SideEvents, fact: Fact) -> SideEvents:
    """Return the side events updated by `fact`."""
    match fact:
        case Wish():
            beside = replace(beside, wishes=with_wish(beside.wishes, fact))
        case Did(act=scorer.Leave(player=player) | scorer.Join(player=player)):
            beside = replace(beside, wishes=with_wish(beside.wishes, Wish(player=player, what="stay")))
        case Start():
            beside = replace(beside, wishes=())
        case LastOrders():
            beside = replace(beside, last_orders=fact.on)
        case Paid():
            others = (payment for payment in beside.paid if payment.player != fact.player)
            beside = replace(beside, paid=(*others, fact))
        case Rename():
            paid = tuple(
                replace(payment, player=fact.name) if payment.player == fact.player else payment
                for payment in beside.paid
            )
            wishes = tuple(
                replace(
                    wanted,
                    player=fact.name if wanted.player == fact.player else wanted.player,
                    after=fact.name if wanted.after == fact.player else wanted.after,
                )
                for wanted in beside.wishes
            )
            beside = replace(beside, wishes=wishes, paid=paid)
    return beside


def check_wish(state: GameState | None, wishes: Wishes, wish: Wish) -> None:
    """Raise CommandError if a wish cannot be fulfilled, for example because its player is unknown."""
    if state is None:
        raise CommandError("no_game", "No game is running; start one on the tablet.")
    there = [player for player in state.players if state.out.get(player) != "left"]
    if wish.what == "stay":
        if wish.player not in {*there, *(wanted.player for wanted in wishes)}:
            raise CommandError("unknown_player", f"{wish.player[:40]!r} is not in the game.")
        return
    if wish.what in GOING:
        if wish.player not in there:
            raise CommandError("unknown_player", f"{wish.player[:40]!r} is not in the game.")
        if scorer.leaving_costs(state.rules) and state.stage != "over" and wish.player in state.active:
            raise CommandError(
                "leave_now", "Leaving the drinking game costs three glasses; say who takes them."
            )
    elif wish.player in there:
        raise CommandError("is_here", f"{wish.player[:40]!r} is in the game.")
    elif wish.what == "join":
        others = [
            wanted.player for wanted in wishes if wanted.what == "join" and wanted.player != wish.player
        ]
        people = [name for team in scorer.summary(state).teams.values() for name in team]
        check_name(wish.player, [*state.players, *people, *others])
        if wish.after is not None and wish.after not in state.players:
            raise CommandError("unknown_player", f"{wish.after[:40]!r} is not in the game.")


def check_name(name: str, others: Collection[str]) -> None:
    """Raise CommandError if this name is too like one of the others."""
    if is_taken(name, others):
        refused = name_taken_error(name, others)
        raise CommandError(refused.code, str(refused))


def with_wish(wishes: Wishes, wish: Wish) -> Wishes:
    """Return the wishes with one more, which replaces the same person's earlier wish; "stay" only removes that."""
    others = tuple(wanted for wanted in wishes if wanted.player != wish.player)
    return others if wish.what == "stay" else (*others, wish)


def due_attendance_act(state: GameState | None, wishes: Wishes) -> Join | Leave | None:
    """Return the act that fulfils a wish now; None if no wish is due.

    Newcomers come first, so that the game goes on when one player replaces another.
    """
    if state is None or not wishes or state.stage == "over" or not scorer.is_fresh(state):
        return None
    acts: list[Join | Leave] = [
        Join(player=wanted.player, after=right_of(state, wanted.after))
        for wanted in wishes
        if wanted.what == "join"
    ]
    if not scorer.leaving_costs(state.rules):
        acts += [Leave(player=wanted.player) for wanted in wishes if wanted.what in GOING]
    return next((act for act in acts if scorer.can(state, act)), None)


def right_of(state: GameState, after: str | None) -> str:
    """Return the player to whose left a newcomer sits: `after` (None: the last seat), or the next to the right who is still in."""
    place = len(state.players) - 1 if after not in state.players else state.players.index(after)
    order = state.players[place::-1] + state.players[:place:-1]
    return next(player for player in order if player in state.active)


def next_players(state: GameState | None, wishes: Wishes) -> list[str]:
    """Return the next game's players in seat order: those who have not left, changed by the wishes; empty without a game."""
    if state is None:
        return []
    wanted = {wish.player: wish for wish in wishes}
    seats = list(state.players)
    for wish in wishes:
        if wish.what == "join":
            place = seats.index(wish.after) + 1 if wish.after in seats else len(seats)
            seats.insert(place, wish.player)
    return [
        seat
        for seat in seats
        if (wanted[seat].what in ("join", "next") if seat in wanted else state.out.get(seat) != "left")
    ]


class WishJson(TypedDict):
    """A wish as the page receives it; `when` says when it takes effect."""

    player: str
    what: str
    after: str | None
    when: str


class Attendance(TypedDict):
    """Who wishes to come or go, who has left, whether a round is fresh, and whether leaving costs something.

    `joins`: a newcomer plays after this "round" or "hand", from the next "half", or in the "next" game.
    """

    wishes: list[WishJson]
    left: list[str]
    fresh: bool
    joins: str
    costs: bool


def attendance(state: GameState | None, wishes: Wishes) -> Attendance:
    """Return the wishes, who has left, and when a newcomer would play, for the page."""
    if state is None:
        return {"wishes": [], "left": [], "fresh": False, "joins": "next", "costs": False}
    left = [player for player in state.players if state.out.get(player) == "left"]
    over = state.stage == "over"
    is_full = len(state.players) - len(left) >= scorer.most_players(state.rules)
    joins = "next" if over or is_full else scorer.joins_with(state)

    def when(wish: Wish) -> str:
        if over or wish.what == "next":
            return "next"
        return joins if wish.what == "join" else scorer.when_player_returns(state, wish.player)

    return {
        "wishes": [write(WishJson, wanted, when=when(wanted)) for wanted in wishes],
        "left": left,
        "fresh": not over and scorer.is_fresh(state),
        "joins": joins,
        "costs": scorer.leaving_costs(state.rules),
    }
