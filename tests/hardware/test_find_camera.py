import sys

import cv2
import numpy as np
import pytest

from hardware.cameras.find import open_camera
from hardware.errors import CameraMissing, HardwareError, RecordingUnreadable


@pytest.fixture(autouse=True)
def no_pi(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)


def test_a_folder_is_a_camera(tmp_path):
    cv2.imwrite(str(tmp_path / "1.png"), np.zeros((4, 4, 3), np.uint8))
    camera = open_camera(str(tmp_path))
    assert camera.read().pixels.shape == (4, 4, 3)
    assert camera.read() is None


def test_without_any_camera_auto_says_all_that_was_tried():
    with pytest.raises(
        CameraMissing, match=r"no camera found: picamera2 .*install .*; no USB camera is plugged in\."
    ):
        open_camera("auto", usb=list)


def test_auto_names_a_usb_camera_that_does_not_open(tmp_path):
    with pytest.raises(CameraMissing, match="video5"):
        open_camera("auto", usb=lambda: [str(tmp_path / "video5")])


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        ("none", "switched off"),
        ("picamera2", "picamera2 cannot be imported"),
        ("picamera2:1", "picamera2 cannot be imported"),
        ("/dev/video99", "there is no /dev/video99"),
        ("98", "there is no /dev/video98"),
        ("/no/such/place", "neither a device nor a file; there are auto, none, picamera2"),
    ],
)
def test_a_camera_that_is_not_there_is_one_sentence(choice, sentence):
    with pytest.raises(CameraMissing, match=sentence) as caught:
        open_camera(choice)
    assert isinstance(caught.value, HardwareError)
    assert isinstance(caught.value, LookupError)


def test_a_folder_without_pictures_is_one_sentence(tmp_path):
    with pytest.raises(RecordingUnreadable, match="has no picture"):
        open_camera(str(tmp_path))
