"""Selects the marks that are dice if their size is known, and often their number too.

At a known size the nets lead, because they read real dice better than the geometry, which is the second reading. A reading is
sure if the nets believe firmly in each value and each die, and the number is possible. A die too many or too few, or a faint mark
that may be a missed die, leads to a question.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.still.combine import are_twins, doubted_dice, in_order, sure_die_of
from vision.still.confidence import log_odds
from vision.still.known import NOTHING
from vision.types import Doubt, Reading, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.still.combine import Joint
    from vision.still.confidence import Weighed
    from vision.still.known import Known
    from vision.still.networks import NetFace


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectionLimits:
    """The limits of a die, of a sure value and of a doubt: beliefs 0..1 unless stated otherwise.

    Chosen with `benchmarks/eye/photographs.py`, with a margin on both sides for the shared photographs
    (docs/decisions/0030-known-number-and-size-decide.md); `benchmarks/eye/limits.py` tests them on other dice.
    """

    die: float = 0.5
    """From this a mark is a die: as likely as not."""
    possible: float = 0.2
    """From this it is shown with a question about as many dice as are due."""
    believed: float = 0.5
    """Belief in a flat die that can be read (`Weighed.right`): as likely as not. Below it a die is a doubt; from it on, so
    is another value of the same die."""
    further: float = -3.5
    """Log odds of belief that a mark beyond the number is a die at all, above which a further die may lie there: one that
    leans, is covered or shows a picture cannot be read, and lies there all the same. Chosen with one die too few and one too
    many given, on renders and photographs (docs/decisions/0030-known-number-and-size-decide.md), as is `weakest`:"""
    weakest: float = 0.5
    """how far the weakest die's log odds of `believed` move that limit: where dice are read firmly, a faint mark is none."""
    missed: float = 0.05
    """From this it may be a missed die, if more are possible than were read."""
    missed_of_any: float = 0.03
    """The same if the number is unknown: a pale one in a small, grainy picture had 0.049."""
    unreadable: float = 0.1
    """Below this such a mark is nothing if the nets cannot read it: of 57 dice with less than 0.5 they could not read
    four, which had 0.15 and more."""
    firm: float = 0.8
    """In a value. Values read wrong had 0.55 at most."""
    leans: float = 0.5
    """That a die leans, is covered or cut: as likely as not."""
    hidden: float = 0.9
    """The same for a mark that is no top face, so that no die was missed there."""
    beside: float = 0.8
    """Edges between the middles of a die's top face and of its side; two flat dice are an edge apart at least."""
    alone: float = 0.9
    """The geometry's confidence in a die that the nets do not see."""
    nets_differ: float = 0.5
    """Log odds that a value lacks where only one of the nets names it."""
    alike: float = 0.5
    """The geometry's confidence in the same value that confirms a mark."""
    twins: float = 0.95
    """For an unknown number: of two faces side by side like the halves of a domino stone, neither of which the
    geometry reads as well. Of 814 sure readings of photographs, in three lights, none has two such."""
    other_size: float = 0.6
    """The same for a face of another size than the known one, from which it is a die that was not counted."""


LIMITS: Final = SelectionLimits()


def select_dice(joint: Joint, known: Known = NOTHING, limits: SelectionLimits = LIMITS) -> Reading:
    """Return a reading of the marks that are dice, given the possible numbers and the leeway in `known`."""
    numbers = known.numbers
    marks = sorted(joint.weighed, key=lambda mark: -mark.real)
    count, sure = _count_dice(marks, known, limits)
    dice = marks[:count]
    each = [_doubts_of_die(die, known.leeway, limits) for die in dice]
    doubts = [doubt for those in each for doubt in those]
    if not sure:
        doubts.append(Doubt.PIPS if numbers is None else Doubt.COUNT)
        if len(dice) == known.most:  # one of them may be something else
            doubts.append(Doubt.FOREIGN)
    if numbers is None:
        doubts.extend(_doubts_of_number(dice, joint, limits))
    more_could_lie = not sure or numbers is None or count < max(numbers)
    if more_could_lie and any(die.confidence >= limits.alone for die in joint.lonely):
        doubts.append(Doubt.PIPS)
    margin = min((_log_odds_margin(die.face, limits) for die in dice), default=None)
    if doubts:
        shown = doubted_dice(dice, list(map(bool, each)))
        return Reading(status=Status.UNSURE, dice=shown, doubts=tuple(dict.fromkeys(doubts)), margin=margin)
    least = min((max(die.face.probabilities) for die in dice), default=1.0)
    status = Status.OK if dice else Status.EMPTY
    result = in_order(map(sure_die_of, dice))
    return Reading(status=status, dice=result, confidence=round(least, 4), margin=margin)


def _count_dice(marks: Sequence[Weighed], known: Known, limits: SelectionLimits) -> tuple[int, bool]:
    """Return how many marks to show as dice, and whether exactly so many lie there.

    If that is uncertain, they are the possible ones up to the largest number, and the firm ones beyond.
    """
    if known.numbers is None:
        number = sum(mark.real >= limits.die for mark in marks)
        left_out = (mark.real for mark in marks[number:] if not _is_nothing(mark, limits))
        return number, max(left_out, default=0.0) < limits.missed_of_any
    fitting = [number for number in known.numbers if _fits_number(marks, number, known, limits)]
    if len(fitting) == 1:
        return fitting[0], True
    most = max(known.numbers)
    possible = sum(mark.real >= limits.possible for mark in marks[:most])
    return possible + sum(mark.right >= limits.die for mark in marks[most:]), False


def _fits_number(marks: Sequence[Weighed], number: int, known: Known, limits: SelectionLimits) -> bool:
    """Whether there may be exactly `number` dice: so many marks are likely dice, and no other mark is."""
    if number > len(marks) or (number and marks[number - 1].real < limits.die):
        return False
    if number and number == known.most:
        return not _has_surplus(marks, number, limits)
    left_out = (mark.real for mark in marks[number:] if not _is_nothing(mark, limits, both=True))
    return max(left_out, default=0.0) < limits.missed


def _has_surplus(marks: Sequence[Weighed], number: int, limits: SelectionLimits) -> bool:
    """Whether a mark that is not selected may be a further die, or shows a likely other value for a selected die."""
    dice = marks[:number]
    least = min(log_odds(die.right) for die in dice)
    for mark in marks[number:]:
        # No other die can lie flat so close to one.
        on = [die.face for die in dice if _is_near(mark.face, die.face, limits.beside)]
        if not on and log_odds(mark.real) > limits.further + limits.weakest * least:
            return True
        if on and mark.right >= limits.believed and all(face.value != mark.face.value for face in on):
            return True
    return False


def _is_near(face: NetFace, die: NetFace, edges: float) -> bool:
    """Whether the middle of a face is within so many edges of a die's."""
    x, y = np.mean(face.corners, axis=0) - np.mean(die.corners, axis=0)
    return bool(np.hypot(x, y) < edges * die.edge)


def _is_nothing(mark: Weighed, limits: SelectionLimits, *, both: bool = False) -> bool:
    """Whether a mark has no firm value, and is very faint or surely a side face or covered; with `both`, all of that."""
    faint, hidden = mark.real < limits.unreadable, mark.face.doubt >= limits.hidden
    unlikely = faint and hidden if both else faint or hidden
    return unlikely and max(mark.face.probabilities) < limits.firm


def _doubts_of_number(dice: Sequence[Weighed], joint: Joint, limits: SelectionLimits) -> list[Doubt]:
    """Return the doubts about these dice if their number is unknown."""
    doubts = []
    weak = [mark.face for mark in dice if mark.real < limits.twins and not _is_confirmed(mark, limits)]
    if any(are_twins(one, other) for one, other in combinations(weak, 2)):
        doubts.append(Doubt.TOUCHING)
    firm = [
        face
        for face in joint.others
        if face.real >= limits.other_size and max(face.probabilities) >= limits.firm
    ]
    # A face on a die is a disc on its top, or its top and side taken together.
    if any(not any(_is_near(face, mark.face, 0.5) for mark in dice) for face in firm):
        doubts.append(Doubt.FOREIGN)
    return doubts


def _is_confirmed(mark: Weighed, limits: SelectionLimits) -> bool:
    """Whether the geometry reads the same value at this mark."""
    return mark.die is not None and mark.die.value == mark.face.value and mark.die.confidence >= limits.alike


def _doubts_of_die(mark: Weighed, leeway: float, limits: SelectionLimits) -> list[Doubt]:
    """Return the doubts about one die."""
    face, doubts = mark.face, []
    if face.doubt > limits.leans:
        doubts.append(Doubt.COCKED)
    miscounted = face.miscounted and not _is_confirmed(mark, limits)
    if _log_odds_margin(face, limits) < -leeway or miscounted:
        doubts.append(Doubt.PIPS)
    if face.printed or face.pipless or mark.right < limits.believed:
        doubts.append(Doubt.FOREIGN)
    return doubts


def _log_odds_margin(face: NetFace, limits: SelectionLimits) -> float:
    """Return the belief in a value minus its limit, in log odds; the limit is higher if the nets disagree."""
    above = log_odds(max(face.probabilities)) - log_odds(limits.firm)
    both_say = int(np.argmax(face.finder)) + 1 == face.value == int(np.argmax(face.face)) + 1
    return above if both_say else above - limits.nets_differ
