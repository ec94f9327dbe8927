import json

import pytest

from tests.support.hub.full_hall import board
from tests.support.hub.running_hub import hubs_in
from tests.support.interface.published import Published

NAMES = [f"Gast {number}" for number in range(1, 10)]


@pytest.fixture
def hub(tmp_path):
    with hubs_in(tmp_path / "hub") as opened:
        yield opened()


def answers_of(hub):
    """Return what the pages are sent, each with its route: at the start, after a draw, and with a first result."""
    desk = hub.desk
    yield "/api/referee", desk.waiting("de")
    desk.open(title="Pokal", form="knockout", tables=3, players="\n".join(NAMES))
    desk.act({"do": "draw"})
    yield "/api/cup", {"cup": desk.to_json("de")}
    match = desk.to_json("de")["rounds"][0]["matches"][0]
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
    yield "/api/cup", {"cup": desk.to_json("de")}
    yield "/api/referee", desk.waiting("de")
    hub.hall.publish()
    yield "/api/board", hub.hall.board.snapshot()
    yield "/api/landlord/tables", {"tables": hub.hall.list_tables()}


def test_the_hubs_answers_fit_what_it_publishes_and_the_types_of_its_pages_are_made_of(hub):
    hub.hall.note_board("pub/1", board(1, NAMES[:4]))
    published = Published(hub.server.app)
    assert all(published.document["components"]["schemas"].values())
    faults = [
        published.answer_fault(rule, json.loads(json.dumps(answer))) for rule, answer in answers_of(hub)
    ]
    assert [fault for fault in faults if fault] == []
