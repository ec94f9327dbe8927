"""The controller: decides the meaning of each item, writes it down, and only then shows it.

Everything here runs in the table's thread. State is the fold of the journal; nothing is shown that is not on disk.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Final, assert_never

from hardware.panel.panel import Button, Lamps, Press
from knobeltisch.errors import CommandError, JournalError
from knobeltisch.game.evening import fold_last_evening
from knobeltisch.game.events import (
    PHONE,
    Did,
    End,
    Fact,
    LastOrders,
    Rename,
    Start,
    Undo,
    Wish,
    body_of,
)
from knobeltisch.game.running_time import RunningTime
from knobeltisch.game.wishes import due_attendance_act
from knobeltisch.referee.expected_dice import TableExpects, expected_dice
from knobeltisch.referee.own_dice import Learning
from knobeltisch.referee.questions import pictures_of
from knobeltisch.referee.referee import Referee, Ruling
from knobeltisch.referee.sightings import rule_on_sighting
from knobeltisch.status import Device, Notice
from knobeltisch.storage.journal import Entry
from knobeltisch.storage.store import note_head
from knobeltisch.table import snapshot
from knobeltisch.table.commands import Answer, CorrectEntry, Job, Ordered, PressButton, Redo, Settle, TakeBack
from knobeltisch.table.guest_permissions import NOBODY
from knobeltisch.table.phone_throws import PhonePlay, phone_acts
from knobeltisch.table.recent_lifts import RecentLifts
from knobeltisch.table.scoreboard import Scoreboard
from knobeltisch.table.tablet_orders import correction_facts, entry_to, noted_of_people, taken_back
from knobeltisch.table.tally import Tally
from vision.types import BoardMoved, Moment, Scene, Sighting

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from knobeltisch.archive.backfill import Backfill
    from knobeltisch.table.commands import Item
    from knobeltisch.table.phones import Phones
    from knobeltisch.table.table_files import TableFiles

log = logging.getLogger(__name__)


PASSING: Final = ("journal", "fault")
"""Notices that end as soon as something can be written again."""


class Controller:
    """Keep one game in its journal. `board` is what everybody sees, `tally` counts the work.

    `phones` sit at the table. Where the files are sealed, everything is refused, and the first notice says why.
    """

    def __init__(
        self,
        *,
        files: TableFiles,
        clock: Callable[[], float],
        camera: Device,
        telling: Backfill | None,
        ticks: Callable[[], float] | None,
        phones: Phones | None,
    ) -> None:
        self.board, self.tally = Scoreboard({"match": None, "to_sign": None}), Tally()
        self._light: Callable[[Lamps], None] = lambda _lamps: None
        self._journal, self._store, self._clock, self._phones = files.journal, files.store, clock, phones
        self.evening, self._referee = files.evening or fold_last_evening(self._journal), Referee()
        last_start = next((body for *_, body in self._journal.games()), None)
        self.running = RunningTime(ticks, last_start, self.evening.last_at)
        self._camera, self._panel = camera, Device(status="absent")
        self._lifts, self._telling = RecentLifts(), telling
        self._game = snapshot.GamePart()
        self._salt, self._moment, self._about = secrets.token_hex(3), 0, ""
        self.learning = Learning()
        if self._store is not None:
            self.learning.begin(self._store)
        self.expects = TableExpects()
        """What to expect of the camera, replaced with each state; any thread may read it."""
        self._scene: Scene | None = None
        self.notice: Notice | None = None
        for notice in files.notices:
            self.add_notice(notice)
        self._refusing = files.notices[0] if files.sealed else None
        self.publish()

    def begin(self, light: Callable[[Lamps], None] | None, panel: Device | None) -> None:
        """Continue what the last run left open; `light` sets the lamps of the `panel`."""
        self._light, self._panel = light or self._light, panel or self._panel
        if self._telling is not None:
            self._telling.begin()
        self._go_on()
        self.publish()

    def add_notice(self, notice: Notice) -> None:
        """Show a notice beside the present one."""
        said = self.notice
        self.notice = notice if said is None else replace(said, also=(*said.also, notice))

    def refuse_all(self, why: Notice) -> None:
        """Show the notice `why` and refuse everything that comes, with it as the reason."""
        self._refusing = self.notice = why

    def show_notice(self, notice: Notice) -> None:
        """Show a notice until somebody acts."""
        self.notice = notice

    def handle_item(self, item: Item) -> None:
        """Take one item off the queue, apply it, show the result, and answer the waiting sender."""
        wrong = self._error_of(lambda: self._run_item(item), item)
        if wrong is None:
            # The order itself is on disk: report success whatever becomes of its consequences.
            self._error_of(self._go_on, None)
        self.publish()
        if isinstance(item, Ordered | Job) and not item.done.done():
            with contextlib.suppress(Exception):  # its sender may have given up waiting
                if wrong is None:
                    item.done.set_result(None)
                else:
                    item.done.set_exception(wrong)
        self.learning.keep_up()

    def _error_of(self, work: Callable[[], None], item: Item | None) -> CommandError | None:
        """Run some of the work; return the error to report to the sender of `item`."""
        try:
            work()
        except CommandError as error:
            # The sender of an order gets the error; nobody else did anything wrong.
            if not isinstance(item, Ordered):
                self.notice = Notice(key=error.code, message=str(error), at=self._clock())
            return error
        except JournalError as error:
            # Nothing was shown that is not on disk; the table says so and goes on as soon as the disk works
            # again.
            log.warning("%s", error)
            self.notice = Notice(key="journal", message=str(error))
            return CommandError("journal", str(error))
        except Exception:
            # A bug must not stop the evening: the state is still the fold of the journal.
            log.exception("an item could not be handled: %r", item)
            message = "Something went wrong inside; the score stands as shown."
            self.notice = Notice(key="fault", message=message)
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
                self._handle_sighting(item)
            case Scene():
                if item.cup and not (self._scene is not None and self._scene.cup):
                    self._referee = self._referee.cup_came_down()
                self._scene = item
            case BoardMoved():
                self._camera = Device(
                    status="moved", name=self._camera.name, message="The camera or the board was pushed."
                )
                self._referee = self._referee.forget()
            case Press():
                self.notice = None
                self._handle_press(item.button.value, long=item.long, source="panel")
            case Ordered():
                self.notice = None
                self._handle_order(item)
            case Job():
                item.run()
            case _:
                assert_never(item)

    def note_camera(self, camera: Device) -> None:
        """Note the state of the camera."""
        self._camera = camera

    def note_panel(self, panel: Device) -> None:
        """Note the state of the panel."""
        self._panel = panel

    def swap(self, new: Path, aside: Path) -> None:
        """Switch to another journal. Raise JournalError, after which the present one stays open."""
        self._journal.swap(new, aside)
        if self._store is not None:
            note_head(self._store, self._journal)
        self.running.forget()
        self.evening, self._referee = fold_last_evening(self._journal), Referee()
        self._lifts, self.notice = RecentLifts(), None
        self.learning.let_go()
        if self._telling is not None:
            self._telling.begin()
        self.board.renew()

    def _handle_sighting(self, sighting: Sighting) -> None:
        if sighting.moment is Moment.LIFT:
            self.tally.lifts += 1
        self._lifts.record_lift(sighting, self.evening.dice, at=self._clock())
        self._referee = self._referee.with_sighting(sighting, self.evening.dice)
        self.learning.observe_sighting(sighting)

    def _rule_on_waiting(self) -> None:
        """Let the referee rule until it asks or nothing waits."""
        while True:
            self._referee = self._referee.look_at_score(self.evening)
            try:
                ruling = rule_on_sighting(self._referee, self.evening)
                if ruling is None:
                    return
                self._apply_ruling(ruling, "camera", seen=True)
            except JournalError:
                raise  # the sighting still waits: the next item triggers another ruling
            except Exception:
                self._referee = self._referee.pass_over()  # it would fail the same way every time
                raise

    def _apply_ruling(self, ruling: Ruling, source: str, *, seen: bool = False) -> None:
        """Write the ruling down; only then advance the referee."""
        self._write_facts(ruling.facts, source, seen=seen)
        self._referee = ruling.then

    def _apply_due_attendance(self) -> None:
        """Fulfil the wishes whose moment has come (TBL-1), but not in a round that an undo has just reopened."""
        while not isinstance(self.evening.last, Undo):
            act = due_attendance_act(self.evening.state, self.evening.beside.wishes)
            if act is None:
                return
            self._write_facts((Did(act=act),), "table")
            self._referee = self._referee.forget()

    def _write_facts(self, facts: tuple[Fact, ...], source: str, *, seen: bool = False) -> None:
        """Write facts in order; either all fit and are on disk together, or none is written.

        `seen`: they come from the camera, or answer a question about what it saw.
        """
        evening, entries = self.evening, list[Entry]()
        for number, fact in enumerate(facts, start=self._journal.head + 1):
            kind, body = body_of(fact)
            body = self.running.with_running_time(body) if isinstance(fact, Start) else body
            entry = Entry(id=number, at=self._clock(), source=source, kind=kind, body=body)
            evening = evening.with_entry(entry, fact)
            entries.append(entry)
        if facts and self.notice is not None and (self.notice.at is not None or self.notice.key in PASSING):
            self.notice = None  # the game goes on, so an earlier problem is over
        if entries:
            self._journal.append_all(entries)
        self.evening = evening
        for entry, fact in zip(entries, facts, strict=True):
            self._notify_followers(entry, fact, seen=seen)

    def _notify_followers(self, entry: Entry, fact: Fact, *, seen: bool) -> None:
        """Notify everybody who follows the score; a failure there must not touch the score."""
        try:
            self.tally.acts += 1
            self.running.note_entry(entry.at, entry.body)
            if self._telling is not None:
                self._telling.feed_written(entry, fact)
            self._lifts.link_entry(entry.id, fact)
            self.learning.follow_entry(entry.id, fact, by_hand=not seen)
            if isinstance(fact, Start) and self._store is not None:
                note_head(self._store, self._journal)
            if isinstance(fact, Rename) and self._phones is not None:
                self._phones.rename_seats(fact.player, fact.name)
        except Exception:
            log.exception("entry %d is written, but not every follower of the score was notified", entry.id)

    def _handle_press(self, button: str, *, long: bool, source: str) -> None:
        referee = self._referee
        match button:
            case Button.AGAIN.value:
                self._referee = referee.press_again(self.evening)
            case Button.PASS.value:
                self._apply_ruling(referee.press_pass(self.evening), source)
            case Button.UNDO.value:
                self._apply_ruling(referee.press_undo(self.evening, long=long), source)
            case switch:
                self._referee = referee.press_switch(switch, self.evening)

    def _refuse_stale(self, item: Ordered) -> None:
        if item.head is not None and item.head != self._journal.head:
            raise CommandError("stale", "The game has gone on since; look at the page and tap again.")
        if item.moment is not None and item.moment != self._moment_name:
            raise CommandError("stale", "The board has changed since; look at the page and tap again.")

    def _handle_order(self, item: Ordered) -> None:
        self._refuse_stale(item)
        match item.order:
            case PressButton(button=button, long=long):
                self._handle_press(button, long=long, source="tablet")
            case Answer() as answer:
                ruling = self._referee.answer(
                    answer.question, option=answer.option, dice=answer.dice, evening=self.evening
                )
                self._apply_ruling(ruling, "tablet", seen=True)
            case TakeBack() as back:
                self._by_hand(Undo(to=entry_to(back, self.evening)))
            case Redo():
                self._by_hand(*taken_back(self.evening))
            case CorrectEntry() as correct:
                self._by_hand(*correction_facts(correct, self.evening))
            case Start() | Did() | End() as fact:
                self._by_hand(fact)
            case Rename() | Wish() | LastOrders() | Settle() as said:
                self._write_facts((noted_of_people(said, self.evening),), "tablet")
            case PhonePlay() as play:
                self._write_facts(phone_acts(play, self.evening, self._referee.question), PHONE)
                self._referee = self._referee.forget()
            case _:
                assert_never(item.order)

    def _by_hand(self, *facts: Fact) -> None:
        self._write_facts(facts, "tablet")
        self._referee = self._referee.forget()

    @property
    def _moment_name(self) -> str:
        """Return the name of the moment that the board shows, unique across starts: a tap carries that which it was meant for."""
        return f"{self._salt}-{self._moment}"

    def publish(self) -> None:
        """Publish the present state, and light the lamps. The moment changes as soon as a tap could mean something else."""
        referee, question = self._referee, self._referee.question
        state, own = self.evening.dice, self.learning.own
        self.expects = TableExpects(
            dice=replace(expected_dice(state), leeway=own.leeway, signs=own.signs),
            between_turns=state is None or not (state.made or state.rolled),
        )
        self.tally.count_question(None if question is None else question.id)
        shown = snapshot.content(
            game=self._game.describe(self.evening),
            head=self._journal.head,
            referee=referee,
            camera=self._camera,
            panel=self._panel,
            scene=self._scene,
            notice=self.notice,
        )
        about = repr([shown["head"], shown["again"], shown["declare"], shown["question"]])
        if about != self._about:
            self._about, self._moment = about, self._moment + 1
        published: snapshot.Published = {
            **shown,
            **(NOBODY if self._phones is None else self._phones.to_json()),
            "moment": self._moment_name,
            "evening_unsure": self.running.is_unsure,
            "lifts": [lift.to_json() for lift in self._lifts.kept],
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
