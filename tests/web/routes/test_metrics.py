from __future__ import annotations

from web.interfaces import Meter


def get_metrics(small, *meters):
    return small.page(meters=lambda: meters).test_client().get("/metrics")


def test_a_measure_is_reported_with_what_it_is(small):
    answer = get_metrics(small, Meter(name="acts_total", kind="counter", summary="Acts.", value=12))
    assert answer.content_type == "text/plain; version=0.0.4; charset=utf-8"
    assert answer.text.startswith(
        "# HELP knobeltisch_acts_total Acts.\n# TYPE knobeltisch_acts_total counter\nknobeltisch_acts_total 12\n"
    )


def test_what_is_not_known_is_left_out_and_open_streams_are_counted(small):
    text = get_metrics(small, Meter(name="warmth", kind="gauge", summary="Warmth.", value=None)).text
    assert "warmth" not in text
    assert "knobeltisch_streams 0\n" in text


def test_a_histogram_ends_with_all_of_them(small):
    meter = Meter(name="t", kind="histogram", summary="T.", value=0.5, buckets={0.1: 2, 1.0: 3}, count=4)
    lines = get_metrics(small, meter).text.splitlines()
    assert lines[2:7] == [
        'knobeltisch_t_bucket{le="0.1"} 2',
        'knobeltisch_t_bucket{le="1"} 3',
        'knobeltisch_t_bucket{le="+Inf"} 4',
        "knobeltisch_t_sum 0.5",
        "knobeltisch_t_count 4",
    ]


def test_without_measures_there_is_no_such_address(client):
    assert client.get("/metrics").status_code == 404
