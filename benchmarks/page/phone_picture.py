"""An animated picture from the QR code to a counted throw: what the phone films, the phone, and the page on a laptop.

    python -m benchmarks.page.phone_picture [--out FILE.webp]

A rendered film is the phone's camera. All three run in real time, so a busy machine makes a slower picture.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import cv2
import numpy as np
from playwright.sync_api import sync_playwright

from benchmarks.page.round_picture import beside, screen, write_animation
from knobeltisch.app import build
from knobeltisch.camera.remote.phone_door import phone_camera
from knobeltisch.config import PHONE, CameraConfig, Config, JournalConfig, PageConfig
from knobeltisch.device.address import own_address
from tests.support.pictures.fake_phone import PHONE as PHONE_SIZE
from tests.support.pictures.fake_phone import launch_phone, write_throw
from web.routes.spectators import qr_code

if TYPE_CHECKING:
    from knobeltisch.app import App

LAPTOP: Final = {"width": 1024, "height": 640}
START: Final = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}
EACH_MS: Final = 250
QR_FRAMES: Final = 8
"""Pictures for which the code stays on the screen."""
AFTER: Final = 10
"""Pictures after the throw was counted."""
LONGEST: Final = 80


@click.command()
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("docs/screens/phone.webp"), show_default=True
)
def main(out: Path) -> None:
    """Play, and write the animation."""
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as name, sync_playwright() as playwright:
        folder = Path(name)
        clip = write_throw(folder / "throw.mjpeg", board=False)
        app = _house(folder)
        app.start()
        assert app.door is not None
        invitation = app.door.invite().replace("http:", "https:")
        shows = launch_phone(playwright, None)
        laptop = shows.new_context(ignore_https_errors=True, viewport=LAPTOP, locale="en-GB").new_page()
        laptop.add_init_script("globalThis.restMs = 0;")  # a page that has just opened takes no tap at first
        laptop.set_content(
            f'<body style="display:grid;place-items:center;height:96vh">{qr_code(invitation, "QR").decode()}</body>'
        )
        laptop.add_style_tag(content="svg { height: 80vh; width: 80vh; }")
        looks = launch_phone(playwright, clip.file)
        context = looks.new_context(ignore_https_errors=True, viewport=PHONE_SIZE, locale="en-GB")
        phone = context.new_page()
        frames = [beside(_blank(), screen(laptop))] * QR_FRAMES
        phone.goto(invitation)
        phone.locator("video").wait_for(state="visible")
        frames += [beside(screen(phone), screen(laptop))] * (QR_FRAMES // 2)
        app.table.commands.send(START)
        laptop.goto(app.address.replace("http:", "https:"))
        without = laptop.get_by_role("button", name="Play without a board")
        without.wait_for()
        frames += [beside(screen(phone), screen(laptop))] * (QR_FRAMES // 2)
        without.click()
        left, until = AFTER, time.monotonic()
        while left and len(frames) < LONGEST:
            frames.append(beside(screen(phone), screen(laptop)))
            left -= _is_counted(app)
            until = max(until + EACH_MS / 1000, time.monotonic())
            time.sleep(max(0.0, until - time.monotonic()))
        looks.close()
        shows.close()
        app.stop()
    write_animation(frames, EACH_MS, out)
    click.echo(f"{out}: {len(frames)} pictures, {out.stat().st_size / 1024:.0f} KB")


def _house(folder: Path) -> App:
    page = PageConfig(host=own_address(), port=0, table="everyone", https="on")
    config = Config(
        page=page,
        camera=CameraConfig(device=PHONE),
        journal=JournalConfig(path=folder / "journal.sqlite"),
    )
    return build(config, camera=phone_camera(), pins=None, clock=time.time)


def _is_counted(app: App) -> bool:
    return any(act["act"] and act["act"]["act"] == "throw" for act in app.table.board.snapshot()["acts"])  # type: ignore[attr-defined]


def _blank() -> np.ndarray:
    """Return a phone that shows nothing yet."""
    picture = np.full((PHONE_SIZE["height"], PHONE_SIZE["width"], 3), 40, np.uint8)
    text = "scan the code"
    cv2.putText(picture, text, (75, 430), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (220, 220, 220), 2, cv2.LINE_AA)
    return picture


if __name__ == "__main__":
    main()
