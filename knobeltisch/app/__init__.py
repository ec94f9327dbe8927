"""The composition root: the whole house is put together, started and stopped here, and nowhere else."""

from knobeltisch.app.build import build
from knobeltisch.app.house import NOBODY_THERE, Host
from knobeltisch.app.running import App

__all__ = ["NOBODY_THERE", "App", "Host", "build"]
