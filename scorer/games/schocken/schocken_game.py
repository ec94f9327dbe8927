"""A turn of Schocken: throws, the covered last throw, reveals, called specials. The end of a round is in `schocken_rounds`.

`FAMILY` is the whole game.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any, Final

from scorer.acts import (
    SPECIALS,
    Act,
    Call,
    Cover,
    Hold,
    Join,
    Leave,
    Pass,
    Reveal,
    RollOff,
    TakeBack,
    Throw,
    Turn,
)
from scorer.attendance import attendance_acts
from scorer.copying import copy_with
from scorer.dice_rules import check_faces, dice_left
from scorer.displayed_worth import Scale, worth
from scorer.errors import BadVariant, Refused
from scorer.games.chicago import chicago_game as chicago
from scorer.games.family import Family, tokens
from scorer.games.mats import HANDICAP_OPTION
from scorer.games.schocken import schocken_attendance, schocken_rounds
from scorer.games.schocken.schocken_odds import ODDS
from scorer.games.schocken.schocken_rounds import (
    counted_specials,
    dice_sort_key,
    idle_options,
    kind_of,
    worth_of,
)
from scorer.games.turns import (
    SOME,
    check_cup_is_full,
    check_dice_on_board,
    check_in_play,
    check_nothing_is_owed,
    dice_to_hold,
    lift_cup,
    owes_throw,
    pass_cup,
    put_aside,
    refuse_unknown_act,
    rolling_for_lead,
    selections_of,
    sixes_now,
    turn_sixes,
)
from scorer.rules import PLAYER_OPTIONS, YES_NO, Rules
from scorer.state import Declaration, Dice, Result, State, dice_on_board, seat_players, thrower

OPTIONS: Final[Mapping[str, tuple[object, ...]]] = {
    **PLAYER_OPTIONS,
    "chips": tuple(range(3, 31)),
    "final": YES_NO,
    "halves": ("two", "one", "until_two"),
    "cover_last": YES_NO,
    "jule_allowed": YES_NO,
    "flotter_dreier_allowed": YES_NO,
    "tie": ("order", "throws", "hand"),
    "from_hand": tuple(
        some for count in range(4) for some in combinations(("general", "jule", "straight"), count)
    ),
    "jule_always": YES_NO,
    "general_over_schock_2": YES_NO,
    "holdable": ("ones", "any"),
    "conversion": ("any_throw", "none", "first_throw"),
    "take_back": YES_NO,
    "first_round_one_throw": YES_NO,
    "roll_off_one_die": YES_NO,
    **HANDICAP_OPTION,
}


def check_options(rules: Rules) -> None:
    """Raise BadVariant if options contradict each other."""
    if rules.jule_always and not rules.jule_allowed:
        raise BadVariant(
            "jule_always is true and jule_allowed false; a Jule that needs no call is played, so it must be true."
        )


def begin(rules: Rules, players: tuple[str, ...], leader: str | None) -> State:
    """Begin a game and return its first state; unless a leader is named, all roll for the lead."""
    empty = seat_players(rules, players, "half1")
    return _roll_for_lead(empty, players) if leader is None else schocken_rounds.lead(empty, leader)


def carry_out(state: State, act: Act) -> State:
    """Carry out an act of Schocken. Raise Refused if the rules do not allow it."""
    handler = _ACTS.get(type(act))
    covers, takes_back = state.rules.cover_last, state.rules.take_back
    unknown = (isinstance(act, Cover | Reveal) and not covers) or (
        isinstance(act, TakeBack) and not takes_back
    )
    if handler is None or unknown:
        raise refuse_unknown_act(state, act)
    return handler(state, act)


# --- the first lead


def _roll_for_lead(state: State, players: tuple[str, ...]) -> State:
    return rolling_for_lead(schocken_rounds.lead(state, players[0]), players)


def _roll_off(state: State, act: RollOff) -> State:
    """Roll for the lead: with three dice the lowest leads, with one die the highest. Tied players roll again (SCH-12, PUB-7)."""
    if state.stage != "roll_off":
        raise Refused("not_now", "Nobody throws for the lead now; the next throw or press counts.", "SCH-12")
    dice = tuple(sorted(act.dice))
    check_faces(dice, roll_off_dice(state))
    rolled = (*state.rolled, dice)
    state = copy_with(state, rolled_off=True)
    if len(rolled) < len(state.rolling):
        return copy_with(state, rolled=rolled, to_act=state.rolling[len(rolled)])
    if state.rules.roll_off_one_die:
        keys: list[tuple[float, int]] = [(0, -die) for (die,) in rolled]
    else:
        specials = counted_specials(state)
        keys = [dice_sort_key(state.rules, kind_of(state.rules, dice, specials), dice) for dice in rolled]
    tied = (player for player, key in zip(state.rolling, keys, strict=True) if key == min(keys))
    return _roll_for_lead(state, tuple(tied))


def roll_off_dice(state: State) -> int:
    """Return the number of dice in a roll for the lead (SCH-12, PUB-7)."""
    return 1 if state.rules.roll_off_one_die else 3


# --- a turn


def _throw(state: State, act: Throw) -> State:
    """Lift the cup; the last possible throw stays covered instead (SCH-2)."""
    check_in_play(state, "throw")
    check_cup_is_full(state)
    if state.rules.cover_last and _last_is_next(state):
        raise Refused("must_cover", "The last possible throw stays under the cup: cover it.", "SCH-2")
    lifted = copy_with(lift_cup(state, act.dice), taken_back=False)
    return _lies_open(lifted) if lifted.made == lifted.limit else lifted


def _last_is_next(state: State) -> bool:
    return state.made == state.limit - 1


def _hold(state: State, act: Hold) -> State:
    """Hold dice; holding all three ends the turn openly (SCH-8, PUB-5)."""
    check_in_play(state, "hold")
    check_dice_on_board(state, "hold")
    held = put_aside(state, act.dice)
    return _lies_open(held, last=state.free) if len(held.held) == 3 else held


def _turn(state: State, _one: Turn) -> State:
    """Turn sixes to ones (SCH-9)."""
    check_in_play(state, "turn")
    check_dice_on_board(state, "turn")
    return turn_sixes(state)


def _take_back(state: State, act: TakeBack) -> State:
    """Put held dice back into the cup while a throw is left (PUB-5)."""
    check_in_play(state, "take_back")
    if not state.made:
        raise Refused("not_now", "Nothing is put aside before the first throw.", "PUB-5")
    if not act.dice:
        raise Refused("wrong_dice", "No dice were named; name those that go back into the cup.", "PUB-5")
    return copy_with(state, held=dice_left(state.held, act.dice), taken_back=True)


def _pass(state: State, act: Pass) -> State:
    """Stop before the last throw, with the dice open (SCH-2)."""
    check_in_play(state, "pass")
    check_dice_on_board(state, "pass", "must_throw")
    check_nothing_is_owed(state)
    if act.declare is not None:
        raise Refused("bad_declaration", "Nothing is declared in Schocken; pass without it.", "SCH-2")
    return _lies_open(state)


def _cover(state: State, _one: Cover) -> State:
    """Leave the last possible throw under the cup (SCH-2)."""
    check_in_play(state, "cover")
    check_cup_is_full(state)
    if not _last_is_next(state):
        raise Refused("not_now", "Only the last possible throw stays covered: throw.", "SCH-2")
    covered = Result(
        player=thrower(state), dice=None, value=None, throws=state.limit, kind="covered", held=state.held
    )
    return _turn_over(copy_with(state, made=state.limit, turn_begun=True), covered)


def _call(state: State, act: Call) -> State:
    """Call or cancel a special before a round's first throw. Only its leader, the loser of the last round, may (SCH-11)."""
    if not _is_called(state.rules, act.special):
        raise Refused("not_now", f"'{act.special}' is not called in this house.", "SCH-11")
    check_in_play(state, "call")
    if not may_call(state):
        raise Refused("not_now", "The last loser calls, before the round's first throw.", "SCH-11")
    others = tuple(special for special in state.specials if special != act.special)
    return copy_with(state, specials=tuple(sorted((*others, act.special))) if act.on else others)


def _is_called(rules: Rules, special: str) -> bool:
    return (
        rules.flotter_dreier_allowed
        if special == "flotter_dreier"
        else rules.jule_allowed and not rules.jule_always
    )


def may_call(state: State) -> bool:
    """Whether the player in `to_act` may call: the leader of any round but the game's first, before throwing (SCH-11)."""
    return state.round > 1 and state.to_act == state.leader and not state.made


# --- the end of a turn


def _lies_open(state: State, *, last: Dice | None = None) -> State:
    """End the turn with the dice on the board; `last` are the dice of the last throw if they are held by now."""
    return _turn_over(state, open_result(state, dice_on_board(state), state.free if last is None else last))


def open_result(state: State, dice: Dice, last: Dice) -> Result:
    """Return the result of three open dice, of which `last` came from the last throw."""
    together = len(last) < 3 and (state.rules.tie == "hand" or bool(state.rules.from_hand))
    kind = kind_of(state.rules, dice, counted_specials(state), put_together=together)
    return Result(
        player=thrower(state),
        dice=dice,
        value=worth_of(kind, dice),
        throws=state.made,
        kind=kind,
        put_together=together,
    )


def _turn_over(state: State, result: Result) -> State:
    """Record the result. The next player throws, or covered dice are revealed, or the round is over."""
    done = copy_with(state, results=(*state.results, result))
    if state.to_act == state.leader:
        fixed = Declaration(throws=state.made, ones=None, sixes=None, direction=None, value=None)
        done = copy_with(done, declaration=fixed)
    return pass_cup(done) or _shown_on(done)


def _shown_on(state: State) -> State:
    """Continue with the next covered throw, in playing order; after the last the round is over (SCH-2)."""
    covered = next((result for result in state.results if result.kind == "covered"), None)
    if covered is None:
        return schocken_rounds.end_round(state)
    return copy_with(
        state,
        stage="reveal",
        to_act=covered.player,
        made=covered.throws,
        limit=covered.throws,
        held=covered.held or (),
        free=(),
        turned=False,
    )


def _reveal(state: State, act: Reveal) -> State:
    """Reveal the covered dice of the player in `to_act`."""
    if state.stage != "reveal":
        raise Refused("not_now", "There is nothing to reveal before the last player has thrown.", "SCH-2")
    dice = tuple(sorted(act.dice))
    check_faces(dice, 3 - len(state.held))
    shown = open_result(state, tuple(sorted(state.held + dice)), dice)
    results = tuple(shown if result.player == shown.player else result for result in state.results)
    return _shown_on(copy_with(state, results=results))


_ACTS: Final[dict[type, Callable[[State, Any], State]]] = {
    RollOff: _roll_off,
    Throw: _throw,
    Hold: _hold,
    Turn: _turn,
    TakeBack: _take_back,
    Pass: _pass,
    Cover: _cover,
    Reveal: _reveal,
    Call: _call,
    Leave: schocken_attendance.leave,
    Join: schocken_attendance.join,
}


# --- what is allowed


def legal(state: State) -> Iterator[Act]:
    """Yield every legal act, in the order of ACTS.md."""
    match state.stage:
        case "over":
            return
        case "roll_off":
            yield RollOff(dice=SOME[: roll_off_dice(state)])
        case "reveal":
            yield Reveal(dice=SOME[len(state.held) :])
        case "play":
            yield from _legal_in_turn(state)
    yield from attendance_acts(state, too_late=schocken_attendance.joins_with(state) != "round")


def _legal_in_turn(state: State) -> Iterator[Act]:
    covers = state.rules.cover_last and _last_is_next(state)
    if not state.free and not covers:
        yield Throw(dice=SOME[len(state.held) :])
    if sixes_now(state):
        yield Turn()
    yield from (Hold(dice=dice) for dice in dice_to_hold(state))
    if state.rules.take_back and state.made:
        yield from (TakeBack(dice=dice) for dice in selections_of(state.held)[1:])
    if state.free and not owes_throw(state):
        yield Pass()
    if not state.free and covers:
        yield Cover()
    if may_call(state):
        called = (special for special in SPECIALS if _is_called(state.rules, special))
        yield from (Call(special=special, on=special not in state.specials) for special in called)


# --- questions to the game


_SCALE: Final = Scale(
    result=lambda state, _declare: open_result(state, dice_on_board(state), state.free),
    ranked=schocken_rounds.rank_results,
)

# The rest is as in the other game of dice.
FAMILY: Final[Family[Rules, State, Act]] = replace(
    chicago.FAMILY,
    presets=("schocken",),
    options=lambda _preset: OPTIONS,
    check_options=check_options,
    idle_options=idle_options,
    begin=begin,
    act=carry_out,
    legal=legal,
    ends_by=lambda _rules: "loss",
    joins_with=schocken_attendance.joins_with,
    leaving_costs=lambda _rules: False,
    counters=lambda _rules: tokens("chips"),
    parts="halves",
    best_result="schock_out",
    ranked=schocken_rounds.rank_results,
    worth=lambda state: worth(state, _SCALE),
    odds=ODDS,
)
