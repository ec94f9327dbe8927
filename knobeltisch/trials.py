"""Three tests by hand: throw ten times and say whether each was read right; press each button once; show the lens the board.

While one runs, what the camera sees or the panel sends goes to it and not to the game.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from calibration.checks import Verdict
from hardware.panel import Button
from knobeltisch.errors import CommandError
from knobeltisch.lens_test import LensTest
from vision.sightings import Moment, Scene, Sighting, Status

if TYPE_CHECKING:
    from hardware.panel import Press
    from knobeltisch.lens_test import LensFound, View
    from vision.sightings import WatchEvent

THROWS: Final = 10
MOST_ASKED: Final = 2  # of ten: a table asks now and then, and an answer is two taps
BUTTONS: Final = tuple(one.value for one in Button)
TESTS: Final = ("dice", "buttons", "lens")


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """One lift of the test: what was read, whether the table would have asked, and the maker's word once he gave it."""

    dice: tuple[int, ...]
    sure: bool
    right: bool | None = None

    def to_json(self) -> dict[str, Any]:
        """Write it as the page reads it."""
        return {"dice": list(self.dice), "sure": self.sure, "right": self.right}


class Trials:
    """The tests. Safe to call from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: str | None = None
        self._throws: tuple[Thrown, ...] = ()
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
            if test == "dice":
                self._throws = ()
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
            if self._running != "dice" or not isinstance(event, Sighting | Scene):
                return False
            if isinstance(event, Sighting) and event.moment is Moment.LIFT and len(self._throws) < THROWS:
                self._throws = (*self._throws, _thrown(event))
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
        """Note the maker's word on a throw, counted from 0; the last word ends the test. Raises CommandError."""
        with self._lock:
            if not isinstance(right, bool) or isinstance(throw, bool) or not isinstance(throw, int):
                raise CommandError("bad_command", 'Say {"do": "judge", "throw": 0, "right": true}.')
            if not 0 <= throw < len(self._throws):
                raise CommandError(
                    "bad_command", f"There is no throw {throw}; {len(self._throws)} were read."
                )
            throws = list(self._throws)
            throws[throw] = replace(throws[throw], right=right)
            self._throws = tuple(throws)
            if self._judged and self._running == "dice":
                self._running = None

    @property
    def _judged(self) -> bool:
        return len(self._throws) == THROWS and all(
            one.right is not None or not one.sure for one in self._throws
        )

    def to_json(self) -> dict[str, Any]:
        """Tell how they stand: `dice`, `buttons` and `lens`, each with `running` and its `verdict`, null until it is known."""
        with self._lock:
            return {
                "dice": {
                    "running": self._running == "dice",
                    "of": THROWS,
                    "throws": [one.to_json() for one in self._throws],
                    "verdict": self._dice_verdict(),
                },
                "buttons": {
                    "running": self._running == "buttons",
                    "all": list(BUTTONS),
                    "pressed": list(self._pressed),
                    "verdict": self._buttons_verdict(),
                },
                "lens": {"running": self._running == "lens", **self._lens.to_json()},
            }

    def _dice_verdict(self) -> Verdict | None:
        if any(one.right is False for one in self._throws):
            return Verdict.BAD
        if not self._judged:
            return None
        asked = sum(not one.sure for one in self._throws)
        return Verdict.GOOD if not asked else Verdict.FAIR if asked <= MOST_ASKED else Verdict.BAD

    def _buttons_verdict(self) -> Verdict | None:
        if len(self._pressed) == len(BUTTONS):
            return Verdict.GOOD
        return Verdict.BAD if self._pressed and self._running != "buttons" else None


def _thrown(sighting: Sighting) -> Thrown:
    reading = sighting.reading
    dice = tuple(sorted(die.value for die in reading.dice))
    return Thrown(dice=dice, sure=reading.status is Status.OK)
