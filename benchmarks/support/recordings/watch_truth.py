"""Play a scene on the simulated table before the real watcher, and compare its reports with the truth."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import hypot

from benchmarks.support.pictures.small_stream import lores
from hardware.simulated import DieTruth, SimulatedCamera, SimulatedTable, Wait, Where
from hardware.simulated.actions.moves import Move
from vision.board import find_board
from vision.still.known import UNKNOWN, Expectation
from vision.stream.watcher import Watcher
from vision.types import BoardMoved, Fate, Moment, Sighting, Status

FPS = 15.0
LATE_S = 1.0  # after hands have left and everything is at rest
ASKING_S = 0.5  # extra time for a reading to become sure
SHEET_PX_PER_MM = 6.0
HELD_MM = 11.0  # within this distance a die may count as stayed, beyond MOVED_MM as moved
MOVED_MM = 5.0


@dataclass(frozen=True, kw_only=True)
class Expect:
    """One event that must be reported: a sighting of this moment, or for None that the board was moved.

    `sure`: True if the dice must be read, False if it must doubt, None if either is right. `may`: the event is optional.
    """

    moment: Moment | None
    sure: bool | None = True
    may: bool = False
    late_s: float = LATE_S


@dataclass(frozen=True, kw_only=True)
class Act:
    """Some moves, the rest afterwards, and exactly the events that must be reported."""

    moves: Sequence[Move]
    expects: Sequence[Expect] = ()
    rest: float = 1.5


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A sequence: its kind, its acts, the setup of the table; `unseen` moves are made before watching starts.

    `game` is the knowledge that a game would give the watcher; most sequences have none.
    """

    kind: str
    acts: Sequence[Act]
    dice: int = 3
    pace: float = 1.0
    unseen: Sequence[Move] = ()
    game: Expectation = UNKNOWN


@dataclass
class Verdict:
    """The verdict on a scene; `notes` has a sentence for each fault."""

    kind: str
    seed: int
    expected: int = 0
    seen: int = 0
    asked: int = 0  # seen, but in doubt about readable dice
    missed: int = 0
    false: int = 0
    late: int = 0
    wrong: int = 0  # sure of wrong values, or where it must doubt
    moving: int = 0  # reported while dice were on the move
    fates: int = 0  # a die's fate or lift reported wrongly
    delays: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    pictures: int = 0

    @property
    def good(self):
        return not (self.missed or self.false or self.late or self.wrong or self.moving or self.fates)


class Judge:
    """Compares the table's truth with the reports."""

    def __init__(self, table, verdict):
        self._table, self._verdict = table, verdict
        self._before: tuple[DieTruth, ...] = table.dice  # at the sighting before
        self._throws = 0  # of the table, at the sighting before
        self._sure = True
        self._from_lift: dict[int, int | None] = {}
        self._counted = self._unheard = 0
        self.rested = table.now

    def look(self):
        """Note the truth of one picture: since when everything rests, which lift each die came from."""
        table = self._table
        if not table.at_rest:
            self.rested = table.now
        for die in table.dice:
            if die.where is Where.AWAY:
                self._from_lift[die.die] = None
        for number in range(self._counted, len(table.throws)):
            lift = number + 1 - self._unheard
            self._from_lift.update(dict.fromkeys(table.throws[number].values, lift))
        self._counted = len(table.throws)

    def restart(self):
        """Start with a new watcher: its first dice came from no lift that it knows."""
        self._sure, self._from_lift = False, {}
        self._unheard = self._counted = len(self._table.throws)

    def hear(self, sighting, expect):
        """Judge one sighting, expected or not."""
        verdict = self._verdict
        truth = sorted(die.value for die in self._lying() if die.value)
        values = sorted(seen_die.die.value for seen_die in sighting.seen)
        sure = sighting.reading.status is not Status.UNSURE
        if self._table.stage.rattling:
            verdict.moving += 1
            self._note(sighting, "reported while dice move")
        if sure and (values != truth or (expect is not None and expect.sure is False)):
            verdict.wrong += 1
            self._note(sighting, f"sure of {values}, truth {truth}")
        elif sure and self._sure:
            self._judge_fates(sighting)
        self._before, self._throws, self._sure = self._table.dice, len(self._table.throws), sure

    def _lying(self):
        return [die for die in self._table.dice if die.where is Where.BOARD]

    def _judge_fates(self, sighting):
        for die in self._lying():
            near = [
                seen_die
                for seen_die in sighting.seen
                if hypot(seen_die.die.x - die.x_mm, seen_die.die.y - die.y_mm) < 9
            ]
            if len(near) != 1:
                continue
            fates, lift = self._fates(die), self._from_lift.get(die.die)
            if near[0].fate not in fates or near[0].lift != lift:
                self._verdict.fates += 1
                self._note(
                    sighting,
                    f"die {die.die} ({die.value}) {near[0].fate.value} of lift {near[0].lift}, "
                    f"truth {'/'.join(sorted(fates))} of lift {lift}",
                )

    def _fates(self, die):
        """Return the true fates of a die since the previous sighting."""
        before = self._before[die.die]
        thrown = any(die.die in throw.values for throw in self._table.throws[self._throws :])
        if thrown or before.where is not Where.BOARD:
            return {Fate.THROWN}
        if before.value != die.value:
            return {Fate.TURNED}
        assert before.x_mm is not None
        assert before.y_mm is not None
        assert die.x_mm is not None
        assert die.y_mm is not None
        way = hypot(before.x_mm - die.x_mm, before.y_mm - die.y_mm)
        return (
            {Fate.STAYED} if way < MOVED_MM else {Fate.MOVED} if way > HELD_MM else {Fate.STAYED, Fate.MOVED}
        )

    def _note(self, sighting, text):
        self._verdict.notes.append(f"{sighting.moment.value} at {sighting.at:.1f} s: {text}")


class Trial:
    """One scene before one watcher; `small`: with a camera that makes small pictures for motion itself."""

    def __init__(self, scene, seed, sheet, *, small=False):
        self._scene, self._small = scene, small
        self._table = SimulatedTable(
            sheet=sheet,
            sheet_px_per_mm=SHEET_PX_PER_MM,
            seed=seed,
            fps=FPS,
            pace=scene.pace,
            cocked_share=0.0,
            dice=scene.dice,
        )
        self._table.do(*scene.unseen)
        while self._table.busy:
            self._table.advance(1 / FPS)
        self._camera = SimulatedCamera(self._table, realtime=False)
        self._camera.open()
        self._watcher: Watcher | None = None
        self.verdict = Verdict(scene.kind, seed)
        self._judge = Judge(self._table, self.verdict)

    def run(self):
        """Play all acts."""
        if self._scene.unseen:
            self._judge.restart()
        for act in self._scene.acts:
            self._play(act)
        return self.verdict

    def _play(self, act):
        verdict, left = self.verdict, list(act.expects)
        verdict.expected += sum(not expect.may for expect in left)
        self._table.do(*act.moves, Wait(seconds=act.rest))
        self._judge.rested = self._table.now
        while self._table.busy:
            frame = self._camera.read()
            assert frame is not None
            verdict.pictures += 1
            self._judge.look()
            if self._watcher is None:
                pose = find_board(frame.pixels)
                self._watcher = None if pose is None else Watcher(pose=pose)
                if self._watcher is not None:
                    self._watcher.expect(self._scene.game)
            small = lores(frame.pixels) if self._small else None
            for event in self._watcher.feed(frame.pixels, frame.at, small) if self._watcher else ():
                if isinstance(event, Sighting | BoardMoved):
                    self._hear(event, left)
        for expect in left:
            if not expect.may:
                self._miss(expect)

    def _hear(self, event, left):
        moment = event.moment if isinstance(event, Sighting) else None
        expect = self._taken(moment, left)
        verdict = self.verdict
        if expect is None:
            verdict.false += 1
            what = "the board was moved" if moment is None else _in_words(event)
            verdict.notes.append(f"false: {what} at {event.at:.1f} s")
        elif not expect.may:
            verdict.seen += 1
            self._time(event, expect)
        if isinstance(event, BoardMoved):
            self._watcher = None
            self._judge.restart()
            return
        if expect is not None and expect.sure and event.reading.status is Status.UNSURE:
            verdict.asked += 1
            verdict.notes.append(f"asked: {_in_words(event)} at {event.at:.1f} s")
        self._judge.hear(event, expect)

    def _time(self, event, expect):
        delay = event.at - self._judge.rested
        self.verdict.delays.append(delay)
        asks = isinstance(event, Sighting) and event.reading.status is Status.UNSURE
        if delay > expect.late_s + (ASKING_S if asks else 0.0):
            self.verdict.late += 1
            self.verdict.notes.append(f"late by {delay:.1f} s: {event.at:.1f} s")

    def _taken(self, moment, left):
        """Take the first expectation of this moment; required ones before it were missed."""
        for place, expect in enumerate(left):
            if expect.moment is moment:
                for missed in left[:place]:
                    if not missed.may:
                        self._miss(missed)
                del left[: place + 1]
                return expect
        return None

    def _miss(self, expect):
        self.verdict.missed += 1
        what = "board moved" if expect.moment is None else expect.moment.value
        self.verdict.notes.append(f"missed: {what} before {self._table.now:.1f} s")


def _in_words(event):
    if isinstance(event, BoardMoved):
        return "board moved"
    values = sorted(seen_die.die.value for seen_die in event.seen)
    doubts = ", ".join(doubt.value for doubt in event.reading.doubts)
    return f"{event.moment.value} {event.reading.status.value} {values} {doubts}".rstrip()
