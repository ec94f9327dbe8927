"""The end of a round of Schocken: how many chips each result is worth, the two halves and the final."""

from functools import lru_cache
from typing import Final

from scorer.copying import copy_with
from scorer.dice_rules import THREE_ONES
from scorer.games.mats import give_handicaps
from scorer.games.turns import begin_round
from scorer.rules import Rules
from scorer.state import Dice, Move, Result, State, add_count, close_round, finish_game

MOST_THROWS: Final = 3  # SCH-2
JULE: Final = (1, 2, 4)
FLOTTER_DREIER: Final = (3, 3, 3)
_WORTH: Final = {"house": 1, "straight": 2, "general": 3, "jule": 7, "flotter_dreier": 9, "schock_out": None}
_ORDER: Final = ("house", "straight", "general", "schock", "jule", "flotter_dreier", "schock_out")


def counted_specials(state: State) -> tuple[str, ...]:
    """Return the specials that count now: those called, and a Jule that needs no call (SCH-11, PUB-3)."""
    return specials_with(state.rules, state.specials)


def specials_with(rules: Rules, called: tuple[str, ...]) -> tuple[str, ...]:
    """Return the specials that count when these are called (PUB-3)."""
    return (*called, "jule") if rules.jule_always else called


def kind_of(rules: Rules, dice: Dice, specials: tuple[str, ...], *, put_together: bool = False) -> str:
    """Return the kind of three sorted dice; "house" if `put_together` and it counts only from one throw (SCH-3, PUB-2)."""
    low, middle, high = dice
    if dice == THREE_ONES:
        return "schock_out"
    if (low, middle) == (1, 1):
        return "schock"
    kind = "straight" if (middle, high) == (low + 1, low + 2) else "general" if low == high else "house"
    if dice == JULE and "jule" in specials:
        kind = "jule"
    if put_together and kind in rules.from_hand:
        return "house"
    return "flotter_dreier" if dice == FLOTTER_DREIER and "flotter_dreier" in specials else kind


def worth_of(kind: str, dice: Dice) -> int | None:
    """Return how many chips dice of this kind are worth; None for all chips (SCH-3)."""
    return dice[2] if kind == "schock" else _WORTH[kind]


@lru_cache(maxsize=1024)
def dice_sort_key(rules: Rules, kind: str, dice: Dice) -> tuple[float, int]:
    """Return a sort key for three sorted dice of this kind, higher for better ones (SCH-3, PUB-4)."""
    low, middle, high = dice
    beneath = rules.general_over_schock_2 and kind == "schock" and high == 2
    return _ORDER.index("general") - 0.5 if beneath else _ORDER.index(kind), 100 * high + 10 * middle + low


def tie_sort_key(rules: Rules, throws: int, *, put_together: bool) -> int:
    """Return a sort key for equally strong results; if it is equal too, the earlier result is higher (SCH-3, PUB-1).

    `put_together`: dice lay aside before the last throw.
    """
    match rules.tie:
        case "throws":
            return -throws
        case "hand":
            return -int(put_together)
        case _:
            return 0


def rank_results(state: State) -> tuple[Result, ...]:
    """Return the open results, best first; of two equal results the earlier is higher (SCH-3, PUB-1)."""

    def key(result: Result) -> tuple[tuple[float, int], int]:
        dice, together = result.dice or (), result.put_together
        prior = tie_sort_key(state.rules, result.throws, put_together=together)
        return dice_sort_key(state.rules, result.kind, dice), prior

    return tuple(
        sorted((result for result in state.results if result.dice is not None), key=key, reverse=True)
    )


def lead(state: State, leader: str) -> State:
    """Let this leader lead a new round of three throws, or of one if house rules say so for a half's first round (PUB-6)."""
    first = state.phase != "final" and not state.turn_begun
    return begin_round(state, leader, 1 if first and state.rules.first_round_one_throw else MOST_THROWS)


def end_round(state: State) -> State:
    """Move the chips; the lowest player leads the next round, unless this one ends a half (SCH-4 to SCH-7)."""
    order = rank_results(state)
    best, worst = order[0], order[-1]
    moves = _moves(state, best, worst.player)
    stack, chips = state.stack, state.mats
    for giver, taker, count in moves:
        if giver is None:
            stack -= count
        else:
            chips = add_count(chips, giver, -count)
        assert taker is not None  # chips do not leave the game (SCH-1)
        chips = add_count(chips, taker, count)
    closed = close_round(state, best=best.player, worst=worst.player, moves=moves)
    done = copy_with(closed, stack=stack, mats=chips, round=state.round + 1)
    if done.stack == 0:
        safe = {player: "no_chips" for player in done.active if done.mats[player] == 0}
        done = copy_with(done, out={**done.out, **safe})
    if done.mats[worst.player] == done.rules.chips:
        return end_half(done, worst.player)
    return lead(done, worst.player)


def _moves(state: State, best: Result, worst: str) -> tuple[Move, ...]:
    """Return the chips that move to the lowest: as many as the highest is worth, or all after Schock out (SCH-4 to SCH-6)."""
    if best.value is None:
        stack: tuple[Move, ...] = ((None, worst, state.stack),) if state.stack else ()
        others = ((player, worst, state.mats[player]) for player in state.active if player != worst)
        return stack + tuple(move for move in others if move[2])
    if state.stack:
        return ((None, worst, min(best.value, state.stack)),)
    return ((best.player, worst, min(best.value, state.mats[best.player])),)


def end_half(state: State, loser: str) -> State:
    """Continue with the next half, the final or the end (SCH-6, SCH-7, PUB-12); nobody plays a final alone (TBL-3)."""
    if state.phase == "final":
        return finish_game(state, loser)
    done, halves = copy_with(state, lost=add_count(state.lost, loser)), state.rules.halves
    if halves == "one" or done.lost[loser] == 2:
        return finish_game(done, loser)
    if halves == "until_two" or state.phase == "half1":
        return begin_half(done, f"half{sum(done.lost.values()) + 1}", loser, plays=done.players)
    if not state.rules.has_final:
        return finish_game(done, None)
    if any(done.out.get(player) == "left" for player in done.lost):
        return finish_game(done, loser)
    return begin_half(done, "final", loser, plays=tuple(done.lost))


def begin_half(state: State, phase: int | str, leader: str, *, plays: tuple[str, ...]) -> State:
    """Begin a half for the players in `plays`, with only the handicaps given out (HCP-2); players who left stay out (TBL-2)."""
    left = {player: why for player, why in state.out.items() if why == "left"}
    watching = {
        player: "not_in_final" for player in state.players if player not in plays and player not in left
    }
    fresh = copy_with(
        state,
        phase=phase,
        stack=state.rules.chips,
        mats=dict.fromkeys(state.players, 0),
        out={**left, **watching},
        turn_begun=False,
    )
    return lead(give_handicaps(fresh), leader)


def idle_options(rules: Rules) -> tuple[str, ...]:
    """Return the options that have no effect because of other options."""
    return () if rules.final or rules.halves == "two" else ("final",)
