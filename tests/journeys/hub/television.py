"""The hub's television in a browser with a clock of its own."""

from playwright.sync_api import Page

from tests.support.waiting import until

CUT = """(least) => [...document.querySelectorAll('.table .name, .match .name, .lines .name')]
  .filter((name) => [...name.textContent].length <= least && name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)"""
"""Names that are cut though they have few letters."""


def turn_to(television: Page, scene: str):
    """Let time pass until the television shows a scene."""
    body = television.locator(f"body[data-scene='{scene}']")
    until(lambda: body.count() or television.clock.fast_forward(12_000), looks_s=0.2)
