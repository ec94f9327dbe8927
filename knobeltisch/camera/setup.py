"""Setting up camera, light and buttons: what the landlord's page shows, and the check of every start.

The frame loop lends each picture until the next one. While the page is open, the last picture is kept in memory. No picture is
ever written to disk.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import deque
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Final

from calibration.annotate import annotate, jpeg
from calibration.checks import PICTURES, find_changes, judge, judge_unseen, measure
from calibration.measurements import band_levels
from knobeltisch.camera.acceptance_bounds import Accepted, load_acceptance, save_acceptance
from knobeltisch.camera.camera_moved import Asked, BoardChoice, CameraMoved
from knobeltisch.camera.manual_tests import ManualTest, ManualTests
from knobeltisch.camera.saved_setup import (
    SavedLens,
    SavedSetup,
    forget_lens,
    load_lens,
    load_setup,
    save_lens,
    save_setup,
)
from knobeltisch.camera.start_check import StartCheck
from knobeltisch.errors import CommandError, StoreError, refusal_to_json
from vision.board import find_board, seen_marks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from calibration.checks import CheckResult, Measured
    from calibration.measurements import Levels
    from hardware.frame import Exposure, Frame
    from hardware.panel.panel import Press
    from knobeltisch.camera.acceptance_bounds import Figures
    from knobeltisch.camera.camera_use import CameraUse
    from knobeltisch.storage.store import Store
    from knobeltisch.table.table import Table
    from vision.board import BoardPose
    from vision.lens import Lens
    from vision.types import Picture, WatchEvent

OPEN_S: Final = 5.0  # seconds after its last request in which the page counts as open; it asks every second
BANDS_KEPT: Final = 30


class CameraSetup:
    """The camera setup of this table.

    The frame loop and the panel call `check_picture`, `take_sighting` and `take_press`; the page calls the rest.

    `between` returns whether no turn is under way; `clock` gives seconds since 1970; `camera` and `panel` describe the devices,
    `panel_trouble` says why the panel cannot be used; `table` learns from the tests with dice.
    """

    def __init__(
        self,
        *,
        store: Store,
        clock: Callable[[], float],
        between: Callable[[], bool],
        camera: str | None,
        panel: bool,
        panel_trouble: str = "",
        table: Table | None = None,
    ) -> None:
        self._table = table
        self._store, self._clock, self._between = store, clock, between
        self._camera, self._panel, self._panel_trouble = camera, panel, panel_trouble
        self._moved, self._tests = CameraMoved(), ManualTests()
        self.board_choice = BoardChoice(store)
        self._lock = threading.Lock()
        self._until = float("-inf")
        self._frame: Frame | None = None
        self._bands: deque[Levels] = deque(maxlen=BANDS_KEPT)
        self._start_check = StartCheck()
        self.exposure: Exposure | None = None
        self._lens: SavedLens | None = None
        self._lens_of: str | None = None  # the camera that this lens belongs to

    # --- fed by the frame loop and the panel

    def name_camera(self, camera: str) -> None:
        """Store the name of the camera that was found."""
        self._camera = camera

    def check_picture(self, frame: Frame, pose: BoardPose | None) -> None:
        """Process a picture with the board's pose in it."""
        watched = self._open
        if not watched and self._tests.running:
            self._tests.stop()  # a closed page must not block the game's camera
        with self._lock:
            self._frame = frame if watched else None
            due = self._start_check.is_due(frame.at)
            if pose is None:
                self._bands.clear()
            elif watched or due:
                self._bands.append(band_levels(frame.pixels, pose))
            ready = due and len(self._bands) >= PICTURES
        self.exposure = frame.exposure
        if self._tests.lens_due(frame.at):
            self._show_lens(frame)
        elif ready:
            self._check(frame)

    def _show_lens(self, frame: Frame) -> None:
        """Pass this picture to the lens test; a measured lens is used from now on."""
        found = self._tests.show(seen_marks(frame.pixels), _size(frame.pixels), frame.at)
        if found is None:
            return
        self._lens = SavedLens(at=self._clock(), camera=self._camera or "", found=found)
        self._lens_of = self._camera
        with contextlib.suppress(StoreError):  # it is used until the next start
            save_lens(self._store, self._lens)
        self._start_check = self._start_check.restart()

    def lens_for(self, picture: Picture) -> Lens | None:
        """Return the lens that undistorts a picture of this camera; None if none was measured at this size."""
        kept = self._kept_lens()
        return kept.found.lens if kept is not None and kept.found.lens.size == _size(picture) else None

    def _kept_lens(self) -> SavedLens | None:
        if self._lens_of != self._camera:
            self._lens, self._lens_of = load_lens(self._store, self._camera or ""), self._camera
        return self._lens

    @property
    def notes(self) -> tuple[str, ...]:
        """Return what the start check found to be off."""
        return self._start_check.notes

    def _check(self, frame: Frame) -> None:
        """Compare the picture with the saved setup. The pose belongs to this very picture, since the camera may just be moving."""
        (picture, pose), kept = self._straight(frame), load_setup(self._store)
        if pose is None:
            self._forget_bands()
            return
        measured = self._measured(picture, pose, frame.exposure)
        alike = kept is not None and (kept.size, kept.lens) == (_size(picture), self._lens_at(picture))
        before = kept if alike else None
        notes = find_changes(
            measured,
            pose,
            before=None if before is None else before.measured,
            pose_before=None if before is None else before.pose,
        )
        self._start_check = self._start_check.record(frame.at, notes)
        if not self._open:
            self._forget_bands()

    def _forget_bands(self) -> None:
        with self._lock:
            self._bands.clear()

    @property
    def use(self) -> CameraUse:
        """Return what the camera's pictures are used for."""
        return self._tests.use

    @property
    def asked(self) -> Asked:
        """Return the state of the question whether the camera was moved."""
        return self._moved.asked

    def ask_if_moved(self, before: BoardPose) -> None:
        """Ask the table whether the camera was moved: the board is seen elsewhere than `before`."""
        self._moved.begin(before)

    def settle(self, seen: BoardPose, *, between_turns: bool) -> BoardPose | None:
        """Return the pose to use now that the board is `seen`; None while the question is open."""
        asked = self._moved.asked is not Asked.NOT_ASKED
        pose = self._moved.settle(seen, between_turns=between_turns)
        if asked and pose is seen:
            self.store_place(seen)
        return pose

    def store_place(self, pose: BoardPose) -> None:
        """Store the camera's new place, so that the next start need not ask."""
        kept = load_setup(self._store)
        if kept is None:
            return
        with contextlib.suppress(StoreError):  # the next start only reports it
            save_setup(self._store, replace(kept, pose=pose))
        self._start_check = self._start_check.restart()

    def wants_whole(self, at: float, *, board: bool) -> bool:
        """Whether somebody looks at the page, or a check of a `board` in sight waits for pictures: small ones would not do."""
        return self._open or self._tests.running is not None or (board and self._start_check.is_due(at))

    def take_sighting(self, event: WatchEvent) -> bool:
        """Handle what the camera saw while a test with dice runs. Return False when it is for the game."""
        return self._tests.take_sighting(event)

    def take_press(self, press: Press) -> bool:
        """Handle a press while the test of the buttons runs. Return False when it is for the game."""
        if not self._open:
            self._tests.stop()
        return self._tests.take_press(press)

    # --- asked by the page

    @property
    def _open(self) -> bool:
        return time.monotonic() < self._until

    def to_json(self) -> Mapping[str, Any]:
        """Return everything the page shows. Each call marks the page as open for a few seconds."""
        self._until = time.monotonic() + OPEN_S
        self._save_findings()  # a test may just have ended
        with self._lock:
            frame = self._frame
        kept, lens = load_setup(self._store), self._kept_lens()
        picture, pose = (None, None) if frame is None else self._straight(frame)
        found = () if frame is None or picture is None else self._found(picture, pose, frame.exposure)
        tests = self._tests.to_json()
        accepted = load_acceptance(self._store)
        tests["acceptance"]["kept"] = accepted and {"at": accepted.at, **accepted.figures.to_json()}
        tests["lens"]["kept"] = lens and {
            "at": lens.at,
            "before": round(lens.found.before, 2),
            "after": round(lens.found.after, 2),
        }
        return {
            "camera": self._camera,
            "panel": self._panel,
            "panel_trouble": self._panel_trouble,
            "picture": frame is not None,
            "board": pose is not None,
            "between": self._between(),
            "findings": [_finding_to_json(finding) for finding in found],
            "taken": None if frame is None or frame.exposure is None else asdict(frame.exposure),
            **tests,
            "kept": None
            if kept is None
            else {"at": kept.at, "verdicts": dict(kept.verdicts), "glare": kept.measured.white},
            "own": None if self._table is None else self._table.learning.to_json(),
            "notes": list(self.notes),
        }

    def picture(self) -> bytes | None:
        """Return the last picture with the detected dice drawn in; None while the page is closed or without a camera."""
        with self._lock:
            frame = self._frame if self._open else None
        if frame is None:
            return None
        if self._tests.running is ManualTest.LENS:  # the board is in somebody's hands
            return jpeg(annotate(frame.pixels, seen_marks(frame.pixels), None))
        picture, pose = self._straight(frame)
        return jpeg(annotate(picture, seen_marks(picture), pose))

    def order(self, command: Mapping[str, object]) -> Mapping[str, object]:
        """Carry out a command of the page; return success, or a code and one sentence with the reason for the refusal."""
        try:
            self._do(command)
        except CommandError as error:
            return refusal_to_json(error.code, str(error))
        return {"ok": True}

    def _do(self, command: Mapping[str, object]) -> None:
        match command.get("do"):
            case "begin":
                if not self._between():
                    raise CommandError("mid_turn", "A turn is under way; begin when it is over.")
                self._tests.begin(command.get("test"))
            case "stop":
                self._tests.stop()
            case "judge":
                self._tests.judge_throw(command.get("throw"), command.get("right"))
                self._save_findings()
            case "finish":
                self._tests.finish()
                self._save_findings()
            case "keep":
                self._keep_now()
            case "forget_lens":
                self._forget_lens()
            case "forget_own":
                self._forget_own()
            case other:
                raise CommandError(
                    "bad_command",
                    f"There is no {other!r} here; there are begin, stop, judge, finish, keep, forget_lens and forget_own.",
                )

    def _save_findings(self) -> None:
        """Learn from a test with dice that has just ended, and save the result of an acceptance run."""
        ended = self._tests.take_ended()
        if ended is None:
            return
        if self._table is not None:
            result = ended.result
            self._table.learn(result.judged_throws, missed=result.missed_a_die, signs=result.signs)
        if ended.test is ManualTest.ACCEPTANCE:
            self._keep_accepted(ended.result.figures)

    def _forget_own(self) -> None:
        if self._table is None:
            raise CommandError("not_now", "Nothing was learned here.")
        try:
            self._table.forget_learned()
        except TimeoutError as error:
            raise CommandError("busy", "The table is busy; try again.") from error

    def _keep_accepted(self, figures: Figures) -> None:
        accepted = Accepted(at=self._clock(), camera=self._camera or "", figures=figures)
        try:
            save_acceptance(self._store, accepted)
        except StoreError as error:
            raise CommandError("keep", str(error)) from error

    def _forget_lens(self) -> None:
        """Forget the measured lens from the next search for the board on."""
        if not self._between():
            raise CommandError("mid_turn", "A turn is under way; do that when it is over.")
        try:
            forget_lens(self._store)
        except StoreError as error:
            raise CommandError("keep", str(error)) from error
        self._lens, self._lens_of = None, self._camera
        self._tests.forget_lens()
        self._start_check = self._start_check.restart()

    def answer_if_moved(self, *, moved: bool) -> bool:
        """Store the table's answer whether the camera was moved. Return False when there was no question."""
        return self._moved.answer(moved=moved)

    def _keep_now(self) -> None:
        with self._lock:
            frame = self._frame
        picture, pose = (None, None) if frame is None else self._straight(frame)
        if frame is None or picture is None or pose is None:
            raise CommandError("no_board", "The camera does not see the board; nothing was kept.")
        measured = self._measured(picture, pose, frame.exposure)
        tests = self._tests.to_json()
        verdicts = {finding.check: finding.verdict.value for finding in judge(measured)}
        verdicts |= {name.value: str(tests[name]["verdict"] or "untried") for name in ManualTest}
        setup = SavedSetup(
            at=self._clock(),
            camera=self._camera or "",
            size=_size(picture),
            pose=pose,
            measured=measured,
            verdicts=verdicts,
            lens=self._lens_at(picture),
        )
        try:
            save_setup(self._store, setup)
        except StoreError as error:
            raise CommandError("keep", str(error)) from error
        self._start_check = self._start_check.restart()  # compare again with what is saved now

    def _straight(self, frame: Frame) -> tuple[Picture, BoardPose | None]:
        """Return the undistorted picture, and where the board lies in it."""
        lens = self.lens_for(frame.pixels)
        picture = frame.pixels if lens is None else lens.straighten(frame.pixels)
        return picture, find_board(picture, lens=lens)

    def _lens_at(self, picture: Picture) -> float | None:
        """Return when the lens used to undistort this picture was measured."""
        return None if self._lens is None or self.lens_for(picture) is None else self._lens.at

    def _measured(self, picture: Picture, pose: BoardPose, taken: Exposure | None) -> Measured:
        with self._lock:
            bands = list(self._bands)
        measured = measure(picture, pose, seen_marks(picture), bands)
        if taken is None:
            return measured
        return replace(measured, exposure=taken.seconds, gain=taken.gain, field=taken.field)

    def _found(
        self, picture: Picture, pose: BoardPose | None, taken: Exposure | None
    ) -> tuple[CheckResult, ...]:
        if pose is None:
            return judge_unseen(len(seen_marks(picture)), None if taken is None else taken.field)
        return judge(self._measured(picture, pose, taken))


def _finding_to_json(finding: CheckResult) -> dict[str, object]:
    return {
        "check": finding.check,
        "verdict": finding.verdict.value,
        "said": finding.said,
        "value": finding.value,
    }


def _size(picture: Picture) -> tuple[int, int]:
    return picture.shape[1], picture.shape[0]
