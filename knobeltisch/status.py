"""The state of the table and its parts, for the page (docs/board-json.md)."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """The state of the camera or the panel; `status` is a word of docs/board-json.md, `message` one sentence.

    `ask`: the question about a moved camera; `notes`: what the start check found to be off;
    `without_board`: the camera reads dice anywhere in its picture.
    """

    status: str
    name: str = ""
    message: str = ""
    ask: str = ""
    notes: tuple[str, ...] = ()
    without_board: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """The last message to the table: a code for the page's text, and the sentence.

    `at`: when a press was refused; such a notice is shown for a while, others until somebody acts. `values`: numbers in the
    page's text; `also`: further notices.
    """

    key: str
    message: str
    at: float | None = None
    values: dict[str, int] = field(default_factory=dict)
    also: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """Why a start is in safe mode: a `kind` that the page has a text for, and one sentence.

    Kinds: `silent` (a camera that hangs), `camera`, `panel`, `config`, `disk`, `page`, `fault`, `stopped` (an end
    without a word), `asked`.
    """

    kind: str
    sentence: str
