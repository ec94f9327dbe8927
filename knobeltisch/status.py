"""The state of the table and its parts, for the page (docs/board-json.md)."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

DeviceStatus: TypeAlias = Literal[
    "ok", "absent", "missing",
    "starting", "no_board", "moved", "blind", "blurred", "frozen", "restless", "stalled", "ended", "safe",
    "stuck",
]  # fmt: skip
"""Those of both, of the camera only, and of the panel only."""
TroubleKind: TypeAlias = Literal[
    "silent", "camera", "panel", "config", "disk", "page", "fault", "stopped", "asked"
]
"""`silent`: a camera that hangs; `stopped`: an end for no known reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """The state of the camera or the panel (docs/board-json.md); `message` is one sentence.

    `ask`: the question about a moved camera; `notes`: the faults that the start check found; `without_board`: the camera reads
    dice anywhere in its picture.
    """

    status: DeviceStatus
    name: str = ""
    message: str = ""
    ask: str = ""
    notes: tuple[str, ...] = ()
    without_board: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """The last message to the table: a key for the page's text, and the sentence.

    `at`: when a press was refused; such a notice vanishes after a while, others when somebody acts. `values`: numbers in the
    page's text; `also`: further notices.
    """

    key: str
    message: str
    at: float | None = None
    values: dict[str, int] = field(default_factory=dict)
    also: "tuple[Notice, ...]" = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """Why a start is in safe mode: a `kind` for which the page has a text, and one sentence."""

    kind: TroubleKind
    sentence: str
