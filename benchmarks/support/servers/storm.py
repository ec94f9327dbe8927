"""A crowd of honest browsers and nine kinds of attack against a page on this machine's own loopback, in one process.

    python -m benchmarks.support.servers.storm PORT SECONDS BROWSERS WATCHERS [ATTACK ...]

Uses only 127.0.0.1, and stops by itself after SECONDS. Each attacker has an address of his own in
127.0.0.0/8, the crowd comes from one (a pub behind one router). Prints one JSON line with what happened.
"""

import asyncio
import contextlib
import json
import random
import re
import resource
import ssl
import sys
import time
from collections import Counter
from typing import cast

HOST = "127.0.0.1"
CROWD, WATCHERS = "127.1.0.1", "127.1.0.2"
STREAMER, IDLER, SLOW, PIPER, DEAF, FLOODER = (f"127.2.0.{n}" for n in range(1, 7))
CHUNKER, HEADER, HELLO, CALLER = (f"127.2.0.{n}" for n in range(7, 11))
CHUNKS = b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 20000
SHAKERS = [f"127.2.1.{n}" for n in range(1, 21)]
ANY_TABLE = ssl._create_unverified_context()  # noqa: S323, SLF001 - an attacker asks for no name
PAGE = re.compile(rb'(?:src|href)="(/assets/[^"]+)"')
ID = re.compile(rb"id: [^:]*:(\d+)\n")
HEAD = "Host: 127.0.0.1\r\nAccept-Encoding: gzip\r\n"


class Storm:
    """Everybody at once, until the time is over."""

    def __init__(self, port, seconds):
        self.port, self.until = port, time.monotonic() + seconds
        self.seen: Counter[str] = Counter()
        self.opened: list[float] = []
        self.news: list[tuple[int, float]] = []

    @property
    def on(self):
        return time.monotonic() < self.until

    async def dial(self, address):
        return await asyncio.wait_for(
            asyncio.open_connection(HOST, self.port, local_addr=(address, 0), limit=1 << 20), 20
        )

    async def again(self, name, once, pause):
        """Repeat an action, whatever the page does."""
        await asyncio.sleep(random.uniform(0, 3))
        while self.on:
            self.seen[f"{name} begun"] += 1
            try:
                await once()
            except (OSError, EOFError, TimeoutError, ValueError, asyncio.LimitOverrunError):
                self.seen[f"{name} cut"] += 1
            await asyncio.sleep(random.uniform(0.5, 1.5) * pause)

    async def get(self, line, path, more=""):
        """Ask over a connection that stays open."""
        reader, writer = line
        writer.write(f"GET {path} HTTP/1.1\r\n{HEAD}{more}\r\n".encode())
        head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)).decode("latin-1").split("\r\n")
        headers = {k.lower(): v for k, _, v in (field.partition(": ") for field in head[1:]) if v}
        body = b""
        if "content-length" in headers:
            body = await asyncio.wait_for(reader.readexactly(int(headers["content-length"])), 20)
        return int(head[0].split()[1]), body, headers

    # --- the crowd

    async def browser(self):
        """Open the page over six connections, follow it, reload it after a while."""
        began = time.monotonic()
        lines = [await self.dial(CROWD) for _ in range(6)]
        try:
            status, body, _ = await self.get(lines[0], "/watch")
            if status != 200:
                raise ValueError(status)
            files = [file.decode() for file in PAGE.findall(body)]
            shares = [files[start::6] for start in range(6)]
            await asyncio.gather(
                *(self.files(line, share) for line, share in zip(lines, shares, strict=True))
            )
            self.opened.append(time.monotonic() - began)
            await self.follow(lines[5], min(self.until, time.monotonic() + random.uniform(60, 180)))
        finally:
            for _, writer in lines:
                writer.transport.abort()

    async def files(self, line, files):
        for file in files:
            status, _, _ = await self.get(line, file)
            self.seen[f"file {status}"] += 1

    async def follow(self, line, until, *, note=False):
        reader, writer = line
        writer.write(f"GET /api/stream HTTP/1.1\r\n{HEAD}\r\n".encode())
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
        if b" 200 " not in head[:20]:
            self.seen["stream refused"] += 1
            writer.close()
            await self.poll(until)
            return
        self.seen["stream"] += 1
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + until - time.monotonic()):
                while event := await reader.readuntil(b"\n\n"):
                    if note and (found := ID.search(event)):
                        self.news.append((int(found[1]), time.time()))

    async def poll(self, until):
        """Poll like a page without a stream: less often, the longer nothing happens."""
        pause, shown = 2.0, ""
        while time.monotonic() < until:
            await asyncio.sleep(pause * random.uniform(0.8, 1.2))
            try:
                line = await self.dial(CROWD)
                status, _, headers = await self.get(line, "/api/board", f"If-None-Match: {shown}\r\n")
                line[1].close()
            except (OSError, EOFError, TimeoutError):
                status, headers = 0, {}
            self.seen[f"poll {status}"] += 1
            if status == 200:
                pause, shown = 2.0, headers.get("etag", "")
            else:
                pause = min(
                    30.0, max(pause * (1.3 if status == 304 else 2), float(headers.get("retry-after", 0)))
                )

    # --- the attacks

    async def streamer(self):
        """Keep a stream open."""
        await self.follow(await self.dial(STREAMER), self.until)

    async def idler(self):
        """Send nothing."""
        reader, writer = await self.dial(IDLER)
        try:
            await asyncio.wait_for(reader.read(100), max(0.1, self.until - time.monotonic()))
        finally:
            writer.transport.abort()

    async def slow(self):
        """Send a head, or a body, a letter at a time."""
        reader, writer = await self.dial(SLOW)
        head = f"POST /api/commands HTTP/1.1\r\n{HEAD}Content-Type: application/json\r\n"
        begun = random.random() < 0.5
        if begun:
            writer.write(f"{head}Content-Length: 15000\r\n\r\n".encode() + b"x" * 14000)
        else:
            writer.write(head.encode())
        try:
            while self.on:
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(1)
                if reader.at_eof():
                    break
        finally:
            writer.transport.abort()

    async def piper(self):
        """Send request after request and read nothing."""
        _, writer = await self.dial(PIPER)
        many = f"GET /api/board HTTP/1.1\r\n{HEAD}\r\n".encode() * 200
        try:
            async with asyncio.timeout(60):
                while self.on:
                    writer.write(many)
                    await writer.drain()
                    await asyncio.sleep(0.05)
        finally:
            writer.transport.abort()

    async def deaf(self):
        """Request the largest file, and never read it."""
        _, writer = await self.dial(DEAF)
        cast("asyncio.Transport", writer.transport).pause_reading()  # asyncio would read by itself
        path = random.choice(("/api", "/assets/x/words.de.json", "/api/stream", "/assets/x/js/board.js"))
        try:
            for _ in range(20):
                writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            await asyncio.sleep(min(60, max(0.1, self.until - time.monotonic())))
        finally:
            writer.transport.abort()

    async def flooder(self):
        """Send requests as fast as answers come."""
        line = await self.dial(FLOODER)
        try:
            while self.on:
                status, _, headers = await self.get(line, "/api/acts")
                self.seen[f"flood {status}"] += 1
                if headers.get("connection") == "close":
                    break
        finally:
            line[1].transport.abort()

    async def shaker(self):
        """Shake hands for https again and again, and ask for nothing."""
        while self.on:
            place = (random.choice(SHAKERS), 0)
            dialled = asyncio.open_connection(HOST, self.port, local_addr=place, ssl=ANY_TABLE)
            _, writer = await asyncio.wait_for(dialled, 20)
            self.seen["hands shaken"] += 1
            writer.transport.abort()

    async def chunker(self):
        """Send a body in 20,000 chunks."""
        await self.throw(CHUNKER, b"POST /api/commands HTTP/1.1\r\n" + HEAD.encode() + CHUNKS)

    async def header(self):
        """Send 3,800 empty headers, or spaces that are dear to parse."""
        dear = random.choice((b"a:\r\n" * 3800, b"a:" + b" " * 15000 + b"\0\r\n"))
        await self.throw(HEADER, b"GET / HTTP/1.1\r\n" + HEAD.encode() + dear + b"\r\n")

    async def hello(self):
        """Begin a handshake and break it off, or say nothing at all."""
        await self.throw(random.choice((HELLO, CALLER)), random.choice((b"\x16\x03\x01\x02\x00\x01", b"")))

    async def throw(self, address, data):
        """Send this over one connection after the other."""
        while self.on:
            reader, writer = await self.dial(address)
            try:
                writer.write(data)
                await writer.drain()
                if len(data) > 10:
                    await asyncio.wait_for(reader.read(100), 20)
                self.seen["thrown"] += 1
            except ConnectionError:
                self.seen["thrown back"] += 1
            finally:
                writer.transport.abort()

    async def watcher(self):
        """Watch, as one of many."""
        await self.follow(await self.dial(WATCHERS), self.until, note=True)


async def main(port, seconds, browsers, watchers, only):
    storm = Storm(port, seconds)
    attacks = [(storm.streamer, 100), (storm.idler, 200), (storm.slow, 80), (storm.piper, 20), (storm.deaf, 40), (storm.flooder, 20), (storm.shaker, 20), (storm.chunker, 16), (storm.header, 16), (storm.hello, 16)]  # fmt: skip
    jobs = [asyncio.sleep(seconds), *(storm.again("browser", storm.browser, 2) for _ in range(browsers))]
    jobs += [storm.again("watcher", storm.watcher, 2) for _ in range(watchers)]
    for once, many in attacks:
        if browsers or once.__name__ in only:
            jobs += [storm.again(once.__name__, once, 1) for _ in range(many)]
    tasks = [asyncio.create_task(job) for job in jobs]
    await asyncio.wait(tasks, timeout=seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    print(json.dumps({"seen": storm.seen, "opened": storm.opened, "news": storm.news}))


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 16000), most))
    asyncio.run(main(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), sys.argv[5:]))
