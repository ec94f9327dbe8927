"""The setup of camera, light and buttons: what the landlord's page shows, and the check at every start.

The last picture is kept in memory while the page is open, and never written to disk.

The check compares a picture with the saved setup. It runs once, again every `AGAIN_S` while it finds a fault, since somebody may
correct it, and again after the saved setup has changed.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from calibration.annotate import annotate, encode_jpeg
from calibration.checks import PICTURES, find_changes, judge, judge_unseen, measure
from calibration.measurements import band_levels
from knobeltisch.camera.camera_moved import BoardChoice, CameraMoved, SettingUp
from knobeltisch.camera.dice_test_run import Accepted, load_acceptance, save_acceptance
from knobeltisch.camera.lens_measurement import LensTest
from knobeltisch.camera.manual_tests import DICE_TESTS, ManualTest, ManualTests
from knobeltisch.camera.saved_setup import (
    LENS,
    SavedLens,
    SavedSetup,
    load_lens,
    load_setup,
    save_lens,
    save_setup,
)
from knobeltisch.errors import CommandError, StoreError
from knobeltisch.game.printed_board import board_pdf
from scorer import load_variant
from scorer.json_forms.text import refusal_to_json
from scorer.json_forms.written import to_json
from vision.board import find_board, seen_marks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from calibration.checks import Measured
    from calibration.finding import Finding
    from calibration.measurements import Levels
    from hardware.frame import Exposure, Frame
    from hardware.panel.panel import Press
    from knobeltisch.camera.dice_test_run import DiceTest
    from knobeltisch.storage.store import Store
    from knobeltisch.table.table import Table
    from vision.board import BoardPose
    from vision.lens import Lens
    from vision.types import Picture, Scene, Sighting

OPEN_S: Final = 5.0  # seconds after its last request in which the page counts as open; it asks every second
BANDS_KEPT: Final = 30
AGAIN_S: Final = 60.0


class CameraSetup:
    """The camera setup of this table.

    Camera and panel call `look`, `take_sighting` and `take_press`; the page calls the rest. `moved` and `board_choice` are the
    open questions about the board: the camera asks, the page answers.

    `clock` gives seconds since 1970; `ticks` is monotonic. `camera` and `panel` describe the devices; `panel_trouble` says why
    the panel cannot be used. `table` learns from the tests with dice.
    """

    def __init__(
        self,
        *,
        store: Store,
        clock: Callable[[], float],
        table: Table,
        camera: str | None,
        panel: bool,
        panel_trouble: str = "",
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store, self._clock, self._ticks, self._table = store, clock, ticks, table
        self.camera = camera
        """The name of the camera; None until one is found."""
        self._panel, self._panel_trouble = panel, panel_trouble
        self.moved, self.board_choice = CameraMoved(), BoardChoice(store)
        self._tests = ManualTests(self._learn_from)
        self._lock = threading.Lock()
        self._until = float("-inf")
        self._frame: Frame | None = None
        self._bands: deque[Levels] = deque(maxlen=BANDS_KEPT)
        self._checked_at: float | None = None  # None while the check of the start is due
        self._notes: tuple[str, ...] = ()  # what was off then, in words of `calibration.checks.changes`
        self._lens: SavedLens | None = None
        self._lens_of: str | None = None  # the camera that this lens belongs to

    @staticmethod
    def board_pdf() -> bytes:
        """Return the board to print on A3, with the rules in every language."""
        return board_pdf(load_variant("bavarian"))

    # --- fed by the camera and the panel

    def look(self, frame: Frame, pose: BoardPose | None) -> SettingUp:
        """Process a picture and the board's pose in it, None if unknown; return how the table is being set up."""
        watched = self._open
        if self._tests.running is not None and not watched:
            self._tests.stop()  # a closed page must not block the game's camera
        with self._lock:
            self._frame = frame if watched else None
            due = self._check_is_due(frame.at)
            if pose is None:
                self._bands.clear()
            elif watched or due:
                self._bands.append(band_levels(frame.pixels, pose))
            ready = due and len(self._bands) >= PICTURES
        lens_test = self._tests.lens
        if self._tests.running is ManualTest.LENS and lens_test.is_due(frame.at):
            lens_test.show(seen_marks(frame.pixels), _size(frame.pixels), frame.at)
            if lens_test.is_complete:
                self._tests.stop()
            if lens_test.found is not None:  # used from now on
                self._lens = SavedLens(at=self._clock(), camera=self.camera or "", found=lens_test.found)
                self._lens_of = self.camera
                with contextlib.suppress(StoreError):  # it is used until the next start
                    save_lens(self._store, self._lens)
                self._checked_at = None
        elif ready:
            # Compare with the saved setup by the picture's own pose: the camera may be moving.
            (picture, place), kept = self._straight(frame), load_setup(self._store)
            if place is not None:
                alike = kept is not None and (kept.size, kept.lens) == (
                    _size(picture),
                    self._lens_at(picture),
                )
                before = kept if alike else None
                self._notes = find_changes(
                    self._measured(picture, place, frame.exposure),
                    place,
                    before=None if before is None else before.measured,
                    pose_before=None if before is None else before.pose,
                )
                self._checked_at = frame.at
            if place is None or not self._open:
                with self._lock:
                    self._bands.clear()
        running = self._tests.running
        return SettingUp(
            watched=watched or running is not None,
            check_due=self._check_is_due(frame.at),
            dice_test=running in DICE_TESTS,
            lens_test=running is ManualTest.LENS,
            lens=self._lens_for(frame.pixels),
            notes=self._notes,
        )

    def _check_is_due(self, at: float) -> bool:
        return self._checked_at is None or (bool(self._notes) and at - self._checked_at > AGAIN_S)

    def _lens_for(self, picture: Picture) -> Lens | None:
        """Return the lens that undistorts this picture; None if none was measured at its size."""
        kept = self._kept_lens()
        return kept.found.lens if kept is not None and kept.found.lens.size == _size(picture) else None

    def _kept_lens(self) -> SavedLens | None:
        if self._lens_of != self.camera:
            self._lens, self._lens_of = load_lens(self._store, self.camera or ""), self.camera
        return self._lens

    def store_place(self, pose: BoardPose) -> None:
        """Update the board's pose in the saved setup, if there is one, so that the next start need not ask.

        Disk errors are ignored.
        """
        kept = load_setup(self._store)
        if kept is not None:
            with contextlib.suppress(StoreError):  # the next start only reports it
                save_setup(self._store, replace(kept, pose=pose))
            self._checked_at = None

    def take_sighting(self, event: Sighting | Scene) -> None:
        """Pass what the camera saw to a running test with dice."""
        self._tests.take_sighting(event)

    def take_press(self, press: Press) -> bool:
        """Pass a press to the button test if it is running. Return False if the press is for the game."""
        if not self._open:
            self._tests.stop()
        return self._tests.take_press(press)

    # --- asked by the page

    @property
    def _open(self) -> bool:
        return self._ticks() < self._until

    def to_json(self) -> Mapping[str, Any]:
        """Return everything the page shows. Each call keeps the page marked as open for a few seconds."""
        self._until = self._ticks() + OPEN_S
        with self._lock:
            frame = self._frame
        kept, lens = load_setup(self._store), self._kept_lens()
        found: tuple[Finding, ...] = ()
        pose, taken = None, None if frame is None else frame.exposure
        if frame is not None:
            picture, pose = self._straight(frame)
            if pose is not None:
                found = judge(self._measured(picture, pose, taken))
            else:
                found = judge_unseen(len(seen_marks(picture)), None if taken is None else taken.field)
        tests = self._tests.to_json()
        accepted = load_acceptance(self._store)
        tests["acceptance"]["kept"] = accepted and {"at": accepted.at, **accepted.figures.to_json()}
        tests["lens"]["kept"] = lens and {
            "at": lens.at,
            "before": round(lens.found.before, 2),
            "after": round(lens.found.after, 2),
        }
        return {
            "camera": self.camera,
            "panel": self._panel,
            "panel_trouble": self._panel_trouble,
            "picture": frame is not None,
            "board": pose is not None,
            "between": self._table.expects.between_turns,
            "findings": to_json(found),
            "taken": to_json(taken),
            **tests,
            "kept": None
            if kept is None
            else {"at": kept.at, "verdicts": dict(kept.verdicts), "glare": kept.measured.white},
            "own": self._table.learning.own.to_json(),
            "notes": list(self._notes),
        }

    def picture(self) -> bytes | None:
        """Return the last picture as a JPEG, annotated (`annotate`); None while the page is closed or if there is no picture."""
        with self._lock:
            frame = self._frame if self._open else None
        if frame is None:
            return None
        if self._tests.running is ManualTest.LENS:  # the board is in somebody's hands
            return encode_jpeg(annotate(frame.pixels, seen_marks(frame.pixels), None))
        picture, pose = self._straight(frame)
        return encode_jpeg(annotate(picture, seen_marks(picture), pose))

    def order(self, command: Mapping[str, object]) -> Mapping[str, object]:
        """Carry out a command of the page. Return {"ok": True} or a refusal.

        Raise StoreError if the disk fails.
        """
        try:
            self._do(command)
        except CommandError as error:
            return refusal_to_json(error.code, str(error))
        return {"ok": True}

    def _do(self, command: Mapping[str, object]) -> None:
        match command.get("do"):
            case "begin":
                if not self._table.expects.between_turns:
                    raise CommandError("mid_turn", "A turn is under way; begin when it is over.")
                self._tests.begin(command.get("test"))
            case "stop":
                self._tests.stop()
            case "judge":
                self._tests.judge_throw(command.get("throw"), command.get("right"))
            case "finish":
                self._tests.finish()
            case "keep":
                self._keep_now()
            case "forget_lens":
                self._forget_lens()
            case "forget_own":
                try:
                    self._table.forget_learned()
                except TimeoutError as error:
                    raise CommandError("busy", "The table is busy; try again.") from error
            case other:
                raise CommandError(
                    "bad_command",
                    f"There is no {other!r} here; there are begin, stop, judge, finish, keep, forget_lens and forget_own.",
                )

    def _learn_from(self, test: ManualTest, result: DiceTest) -> None:
        self._table.learn(result.judged_throws, missed=result.missed_a_die, signs=result.signs)
        if test is ManualTest.ACCEPTANCE:
            accepted = Accepted(at=self._clock(), camera=self.camera or "", figures=result.figures)
            save_acceptance(self._store, accepted)

    def _forget_lens(self) -> None:
        """Forget the measured lens; the next search for the board does without it. Raise CommandError during a turn."""
        if not self._table.expects.between_turns:
            raise CommandError("mid_turn", "A turn is under way; do that when it is over.")
        self._store.put(LENS, None)
        self._lens, self._lens_of = None, self.camera
        if self._tests.running is ManualTest.LENS:
            self._tests.stop()
        self._tests.lens = LensTest()
        self._checked_at = None

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
            camera=self.camera or "",
            size=_size(picture),
            pose=pose,
            measured=measured,
            verdicts=verdicts,
            lens=self._lens_at(picture),
        )
        save_setup(self._store, setup)
        self._checked_at = None  # compare with the new values

    def _straight(self, frame: Frame) -> tuple[Picture, BoardPose | None]:
        lens = self._lens_for(frame.pixels)
        picture = frame.pixels if lens is None else lens.straighten(frame.pixels)
        return picture, find_board(picture, lens=lens)

    def _lens_at(self, picture: Picture) -> float | None:
        return None if self._lens is None or self._lens_for(picture) is None else self._lens.at

    def _measured(self, picture: Picture, pose: BoardPose, taken: Exposure | None) -> Measured:
        with self._lock:
            bands = list(self._bands)
        measured = measure(picture, pose, seen_marks(picture), bands)
        if taken is None:
            return measured
        return replace(measured, exposure=taken.seconds, gain=taken.gain, field=taken.field)


def _size(picture: Picture) -> tuple[int, int]:
    return picture.shape[1], picture.shape[0]
