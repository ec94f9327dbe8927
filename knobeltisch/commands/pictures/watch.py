"""`knobeltisch watch`: reads a recording as the table would; one JSON line for each sighting.

It looks for the board in the first two seconds, then reads from the beginning: in millimetres on the board, or else in pixels.
At the end a sentence on standard error sums up the sightings, and says why resting dice were not reported.
"""

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, TextIO

import click
import cv2

from hardware.cameras.recordings import FilesCamera, picture_files
from hardware.frame import Frame
from knobeltisch.commands.pictures.read import die_fields
from knobeltisch.commands.safety_net import os_error_reason
from knobeltisch.errors import KnobeltischError
from knobeltisch.storage.files import check_regular
from vision.board import BoardPose, find_board
from vision.stream.watcher import NotReported, Watcher
from vision.types import BoardMoved, Moment, Sighting, Status

HEAD: Final = 65536  # bytes that are enough to distinguish text from video
PICTURES: Final = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"BM", b"GIF8", b"II*\0", b"MM\0*")
SEARCH_S: Final = 0.25  # how often to look for the board while there is none
GIVE_UP_S: Final = 2.0  # a recording that shows no board within this time has none


MOST_NAMED: Final = 6  # the most times listed for one reason
UNREAD: Final = {
    NotReported.SHORT: "too short to be read",
    NotReported.CLUTTER: "nothing there is likely to be a die",
}


def main(source: str, *, out: TextIO, err: TextIO) -> None:
    """Read a folder of pictures or a video, and print its sightings. Raise HardwareError or NoRecording if it cannot be read."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    camera = FilesCamera(Path(source))
    try:
        _require_recording(Path(source))
        # Look for the board in the recording's first seconds.
        camera.open()
        due, pose = 0.0, None
        while pose is None and (frame := camera.read()) is not None and frame.at <= GIVE_UP_S:
            if frame.at >= due:
                pose, due = find_board(frame.pixels), frame.at + SEARCH_S
        camera.close()
        with _progress(Path(source), err) as step:
            _watch(camera, pose, out=out, err=err, step=step)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise NoRecording(
            f"{_short(source)} cannot be read ({os_error_reason(error)}); name another folder or video."
        ) from error
    finally:
        camera.close()


class NoRecording(KnobeltischError, ValueError):
    """A file or folder is not a readable recording."""


def _require_recording(path: Path) -> None:
    """Raise NoRecording if this is not a recording; FFmpeg would turn a text file into a video."""
    if path.is_dir() or not path.exists():
        return
    head = b""
    if check_regular(path):
        with path.open("rb") as file:
            head = file.read(HEAD)
    name, use = _short(str(path)), "name a folder of pictures or a video file."
    photo = head.startswith(PICTURES) or head[8:12] == b"WEBP"
    if photo and path.suffix.lower() not in {".mjpeg", ".mjpg"}:
        raise NoRecording(f"{name} is a picture; use `knobeltisch read` for it.")
    if not head.strip(b"\0"):
        raise NoRecording(f"{name} {'holds nothing but zeros' if head else 'is empty'}; {use}")
    if not any(byte < 9 or byte == 127 for byte in head) and not head.startswith(b"\xff"):
        raise NoRecording(f"{name} is a text, no video; {use}")


def _watch(
    camera: FilesCamera, pose: BoardPose | None, *, out: TextIO, err: TextIO, step: Callable[[], None]
) -> None:
    eye = _Eye(pose, err)
    found: list[Sighting] = []
    pictures, at = 0, 0.0

    def tell(sightings: Iterable[Sighting]) -> None:
        for sighting in sightings:
            found.append(sighting)
            out.write(json.dumps(_line_of(sighting, eye.unit), ensure_ascii=False) + "\n")
            out.flush()

    camera.open()
    while (frame := camera.read()) is not None:
        tell(eye.look(frame))
        pictures, at = pictures + 1, frame.at
        step()
    tell(eye.end())
    throws = [sighting for sighting in found if sighting.moment is Moment.LIFT]
    sure = sum(throw.reading.status is Status.OK for throw in throws)
    seen = f"{_count(len(throws), 'throw')} seen, {sure} of them sure." if throws else "no throw seen."
    said = (f"{_count(pictures, 'picture')} in {at:.1f} s, {seen}", *_unreported(eye.rests))
    err.write(f"knobeltisch watch: {' '.join(said)}\n")


class _Eye:
    def __init__(self, pose: BoardPose | None, err: TextIO) -> None:
        self.unit = "px" if pose is None else "mm"
        self._err = err
        self._watcher: Watcher | None = Watcher(pose=pose)
        self._shape: tuple[int, ...] | None = None
        self._due = 0.0

    def look(self, frame: Frame) -> Iterator[Sighting]:
        """Process a picture and yield its sightings."""
        if self._shape not in (None, frame.pixels.shape) and self.unit == "mm":
            self._lose(frame.at, "The pictures change their size")
        self._shape = frame.pixels.shape
        if self._watcher is None and frame.at >= self._due:
            self._due = frame.at + SEARCH_S
            pose = find_board(frame.pixels)
            self._watcher = None if pose is None else Watcher(pose=pose)
        if self._watcher is None:
            return
        for event in self._watcher.feed(frame.pixels, frame.at):
            if isinstance(event, BoardMoved):
                self._lose(frame.at, "The board or the camera was moved")
            elif isinstance(event, Sighting):
                yield event

    def end(self) -> Iterator[Sighting]:
        """Yield the remaining sightings at the end of the recording."""
        if self._watcher is not None:
            yield from (event for event in self._watcher.end() if isinstance(event, Sighting))

    @property
    def rests(self) -> Sequence[tuple[float, NotReported]]:
        """When dice came to rest without being reported, and why; empty if the recording ends while the board is being sought."""
        return () if self._watcher is None else self._watcher.rests

    def _lose(self, at: float, why: str) -> None:
        self._err.write(f"knobeltisch watch: {why} at {at:.1f} s; the board is looked for again.\n")
        self._watcher, self._due = None, at


def _line_of(sighting: Sighting, unit: str) -> dict[str, object]:
    return {
        "at": round(sighting.at, 3),
        "moment": sighting.moment.value,
        "status": sighting.reading.status.value,
        "dice": [
            {**die_fields(seen_die.die), "fate": seen_die.fate.value, "before": seen_die.before}
            for seen_die in sighting.seen
        ],
        "gone": len(sighting.gone),
        "reasons": [doubt.value for doubt in sighting.reading.doubts],
        "unit": unit,
    }


@contextlib.contextmanager
def _progress(path: Path, err: TextIO) -> Iterator[Callable[[], None]]:
    if not err.isatty():
        yield lambda: None
        return
    if path.is_dir():
        length = len(picture_files(path))
    else:
        film = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        length = max(1, int(film.get(cv2.CAP_PROP_FRAME_COUNT)))
        film.release()
    with click.progressbar(length=length, label=path.name, file=err) as bar:
        yield lambda: bar.update(1)


def _short(source: str) -> str:
    return source if len(source) <= 80 else f"{source[:77]}..."


def _unreported(rests: Sequence[tuple[float, NotReported]]) -> list[str]:
    sentences = []
    for outcome, why in UNREAD.items():
        times = [begin for begin, of_rest in rests if of_rest is outcome]
        if times:
            named = ", ".join(f"{at:.1f}" for at in times[:MOST_NAMED])
            more = f" and {len(times) - MOST_NAMED} more times" if len(times) > MOST_NAMED else ""
            sentences.append(f"Not read at {named} s{more}: {why}.")
    return sentences


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
