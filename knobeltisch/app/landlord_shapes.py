"""What the pages for setting up a table's camera are given, for the document at /api and the types of their scripts."""

from typing import Annotated, Literal, TypedDict

from hardware.frame import Exposure
from scorer.json_forms.codec import Json

Verdict = Literal["good", "fair", "bad"]


class Eye(TypedDict):
    """The phone that is the camera: its name, whether it is here, and its pictures and bytes in a second."""

    name: str | None
    here: bool
    pictures: float
    bytes: int
    invitation: str


class Finding(TypedDict):
    """A check of the picture: the key of its text, and what was measured."""

    check: str
    verdict: Verdict
    said: str
    value: float


class ManualTestJson(TypedDict):
    """A test that the landlord makes; its verdict is None while unknown."""

    running: bool
    verdict: Verdict | None


class JudgedThrowJson(TypedDict):
    """A throw of a test, and the landlord's judgement of its reading."""

    dice: list[int]
    sure: bool
    right: bool | None
    learned: bool


class DiceTestJson(ManualTestJson):
    """A test of so many throws."""

    of: int
    throws: list[JudgedThrowJson]


class AcceptanceRun(TypedDict):
    """The figures of an acceptance test; the bounds are shares."""

    at: float
    throws: int
    wrong: int
    asked: int
    says: Literal["good", "asks", "bad"]
    wrong_most: float
    asked_least: float
    asked_most: float


class AcceptanceTest(DiceTestJson):
    """The acceptance test, and the last one that is kept."""

    kept: AcceptanceRun | None


class ButtonsTest(ManualTestJson):
    """The test of the buttons."""

    all: list[str]
    pressed: list[str]


class KeptLensJson(TypedDict):
    """The lens as it is kept; distortions in mm."""

    at: float
    before: float
    after: float


class LensTest(ManualTestJson):
    """The test of the lens: the views so far, and the marks that are seen; distortions in mm."""

    all: list[str]
    seen: list[str]
    marks: int
    said: str | None
    before: float | None
    after: float | None
    kept: KeptLensJson | None


class OwnConfidenceJson(TypedDict):
    """What the table has learned of its dice."""

    throws: int
    due: int
    wrong: int
    since_missed: int | None
    asks_new: int
    asks_now: int
    says: Literal["less", "more", "same"]
    signs: list[int]


class KeptSetup(TypedDict):
    """The setting of the camera that is kept."""

    at: float
    glare: float
    verdicts: dict[str, Verdict]


class Calibration(TypedDict):
    """Everything that the page for setting up the camera shows."""

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
    lens: LensTest
    kept: KeptSetup | None
    own: OwnConfidenceJson | None
    notes: list[str]
