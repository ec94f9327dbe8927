"""Tests by hand: throw ten or thirty times and say what was read wrong; press each button once; show the lens the board.

While one runs, what the camera sees or the panel sends goes to it and not to the game.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

from calibration.checks import Verdict
from hardware.panel.panel import Button
from knobeltisch.camera.acceptance_bounds import MOST_ASKED, THROWS
from knobeltisch.camera.dice_test_run import DiceTest
from knobeltisch.camera.lens_measurement import LensTest
from knobeltisch.errors import CommandError
from vision.types import Scene, Sighting

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.panel.panel import Press
    from knobeltisch.camera.acceptance_bounds import Figures
    from knobeltisch.camera.lens_measurement import LensFound, View
    from vision.types import WatchEvent

# A table asks now and then, and an answer is two taps: two of ten, or four of thirty, are still fair.
DICE_TESTS: Final = {
    "dice": DiceTest(of=10, most_asked=2),  # while setting up
    "acceptance": DiceTest(of=THROWS, most_asked=MOST_ASKED),  # whether it is good to play
}
BUTTONS: Final = tuple(one.value for one in Button)
TESTS: Final = (*DICE_TESTS, "buttons", "lens")


class Trials:
    """The tests. Safe to call from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: str | None = None
        self._dice, self._last = dict(DICE_TESTS), "dice"
        self._accepted: Figures | None = None  # of an acceptance run that has ended, until it is taken
        self._judged_last: DiceTest | None = None  # a test with dice that has ended, until it is learned from
        self._pressed: tuple[str, ...] = ()
        self._lens = LensTest()

    @property
    def running(self) -> str | None:
        """Which test runs."""
        return self._running

    def begin(self, test: object) -> None:
        """Begin a test anew. Raises CommandError for one that there is not."""
        if test not in TESTS:
            raise CommandError("bad_command", f"There is no test {test!r}; there are {', '.join(TESTS)}.")
        with self._lock:
            self._running = str(test)
            if test in DICE_TESTS:
                self._last = str(test)
                self._dice[self._last] = DICE_TESTS[self._last]
            elif test == "buttons":
                self._pressed = ()
            else:
                self._lens = LensTest()

    def stop(self) -> None:
        """Give camera and panel back to the game; what was found stays."""
        with self._lock:
            self._running = None

    def takes(self, event: WatchEvent) -> bool:
        """Take what the camera saw; False when it is for the game."""
        with self._lock:
            running = self._running
            if running not in self._dice or not isinstance(event, Sighting | Scene):
                return False
            if isinstance(event, Sighting):
                self._dice[running] = self._dice[running].saw(event)
            return True

    def pressed(self, press: Press) -> bool:
        """Take a press of the panel; False when it is for the game."""
        with self._lock:
            if self._running != "buttons":
                return False
            self._pressed = tuple(dict.fromkeys((*self._pressed, press.button.value)))
            if len(self._pressed) == len(BUTTONS):
                self._running = None
            return True

    def forget_lens(self) -> None:
        """Say no more what came of the lens test."""
        with self._lock:
            if self._running == "lens":
                self._running = None
            self._lens = LensTest()

    def lens_due(self, at: float) -> bool:
        """Tell whether the lens test wants to see the marks of a picture taken then."""
        with self._lock:
            return self._running == "lens" and self._lens.due(at)

    def show(self, marks: View, size: tuple[int, int], at: float) -> LensFound | None:
        """Show the lens test the marks of a picture; give what was measured when this was the last that it wanted."""
        with self._lock:
            self._lens.show(marks, size, at)
            if not self._lens.done:
                return None
            self._running = None
            return self._lens.found

    def judge(self, throw: object, right: object) -> None:
        """Note the maker's word on a throw, counted from 0; the last word ends the test. Raise CommandError where it makes no sense."""
        with self._lock:
            self._judged(lambda test: test.judged(throw, right))

    def finish(self) -> None:
        """End a test with dice: what nobody called wrong was right. Raise CommandError while throws are due or none runs."""
        with self._lock:
            if self._running not in self._dice:
                raise CommandError("bad_command", "No test with dice is running; begin one.")
            self._judged(DiceTest.all_others_right)

    def _judged(self, change: Callable[[DiceTest], DiceTest]) -> None:
        """Change the test with dice that runs, or ran last; end it once all is said."""
        name = self._running if self._running in self._dice else self._last
        test = self._dice[name] = change(self._dice[name])
        if not test.done or self._running != name:
            return
        self._running, self._judged_last = None, test
        if name == "acceptance":
            self._accepted = test.figures

    def take_accepted(self) -> Figures | None:
        """Return what came of an acceptance run that has ended since this was asked last."""
        with self._lock:
            accepted, self._accepted = self._accepted, None
            return accepted

    def take_judged(self) -> DiceTest | None:
        """Return a test with dice that has ended since this was asked last."""
        with self._lock:
            judged, self._judged_last = self._judged_last, None
            return judged

    def to_json(self) -> dict[str, Any]:
        """Tell how they stand: `dice`, `acceptance`, `buttons` and `lens`, each with `running` and its `verdict`, null until it is known."""
        with self._lock:
            return {
                **{name: self._dice_to_json(name) for name in self._dice},
                "buttons": {
                    "running": self._running == "buttons",
                    "all": list(BUTTONS),
                    "pressed": list(self._pressed),
                    "verdict": self._buttons_verdict(),
                },
                "lens": {"running": self._running == "lens", **self._lens.to_json()},
            }

    def _dice_to_json(self, name: str) -> dict[str, Any]:
        return {"running": self._running == name, **self._dice[name].to_json()}

    def _buttons_verdict(self) -> Verdict | None:
        if len(self._pressed) == len(BUTTONS):
            return Verdict.GOOD
        return Verdict.BAD if self._pressed and self._running != "buttons" else None
