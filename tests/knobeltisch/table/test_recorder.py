"""Recordings: crops of the dice with what the game counted in the end, and nothing else."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.panel.panel import Button
from knobeltisch.errors import RecordError
from knobeltisch.game.events import Did
from knobeltisch.table.recorder import Recorder, labels_of
from scorer import RollOff
from tests.support.sightings import lift_of
from vision.types import Doubt


def labels(folder: Path) -> dict[str, str]:
    with (folder / "labels.csv").open(newline="", encoding="utf-8") as file:
        return {row["file"]: row["values"] for row in csv.DictReader(file)}


@pytest.fixture
def recorded(tmp_path, open_pub):
    """A pub that records, and its folder."""
    folder = tmp_path / "evening"
    pub = open_pub(Recorder(folder))
    pub.start("Anna", "Ben", leader="Anna")
    return pub, folder


def test_each_thrown_die_is_kept_with_its_value(recorded) -> None:
    pub, folder = recorded
    pub.throw(1, 2, 4)
    assert list(labels(folder).values()) == ["1", "2", "4"]
    for name in labels(folder):
        assert (folder / name).read_bytes().startswith(b"\xff\xd8")
    (line,) = (folder / "sightings.jsonl").read_text().splitlines()
    assert json.loads(line)["thrown"] == [1, 2, 4]


def test_held_dice_are_not_kept_twice(recorded) -> None:
    pub, folder = recorded
    pub.throw(1, 2, 4)
    pub.press(Button.AGAIN)
    pub.throw(3, 5, held=[1])
    assert list(labels(folder).values()) == ["1", "2", "4", "3", "5"]


def test_a_label_is_the_given_answer(recorded) -> None:
    pub, folder = recorded
    pub.cup_down()
    pub.lift(1, 2, 4, doubts=[Doubt.PIPS])
    assert labels(folder) == {}
    pub.order({"do": "answer", "question": pub.question["id"], "dice": [1, 2, 5]})
    assert list(labels(folder).values()) == ["1", "2", "5"]


def test_a_correction_changes_the_label_and_undo_takes_it_away(recorded) -> None:
    pub, folder = recorded
    pub.throw(1, 2, 4)
    entry = pub.shown["acts"][-1]["id"]
    pub.order({"do": "correct", "entry": entry, "act": {"act": "throw", "dice": [1, 3, 4]}})
    assert list(labels(folder).values()) == ["1", "3", "4"]
    pub.press(Button.UNDO)
    assert labels(folder) == {}


def test_the_page_says_that_pictures_are_kept(recorded) -> None:
    pub, _ = recorded
    assert pub.shown["recording"] is True


def test_the_page_says_nothing_where_no_picture_is_kept(pub) -> None:
    assert pub.shown["recording"] is False


def test_a_recording_that_fails_does_not_stop_the_score(recorded) -> None:
    pub, folder = recorded
    for file in (folder / "photos").iterdir():
        file.unlink()
    (folder / "photos").rmdir()
    pub.throw(1, 2, 4)
    assert pub.state["free"] == [1, 2, 4]
    assert pub.shown["recording"] is False
    assert pub.shown["notice"]["key"] == "record"


def test_only_a_new_folder_is_recorded_in(tmp_path) -> None:
    Recorder(tmp_path / "evening")
    with pytest.raises(RecordError, match="evening"):
        Recorder(tmp_path / "evening")
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match="file"):
        Recorder(tmp_path / "file")


def test_the_size_of_a_crop_is_written_down(tmp_path) -> None:
    _, jpeg = cv2.imencode(".jpg", np.zeros((20, 30, 3), np.uint8))
    recorder = Recorder(tmp_path / "evening")
    recorder.hold_lift(replace(lift_of(5), crops=(jpeg.tobytes(),)))
    recorder.follow_entry(7, Did(act=RollOff(dice=(5,))))
    with (tmp_path / "evening" / "labels.csv").open(newline="", encoding="utf-8") as file:
        (row,) = csv.DictReader(file)
    assert (row["width"], row["height"], row["n_dice"], row["view"]) == ("30", "20", "1", "top")


@pytest.mark.parametrize(
    ("read", "thrown", "labels"),
    [
        ((1, 2, 4), (1, 2, 4), (1, 2, 4)),
        ((4, 1, 2), (1, 2, 4), (4, 1, 2)),
        ((4, 1, 2), (1, 2, 5), (5, 1, 2)),
        ((4, 4, 2), (2, 4, 5), None),
        ((4, 1, 2), (1, 5, 6), None),
        ((4, 1), (1, 4, 6), None),
    ],
)
def test_which_die_shows_what_is_reported_only_where_it_is_certain(read, thrown, labels) -> None:
    assert labels_of(read, thrown) == labels
