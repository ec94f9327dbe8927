"""The real table behind another server, for comparing: `knobeltisch run` with waitress in place of its own.

    python -m benchmarks.support.servers.other_page waitress|nginx run --config FILE

waitress has a thread for each stream; nginx before it bounds connections and times.
"""

import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from waitress import create_server

from knobeltisch.__main__ import main
from knobeltisch.app import app
from tests.support.servers.ports import free_port
from web.server.live_streams import BEAT, BEAT_S, RETRY, live_of
from web.server.wsgi import FOLLOW, Follow

STREAMS, ROOM = 320, 600
NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/error.log crit;
events {{ worker_connections 2400; }}
http {{
  access_log off; proxy_temp_path {folder}/p; client_body_temp_path {folder}/b;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  client_header_timeout 10s; client_body_timeout 10s; send_timeout 15s; keepalive_timeout 5s;
  client_header_buffer_size 2k; large_client_header_buffers 2 16k; client_max_body_size 1025k;
  limit_conn_zone $binary_remote_addr zone=each:1m; limit_req_zone $binary_remote_addr zone=rate:1m rate=60r/s;
  server {{
    listen 127.0.0.1:{port} backlog=1024; limit_conn each 480;
    location / {{ limit_req zone=rate burst=600; proxy_pass http://127.0.0.1:{inner};
      proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; }}
    location /api/stream {{ proxy_pass http://127.0.0.1:{inner}; proxy_buffering off; proxy_set_header Host $http_host; }}
  }}
}}
"""


class Waitress:
    """The page under waitress; what it needs of `PageServer`."""

    def __init__(self, app, host, port, **_options):
        self.app, self.host, self.port = app, host, port or free_port()
        self.inner = free_port() if sys.argv[1] == "nginx" else self.port
        self._folder, self._front = Path(tempfile.mkdtemp(prefix="knobeltisch-")), None

    def start(self):
        """Serve."""
        server = create_server(
            self._answer, host="127.0.0.1", port=self.inner, threads=STREAMS + 8, connection_limit=ROOM,
            channel_request_lookahead=1, max_request_body_size=1025 * 1024, asyncore_use_poll=True,
        )  # fmt: skip
        threading.Thread(target=server.run, daemon=True).start()
        if self.inner != self.port:
            config = self._folder / "nginx.conf"
            config.write_text(NGINX.format(folder=self._folder, port=self.port, inner=self.inner))
            self._front = subprocess.Popen(["/usr/sbin/nginx", "-c", str(config)])
            time.sleep(0.5)

    def stop(self):
        """Stop nginx; waitress ends with the process."""
        if self._front is not None:
            self._front.terminate()
            self._front.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _answer(self, environ, start_response):
        follow = environ[FOLLOW] = Follow()
        found = self.app.wsgi_app(environ, start_response)
        return self._follow() if follow.wanted else found

    def _follow(self):
        board, news = live_of(self.app)._board, queue.SimpleQueue[bytes]()  # noqa: SLF001 - the same board
        yield RETRY + board.follow(news.put)
        try:
            while True:
                try:
                    yield news.get(timeout=BEAT_S)
                except queue.Empty:
                    yield BEAT
        finally:
            board.unfollow(news.put)


if __name__ == "__main__":
    vars(app)["PageServer"] = Waitress
    sys.argv[:2] = [f"knobeltisch {sys.argv[1]}"]
    main()
