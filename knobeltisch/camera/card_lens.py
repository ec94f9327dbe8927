"""Reading open cards on the board on request: the result is a proposal that somebody confirms, never an act.

The caller waits while the frame loop's thread reads the next pictures, one per turn of its loop, so that it is never blocked for
long. The reading and its crops are only in memory; the next reading, or the next act of the game, deletes them.
"""

from __future__ import annotations

import logging
import secrets
import threading
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import scorer
from knobeltisch.errors import CommandError, refusal_to_json
from scorer.games.poker.cards import HAND, cards_named
from scorer.games.poker.hand_ranks import best_of, category_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hardware.frame import Pixels
    from scorer import GameState
    from scorer.games.poker.cards import Card
    from vision.board import BoardPose
    from vision.cards.types import CardReading

log = logging.getLogger(__name__)

PICTURES: Final = 3  # pictures of the same cards at most; two must be sure of all of them
WAIT_S: Final = 15.0
MOST: Final = 8  # cards at once: one trick of all players
UNSEEN: Final = "The camera does not see the board; name the cards by hand."


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Last:
    """The last reading: its name, the crops of its cards, and the state of the game at that time."""

    name: str
    crops: tuple[bytes, ...]
    state: GameState | None


@dataclass(slots=True, kw_only=True)
class _Wish:
    """A request to read a number of cards."""

    count: int
    readings: list[CardReading] = field(default_factory=list)
    done: Future[CardReading] = field(default_factory=Future)


class CardLens:
    """Read cards of the running game, which `state` returns.

    All but `read_picture` and `report_no_board` are safe to call from any thread.
    """

    def __init__(self, state: Callable[[], GameState | None]) -> None:
        self._state = state
        self._asking = threading.Lock()
        self._wish: _Wish | None = None
        self._last: _Last | None = None

    # --- the page's side

    def read(self, count: object) -> dict[str, object]:
        """Read this many cards and return them (docs/board-json.md), or one sentence with the reason why not."""
        state = self._state()
        try:
            reading = self._read(count)
        except CommandError as error:
            return refusal_to_json(error.code, str(error), error.rule)
        name = secrets.token_urlsafe(8)
        self._last = _Last(name=name, crops=tuple(card.crop for card in reading.cards), state=state)
        return {
            "ok": True,
            "reading": name,
            "status": reading.status.value,
            "doubts": [doubt.value for doubt in reading.doubts],
            "cards": [
                {"card": card.name, "sure": card not in reading.unsure, "candidates": list(card.candidates)}
                for card in reading.cards
            ],
        }

    def picture(self, reading: str, place: int) -> bytes | None:
        """Return the JPEG of a card's index from the last reading; None for any other reading."""
        last = self._last_reading()
        if last is None or last.name != reading or not 0 <= place < len(last.crops):
            return None
        return last.crops[place]

    def weigh(self, hands: object) -> dict[str, object]:
        """Return each player's hand category with the cards shown so far, and who has the best hand (POK-5, POK-9)."""
        try:
            named = _hands(hands)
        except scorer.Refused as error:
            return refusal_to_json(error.code, error.message, error.rule)
        except CommandError as error:
            return refusal_to_json(error.code, str(error), error.rule)
        state = self._state()
        royal = isinstance(state, scorer.PokerState) and state.rules.royal_counts
        categories = {player: category_of(cards, royal=royal) for player, cards in named.items()}
        whole = {player: cards for player, cards in named.items() if len(cards) == HAND}
        best = best_of(whole) if whole else ()
        category = categories[best[0]] if best else None
        return {
            "ok": True,
            "hands": categories,
            "best": {"players": list(best) if category else [], "category": category},
        }

    def _last_reading(self) -> _Last | None:
        """Return the last reading; forget it once the game has gone on."""
        last = self._last
        if last is None or last.state is self._state():
            return last
        if self._last is last:  # another thread may have stored a newer reading
            self._last = None
        return None

    def _read(self, count: object) -> CardReading:
        if type(count) is not int or not 1 <= count <= MOST:
            raise CommandError("bad_command", f"'count' is {str(count)[:40]}; it must be from 1 to {MOST}.")
        state = self._state()
        if not isinstance(state, scorer.PokerState) or state.stage == "over":
            raise CommandError("not_now", "No game of cards is played.")
        if not self._asking.acquire(blocking=False):
            raise CommandError("busy", "Cards are being read already; wait a moment.")
        try:
            wish = self._wish = _Wish(count=count)
            return wish.done.result(WAIT_S)
        except TookTooLong as error:
            raise CommandError("cards_unseen", UNSEEN) from error
        finally:
            self._wish = None
            self._asking.release()

    # --- the frame loop's side

    @property
    def waits(self) -> bool:
        """Whether somebody waits for cards to be read."""
        wish = self._wish
        return wish is not None and not wish.done.done()

    def read_picture(self, pixels: Pixels, pose: BoardPose) -> None:
        """Read one picture if somebody waits for cards."""
        self._last_reading()
        wish = self._wish
        if wish is None or wish.done.done():
            return
        from vision.cards.reader import agreed, board_from_above, read_cards  # noqa: PLC0415 - brings OpenCV
        from vision.types import Status  # noqa: PLC0415 - as above

        try:
            wish.readings.append(read_cards([board_from_above(pixels, pose)], count=wish.count))
            reading = agreed(wish.readings)
            alone = len(wish.readings) == 1
            if len(wish.readings) == PICTURES or (reading.status is Status.OK and not alone):
                wish.done.set_result(reading)
        except Exception:
            log.exception("cards could not be read")
            wish.done.set_exception(
                CommandError("cards_unseen", "The cards could not be read; name them by hand.")
            )

    def report_no_board(self) -> None:
        """Answer a waiting caller that the board is not seen."""
        wish = self._wish
        if wish is not None and not wish.done.done():
            wish.done.set_exception(CommandError("cards_unseen", UNSEEN))


def _hands(raw: object) -> Mapping[str, tuple[Card, ...]]:
    """Parse players' cards; no card may occur twice. Raise Refused or CommandError."""
    if not isinstance(raw, dict) or not all(isinstance(cards, list) and cards for cards in raw.values()):
        raise CommandError("bad_command", "'hands' has a list of cards for each player, such as [\"AS\"].")
    named: dict[str, tuple[Card, ...]] = {}
    gone: list[Card] = []
    for player, texts in raw.items():
        if len(texts) > HAND or not all(isinstance(text, str) for text in texts):
            raise CommandError("bad_command", f"A hand has up to {HAND} cards, each a text such as 'AS'.")
        named[player] = cards_named(texts, gone)
        gone += named[player]
    return named
