"""What an ended connection leaves behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio


def let_go(transport: asyncio.BaseTransport) -> None:
    """Break the circles of an ended transport, so that its memory is free at once.

    asyncio's transports keep methods of their own among their values. What stands in a circle is found by the collector
    alone, and while that looks through a full house every thread waits: half a second with 3,000 connections.
    """
    for name, value in list(vars(transport).items()):
        if getattr(value, "__self__", None) is transport:
            setattr(transport, name, None)
