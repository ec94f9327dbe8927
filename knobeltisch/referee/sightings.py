"""Interprets a sighting in a game as facts, a question, or nothing. Each function returns the next referee."""

from dataclasses import replace

import scorer
from knobeltisch.game.evening import Evening
from knobeltisch.game.events import Did
from knobeltisch.referee import interpretations, questions
from knobeltisch.referee.referee import Referee, Ruling
from scorer import State
from vision.types import Doubt, Moment, Reading, Sighting, Status


def rule_on_sighting(referee: Referee, evening: Evening) -> Ruling | None:
    """Rule on the next sighting; return None if none waits or a question is open."""
    state = evening.dice
    if referee.question is not None or not referee.waiting:
        return None
    sighting, rest = referee.waiting[0], referee.drop_sighting()
    if state is None or state.stage == "over":
        return Ruling(then=rest)
    match sighting.moment:
        case Moment.CUP_DOWN:
            return _rule_cup_down(rest, state, sighting)
        case Moment.LIFT:
            return _rule_lift(rest, state, sighting)
        case Moment.TOUCHED:
            # Note dice that now show something other than was read; PASS will ask about them.
            recorded = tuple(sorted((*state.free, *state.held)))
            now = interpretations.read_values(sighting.seen)
            full = sighting.reading.status is Status.OK and len(now) == len(recorded)
            if not (state.free and full):
                return Ruling(then=rest)
            return Ruling(then=replace(rest, changed=now if now != recorded else None))


def _rule_cup_down(referee: Referee, state: State, sighting: Sighting) -> Ruling:
    if not _has_dice_to_pass(state):
        return Ruling(then=replace(referee, down=sighting))
    if sighting.reading.status is Status.OK and len(sighting.seen) == len(state.free) + len(state.held):
        return Ruling(then=referee)
    if referee.again or "pass" not in scorer.legal_acts(state):
        return _rule_hold(referee, state, sighting)
    return Ruling(then=referee.with_who_question(state, sighting))


def _rule_hold(referee: Referee, state: State, sighting: Sighting) -> Ruling:
    plans = interpretations.list_hold_plans(state)
    if not plans:
        return Ruling(
            then=replace(referee, down=sighting).with_question(questions.ask_which_choice(state, sighting))
        )
    read = interpretations.read_values(sighting.seen)
    fitting = [plan for plan in plans if plan.outside == read]
    if sighting.reading.status is not Status.UNSURE and fitting:
        return Ruling(facts=fitting[0].facts, then=replace(referee, again=False, down=sighting))
    reasons = tuple(doubt.value for doubt in sighting.reading.doubts) or ("no_such_hold",)
    nearest = interpretations.sort_by_nearness(plans, read)
    question = questions.ask_which_hold(state, nearest, reasons, sighting)
    return Ruling(then=replace(referee, down=sighting).with_question(question))


def _rule_lift(referee: Referee, state: State, sighting: Sighting) -> Ruling:
    fresh = interpretations.thrown_dice(sighting)
    if sighting.reading.status is not Status.UNSURE and not fresh:
        return Ruling(then=replace(referee, ready=True))  # the cup was only moved: nothing lay under it
    if _has_dice_to_pass(state):
        return _rule_unannounced_lift(referee, state, sighting)
    reading, seen = sighting.reading, interpretations.read_values(sighting.seen)
    is_read = _is_sure(reading) and reading.confidence is not None
    if state.stage == "reveal" and is_read and seen == tuple(sorted(state.held)):
        # The covered cup is still on its way back: the held dice lie there, and surely nothing else. A sure reading is trusted
        # even with fewer dice than before.
        return Ruling(then=referee)
    if "cover" in scorer.legal_acts(state):
        question = questions.ask_whether_covered(state, reason="must_cover", label="covered")
        return Ruling(then=referee.with_question(question))
    due, held = scorer.dice_expected(state), tuple(sorted(state.held))
    outside = interpretations.outside_dice(sighting)
    if sighting.without_board and len(fresh) > due:
        fresh = interpretations.dice_not_held(sighting.seen, held)
        outside = [seen for seen in sighting.seen if seen not in fresh]
    lying = interpretations.read_values(outside)
    clear = _is_sure(sighting.reading) and len(fresh) == due
    if clear and (lying == held or state.stage == "roll_off"):
        throw = Did(act=scorer.throw_act(state, interpretations.read_values(fresh)))
        return Ruling(facts=(throw,), then=replace(referee, ready=True, down=None, changed=None))
    found = len(fresh)
    doubts = tuple(doubt.value for doubt in sighting.reading.doubts)
    if not doubts:
        doubts = ("too_few",) if found < due else ("too_many",) if found > due else ("held_changed",)
    return Ruling(then=referee.with_question(questions.ask_which_throw(state, sighting, doubts, fresh=fresh)))


def _rule_unannounced_lift(referee: Referee, state: State, sighting: Sighting) -> Ruling:
    """Settle the hold first, then rule again: the cup was lifted, but nobody saw it come down steadily."""
    lay = tuple(interpretations.outside_dice(sighting))
    status = Status.UNSURE if sighting.reading.status is Status.UNSURE else Status.OK
    reading = Reading(
        status=status, dice=tuple(seen_die.die for seen_die in lay), doubts=sighting.reading.doubts
    )
    before = replace(sighting, moment=Moment.CUP_DOWN, seen=lay, reading=reading, crops=())
    if not referee.again and "pass" in scorer.legal_acts(state):
        return Ruling(then=referee.with_who_question(state, sighting))
    again = referee.put_back(sighting)
    if not interpretations.more_may_be_held(state, sighting):
        return _rule_hold(again, state, before)
    ways = interpretations.sort_by_nearness(
        interpretations.list_hold_plans(state), interpretations.read_values(lay)
    )
    return Ruling(then=again.with_question(questions.ask_which_hold(state, ways, ("held_changed",), before)))


def _has_dice_to_pass(state: State) -> bool:
    """Whether dice lie on the board that a pass would count: free ones, or three held by a leader who declares."""
    return bool(state.free) or "pass" in scorer.legal_acts(state)


def _is_sure(reading: Reading) -> bool:
    """Whether the reading of a lift is sure; the game knows how many dice it must show."""
    return reading.status is Status.OK or reading.doubts == (Doubt.COUNT,)
