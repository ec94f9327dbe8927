import contextlib
import threading

import cv2
import numpy as np
import pytest

from hardware.cameras.pushed import SMALL, WHOLE, PushedCamera
from hardware.errors import CameraBusy, CameraMissing, CameraStalled


def picture(level, width=64, height=36):
    return cv2.imencode(".jpg", np.full((height, width, 3), level, np.uint8))[1].tobytes()


@pytest.fixture
def camera():
    return PushedCamera("phone", absent="None came.", silent="No more come.", stall_s=0.05)


@pytest.fixture
def opened(camera):
    camera.offer(whole=picture(0))
    camera.open()
    camera.read()
    return camera


def test_without_a_picture_it_is_missing_and_says_why(camera):
    with pytest.raises(CameraMissing, match=r"^None came\.$"):
        camera.open()
    camera.lose("Its screen is off.")
    with pytest.raises(CameraMissing, match=r"^Its screen is off\.$"):
        camera.open()


def test_it_is_read_only_while_it_is_open(camera):
    with pytest.raises(CameraBusy):
        camera.read()


def test_the_newest_picture_is_read_and_the_ones_before_are_passed_over(opened):
    for level in (50, 100, 200):
        opened.offer(whole=picture(level))
    assert opened.read().pixels.mean() == pytest.approx(200, abs=2)
    with pytest.raises(CameraStalled, match=r"^No more come\.$"):
        opened.read()


def test_a_reader_that_waits_is_woken_by_a_picture(camera):
    patient = PushedCamera("phone", absent="None came.", silent="No more come.", stall_s=60)
    patient.offer(whole=picture(1))
    patient.open()
    patient.read()
    threading.Timer(0.05, lambda: patient.offer(whole=picture(90), small=picture(90, 32, 18))).start()
    frame = patient.read()
    assert (frame.pixels.shape, frame.small.shape, frame.glance) == ((36, 64, 3), (18, 32, 3), False)


def test_a_sender_that_waits_is_answered_by_what_is_wanted_after_its_picture():
    def read_on():
        with contextlib.suppress(CameraStalled):
            while True:
                patient.wanted = WHOLE if patient.read().glance else SMALL

    patient = PushedCamera("phone", absent="None came.", silent="No more come.", stall_s=60)
    patient.offer(whole=picture(0))
    patient.open()
    wanted, reader = [], threading.Thread(target=read_on)
    reader.start()
    for sent in ({"whole": picture(9)}, {"whole": None, "small": picture(9)}) * 5:
        patient.offer(**sent)
        patient.wait_until_handled(60)
        wanted.append(patient.wanted)
    patient.lose("Over.")
    reader.join()
    assert wanted == [SMALL, WHOLE] * 5


def test_a_sender_need_not_wait_for_a_camera_that_nobody_reads(camera):
    camera.offer(whole=picture(0))
    camera.wait_until_handled(60)
    assert camera.wanted is WHOLE


def test_a_small_picture_alone_is_a_glance(opened):
    opened.offer(whole=None, small=picture(90, 32, 18))
    frame = opened.read()
    assert (frame.pixels.shape, frame.glance) == ((18, 32, 3), True)


def test_the_senders_reason_is_the_one_that_is_said_and_the_next_picture_takes_it_back(opened):
    opened.lose("Its screen is off.")
    with pytest.raises(CameraStalled, match=r"^Its screen is off\.$"):
        opened.read()
    opened.offer(whole=picture(10))
    assert opened.read().pixels.mean() == pytest.approx(10, abs=2)


def test_a_picture_that_is_broken_inside_is_passed_over(opened):
    whole = picture(10)
    opened.offer(whole=whole[:2] + b"\xff\xd9")
    with pytest.raises(CameraStalled):
        opened.read()
    assert opened.broken == 1


def test_a_camera_opened_again_asks_for_whole_pictures(opened):
    opened.wanted = SMALL
    opened.close()
    opened.offer(whole=picture(5))
    opened.open()
    assert opened.wanted is WHOLE
