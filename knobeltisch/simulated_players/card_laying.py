"""Cards that simulated players lay before the camera: its readings, its questions, and its errors.

The players know the cards. They confirm a correct reading, answer its questions, and correct a misread card, which is
noted because real players may not look so closely.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from hardware.simulated import LaidCard, LayCards, SimulatedCamera, SimulatedTable
from knobeltisch.simulated_players.played import TableFailed
from vision.board import BOARD_MM, draw_board

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hardware.cameras.base import Camera

SHEET_PX_PER_MM: Final = 6.0
APART_MM: Final = 70.0
"""Distance from card to card if there is room: none covers another."""
CARD_MM: Final = 63.0
EDGE_MM: Final = 6.0
IDLE_S: Final = 1.0
"""Seconds between two pictures of an idle camera, when time is simulated."""
LOOK_S: Final = 0.01
LIVE_FPS: Final = 5.0  # only cards move before it


@dataclass(slots=True, kw_only=True)
class Readings:
    """The outcome for all cards that were laid down."""

    shows: int = 0
    cards: int = 0
    asked: int = 0
    """Shows in which the table asked for a card."""
    asked_cards: int = 0
    wrong: list[str] = field(default_factory=list)
    """Cards that were misread without a question."""
    failed: int = 0
    """Shows in which nothing was read: the camera did not see the board."""


class CardLaying:
    """A simulated board with a camera, and hands that lay cards on it. `ask` sends JSON to the page and returns its answer."""

    def __init__(
        self, *, seed: int, realtime: bool, ask: Callable[[str, Mapping[str, object]], Mapping[str, Any]]
    ) -> None:
        self._table = SimulatedTable(
            sheet=draw_board(SHEET_PX_PER_MM), sheet_px_per_mm=SHEET_PX_PER_MM, seed=seed, fps=LIVE_FPS
        )
        self._realtime, self._ask = realtime, ask
        self._wanted = threading.Event()
        self._camera = SimulatedCamera(self._table, realtime=realtime, on_tick=self._wait_for_demand)
        self.readings = Readings()

    @property
    def camera(self) -> Camera:
        """Return the camera over the board."""
        return self._camera

    def stop(self) -> None:
        """Release the camera; nothing can be read afterwards."""
        self._wanted.set()
        self._camera.stop()

    def lay_cards(self, cards: Sequence[str]) -> None:
        """Lay cards side by side, and let the camera look until they are taken away."""
        self._table.do(LayCards(cards=tuple(_card_places(cards))))
        self._wanted.set()
        while self._table.busy:
            time.sleep(LOOK_S)

    def take_away(self) -> None:
        """Take all cards off the board."""
        self._table.do(LayCards())
        self._wanted.clear()

    def show_cards(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Lay cards down, have them read, correct the reading, and return the cards."""
        self.lay_cards(cards)
        try:
            reply = self._ask("/api/cards", {"count": len(cards)})
        finally:
            self.take_away()
        self._note_reading(cards, reply)
        return tuple(cards)

    def best_of(self, hands: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """Show the hands one after the other, and return who is best according to the page."""
        shown = {player: list(self.show_cards(cards)) for player, cards in hands.items()}
        reply = self._ask("/api/cards/hands", {"hands": shown})
        if reply.get("ok") is not True:
            raise TableFailed(f"The table could not compare {shown}: {reply.get('error')}")
        best = reply["best"]
        assert isinstance(best, dict)
        return best

    def _wait_for_demand(self, _now: float) -> None:
        """Take a picture only on demand: no time passes at the table otherwise."""
        if not self._realtime:
            self._wanted.wait(IDLE_S)

    def _note_reading(self, cards: Sequence[str], reply: Mapping[str, Any]) -> None:
        noted = self.readings
        noted.shows += 1
        noted.cards += len(cards)
        if reply.get("ok") is not True:
            noted.failed += 1
            return
        sure = [read_card["card"] for read_card in reply["cards"] if read_card["sure"]]
        asked = len(cards) - len(sure)
        noted.asked += asked > 0 or reply["status"] != "ok"
        noted.asked_cards += max(0, asked)
        read = [read_card["card"] if read_card["sure"] else None for read_card in reply["cards"]]
        in_order = len(read) == len(cards)
        for place, card in enumerate(read):
            right = card is None or (cards[place] == card if in_order else card in cards)
            if not right:
                noted.wrong.append(f"{card} was read, and sure, where {' '.join(cards)} lay")


def _card_places(cards: Sequence[str]) -> list[LaidCard]:
    """Return the cards' places: side by side in the middle of the board, overlapping if there are many."""
    room = BOARD_MM[0] - CARD_MM - 2 * EDGE_MM
    step = min(APART_MM, room / max(1, len(cards) - 1))
    left = (BOARD_MM[0] - step * (len(cards) - 1)) / 2
    return [
        LaidCard(card=card, at=(left + step * place, BOARD_MM[1] / 2)) for place, card in enumerate(cards)
    ]
