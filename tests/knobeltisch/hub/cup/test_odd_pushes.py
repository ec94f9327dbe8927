import uuid
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knobeltisch.archive.bill import KINDS
from knobeltisch.hub.hub import Hub
from knobeltisch.hub.hub_config import HallConfig, HubConfig
from scorer.json_forms.codec import to_json
from tests.support.hub.small_tournament import PEOPLE, Sender, result_of
from tests.support.league.odd_json import spoilt
from tests.support.seeds import examples
from tests.tournament.running_tournament import some_result

TABLE = "a" * 16
BILL = {
    "heads": [
        {"player": "Anna", "open": 250, "items": [{"kind": KINDS[0], "count": 2, "paid": 1, "price": None}]}
    ]
}
ASKS = {"table": TABLE, "topic": "pub/1", "port": 8080, "boot": "b1", "bill": BILL}


@pytest.fixture
def hub(tmp_path):
    built = Hub(HubConfig(hall=HallConfig(folder=tmp_path, tables=("pub/1",))))
    built.desk.open(title="Pokal", form="groups", tables=1, players="\n".join(PEOPLE[:4]))
    built.desk.act({"do": "draw"})
    yield built
    built.stop()


def every_view(hub):
    hub.hall.publish()
    for language in ("de", "en"):
        waiting = hub.desk.waiting(language)
        hub.desk.to_json(language)
    assert all(isinstance(game["game"]["players"], list) for game in waiting["loose"])
    for bill in hub.service.bills():
        for head in bill["bill"]["heads"]:
            assert isinstance(head["player"], str)
            assert all(item["kind"] in KINDS and item["count"] >= item["paid"] - 3 for item in head["items"])
    hub.service.tasks()
    return waiting


@settings(
    max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.integers(0, 10**6))
def test_whatever_a_table_sends_every_page_is_shown_and_its_next_push_is_taken(hub, seed):
    chance, box = Random(seed), uuid.uuid4().hex[:16]
    words = []
    for number in range(1, chance.randint(2, 4)):
        game = to_json(some_result(PEOPLE[:4], chance))
        result = {"game": game, "began": 1.0, "ended": 3000.0, "rules": {}, "initials": ["A"]}
        word = {"seq": number, "revision": 1, "game": f"{box[:6]}-{number}", "kind": "finished"}
        words.append({**word, "result": spoilt(result, chance)})
    asks = spoilt(ASKS, chance)
    status, answer = hub.service.push({"table": TABLE, "box": box, "entries": words})
    assert status in {200, 400}
    hub.service.ask(asks if isinstance(asks, dict) else {}, "192.0.2.7")
    every_view(hub)
    good = {"seq": answer["taken"] + 1, "revision": 1, "game": f"{box[:6]}-99", "kind": "taken_back"}
    sent = {"table": TABLE, "box": box, "entries": [{**good, "result": None}]}
    assert hub.service.push(sent) == (200, {"taken": answer["taken"] + 1})


@pytest.mark.parametrize("game", [{}, {"players": 7}, {"variant": "schocken", "players": [], "places": []}])
def test_what_nobody_can_read_is_shown_to_the_referee_with_its_reason_and_takes_no_games_place(hub, game):
    anna = Sender(TABLE)
    word = {**anna.finished("a-1", result_of(PEOPLE[:4])), "result": {"game": game}}
    assert hub.service.push(anna.push(word))[0] == 200
    waiting = every_view(hub)
    (unread,) = waiting["unread"]
    assert unread["table"] == 2
    assert unread["why"].endswith(".")
    hub.service.push(anna.push(anna.finished("a-2", result_of(PEOPLE[:4]), ended=9e9)))
    assert hub.desk.brief()["done"] == 1
