"""The page: scoreboard, table tablet, live push."""

from web.app import create_app
from web.interfaces import More

__all__ = ["More", "create_app"]
