"""A table's own confidence: how far it may trust readings of its own dice, learned from confirmed and corrected throws.

A logistic regression with a prior estimates the chance that a guess of a given margin (`Reading.margin`) is right at this table.
A guess needs no question if its chance is at least that at a new table's limit. Of pictures, only the symbols that dice show in
place of pips are kept.

A throw counts once the next lift is seen: read surely and not corrected, or asked and answered. A later correction counts against
it; an undone throw does not count.
"""

import logging
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import exp, isfinite
from typing import Any, Final

import scorer
from knobeltisch.errors import CommandError, StoreError
from knobeltisch.game.events import Correct, Did, Fact, Undo
from knobeltisch.referee.interpretations import read_values, thrown_dice
from knobeltisch.storage.store import Store
from vision.still.known import Sign
from vision.types import Doubt, Moment, Sighting

log = logging.getLogger(__name__)

KEY: Final = "own_confidence"
OFFSET: Final = (
    2.0,
    1.5,
)  # log odds that a guess at the limit is right: mean and spread
SLOPE: Final = (1.0, 0.3)  # the same for each step of margin
LEAST_SLOPE: Final = 0.2
MOST_LEEWAY: Final = 1.0  # the most by which the limit may fall, in log odds: 0.6 in place of 0.8
LEAST_LEEWAY: Final = -2.0
TEACH: Final = 20  # throws before anything is loosened
REMEMBERED: Final = 200  # throws: dice, lamps and cameras change
STEPS: Final = 50
SETTLED: Final = 1e-6
FOLLOWED: Final = 16  # throws that may still be corrected
BLIND: Final = {Doubt.HAND, Doubt.DARK, Doubt.BLUR}
"""Questions that name their own cause: a die that was not seen then does not count as missed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedThrow:
    """The record of one throw: the margin of its weakest value, and whether the reading was right."""

    margin: float
    right: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnConfidence:
    """The confidence that a table has learned.

    `since_missed`: throws since a die was missed; None if that is longer ago than the table remembers. With a number,
    `leeway` (`Known`) is at most 0. `signs` are the symbols of the dice shown last.
    """

    throws: tuple[JudgedThrow, ...] = ()
    since_missed: int | None = None
    signs: tuple[Sign, ...] = ()
    leeway: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        offset, slope = fit_regression(self.throws)
        leeway = min(max((offset - OFFSET[0]) / slope, LEAST_LEEWAY), MOST_LEEWAY)
        if self.since_missed is not None or len(self.throws) < TEACH:
            leeway = min(leeway, 0.0)
        learned = round(leeway, 4)
        object.__setattr__(self, "leeway", learned)

    def with_throw(self, throw: JudgedThrow) -> "OwnConfidence":
        """Return the confidence after one more throw; only the newest `REMEMBERED` throws are kept."""
        since = None if self.since_missed is None else self.since_missed + 1
        since = None if since == REMEMBERED else since
        return replace(self, throws=(*self.throws, throw)[-REMEMBERED:], since_missed=since)

    def with_missed(self) -> "OwnConfidence":
        """Return the confidence after a throw in which a die was missed."""
        return replace(self, since_missed=0)

    def without_last(self, throw: JudgedThrow) -> "OwnConfidence":
        """Return the confidence without the last throw equal to this one, which was corrected or never happened."""
        backwards = list(reversed(self.throws))
        if throw in backwards:
            backwards.remove(throw)
        return replace(self, throws=tuple(reversed(backwards)))

    def count_questions(self, leeway: float) -> int:
        """Return how many kept throws would be asked about for an uncertain value, with this leeway (log odds)."""
        return sum(throw.margin < -leeway for throw in self.throws)

    def to_json(self) -> dict[str, Any]:
        """Return `OwnConfidenceJson`; `says`: how often it asks, beside a new table: "less", "more" or "same"."""
        new, now = self.count_questions(0.0), self.count_questions(self.leeway)
        return {
            "throws": len(self.throws),
            "due": max(0, TEACH - len(self.throws)),
            "wrong": sum(not throw.right for throw in self.throws),
            "since_missed": self.since_missed,
            "asks_new": new,
            "asks_now": now,
            "says": "less" if now < new else "more" if now > new else "same",
            "signs": sorted({sign.value for sign in self.signs}),
        }


def fit_regression(throws: Sequence[JudgedThrow]) -> tuple[float, float]:
    """Return the likeliest offset and slope (MAP) of a right guess's log odds over the margin, by Newton's method from the prior."""
    offset, slope = OFFSET[0], SLOPE[0]
    for _ in range(STEPS):
        # the gradient and the curvature of the posterior's logarithm
        down = [(OFFSET[0] - offset) / OFFSET[1] ** 2, (SLOPE[0] - slope) / SLOPE[1] ** 2]
        aa, ab, bb = 1 / OFFSET[1] ** 2, 0.0, 1 / SLOPE[1] ** 2
        for throw in throws:
            chance = 1 / (1 + exp(-min(max(offset + slope * throw.margin, -30.0), 30.0)))
            off, weight = throw.right - chance, chance * (1 - chance)
            down[0] += off
            down[1] += off * throw.margin
            aa, ab, bb = aa + weight, ab + weight * throw.margin, bb + weight * throw.margin**2
        area = aa * bb - ab * ab
        step = (bb * down[0] - ab * down[1]) / area, (aa * down[1] - ab * down[0]) / area
        offset, slope = offset + step[0], max(LEAST_SLOPE, slope + step[1])
        if max(map(abs, step)) < SETTLED:
            break
    return offset, slope


def save_own(store: Store, own: OwnConfidence) -> None:
    """Store the learned confidence. Raise StoreError if the disk fails."""
    throws = [[throw.margin, throw.right] for throw in own.throws]
    signs = [[sign.value, b64encode(sign.shape).decode()] for sign in own.signs]
    store.put(KEY, {"throws": throws, "since_missed": own.since_missed, "signs": signs})


def load_own(store: Store) -> OwnConfidence:
    """Return the stored confidence; an empty one if there is none or it is invalid."""
    stored: Any = store.get(KEY)
    try:
        kept = [(margin, right) for margin, right in stored["throws"]]
        if any(
            type(right) is not bool or type(margin) is bool or not isfinite(margin) for margin, right in kept
        ):
            return OwnConfidence()
        throws = tuple(JudgedThrow(margin=float(margin), right=right) for margin, right in kept)
        missed = stored["since_missed"]
        since = None if missed is None else min(max(0, int(missed)), REMEMBERED - 1)
        signs = tuple(Sign(value, b64decode(shape)) for value, shape in stored.get("signs", ()))
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
        return OwnConfidence()
    return OwnConfidence(throws=throws[-REMEMBERED:], since_missed=since, signs=signs)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Followed:
    entry: int
    read: tuple[int, ...]
    throw: JudgedThrow
    counted: bool = False


class Learning:
    """Learns from the throws of one table, in its thread only. `own` is the result, which any thread may read."""

    def __init__(self) -> None:
        self.own = OwnConfidence()
        self._store: Store | None = None
        self._lift: Sighting | None = None
        self._followed: deque[_Followed] = deque(maxlen=FOLLOWED)
        self._written = self.own

    def begin(self, store: Store) -> None:
        """Load earlier results from the store, and save new ones there from now on."""
        self._store = store
        self.own = self._written = load_own(store)

    def observe_sighting(self, sighting: Sighting) -> None:
        """Process a sighting.

        A lift confirms the throws before it that were not corrected; a touch makes the values of the last lift unusable.
        """
        if sighting.moment is Moment.LIFT:
            for place, lift in enumerate(self._followed):
                if not lift.counted:
                    self.own = self.own.with_throw(lift.throw)
                    self._followed[place] = replace(lift, counted=True)
            self._lift = sighting
        elif sighting.moment is Moment.TOUCHED:
            self._lift = None

    def follow_entry(self, entry: int, fact: Fact, *, by_hand: bool) -> None:
        """Process a written entry. `by_hand`: it came neither from the camera nor from an answer."""
        match fact:
            case Did(act=(scorer.Throw() | scorer.RollOff() | scorer.Reveal()) as act) if not by_hand:
                lift, self._lift = self._lift, None
                if lift is None:
                    return
                read, judged = read_values(thrown_dice(lift)), tuple(sorted(act.dice))
                if len(judged) > len(read) and not BLIND & set(lift.reading.doubts):
                    self.own = self.own.with_missed()
                if len(judged) == len(read) and lift.reading.margin is not None:
                    throw = JudgedThrow(margin=round(lift.reading.margin, 3), right=judged == read)
                    self._followed.append(_Followed(entry=entry, read=read, throw=throw))
            case Correct(entry=corrected, act=act):
                dice = getattr(act, "dice", None)
                self._replace_judgement(corrected, None if dice is None else tuple(sorted(dice)))
            case Undo(to=to):
                for taken_back in [lift.entry for lift in self._followed if lift.entry >= to]:
                    self._replace_judgement(taken_back, None)

    def learn_from_test(
        self, throws: Iterable[JudgedThrow], *, missed: bool = False, signs: tuple[Sign, ...] | None = None
    ) -> None:
        """Learn from the throws of a test, each judged by the landlord; `missed`: a die was missed.

        `signs` replace those of earlier dice; None if the dice were not shown face by face.
        """
        for throw in throws:
            self.own = self.own.with_throw(throw)
        if missed:
            self.own = self.own.with_missed()
        if signs is not None:
            self.own = replace(self.own, signs=signs)

    def forget(self) -> None:
        """Forget everything learned, as on a new table. Raise CommandError if the disk fails."""
        self.let_go()
        self.own = OwnConfidence()
        try:
            self._write()
        except StoreError as error:
            raise CommandError("keep", str(error)) from error

    def let_go(self) -> None:
        """Stop following earlier throws, because another journal was opened."""
        self._followed.clear()
        self._lift = None

    def save_changes(self) -> None:
        """Save new results, if any. A disk failure is logged, not raised, so that the scoring goes on."""
        if self.own == self._written:
            return
        try:
            self._write()
        except StoreError as error:
            log.warning("the table's learned confidence cannot be stored: %s", error)

    def _write(self) -> None:
        self._written = self.own
        if self._store is not None:
            save_own(self._store, self.own)

    def _replace_judgement(self, entry: int, judged: tuple[int, ...] | None) -> None:
        """Replace the judgement on a throw; None means that the throw never happened."""
        found = next((lift for lift in self._followed if lift.entry == entry), None)
        if found is None:
            return
        self._followed.remove(found)
        if found.counted:
            self.own = self.own.without_last(found.throw)
        if judged is not None:
            throw = replace(found.throw, right=judged == found.read)
            self._followed.append(replace(found, throw=throw, counted=False))
