from __future__ import annotations

import json

import pytest

from web import stream as stream_module
from web.stream import Live


def data(event):
    """The snapshot in an event."""
    return json.loads(next(line for line in event.splitlines() if line.startswith("data: "))[6:])


def never():
    return False


def test_a_stream_begins_with_the_board_as_it_stands(small):
    small.start("Anna", "Ben", leader="Anna")
    stream = Live(small, limit=2).stream(gone=never)
    assert next(stream) == "retry: 2000\n\n"
    event = next(stream)
    assert event.startswith(f"id: boot1:{small.snapshot()['version']}\n")
    assert data(event)["state"]["to_act"] == "Anna"


def test_every_change_is_reported_once(small):
    small.start("Anna", "Ben", leader="Anna")
    stream = Live(small, limit=2).stream(gone=never)
    next(stream), next(stream)
    small.throw(2, 3, 4)
    assert data(next(stream))["state"]["free"] == [2, 3, 4]


def test_a_calm_table_beats_so_that_a_page_knows_the_line_is_alive(small, monkeypatch):
    monkeypatch.setattr(stream_module, "BEAT_S", 0.0)
    monkeypatch.setattr(stream_module, "SLICE_S", 0.01)
    stream = Live(small, limit=2).stream(gone=never)
    next(stream), next(stream)
    assert next(stream) == "event: beat\ndata: 1\n\n"


def test_a_stream_ends_when_its_page_has_gone(small):
    assert len(list(Live(small, limit=2).stream(gone=lambda: True))) == 1


def test_closing_ends_all_streams_and_lets_nobody_in(small):
    live = Live(small, limit=2)
    stream = live.stream(gone=never)
    next(stream), next(stream)
    live.close()
    assert list(stream) == []
    assert not live.enter()


def test_only_so_many_streams_are_let_in_and_a_place_given_back_is_free_again(small):
    live = Live(small, limit=2)
    assert [live.enter(), live.enter(), live.enter()] == [True, True, False]
    live.leave()
    assert live.enter()


def test_a_name_with_line_breaks_cannot_forge_an_event(small):
    small.show(notice={"key": "x", "message": "a\n\ndata: {}\r\r"})
    stream = Live(small, limit=2).stream(gone=never)
    next(stream)
    event = next(stream)
    assert event.count("\n") == 3
    assert "\r" not in event
    assert data(event)["notice"]["message"] == "a\n\ndata: {}\r\r"


@pytest.mark.parametrize("method", ["get", "head"])
def test_a_stream_that_is_closed_gives_its_place_back(client, method):
    answer = getattr(client, method)("/api/stream", buffered=False)
    assert answer.mimetype == "text/event-stream"
    answer.close()
    assert client.get("/healthz").get_json()["streams"] == 0
