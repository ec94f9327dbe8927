"""What axe, the checker of pages for everybody, finds on an open page."""

from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_SCRIPT: Final = Axe().axe_script
# Nothing here has frames or sounds, and a style sheet that axe fetched again would say the same.
_RUN: Final = "axe.run({ resultTypes: ['violations'], preload: false, iframes: false }).then((found) => found.violations)"


def violations(page: Page) -> list[dict[str, Any]]:
    """Return what axe finds wrong on the page as it is now."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_SCRIPT)  # half a megabyte: once a page is enough
    found: list[dict[str, Any]] = page.evaluate(_RUN)
    return found
