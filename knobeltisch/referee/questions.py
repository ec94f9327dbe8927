"""The table's questions, made from sightings and the rules, with answers that take at most two taps."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Final

import scorer
from knobeltisch.game.evening import Evening
from knobeltisch.game.events import Correct, Did, Fact, Undo
from knobeltisch.referee import interpretations
from scorer import Act, State
from scorer.json_forms.codec import Text
from scorer.json_forms.written import HIDDEN
from vision.types import SeenDie, Sighting

UNDO_CHOICES: Final = 6


class About(StrEnum):
    """The subject of a question."""

    THROW = "throw"  # which dice were thrown
    HOLD = "hold"  # which dice stay outside the cup
    ROLL_OFF = "roll_off"  # which die was thrown for the lead
    WHO = "who"  # the cup went down without a press: the same player again, or the next
    CHANGED = "changed"  # the dice on the board differ from those read
    COVER = "cover"  # Schocken: the last throw stays covered, but it was lifted, or nobody saw the cup
    CHOICE = "choice"  # what the player does with the dice that lie, as the game names it
    NAME = "name"  # the drinking game: who loses the round
    UNDO = "undo"  # how far to go back


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One answer: the facts it stands for, in order; none if nothing happened and play goes on.

    The button shows the `dice`, the catalogue's text for `label`, both, or the name of `player`. The `label` of a choice is its
    key.
    """

    id: str
    facts: tuple[Fact, ...] = field(metadata=HIDDEN)
    dice: tuple[int, ...] | None = None
    label: str | None = None
    player: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Crop:
    """The picture of one die in a question and its possible values, likeliest first; `doubted`: this die is why we ask."""

    picture: bytes = field(repr=False, metadata=HIDDEN)
    candidates: tuple[int, ...]
    doubted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question of the table. `count` dice are entered on the keypad, 0 for none. The referee assigns its `id`."""

    id: str = ""
    about: Annotated[About, Text()]
    player: str | None
    reasons: tuple[str, ...]
    options: tuple[Option, ...]
    count: int = 0
    crops: tuple[Crop, ...] = ()


def pictures_of(question: Question | None) -> dict[tuple[str, int], bytes]:
    """Return the crops of a question by (question id, place)."""
    if question is None:
        return {}
    return {(question.id, place): crop.picture for place, crop in enumerate(question.crops)}


def ask_which_throw(
    state: State, sighting: Sighting, reasons: Sequence[str], *, fresh: Sequence[SeenDie]
) -> Question:
    """Return a question about what was thrown; `fresh` are the dice that came from under the cup."""
    due = scorer.dice_expected(state)
    options = [
        Option(id=_die_letter(place), facts=(Did(act=scorer.throw_act(state, dice)),), dice=dice)
        for place, dice in enumerate(interpretations.list_interpretations(fresh, due))
    ]
    if len(fresh) < due and "off_board" in scorer.legal_acts(state):  # one may have left the board (CHC-9)
        options += [
            Option(id=label, facts=(Did(act=scorer.OffBoard(floor=floor)),), label=label)
            for label, floor in (("off_board", False), ("off_floor", True))
        ]
    options.append(Option(id="none", facts=(), label="nothing_thrown"))
    return Question(
        about=About.ROLL_OFF if state.stage == "roll_off" else About.THROW,
        player=state.to_act,
        reasons=tuple(dict.fromkeys(str(reason) for reason in reasons)),
        options=tuple(options),
        count=due,
        crops=_question_crops(sighting),
    )


def ask_whether_covered(state: State, *, reason: str, label: str) -> Question:
    """Return a question about whether the last throw stays covered (SCH-2): a lift showed it, or no cup was seen."""
    options = (
        Option(id="cover", facts=(Did(act=scorer.Cover()),), label=label),
        Option(id="none", facts=(), label="nothing_thrown"),
    )
    return Question(about=About.COVER, player=state.to_act, reasons=(reason,), options=options)


def ask_who_loses(state: State) -> Question:
    """Return a question about who loses the round, for the thrower, who may be named too (DRK-2)."""
    options = tuple(
        Option(id=f"player{place}", facts=(Did(act=scorer.NameLoser(player=player)),), player=player)
        for place, player in enumerate(state.active)
    )
    return Question(about=About.NAME, player=state.to_act, reasons=("names_loser",), options=options)


def ask_which_hold(
    state: State,
    plans: Sequence[interpretations.HoldPlan],
    reasons: tuple[str, ...],
    sighting: Sighting,
) -> Question:
    """Return a question about which dice stay outside the cup; `plans` are the legal ways, likeliest first."""

    def label(plan: interpretations.HoldPlan) -> str | None:
        if isinstance(plan.acts[0], scorer.Turn):
            return "turned"
        if isinstance(plan.acts[0], scorer.TakeBack):
            return "taken_back"
        return None if plan.outside else "none_held"

    options = tuple(
        Option(id=_die_letter(place), facts=plan.facts, dice=plan.outside, label=label(plan))
        for place, plan in enumerate(plans[: interpretations.MOST_OFFERS])
    )
    return Question(
        about=About.HOLD,
        player=state.to_act,
        reasons=reasons,
        options=options,
        crops=_question_crops(sighting),
    )


def ask_which_choice(state: State, sighting: Sighting) -> Question:
    """Return a question about what the player does with the dice on the board, for a cup moved before anything was pressed."""
    choices = [choice for choice in scorer.choices_of(state) if choice.rank != "side"]
    options = tuple(
        Option(id=_die_letter(place), facts=(Did(act=choice.act),), label=choice.key)
        for place, choice in enumerate(choices)
    )
    crops = _question_crops(sighting)
    return Question(
        about=About.CHOICE, player=state.to_act, reasons=("no_press",), options=options, crops=crops
    )


def ask_who_throws(state: State, pass_act: Act, *, pushed: bool) -> Question:
    """Return a question about who throws, for a cup that went down without AGAIN or PASS.

    If `pushed`, perhaps the dice were only moved.
    """
    options = [Option(id="pass", facts=(Did(act=pass_act),), label="passes")]
    if any(choice.button == "again" for choice in scorer.choices_of(state)):
        options.insert(0, Option(id="again", facts=(), label="throws_again"))
    if pushed:
        options.append(Option(id="none", facts=(), label="nothing_thrown"))
    reasons = ("pushed",) if pushed else ("no_press",)
    return Question(about=About.WHO, player=state.to_act, reasons=reasons, options=tuple(options))


def ask_which_dice_count(evening: Evening, state: State, pass_act: Act, now: tuple[int, ...]) -> Question:
    """Return a question about which dice count: those read earlier, or those on the board at PASS (`now`)."""
    recorded = tuple(sorted((*state.free, *state.held)))
    options = [Option(id="keep", facts=(Did(act=pass_act),), dice=recorded, label="as_read")]
    last, free = evening.live[-1], interpretations.subtract_dice(now, state.held)
    if free is not None and isinstance(last.fact, Did) and isinstance(last.fact.act, scorer.Throw):
        correct = Correct(entry=last.id, act=scorer.Throw(dice=free))
        options.append(Option(id="now", facts=(correct, Did(act=pass_act)), dice=now, label="as_it_lies"))
    return Question(about=About.CHANGED, player=state.to_act, reasons=("changed",), options=tuple(options))


def ask_how_far_back(evening: Evening) -> Question:
    """Return a question about which act to go back to; each option's id is an entry's, or "stay"."""
    options = [Option(id="stay", facts=(), label="nothing_back")]
    options += [
        Option(id=str(entry.id), facts=(Undo(to=entry.id),), label="undo_to")
        for entry in reversed(evening.live[-UNDO_CHOICES:])
    ]
    return Question(about=About.UNDO, player=None, reasons=("undo",), options=tuple(options))


def _die_letter(place: int) -> str:
    return chr(ord("a") + place)


def _question_crops(sighting: Sighting) -> tuple[Crop, ...]:
    return tuple(
        Crop(
            picture=picture,
            candidates=seen.die.candidates or (seen.die.value,),
            doubted=seen.die.doubted,
        )
        for picture, seen in zip(sighting.crops, sighting.seen, strict=False)
    )
