"""The composition root: everything is put together, started and stopped here, and nowhere else."""

from knobeltisch.app.app import App
from knobeltisch.app.host import NOBODY_THERE, Host

__all__ = ["NOBODY_THERE", "App", "Host"]
