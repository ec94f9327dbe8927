from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras.recordings import FilesCamera, picture_files
from hardware.errors import CameraMissing, RecordingUnreadable


def save(path, level):
    cv2.imwrite(str(path), np.full((40, 60, 3), level, np.uint8))


def drain(camera):
    camera.open()
    frames = []
    while (frame := camera.read()) is not None:
        frames.append(frame)
    camera.close()
    return frames


@pytest.fixture
def folder(tmp_path):
    for number, level in [(1, 10), (2, 20), (10, 100)]:
        save(tmp_path / f"pic{number}.png", level)
    return tmp_path


@pytest.fixture(scope="session")
def video(tmp_path_factory):
    path = tmp_path_factory.mktemp("film") / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 12.5, (64, 48))
    for level in (20, 120, 220):
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()
    return path


def test_pictures_come_in_the_order_people_count(folder):
    assert [frame.pixels[0, 0, 0] for frame in drain(FilesCamera(folder))] == [10, 20, 100]


def test_upper_case_and_other_files_do_not_disturb_the_order(tmp_path):
    for name in ("IMG_9.JPG", "img_10.jpg", "img_2.jpg"):
        save(tmp_path / name, 1)
    (tmp_path / "notes.txt").write_text("4 5 6")
    (tmp_path / "dir.png").mkdir()
    assert [file.name for file in picture_files(tmp_path)] == ["img_2.jpg", "IMG_9.JPG", "img_10.jpg"]


def test_times_follow_the_frame_rate(folder):
    assert [frame.at for frame in drain(FilesCamera(folder))] == [0.0, 1 / 30, 2 / 30]


@pytest.mark.parametrize("content", [b"", b"no picture", b"\xff\xd8\xff\xe0 torn"])
def test_broken_pictures_are_skipped_and_counted_and_time_goes_on(folder, content):
    (folder / "pic5.jpg").write_bytes(content)
    camera = FilesCamera(folder)
    assert [frame.at for frame in drain(camera)] == [0.0, 1 / 30, 3 / 30]
    assert camera.skipped == 1


@pytest.mark.parametrize("shape", [(40, 60), (40, 60, 4)])
def test_grey_sixteen_bit_and_transparent_pictures_become_plain_colour(tmp_path, shape):
    cv2.imwrite(str(tmp_path / "a.png"), np.full(shape, 40000, np.uint16))
    (frame,) = drain(FilesCamera(tmp_path))
    assert frame.pixels.shape == (40, 60, 3)
    assert frame.pixels.dtype == np.uint8


def test_a_recording_can_be_played_again(folder):
    camera = FilesCamera(folder)
    assert len(drain(camera)) == len(drain(camera)) == 3


def test_a_video_is_read_with_its_own_frame_rate(video):
    frames = drain(FilesCamera(video))
    assert [frame.at for frame in frames] == pytest.approx([0.0, 0.08, 0.16])
    assert [int(frame.pixels.mean()) for frame in frames] == pytest.approx([20, 120, 220], abs=4)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda path: path.mkdir(), "has no picture that can be read (none)"),
        (lambda path: path.write_bytes(b"no film"), "is not a readable video"),
        (Path.absolute, "does not exist"),
    ],
)
def test_a_recording_with_nothing_in_it_is_one_clear_error(tmp_path, make, sentence):
    make(tmp_path / "evening")
    with pytest.raises(RecordingUnreadable) as caught:
        FilesCamera(tmp_path / "evening").open()
    assert sentence in str(caught.value)
    assert isinstance(caught.value, CameraMissing)
