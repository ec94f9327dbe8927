"""A recording as a camera: a folder of pictures in natural order, or a video file.

Read as fast as requested, not in real time.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from hardware.errors import CameraBusy, RecordingUnreadable
from hardware.frame import Frame, Pixels

PICTURES: Final = frozenset({".bmp", ".jpeg", ".jpg", ".png", ".pgm", ".ppm", ".tif", ".tiff", ".webp"})
FPS: Final = 30.0  # for a folder, and for a video without a frame rate


class FilesCamera:
    """A Camera (see hardware.cameras.base) that delivers the recording at `path`.

    Times count from 0 s at the frame rate, including skipped pictures.

    `skipped` counts the pictures of a folder that could not be read.
    """

    def __init__(self, path: Path) -> None:
        self.name = f"recording {path.name}"
        self.skipped = 0
        self._path, self._fps = path, FPS
        self._pictures: Iterator[tuple[int, Pixels]] | None = None
        self._first: tuple[int, Pixels] | None = None
        self._video: cv2.VideoCapture | None = None

    def open(self) -> None:
        """Find the first readable picture.

        Raise RecordingUnreadable if the folder or file is missing or has no readable picture.
        """
        if self._pictures is not None:
            return
        self.skipped = 0
        self._pictures = self._folder() if self._path.is_dir() else self._film()
        self._first = next(self._pictures, None)
        if self._first is None:
            self.close()
            if self._path.is_dir():
                found = f"{self.skipped} broken ones" if self.skipped else "none"
                raise RecordingUnreadable(
                    f"{self._path} has no picture that can be read ({found}); name a folder of JPEG or PNG files."
                )
            what = "is not a readable video" if self._path.exists() else "does not exist"
            raise RecordingUnreadable(f"{self._path} {what}; name a folder of pictures or a video file.")

    def read(self) -> Frame | None:
        """Return the next readable picture; None at the end. Raise CameraBusy if the recording is not open."""
        if self._pictures is None:
            raise CameraBusy(f"{self.name} is not open; open it before reading.")
        found = self._first or next(self._pictures, None)
        self._first = None
        if found is None:
            return None
        number, pixels = found
        return Frame(pixels=pixels, at=number / self._fps)

    def close(self) -> None:
        """Close the recording; if reopened, it starts from the beginning."""
        if self._video is not None:
            self._video.release()
        self._pictures = self._first = self._video = None

    def _folder(self) -> Iterator[tuple[int, Pixels]]:
        for number, file in enumerate(picture_files(self._path)):
            try:
                pixels = cv2.imdecode(np.fromfile(file, np.uint8), cv2.IMREAD_COLOR)
            except (OSError, cv2.error):
                pixels = None
            if pixels is None:
                self.skipped += 1
            else:
                yield number, np.asarray(pixels, np.uint8)

    def _film(self) -> Iterator[tuple[int, Pixels]]:
        if not self._path.is_file():
            return
        self._video = cv2.VideoCapture(str(self._path), cv2.CAP_FFMPEG)
        named = self._video.get(cv2.CAP_PROP_FPS)
        self._fps = named if 1 <= named <= 1000 else FPS
        number = 0
        while self._video is not None:
            good, pixels = self._video.read()
            if not good:
                return
            yield number, np.asarray(pixels, np.uint8)
            number += 1


def picture_files(folder: Path) -> list[Path]:
    """Return a folder's pictures in natural order: `2.jpg` before `10.jpg`."""
    found = [entry for entry in folder.iterdir() if entry.suffix.lower() in PICTURES and entry.is_file()]
    return sorted(found, key=lambda path: _natural(path.name))


def _natural(name: str) -> tuple[tuple[int, str], ...]:
    """Split a name into words and numbers that are compared as such; the name itself breaks ties."""
    parts = re.findall(r"\d+|\D+", name.lower())
    return (*((int(part), "") if part.isdecimal() else (-1, part) for part in parts), (-2, name))
