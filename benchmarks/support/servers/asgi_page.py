"""The page as an ASGI app: the stream natively, everything else through Flask. For comparing servers only."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import TYPE_CHECKING, Any

from a2wsgi import WSGIMiddleware

from web.security.origin import HEADERS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from flask import Flask

    from web.interfaces import Board

BEAT_S = 10.0
BEAT = b"event: beat\ndata: 1\n\n"
THREADS = 8
PLAIN = [(b"content-type", b"application/json")]
EVENTS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    *((name.lower().encode(), value.encode()) for name, value in HEADERS.items()),
]


class AsgiPage:
    """Answers /api/stream itself, `limit` times at once; one thread follows the board for all of them."""

    def __init__(self, app: Flask, board: Board, *, limit: int) -> None:
        self._rest: Any = WSGIMiddleware(app, workers=THREADS)
        self._board, self._limit, self._open = board, limit, 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()
        self._latest: tuple[int, bytes] = (0, b"")
        self._closing = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        self._follow()
        if scope["path"] == "/api/stream":
            await self._stream(receive, send)
        else:
            await self._rest(scope, receive, send)

    def close(self) -> None:
        """End all streams; from the loop's own thread."""
        self._closing = True
        self._news.set()

    def _follow(self) -> None:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        version = 0
        while not self._closing:
            shown: Any = self._board.wait(version, 0.5)
            if shown is None:
                continue
            version = shown["version"]
            text = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
            event = f"id: {shown['boot']}:{version}\ndata: {text}\n\n".encode()
            assert self._loop is not None
            self._loop.call_soon_threadsafe(self._offer, version, event)

    def _offer(self, version: int, event: bytes) -> None:
        self._latest = (version, event)
        news, self._news = self._news, asyncio.Event()
        news.set()

    async def _stream(self, receive: Callable[[], Awaitable[Any]], send: Any) -> None:
        if self._open >= self._limit or self._closing:
            await send({"type": "http.response.start", "status": 503, "headers": PLAIN})
            await send({"type": "http.response.body", "body": b"{}"})
            return
        self._open += 1
        gone = asyncio.ensure_future(_gone(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": EVENTS})
            await self._tell(gone, send)
        finally:
            gone.cancel()
            self._open -= 1

    async def _tell(self, gone: asyncio.Future[None], send: Any) -> None:
        version = 0
        while not gone.done() and not self._closing:
            news = self._news
            newest, event = self._latest
            if newest > version:
                version = newest
            else:
                try:
                    async with asyncio.timeout(BEAT_S):
                        await news.wait()
                    continue
                except TimeoutError:
                    event = BEAT
            await send({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


async def _gone(receive: Callable[[], Awaitable[Any]]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
