"""A finger on the tablet that taps the acts of a game of cards as the page offers them, and counts."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from playwright.sync_api import Page

from knobeltisch.table.scoreboard import Scoreboard

Act = Mapping[str, Any]


class CardTaps:
    """Taps on `page`; `board` is what its table shows."""

    def __init__(self, board: Scoreboard, page: Page):
        self.board, self.page, self.count = board, page, 0

    @property
    def shown(self) -> dict[str, Any]:
        return dict(self.board.snapshot())

    def act(self, act: Act):
        """Tap one act, and wait until the page shows what came of it."""
        head = self.shown["head"]
        taps: Callable[[Act], None] = getattr(self, f"_{act['act']}")
        taps(act)
        self.until(lambda shown: shown["head"] > head)
        self.page.wait_for_function(
            "(moment) => document.body.dataset.moment === moment && !document.body.dataset.ordering",
            arg=self.shown["moment"],
        )

    def until(self, true: Callable[[dict[str, Any]], bool]):
        """Wait until something is true of what the table shows."""
        while not true(self.shown):
            self.page.wait_for_timeout(10)

    def _tap(self, selector: str):
        self.page.locator(selector).click()
        self.count += 1

    def _key(self, focus: str):
        self._tap(f'#panel [data-focus="{focus}"]')

    def _cards(self, cards: Iterable[str]):
        for card in cards:
            self._tap(f'dialog [data-card="{card}"]')

    def _draw(self, act: Act):
        self._key("cards draw")
        self._cards(act["cards"])

    def _exchange(self, act: Act):
        self._key(f"exchange {self.shown['state']['to_act']} {act['count']}")

    def _show(self, act: Act):
        self._key("cards show")
        self._cards(act["cards"])
        self._tap('dialog [data-focus="enter"]')

    def _call(self, act: Act):
        self._key(f"call {act['category']}")

    def _pass(self, _act: Act):
        self._key("pass")

    def _best(self, act: Act):
        players = act["players"]
        if "category" in act:
            self._key("nobody" if act["category"] is None else f"hand {act['category']}")
        if len(players) == 1:
            self._key(f"best {players[0]}")
        elif players:
            self._key("equal")
            if len(self.shown["state"]["among"]) > 2:
                for player in players:
                    self._key(f"equal {player}")
                self._key("equal done")

    def _chicago(self, _act: Act):
        self._key("chicago")

    def _trick(self, act: Act):
        declared = self.shown["state"]["declared"]
        self._key("took" if act["winner"] == declared else "lost")

    def _last_trick(self, act: Act):
        self._key(f"trick {act['winner']}")

    def _lost_trick(self, _act: Act):
        self._key("lost")
