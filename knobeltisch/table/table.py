"""The table: one queue, and one thread that interprets each item, writes it down, and only then shows it.

Cameras, buttons and the page only put items on the queue. The state results from replaying the journal; nothing is shown that
is not on disk.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import secrets
import threading
from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, assert_never

from hardware.panel.panel import Button, Lamps, Press
from knobeltisch.archive.chronicle import Backfill
from knobeltisch.errors import CommandError, JournalError
from knobeltisch.game.ended_turns import EndedTurns
from knobeltisch.game.evening import Evening, LiveEntry, fold_last_evening
from knobeltisch.game.events import PHONE, Did, Fact, LastOrders, Rename, Start, Undo, Wish, body_of
from knobeltisch.game.history import EveningHistory
from knobeltisch.game.running_time import RunningTime
from knobeltisch.game.wishes import SideEvents, due_attendance_act
from knobeltisch.referee.expected_dice import TableExpects, expected_dice
from knobeltisch.referee.own_confidence import JudgedThrow, Learning
from knobeltisch.referee.questions import pictures_of
from knobeltisch.referee.referee import Referee, Ruling
from knobeltisch.referee.sightings import rule_on_sighting
from knobeltisch.status import Device, Notice
from knobeltisch.storage.journal import Entry
from knobeltisch.storage.store import note_head
from knobeltisch.table.commands import (
    Answer,
    Commands,
    Item,
    Job,
    Ordered,
    PressButton,
    Settle,
    facts_ordered,
)
from knobeltisch.table.guest_permissions import NOBODY
from knobeltisch.table.phone_throws import PhonePlay, phone_acts
from knobeltisch.table.recent_lifts import RecentLifts
from knobeltisch.table.scoreboard import Scoreboard
from knobeltisch.table.snapshot import Published, content, describe_game
from scorer.json_forms.written import to_json
from vision.types import BoardMoved, Moment, Scene, Sighting

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from knobeltisch.archive.chronicle import Chronicle
    from knobeltisch.table.phones import Phones
    from knobeltisch.table.table_files import TableFiles
    from scorer import GameState
    from vision.still.known import Sign

log = logging.getLogger(__name__)

MOST_ORDERS: Final = 32
"""Orders that may wait at once; the page has few more threads."""
JOURNAL_S: Final = 60.0
PASSING: Final = ("journal", "fault")
"""Notices that vanish once something can be written again."""


class Table:
    """Keeps the score of one game. `board` and `commands` serve the page; `put` and `set_camera_state` feed the queue.

    `tally` counts the acts written, lifts seen and questions asked since the start. `ticks` gives seconds since power-on, if
    known. An empty `chronicle` receives all past and future entries of the journal. `phones` builds the object for this table's
    phones. If the files are sealed, everything is refused, and the first notice says why.
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
        self._journal, self._store, self._clock = files.journal, files.store, clock
        files.journal.replaced = lambda said: self.schedule(
            lambda: self.add_notice(Notice(key="replaced", message=said))
        )
        self._queue: queue.Queue[Item | None] = queue.Queue()
        self._places = threading.BoundedSemaphore(MOST_ORDERS)
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self.on_order: Callable[[Ordered], None] = lambda _ordered: None
        """Called with each order from the page before it is applied, in the page's threads."""
        self.board, self.tally = Scoreboard({"match": None, "to_sign": None}), Counter[str]()
        self._evening, self._referee = files.evening or fold_last_evening(self._journal), Referee()
        last_start = next((body for *_, body in self._journal.games()), None)
        self._running = RunningTime(ticks, last_start, self._evening.last_at)
        self.past = EveningHistory(lambda: self._evening.live)
        self.hindsight = EndedTurns(lambda: self._evening.live)
        self.commands = Commands(self._put_order)
        self.phones = phones and phones(
            commands=self.commands, evening=self.evening, renew=self.republish_guests
        )
        self._telling = None if chronicle is None else Backfill(chronicle, self._journal, self.schedule)
        self.learning = Learning()
        if self._store is not None:
            self.learning.begin(self._store)
        self._light: Callable[[Lamps], None] = lambda _lamps: None
        self._camera, self._panel = camera, Device(status="absent")
        self._scene: Scene | None = None
        self._lifts = RecentLifts()
        self._described, self._game = self._evening, describe_game(self._evening)
        self._salt, self._moment, self._about, self._asked = secrets.token_hex(3), 0, "", ""
        self.expects = TableExpects()
        """What the camera may expect, replaced with each state; any thread may read it."""
        self._notice: Notice | None = None
        for notice in files.notices:
            self.add_notice(notice)
        self._refusing = files.notices[0] if files.sealed else None
        self._publish()

    # --- called from other threads

    def evening(self) -> tuple[tuple[LiveEntry, ...], SideEvents]:
        """Return the live entries and the side events."""
        evening = self._evening
        return evening.live, evening.beside

    @property
    def state(self) -> GameState | None:
        """The state of the current game; None before the first."""
        return self._evening.state

    @property
    def waiting(self) -> int:
        """The number of items on the queue."""
        return self._queue.qsize()

    def is_evening_unsure(self) -> bool:
        """Whether it is unknown if the last evening goes on (`RunningTime.is_unsure`)."""
        return self._running.is_unsure

    def start(self, *, light: Callable[[Lamps], None] | None = None, panel: Device | None = None) -> None:
        """Continue where the last run stopped, and start processing items; `light` sets the lamps of the `panel`."""
        self._light, self._panel = light or self._light, panel or self._panel
        if self._telling is not None:
            self._telling.begin()
        self._go_on()
        self._publish()
        self._thread.start()

    def stop(self) -> None:
        """Process the items on the queue, then stop."""
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()

    def drain(self) -> None:
        """Wait until everything queued so far is processed and shown."""
        self._queue.join()

    def put(self, item: Item) -> None:
        """Put an event of the camera, a press or anything else on the queue."""
        self._queue.put(item)

    def schedule(self, run: Callable[[], None]) -> None:
        """Run a function between two acts in the table's thread, without blocking."""
        self.put(Job(run=run))

    def between_acts(self, run: Callable[[], None]) -> None:
        """Run a function between two acts and wait for it.

        Raise CommandError if the function does, or TimeoutError if the table does not answer.
        """
        job = Job(run=run)
        self.put(job)
        job.done.result(JOURNAL_S)

    def set_camera_state(self, device: Device) -> None:
        """Note the state of the camera."""
        self.schedule(partial(setattr, self, "_camera", device))

    def set_panel_state(self, device: Device) -> None:
        """Note the state of the panel."""
        self.schedule(partial(setattr, self, "_panel", device))

    def show_notice(self, notice: Notice) -> None:
        """Show a notice until somebody acts. Safe to call from any thread."""
        self.schedule(partial(setattr, self, "_notice", notice))

    def republish_guests(self) -> None:
        """Publish again, for the guests' part."""
        self.schedule(lambda: None)

    def learn(
        self,
        throws: tuple[JudgedThrow, ...],
        *,
        missed: bool = False,
        signs: tuple[Sign, ...] | None = None,
    ) -> None:
        """Learn from the throws of a test, in the table's thread, without blocking (`Learning.learn_from_test`)."""
        self.schedule(lambda: self.learning.learn_from_test(throws, missed=missed, signs=signs))

    def forget_learned(self) -> None:
        """Forget what was learned about the dice. Raise the errors of `between_acts`."""
        self.between_acts(self.learning.forget)

    def copy_journal(self, file: Path) -> None:
        """Write a consistent copy of the journal. Raise the errors of `between_acts`."""
        self.between_acts(lambda: self._journal.copy_to(file))

    def take_journal(self, new: Path, aside: Path) -> None:
        """Switch to another journal, already checked; keep the current one as `aside`. Raise the errors of `between_acts`."""
        self.between_acts(lambda: self._swap(new, aside))

    def _put_order(self, ordered: Ordered) -> None:
        if not self._places.acquire(blocking=False):
            raise CommandError("busy", "The table is busy; look at the page and try again.")
        self.on_order(ordered)
        self.put(ordered)

    # --- the table's thread

    def add_notice(self, notice: Notice) -> None:
        """Show a notice, beside the current one, until somebody acts.

        Call it before the start, or in the table's thread.
        """
        said = self._notice
        self._notice = notice if said is None else replace(said, also=(*said.also, notice))

    def refuse_all(self, why: Notice) -> None:
        """Refuse everything except jobs from now on, giving `why` as the reason. Call it in the table's thread only."""
        self._refusing = self._notice = why

    def _run(self) -> None:
        while True:
            item = self._queue.get()
            try:
                if item is None:
                    return
                self._handle_item(item)
            finally:
                if isinstance(item, Ordered):
                    self._places.release()
                self._queue.task_done()

    def _handle_item(self, item: Item) -> None:
        wrong = self._error_of(lambda: self._run_item(item), item)
        if wrong is None:
            # The order itself is on disk: report success whatever its consequences.
            self._error_of(self._go_on, None)
        self._publish()
        if isinstance(item, Ordered | Job) and not item.done.done():
            with contextlib.suppress(Exception):  # its sender may have given up waiting
                if wrong is None:
                    item.done.set_result(None)
                else:
                    item.done.set_exception(wrong)
        self.learning.save_changes()

    def _error_of(self, work: Callable[[], None], item: Item | None) -> CommandError | None:
        """Do part of the work; return the error to report to the sender of `item`."""
        try:
            work()
        except CommandError as error:
            # The sender of an order gets the error; nobody else did anything wrong.
            if not isinstance(item, Ordered):
                self._notice = Notice(key=error.code, message=str(error), at=self._clock())
            return error
        except JournalError as error:
            # Nothing shown is missing on disk; the table goes on once it works again.
            log.warning("%s", error)
            self._notice = Notice(key="journal", message=str(error))
            return CommandError("journal", str(error))
        except Exception:
            # A bug must not stop the evening: the state is still the fold of the journal.
            log.exception("an item could not be handled: %r", item)
            message = "Something went wrong inside; the score stands as shown."
            self._notice = Notice(key="fault", message=message)
            return CommandError("fault", message)
        return None

    def _go_on(self) -> None:
        self._apply_due_attendance()
        self._rule_on_waiting()
        self._apply_due_attendance()

    def _run_item(self, item: Item) -> None:
        if self._refusing is not None and not isinstance(item, Job):
            raise CommandError(self._refusing.key, self._refusing.message)
        match item:
            case Sighting():
                self.tally["lifts"] += item.moment is Moment.LIFT
                self._lifts.record_lift(item, self._evening.dice, at=self._clock())
                self._referee = self._referee.with_sighting(item, self._evening.dice)
                self.learning.observe_sighting(item)
            case Scene():
                if item.cup and not (self._scene is not None and self._scene.cup):
                    self._referee = self._referee.note_cup_down()
                self._scene = item
            case BoardMoved():
                self._camera = Device(
                    status="moved", name=self._camera.name, message="The camera or the board was pushed."
                )
                self._referee = self._referee.forget()
            case Press():
                self._notice = None
                self._handle_press(item.button.value, long=item.long, source="panel")
            case Ordered():
                self._notice = None
                self._handle_order(item)
            case Job():
                item.run()
            case _:
                assert_never(item)

    def _swap(self, new: Path, aside: Path) -> None:
        """Switch to another journal. Raise JournalError if that fails; the current one then stays open."""
        self._journal.swap(new, aside)
        if self._store is not None:
            note_head(self._store, self._journal)
        self._running.forget()
        self._evening, self._referee = fold_last_evening(self._journal), Referee()
        self._lifts, self._notice = RecentLifts(), None
        self.learning.let_go()
        if self._telling is not None:
            self._telling.begin()
        self.board.renew()

    def _rule_on_waiting(self) -> None:
        while True:
            self._referee = self._referee.look_at_score(self._evening)
            try:
                ruling = rule_on_sighting(self._referee, self._evening)
                if ruling is None:
                    return
                self._apply_ruling(ruling, "camera", seen=True)
            except JournalError:
                raise  # the sighting still waits: the next item triggers another ruling
            except Exception:
                self._referee = self._referee.drop_sighting()  # it would fail the same way every time
                raise

    def _apply_ruling(self, ruling: Ruling, source: str, *, seen: bool = False) -> None:
        self._write_facts(ruling.facts, source, seen=seen)
        self._referee = ruling.then

    def _apply_due_attendance(self) -> None:
        """Fulfil the wishes that are due (TBL-1), but not in a round that an undo has just reopened."""
        while not isinstance(self._evening.last, Undo):
            act = due_attendance_act(self._evening.state, self._evening.beside.wishes)
            if act is None:
                return
            self._write_facts((Did(act=act),), "table")
            self._referee = self._referee.forget()

    def _write_facts(self, facts: tuple[Fact, ...], source: str, *, seen: bool = False) -> None:
        """Write facts in order: all are on disk together, or none is written.

        `seen`: they come from the camera, or answer a question about what it saw.
        """
        evening, entries, evenings = self._evening, list[Entry](), list[Evening]()
        for number, fact in enumerate(facts, start=self._journal.head + 1):
            kind, body = body_of(fact)
            body = self._running.with_running_time(body) if isinstance(fact, Start) else body
            entry = Entry(id=number, at=self._clock(), source=source, kind=kind, body=body)
            evening = evening.with_entry(entry, fact)
            entries.append(entry)
            evenings.append(evening)
        if (
            facts
            and self._notice is not None
            and (self._notice.at is not None or self._notice.key in PASSING)
        ):
            self._notice = None  # the game goes on, so an earlier problem is over
        if entries:
            self._journal.append_all(entries)
        self._evening = evening
        for entry, fact, after in zip(entries, facts, evenings, strict=True):
            self._notify_followers(entry, fact, after, seen=seen)

    def _notify_followers(self, entry: Entry, fact: Fact, after: Evening, *, seen: bool) -> None:
        """Notify everything that follows the score; a failure there must not affect the score."""
        try:
            self.tally["acts"] += 1
            self._running.note_entry(entry.at, entry.body)
            if self._telling is not None:
                self._telling.feed_written(entry, after)
            self._lifts.link_entry(entry.id, fact)
            self.learning.follow_entry(entry.id, fact, by_hand=not seen)
            if isinstance(fact, Start) and self._store is not None:
                note_head(self._store, self._journal)
            if isinstance(fact, Rename) and self.phones is not None:
                self.phones.rename_seats(fact.player, fact.name)
        except Exception:
            log.exception("entry %d is written, but not every follower of the score was notified", entry.id)

    def _handle_press(self, button: str, *, long: bool, source: str) -> None:
        referee = self._referee
        match button:
            case Button.AGAIN.value:
                self._referee = referee.press_again(self._evening)
            case Button.PASS.value:
                self._apply_ruling(referee.press_pass(self._evening), source)
            case Button.UNDO.value:
                self._apply_ruling(referee.press_undo(self._evening, long=long), source)
            case switch:
                self._apply_ruling(referee.press_switch(switch, self._evening), source)

    def _handle_order(self, item: Ordered) -> None:
        if item.head is not None and item.head != self._journal.head:
            raise CommandError("stale", "The game has gone on since; look at the page and tap again.")
        if item.moment is not None and item.moment != self._moment_name:
            raise CommandError("stale", "The board has changed since; look at the page and tap again.")
        match item.order:
            case PressButton(button=button, long=long):
                self._handle_press(button, long=long, source="tablet")
            case Answer() as answer:
                ruling = self._referee.answer(
                    answer.question, option=answer.option, dice=answer.dice, evening=self._evening
                )
                self._apply_ruling(ruling, "tablet", seen=True)
            case PhonePlay() as play:
                self._write_facts(phone_acts(play, self._evening, self._referee.question), PHONE)
                self._referee = self._referee.forget()
            case order:
                self._write_facts(facts_ordered(order, self._evening), "tablet")
                if not isinstance(order, Rename | Wish | LastOrders | Settle):
                    self._referee = self._referee.forget()

    @property
    def _moment_name(self) -> str:
        """The name of the moment that the board shows, unique across starts; a tap names its moment."""
        return f"{self._salt}-{self._moment}"

    def _publish(self) -> None:
        """Publish the current state and set the lamps. The moment changes as soon as a tap could mean something else."""
        referee, question = self._referee, self._referee.question
        state, own = self._evening.dice, self.learning.own
        self.expects = TableExpects(
            dice=replace(expected_dice(state), leeway=own.leeway, signs=own.signs),
            between_turns=state is None or not (state.made or state.rolled),
        )
        if question is not None and question.id != self._asked:
            self._asked = question.id
            self.tally["questions"] += 1
        if self._described is not self._evening:  # most updates do not touch the game
            self._described, self._game = self._evening, describe_game(self._evening)
        about = repr((self._journal.head, referee.again, referee.declare, question))
        if about != self._about:
            self._about, self._moment = about, self._moment + 1
        published: Published = {
            **content(
                game=self._game,
                head=self._journal.head,
                referee=referee,
                camera=self._camera,
                panel=self._panel,
                scene=self._scene,
                notice=self._notice,
            ),
            **(NOBODY if self.phones is None else self.phones.to_json()),
            "moment": self._moment_name,
            "evening_unsure": self._running.is_unsure,
            "lifts": to_json(self._lifts.kept),
        }
        self.board.publish(published, self._lifts.pictures() | pictures_of(question))
        try:
            self._light(
                Lamps(
                    ready=referee.ready,
                    ask=question is not None,
                    high=referee.declare.direction == "high",
                    ones100=referee.declare.ones == 100,
                    sixes60=referee.declare.sixes == 60,
                )
            )
        except Exception:  # a broken lamp must not stop the score
            log.exception("the lamps could not be lit")
