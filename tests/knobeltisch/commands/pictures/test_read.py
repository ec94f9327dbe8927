"""`knobeltisch read` over good and bad files."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from hardware.simulated import Lift, PutDown
from knobeltisch.__main__ import main
from knobeltisch.commands.pictures.read import REASONS, die_json
from tests.support.service import command
from tests.support.simulated import board_table
from vision.types import Die, Doubt


@pytest.fixture(scope="module")
def photo(tmp_path_factory):
    """A picture of three dice on the board: 2, 4 and 5."""
    table = board_table(seed=4, fps=10)
    table.do(PutDown(dice_in_cup=(0, 1, 2)), Lift(values={0: 2, 1: 4, 2: 5}, cocked=False))
    while table.busy:
        table.advance(0.1)
    picture = table.render()[180:450, 470:820]
    path = tmp_path_factory.mktemp("photos") / "lift.png"
    path.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
    return path


def lines(*words):
    done = CliRunner().invoke(main, ["read", *map(str, words)])
    return done.exit_code, [json.loads(line) for line in done.stdout.splitlines()]


def test_a_picture_gives_its_dice_in_pixels(photo):
    code, (line,) = lines(photo)
    assert code == 0
    assert list(line) == ["file", "status", "dice", "reasons", "ms"]
    assert line["status"] == "ok"
    dice = line["dice"]
    assert isinstance(dice, list)
    assert sorted(die["value"] for die in dice) == [2, 4, 5]
    assert list(dice[0]) == ["value", "x", "y", "size", "angle", "confidence"]
    assert all(0 <= die["x"] < 350 and 0 <= die["y"] < 270 and 0 <= die["confidence"] <= 1 for die in dice)


@pytest.mark.parametrize("text", ["", "three", "3-1", "-1", "33", "1,", "1--2", "0x3"])
def test_what_is_no_number_of_dice_ends_with_a_sentence(text, photo):
    result = CliRunner().invoke(main, ["read", str(photo), "--dice", text])
    assert result.exit_code == 2
    assert "is no number of dice; write 3, 0-3 or 1,3" in result.output


@pytest.mark.parametrize(
    "calls", [["--dice", "3"], ["--dice", "3", "--die-size", "36"], ["--die-size", "36"]]
)
def test_a_picture_of_which_more_is_known_is_read(calls, photo):
    _, (line,) = lines(photo, *calls)
    assert (line["status"], sorted(die["value"] for die in line["dice"])) == ("ok", [2, 4, 5])


@pytest.mark.parametrize("calls", [["--dice", "2"], ["--dice", "4"], ["--dice", "4", "--die-size", "36"]])
def test_another_number_of_dice_than_given_is_a_question(calls, photo):
    code, (line,) = lines(photo, *calls)
    assert (code, line["status"]) == (0, "unsure")
    assert REASONS[Doubt.COUNT] in line["reasons"]


def test_bare_paper_is_empty(tmp_path):
    path = tmp_path / "bare.png"
    cv2.imwrite(str(path), np.full((400, 600, 3), 225, np.uint8))
    assert lines(path)[1][0]["status"] == "empty"


def encoded(suffix, picture):
    return cv2.imencode(suffix, picture)[1].tobytes()


def bad_files():
    colour = np.random.default_rng(1).integers(0, 255, (64, 64, 3)).astype(np.uint8)
    jpeg, png, webp = (encoded(suffix, colour) for suffix in (".jpg", ".png", ".webp"))
    return {
        "empty.jpg": (b"", "empty"),
        "words.jpg": (b"not a picture at all" * 10, "no whole"),
        "short.jpg": (jpeg[: len(jpeg) // 2], "no whole"),
        "shorter.jpg": (jpeg[:30], "no whole"),
        "short.png": (png[:-20], "no whole"),
        "short.webp": (webp[:-20], "no whole"),
        "tiny.png": (encoded(".png", colour[:1, :1]), "1x1"),
        "deep.png": (encoded(".png", colour.astype(np.uint16) * 256), "8 bits"),
        "grey.png": (encoded(".png", colour[:, :, 0]), "grey"),
        "grey.jpg": (encoded(".jpg", colour[:, :, 0]), "grey"),
        "damaged.png": (png[:60] + bytes(200) + png[260:], "no whole"),
    }


@pytest.mark.parametrize("name", bad_files())
def test_a_bad_file_is_one_sentence_and_the_others_are_still_read(name, tmp_path, photo):
    content, words = bad_files()[name]
    (tmp_path / name).write_bytes(content)
    code, (bad, good) = lines(tmp_path / name, photo)
    assert code == 1
    assert bad["status"] == "error"
    assert bad["dice"] == []
    assert words in str(bad["error"])
    assert good["status"] == "ok"


def test_a_picture_of_too_many_pixels_is_not_decoded(tmp_path):
    path = tmp_path / "huge.png"
    cv2.imwrite(str(path), np.zeros((8001, 8000), np.uint8), [cv2.IMWRITE_PNG_COMPRESSION, 1])
    done = command("read", path)
    assert done.returncode == 1
    assert "of up to 64 million pixels" in json.loads(done.stdout)["error"]


@pytest.mark.parametrize(("name", "words"), [("missing.jpg", "no such file"), (".", "folder")])
def test_a_file_that_cannot_be_opened_is_one_sentence(name, words, tmp_path):
    code, (line,) = lines(tmp_path / name)
    assert (code, line["status"]) == (1, "error")
    assert words in str(line["error"])


def test_a_picture_with_an_alpha_channel_is_read(photo, tmp_path):
    picture = cv2.imread(str(photo))
    assert picture is not None
    path = tmp_path / "alpha.png"
    cv2.imwrite(str(path), cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA))
    assert lines(path)[1][0]["status"] == "ok"


def test_annotate_writes_each_picture_with_what_was_seen(photo, tmp_path):
    folder = tmp_path / "seen" / "here"
    code, _ = lines(photo, photo, "--annotate", folder)
    assert code == 0
    assert len(list(folder.iterdir())) == 2
    drawn, plain = cv2.imread(str(next(folder.iterdir()))), cv2.imread(str(photo))
    assert drawn is not None
    assert plain is not None
    assert drawn.shape == plain.shape
    assert (cv2.absdiff(drawn, plain).max(axis=2) > 60).sum() > 200


def test_a_die_that_may_show_several_values_tells_them_likeliest_first():
    sure = Die(value=3, x=1, y=2, size=9, angle=0, confidence=0.9, candidates=(3,))
    doubtful = replace(sure, candidates=(3, 5))
    assert "candidates" not in die_json(sure)
    assert die_json(doubtful)["candidates"] == [3, 5]


def test_every_doubt_has_words():
    assert set(REASONS) == set(Doubt)
