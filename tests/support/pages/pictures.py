"""Pictures of pages for people to look at, in a run that takes them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.support.paths import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHOWN: Final = ROOT / "docs" / "screens"


def keep_picture(page: Page, name: str, *, whole: bool = False) -> None:
    """Take a screenshot into the folder that KNOBELTISCH_SCREENS names, of the whole page or its visible part.

    Without such a folder do nothing. In docs/screens take only pictures that are there: the documents show no others.
    """
    assert re.fullmatch(r"[a-z0-9-]+", name)
    if wanted := os.environ.get("KNOBELTISCH_SCREENS"):
        folder = Path(wanted)
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{name}.png"
        if folder.resolve() == SHOWN and not file.exists():
            return
        window = page.viewport_size
        if whole and window:
            # A window as high as the page: what fades at its lower edge has no place in the picture.
            tall = max(window["height"], page.evaluate("document.documentElement.scrollHeight"))
            page.set_viewport_size({"width": window["width"], "height": tall})
        page.screenshot(path=file, animations="disabled")
        if whole and window:
            page.set_viewport_size(window)
