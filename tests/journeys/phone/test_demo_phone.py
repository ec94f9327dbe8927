"""`knobeltisch demo --phone`, as somebody tries it: the terminal's address on a phone, the page on the laptop."""

import json
import re
import signal
import subprocess
import sys
import urllib.request
from contextlib import ExitStack, closing

import pytest
from playwright.sync_api import expect

from tests.support.pictures.fake_phone import launch_phone, write_throw
from tests.support.waiting import LONGEST_S, until

pytestmark = pytest.mark.long


def test_the_printed_address_makes_a_phone_the_eye_and_a_throw_is_counted(tmp_path, playwright):
    clip = write_throw(tmp_path / "throw.mjpeg")
    command = [sys.executable, "-m", "knobeltisch", "demo", "--phone", "--headless", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as demo, ExitStack() as end:
        end.callback(demo.kill)  # where the test fails; one that has ended is left alone
        said = ""
        while not said.splitlines()[-1:] or not said.splitlines()[-1].startswith("phone: "):
            line = demo.stdout.readline()
            assert line, f"the demo ended: {said}"
            said += line
        page, phone = (re.search(rf"^{what}: (.+)$", said, re.MULTILINE)[1] for what in ("page", "phone"))
        laptop, eye = (
            end.enter_context(closing(launch_phone(playwright, camera))).new_page(locale="en-GB")
            for camera in (None, clip.file)
        )
        laptop.goto(page)
        eye.goto(phone)
        expect(eye.locator("#eye .says")).to_have_text("This phone is the table's camera.")
        expect(eye.locator("video")).to_be_visible()
        assert len(said.splitlines()) == 3

        def board():
            with urllib.request.urlopen(f"{page}api/board", timeout=LONGEST_S) as answer:
                return json.load(answer)

        start = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}
        laptop.evaluate(
            """async (body) => {
              const { token } = await (await fetch("/api/me")).json();
              const headers = { "Content-Type": "application/json", "X-Knobeltisch-Token": token };
              await fetch("/api/commands", { method: "POST", headers, body: JSON.stringify(body) });
            }""",
            start,
        )
        dice = sorted(clip.throws[0].values.values())
        until(lambda: any(entry["act"] == {"act": "throw", "dice": dice} for entry in board()["acts"]))
        demo.send_signal(signal.SIGINT)
        assert demo.wait(LONGEST_S) == 0
