"""What can go wrong around the game, each with one clear sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Final

STOPPED: Final = 130
"""Exit code after Ctrl-C, as shells have it."""
STOPPED_SENTENCE: Final = "knobeltisch: Stopped before its end.\n"


class KnobeltischError(Exception):
    """The base of every error that ends a command with a sentence instead of a traceback."""


class ConfigError(KnobeltischError, ValueError):
    """A configuration file or variable says something that cannot be used."""


class HouseFileError(KnobeltischError, ValueError):
    """The file of a house variant is not there, cannot be read, or is no text."""


class TournamentFileError(KnobeltischError, ValueError):
    """A tournament's file, a list, a format or a match report cannot be read, or what is wanted of it cannot be done."""


class PageError(KnobeltischError, OSError):
    """The page cannot be served where it should be."""


class JournalError(KnobeltischError, OSError):
    """The journal cannot be opened, read or written."""


class ForeignJournal(JournalError):
    """The file is not a journal of ours; it is left as it is."""


class NewerJournal(JournalError):
    """The journal was written by a newer Knobeltisch; it is left as it is."""


class DamagedJournal(JournalError):
    """The journal's entries do not hold together; it is left as it is."""


class UnfitJournal(JournalError):
    """The journal's entries are whole, but this version's rules do not accept them."""


class WrongService(KnobeltischError, ConnectionError):
    """Another one answers where a command has looked for a table or a hub; nothing is asked of it."""


class JournalBusy(JournalError):
    """Another Knobeltisch keeps this journal open."""


class NoService(KnobeltischError, ConnectionError):
    """No service of this device listens to commands."""


class ServiceRefused(KnobeltischError, RuntimeError):
    """The running service does not do what a command asks, or does not answer."""


class NameTaken(KnobeltischError, FileExistsError):
    """What a command is to write would replace a file that it did not make."""


class NobodyReads(KnobeltischError, OSError):
    """What can be said only once would go nowhere."""


class RecordError(KnobeltischError, ValueError):
    """A folder in which nothing can be recorded."""


class CommandError(KnobeltischError, ValueError):
    """A command from page or panel that cannot be done now; `code` and `rule` go to the page."""

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule


class StoreError(KnobeltischError, OSError):
    """What the house keeps cannot be read or written."""


class StoreBusy(StoreError):
    """Another Knobeltisch keeps this file open."""


class DamagedStore(StoreError):
    """The file that the house keeps its lists in does not hold together."""


class BadName(KnobeltischError, ValueError):
    """What cannot be the name of a player, or of house rules; `code` goes to the page, which has words for it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class BadList(KnobeltischError, ValueError):
    """A list that the house cannot keep."""


class BadCopy(KnobeltischError, ValueError):
    """A copy of the table that cannot be restored."""


class NotAllowed(KnobeltischError, PermissionError):
    """A command for the service's table by somebody who may not touch its files."""


class Denied(KnobeltischError, PermissionError):
    """Something is not done for whoever asks, or not now. `code` goes to the page; `wait` in seconds, 0 for none."""

    def __init__(self, code: str, message: str, *, wait: float = 0.0) -> None:
        super().__init__(message)
        self.code, self.wait = code, wait

    def __str__(self) -> str:
        """Return the sentence alone."""
        return str(self.args[0])


class UpdateFailed(KnobeltischError, RuntimeError):
    """A step of an update could not be done; the sentence says why."""


class UpdateRefused(KnobeltischError, ValueError):
    """An update that is not begun; nothing is changed."""


class CertificateError(PageError):
    """The page cannot be served over https."""


class RetryLater(KnobeltischError, ConnectionError):
    """The other side is away or refuses. The next attempt follows after `pause` seconds, later ones after up to `longest`."""

    def __init__(self, message: str, *, pause: float, longest: float = 0.0) -> None:
        super().__init__(message)
        self.pause, self.longest = pause, max(pause, longest)


class BrokerTrouble(RetryLater):
    """The MQTT broker cannot be reached, or refuses this client."""


class LeagueTrouble(KnobeltischError):
    """What a federation asked of its league cannot be done."""


class PushTrouble(RetryLater):
    """A hub or a league cannot be reached, or refuses what it is sent."""


class HistoryMismatch(KnobeltischError, ValueError):
    """The hub or the league has something else under the same number, or less than it had: the table tells all anew."""


def refused(code: str, message: str, rule: str | None = None) -> dict[str, object]:
    """Return the reply to an order that is not carried out, as the page and programs read it."""
    return {"ok": False, "error": {"code": code, "message": message, "rule": rule}}


OURS: Final = frozenset(
    {"calibration", "hardware", "knobeltisch", "league", "scorer", "tournament", "vision", "visitors", "web"}
)


def lacking_package(error: ImportError) -> str:
    """Return the sentence for another's package that cannot be loaded; empty where one of our own modules fails."""
    package = (error.name or "").partition(".")[0]
    if not package or package in OURS:
        return ""
    why = "is not installed" if isinstance(error, ModuleNotFoundError) else f"cannot be loaded ({error.msg})"
    clone = Path(__file__).resolve().parents[1]
    how = (
        "rm -r .venv, then script/demo"
        if (clone / "script" / "demo").exists()
        else "install Knobeltisch again"
    )
    return f"The Python package {package} {why}; what helps: {how}."
