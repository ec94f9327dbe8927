"""The table: one queue, and one thread that applies its items.

Cameras, buttons and the page only put items on the queue. The controller interprets them in the table's thread.
"""

from __future__ import annotations

import queue
import threading
import time
from typing import TYPE_CHECKING, Final

from knobeltisch.archive.backfill import Backfill
from knobeltisch.errors import CommandError
from knobeltisch.game.ended_turns import EndedTurns
from knobeltisch.game.history import EveningHistory
from knobeltisch.status import Notice
from knobeltisch.table.commands import Commands, Job, Ordered
from knobeltisch.table.controller import Controller

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hardware.panel.panel import Lamps
    from knobeltisch.archive.chronicle import Chronicle
    from knobeltisch.game.live_entry import LiveEntries
    from knobeltisch.game.side_events import SideEvents
    from knobeltisch.referee.expected_dice import TableExpects
    from knobeltisch.referee.own_confidence import JudgedThrow
    from knobeltisch.status import Device
    from knobeltisch.table.commands import Item
    from knobeltisch.table.phones import Phones
    from knobeltisch.table.table_files import TableFiles
    from scorer import GameState
    from vision.still.known import Sign

MOST_ORDERS: Final = 32
"""Orders that may wait at once; the page has few more threads."""
JOURNAL_S: Final = 60.0


class Table:
    """Keep one game. `board` and `commands` serve the page; `put` and `camera_says` feed the queue.

    `ticks` are seconds since the device was switched on, if known. An empty `chronicle` receives all past and future
    entries of the journal. `phones` makes the guests' phones of this table.
    """

    def __init__(
        self,
        *,
        files: TableFiles,
        clock: Callable[[], float],
        camera: Device,
        chronicle: Chronicle | None = None,
        ticks: Callable[[], float] | None = None,
        phones: Callable[..., Phones] | None = None,
    ) -> None:
        telling = None if chronicle is None else Backfill(chronicle, files.journal, self.schedule)
        self.commands = Commands(self._put_order)
        self.phones = phones and phones(
            commands=self.commands, evening=self.evening, renew=self.republish_guests
        )
        self._controller = Controller(
            files=files,
            clock=clock,
            camera=camera,
            telling=telling,
            ticks=ticks,
            phones=self.phones,
        )
        files.journal.replaced = self._report_replaced
        self.board, self.tally = self._controller.board, self._controller.tally
        self.past = EveningHistory(lambda: self._controller.evening.live)
        self.hindsight = EndedTurns(lambda: self._controller.evening.live)
        self.learning = self._controller.learning
        self.on_order: Callable[[Ordered], None] = lambda _ordered: None
        """Called with each order from the page before it is applied, in the page's threads."""
        self._journal = files.journal
        self._queue: queue.Queue[tuple[Item | None, float]] = queue.Queue()
        self._places = threading.BoundedSemaphore(MOST_ORDERS)
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    # --- called from other threads

    def evening(self) -> tuple[LiveEntries, SideEvents]:
        """Return the entries that count, and what was said beside them."""
        evening = self._controller.evening
        return evening.live, evening.beside

    def is_evening_unsure(self) -> bool:
        """Whether nobody knows if the last evening is still on: the table was off, and a clock was not set."""
        return self._controller.running.is_unsure

    def start(self, *, light: Callable[[Lamps], None] | None = None, panel: Device | None = None) -> None:
        """Start applying items; `light` sets the lamps of the `panel`."""
        self._controller.begin(light, panel)
        self._thread.start()

    def stop(self) -> None:
        """Apply what is on the queue, then stop."""
        if self._thread.is_alive():
            self._queue.put((None, 0.0))
            self._thread.join()

    def put(self, item: Item) -> None:
        """Put an event of the camera, a press or anything else on the queue."""
        self._queue.put((item, time.monotonic()))

    def camera_says(self, device: Device) -> None:
        """Note the state of the camera."""
        self.schedule(lambda: self._controller.note_camera(device))

    def panel_says(self, device: Device) -> None:
        """Note the state of the panel."""
        self.schedule(lambda: self._controller.note_panel(device))

    def add_notice(self, notice: Notice) -> None:
        """Show a notice, beside the present one, until somebody acts.

        Call before the start, or in the table's thread.
        """
        self._controller.add_notice(notice)

    def _report_replaced(self, sentence: str) -> None:
        self.schedule(lambda: self.add_notice(Notice(key="replaced", message=sentence)))

    def learn(
        self,
        throws: tuple[JudgedThrow, ...],
        *,
        missed: bool = False,
        signs: tuple[Sign, ...] | None = None,
    ) -> None:
        """Learn from throws of a test in the table's thread, without blocking (`Learning.taught`)."""
        self.schedule(lambda: self.learning.taught(throws, missed=missed, signs=signs))

    def forget_learned(self) -> None:
        """Forget what was learned of the dice. Raise like `copy_journal`."""
        self.between_acts(self.learning.forget)

    def republish_guests(self) -> None:
        """Publish the guests' part again."""
        self.schedule(lambda: None)

    def show_notice(self, notice: Notice) -> None:
        """Show a notice between two acts, until somebody acts."""
        self.schedule(lambda: self._controller.show_notice(notice))

    def drain(self) -> None:
        """Wait until everything queued so far is applied and shown."""
        self._queue.join()

    def copy_journal(self, file: Path) -> None:
        """Write a consistent copy of the journal. Raise CommandError, or TimeoutError if the table does not answer."""
        self.between_acts(lambda: self._journal.copy_to(file))

    def take_journal(self, new: Path, aside: Path) -> None:
        """Switch to another journal that was already checked; keep the present one as `aside`. Raise like `copy_journal`."""
        self.between_acts(lambda: self._controller.swap(new, aside))

    def schedule(self, run: Callable[[], None]) -> None:
        """Run something between two acts in the table's thread, without blocking."""
        self.put(Job(run=run))

    def refuse_all(self, why: Notice) -> None:
        """Refuse everything with the notice `why` as the reason; call in the table's thread only."""
        self._controller.refuse_all(why)

    def between_acts(self, run: Callable[[], None]) -> None:
        """Run something between two acts and wait for it. Raise like `copy_journal`."""
        job = Job(run=run)
        self.put(job)
        job.done.result(JOURNAL_S)

    @property
    def waiting(self) -> int:
        """The number of items that wait."""
        return self._queue.qsize()

    @property
    def state(self) -> GameState | None:
        """The game as it stands."""
        return self._controller.evening.state

    @property
    def expects(self) -> TableExpects:
        """What the table expects of the camera now."""
        return self._controller.expects

    def _put_order(self, ordered: Ordered) -> None:
        if not self._places.acquire(blocking=False):
            raise CommandError("busy", "The table is busy; look at the page and try again.")
        self.on_order(ordered)
        self.put(ordered)

    # --- the table's thread

    def _run(self) -> None:
        while True:
            item, since = self._queue.get()
            try:
                if item is None:
                    return
                self._controller.handle_item(item)
                self.tally.count_wait(time.monotonic() - since)
            finally:
                if isinstance(item, Ordered):
                    self._places.release()
                self._queue.task_done()
