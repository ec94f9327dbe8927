"""A simulated table before a camera, in a separate process: 30 pictures a second into shared memory, in real time.

    python -m benchmarks.support.camera.feeder SOCKET

Orders on standard input: `rest` (the dice lie), `cup` (it stands on the board), `lift` (once), `throws` (one after the other),
`stall` (no more pictures until the camera is opened again). Answers `ready` once the first picture is there, and with
`stalled SECONDS` (monotonic clock, of the last picture).
"""

from __future__ import annotations

import queue
import socket
import sys
import threading
import time
from typing import Any

import cv2
import numpy as np

from benchmarks.support.camera.ribbon.picamera2 import SHAPE, SLOTS, SMALL, WORD
from hardware.simulated import Lift, PutDown, SimulatedTable, Wait
from vision.board import draw_board

FPS = 30.0
SEED = 5
ROUND: tuple[Any, ...] = (PutDown(dice_in_cup=(0, 1, 2)), Wait(seconds=1.3), Lift(), Wait(seconds=3.0))
PX_PER_MM = 6.0


def simulated() -> SimulatedTable:
    """Return the simulated table, which a bare loop can also use."""
    return SimulatedTable(
        sheet=draw_board(PX_PER_MM), sheet_px_per_mm=PX_PER_MM, seed=SEED, fps=FPS, cocked_share=0.0
    )


class Feeder:
    """Takes the pictures and announces them."""

    def __init__(self, path: str) -> None:
        self._table = simulated()
        self._slots = np.memmap(f"{path}.slots", np.uint8, "w+", shape=(SLOTS, *SHAPE))
        self._small = np.memmap(f"{path}.small", np.uint8, "w+", shape=(SLOTS, *SMALL))
        self._orders: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listening.bind(path)
        self._listening.listen()
        self._listening.settimeout(0)
        self._camera: socket.socket | None = None
        self._again = self._stalled = False

    def run(self) -> None:
        """Feed until the input ends."""
        self._table.painter.warm_up()
        threading.Thread(target=self._hear, daemon=True).start()
        print("ready", flush=True)
        due, number = time.monotonic(), 0
        while True:
            due = max(due + 1 / FPS, time.monotonic() - 3 / FPS)
            time.sleep(max(0.0, due - time.monotonic()))
            self._take_orders()
            if self._again and not self._table.busy:
                self._table.do(*ROUND)
            self._table.advance(1 / FPS)
            number += 1
            self._take(number % SLOTS)
            self._send(number % SLOTS)

    def _take(self, slot: int) -> None:
        """Take a picture in both sizes, as a Pi's ISP does."""
        picture = self._table.render()
        small = cv2.resize(picture, (640, 360), interpolation=cv2.INTER_AREA)
        self._slots[slot], self._small[slot] = picture, cv2.cvtColor(small, cv2.COLOR_BGR2YUV_I420)

    def _hear(self) -> None:
        for line in sys.stdin:
            self._orders.put(line.strip())
        self._orders.put("end")

    def _take_orders(self) -> None:
        while not self._orders.empty():
            order = self._orders.get()
            self._again = order == "throws"
            if order == "end":
                sys.exit()
            if order == "cup":
                self._table.do(*ROUND[:2])
            elif order == "lift":
                self._table.do(*ROUND[2:])
            elif order == "stall":
                self._stalled = True
                print(f"stalled {time.monotonic()}", flush=True)

    def _send(self, slot: int) -> None:
        try:
            self._camera = self._listening.accept()[0]
            self._camera.settimeout(0)
            self._stalled = False
        except BlockingIOError:
            pass
        if self._camera is None or self._stalled:
            return
        try:
            self._camera.send(WORD.pack(slot, time.monotonic_ns()))
        except BlockingIOError:
            pass  # a slow reader gets fewer pictures
        except OSError:
            self._camera = None


if __name__ == "__main__":
    Feeder(sys.argv[1]).run()
