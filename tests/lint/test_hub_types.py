import json
from urllib.request import urlopen

import pytest

from tests.support.hub.running_hub import address, hubs_in
from tests.support.interface.page_types import TSC, problems_of

NAMES = [f"Gast {number}" for number in range(1, 10)]


@pytest.fixture
def hub(tmp_path):
    with hubs_in(tmp_path / "hub") as opened:
        yield opened()


def answers_of(hub):
    """Return what the pages are sent, each with the name of its type: at the start, after a draw, and with a first result."""
    desk = hub.desk
    yield "Waits", desk.waiting("de")
    desk.open(title="Pokal", form="knockout", tables=3, players="\n".join(NAMES))
    desk.act({"do": "draw"})
    yield "Tournament", desk.shown("de")
    match = desk.shown("de")["rounds"][0]["matches"][0]
    for game in range(1, match["games"] + 1):
        desk.act(
            {
                "do": "result",
                "match": match["match"],
                "game": game,
                "halves": match["players"][:2],
                "final": match["players"][0],
            }
        )
    desk.act({"do": "note", "kind": "went_home", "player": NAMES[-1]})
    yield "Tournament", desk.shown("de")
    yield "Waits", desk.waiting("de")
    with urlopen(f"{address(hub)}/api/board") as answer:
        yield "Hall", json.load(answer)


@pytest.mark.long
@pytest.mark.skipif(not TSC.exists(), reason="lint/node_modules is not there: script/lint-page makes it")
def test_the_hubs_answers_fit_the_types_of_its_pages(hub, tmp_path):
    lines = [
        f"/** @type {{{kind}}} */\nexport const answer{place} = {json.dumps(answer)};\n"
        for place, (kind, answer) in enumerate(answers_of(hub))
    ]
    assert problems_of("".join(lines), tmp_path) == ""
