"""The JSON Schemas of what a table sends and accepts, and the JSON of its camera setup pages. Times are in seconds since 1970."""

from typing import Annotated, Literal, TypedDict

from calibration.finding import Finding, Grade
from hardware.frame import Exposure
from knobeltisch.access.access_control import PairedDevices
from knobeltisch.game.history import Alternatives, PastEntry, UndoneJson
from knobeltisch.table.commands import Commands
from knobeltisch.table.guest_permissions import GuestSwitches
from knobeltisch.table.snapshot import Snapshot
from scorer.json_forms.act_forms import act_schema
from scorer.json_forms.codec import Json
from web.routes.schemas import schemas_of


class Eye(TypedDict):
    """The phone that is the camera: its name, if any, whether it is connected, pictures and bytes per second, an open invitation."""

    name: str | None
    here: bool
    pictures: float
    bytes: int
    invitation: str


class ManualTestJson(TypedDict):
    """A manual test by the landlord; its verdict is None while unknown."""

    running: bool
    verdict: Grade | None


class JudgedThrowJson(TypedDict):
    """A throw of a test; `right`: the landlord's verdict on its reading, None if none yet; `learned`: it taught symbols."""

    dice: list[int]
    sure: bool
    right: bool | None
    learned: bool


class DiceTestJson(ManualTestJson):
    """A test with dice; `of` is its number of throws."""

    of: int
    throws: list[JudgedThrowJson]


class AcceptanceRun(TypedDict):
    """The figures of a completed acceptance test; the bounds are shares, 0 to 1."""

    at: float
    throws: int
    wrong: int
    asked: int
    says: Literal["good", "asks", "bad"]
    wrong_most: float
    asked_least: float
    asked_most: float


class AcceptanceTest(DiceTestJson):
    """The acceptance test, and the saved figures of the last one."""

    kept: AcceptanceRun | None


class ButtonsTest(ManualTestJson):
    """The button test: all buttons, and those pressed so far."""

    all: list[str]
    pressed: list[str]


class KeptLensJson(TypedDict):
    """The saved lens: its Unix time, and the largest position error before and after correction, in mm."""

    at: float
    before: float
    after: float


class LensTestJson(ManualTestJson):
    """The lens test: the views seen so far, the number of marks in sight, the result (`said`), and the position errors in mm."""

    all: list[str]
    seen: list[str]
    marks: int
    said: str | None
    before: float | None
    after: float | None
    kept: KeptLensJson | None


class OwnConfidenceJson(TypedDict):
    """What the table learned from `throws` (`due` more are needed). It would ask about `asks_now` of them, a new one `asks_new`."""

    throws: int
    due: int
    wrong: int
    since_missed: int | None
    asks_new: int
    asks_now: int
    says: Literal["less", "more", "same"]
    signs: list[int]


class KeptSetup(TypedDict):
    """The saved setup of the camera."""

    at: float
    glare: float
    verdicts: dict[str, Grade]


class Calibration(TypedDict):
    """Everything that the camera setup page shows."""

    camera: str | None
    panel: bool
    panel_trouble: str
    picture: bool
    board: bool
    between: bool
    findings: list[Finding]
    taken: Annotated[Json, Exposure] | None
    dice: DiceTestJson
    faces: DiceTestJson
    acceptance: AcceptanceTest
    buttons: ButtonsTest
    lens: LensTestJson
    kept: KeptSetup | None
    own: OwnConfidenceJson | None
    notes: list[str]


def table_schemas() -> dict[str, Json]:
    """Return the schemas by name, for the table's API (GET /api) and for the types of its page."""
    return {
        **schemas_of(
            Snapshot, PastEntry, UndoneJson, Alternatives, GuestSwitches, PairedDevices, Eye, Calibration
        ),
        "Act": act_schema(),
        "Command": Commands.schema(),
    }
