"""The composition root: the only place where everything is put together, started and stopped."""

from knobeltisch.app.app import App
from knobeltisch.app.host import NOBODY_THERE, Host

__all__ = ["NOBODY_THERE", "App", "Host"]
