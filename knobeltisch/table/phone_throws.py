"""Throws by phone: the table throws the dice, once for each tap, for the player whose turn it is."""

import random
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import scorer
from knobeltisch.errors import CommandError
from knobeltisch.game.evening import Evening, apply_act
from knobeltisch.game.events import PHONE, Did
from knobeltisch.referee.questions import Question
from scorer import Act, State

THROWN: Final = (scorer.Throw, scorer.RollOff, scorer.Reveal, scorer.Cover)
MOST_ACTS: Final = 4
_DICE: Final = secrets.SystemRandom()


@dataclass(frozen=True, slots=True, kw_only=True)
class PhonePlay:
    """A player's decision on a phone: the `acts` of that player's turn, empty for a throw alone."""

    player: str
    acts: tuple[Act, ...]


def read_play(player: str, sent: Mapping[str, object]) -> PhonePlay:
    """Parse what a phone sends. Raise CommandError if it is malformed."""
    raw = sent.get("acts")
    if not isinstance(raw, list) or len(raw) > MOST_ACTS:
        raise CommandError("bad_command", f"'acts' must be a list of at most {MOST_ACTS} acts.")
    try:
        acts = tuple(scorer.dice_act_from_json(element) for element in raw)
    except scorer.Refused as refused:
        raise CommandError(refused.code, refused.message, refused.rule) from refused
    return PhonePlay(player=player, acts=acts)


def phone_acts(
    play: PhonePlay, evening: Evening, question: Question | None, dice: random.Random = _DICE
) -> tuple[Did, ...]:
    """Return the acts of the turn's next step, with any throw that follows.

    Raise CommandError if they are not allowed, for example because it is not the player's turn. An open `question` must be
    answered first, except that the player may name the loser. A turn begun with the table's real dice continues with them.
    """
    may = None if evening.state is None else scorer.decided_by_phone(evening.state.rules)
    foreign = next((act.NAME for act in play.acts if may is not None and act.NAME not in may), None)
    if foreign is not None:
        raise CommandError("bad_act", f"'{foreign}' is not possible by phone; the table throws the dice.")
    if evening.dice is None and evening.state is not None:
        raise CommandError("cards", "The game is played with cards; there is nothing to throw.")
    state = evening.dice
    if state is None or state.stage == "over":
        raise CommandError("no_game", "No game is running; start one on the tablet.")
    if question is not None and question.about != "name":
        raise CommandError("asked", "The table has asked something; answer it on the tablet first.")
    now, facts = state, []
    for act in play.acts:
        now = _apply_phone_act(now, act, play.player)
        facts.append(Did(act=act))
    if not play.acts or (now.made and _turn_start(now) == _turn_start(state) and _is_due(now)):
        thrown = (
            act.source
            for act in reversed(evening.acts())
            if act.player == play.player and isinstance(act.fact, Did) and isinstance(act.fact.act, THROWN)
        )
        if (state.made or state.stage == "reveal") and next(thrown, PHONE) != PHONE:
            raise CommandError("begun_at_table", "You threw with the table's dice; go on with them.")
        # Throw the dice that are due; the last throw of Schocken is covered.
        if not _is_due(now):
            raise CommandError("nothing_due", "No throw is due now; hold or pass.")
        due = scorer.dice_expected(now)
        act = (
            scorer.Cover()
            if not due
            else scorer.throw_act(now, tuple(sorted(dice.choices(range(1, 7), k=due))))
        )
        _apply_phone_act(now, act, play.player)
        facts.append(Did(act=act))
    return tuple(facts)


def _apply_phone_act(state: State, act: Act, player: str) -> State:
    if state.to_act != player:
        raise CommandError("not_your_turn", f"It is not {player[:40]}'s turn.")
    after = scorer.dice_state(apply_act(state, act)[1])
    assert after is not None
    return after


def _is_due(state: State) -> bool:
    """Whether a throw comes next; after turning sixes the player decides first."""
    return scorer.dice_expected(state) > 0 or "cover" in scorer.legal_acts(state)


def _turn_start(state: State) -> tuple[object, ...]:
    return state.stage, state.to_act, state.round, state.phase
