"""The errors of serving the page, each with one clear sentence."""

from __future__ import annotations

from typing import Protocol


class Denial(Protocol):
    """An exception with which the table refuses a request; its text is the sentence for the sender."""

    code: str
    """For the page, which has its own text for it."""
    wait: float
    """Seconds until the next attempt is allowed; 0 for none."""


class WebError(Exception):
    """Base of all errors that keep the page from being served."""


class CannotListen(WebError, OSError):
    """The address or port cannot be listened on."""


class PortBusy(CannotListen):
    """Another program already listens on the port."""


class Denied(WebError, PermissionError):
    """A refusal for this visitor, or at this moment. `code` goes to the page; `wait` in seconds, 0 for none."""

    def __init__(self, code: str, message: str, *, wait: float = 0.0) -> None:
        super().__init__(message)
        self.code, self.wait = code, wait

    def __str__(self) -> str:
        """Return the sentence alone."""
        return str(self.args[0])


class BadBundle(WebError, ValueError):
    """Scripts of the page cannot be joined into one."""


class Crowded(WebError):
    """There are too many requests for this one to get its turn; it may be repeated later."""
