"""What is needed can be read from the other side of the room."""

from __future__ import annotations

import json

import pytest

from tests.support.pages.census import LANGUAGES, all_boards, open_page
from tests.support.pages.from_afar import ASK, NEEDED, PLAIN, SCREENS, arc_minutes

pytestmark = pytest.mark.long
LEAST_OF_A_LEADER = 13
"""Arc minutes on a tablet: whoever leads has three things to be said beside the name, above everybody's dice."""
OF_A_LEADER = ("what he does now", "throws left")


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.path)
def test_what_is_needed_can_be_read_from_afar(house, chromium, seed, screen):
    page = open_page(chromium, house.url + screen.path, locale=LANGUAGES["de"])
    page.set_viewport_size({"width": screen.width, "height": screen.height})
    too_small, kinds = [], set()
    try:
        boards = all_boards(seed, 1, names=PLAIN)
        shown = page.evaluate(ASK, [json.dumps(boards), NEEDED])
        for board, texts in zip(boards, shown, strict=True):
            for kind, words, size in texts:
                kinds.add(kind)
                angle = arc_minutes(screen, size)
                leads = screen.path == "/" and kind in OF_A_LEADER
                if angle < (LEAST_OF_A_LEADER if leads else screen.least) - 0.05:
                    too_small.append((kind, words, round(angle, 1), board["state"]["variant"]))
    finally:
        page.context.close()
    assert kinds == {*NEEDED}
    assert too_small == [], f"KNOBELTISCH_SEED={seed}"
