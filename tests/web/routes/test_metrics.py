from __future__ import annotations


def test_metrics_are_numbers_by_name_and_what_is_not_known_is_left_out(small):
    measures = {"acts_total": 12, "temperature_celsius": None, "camera_gain": 2.5}
    answer = small.page(meters=lambda: measures).test_client().get("/metrics")
    assert answer.content_type == "text/plain; version=0.0.4; charset=utf-8"
    assert answer.text == "knobeltisch_acts_total 12\nknobeltisch_camera_gain 2.5\nknobeltisch_streams 0\n"


def test_without_measures_there_is_no_such_address(client):
    assert client.get("/metrics").status_code == 404
