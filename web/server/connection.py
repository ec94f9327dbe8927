"""A browser's connection, whose requests are limited in size and time; and the service that all connections share."""

import asyncio
import logging
import re
import time
from email.utils import formatdate
from functools import partial
from typing import Final, cast

import h11
from flask import Flask
from werkzeug.http import HTTP_STATUS_CODES, parse_cookie

from scorer.json_forms.text import MOST_BYTES, refusal_to_json, to_text
from web.errors import Crowded
from web.security.authorization import COOKIE, SECURE_COOKIE, gate_of
from web.server.admission import Admission, AdmittedConnection, ConnectionUse
from web.server.lanes import Budget, Lane, Turns
from web.server.live_streams import frame_chunk, live_of
from web.server.wsgi import AppAnswer, Peer, ask_application
from web.visitors import CONSOLE

log = logging.getLogger(__name__)

HEAD_BYTES: Final = 16 * 1024
HEADERS: Final = 100
SPACES: Final = re.compile(rb"[ \t]{65}")  # no browser sends them, and h11 takes 0.4 s for 15 KB of them
HEAD_END: Final = re.compile(rb"\n\r?\n")
UNSENT_BYTES: Final = 64 * 1024  # the pending output of a client that reads slowly
BODY_BYTES: Final = MOST_BYTES + 1024
KNOWN_BODY_BYTES: Final = 1024 * 1024 + 1024  # a piece of a restored copy
HEAD_S: Final = 10.0
BODY_S: Final = 20.0
KNOWN_BODY_S: Final = 120.0  # an upload of a copy over a poor network
ANSWER_S: Final = 60.0
KNOWN_ANSWER_S: Final = 600.0  # a large copy replaces the journal
PIECE_S: Final = 15.0  # a client that takes longer for 64 KB is not reading
IDLE_S: Final = 5.0
KNOWN_IDLE_S: Final = 60.0
LINGER_S: Final = 2.0
RETRY_AFTER_S: Final = 5
CONNECTIONS: Final = 600  # open at once, streams included: a pub has 300 phones
CONNECTIONS_EACH: Final = 480  # of one address: a whole pub may be behind one
UNREAD_BYTES: Final = 16 * 1024 * 1024  # of all answers to strangers who do not read
BUFFER_BYTES: Final = 16 * 1024
KNOWN_THREADS: Final = 4
STRANGERS_THREADS: Final = (
    1  # Python computes in one thread at a time: a second one only keeps the table waiting
)
STRANGERS_SHARE: Final = 0.6  # of one processor, on average ...
STRANGERS_BURST_S: Final = 5.0  # ... and this many seconds of it at once: a pub opens its phones
LOOP_SHARE: Final = 0.2  # the same for the loop itself, which reads what strangers send
LOOP_BURST_S: Final = 2.0
FORWARDED: Final = (b"forwarded", b"x-forwarded-for", b"via")


class RequestService:
    """Passes requests to `app` within shared limits. Use only from the event loop's thread."""

    def __init__(self, app: Flask) -> None:
        self.admission = Admission(most=CONNECTIONS, most_each=CONNECTIONS_EACH)
        self.live = live_of(app)
        self.live.start(asyncio.get_running_loop())
        # A view: asyncio's TLS fills `buffer[offset:]`, and a slice of bytes is a copy.
        self.buffer = memoryview(bytearray(BUFFER_BYTES))
        self._app, self._access = app, gate_of(app).access
        self.turns = Turns(Budget(share=LOOP_SHARE, burst=LOOP_BURST_S))
        self._known = Lane("page", threads=KNOWN_THREADS)
        strangers = Budget(share=STRANGERS_SHARE, burst=STRANGERS_BURST_S)
        self._strangers = Lane("guests", threads=STRANGERS_THREADS, budget=strangers)
        self.connections: set[Connection] = set()
        self._unread_bytes = 0
        self._unread: dict[AdmittedConnection, int] = {}

    def close(self) -> None:
        """Stop the threads."""
        self._known.close()
        self._strangers.close()

    def knows(self, asked: h11.Request, line: Peer) -> bool:
        """Whether the request comes from a known device, or from this device itself."""
        if line.client in CONSOLE and not any(name in FORWARDED for name, _ in asked.headers):
            return True
        if self._access is None:
            return False
        cookies = "; ".join(value.decode("latin-1") for name, value in asked.headers if name == b"cookie")
        keys = [value.decode("latin-1") for name, value in asked.headers if name == b"authorization"]
        token = parse_cookie(cookies).get(SECURE_COOKIE if line.tls else COOKIE)
        if not cookies and keys and keys[0].startswith("Bearer "):
            token = keys[0].removeprefix("Bearer ")  # a program sends a key in place of a cookie
        return token is not None and len(token) <= 64 and self._access.is_known(token)

    def hold(self, visit: AdmittedConnection, size: int) -> None:
        """Record the unread bytes of a slow client; if the total is too large, end the connections recorded first."""
        self._unread_bytes -= self._unread.pop(visit, 0)
        if size:
            self._unread[visit] = size
            self._unread_bytes += size
        while self._unread_bytes > UNREAD_BYTES:
            first = next(iter(self._unread))
            self._unread_bytes -= self._unread.pop(first)
            first.end()

    async def ask(self, visit: AdmittedConnection, asked: h11.Request, body: bytes, line: Peer) -> AppAnswer:
        """Return the application's answer in this visitor's turn. Raise Crowded if the turn comes too late."""
        lane = self._known if visit.known else self._strangers
        return await lane.run(visit.address, partial(ask_application, self._app, asked, body, line))


class Connection(asyncio.BufferedProtocol):
    """Reads requests with h11, passes them on, and writes the answers.

    `until` is the client's deadline, which the server checks regularly.
    """

    def __init__(self, service: RequestService, visit: AdmittedConnection, line: Peer) -> None:
        self.address = visit.address
        self.ended = self.viewer = False
        self.until = time.monotonic() + HEAD_S
        self._service, self._visit, self._line = service, visit, line
        self._http: h11.Connection | None = h11.Connection(h11.SERVER, HEAD_BYTES)
        self._transport: asyncio.Transport = cast("asyncio.Transport", None)
        self._asked: h11.Request | None = None
        self._body, self._out = bytearray(), bytearray()
        self._task: asyncio.Task[None] | None = None
        self._drained: asyncio.Future[None] | None = None
        self._lingers = self._no_more = self._streams = self._chunked = self._behind = False

    @property
    def known(self) -> bool:
        """Whether the connection belongs to a known device."""
        return self._visit.known

    @property
    def ahead(self) -> int:
        """The number of bytes received beyond the current request."""
        return 0 if self._http is None else len(self._http.trailing_data[0])

    # --- callbacks of asyncio

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start reading requests."""
        self._transport = cast("asyncio.Transport", transport)
        self._service.connections.add(self)
        self._transport.set_write_buffer_limits(high=UNSENT_BYTES)

    def get_buffer(self, _sizehint: int) -> memoryview:
        """Return the shared buffer, whose content is consumed at once."""
        return self._service.buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Consume the received bytes; ignore further data from a stream's client."""
        if self._http is not None and not self._lingers:
            self._http.receive_data(bytes(self._service.buffer[:nbytes]))
        self._advance_in_turn()

    def eof_received(self) -> bool:
        """Return whether to stay open, to finish the current answer."""
        return self._task is not None and not self._line.tls and not self._streams

    def pause_writing(self) -> None:
        """Stop writing until the client has read more."""
        self._drained = asyncio.get_running_loop().create_future()
        if self._streams:
            self.until = time.monotonic() + PIECE_S

    def resume_writing(self) -> None:
        """Continue writing; a stream sends the newest event it has missed."""
        if self._drained is not None and not self._drained.done():
            self._drained.set_result(None)
        self._drained = None
        self._service.hold(self._visit, 0)
        if self._streams:
            self.until = float("inf")
            if self._behind:
                self._behind = False
                self.send_event(self._service.live.latest)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release everything that the connection holds."""
        del exc
        self.ended = True
        self._service.connections.discard(self)
        self._visit.end = lambda: None
        self._service.admission.leave(self._visit)
        self._service.live.remove(self)
        self._service.hold(self._visit, 0)
        if self._task is not None:
            self._task.cancel()
            self._task = None

    # --- a request

    def end(self) -> None:
        """End the connection at once, whatever it is doing."""
        if self._transport is not None:
            self._transport.abort()

    def end_after_answer(self) -> None:
        """End the connection after the current answer."""
        self._no_more = True
        if self._task is None:
            self._close()

    def time_out(self) -> None:
        """End the connection because the client took too long; if a request's body is incomplete, say why."""
        waits = self._task is None and not self._lingers and not self._streams and self._asked is not None
        if waits and self._http is not None and self._http.our_state is h11.SEND_RESPONSE:
            self._refuse(408, "The request took too long to come.")
        else:
            self.end()

    def _advance_in_turn(self) -> None:
        """Process received data in turn; for a known device at once."""
        if self._visit.known:
            self._advance()
        elif not self._service.turns.run(self.address, self._advance):
            self._transport.pause_reading()

    def _advance(self) -> None:
        if self._task is not None:
            self._transport.pause_reading()  # the rest once this request is answered
            return
        if self._http is not None and not self.ended:
            self._parse(self._http)
        if self._task is None:
            self._transport.resume_reading()

    def _parse(self, http: h11.Connection) -> None:
        try:
            while self._task is None and not self._lingers:
                if http.their_state is h11.IDLE and (fault := head_fault(http.trailing_data[0])):
                    self._refuse(*fault)
                    return
                event = http.next_event()
                if event is h11.NEED_DATA:
                    return
                if isinstance(event, h11.Request):
                    self._begin(event)
                elif isinstance(event, h11.Data):
                    self._body += event.data  # h11 gives as much as the request has announced
                elif isinstance(event, h11.EndOfMessage):
                    self._visit.use = ConnectionUse.BUSY
                    self.until = time.monotonic() + (KNOWN_ANSWER_S if self._visit.known else ANSWER_S)
                    self._task = asyncio.get_running_loop().create_task(self._answer())
                else:  # the client is done, or h11 waits for our answer
                    self._transport.close()
                    return
        except h11.RemoteProtocolError as error:
            self._refuse(error.error_status_hint, "This page does not understand that request.")

    def _begin(self, asked: h11.Request) -> None:
        self._asked = asked
        if self._service.knows(asked, self._line):
            self._service.admission.recognise(self._visit)
        known = self._visit.known
        self.until = time.monotonic() + (KNOWN_BODY_S if known else BODY_S)
        length = next((int(value) for name, value in asked.headers if name == b"content-length"), 0)
        most = KNOWN_BODY_BYTES if known else BODY_BYTES
        if b"transfer-encoding" in {name for name, _ in asked.headers}:
            # With a length too it may smuggle a second request past a proxy (RFC 9112, 6.3).
            self._refuse(411, "A request says its length before its body.")
        elif length > most:
            self._refuse(413, f"A request is at most {most // 1024} KB long.")
        elif self._http is not None and self._http.they_are_waiting_for_100_continue:
            go_on = h11.InformationalResponse(status_code=100, headers=[], reason=b"Continue")
            self._transport.write(self._http.send(go_on) or b"")

    # --- its answer

    async def _answer(self) -> None:
        assert self._asked is not None
        asked = self._asked
        try:
            answer = await self._service.ask(self._visit, asked, bytes(self._body), self._line)
        except Crowded as crowded:
            self._refuse(503, str(crowded))
            return
        except Exception:
            log.exception("no answer to %s %s", asked.method[:20], asked.target[:200])
            self._refuse(500, "Something went wrong inside the page; the score stands as shown.")
            return
        try:
            await self._send(answer)
        except Exception:
            log.exception("an answer to %s %s broke off", asked.method[:20], asked.target[:200])
            self.end()

    async def _send(self, answer: AppAnswer) -> None:
        follow = answer.follow
        if follow.wanted and not self._service.live.make_room(self.address, viewer=follow.viewer):
            self._refuse(503, "All places for live pages are taken; poll /api/board instead.")
            return
        self._write_head(answer.status, [pair for pair in answer.headers if pair[0].lower() != "connection"])
        if follow.wanted:
            self._flush()
            self._stream(viewer=follow.viewer)
            return
        if self._asked is not None and self._asked.method != b"HEAD":
            await self._write(answer.body)
        self._queue_output(h11.EndOfMessage())
        self._flush()
        self._next()

    def _write_head(self, status: int, headers: list[tuple[str, str]]) -> None:
        headers = [*headers, ("Date", formatdate(usegmt=True)), ("Server", "knobeltisch")]
        reason = HTTP_STATUS_CODES.get(status, "").encode()
        self._queue_output(h11.Response(status_code=status, headers=headers, reason=reason))

    async def _write(self, body: bytes) -> None:
        for begin in range(0, len(body), UNSENT_BYTES):
            self._queue_output(h11.Data(data=body[begin : begin + UNSENT_BYTES]))
            if self._drained is None:
                continue
            if self._visit.known:
                self.until = time.monotonic() + ANSWER_S
            else:
                self.until = min(self.until, time.monotonic() + PIECE_S)
                self._service.hold(self._visit, len(body))
            await self._drained

    def _queue_output(self, event: h11.Response | h11.Data | h11.EndOfMessage) -> None:
        assert self._http is not None
        self._out += self._http.send(event) or b""
        if len(self._out) >= UNSENT_BYTES:
            self._flush()

    def _flush(self) -> None:
        out, self._out = bytes(self._out), bytearray()
        self._transport.write(out)

    def _next(self) -> None:
        assert self._http is not None
        self._task = self._asked = None
        self._body = bytearray()
        done = self._http.our_state is h11.DONE and self._http.their_state is h11.DONE
        if self._no_more or not done:
            self._close()
            return
        self._http.start_next_cycle()
        self._visit.use = ConnectionUse.IDLE
        self.until = time.monotonic() + (KNOWN_IDLE_S if self._visit.known else IDLE_S)
        self._advance_in_turn()

    def _close(self) -> None:
        self.until = time.monotonic() + PIECE_S
        self._transport.close()

    def _refuse(self, status: int, sentence: str) -> None:
        assert self._http is not None
        self._task = None
        self._body = bytearray()
        if self._http.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.end()
            return
        content = to_text(refusal_to_json(f"http_{status}", sentence)).encode()
        headers = [("Content-Type", "application/json"), ("Content-Length", str(len(content)))]
        headers += [("Connection", "close"), ("Cache-Control", "no-store")]
        if status == 503:
            headers.append(("Retry-After", str(RETRY_AFTER_S)))
        self._write_head(status, headers)
        if self._asked is None or self._asked.method != b"HEAD":
            self._queue_output(h11.Data(data=content))
        self._queue_output(h11.EndOfMessage())
        self._flush()
        self._lingers = True
        self.until = time.monotonic() + LINGER_S
        if self._transport.can_write_eof():
            self._transport.write_eof()
            self._transport.resume_reading()
        else:
            self._transport.close()

    # --- a live stream

    def _stream(self, *, viewer: bool) -> None:
        self._task, self.viewer = None, viewer
        self._chunked = self._asked is not None and self._asked.http_version != b"1.0"
        self._streams, self._http, self._asked = True, None, None
        self._visit.use = ConnectionUse.STREAM
        self.until = float("inf") if self._drained is None else time.monotonic() + PIECE_S
        self._transport.resume_reading()
        self._service.live.add(self)

    def send_event(self, event: bytes) -> None:
        """Send an event; while earlier ones are unread, keep only the newest."""
        if self._drained is not None:
            self._behind = True
        else:
            self._transport.write(frame_chunk(event) if self._chunked else event)

    def end_stream(self) -> None:
        """End the stream with the last chunk."""
        if self._chunked:
            self._transport.write(b"0\r\n\r\n")
        self._service.live.remove(self)
        self._close()


def head_fault(data: bytes) -> tuple[int, str] | None:
    """Return status and sentence if a complete request head is too expensive to parse; otherwise None."""
    end = HEAD_END.search(data)
    if end is None:
        return None
    if data.count(b"\n", 0, end.start()) > HEADERS:
        return 431, f"A request has at most {HEADERS} headers."
    if SPACES.search(data, 0, end.start()):
        return 400, "A request has no more than 64 spaces in a row."
    return None
