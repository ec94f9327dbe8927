import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.cameras.jpeg import MOST_BYTES, MOST_SIDE, decode_jpeg, is_usable, jpeg_size


def encoded(width, height, *options):
    noise = np.random.default_rng(1).integers(0, 255, (height, width, 3), np.uint8)
    return cv2.imencode(".jpg", noise, list(options))[1].tobytes()


@pytest.mark.parametrize("size", [(1, 1), (160, 90), (90, 160), (1280, 720)])
@pytest.mark.parametrize(
    "options", [(), (cv2.IMWRITE_JPEG_PROGRESSIVE, 1), (cv2.IMWRITE_JPEG_RST_INTERVAL, 3)]
)
def test_the_size_stands_in_the_picture(size, options):
    data = encoded(*size, *options)
    assert jpeg_size(data) == size
    assert decode_jpeg(data).shape == (size[1], size[0], 3)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xd8",
        b"\xff\xd8\xff\xd9",
        b"GIF89a",
        b"<html>",
        b"\xff\xd8\xff\xc0\x00\x11\x08\x00\xff\xd9",
        b"\xff\xd8" + b"\xff" * 40 + b"\xff\xd9",
    ],
)
def test_what_is_no_whole_jpeg_has_no_size_and_is_not_decoded(data):
    assert jpeg_size(data) is None
    assert decode_jpeg(data) is None


def test_a_picture_that_was_cut_off_is_none():
    data = encoded(160, 90)
    assert jpeg_size(data[: len(data) // 2]) is None


def test_some_cameras_fill_up_behind_the_end():
    assert jpeg_size(encoded(160, 90) + b"\r\n\0\0") == (160, 90)


def test_a_small_file_that_claims_a_huge_picture_is_not_decoded():
    data = bytearray(encoded(160, 90))
    at = data.index(b"\xff\xc0") + 5
    data[at : at + 4] = (65500).to_bytes(2, "big") * 2
    assert jpeg_size(bytes(data)) == (65500, 65500)
    assert not is_usable(bytes(data))
    assert decode_jpeg(bytes(data)) is None


def test_limits_are_what_they_say():
    assert is_usable(encoded(MOST_SIDE, 8))
    assert not is_usable(encoded(MOST_SIDE + 1, 8))
    assert not is_usable(encoded(160, 90) + b"\0" * MOST_BYTES)


@given(st.binary(max_size=300), st.integers(0, 1000))
def test_nothing_that_comes_ends_in_an_error(noise, at):
    data = encoded(32, 18)
    spoilt = data[: at % len(data)] + noise + data[at % len(data) :]
    for wrong in (noise, spoilt):
        picture = decode_jpeg(wrong)
        assert picture is None or picture.dtype == np.uint8
