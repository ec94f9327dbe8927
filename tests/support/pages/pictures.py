"""Pictures of pages for people to look at, in a run that takes them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def keep_picture(page: Page, name: str, *, whole: bool = False) -> None:
    """Take a screenshot into the folder that KNOBELTISCH_SCREENS names, of the whole page or its visible part; without one do nothing."""
    assert re.fullmatch(r"[a-z0-9-]+", name)
    if wanted := os.environ.get("KNOBELTISCH_SCREENS"):
        folder = Path(wanted)
        folder.mkdir(parents=True, exist_ok=True)
        window = page.viewport_size
        if whole and window:
            # A window as high as the page: what fades at its lower edge has no place in the picture.
            tall = max(window["height"], page.evaluate("document.documentElement.scrollHeight"))
            page.set_viewport_size({"width": window["width"], "height": tall})
        page.screenshot(path=folder / f"{name}.png", animations="disabled")
        if whole and window:
            page.set_viewport_size(window)
