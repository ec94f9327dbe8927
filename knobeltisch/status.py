"""How the table and its parts are, as they say it themselves and the page shows it (docs/board-json.md)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """How the camera or the panel is doing; `status` is a word of docs/board-json.md, `message` one sentence.

    `ask`: what the table is asked about a moved camera; `notes`: what the check of the start found to be off.
    """

    status: str
    name: str = ""
    message: str = ""
    ask: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """The last thing said to the table: a code the page has words for, and the sentence.

    `at`: when a press was refused; that is said for a while. What has none stays until somebody does something.
    `values` are the numbers in the page's words; `also` is what is to be said beside it.
    """

    key: str
    message: str
    at: float | None = None
    values: Mapping[str, int] = field(default_factory=dict)
    also: tuple[Notice, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return it as the page reads it."""
        told: dict[str, object] = {"key": self.key, "message": self.message, "at": self.at}
        if self.values:
            told["values"] = dict(self.values)
        if self.also:
            told["also"] = [notice.to_json() for notice in self.also]
        return told


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """Why a start is in safe mode: a `kind` that the page has words for, and one sentence.

    Kinds: `silent` (a camera that hangs), `camera`, `panel`, `config`, `disk`, `page`, `fault`, `stopped` (an end
    without a word), `asked`.
    """

    kind: str
    sentence: str
