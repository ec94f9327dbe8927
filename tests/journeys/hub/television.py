"""The hub's television in a browser with a clock of its own."""

from __future__ import annotations

from playwright.sync_api import Page, expect

SCENE_MS = 12_000


def turn_to(television: Page, scene: str) -> None:
    """Let time pass until the television shows a scene."""
    for _ in range(6):
        if television.evaluate("document.body.dataset.scene") == scene:
            return
        television.clock.fast_forward(SCENE_MS)
    expect(television.locator("body")).to_have_attribute("data-scene", scene)
