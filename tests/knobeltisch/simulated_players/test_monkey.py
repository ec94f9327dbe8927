"""Random taps on the live demo's page."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support.pages.monkey import play

pytestmark = pytest.mark.long


def test_the_demo_lives_through_random_taps_and_its_journal_is_accounted_for(
    chromium: Browser, tmp_path: Path
) -> None:
    run = play(chromium, 7, 0.5, 8.0, tmp_path)
    assert run.wrong == []
    assert run.taps > 0
    assert run.entries > 0


def test_the_demo_of_cards_lives_through_random_taps_too(chromium: Browser, tmp_path: Path) -> None:
    run = play(chromium, 6, 0.3, 8.0, tmp_path)
    assert (run.options.variant, run.wrong) == ("poker", [])
    assert run.taps > 0
