"""`knobeltisch watch` over recordings that the tests make themselves."""

import json
import re
import socket
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from hardware.simulated import Bump, Lift, PutDown, SimulatedCamera, Wait
from knobeltisch.__main__ import main
from tests.support.service import command
from tests.support.simulated import board_table

FPS = 15.0
THROW = (
    PutDown(dice_in_cup=(0, 1, 2)),
    Wait(seconds=1.0),
    Lift(values={0: 6, 1: 4, 2: 2}),
    Wait(seconds=1.0),
)


def pictures_of(*moves):
    table = board_table(seed=1, fps=FPS, cocked_share=0.0)
    table.do(*moves)
    camera = SimulatedCamera(table, realtime=False)
    camera.open()
    while table.busy:
        yield camera.read().pixels


def film_of(path, *moves):
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (1280, 720))
    if not writer.isOpened():
        pytest.skip("this OpenCV cannot write videos")
    for picture in pictures_of(*moves):
        writer.write(picture)
    writer.release()
    return path


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return film_of(tmp_path_factory.mktemp("film") / "throw.mp4", *THROW)


def watch(source):
    """Run the command; give exit code, its lines as values, and what it said aside."""
    done = CliRunner().invoke(main, ["watch", str(source)])
    return done.exit_code, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def test_a_throw_is_reported_as_two_lines_cup_down_and_lift(film):
    code, lines, said = watch(film)
    assert code == 0
    assert re.fullmatch(
        r"knobeltisch watch: \d+ pictures in \d\.\d s, 1 throw seen, 1 of them sure\.\n", said
    )
    assert [line["moment"] for line in lines] == ["cup_down", "lift"]
    assert sorted(die["value"] for die in lines[1]["dice"]) == [2, 4, 6]


def test_a_line_says_all_that_was_seen(film):
    _, lines, _ = watch(film)
    lift = lines[1]
    assert list(lift) == ["at", "moment", "status", "dice", "gone", "reasons", "unit"]
    assert (lift["status"], lift["gone"], lift["reasons"], lift["unit"]) == ("ok", 0, [], "mm")
    assert 3 < lift["at"] < 6
    die = lift["dice"][0]
    assert list(die) == ["value", "x", "y", "size", "angle", "confidence", "fate", "before"]
    assert (die["fate"], die["before"]) == ("thrown", None)
    assert 100 < die["x"] < 320
    assert 13 < die["size"] < 19


def test_a_recording_without_a_board_is_reported_in_pixels(tmp_path):
    for number in range(40):
        picture = np.full((240, 320, 3), (60, 110, 50), np.uint8)
        cv2.rectangle(picture, (100, 80), (144, 124), (235, 235, 235), -1)
        cv2.circle(picture, (122, 102), 4, (25, 25, 25), -1, cv2.LINE_AA)
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture)
    code, lines, _ = watch(tmp_path)
    assert code == 0
    assert [(line["moment"], line["unit"], [die["value"] for die in line["dice"]]) for line in lines] == [
        ("lift", "px", [1])
    ]


@pytest.mark.long
def test_a_camera_that_is_pushed_is_said_and_the_board_found_again(tmp_path):
    film = film_of(
        tmp_path / "bumped.mp4", Wait(seconds=1), Bump(by=(25.0, -12.0, 0.0)), Wait(seconds=6), *THROW
    )
    code, lines, said = watch(film)
    assert code == 0
    assert "was moved at" in said
    assert sorted(die["value"] for die in lines[-1]["dice"]) == [2, 4, 6]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("photo.jpg", b"\xff\xd8\xff\xe0" + bytes(100), "is a picture; use `knobeltisch read` for it."),
        ("photo.webp", b"RIFF\x00\x00\x00\x00WEBP", "is a picture; use `knobeltisch read` for it."),
        (
            "film.mp4",
            b"a line of text\n" * 100_000,
            "is a text, no video; name a folder of pictures or a video file.",
        ),
        ("film.mp4", b"", "is empty; name a folder of pictures or a video file."),
        ("film.mp4", bytes(5000), "holds nothing but zeros; name a folder of pictures or a video file."),
    ],
)
def test_what_is_no_recording_is_reported_as_what_it_is(tmp_path, monkeypatch, name, content, said):
    monkeypatch.chdir(tmp_path)  # a long path would be shortened
    Path(name).write_bytes(content)
    code, lines, error = watch(name)
    assert (code, lines) == (2, [])
    assert error.endswith(f"{name} {said}\n")


def test_a_recording_without_a_throw_says_so_and_says_why(tmp_path):
    moving, resting = np.full((240, 320, 3), 90, np.uint8), np.full((240, 320, 3), 90, np.uint8)
    cv2.rectangle(resting, (100, 80), (144, 124), (235, 235, 235), -1)
    for number in range(24):
        shown = moving.copy() if number % 12 < 6 else resting  # rests of 0.2 s, too short for three pictures
        if number % 12 < 6:
            cv2.circle(shown, (40 * (number % 6) + 30, 120), 30, (20, 20, 200), -1)
        cv2.imwrite(str(tmp_path / f"{number:02}.png"), shown)
    code, lines, said = watch(tmp_path)
    assert (code, lines) == (0, [])
    assert said.startswith("knobeltisch watch: 24 pictures in 0.8 s, no throw seen. Not read at ")
    assert said.endswith(" s: too short to be read.\n")


PLAYLISTS = {
    "list.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n{address}/a.ts\n#EXT-X-ENDLIST\n",
    "list.mp4": "ffconcat version 1.0\nfile {address}/a.ts\n",
    "local.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\ndata:text/plain,x\n#EXT-X-ENDLIST\n",
    "offer.sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n"
    "a=rtpmap:96 H264/90000\n",
}


@pytest.mark.long
def test_a_playlist_given_for_a_video_asks_nobody(tmp_path):
    """What FFmpeg could load from elsewhere never reaches its network code, which no Debian update mends."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        for name, text in PLAYLISTS.items():
            port = listening.getsockname()[1]
            (tmp_path / name).write_text(text.format(address=f"http://127.0.0.1:{port}"))
        for name in PLAYLISTS:
            done = command("watch", tmp_path / name, OPENCV_FFMPEG_CAPTURE_OPTIONS="", LC_ALL="C.UTF-8")
            assert done.returncode == 2, name
            assert "no video" in done.stderr, name
        listening.setblocking(False)
        with pytest.raises(BlockingIOError):
            listening.accept()
