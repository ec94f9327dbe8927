"""Errors of serving the page, each with one clear sentence."""


class WebError(Exception):
    """Base of all errors that keep the page from being served."""


class CannotListen(WebError, OSError):
    """The server cannot listen on the address or port."""


class PortBusy(CannotListen):
    """Another program already listens on the port."""


class Crowded(WebError):
    """There are too many requests; this one may be repeated later."""
