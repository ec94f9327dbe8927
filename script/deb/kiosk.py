"""Run the browser of a screen on the device, and end it once its page falls silent; systemd then starts both again.

`kiosk.py BROWSER ... ADDRESS`. A browser outlives its page: a renderer that crashed leaves a picture of it, one that hangs the last
board. Each page (`arrival.js`) says every few seconds that it lives, and `/healthz` how long ago that was. A page that never says so is left alone, and
so is one whose table does not answer. Needs only the standard library.
"""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

ASK_S = 5.0
END_S = 5.0
SILENT_S = float(os.environ.get("KIOSK_SILENT_S", "60"))
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def heard_ago(address: str) -> float | None:
    """Return how many seconds ago the page was heard, None for never. Raise OSError or ValueError if the table does not say."""
    with DIRECT.open(urllib.parse.urljoin(address, "/healthz"), timeout=ASK_S) as answer:
        return json.load(answer).get("screen")


def main(command: list[str]) -> int:
    """Run the browser; return its exit code, or 1 after ending it."""
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
            ago = heard_ago(command[-1])
        except (OSError, ValueError):
            heard = heard and now
            continue
        if ago is not None and now - ago > started:
            heard = max(heard or started, now - ago)
    sys.stderr.write(f"The page was silent for {SILENT_S:.0f} seconds; the browser is started again.\n")
    browser.terminate()
    try:
        browser.wait(END_S)
    except subprocess.TimeoutExpired:
        browser.kill()
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
