"""The table: one queue, one thread that applies.

Cameras, buttons and the page only put things on the queue. What they mean is decided here, written to the journal,
and shown only then.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from typing import TYPE_CHECKING, Final, assert_never

from hardware.panel import Button, Lamps, Press
from knobeltisch import view
from knobeltisch.commands import Answer, Commands, Ordered, PressButton, TakeBack
from knobeltisch.errors import CommandError, JournalError
from knobeltisch.evening import fold
from knobeltisch.facts import Correct, Did, Fact, Start, Undo, body_of
from knobeltisch.hindsight import Hindsight
from knobeltisch.items import DeviceSays, Job, Stop
from knobeltisch.lifts import Lifts
from knobeltisch.past import Past
from knobeltisch.questions import pictures_of
from knobeltisch.referee import Referee
from knobeltisch.scoreboard import Scoreboard
from knobeltisch.tally import Tally
from knobeltisch.view import Device, Notice
from vision.sightings import BoardMoved, Moment, Scene, Sighting

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from knobeltisch.chronicle import Chronicle
    from knobeltisch.items import Item
    from knobeltisch.journal import Entry, Journal
    from knobeltisch.record import Recorder
    from scorer import State
    from vision.sightings import WatchEvent

log = logging.getLogger(__name__)

MOST_ORDERS: Final = 32
"""Orders that may wait at once; the page's own threads are not many more."""
JOURNAL_S: Final = 60.0


class Table:
    """Keep one game. `board` and `commands` are what the page gets; `see`, `press` and `camera_says` feed the queue."""

    def __init__(
        self,
        *,
        journal: Journal,
        clock: Callable[[], float],
        camera: Device,
        recorder: Recorder | None = None,
        chronicle: Chronicle | None = None,
    ) -> None:
        self.board = Scoreboard()
        self.commands = Commands(self._put_order)
        self._journal, self._clock = journal, clock
        self._evening, self._referee = fold(journal.entries()), Referee()
        self._camera, self._panel = camera, Device(status="absent")
        self.past = Past(lambda: self._evening.live)
        self.hindsight = Hindsight(lambda: self._evening.live)
        self._recorder, self._lifts, self._chronicle = recorder, Lifts(), chronicle
        self._scene: Scene | None = None
        self._notice: Notice | None = None
        self._resting: Notice | None = None
        self._queue: queue.Queue[tuple[Item, float]] = queue.Queue()
        self.tally = Tally()
        self._places = threading.BoundedSemaphore(MOST_ORDERS)
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._light: Callable[[Lamps], None] = lambda _lamps: None
        self._publish()

    # --- fed from other threads

    def start(self, *, light: Callable[[Lamps], None] | None = None) -> None:
        """Begin to apply what comes; `light` sets the panel's lamps."""
        if light is not None:
            self._light = light
        self._rule()
        self._publish()
        self._thread.start()

    def stop(self) -> None:
        """Apply what is on the queue, then stop."""
        if self._thread.is_alive():
            self._put(Stop())
            self._thread.join()

    def see(self, event: WatchEvent) -> None:
        """Take something the camera saw."""
        self._put(event)

    def press(self, press: Press) -> None:
        """Take a press of the panel."""
        self._put(press)

    def camera_says(self, device: Device) -> None:
        """Take how the camera is doing."""
        self._put(DeviceSays(who="camera", device=device))

    def panel_says(self, device: Device) -> None:
        """Take how the panel is doing."""
        says = DeviceSays(who="panel", device=device)
        self._put(says) if self._thread.is_alive() else self._heard(says)

    def begins_with(self, notice: Notice) -> None:
        """Say something to the table, until somebody does something; before the start only."""
        self._notice = notice

    def drain(self) -> None:
        """Wait until all that was put on the queue so far has been applied and shown."""
        self._queue.join()

    def copy_journal(self, file: Path) -> None:
        """Write a consistent copy of the journal. Raises CommandError, or TimeoutError when the table does not answer."""
        self.between_acts(lambda: self._journal.copy_to(file))

    def take_journal(self, new: Path, aside: Path) -> None:
        """Go on with another journal, checked before; the present one is kept as `aside`. Raises like `copy_journal`."""
        self.between_acts(lambda: self._swap(new, aside))

    def soon(self, run: Callable[[], None]) -> None:
        """Have something done between two acts, in the table's thread; nobody waits for it."""
        self._put(Job(run=run))

    def rest(self, why: Notice) -> None:
        """Say `why` and refuse whatever comes with it; in the table's thread only."""
        self._resting = self._notice = why

    def between_acts(self, run: Callable[[], None]) -> None:
        """Have something done between two acts and wait for it. Raises like `copy_journal`."""
        job = Job(run=run)
        self._put(job)
        job.done.result(JOURNAL_S)

    @property
    def waiting(self) -> int:
        """How much waits to be applied."""
        return self._queue.qsize()

    @property
    def state(self) -> State | None:
        """The game as it stands."""
        return self._evening.state

    @property
    def between_turns(self) -> bool:
        """Tell whether nobody has thrown yet in the turn that is on; safe from any thread, a state is frozen."""
        state = self._evening.state
        return state is None or not (state.made or state.rolled)

    def _put(self, item: Item) -> None:
        self._queue.put((item, time.monotonic()))

    def _put_order(self, ordered: Ordered) -> None:
        if not self._places.acquire(blocking=False):
            raise CommandError("busy", "The table has its hands full; look at the page and try again.")
        self._put(ordered)

    # --- the applying thread

    def _run(self) -> None:
        while True:
            item, since = self._queue.get()
            try:
                if isinstance(item, Stop):
                    return
                self._take(item)
                self.tally.waited(time.monotonic() - since)
            finally:
                if isinstance(item, Ordered):
                    self._places.release()
                self._queue.task_done()

    def _take(self, item: Item) -> None:
        try:
            self._refuse_at_rest(item)
            self._handle(item)
            self._rule()
        except CommandError as error:
            self._notice = Notice(key=error.code, message=str(error))
            _answer(item, error)
        except JournalError as error:
            # Nothing was shown that is not on disk; the table says so and goes on as soon as the disk does.
            log.exception("journal")
            self._notice = Notice(key="journal", message=str(error))
            _answer(item, CommandError("journal", str(error)))
        except Exception:
            # A fault of ours must not stop the evening: the state is still the fold of the journal.
            log.exception("an item could not be handled: %r", item)
            self._notice = Notice(
                key="fault", message="Something went wrong inside; the score stands as shown."
            )
            _answer(item, CommandError("fault", "Something went wrong inside; the score stands as shown."))
        self._publish()
        _answer(item, None)

    def _shine(self, lamps: Lamps) -> None:
        """Light the lamps; a broken lamp must not stop the score."""
        try:
            self._light(lamps)
        except Exception:
            log.exception("the lamps could not be lit")

    def _refuse_at_rest(self, item: Item) -> None:
        if self._resting is not None and not isinstance(item, Job | Stop):
            raise CommandError(self._resting.key, self._resting.message)

    def _handle(self, item: Item) -> None:
        match item:
            case Sighting():
                self._sighted(item)
            case Scene():
                self._see_scene(item)
            case BoardMoved():
                self._camera = Device(
                    status="moved", name=self._camera.name, message="The camera or the board was pushed."
                )
                self._referee.forget()
            case DeviceSays():
                self._heard(item)
            case Press():
                self._notice = None
                self._pressed(item.button.value, long=item.long, source="panel")
            case Ordered():
                self._notice = None
                self._order(item)
            case Job():
                item.run()
            case Stop():
                pass
            case _:
                assert_never(item)

    def _heard(self, says: DeviceSays) -> None:
        if says.who == "camera":
            self._camera = says.device
        else:
            self._panel = says.device

    def _swap(self, new: Path, aside: Path) -> None:
        self._journal.swap(new, aside)
        self._evening, self._referee = fold(self._journal.entries()), Referee()
        self._lifts, self._notice = Lifts(), None
        if self._chronicle is not None:
            self._chronicle.begin_anew(self._journal.entries())
        self.board.renew()

    def _sighted(self, sighting: Sighting) -> None:
        if sighting.moment is Moment.LIFT:
            self.tally.lifted()
            if self._recorder is not None:
                self._recorder.saw(sighting)
        self._lifts.saw(sighting, self._evening.state, at=self._clock())
        self._referee.saw(sighting, self._evening.state)

    def _see_scene(self, scene: Scene) -> None:
        if scene.cup and not (self._scene is not None and self._scene.cup):
            self._referee.cup_came_down()
        self._scene = scene

    def _rule(self) -> None:
        """Let the referee rule until it asks or nothing waits."""
        while (facts := self._referee.rule(self._evening)) is not None:
            self._accept(facts, "camera")

    def _accept(self, facts: tuple[Fact, ...], source: str) -> None:
        """Write facts down, one after the other; all fit or none is written."""
        self._evening.check(*facts)
        for fact in facts:
            kind, body = body_of(fact)
            entry = self._journal.append(at=self._clock(), source=source, kind=kind, body=body)
            self._evening.take(entry)
            self.tally.acted()
            self._tell(entry)
            self._lifts.noted(entry.id, fact)
            self._record(entry.id, fact)

    def _tell(self, entry: Entry) -> None:
        """Let the chronicle know; a fault there must not stop the score."""
        if self._chronicle is None:
            return
        try:
            self._chronicle.feed(entry)
        except Exception:
            log.exception("entry %d is missing in the chronicle until the next start", entry.id)

    def _record(self, entry: int, fact: Fact) -> None:
        """Let the recorder know; a recording that fails must not stop the score."""
        if self._recorder is None:
            return
        try:
            self._recorder.noted(entry, fact)
        except OSError as error:
            log.exception("the recording stopped")
            self._recorder = None
            self._notice = Notice(
                key="record", message=f"The recording stopped: {error.strerror}; the score goes on."
            )

    def _pressed(self, button: str, *, long: bool, source: str) -> None:
        referee = self._referee
        match button:
            case Button.AGAIN.value:
                referee.press_again(self._evening)
            case Button.PASS.value:
                self._accept(referee.press_pass(self._evening), source)
            case Button.UNDO.value:
                facts = referee.press_undo(self._evening, long=long)
                self._accept(facts, source)
                if facts:
                    referee.forget()
            case switch:
                referee.press_switch(switch, self._evening.state)

    def _order(self, item: Ordered) -> None:
        if item.head is not None and item.head != self._journal.head:
            raise CommandError("stale", "The game has gone on since; look at the page and tap again.")
        match item.order:
            case PressButton(button=button, long=long):
                self._pressed(button, long=long, source="tablet")
            case Answer() as answer:
                self._answered(answer)
            case TakeBack() as back:
                self._by_hand(Undo(to=self._entry_to(back)))
            case Start() | Did() | Correct() as fact:
                self._by_hand(fact)
            case _:
                assert_never(item.order)

    def _by_hand(self, fact: Fact) -> None:
        self._accept((fact,), "tablet")
        self._referee.forget()

    def _answered(self, answer: Answer) -> None:
        state = self._evening.state
        if state is None:
            raise CommandError("stale", "That question is no longer open; look at the page again.")
        facts = self._referee.answer(answer.question, option=answer.option, dice=answer.dice, state=state)
        self._accept(facts, "tablet")
        self._referee.settled(answer.option)
        if any(isinstance(fact, Undo) for fact in facts):
            self._referee.forget()

    def _entry_to(self, back: TakeBack) -> int:
        live = self._evening.live
        if back.to is not None:
            return back.to
        if not live:
            raise CommandError("nothing_to_undo", "There is nothing to take back.")
        if back.count > len(live):
            raise CommandError(
                "nothing_to_undo", f"Only {len(live)} entries can be taken back, not {back.count}."
            )
        return live[-back.count].id

    def _publish(self) -> None:
        referee, question = self._referee, self._referee.question
        self.tally.asked(None if question is None else question.id)
        shown = view.content(
            evening=self._evening,
            head=self._journal.head,
            referee=referee,
            camera=self._camera,
            panel=self._panel,
            scene=self._scene,
            notice=self._notice,
        )
        shown["recording"] = self._recorder is not None
        shown["lifts"] = [lift.to_json() for lift in self._lifts.kept]
        self.board.publish(shown, self._lifts.pictures() | pictures_of(question))
        self._shine(
            Lamps(
                ready=referee.ready,
                ask=question is not None,
                high=referee.declare.direction == "high",
                ones100=referee.declare.ones == 100,
                sixes60=referee.declare.sixes == 60,
            )
        )


def _answer(item: Item, error: CommandError | None) -> None:
    """Tell the page's thread how its order went; it may have given up waiting."""
    if not isinstance(item, Ordered | Job) or item.done.done():
        return
    with contextlib.suppress(Exception):
        if error is None:
            item.done.set_result(None)
        else:
            item.done.set_exception(error)
