"""The real table without a camera, with paired tablets and PIN, for a crowd to visit.

    python -m benchmarks.support.servers.crowd_server JOURNAL PORT

Prints `page: ADDRESS`.
"""

from __future__ import annotations

import contextlib
import resource
import signal
import sys
import threading
import time
from pathlib import Path

from knobeltisch.app import build
from knobeltisch.config import Config, JournalConfig, PageConfig


def main() -> None:
    """Serve until a signal ends it."""
    journal, port = Path(sys.argv[1]), int(sys.argv[2])
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16000), hard))
    page = PageConfig(host="127.0.0.1", port=port)
    config = Config(page=page, journal=JournalConfig(path=journal))
    app = build(config, camera=None, pins=None, clock=time.time)
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    app.start()
    print(f"page: http://127.0.0.1:{app.server.port}/", flush=True)
    ended.wait()
    with contextlib.suppress(Exception):
        app.stop()


if __name__ == "__main__":
    main()
