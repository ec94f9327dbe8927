import cv2
import numpy as np
import pytest

from hardware.cameras.pushed import SMALL
from hardware.errors import CameraMissing, CameraStalled
from knobeltisch.access.eye_key import EyeKey
from knobeltisch.camera.remote.phone_door import (
    ABSENT,
    HALTS,
    MOST_A_SECOND,
    MOST_BYTES,
    RATE_S,
    PhoneDoor,
    phone_camera,
)
from knobeltisch.errors import Denied
from knobeltisch.storage.store import KEPT_IN, open_store


def picture(width=64, height=36):
    return cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8))[1].tobytes()


@pytest.fixture
def ticks():
    return [100.0]


@pytest.fixture
def camera():
    return phone_camera()


@pytest.fixture
def door(tmp_path, camera, ticks):
    store = open_store(tmp_path / KEPT_IN)
    key = EyeKey(store, lambda: 1.8e9, lambda: ticks[0])
    yield PhoneDoor(camera, key, lambda: "http://192.0.2.7:8080/", lambda: ticks[0])
    store.close()


def accepted(door):
    return door.accept(door.invite().partition("#")[2], "Android")


@pytest.fixture
def key(door):
    key = accepted(door)
    door.begin(key, "page")
    return key


def refused(door, *given):
    with pytest.raises(Denied) as caught:
        door.take(*given)
    return caught.value.code, str(caught.value)


def test_the_invitation_is_behind_the_sign_that_no_server_sees(door):
    address, sign, secret = door.invite().partition("#")
    assert (address, sign) == ("http://192.0.2.7:8080/eye", "#")
    assert len(secret) > 20


def test_a_picture_reaches_the_camera_with_its_small_copy_and_the_answer_says_what_to_send_next(
    door, camera, key
):
    small, whole = picture(32, 18), picture()
    assert door.begin(key, "page")["whole"] is True
    camera.wanted = SMALL
    answer = door.take(key, "page", small + whole, len(small))
    assert (answer["whole"], answer["pause"]) == (False, 60)
    camera.open()
    frame = camera.read()
    assert (frame.pixels.shape, frame.small.shape) == ((36, 64, 3), (18, 32, 3))


def test_only_the_phone_invited_last_and_its_page_opened_last_send(door, camera, key):
    for wrong in ("", "made up", key[:-1]):
        assert refused(door, wrong, "page", picture(), 0)[0] == "not_the_eye"
    with pytest.raises(CameraMissing):
        camera.open()
    door.begin(key, "second tab")
    assert refused(door, key, "page", picture(), 0)[0] == "eye_elsewhere"
    door.take(key, "second tab", picture(), 0)
    second = accepted(door)
    assert refused(door, key, "second tab", picture(), 0)[0] == "not_the_eye"
    door.begin(second, "other")
    door.take(second, "other", picture(), 0)
    door.end()
    assert refused(door, second, "other", picture(), 0)[0] == "not_the_eye"
    with pytest.raises(CameraMissing) as caught:
        camera.open()
    assert str(caught.value) == ABSENT


@pytest.mark.parametrize(
    ("body", "small", "code", "sentence"),
    [
        *((body, 0, "no_jpeg", "JPEG") for body in (b"", b"GIF89a", picture()[:-2], picture()[:100])),
        *((picture(), small, "no_jpeg", "JPEG") for small in (-1, 1, 10**9)),
        (picture() + b"\0" * MOST_BYTES, 0, "too_long", "at most 1024 KB"),
        (picture(5000, 8), 0, "too_long", "5000 x 8"),
    ],
)
def test_what_is_no_picture_or_too_large_is_refused_before_anybody_decodes_it(
    door, camera, key, body, small, code, sentence
):
    refusal = refused(door, key, "page", body, small)
    assert (refusal[0], sentence in refusal[1]) == (code, True)
    with pytest.raises(CameraMissing):
        camera.open()


def test_more_pictures_than_anybody_asks_for_are_refused_and_then_taken_again(door, key, ticks):
    for _ in range(round(MOST_A_SECOND * RATE_S)):
        door.take(key, "page", picture(), 0)
    assert refused(door, key, "page", picture(), 0)[0] == "slow_down"
    ticks[0] += RATE_S + 0.1
    door.take(key, "page", picture(), 0)


@pytest.mark.parametrize("why", HALTS)
def test_what_the_phone_says_is_what_the_table_says(door, camera, key, why):
    door.take(key, "page", picture(), 0)
    camera.open()
    camera.read()
    door.halt(key, why)
    with pytest.raises(CameraStalled) as caught:
        camera.read()
    assert str(caught.value) == HALTS[why]


def test_the_landlord_sees_who_is_there_and_what_it_sends(door, key, ticks):
    for _ in range(6):
        door.take(key, "page", picture(), 0)
    shown = door.to_json()
    assert (shown["name"], shown["here"], shown["pictures"]) == ("Android", True, 2.0)
    assert shown["bytes"] == round(6 * len(picture()) / RATE_S)
    ticks[0] += RATE_S + 0.1
    assert door.to_json()["here"] is False
