"""The census where the camera reads cards: the key for it stands beside the others at every size."""

from __future__ import annotations

import json

import pytest

from tests.support.pages.board_states import some_boards
from tests.support.pages.census import LANGUAGES, look_over, open_page, sized

SIZES = ((360, 640), (740, 360), (1280, 800))
STATES = 6
READ = """async (text) => {
  let read = 0;
  for (const one of JSON.parse(text)) {
    push(one);
    await null;
    read += document.querySelector("#panel [data-focus^=read]") !== null;
  }
  return read;
}"""


def is_read(state):
    """Whether cards may be laid before the camera at this stage."""
    trick = state["stage"] == "tricks" and state["tricks"] and state["tricks"][0]["cards"]
    last = state["stage"] == "compare" and state["phase"] == 3
    return state["stage"] == "draw" or last or trick or state["to_act"] in state["duty"]


@pytest.mark.some(1)
@pytest.mark.parametrize(("language", "font"), [("de", "DejaVu Sans"), ("en", "bundled")])
def test_nothing_is_cut_off_or_covered_where_cards_are_read(house, chromium, language, font, seed):
    boards = [
        {**board, "camera": {**board["camera"], "status": "ok", "ask": "no", "notes": []}}
        for count in (2, 5, 8)
        for board in some_boards(seed, "poker", count, STATES)
        if is_read(board["state"])
    ]
    page = open_page(chromium, house.url, locale=LANGUAGES[language], font=font)
    page.evaluate("() => { document.body.dataset.reads = 'cards'; }")
    try:
        assert page.evaluate(READ, json.dumps(boards)) == len(boards), f"KNOBELTISCH_SEED={seed}"
        found = [example for size in sized(page, SIZES) for example in look_over(page, boards, size).examples]
    finally:
        page.context.close()
    assert found == [], f"KNOBELTISCH_SEED={seed}"
