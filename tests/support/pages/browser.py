"""The browser that pages are looked at with: Debian's Chromium, without a window."""

from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Playwright

CHROMIUM: Final = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
"""The headless shell is the same browser without windows: a page costs it half."""


def installed() -> str | None:
    return next((path for path in CHROMIUM if Path(path).exists()), None)


def launched(playwright: Playwright, *more: str) -> Browser:
    """Return the browser, started, also with `more` options. Raise FileNotFoundError where none is installed."""
    path = installed()
    if path is None:
        raise FileNotFoundError(f"{CHROMIUM[0]} is missing; install Debian's chromium-headless-shell.")
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu", *more])
