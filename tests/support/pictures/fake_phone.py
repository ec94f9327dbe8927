"""A phone in software: Chromium, whose camera is a rendered clip that begins again at its end."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
from playwright.sync_api import Browser, Playwright

from hardware.simulated import Bump, Lift, PutDown, SimulatedTable, ThrowTruth, Wait
from tests.support.pages.browser import launched
from tests.support.simulated import MAT_PX_PER_MM, draw_mat
from vision.board import draw_board

FPS: Final = 30.0
"""Chromium plays a file of JPEGs at this rate."""
QUALITY: Final = 92
SQUARE_PX: Final = 32
SHEET_PX_PER_MM: Final = 6.0
PHONE: Final = {"width": 390, "height": 844}


@dataclass(frozen=True, slots=True, kw_only=True)
class Clip:
    """A film of a throw for Chromium's camera: its file, its JPEGs, and what was really thrown.

    `rests_from`: the first picture in which the dice lie still, and hands and cup have gone.
    """

    file: Path
    frames: tuple[bytes, ...]
    throws: tuple[ThrowTruth, ...]
    rests_from: int


def write_throw(
    file: Path,
    *,
    seed: int = 1,
    lies_s: float = 4.0,
    values: Sequence[int] = (2, 4, 5),
    square: bool = False,
    board: bool = True,
) -> Clip:
    """Write a film: an empty board, the cup with three dice comes down, is lifted, and the dice lie for a while.

    With `square` a white one in the top left corner, off the board, says that they lie still; it is black before.
    Without `board` it is a plain mat.
    """
    table = _table(seed, board=board)
    table.do(
        Wait(seconds=1.0),
        PutDown(dice_in_cup=(0, 1, 2)),
        Wait(seconds=0.8),
        Lift(values=dict(enumerate(values))),
        Wait(seconds=lies_s),
    )
    return _film(table, file, square=square)


def write_bump(file: Path, *, seed: int = 1) -> Clip:
    """Write a film of an empty board, over which the phone is moved; then a throw follows, and nothing moves back."""
    table = _table(seed, board=True)
    table.do(
        Wait(seconds=3.0),
        Bump(by=(25.0, -12.0, 0.0)),
        Wait(seconds=4.0),
        PutDown(dice_in_cup=(0, 1, 2)),
        Wait(seconds=0.8),
        Lift(values={0: 2, 1: 4, 2: 5}),
        Wait(seconds=4.0),
    )
    return _film(table, file, square=False)


def _table(seed: int, *, board: bool) -> SimulatedTable:
    sheet, scale = (draw_board(SHEET_PX_PER_MM), SHEET_PX_PER_MM) if board else (draw_mat(), MAT_PX_PER_MM)
    return SimulatedTable(sheet=sheet, sheet_px_per_mm=scale, seed=seed, fps=FPS, cocked_share=0.0)


def _film(table: SimulatedTable, file: Path, *, square: bool) -> Clip:
    frames: list[bytes] = []
    rests_from = 0
    table.advance(1 / FPS)
    while table.busy:
        picture, rests = table.render(), bool(table.throws) and table.at_rest
        rests_from = rests_from or (len(frames) if rests else 0)
        if square:
            picture[:SQUARE_PX, :SQUARE_PX] = 255 if rests else 0
        frames.append(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())
        table.advance(1 / FPS)
    file.write_bytes(b"".join(frames))
    return Clip(file=file, frames=tuple(frames), throws=tuple(table.throws), rests_from=rests_from)


def launch_phone(playwright: Playwright, clip: Path | None, *, allowed: bool = True) -> Browser:
    """Start a phone's browser whose camera shows the clip; None: it has no camera. `allowed`: the guest lets the page have it."""
    camera = ["--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={clip}"]
    allows = f"--use-fake-ui-for-media-stream{'' if allowed else '=deny'}"
    return launched(playwright, *(camera if clip else ()), allows)
