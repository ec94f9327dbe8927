"""How many taps a turn takes by hand, compared with the fewest possible.

    python -m benchmarks.page.taps [--turns N] [--seed N] [--out FILE]

The real table without a camera, a real browser: random turns of every game are tapped on the page and the taps counted. The least
possible: one tap for each die that was thrown, one for each die that is put aside by name, one for each decision (throw again,
turn, pass, cover). In Chicago poker, hands are counted: one tap for each call, one for each named card, and one for the best
hand. "With an Enter" is the number if each throw needed a confirming tap.
"""

from __future__ import annotations

import random
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from playwright.sync_api import sync_playwright

import scorer
from benchmarks.support.reports import out_option, table, tiny_option, write_report
from knobeltisch.app import NOBODY_THERE, build
from knobeltisch.config import CameraConfig, Config, JournalConfig, PageConfig
from knobeltisch.simulated_players.card_players import CardPlayers
from tests.support.pages.browser import launched
from tests.support.pages.card_taps import CardTaps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Page

    from knobeltisch.app import App
    from scorer.games.poker.poker_acts import PokerAct

PLAYERS = ("Anna", "Ben", "Cem", "Dana", "Eva")
HURRY = "globalThis.restMs = 60;"
"""A program makes no accidental second tap, so it need not wait as long as a finger."""


@dataclass
class Taps:
    """The taps of one game's turns."""

    turns: int = 0
    throws: int = 0
    taps: int = 0
    least: int = 0


def decisions_of(state: scorer.State) -> list[scorer.Act]:
    """Return what the player in turn may do, besides taking back."""
    return [decision for decision in scorer.decisions(state) if not isinstance(decision, scorer.TakeBack)]


class Player:
    """Plays by tapping."""

    def __init__(self, app: App, page: Page, chance: random.Random) -> None:
        self.app, self.page, self.chance, self.count = app, page, chance, Taps()

    @property
    def shown(self) -> dict[str, Any]:
        return self.app.table.board.snapshot()

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.count.taps += 1

    def wait(self) -> None:
        self.page.wait_for_function(
            "(moment) => document.body.dataset.moment === moment && !document.body.dataset.ordering",
            arg=self.shown["moment"],
        )

    def step(self) -> None:
        """Throw if due, or decide; acts of the drinking game are sent as commands."""
        self.wait()
        state = self.app.table.state
        assert isinstance(state, scorer.State)
        if state.stage == "naming":
            self.tap(f'#ask [data-option="player{self.chance.randrange(len(state.active))}"]')
            self.count.least += 1
        elif due := scorer.dice_expected(state) or self.thrown_again(state):
            head, entries = self.shown["head"], 1 + (not scorer.dice_expected(state))
            for _ in range(due):
                self.tap(f'#panel [data-face="{self.chance.randint(1, 6)}"]')
            self.count.least += due
            self.count.throws += 1
            while self.shown["head"] < head + entries:
                self.page.wait_for_timeout(10)
        else:
            self.decide(state)
        self.changed(state)

    @staticmethod
    def thrown_again(state: scorer.State) -> int:
        """How many dice are thrown again without a tap, since nothing else is possible; 0 if there is a choice."""
        return len(state.free) if decisions_of(state) == [scorer.Hold(dice=())] else 0

    def decide(self, state: scorer.State) -> None:
        act = self.chance.choice(decisions_of(state))
        held = act.dice if isinstance(act, scorer.Hold) else ()
        left = list(enumerate(state.free))
        for die in held:
            place = next(pair for pair in left if pair[1] == die)
            left.remove(place)
            self.tap(f'#dice [data-focus="free{place[0]}"]')
        self.tap(f'#panel [data-focus="{scorer.act_name(act)}"]')
        self.count.least += len(held) + 1

    def changed(self, before: scorer.State) -> None:
        for _ in range(200):
            state = self.app.table.state
            if state is not before:
                if isinstance(state, scorer.State) and (state.to_act, state.round) != (
                    before.to_act,
                    before.round,
                ):
                    self.count.turns += 1
                return
            self.page.wait_for_timeout(20)
        raise RuntimeError(f"a tap did nothing: {before}")


def play(app: App, page: Page, variant: str, turns: int, chance: random.Random) -> Taps:
    """Play this many turns of one variant, and start another game when one is over."""
    player = Player(app, page, chance)
    start = {"do": "start", "variant": variant, "players": list(PLAYERS[:3]), "leader": "Anna"}
    app.table.commands.send(start)
    while player.count.turns < turns:
        player.step()
        if app.table.state is not None and app.table.state.stage == "over":
            app.table.commands.send(start)
    return player.count


def play_cards(app: App, page: Page, names: tuple[str, ...], hands: int, chance: random.Random) -> list[str]:
    """Tap hands of Chicago poker by players who hold real cards; return the table's line."""
    rules = scorer.load_variant("poker")
    assert isinstance(rules, scorer.PokerRules)
    app.table.commands.send({"do": "start", "variant": "poker", "players": list(names)})
    finger, least = CardTaps(app.table.board, page), 0

    def keep(_state: scorer.PokerState, acts: Sequence[PokerAct]) -> scorer.PokerState:
        nonlocal least
        for act in acts:
            finger.act(scorer.act_to_json(act))
            # One tap for each call, one for each named card, and one for the best hand's category.
            least += len(getattr(act, "cards", None) or "x") + bool(
                getattr(act, "category", None) and act.NAME == "best"
            )
        state = app.table.state
        assert isinstance(state, scorer.PokerState)
        return replace(state, stage="over") if state.hand > hands else state

    done = CardPlayers(rules=rules, names=names, chance=chance, keep=keep).play()
    played = 0 if done.last_hand is None else done.last_hand.hand
    return [
        f"poker, {len(names)} players",
        f"{played} hands",
        "",
        f"{finger.count / played:.2f}",
        f"{least / played:.2f}",
        "",
    ]


def row(variant: str, count: Taps) -> list[str]:
    """Write a game's line."""
    each = [count.taps / count.turns, count.least / count.turns, (count.taps + count.throws) / count.turns]
    return [variant, str(count.turns), str(count.throws), *(f"{value:.2f}" for value in each)]


@click.command()
@click.option("--turns", default=40, show_default=True)
@click.option("--seed", default=1, show_default=True)
@tiny_option(turns=2)
@out_option
def main(turns: int, seed: int, out: Path | None) -> None:
    """Tap random turns of every game and print the table."""
    rows = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        config = Config(
            page=replace(PageConfig(host="127.0.0.1", port=0), table="everyone"),
            camera=CameraConfig(device="none"),
            journal=JournalConfig(path=Path(folder) / "journal.sqlite"),
        )
        app = build(config, camera=None, pins=None, clock=time.time, host=NOBODY_THERE)
        app.start()
        browser = launched(playwright)
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.add_init_script(HURRY)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{app.server.port}")
        try:
            for variant in scorer.DICE_VARIANTS:
                rows.append(row(variant, play(app, page, variant, turns, random.Random(f"{seed} {variant}"))))
            for names in (PLAYERS[:3], PLAYERS):
                rows.append(play_cards(app, page, names, max(1, turns // 3), random.Random(f"{seed} poker")))
        finally:
            browser.close()
            app.stop()
    head = ["game", "turns", "throws", "taps a turn", "least possible", "with an Enter"]
    write_report("Taps for a turn by hand", table(head, rows), out)


if __name__ == "__main__":
    main()
