"""The referee: turns sightings and presses into acts of the game, or into a question for the table. Never guesses.

A frozen value: each event returns a new referee, which applies nothing itself. A decision is a `Ruling`: facts, and the next
referee, which replaces this one only once the facts are written down.

It is `ready` for the player's decision when all dice on the board are read; otherwise it looks for dice or waits for an answer.

                   the cup comes down                    a lift is read surely
          READY ------------------------> LOOKING ------------------------------> READY
            ^                              |  ^
            |                     in doubt |  | withdrawn; set right by hand;
            |                              v  | answered, and the dice are still to be read
            +---------------------------- a question
                  answered: what was thrown
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import scorer
from knobeltisch.errors import CommandError
from knobeltisch.game.evening import Evening
from knobeltisch.game.events import Did, Fact, Undo
from knobeltisch.referee import interpretations, questions
from knobeltisch.referee.questions import About, Question
from scorer import Act, GameState, State
from vision.types import Doubt, Moment, Sighting

USUAL: Final = scorer.Declare(ones=100, sixes=60, direction="high")
"""The switches' positions when a leader's turn begins."""
MOST_WAITING: Final = 8  # an unanswered question must not let sightings pile up


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A decision: `facts` to write down (possibly none), and `then`, the referee afterwards."""

    facts: tuple[Fact, ...] = ()
    then: "Referee"


@dataclass(frozen=True, slots=True, kw_only=True)
class Referee:
    """The referee of one table; `ready` is never set while a `question` is open.

    It holds what the game's state does not: `again` (the thrower throws again); `declare` (the leader's switches) and the turn
    they were set in (`declared_in`); sightings `waiting` behind a question; what lay outside the cup when it came `down`;
    values on the dice that differ from those read (`changed`); whether the last sighting was `without_board`, so that no cup is
    seen; how many questions it `asked`. Presses and answers raise CommandError if they do not fit now.
    """

    ready: bool = False
    question: Question | None = None
    again: bool = False
    declare: scorer.Declare = USUAL
    declared_in: tuple[int, int, str | None] | None = None
    waiting: tuple[Sighting, ...] = ()
    down: Sighting | None = None
    changed: tuple[int, ...] | None = None
    without_board: bool = False
    asked: int = 0

    # --- transitions; each returns the next referee

    def forget(self) -> "Referee":
        """Drop the question and all sightings, because the game was corrected by hand."""
        return replace(self, question=None, again=False, down=None, changed=None, waiting=())

    def withdraw(self) -> "Referee":
        """Drop the open question without an answer; nothing is recorded for it or its cause."""
        asked_who = self.question is not None and self.question.about is About.WHO
        waiting = self.waiting[1:] if asked_who else self.waiting
        return replace(self, question=None, again=False, waiting=waiting)

    def note_cup_down(self) -> "Referee":
        """Note that dice are under the cup, so earlier readings no longer describe the board."""
        return replace(self, ready=False)

    def drop_sighting(self) -> "Referee":
        """Return the referee without the next waiting sighting."""
        return replace(self, waiting=self.waiting[1:])

    def look_at_score(self, evening: Evening) -> "Referee":
        """Follow a change of the score: reset the leader's switches in a new round, and ask who loses when that is due."""
        state = evening.dice
        if state is None:
            return self
        now = (evening.games, state.round, state.leader)
        # An old declaration must not count by accident.
        referee = self if now == self.declared_in else replace(self, declare=USUAL, declared_in=now)
        if referee.question is None and state.stage == "naming":
            return referee.with_question(questions.ask_who_loses(state))
        return referee

    def with_sighting(self, sighting: Sighting, state: State | None) -> "Referee":
        """Add a sighting; `knobeltisch.referee.sightings.rule_on_sighting` interprets it once no question is open.

        While one is open, a touch is not added; the question about a throw is then asked again with the new values.
        """
        asked = self.question
        if asked is None or sighting.moment is not Moment.TOUCHED:
            waiting = (*self.waiting, sighting)[-MOST_WAITING:]
            return replace(self, waiting=waiting, without_board=sighting.without_board)
        if state is not None and asked.about in (About.THROW, About.ROLL_OFF) and not self.waiting:
            # Somebody straightened the die in question: offer its new value.
            fresh = interpretations.dice_not_held(sighting.seen, state.held)
            reasons = ("touched", *sighting.reading.doubts)
            return self.with_question(questions.ask_which_throw(state, sighting, reasons, fresh=fresh))
        return self

    def with_question(self, question: Question) -> "Referee":
        """Ask a question, with the next id."""
        asked = self.asked + 1
        return replace(self, ready=False, question=replace(question, id=f"q{asked}"), asked=asked)

    def with_who_question(self, state: State, sighting: Sighting) -> "Referee":
        """Ask whether the same player throws again or the next one throws; the sighting waits for the answer."""
        pushed = Doubt.PUSHED in sighting.reading.doubts
        question = questions.ask_who_throws(state, self._pass_act(state), pushed=pushed)
        return self.put_back(sighting).with_question(question)

    def put_back(self, sighting: Sighting) -> "Referee":
        """Return the referee with a sighting back at the front of the queue."""
        return replace(self, waiting=(sighting, *self.waiting))

    # --- presses

    def press_again(self, evening: Evening) -> "Referee":
        """Handle AGAIN: the thrower throws again; the held dice are read when the cup comes down."""
        if self._answers_who("again"):
            return replace(self, question=None, again=True)
        self._no_question()
        state = _require_dice_game(evening)
        if not state.free:
            raise CommandError("not_now", "There is nothing to throw again: the next throw is due.")
        if not any(choice.button == "again" for choice in scorer.choices_of(state)):
            raise CommandError("not_now", "No throw is left in this turn.")
        return replace(self, again=True)

    def press_pass(self, evening: Evening) -> Ruling:
        """Handle PASS: end the turn with the dice on the board, or with those that stay under the cup (SCH-2)."""
        state = _require_running(evening)
        referee = self
        if self._answers_who("pass"):
            referee = replace(self, question=None)
        else:
            self._no_question()
        act = self._pass_act(state)
        if isinstance(act, scorer.Cover) and self.down is None:
            if self.without_board and evening.dice is not None:
                asked = questions.ask_whether_covered(evening.dice, reason="cup_unseen", label="lies_covered")
                return Ruling(then=referee.with_question(asked))
            raise CommandError(
                "not_now", "The last throw is due: put the cup down with the dice under it first."
            )
        evening.after(Did(act=act))  # refuses what does not fit
        if self.changed is not None and evening.dice is not None:
            asked = questions.ask_which_dice_count(evening, evening.dice, act, self.changed)
            return Ruling(then=referee.with_question(asked))
        return Ruling(facts=(Did(act=act),), then=replace(referee, again=False, down=None))

    def press_undo(self, evening: Evening, *, long: bool) -> Ruling:
        """Handle UNDO: withdraw the open question; without one take back AGAIN or the last act, or if `long` ask how far to go back."""
        if self.question is not None and self.question.about is not About.NAME:
            return Ruling(then=self.withdraw())
        if self.again and not long:
            return Ruling(then=replace(self, again=False))  # the last action was that press
        if not evening.live:
            raise CommandError("nothing_to_undo", "There is nothing to take back.")
        if long:
            return Ruling(then=self.with_question(questions.ask_how_far_back(evening)))
        return Ruling(facts=(Undo(to=evening.live[-1].id),), then=self.forget())

    def press_switch(self, switch: str, evening: Evening) -> Ruling:
        """Handle HIGH/LOW, ONES or SIXES: make the choice that the game assigns to the button.

        If it assigns none, set one part of the leader's declaration (CHI-5).
        """
        state = None if evening.state is None else _require_dice_game(evening)
        choices = () if state is None else scorer.choices_of(state)
        chosen = next((choice.act for choice in choices if choice.button == switch), None)
        if chosen is not None:
            if self.question is not None and self.question.about is not About.CHOICE:
                self._no_question()
            return Ruling(facts=(Did(act=chosen),), then=replace(self, question=None, again=False))
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
        fitting = [declare for declare in wished if declare in may]
        if not fitting:
            raise CommandError("not_now", "The leader does not declare that in this game; the rules fix it.")
        return Ruling(then=replace(self, declare=fitting[0]))

    # --- answers

    def answer(
        self, question: str, *, option: str | None, dice: Sequence[int] | None, evening: Evening
    ) -> Ruling:
        """Return the ruling that an answer stands for; it closes the question. Raise CommandError if the answer is invalid."""
        asked = self.question
        if asked is None or asked.id != question or evening.state is None:
            raise CommandError("stale", "That question is no longer open; look at the page again.")
        if dice is None:
            chosen = next((offered for offered in asked.options if offered.id == option), None)
            if chosen is None:
                raise CommandError(
                    "bad_answer", f"The question has no answer {option!r}; choose one of those shown."
                )
            facts = chosen.facts
        else:
            facts = _keypad_facts(asked, tuple(sorted(dice)), _require_dice_game(evening))
        then = replace(self, question=None, changed=None)
        match asked.about:
            case About.WHO if option == "none":
                then = replace(then.drop_sighting(), ready=True)
            case About.WHO:
                then = replace(then, again=option == "again")
            case About.HOLD:
                then = replace(then, again=False)
            case About.THROW | About.ROLL_OFF:
                then = replace(then, ready=True, down=None)
        return Ruling(
            facts=facts, then=then.forget() if any(isinstance(fact, Undo) for fact in facts) else then
        )

    # --- helpers

    def _answers_who(self, option: str) -> bool:
        asked = self.question
        return (
            asked is not None
            and asked.about is About.WHO
            and any(offered.id == option for offered in asked.options)
        )

    def _no_question(self) -> None:
        if self.question is not None:
            raise CommandError(
                "question_open", "The table has asked something; answer it on the tablet first."
            )

    def _pass_act(self, state: GameState) -> Act:
        """Return the pass as an act, with the panel's declaration if the rules want one; a last throw is covered."""
        passes = (choice.act for choice in scorer.choices_of(state) if choice.button == "pass")
        first: Any = next(passes, scorer.Pass())
        declares = isinstance(first, scorer.Pass) and first.declare is not None
        return scorer.Pass(declare=self.declare) if declares else first


def _keypad_facts(asked: Question, dice: tuple[int, ...], state: State) -> tuple[Fact, ...]:
    if any(not 1 <= die <= 6 for die in dice):
        raise CommandError("bad_answer", f"A die shows 1 to 6, not {list(dice)}.")
    if asked.about is About.HOLD:
        for plan in interpretations.list_hold_plans(state):
            if plan.outside == dice:
                return plan.facts
        raise CommandError("bad_answer", f"The rules do not let {list(dice)} stay outside the cup now.")
    if asked.about not in (About.THROW, About.ROLL_OFF) or len(dice) != asked.count:
        raise CommandError("bad_answer", f"The question asks for {asked.count} dice, not for {len(dice)}.")
    return (Did(act=scorer.throw_act(state, dice)),)


def _require_running(evening: Evening) -> GameState:
    if evening.state is None:
        raise CommandError("no_game", "No game is running; start one on the tablet.")
    return evening.state


def _require_dice_game(evening: Evening) -> State:
    """Return the state of the game. Raise CommandError in a card game, in which only PASS and UNDO work."""
    _require_running(evening)
    if evening.dice is None:
        raise CommandError("cards", "The game is played with cards: only the buttons PASS and UNDO work.")
    return evening.dice
