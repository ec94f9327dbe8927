"""The browser that pages are looked at with: Debian's Chromium, without a window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

CHROMIUM: Final = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")


def launched(playwright: Playwright) -> Browser:
    """Return the browser, started. Raises StopIteration where none is installed."""
    found = next(path for path in CHROMIUM if Path(path).exists())
    return playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
