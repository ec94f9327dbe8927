"""The page: scoreboard, table tablet, live updates."""

from web.app import create_app
from web.services import PageServices

__all__ = ["PageServices", "create_app"]
