"""Reads open cards on the board: which indices belong to one card, how sure each card is, what must be asked.

    pictures = [board_from_above(picture, pose) for picture in three_of_the_same_show]
    reading = read_cards(pictures, count=5)

Knows no rules: only that a deck has each card once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

from vision.cards.ink import ink_contradicts
from vision.cards.networks import PATCH, PX_PER_MM, RANKS, SUITS, cut_out, find_indices, look_again
from vision.cards.types import Card, CardDoubt, CardReading
from vision.image_pyramid import Halves
from vision.types import Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    from vision.board import BoardPose
    from vision.cards.networks import SeenIndex
    from vision.types import Picture

_Floats: TypeAlias = "npt.NDArray[np.float64]"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSettings:
    """Hand-set numbers, some chosen on decks kept out of training and reports (`benchmarks/training/cards.py`)."""

    # Below this confidence a card is asked about. Of 450 hands in the selection set none was silently wrong
    # down to 0.3, of 160 heaps with a hidden card none down to 0.82.
    sure: float = 0.85
    # Cards that are all this sure at first need no second look.
    at_once: float = 0.9
    # Below this it is a card only if one is missing.
    noise: float = 0.5
    # Below this belief of the finder in a card's best corner the card is less sure: pips and figures look
    # like letters to the index net alone, now that it turns and scales its input until it finds one.
    marked: float = 0.5
    # A K with a figure close beside it looks like the Kn of a Swedish jack: evidence for the other of the two
    # counts this many times more against a king or a jack.
    king_or_jack: float = 2.0
    # The most confidence of a card whose ink cannot be that suit's: asked about, and never forgotten.
    other_ink: float = 0.6
    # Marks below this joint belief in an index are dropped.
    faint: float = 0.25
    # From a card's index to the opposite one, across, in millimetres, of bridge and poker cards with any
    # index.
    across: tuple[float, float] = (26.0, 64.0)
    # The same, down the card.
    down: tuple[float, float] = (34.0, 84.0)
    # Two equal readings this near belong to one card, in millimetres, in any direction: a deck has each card
    # once.
    away: tuple[float, float] = (30.0, 110.0)
    # Millimetres that another corner of one card may be out of place.
    aside: float = 12.0
    # The cosine between the directions of two corners of one card: the finder sees small indices up to
    # fifteen degrees askew.
    straight: float = 0.75
    # The largest ratio of the heights of a card's two corners, as the finder sees them.
    alike: float = 1.5
    # A corner that contradicts its opposite this surely is a card of its own: a neighbour in a row or a fan.
    firm: float = 0.5
    # A higher index, in millimetres, has none beside it that is as upright: decks with four indices have
    # small ones.
    four: float = 17.0
    # The number of candidates for each card.
    most_named: int = 3
    # Enlarged crops are easier on the eye.
    crop_scale: int = 3


SETTINGS: Final = CardSettings()
FINDERS_WORD: Final = 0.25
"""The weight of the finder beside the index net, which sees each index upright: the power of its probabilities."""


def board_from_above(picture: Picture, pose: BoardPose) -> Picture:
    """Return the board's picture in the form that `read_cards` needs."""
    return pose.rectify(picture, PX_PER_MM)


def read_cards(
    pictures: Sequence[Picture], *, count: int | None = None, settings: CardSettings = SETTINGS
) -> CardReading:
    """Read pictures of the same cards, each of the board from straight above; `count` is the expected number.

    One picture stands alone; several must agree (`agreed`).
    """
    return agreed([_read_one(picture, count, settings) for picture in pictures])


def agreed(readings: Sequence[CardReading]) -> CardReading:
    """Join the readings of several pictures: two must be sure of the same cards, and none of others."""
    if not readings:
        raise ValueError("No picture was given; a reading needs at least one.")
    if len(readings) == 1:
        return readings[0]
    sure = sorted((candidate for candidate in readings if candidate.status is Status.OK), key=_weakest)
    if len({frozenset(reading.names) for reading in sure}) > 1:
        return replace(
            sure[-1], status=Status.UNSURE, doubts=(CardDoubt.DISAGREE,), unsure=_differing_cards(sure)
        )
    if len(sure) > 1:
        return sure[-1]
    return max((candidate for candidate in readings if candidate.status is not Status.OK), key=_weakest)


def _weakest(reading: CardReading) -> float:
    return min((card.confidence for card in reading.cards), default=0.0)


def _differing_cards(readings: Sequence[CardReading]) -> tuple[Card, ...]:
    """Return the cards of the surest reading, the last, that another one lacks."""
    common = frozenset.intersection(*(frozenset(reading.names) for reading in readings))
    return tuple(card for card in readings[-1].cards if card.name not in common)


@dataclass(frozen=True, slots=True)
class _Corner:
    """An index with both nets' joint probabilities: ranks (13,) and suits (4,), each summing to 1; millimetres."""

    seen: SeenIndex
    place: _Floats
    up: _Floats
    high: float
    ranks: _Floats
    suits: _Floats

    @property
    def confidence(self) -> float:
        """Return the probability of its likeliest card, 0..1."""
        return float(self.ranks.max() * self.suits.max())

    @property
    def name(self) -> str:
        """Return its likeliest card."""
        return RANKS[int(self.ranks.argmax())] + SUITS[int(self.suits.argmax())]


def _corner(seen: SeenIndex) -> _Corner:
    mark = seen.mark
    ranks = seen.ranks[:13] * mark.ranks.astype(np.float64) ** FINDERS_WORD + 1e-9
    suits = seen.suits[:4] * mark.suits.astype(np.float64) ** FINDERS_WORD + 1e-9
    return _Corner(
        seen,
        np.array([mark.x, mark.y]) / PX_PER_MM,
        np.array(mark.up),
        mark.high / PX_PER_MM,
        ranks / ranks.sum(),
        suits / suits.sum(),
    )


def _read_one(picture: Picture, count: int | None, settings: CardSettings) -> CardReading:
    return judged(may_be_cards(picture, count, settings), count, settings)


def may_be_cards(picture: Picture, count: int | None, settings: CardSettings = SETTINGS) -> list[Card]:
    """Return every possible card in a picture, after a second look at uncertain ones."""
    found = find_indices(picture)
    cards = _possible_cards(picture, found, settings)
    first = judged(cards, count, replace(settings, sure=settings.at_once))
    if first.status is Status.OK or not cards:
        return cards
    return _possible_cards(picture, look_again(picture, found), settings)


def _possible_cards(picture: Picture, found: Sequence[SeenIndex], settings: CardSettings) -> list[Card]:
    seen = [_corner(index) for index in found if index.real > settings.faint]
    groups = _group_corners(sorted(seen, key=lambda corner: -corner.confidence * corner.seen.real), settings)
    copies = Halves(picture)
    return [_card_of_corners(group, copies, settings) for group in groups]


def judged(cards: Sequence[Card], count: int | None, settings: CardSettings = SETTINGS) -> CardReading:
    """Decide which possible cards are there, whether all are sure, and what is doubtful.

    If the expected number is sure, faint ones beside them are pips or figures, not one more card.
    """
    known = sorted(cards, key=lambda card: -card.confidence)
    believed = [card for card in known if card.confidence >= settings.noise]
    missing = count is not None and len(believed) != count
    if count is not None and len(believed) < count:
        believed = known[:count]
    unclear = [card for card in believed if card.confidence < settings.sure]
    names = [card.name for card in believed]
    found = {
        CardDoubt.UNCLEAR: bool(unclear),
        CardDoubt.TWICE: len(set(names)) < len(names),
        CardDoubt.COUNT: missing,
    }
    doubts = tuple(doubt for doubt, there in found.items() if there)
    lying = tuple(sorted(believed, key=lambda card: (card.x, card.y)))
    asked = tuple(card for card in lying if card in unclear or names.count(card.name) > 1)
    empty = not lying and not count
    status = Status.EMPTY if empty else Status.UNSURE if doubts else Status.OK
    return CardReading(status=status, cards=lying, doubts=doubts, unsure=asked)


def _group_corners(corners: Iterable[_Corner], settings: CardSettings) -> list[list[_Corner]]:
    """Group the corners of each card, surest first."""
    groups: list[list[_Corner]] = []
    for corner in corners:
        home = next((group for group in groups if _of_one_card(group, corner, settings)), None)
        if home is None:
            groups.append([corner])
        else:
            home.append(corner)
    return groups


def _of_one_card(group: Sequence[_Corner], corner: _Corner, settings: CardSettings) -> bool:
    """Whether a corner belongs to the card: either it reads the same at the right distance, or it is unsure at the right place."""
    if corner.name == group[0].name:
        away = [float(np.linalg.norm(corner.place - member.place)) for member in group]
        return settings.away[0] < min(away) and max(away) < settings.away[1]
    return corner.confidence < settings.firm and all(
        _are_opposite_corners(member, corner, settings) for member in group
    )


def _are_opposite_corners(one: _Corner, other: _Corner, settings: CardSettings) -> bool:
    """Whether two indices can be two corners of one card: upside down on a diagonal, or side by side, or below."""
    high = max(one.high, other.high)
    along = float(one.up @ other.up)
    if high > settings.alike * min(one.high, other.high) or (along > 0 and high > settings.four):
        return False
    up = one.up + np.sign(along) * other.up  # both are a little askew, their mean less so
    up = up / max(1e-6, float(np.linalg.norm(up)))
    off = other.place - one.place
    across, down = float(off @ np.array([-up[1], up[0]])), float(-(off @ up))
    far_across = settings.across[0] < abs(across) < settings.across[1]
    far_down = settings.down[0] < abs(down) < settings.down[1]
    if far_down and (far_across or abs(across) < settings.aside):
        return along < -settings.straight
    return far_across and abs(down) < settings.aside and along > settings.straight


def _card_of_corners(group: Sequence[_Corner], copies: Halves, settings: CardSettings) -> Card:
    """Combine the corners of one card: multiply their probabilities; a corner that contradicts takes away its own confidence."""
    ranks = np.prod([member.ranks**member.seen.index for member in group], axis=0)
    suits = np.prod([member.suits**member.seen.index for member in group], axis=0)
    ranks, suits = ranks / ranks.sum(), suits / suits.sum()
    both = np.outer(ranks, suits)
    order = np.argsort(-both, axis=None)[: settings.most_named]
    named = tuple(RANKS[int(k) // 4] + SUITS[int(k) % 4] for k in order)
    against = [member.confidence * member.seen.real for member in group if member.name != named[0]]
    other = {"K": "J", "J": "K"}.get(named[0][0])
    alike = 0.0 if other is None else float(ranks[RANKS.index(other)])
    marked = max(member.seen.mark.score for member in group) / settings.marked
    best = max(group, key=lambda corner: corner.seen.real)
    cut = cut_out(copies, best.seen.mark)
    sure = both.max() * max(member.seen.index for member in group) * np.prod([1 - no for no in against])
    sure *= min(1.0, marked) * (1 - alike) ** settings.king_or_jack
    return Card(
        name=named[0],
        x=float(best.place[0]),
        y=float(best.place[1]),
        angle=float(np.degrees(np.arctan2(best.up[0], -best.up[1])) % 360),
        confidence=min(float(sure), settings.other_ink if ink_contradicts(cut, named[0][1]) else 1.0),
        corners=len(group),
        candidates=named,
        crop=_encode_crop(cut, settings),
    )


def _encode_crop(cut: Picture, settings: CardSettings) -> bytes:
    size = (PATCH[0] * settings.crop_scale, PATCH[1] * settings.crop_scale)
    large = cv2.resize(cut, size, interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
