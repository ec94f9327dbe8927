"""The files in which a table keeps its score."""

from dataclasses import dataclass
from pathlib import Path

from knobeltisch.game.evening import Evening
from knobeltisch.status import Notice, Trouble
from knobeltisch.storage.files import takes_files
from knobeltisch.storage.journal import Journal
from knobeltisch.storage.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFiles:
    """The open files of a table, and its evening (None: the table reads it from the journal).

    `store` is None if the store is missing or unusable. `notices`: messages to show at the start. `sealed`: why nothing can be
    saved, as the first notice says; None if saving works.
    """

    journal: Journal
    evening: Evening | None = None
    store: Store | None = None
    notices: tuple[Notice, ...] = ()
    sealed: Trouble | None = None

    @property
    def folder(self) -> Path:
        """The folder that holds the files."""
        return self.journal.path.parent

    def writable(self) -> bool:
        """Whether the folder is writable and has room for another file."""
        return takes_files(self.folder)

    def close(self) -> None:
        """Close the files."""
        if self.store is not None:
            self.store.close()
        self.journal.close()
