"""A receiver of games, like a hub or a league: stores entries by the rules of the wire, and can fail in every way."""

import json
import threading
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "anchor-key"


class Receiver:
    """Listens on a port of its own; `boxes` has what came, by table and box, `games` what each game is now."""

    def __init__(self):
        self.boxes: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
        self.asked = 0
        self.hang_up_after_keeping = 0
        """So many pushes are kept without an answer."""
        self.answers: list[int] = []
        """Statuses of the next answers, in place of a proper one."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def entries(self) -> list[dict[str, Any]]:
        return [entry for box in self.boxes.values() for entry in box]

    def kinds(self) -> list[tuple[str, int, str]]:
        return [(entry["game"], entry["revision"], entry["kind"]) for entry in self.entries]

    def players(self) -> list[str]:
        return self.entries[-1]["result"]["game"]["players"]

    def forget(self):
        self.boxes.clear()

    def close(self):
        self._server.shutdown()
        self._server.server_close()

    def take(self, push: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        self.asked += 1
        kept = self.boxes[push["table"], push["box"]]
        for entry in push["entries"]:
            if entry["seq"] <= len(kept):
                if kept[entry["seq"] - 1] != entry:
                    return 409, {"taken": len(kept), "error": "Other content under the same number."}
            elif entry["seq"] == len(kept) + 1:
                kept.append(entry)
            else:
                return 409, {"taken": len(kept), "error": "A gap."}
        return 200, {"taken": len(kept)}


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            raw = self.rfile.read(int(self.headers["Content-Length"]))
            assert self.path == "/api/v1/push"
            if self.headers["Authorization"] != f"Bearer {KEY}":
                return self.answer(401, {"error": "nobody has this key"})
            if receiver.answers:
                return self.answer(receiver.answers.pop(0), {"error": "not now"})
            status, answer = receiver.take(json.loads(raw))
            if receiver.hang_up_after_keeping and json.loads(raw)["entries"]:
                receiver.hang_up_after_keeping -= 1
                self.close_connection = True
                return None
            return self.answer(status, answer)

        def answer(self, status, answer_body):
            body = json.dumps(answer_body).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    return Handler
