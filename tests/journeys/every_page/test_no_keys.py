import json
import re

import pytest

from tests.support.pages.board_states import some_boards
from tests.support.pages.census import HERE, LANGUAGES
from tests.support.seeds import chosen_seed
from web.translations import catalogue

pytestmark = pytest.mark.long

KEY = re.compile(r"[a-z_]+(?:\.[\w@]+)+")
DRAW = """async (text) => {
  const said = [];
  for (const board of JSON.parse(text)) {
    window.push(board);
    await null;
    said.push(document.body.innerText);
  }
  return said;
}"""


def with_wishes(board, when):
    """The same board, on which somebody wants to leave, and two want to pause."""
    first, *others = board["state"]["players"]
    wishes = [
        {"player": player, "what": what, "when": when, "after": None}
        for player, what in ((first, "leave"), *((other, "pause") for other in others[:2]))
    ]
    return {**board, "attendance": {**(board["attendance"] or {}), "wishes": wishes}}


@pytest.mark.parametrize(
    ("path", "language"), [("/", "de"), ("/screen", "en"), ("/watch?player=Maximilian", "de")]
)
def test_no_key_is_shown_in_a_game_of_cards(house, chromium, path, language):
    plain = [board for count in (2, 5) for board in some_boards(chosen_seed(), "poker", count, 25)]
    boards = [
        shown for board in plain for shown in (board, with_wishes(board, "hand"), with_wishes(board, "next"))
    ]
    context = chromium.new_context(locale=LANGUAGES[language], reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script(path=HERE / "states.js")
    try:
        page.goto(house.url + path)
        page.wait_for_function("() => document.body.dataset.link")
        said = page.evaluate(DRAW, json.dumps(boards))
    finally:
        context.close()
    assert {key for text in said for key in KEY.findall(text) if key in catalogue(language)} == set()
