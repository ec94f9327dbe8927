"""Setting up camera, light and buttons: what the landlord's page shows, and the check of every start.

The frame loop lends each picture. It is let go with the next one, unless somebody looks at the page: then the last one
is kept in memory until another comes or the page is closed. No picture is ever written.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from calibration.checks import PICTURES, changes, findings, measure, unseen
from calibration.overlay import drawn_in, jpeg
from calibration.probes import band_levels
from knobeltisch.bump import Bump
from knobeltisch.errors import CommandError, KeepError
from knobeltisch.fitted import Fitted, keep_fitted, kept_fitted
from knobeltisch.trials import Trials
from vision.board import find_board, seen_marks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from calibration.checks import Finding, Measured
    from calibration.probes import Levels
    from hardware.frame import Frame
    from hardware.panel import Press
    from knobeltisch.keep import Keep
    from vision.board import BoardPose
    from vision.sightings import Picture, WatchEvent

OPEN_S: Final = 5.0  # so long after its last question the page counts as open; it asks every second
AGAIN_S: Final = 60.0  # how often the start's check is made again while something is off
BANDS_KEPT: Final = 30


class Fitting:
    """The calibration of this table. `look`, `takes` and `pressed` are fed; the rest is what the page asks.

    `between` tells whether no turn is under way; `clock` gives seconds since 1970; `camera` and `panel` say what there is.
    """

    def __init__(
        self,
        *,
        keep: Keep,
        clock: Callable[[], float],
        between: Callable[[], bool],
        camera: str | None,
        panel: bool,
    ) -> None:
        self._keep, self._clock, self._between = keep, clock, between
        self._camera, self._panel = camera, panel
        self.bump, self.trials = Bump(), Trials()
        self._lock = threading.Lock()
        self._until = float("-inf")
        self._frame: Frame | None = None
        self._bands: deque[Levels] = deque(maxlen=BANDS_KEPT)
        self._check_at: float | None = None
        self.notes: tuple[str, ...] = ()

    # --- fed by the frame loop and the panel

    def meets(self, camera: str) -> None:
        """Take the name of the camera that was found."""
        self._camera = camera

    def look(self, frame: Frame, pose: BoardPose | None) -> None:
        """Take a picture, with the pose the eye goes by."""
        watched = self._open
        if not watched and self.trials.running:
            self.trials.stop()  # a page that was closed must not keep the game from its camera
        with self._lock:
            self._frame = frame if watched else None
            due = self._due(frame.at)
            if pose is None:
                self._bands.clear()
            elif watched or due:
                self._bands.append(band_levels(frame.pixels, pose))
            ready = due and len(self._bands) >= PICTURES
        if ready:
            self._check(frame)

    def _due(self, at: float) -> bool:
        """Tell whether the start's check is to be made: once, and again now and then while something is off."""
        return self._check_at is None or (bool(self.notes) and at - self._check_at > AGAIN_S)

    def _check(self, frame: Frame) -> None:
        """Compare what is seen with what was kept. The pose is of this very picture: the camera may just be pushed."""
        pose, kept = find_board(frame.pixels), kept_fitted(self._keep)
        if pose is None:
            self._forget_bands()
            return
        measured = self._measured(frame.pixels, pose)
        before = kept if kept is not None and kept.size == _size(frame.pixels) else None
        self.notes = changes(
            measured,
            pose,
            before=None if before is None else before.measured,
            pose_before=None if before is None else before.pose,
        )
        self._check_at = frame.at
        if not self._open:
            self._forget_bands()

    def _forget_bands(self) -> None:
        with self._lock:
            self._bands.clear()

    def measured_anew(self, pose: BoardPose) -> None:
        """Keep that the camera hangs elsewhere from now on: the table said so, and the next start need not wonder."""
        kept = kept_fitted(self._keep)
        if kept is None:
            return
        with contextlib.suppress(KeepError):  # the next start only wonders
            keep_fitted(self._keep, replace(kept, pose=pose))
        self._check_at = None

    def takes(self, event: WatchEvent) -> bool:
        """Take what the camera saw while the dice test runs; False when it is for the game."""
        return self.trials.takes(event)

    def pressed(self, press: Press) -> bool:
        """Take a press while the buttons test runs; False when it is for the game."""
        if not self._open:
            self.trials.stop()
        return self.trials.pressed(press)

    # --- asked by the page

    @property
    def _open(self) -> bool:
        return time.monotonic() < self._until

    def shown(self) -> Mapping[str, Any]:
        """Give everything the page shows; whoever asks keeps the page open for a few seconds."""
        self._until = time.monotonic() + OPEN_S
        with self._lock:
            frame = self._frame
        pose = None if frame is None else find_board(frame.pixels)
        kept = kept_fitted(self._keep)
        return {
            "camera": self._camera,
            "panel": self._panel,
            "picture": frame is not None,
            "board": pose is not None,
            "between": self._between(),
            "findings": [] if frame is None else [_told(one) for one in self._found(frame.pixels, pose)],
            **self.trials.to_json(),
            "kept": None if kept is None else {"at": kept.at, "verdicts": dict(kept.verdicts)},
            "notes": list(self.notes),
        }

    def picture(self) -> bytes | None:
        """Give the last picture with what is seen drawn in; None when nobody looks or no camera is there."""
        with self._lock:
            frame = self._frame if self._open else None
        if frame is None:
            return None
        found = seen_marks(frame.pixels)
        return jpeg(drawn_in(frame.pixels, found, find_board(frame.pixels)))

    def order(self, command: Mapping[str, object]) -> Mapping[str, object]:
        """Carry out what the page asks for; the reply says that it was done, or with a code and one sentence why not."""
        try:
            self._do(command)
        except CommandError as error:
            return {"ok": False, "error": {"code": error.code, "message": str(error), "rule": None}}
        return {"ok": True}

    def _do(self, command: Mapping[str, object]) -> None:
        match command.get("do"):
            case "begin":
                if not self._between():
                    raise CommandError("mid_turn", "A turn is under way; begin when it is over.")
                self.trials.begin(command.get("test"))
            case "stop":
                self.trials.stop()
            case "judge":
                self.trials.judge(command.get("throw"), command.get("right"))
            case "keep":
                self._keep_now()
            case other:
                raise CommandError(
                    "bad_command", f"There is no {other!r} here; there are begin, stop, judge and keep."
                )

    def moved(self, *, moved: bool) -> bool:
        """Take the table's word on whether the camera was moved; False when nobody asked."""
        return self.bump.answer(moved=moved)

    def _keep_now(self) -> None:
        with self._lock:
            frame = self._frame
        pose = None if frame is None else find_board(frame.pixels)
        if frame is None or pose is None:
            raise CommandError("no_board", "The camera does not see the board; nothing was kept.")
        measured = self._measured(frame.pixels, pose)
        tests = self.trials.to_json()
        verdicts = {one.check: one.verdict.value for one in findings(measured)}
        verdicts |= {name: str(tests[name]["verdict"] or "untried") for name in ("dice", "buttons")}
        fitted = Fitted(
            at=self._clock(),
            camera=self._camera or "",
            size=_size(frame.pixels),
            pose=pose,
            measured=measured,
            verdicts=verdicts,
        )
        try:
            keep_fitted(self._keep, fitted)
        except KeepError as error:
            raise CommandError("keep", str(error)) from error
        self._check_at = None  # compared anew with what is kept now

    def _measured(self, picture: Picture, pose: BoardPose) -> Measured:
        with self._lock:
            bands = list(self._bands)
        return measure(picture, pose, seen_marks(picture), bands)

    def _found(self, picture: Picture, pose: BoardPose | None) -> tuple[Finding, ...]:
        if pose is None:
            return unseen(len(seen_marks(picture)))
        return findings(self._measured(picture, pose))


def _told(finding: Finding) -> dict[str, object]:
    return {
        "check": finding.check,
        "verdict": finding.verdict.value,
        "said": finding.said,
        "value": finding.value,
    }


def _size(picture: Picture) -> tuple[int, int]:
    return picture.shape[1], picture.shape[0]
