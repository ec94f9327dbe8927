"""What can go wrong while the page is served, each with one clear sentence."""

from __future__ import annotations


class WebError(Exception):
    """Stand for everything that keeps the page from being served."""


class CannotListen(WebError, OSError):
    """The address or port cannot be listened on."""


class PortBusy(CannotListen):
    """Another program listens on the port already."""


class Denied(WebError, PermissionError):
    """Something is not done for this visitor, or not now. `code` goes to the page; `wait` in seconds, 0 for none."""

    def __init__(self, code: str, message: str, *, wait: float = 0.0) -> None:
        super().__init__(message)
        self.code, self.wait = code, wait

    def __str__(self) -> str:
        """Return the sentence alone."""
        return str(self.args[0])


class BadBundle(WebError, ValueError):
    """Scripts of the page cannot be put together into one."""


class Crowded(WebError):
    """So many are asking that this one's turn did not come; he may ask again later."""
