"""A table without camera on mock pins, in a process of its own, whose buttons are pressed from standard input.

After `page: ADDRESS` it takes the names of buttons, one a line, presses each for a tenth of a second, and prints one JSON
line: `button`, `down` and `up` (wall clock, when the finger came and left). It ends with its input.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

from gpiozero.pins.mock import MockFactory

from hardware.panel.panel import Pins
from knobeltisch.app import build
from knobeltisch.config import Config, JournalConfig, PageConfig

FINGER_S = 0.1


def press(pins: MockFactory, button: str) -> dict[str, object]:
    pin = pins.pin(Pins().buttons[button])
    down = time.time()
    pin.drive_low()
    time.sleep(FINGER_S)
    up = time.time()
    pin.drive_high()
    return {"button": button, "down": down, "up": up}


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        pins = MockFactory()
        config = Config(
            page=PageConfig(host="127.0.0.1", port=0, table="everyone"),
            journal=JournalConfig(path=Path(folder) / "journal.sqlite"),
        )
        app = build(config, camera=None, pins=pins, clock=time.time)
        app.start()
        players = ["Anna", "Ben", "Cem", "Dora"]
        app.table.commands.send({"do": "start", "variant": "bavarian", "players": players, "leader": "Anna"})
        print(f"page: http://127.0.0.1:{app.server.port}/", flush=True)
        for line in sys.stdin:
            word = line.strip()
            if word == "throw":
                app.table.commands.send({"do": "act", "act": {"act": "throw", "dice": [1, 2, 4]}})
                print(json.dumps({"thrown": True}), flush=True)
            else:
                print(json.dumps(press(pins, word)), flush=True)
        app.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
