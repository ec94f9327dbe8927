"""The name of the moment that the board shows: a tap carries the name of the moment it was meant for."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class MomentNames:
    """Name the moment that the board shows. The name changes as soon as a tap could mean something else."""

    def __init__(self) -> None:
        self._salt, self._count, self._about = secrets.token_hex(3), 0, ""

    @property
    def name(self) -> str:
        """The present moment's name; unique across starts of the table."""
        return f"{self._salt}-{self._count}"

    def name_board(self, shown: Mapping[str, object]) -> str:
        """Return the name of the moment that is about to be shown."""
        about = repr([shown[key] for key in ("head", "again", "declare", "question")])
        if about != self._about:
            self._about, self._count = about, self._count + 1
        return self.name
