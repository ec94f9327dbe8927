import json

import pytest

from tests.support.pub import services_of
from web import create_app


def refusal_of(answer):
    reply = answer.get_json()
    assert reply["ok"] is False
    return reply["error"]["message"]


def test_the_board_is_given_as_it_stands(client, small):
    small.start("Anna", "Ben", leader="Anna")
    board = client.get("/api/board").get_json()
    assert board == small.shown
    assert board["state"]["to_act"] == "Anna"


def test_a_command_is_carried_out_under_the_real_rules(client, small):
    client.post(
        "/api/commands",
        json={"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"},
    )
    answer = client.post("/api/commands", json={"do": "act", "act": {"act": "throw", "dice": [2, 3, 4]}})
    assert answer.status_code == 200
    assert answer.get_json() == {"ok": True}
    assert small.state["free"] == [2, 3, 4]


@pytest.mark.parametrize(
    ("command", "status", "code"),
    [
        ({"do": "act", "act": {"act": "pass"}}, 409, "must_throw"),
        ({"do": "undo", "count": 1, "head": 0}, 409, "stale"),
        ({"do": "dance"}, 400, "bad_command"),
    ],
)
def test_what_is_refused_is_reported_with_the_code(client, small, command, status, code):
    small.start("Anna", "Ben", leader="Anna")
    answer = client.post("/api/commands", json=command)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (status, code)


@pytest.mark.parametrize(
    ("said", "bodies"),
    [
        ("not JSON", [b"", b"{", b"\xff\xfe", b"NaN,", b"[" * 4000]),
        ("not an object", [b"[]", b"1", b"null", b'"undo"']),
        ("half a character", [b'{"do": "\\ud800"}', b'{"do": {"\\udfff": [1]}}', b'{"\\udc00\\ud800": 1}']),
    ],
)
def test_a_body_that_is_no_object_in_json_gets_one_sentence(client, small, said, bodies):
    for body in bodies:
        answer = client.post("/api/commands", data=body, content_type="application/json")
        assert answer.status_code == 400
        assert said in refusal_of(answer)
    assert small.shown["head"] == 0


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", None])
def test_only_json_is_taken_so_that_no_foreign_form_can_send_a_command(client, small, kind):
    answer = client.post("/api/commands", data='{"do": "undo"}', content_type=kind)
    assert answer.status_code == 415
    assert small.shown["head"] == 0


def test_a_body_longer_than_16_kb_is_refused(client, small):
    command = {"do": "start", "variant": "bavarian", "players": ["A" * 17_000, "Ben"]}
    answer = client.post("/api/commands", json=command)
    assert answer.status_code == 413
    assert "16 KB" in refusal_of(answer)
    assert small.shown["head"] == 0


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("get", "/nothing", 404), ("post", "/api/board", 405), ("get", "/api/commands", 405)],
)
def test_wrong_addresses_and_methods_get_a_sentence_as_json(client, method, path, status):
    answer = getattr(client, method)(path, **({"json": {}} if method == "post" else {}))
    assert answer.status_code == status
    assert refusal_of(answer).endswith(".")


def test_the_picture_of_a_die_in_question_is_given_and_never_kept(client, small):
    small.start("Anna", "Ben", leader="Anna")
    small.cup_down()
    small.lift(1, 2, 4, unsure={2: (4, 5)})
    (place,) = [place for place, crop in enumerate(small.question["crops"]) if crop["doubted"]]
    crop = f"/api/crops/{small.question['id']}/{place}"
    answer = client.get(crop)
    assert answer.mimetype == "image/jpeg"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.data == b"\xff\xd8 die 2"
    for gone in (f"{crop}9", crop.replace(small.question["id"], "q999"), "/api/crops/q1/-1"):
        assert client.get(gone).status_code == 404


def test_health_tells_which_start_and_version_is_served(client, small):
    health = client.get("/healthz?screen", environ_base={"REMOTE_ADDR": "10.0.0.9"}).get_json()
    served = {key: small.shown[key] for key in ("boot", "version")}
    assert health == {
        "ok": True, "product": "knobeltisch", "kind": "table", **served, "streams": 0, "screen": None, "head": 0,
        "camera": "ok", "panel": "absent",
    }  # fmt: skip
    client.get("/healthz?screen")  # the screen on the device itself
    assert client.get("/healthz").get_json()["screen"] >= 0


def test_health_tells_how_the_table_runs_where_it_knows(small):
    expected = {"mode": "safe", "reason": "The camera hung.", "watchdog": "table"}
    app = small.page(health=lambda: expected)
    health = app.test_client().get("/healthz").get_json()
    assert {key: health[key] for key in expected} == expected


def test_a_fault_inside_is_reported_without_its_details(small):
    class Broken:
        def send(self, command):
            raise RuntimeError(f"secret of {command}")

    client = create_app(small.table.board, Broken(), services_of(small.table)).test_client()
    answer = client.post("/api/commands", json={"do": "undo"})
    assert answer.status_code == 500
    assert "secret" not in json.dumps(answer.get_json())


def test_metrics_are_numbers_by_name_and_what_is_not_known_is_left_out(small):
    measures = {"acts_total": 12, "temperature_celsius": None, "camera_gain": 2.5}
    answer = small.page(meters=lambda: measures).test_client().get("/metrics")
    assert answer.content_type == "text/plain; version=0.0.4; charset=utf-8"
    assert answer.text == "knobeltisch_acts_total 12\nknobeltisch_camera_gain 2.5\nknobeltisch_streams 0\n"
