"""The real table without a camera, paired tablets and PIN included, behind one of several HTTP servers.

    python -m benchmarks.support.servers.crowd_server own|waitress|uvicorn|nginx JOURNAL PORT

Prints `page: ADDRESS`. `own` is the product; the others are for comparing: waitress with a thread for each stream, the
same behind nginx with limits on connections and times, and uvicorn with native streams and the rest through a2wsgi.
"""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

STREAMS = 320
NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/error.log crit; worker_rlimit_nofile 16000;
events {{ worker_connections 6000; }}
http {{
  access_log off; server_tokens off; proxy_temp_path {folder}/p; client_body_temp_path {folder}/b;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  client_header_timeout 10s; client_body_timeout 10s; send_timeout 15s; keepalive_timeout 5s;
  client_header_buffer_size 2k; large_client_header_buffers 2 16k; client_max_body_size 1025k;
  limit_conn_zone $binary_remote_addr zone=each:1m; limit_req_zone $binary_remote_addr zone=rate:1m rate=60r/s;
  server {{
    listen 127.0.0.1:{port} backlog=1024;
    location / {{ limit_conn each 64; limit_req zone=rate burst=600; proxy_pass http://127.0.0.1:{inner};
      proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; }}
    location /api/stream {{ limit_conn each 64; proxy_pass http://127.0.0.1:{inner}; proxy_buffering off;
      proxy_read_timeout 60s; proxy_set_header Host $http_host; }}
  }}
}}
"""


class Waitress:
    """The page as it was served before: a thread for each stream."""

    def __init__(self, app: Flask, port: int) -> None:
        from waitress import create_server  # noqa: PLC0415

        from web.app import live_of  # noqa: PLC0415

        live_of(app).limit = STREAMS
        self._server = create_server(
            app, host="127.0.0.1", port=port, threads=STREAMS + 8, connection_limit=STREAMS + 200,
            channel_request_lookahead=1, outbuf_high_watermark=512 * 1024, max_request_body_size=1025 * 1024,
            asyncore_use_poll=True,
        )  # fmt: skip
        self.port = int(self._server.effective_port)

    def start(self) -> None:
        threading.Thread(target=self._server.run, daemon=True).start()

    def stop(self) -> None:
        pass


class Nginx:
    """nginx in front of waitress."""

    def __init__(self, app: Flask, port: int) -> None:
        self._inner = Waitress(app, 0)
        self.port = port
        self._folder = tempfile.mkdtemp(prefix="knobeltisch-nginx-")
        text = NGINX.format(folder=self._folder, port=port, inner=self._inner.port)
        self._config = Path(self._folder) / "nginx.conf"
        self._config.write_text(text, encoding="utf-8")

    def start(self) -> None:
        self._inner.start()
        self._front = subprocess.Popen(["/usr/sbin/nginx", "-c", str(self._config)])
        time.sleep(0.5)

    def stop(self) -> None:
        self._front.terminate()
        self._front.wait()
        shutil.rmtree(self._folder, ignore_errors=True)


class Uvicorn:
    """uvicorn: streams natively, the rest through threads."""

    def __init__(self, app: Flask, port: int, board: Any) -> None:
        import uvicorn  # noqa: PLC0415

        from benchmarks.support.servers.asgi_page import AsgiPage  # noqa: PLC0415

        self.port = port
        page = AsgiPage(app, board, limit=2000)
        config = uvicorn.Config(
            page, host="127.0.0.1", port=port, loop="asyncio", http="h11", lifespan="off",
            log_level="critical", timeout_graceful_shutdown=2,
        )  # fmt: skip
        self._server = uvicorn.Server(config)

    def start(self) -> None:
        threading.Thread(target=self._server.run, daemon=True).start()
        time.sleep(1)

    def stop(self) -> None:
        self._server.should_exit = True


def main() -> None:
    kind, journal, port = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    import resource  # noqa: PLC0415

    from knobeltisch.app import build  # noqa: PLC0415
    from knobeltisch.config import Config, JournalConfig, PageConfig  # noqa: PLC0415

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16000), hard))
    page = PageConfig(host="127.0.0.1", port=port)
    config = Config(page=page, journal=JournalConfig(path=journal))
    app = build(config, camera=None, pins=None, clock=time.time)
    flask = app.server.app  # the other servers carry the very same page
    others = {
        "waitress": lambda: Waitress(flask, port),
        "nginx": lambda: Nginx(flask, port),
        "uvicorn": lambda: Uvicorn(flask, port, app.table.board),
    }
    if kind in others:
        app.server = others[kind]()  # type: ignore[assignment]
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
