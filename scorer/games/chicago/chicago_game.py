"""A turn of the Chicago family: roll-off, throws, holding, turning, declaring.

Each act has a function `state, act -> state` that raises Refused and changes nothing when the rules do not allow it.
The end of a round is in `chicago_rounds`; the rules of the drinking game are in `drinking`. `FAMILY` is the whole
game.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from scorer import attendance
from scorer.acts import (
    DICE_FORMS,
    Act,
    Declare,
    Hold,
    Join,
    Leave,
    OffBoard,
    Pass,
    Reveal,
    RollOff,
    TakeBack,
    Throw,
    Turn,
)
from scorer.copying import copy_with
from scorer.dice_rules import THREE_ONES, check_faces, check_holdable, dice_left, may_be_held
from scorer.displayed_worth import Scale, worth
from scorer.errors import Refused
from scorer.games.chicago import chicago_attendance, chicago_options, chicago_rounds, drinking
from scorer.games.chicago.chicago_odds import ODDS
from scorer.games.family import DRINKS, Family, Step, Summary, tokens
from scorer.games.mats import with_handicap
from scorer.games.ranking import (
    beats,
    can_still_beat,
    points_result,
    rank_results,
    three_ones_are_chicago,
    value_of,
)
from scorer.games.turns import (
    SOME,
    alternatives_to,
    check_cup_is_full,
    check_dice_on_board,
    check_form,
    check_in_play,
    check_nothing_is_owed,
    declarations,
    dice_to_hold,
    lift_cup,
    owes_throw,
    put_aside,
    refuse_unknown_act,
    selections_of,
    sixes_now,
    turn_sixes,
    unfilled_by,
)
from scorer.json_forms.states import DiceState, state_to_json
from scorer.rules import Rules
from scorer.state import (
    Declaration,
    Dice,
    Result,
    State,
    add_count,
    dice_on_board,
    finish_game,
    seat_players,
    thrower,
    throwing_for,
)

THREE_THREES: Final = (3, 3, 3)
WINNING_VALUE: Final = 3
"""The declaration of a leader's Chic: low, with ones as 1 (CHC-2)."""
USUAL: Final = Declare(ones=100, sixes=60, direction="high")


def begin(rules: Rules, players: tuple[str, ...], leader: str | None) -> State:
    """Begin a game and return its first state; unless a leader is named, all roll for the lead."""
    return chicago_rounds.begin_first_round(seat_players(rules, players, 1), leader)


def carry_out(state: State, act: Act) -> State:
    """Carry out an act of this family. Raise Refused if the rules do not allow it."""
    handler = (_WITH_GLASSES if state.rules.counts_glasses else _ACTS).get(type(act))
    if handler is None:
        raise refuse_unknown_act(state, act)
    done = handler(state, act)
    return drinking.end_at_goal(state, done) if state.rules.counts_glasses else done


# --- roll-off


def _roll_off(state: State, act: RollOff) -> State:
    """Roll one die for the lead (CHI-8)."""
    if state.stage != "roll_off":
        raise Refused("not_now", "Nobody rolls for the lead now; the next throw or press counts.", "CHI-8")
    check_faces(act.dice, 1)
    rolled = (*state.rolled, act.dice)
    return chicago_rounds.roll_on(
        copy_with(state, rolled=rolled, rolled_off=True, threw_unfilled=unfilled_by(state))
    )


# --- a turn


def _throw(state: State, act: Throw) -> State:
    """Lift the cup from these dice; a Chicago or the last throw ends the turn automatically (CHI-10)."""
    check_in_play(state, "throw")
    check_cup_is_full(state)
    _check_throws_are_left(state)
    newest = state.threw_last if state.declaration else None
    lifted = copy_with(lift_cup(state, act.dice), taken_back=False, threw_last=newest, announces=None)
    if state.rules.three_threes_pay and lifted.free == THREE_THREES:
        lifted = copy_with(lifted, rounds=add_count(lifted.rounds, thrower(state)))
    if is_chicago(lifted):
        return _end_turn(lifted)
    if state.rules.counts_glasses and drinking.names_loser(lifted):
        return copy_with(lifted, stage="naming")
    return _ended_if_done(lifted)


def is_chicago(state: State) -> bool:
    """Whether the dice on the board are a Chicago, in one throw or put together as the variant allows (BAY-3)."""
    return dice_on_board(state) == THREE_ONES and three_ones_are_chicago(
        state.rules, together=len(state.free) == 3
    )


def turn_is_done(state: State) -> bool:
    """Whether no throw is left, all three dice are held, or three ones lie on the board (CHI-10)."""
    return state.made == state.limit or len(state.held) == 3 or dice_on_board(state) == THREE_ONES


def _ended_if_done(state: State) -> State:
    """End the turn automatically, unless the leader still owes a declaration (CHI-10)."""
    owes = state.rules.declares and state.to_act == state.leader
    return _end_turn(state) if turn_is_done(state) and not owes else state


def _check_throws_are_left(state: State) -> None:
    if turn_is_done(state):
        raise Refused("not_now", "The turn is at its end: pass with a declaration.", "CHI-10")


def must_turn(state: State) -> bool:
    """Whether three sixes of this throw must be turned before anything else (BAY-2)."""
    forced = state.rules.conversion == "any_throw_forced"
    return forced and state.free == (6, 6, 6) and state.made < state.limit


def _turned_if_forced(state: State) -> None:
    if must_turn(state):
        raise Refused("must_turn", "Three sixes must be turned into two ones while a throw is left.", "BAY-2")


def _hold(state: State, act: Hold) -> State:
    """Hold dice and put the rest back into the cup; holding all three ends the turn (CHI-2, CHI-10)."""
    check_in_play(state, "hold")
    check_dice_on_board(state, "hold")
    _turned_if_forced(state)
    _check_throws_are_left(state)
    held = put_aside(state, act.dice)
    _can_beat(state, act.dice, held.held)
    return _ended_if_done(held)


def _turn(state: State, _one: Turn) -> State:
    check_in_play(state, "turn")
    check_dice_on_board(state, "turn")
    done = turn_sixes(state)
    if not must_turn(state):  # no rule forbids what another one forces
        _can_beat(state, (1,) * sixes_now(state), done.held)
    return done


def _can_beat(state: State, added: Dice, held: Dice) -> None:
    """Raise Refused if a follower holds dice with which the declaration can no longer be beaten (CHC-3)."""
    if not _leaves_a_chance(state, added):
        raise Refused(
            "cannot_beat", f"With {list(held)} held the declaration cannot be beaten any more.", "CHC-3"
        )


def _leaves_a_chance(state: State, added: Dice) -> bool:
    held = tuple(sorted(state.held + added))
    return not (state.rules.held_must_beat and added) or can_still_beat(state, held)


def _take_back(state: State, act: TakeBack) -> State:
    """Put held dice back into the cup for the third throw (TSC-6)."""
    if not state.rules.take_back_on_third:
        raise refuse_unknown_act(state, act)
    check_in_play(state, "take_back")
    if not _third_is_next(state):
        raise Refused("not_now", "Held dice go back into the cup for the third throw only.", "TSC-6")
    if not act.dice:
        raise Refused("wrong_dice", "No dice were named; name those that go back into the cup.", "TSC-6")
    stays = dice_left(state.held, act.dice)
    check_holdable(state.rules, stays, "TSC-6")
    return copy_with(state, held=stays, taken_back=True)


def _third_is_next(state: State) -> bool:
    most = chicago_rounds.MOST_THROWS
    return (state.made, state.limit) == (most - 1, most) and not turn_is_done(state)


def _pass(state: State, act: Pass) -> State:
    """End the turn with the dice on the board. Raise Refused if a follower must throw again (BAY-6, CHC-5)."""
    check_in_play(state, "pass")
    if len(state.held) < 3:
        check_dice_on_board(state, "pass", "must_throw")
    _turned_if_forced(state)
    check_nothing_is_owed(state)
    if state.to_act == state.leader and state.rules.declares:
        declare = act.declare
        if declare is None:
            raise Refused(
                "must_declare", "The leader declares how ones and sixes count, high or low.", "CHI-5"
            )
        if not state.rules.may_declare(declare.ones, declare.sixes, declare.direction):
            raise Refused("bad_declaration", f"{state.rules.name} knows no such declaration.", "CHI-5")
        return _end_turn(state, declare)
    if not _may_stop(state):
        if state.rules.followers == "exactly":
            raise Refused("must_throw", f"{state.limit} throws must be made; {state.made} is made.", "BAY-6")
        raise Refused("must_throw", "The declaration is not beaten and throws are left: throw on.", "CHC-5")
    if act.declare is not None:
        raise Refused("bad_declaration", "Only the leader of a declaring game declares.", "CHI-5")
    return _end_turn(state)


def _may_stop(state: State) -> bool:
    """Whether a player may stop: a follower may have to use all throws (BAY-6), or to beat the declaration (CHC-5)."""
    declared = state.declaration
    if declared is None or state.rules.followers == "at_most":
        return True
    counted = value_of(state.rules, dice_on_board(state), declared.ones or 0, declared.sixes or 0)
    return state.rules.followers == "until_beaten" and beats(declared, *counted)


def _off_board(state: State, act: OffBoard) -> State:
    """End the round as lost by a player whose die left the board; a die on the floor also costs a round of drinks (CHC-9)."""
    if not state.rules.off_board_loses:
        raise refuse_unknown_act(state, act)
    check_in_play(state, "off_board")
    player = thrower(state)
    lost = Result(player=player, dice=None, value=None, throws=state.made, kind="off_board")
    done = copy_with(
        state,
        results=(*state.results, lost),
        turn_begun=True,
        threw_last=player,
        announces=None,  # a leader's declaration is made by itself (PUB-9)
        threw_unfilled=unfilled_by(state),
    )
    if act.floor:
        done = copy_with(done, rounds=add_count(done.rounds, player))
    if player == state.leader:
        done = copy_with(done, declaration=_three_low(throws=1))
    return chicago_rounds.next_to_throw(done)


# --- the end of a turn


def _three_low(*, throws: int) -> Declaration:
    """Return what a leader's Chic declares if the round goes on: 3 points, low (CHC-2)."""
    return Declaration(throws=throws, ones=1, sixes=6, direction="low", value=WINNING_VALUE)


def _end_turn(state: State, declare: Declare | None = None) -> State:
    """Record the result; then the next follower throws, or the round is over."""
    if is_chicago(state):
        won = result_of_pass(state, declare)
        done = copy_with(state, results=(*state.results, won), threw_last=won.player)
        if state.rules.chic_is_played_on and state.to_act == state.leader:
            done = copy_with(done, declaration=_three_low(throws=state.made))
        return chicago_rounds.reward_chicago(done)
    counted = declare or state.declaration or USUAL
    ones, sixes, direction = counted.ones or 0, counted.sixes or 0, counted.direction or ""
    result = points_result(state, ones, sixes)
    done = copy_with(state, results=(*state.results, result), threw_last=state.to_act)
    if state.to_act == state.leader:
        declared = Declaration(
            throws=state.made, ones=ones, sixes=sixes, direction=direction, value=result.value
        )
        done = copy_with(done, declaration=declared, announces=state.leader)
    return chicago_rounds.next_to_throw(done)


_ACTS: Final[dict[type, Callable[[State, Any], State]]] = {
    RollOff: _roll_off,
    Throw: _throw,
    Hold: _hold,
    Turn: _turn,
    TakeBack: _take_back,
    Pass: _pass,
    OffBoard: _off_board,
    Leave: chicago_attendance.leave,
    Join: chicago_attendance.join,
}
_WITH_GLASSES: Final = {**_ACTS, **drinking.ACTS}


def result_of_pass(state: State, declare: Declare | None) -> Result:
    """Return the result that a pass would record now, even if a pass is not allowed.

    A declaration already made overrides `declare`; without either, a one counts 100 and a six 60.
    """
    if is_chicago(state):
        return Result(player=thrower(state), dice=THREE_ONES, value=None, throws=state.made, kind="chicago")
    declared = state.declaration or declare or USUAL
    return points_result(state, declared.ones or 0, declared.sixes or 0)


# --- what is allowed


def legal(state: State) -> Iterator[Act]:
    """Yield every legal act, in the order of ACTS.md."""
    if state.stage == "over":
        return
    if state.stage == "roll_off":
        yield RollOff(dice=SOME[:1])
    if state.stage == "play":
        yield from _legal_in_turn(state)
        if state.rules.off_board_loses:
            yield from (OffBoard(floor=floor) for floor in (False, True))
    late = state.phase != 1
    if state.rules.counts_glasses:
        yield from drinking.legal(state)
        yield from attendance.join_acts(state, too_late=late)
    else:
        yield from attendance.attendance_acts(state, too_late=late)


def _legal_in_turn(state: State) -> Iterator[Act]:
    lies, done, forced = bool(state.free), turn_is_done(state), must_turn(state)
    if not lies and not done:
        yield Throw(dice=SOME[len(state.held) :])
    ones = (1,) * sixes_now(state)
    if ones and (forced or _leaves_a_chance(state, ones)):
        yield Turn()
    if not done and not forced:
        yield from (Hold(dice=dice) for dice in dice_to_hold(state) if _leaves_a_chance(state, dice))
    if state.rules.take_back_on_third and _third_is_next(state):
        for dice in selections_of(state.held)[1:]:
            if may_be_held(state.rules, dice_left(state.held, dice)):
                yield TakeBack(dice=dice)
    if (lies or len(state.held) == 3) and not forced and not owes_throw(state):
        if state.to_act == state.leader and state.rules.declares:
            yield from (Pass(declare=declare) for declare in declarations(state.rules))
        elif _may_stop(state):
            yield Pass()


# --- questions to the game


def _ends_by(rules: Rules) -> str | None:
    """Return what ends a game: a "loss" (CHI-12), that all "leave" (DRK-8), or None if only the table does (BAS-5)."""
    if rules.counts_glasses:
        return "leave"
    return "loss" if rules.mats != "none" or rules.chicago_reward == "out_of_game" else None


def next_step(state: State, legal: Sequence[Act]) -> Step:
    """Return the next step: who does what, and whose turn follows."""
    names, lies = {act.NAME for act in legal}, len(state.free)
    due = next((len(act.dice) for act in legal if isinstance(act, RollOff | Throw | Reveal)), 0)
    holds = any(act.dice for act in legal if isinstance(act, Hold))
    declares = state.rules.declares and state.to_act == state.leader
    orders: tuple[tuple[object, str, int], ...] = (
        (state.stage == "roll_off", "roll", due),
        (state.stage == "naming", "name", lies),
        (state.stage == "reveal", "reveal", due),
        ("filled" in names and not lies and not state.made, "fill", 1),
        ("cover" in names, "cover", 3 - len(state.held)),
        (due, "cup", due),
        (not lies, "declare", 0),
        ("turn" in names, "may_turn" if "hold" in names else "turn", sixes_now(state)),
        ({"pass", "hold"} <= names, "choose_declare" if declares else "choose", lies),
        ("pass" in names, "declare", lies),
        (state.turned, "turned", lies),
        (holds or "take_back" in names, "hold", lies),
    )
    order, n = next(((order, n) for fits, order, n in orders if fits), ("back", lies))
    who, after = state.to_act, _after(state)
    if order == "fill":
        who, after = state.to_fill, after if state.to_fill == who else who
    return Step(throwing_for(state, who), order, n, throwing_for(state, after))


def _after(state: State) -> str | None:
    if state.stage == "roll_off":
        return next(iter(state.rolling[len(state.rolled) + 1 :]), None)
    if state.stage == "reveal":
        return next(iter([result.player for result in state.results if result.kind == "covered"][1:]), None)
    if state.stage != "play" or state.to_act is None:
        return None
    done = {state.to_act, *state.out, *(result.player for result in state.results)}
    seat = state.players.index(state.to_act)
    return next(
        (player for player in state.players[seat:] + state.players[:seat] if player not in done), None
    )


def summary(state: State) -> Summary:
    """Return the progress and each player's counts of any dice game."""
    return Summary(
        number=state.round,
        phase=state.phase,
        loser=state.loser,
        counts={unit: getattr(state, unit) for unit in ("mats", "lost", "rounds", "schnapps", "glasses")},
        course={
            "stack": state.stack,
            "loser": state.loser,
            "round": state.round,
            "leader": state.leader,
            "turn": state.to_act,
            "dice": [*state.held, *state.free],
        },
        teams=state.teams,
    )


_SCALE: Final = Scale(result=result_of_pass, ranked=rank_results)

FAMILY: Final[Family[Rules, State, Act]] = Family(
    presets=("base", "bavarian", "tschigg", "chic", "drinking"),
    played_with="dice",
    begun_by="leader",
    make_rules=Rules,
    options=lambda preset: {**chicago_options.OPTIONS, **chicago_options.OF_A_PRESET.get(preset, {})},
    check_options=chicago_options.check_options,
    idle_options=chicago_options.idle_options,
    forms=DICE_FORMS,
    begin=begin,
    with_handicap=with_handicap,
    with_teams=attendance.with_teams,
    check_form=check_form,
    act=carry_out,
    stopped=lambda state: finish_game(state, None),
    legal=legal,
    decides=frozenset({"turn", "hold", "take_back", "pass", "cover"}),
    seen=frozenset({"roll_off", "throw", "reveal", "join"}),
    beside=frozenset({"off_board", "call", "filled", "foul", "leave"}),
    buttons={
        **dict.fromkeys(("turn", "hold", "again", "take_back"), "again"),
        "pass": "pass",
        "cover": "pass",
    },
    phone_decides=frozenset({"turn", "hold", "take_back", "pass", "name_loser", "call"}),
    next_step=next_step,
    instead=alternatives_to,
    ends_by=_ends_by,
    most_players=attendance.most_players,
    is_fresh=attendance.is_fresh,
    joins_with=lambda state: "round" if state.phase == 1 else "next",
    leaving_costs=lambda rules: rules.counts_glasses,
    comes_back=attendance.when_player_returns,
    counters=lambda rules: DRINKS if rules.counts_glasses else () if rules.mats == "none" else tokens("mats"),
    parts="rounds",
    best_result="chicago",
    ranked=rank_results,
    summary=summary,
    worth=lambda state: worth(state, _SCALE),
    to_json=state_to_json,
    state_keys=DiceState,
    odds=ODDS,
)
