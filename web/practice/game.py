"""A table for practice: simulated dice, simulated players, the real rules. Nothing of it reaches the real table.

Dice are thrown here and not in the browser, so that only the rules know them: no reload and no program throws again,
and only decisions come from outside.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import scorer
from scorer import Cover, Filled, NameLoser, Refused
from scorer.odds.advice import advise, has_odds
from scorer.odds.review import EndedTurn, Move, ended_turns

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from scorer import Act, GameRules, Rules, State
    from scorer.odds.advice import Advice

YOU: Final = ("@you", "@left")
"""The words of the page for the player by hand; alone one plays for one's left hand too."""
OTHERS: Final = ("Rosi", "Sepp", "Vroni")
WHEN: Final = ("before", "after", "never")
MOVES_KEPT: Final = 64  # your turn and one of each of the others: a look back needs no more
MOST_STEPS: Final = 400  # of the others in a row; far more than any round has


@dataclass(slots=True, kw_only=True)
class PracticeTable:
    """One game of practice; `when` there is advice: before a choice, after a turn, or never."""

    state: State
    when: str
    dice: random.Random
    moves: list[Move] = field(default_factory=list)

    @property
    def yours(self) -> bool:
        """Whether the human player has to do something now."""
        return self.state.to_act in YOU and self.state.stage != "over"

    @property
    def due(self) -> int:
        """Return the number of dice to throw, 0 if none."""
        return scorer.dice_expected(self.state)

    def play(self, acts: Sequence[Act]) -> None:
        """Carry out a decision, and throw if dice are due then; without acts only throw.

        Raise Refused, and change nothing.
        """
        if not self.yours:
            raise Refused("not_now", "It is not your turn.")
        scorer.replay(self.state, acts)
        before = self.state
        for act in acts:
            self._apply_act(act)
        # A pass ends the turn: the next one begins with its own tap.
        if not acts or (self.state.made and _turn_of(self.state) == _turn_of(before)):
            self._throw()

    def others(self) -> None:
        """Let the simulated players play until it is your turn, or the game is over."""
        for _ in range(MOST_STEPS):
            if self.state.stage == "over" or self.yours:
                return
            self._step()

    def advice(self) -> Advice | None:
        """Weigh your possible acts; None if there is nothing to choose."""
        if not self.yours or not self.state.free:
            return None
        return _advice(self.state)

    def last_turn(self) -> EndedTurn | None:
        """Return your last ended turn; None before the first."""
        turns = [turn for turn in ended_turns(self.moves) if turn.start.to_act in YOU]
        return turns[-1] if turns else None

    def _step(self) -> None:
        """Do one step for the player whose turn it is: throw, or the best act."""
        if self.state.stage == "naming":
            self._apply_act(
                NameLoser(
                    player=self.dice.choice(
                        [player for player in self.state.active if player != self.state.to_act]
                    )
                )
            )
        elif not self.state.free:
            self._throw()
        else:
            advice = _advice(self.state)
            assert advice is not None
            for act in advice.choices[0].acts:
                self._apply_act(act)

    def _throw(self) -> None:
        """Throw the dice that are due; the last throw of Schocken is covered."""
        if not self.due:
            if scorer.can(self.state, Cover()):
                self._apply_act(Cover())
            return
        dice = tuple(sorted(self.dice.choices(range(1, 7), k=self.due)))
        self._apply_act(scorer.throw_act(self.state, dice))

    def _apply_act(self, act: Act) -> None:
        after = scorer.apply(self.state, act)
        if after.to_fill is not None:
            after = scorer.apply(after, Filled())  # nobody drinks here
        self.moves = [*self.moves[-MOVES_KEPT:], Move(before=self.state, act=act, after=after)]
        self.state = after


def _turn_of(state: State) -> tuple[object, ...]:
    return state.stage, state.to_act, state.round


def _advice(state: State) -> Advice | None:
    try:
        return advise(state)
    except scorer.NoSuchDecision:
        return None


def variants() -> tuple[str, ...]:
    """Return the presets for practice: dice games with odds, by which the others play, and cards."""
    return tuple(
        name
        for name in scorer.VARIANTS
        if name not in scorer.DICE_VARIANTS or has_odds(scorer.load_variant(name))
    )


def sit_down(rules: Rules, opponents: int, when: str, dice: random.Random) -> PracticeTable:
    """Begin a game against this many others, 0 for alone; who leads is drawn by lot."""
    players = (YOU[0], *OTHERS[:opponents]) if opponents else YOU
    return PracticeTable(state=scorer.new_game(rules, players, dice.choice(players)), when=when, dice=dice)


def possible_opponents(rules: GameRules) -> tuple[int, ...]:
    """Return the possible numbers of opponents; 0 is alone, as for a hand of cards."""
    if isinstance(rules, scorer.PokerRules):
        return (0,)
    return tuple(
        count
        for count in range(len(OTHERS) + 1)
        if rules.players_min <= max(2, count + 1) <= rules.players_max
    )
