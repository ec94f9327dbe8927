"""Runs a screen's browser (kiosk.py BROWSER ... ADDRESS) and ends it once its page goes silent; systemd restarts both.

Every few seconds each page reports that it is alive (`arrival.js`), and `/healthz` says how long ago the last report was. A page
that has never reported is left alone.
"""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from urllib.parse import urljoin
from urllib.request import ProxyHandler, build_opener

ASK_S = 5.0
SILENT_S = float(os.environ.get("KIOSK_SILENT_S", "60"))
DIRECT = build_opener(ProxyHandler({}))


def main(command: list[str]) -> int:
    """Run the browser; return its exit code, or 1 after ending it because its page was silent."""
    browser = subprocess.Popen(command)  # noqa: S603 - what the unit names
    signal.signal(signal.SIGTERM, lambda *_: browser.terminate())
    started = time.monotonic()
    heard: float | None = None
    while heard is None or time.monotonic() - heard < SILENT_S:
        try:
            return browser.wait(ASK_S)
        except subprocess.TimeoutExpired:
            now = time.monotonic()
        try:
            with DIRECT.open(urljoin(command[-1], "/healthz"), timeout=ASK_S) as answer:
                ago = json.load(answer).get("screen")
        except (OSError, ValueError, http.client.HTTPException):
            heard = heard and now  # the table is away: nobody could hear the page
            continue
        if ago is not None and now - ago > started:
            heard = max(heard or started, now - ago)
    sys.stderr.write(f"The page was silent for {SILENT_S:.0f} seconds; the browser starts again.\n")
    browser.terminate()  # what does not go, systemd ends
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
