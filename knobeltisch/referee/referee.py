"""The referee: sightings and presses become acts of the game, or a question for the table. Never a guess.

It keeps what the game's state does not say: that AGAIN was pressed, what lay outside the cup when it came down,
sightings that wait behind an open question. It applies nothing itself: it returns facts, and whoever applies them
calls it again with the new state.
"""

from __future__ import annotations

import itertools
from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import scorer
from knobeltisch.errors import CommandError
from knobeltisch.game.events import Did, Fact, Start, Undo
from knobeltisch.referee import interpretations, make_questions
from knobeltisch.referee.questions import About, Question
from vision.types import Doubt, Moment, Reading, Sighting, Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from knobeltisch.game.evening import Evening
    from scorer import Act, State
    from vision.types import SeenDie

USUAL: Final = scorer.Declare(ones=100, sixes=60, direction="high")
"""What the switches stand at when a leader's turn begins."""
MOST_WAITING: Final = 8  # a question nobody answers must not let sightings pile up


@dataclass(slots=True)
class Referee:
    """Rule over one table. `question` is the open one; `again` that the thrower throws again; `ready` that all is read."""

    question: Question | None = None
    again: bool = False
    ready: bool = False
    declare: scorer.Declare = USUAL
    _declared_in: object = None
    _waiting: deque[Sighting] = field(default_factory=lambda: deque(maxlen=MOST_WAITING))
    _down: Sighting | None = None
    _changed: tuple[int, ...] | None = None
    _ids: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def copy(self) -> Referee:
        """Give a referee who knows the same, for when what was ruled cannot be written down."""
        return replace(self, _waiting=self._waiting.copy())

    def forget(self) -> None:
        """Drop the question and all that was seen: the game was set right by hand."""
        self.question, self.again, self._down, self._changed = None, False, None, None
        self._waiting.clear()

    def withdraw(self) -> None:
        """Drop the open question without an answer: nothing is recorded for it, nor for what raised it."""
        if self.question is not None and self.question.about is About.WHO:
            self._waiting.popleft()
        self.question, self.again = None, False

    def cup_came_down(self) -> None:
        """Dice are under the cup: what was read before is no longer what lies there."""
        self.ready = False

    def saw(self, sighting: Sighting, state: State | None) -> None:
        """Take in a sighting; `rule` says what it means, once no question stands before it."""
        if self.question is None or sighting.moment is not Moment.TOUCHED:
            self._waiting.append(sighting)
        elif state is not None and self.question.about in (About.THROW, About.ROLL_OFF) and not self._waiting:
            # Somebody straightened the die in question: offer what lies there now.
            fresh = interpretations.all_but(sighting.seen, state.held)
            self._ask_throw(state, sighting, ("touched", *sighting.reading.doubts), fresh=fresh)

    def rule(self, evening: Evening) -> tuple[Fact, ...] | None:
        """Rule on the next sighting: the facts it makes (maybe none), or None when nothing waits or a question is open."""
        state = evening.state
        if state is not None:
            self._set_switches(evening.games, state)
        if self.question is None and state is not None and state.stage == "naming":
            self._ask(make_questions.who_loses(self._next_id(), state))
        if self.question is not None or not self._waiting:
            return None
        sighting = self._waiting.popleft()
        if state is None or state.stage == "over":
            return ()
        match sighting.moment:
            case Moment.CUP_DOWN:
                return self._cup_down(state, sighting)
            case Moment.LIFT:
                return self._lift(state, sighting)
            case Moment.TOUCHED:
                return self._touched(state, sighting)

    # --- sightings

    def _cup_down(self, state: State, sighting: Sighting) -> tuple[Fact, ...]:
        if not _lies(state):
            self._down = sighting
            return ()
        if _nothing_gathered(state, sighting):
            return ()
        if self.again or "pass" not in scorer.legal_acts(state):
            return self._hold(state, sighting)
        self._waiting.appendleft(sighting)
        self._ask(make_questions.who(self._next_id(), state, self._pass_act(state)))
        return ()

    def _hold(self, state: State, sighting: Sighting) -> tuple[Fact, ...]:
        """Tell what is held from what stays outside the cup."""
        plans = interpretations.plans(state)
        read = interpretations.values(sighting.seen)
        fitting = [plan for plan in plans if plan.outside == read]
        if sighting.reading.status is Status.UNSURE or not fitting:
            reasons = tuple(doubt.value for doubt in sighting.reading.doubts) or ("no_such_hold",)
            self._ask(
                make_questions.which_hold(
                    self._next_id(), state, interpretations.nearest(plans, read), reasons, sighting
                )
            )
            return ()
        self.again, self._down = False, sighting
        return fitting[0].facts

    def _lift(self, state: State, sighting: Sighting) -> tuple[Fact, ...]:
        fresh = interpretations.thrown(sighting)
        if sighting.reading.status is not Status.UNSURE and not fresh:
            self.ready = True
            return ()  # the cup was only moved: nothing lay under it
        if _lies(state):
            return self._lift_unannounced(state, sighting)
        if "cover" in scorer.legal_acts(state):
            self._ask(make_questions.stays_covered(self._next_id(), state))
            return ()
        due, held = scorer.dice_expected(state), tuple(sorted(state.held))
        lying = interpretations.values(interpretations.outside(sighting))
        clear = _is_sure(sighting.reading) and len(fresh) == due
        if clear and (lying == held or state.stage == "roll_off"):
            self._down, self._changed, self.ready = None, None, True
            return (Did(act=scorer.throw_act(state, interpretations.values(fresh))),)
        self._ask_throw(state, sighting, _why_not(sighting, len(fresh), due), fresh=fresh)
        return ()

    def _lift_unannounced(self, state: State, sighting: Sighting) -> tuple[Fact, ...]:
        """Settle the hold first, then look again: the cup was lifted, but nobody saw it come down calmly."""
        self._waiting.appendleft(sighting)
        lay = tuple(interpretations.outside(sighting))
        status = Status.UNSURE if sighting.reading.status is Status.UNSURE else Status.OK
        before = replace(
            sighting,
            moment=Moment.CUP_DOWN,
            seen=lay,
            reading=Reading(
                status=status, dice=tuple(one.die for one in lay), doubts=sighting.reading.doubts
            ),
            crops=(),
        )
        if self.again or "pass" not in scorer.legal_acts(state):
            if interpretations.more_may_be_held(state, sighting):
                ways = interpretations.nearest(interpretations.plans(state), interpretations.values(lay))
                self._ask(make_questions.which_hold(self._next_id(), state, ways, ("held_changed",), before))
                return ()
            return self._hold(state, before)
        self._ask(make_questions.who(self._next_id(), state, self._pass_act(state)))
        return ()

    def _touched(self, state: State, sighting: Sighting) -> tuple[Fact, ...]:
        """Note dice that now show something else than was read; PASS will ask about them."""
        recorded = tuple(sorted((*state.free, *state.held)))
        now = interpretations.values(sighting.seen)
        full = sighting.reading.status is Status.OK and len(now) == len(recorded)
        if state.free and full:
            self._changed = now if now != recorded else None
        return ()

    # --- presses

    def press_again(self, evening: Evening) -> None:
        """AGAIN: the thrower throws again; which dice he holds is told when the cup comes down."""
        if self._answers_who("again"):
            self.again, self.question = True, None
            return
        self._no_question()
        state = _running(evening)
        if not state.free:
            raise CommandError("not_now", "There is nothing to throw again: the next throw is due.")
        if not {"hold", "turn"} & set(scorer.legal_acts(state)):
            raise CommandError("not_now", "No throw is left in this turn.")
        self.again = True

    def press_pass(self, evening: Evening) -> tuple[Fact, ...]:
        """PASS: the turn ends with what lies there, or with what stays under the cup (SCH-2)."""
        state = _running(evening)
        if self._answers_who("pass"):
            self.question = None
        self._no_question()
        act = self._pass_act(state)
        if isinstance(act, scorer.Cover) and self._down is None:
            raise CommandError(
                "not_now", "The last throw is due: put the cup down with the dice under it first."
            )
        evening.check(Did(act=act))
        if self._changed is not None:
            self._ask(make_questions.changed(self._next_id(), evening, state, act, self._changed))
            return ()
        self.again, self._down = False, None
        return (Did(act=act),)

    def press_undo(self, evening: Evening, *, long: bool) -> tuple[Fact, ...]:
        """UNDO: short takes back the last act (or the open question), long or at a game's beginning asks how far to go back."""
        if self.question is not None and self.question.about is not About.NAME:
            self.withdraw()
            return ()
        if self.again and not long:
            self.again = False  # the last thing done was that press
            return ()
        if not evening.live:
            raise CommandError("nothing_to_undo", "There is nothing to take back.")
        begun = isinstance(evening.live[-1].fact, Start)
        if long or begun:
            self._ask(make_questions.how_far_back(self._next_id(), evening, "undo" if long else "undo_start"))
            return ()
        return (Undo(to=evening.live[-1].id),)

    def press_switch(self, switch: str, state: State | None) -> None:
        """HIGH/LOW, ONES or SIXES: change one part of the leader's declaration, or what goes with it (CHI-5)."""
        now = self.declare
        ones, sixes = 1 if now.ones == 100 else 100, 6 if now.sixes == 60 else 60
        match switch:
            case "direction":
                wished = [replace(now, direction="low" if now.direction == "high" else "high")]
            case "ones":
                wished = [replace(now, ones=ones), replace(now, ones=ones, sixes=6 if ones == 1 else 60)]
            case _:
                wished = [replace(now, sixes=sixes), replace(now, sixes=sixes, ones=1 if sixes == 6 else 100)]
        may = scorer.declarations(state.rules) if state is not None else wished
        fitting = [one for one in wished if one in may]
        if not fitting:
            raise CommandError("not_now", "That is not declared in this game; the rules fix it.")
        self.declare = fitting[0]

    def _set_switches(self, game: int, state: State) -> None:
        """Put the switches back when another leader's turn begins: an old declaration must not count by accident."""
        now = (game, state.round, state.leader)
        if now != self._declared_in:
            self.declare, self._declared_in = USUAL, now

    # --- answers

    def answer(
        self, question: str, *, option: str | None, dice: Sequence[int] | None, state: State
    ) -> tuple[Fact, ...]:
        """Give the facts that an answer stands for; `settled` closes the question once they are accepted."""
        asked = self.question
        if asked is None or asked.id != question:
            raise CommandError("stale", "That question is no longer open; look at the page again.")
        if dice is not None:
            return self._by_keypad(asked, tuple(sorted(dice)), state)
        for one in asked.options:
            if one.id == option:
                return one.facts
        raise CommandError("bad_answer", f"The question has no answer {option!r}; choose one of those shown.")

    def settled(self, option: str | None) -> None:
        """Close the question: its answer was accepted."""
        asked, self.question = self.question, None
        self._changed = None
        if asked is None:
            return
        if asked.about is About.WHO:
            self.again = option == "again"
        elif asked.about is About.HOLD:
            self.again = False
        elif asked.about in (About.THROW, About.ROLL_OFF):
            self._down, self.ready = None, True

    def _by_keypad(self, asked: Question, dice: tuple[int, ...], state: State) -> tuple[Fact, ...]:
        if any(not 1 <= die <= 6 for die in dice):
            raise CommandError("bad_answer", f"A die shows 1 to 6, not {list(dice)}.")
        if asked.about is About.HOLD:
            for plan in interpretations.plans(state):
                if plan.outside == dice:
                    return plan.facts
            raise CommandError("bad_answer", f"The rules do not let {list(dice)} stay outside the cup now.")
        if asked.about not in (About.THROW, About.ROLL_OFF) or len(dice) != asked.count:
            raise CommandError(
                "bad_answer", f"The question asks for {asked.count} dice, not for {len(dice)}."
            )
        return (Did(act=scorer.throw_act(state, dice)),)

    def _ask(self, question: Question) -> None:
        self.question, self.ready = question, False

    def _ask_throw(
        self, state: State, sighting: Sighting, reasons: Sequence[str], *, fresh: Sequence[SeenDie]
    ) -> None:
        self._ask(make_questions.which_throw(self._next_id(), state, sighting, reasons, fresh=fresh))

    def _next_id(self) -> str:
        return f"q{next(self._ids)}"

    # --- small things

    def _answers_who(self, option: str) -> bool:
        asked = self.question
        return (
            asked is not None and asked.about is About.WHO and any(one.id == option for one in asked.options)
        )

    def _no_question(self) -> None:
        if self.question is not None:
            raise CommandError(
                "question_open", "The table has asked something; answer it on the tablet first."
            )

    def _pass_act(self, state: State) -> Act:
        """Make a pass, with the panel's declaration where the rules want one; a last throw is covered."""
        if "cover" in scorer.legal_acts(state):
            return scorer.Cover()
        try:
            scorer.check(state, scorer.Pass())
        except scorer.Refused as refused:
            if refused.code == "must_declare":
                return scorer.Pass(declare=self.declare)
        return scorer.Pass()


def _lies(state: State) -> bool:
    """Tell whether dice lie there that a pass would count: free ones, or three held ones of a leader who declares."""
    return bool(state.free) or "pass" in scorer.legal_acts(state)


def _running(evening: Evening) -> State:
    if evening.state is None:
        raise CommandError("no_game", "No game is running; start one on the tablet.")
    return evening.state


def _nothing_gathered(state: State, sighting: Sighting) -> bool:
    """Tell whether the cup was only parked: it stands there, but all dice still lie outside it."""
    return sighting.reading.status is Status.OK and len(sighting.seen) == len(state.free) + len(state.held)


def _is_sure(reading: Reading) -> bool:
    """Tell whether a lift was read surely; how many dice a lift must show, the game knows better than the eye."""
    return reading.status is Status.OK or reading.doubts == (Doubt.COUNT,)


def _why_not(sighting: Sighting, found: int, due: int) -> tuple[str, ...]:
    doubts = tuple(doubt.value for doubt in sighting.reading.doubts)
    if doubts:
        return doubts
    return ("too_few",) if found < due else ("too_many",) if found > due else ("held_changed",)
