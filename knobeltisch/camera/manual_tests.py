"""Manual tests: throw dice and mark misreadings, show the faces, press each button, show the board to the lens.

While a test runs, it receives the camera's sightings and the panel's presses in place of the game:

                    begin                        stop; the page was closed
      (none runs) ---------> DICE, ACCEPTANCE --------------------------------> (none runs)
                  ---------> FACES              all six were shown: the table can learn from it, once
                  ---------> BUTTONS            all six were pressed
                  ---------> LENS               all views are there
                                                each throw was judged: the table can learn from it, once
"""

import threading
from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final

from calibration.finding import Grade
from hardware.panel.panel import Button, Press
from knobeltisch.camera.dice_test_run import MOST_ASKED, THROWS, DiceTest
from knobeltisch.camera.lens_measurement import LensTest
from knobeltisch.errors import CommandError
from vision.types import Scene, Sighting


class ManualTest(StrEnum):
    """The manual tests, with their names in the page's JSON."""

    DICE = "dice"  # while setting up
    FACES = "faces"  # each face of each of the table's own dice
    ACCEPTANCE = "acceptance"  # whether the table reads well enough to play
    BUTTONS = "buttons"
    LENS = "lens"


# An answer is two taps: questions about two of ten, one of six or four of thirty throws are fair.
DICE_TESTS: Final = {
    ManualTest.DICE: DiceTest(of=10, most_asked=2),
    ManualTest.FACES: DiceTest(of=6, most_asked=1, faces=True),
    ManualTest.ACCEPTANCE: DiceTest(of=THROWS, most_asked=MOST_ASKED),
}
BUTTONS: Final = tuple(button.value for button in Button)


class ManualTests:
    """The manual tests. Safe to call from any thread. `on_ended` is called with each test with dice when it ends."""

    def __init__(self, on_ended: Callable[[ManualTest, DiceTest], None]) -> None:
        self._lock = threading.Lock()
        self.running: ManualTest | None = None
        """The running test."""
        self._dice, self._last = dict(DICE_TESTS), ManualTest.DICE
        self._on_ended = on_ended
        self._pressed: tuple[str, ...] = ()
        self.lens = LensTest()
        """The current lens test, or the last one; the camera's thread feeds it."""

    def begin(self, name: object) -> None:
        """Start a test from the beginning. Raise CommandError if there is no such test."""
        if name not in list(ManualTest):
            raise CommandError(
                "bad_command", f"There is no test {name!r}; there are {', '.join(ManualTest)}."
            )
        test = ManualTest(str(name))
        with self._lock:
            self.running = test
            if test in DICE_TESTS:
                self._last, self._dice[test] = test, DICE_TESTS[test]
            elif test is ManualTest.BUTTONS:
                self._pressed = ()
            else:
                self.lens = LensTest()

    def stop(self) -> None:
        """Stop the test, so that the game has camera and panel again; the results stay."""
        with self._lock:
            self.running = None

    def take_sighting(self, event: Sighting | Scene) -> None:
        """Add what the camera saw to a running test with dice."""
        with self._lock:
            running = self.running
            if running in self._dice and isinstance(event, Sighting):
                self._dice[running] = self._dice[running].with_throw(event)
                if running is ManualTest.FACES:  # they need no verdict, so the last one ends the test
                    self._replace_dice_test(lambda test: test)

    def take_press(self, press: Press) -> bool:
        """Handle a press on the panel. Return whether it was for the test rather than the game."""
        with self._lock:
            if self.running is not ManualTest.BUTTONS:
                return False
            self._pressed = tuple(dict.fromkeys((*self._pressed, press.button.value)))
            if len(self._pressed) == len(BUTTONS):
                self.running = None
            return True

    def judge_throw(self, throw: object, right: object) -> None:
        """Record the user's verdict on a throw, counted from 0, of the running or last test; the last verdict ends it.

        Raise CommandError if there is no such throw or verdict.
        """
        with self._lock:
            self._replace_dice_test(lambda test: test.with_verdict(throw, right))

    def finish(self) -> None:
        """End a test with dice, counting sure readings without a verdict as right.

        Raise CommandError while throws are due or if no test runs.
        """
        with self._lock:
            if self.running not in self._dice:
                raise CommandError("bad_command", "No test with dice is running; begin one.")
            self._replace_dice_test(DiceTest.with_others_right)

    def _replace_dice_test(self, change: Callable[[DiceTest], DiceTest]) -> None:
        test = self.running if self.running in self._dice else self._last
        result = self._dice[test] = change(self._dice[test])
        if result.is_complete and self.running is test:
            self.running = None
            self._on_ended(test, result)

    def to_json(self) -> dict[str, Any]:
        """Return each test's state by name, with `running` and its `verdict` (null while unknown)."""
        with self._lock:
            complete = len(self._pressed) == len(BUTTONS)
            failed = self._pressed and self.running is not ManualTest.BUTTONS
            return {
                **{
                    test.value: {"running": self.running is test, **self._dice[test].to_json()}
                    for test in self._dice
                },
                "buttons": {
                    "running": self.running is ManualTest.BUTTONS,
                    "all": list(BUTTONS),
                    "pressed": list(self._pressed),
                    "verdict": Grade.GOOD if complete else Grade.BAD if failed else None,
                },
                "lens": {"running": self.running is ManualTest.LENS, **self.lens.to_json()},
            }
