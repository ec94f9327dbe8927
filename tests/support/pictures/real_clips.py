"""Real dice before a phone's camera: recordings, played to a table without a board.

The films are written to a temporary folder and read by Chromium from there; nothing of them is kept.
"""

import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from playwright.sync_api import Playwright

from hardware.cameras.recordings import FilesCamera
from hardware.frame import Pixels
from tests.support.cameras.phone_house import PhoneHouse
from tests.support.pictures.fake_phone import FPS, PHONE, QUALITY, launch_phone

FIXED: Final = "no-creative-name"  # the fixed overhead camera
NOTHING: Final = "dimitrovyordan"  # backgammon: no readable pips
RESTLESS: Final = (
    "robertwetzler"  # dice that hop on a shaken sheet, with rests of 0.4 s, and a drifting camera
)
TRUTHS: Final[dict[str, list[list[int]]]] = {
    FIXED: [[1], [2], [3], [4], [5], [6], [5, 6], [3, 4]],
    NOTHING: [],
    RESTLESS: [[1, 4], [3, 5], [1, 5], [1, 2], [2, 4], [1, 1]],
}
"""What the shared recordings show, in order."""
END_S: Final = 2.0
"""A film ends with so much blue: what came before has been read when it is over."""
BLUE: Final = (255, 0, 0)
LONGEST: Final = 4
"""A busy machine plays a film slower than it was written; at most so many times its length."""
SHOWS_END: Final = """video => {
  const pen = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  pen.drawImage(video, 0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return blue > 200 && red < 60 && green < 60;
}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """What a table made of a film: throws that were right, wrong, or asked about, of so many that lay there."""

    lay: int
    right: int
    wrong: int
    asked: int

    @property
    def unseen(self) -> int:
        """Return how many throws the table neither counted nor asked about."""
        return max(0, self.lay - self.right - self.asked)


def write_recording(file: Path, recording: Path) -> float:
    """Write a recording as a film for Chromium's camera; return its seconds."""
    camera, count = FilesCamera(recording), 0
    camera.open()
    with file.open("wb") as out:
        for frame in iter(camera.read, None):
            out.write(_jpeg(frame.pixels))
            count += 1
        out.write(round(END_S * FPS) * _jpeg(np.full_like(frame.pixels, BLUE)))
    camera.close()
    return count / FPS + END_S


def _jpeg(picture: Pixels) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def play_film(
    house: PhoneHouse, playwright: Playwright, file: Path, seconds: float, truth: Sequence[Sequence[int]]
) -> Counted:
    """Let a phone show this film of `seconds` to a house, from the QR code on and without a board; say what came of it.

    Each question is answered with "nothing thrown". Raise TimeoutError if the film does not end.
    """
    with closing(launch_phone(playwright, file)) as browser:
        eye = browser.new_context(ignore_https_errors=True, viewport=PHONE, locale="en-GB").new_page()
        eye.goto(house.invite().replace("http:", "https:"))
        eye.locator("video").wait_for(state="visible")
        page = eye.context.new_page()
        # A page that has just opened rests before it takes a tap.
        page.add_init_script("globalThis.restMs = 0;")
        page.goto(house.app.address.replace("http:", "https:"))
        page.get_by_role("button", name="Play without a board").click()
        page.get_by_text("Without a board: throw anywhere in the picture.").wait_for()
        page.close()  # two pages are drawn slower than one
        asked, until, ends = 0, time.monotonic() + LONGEST * seconds, None
        while ends is None or time.monotonic() < ends:
            question = house.board["question"]
            if question is not None:
                asked += 1
                house.send({"do": "answer", "question": question["id"], "option": "none"})
            if ends is None and eye.locator("video").evaluate(SHOWS_END):
                ends = time.monotonic() + 0.9 * END_S
            if time.monotonic() > until:
                raise TimeoutError(f"{file.name} of {seconds:.0f} s has not ended")
            eye.wait_for_timeout(50)
    throws = house.throws()
    right = in_order([sorted(dice) for dice in truth], [sorted(dice) for dice in throws])
    return Counted(lay=len(truth), right=right, wrong=len(throws) - right, asked=asked)


def in_order(truth: Sequence[Sequence[int]], found: Sequence[Sequence[int]]) -> int:
    """Count how many expected readings came in order (the longest common subsequence)."""
    best = [[0] * (len(found) + 1) for _ in range(len(truth) + 1)]
    for i, due in enumerate(truth):
        for k, reading in enumerate(found):
            best[i + 1][k + 1] = best[i][k] + 1 if due == reading else max(best[i][k + 1], best[i + 1][k])
    return best[-1][-1]
