"""The page: scoreboard, table tablet, live push."""

from web.app import create_app

__all__ = ["create_app"]
