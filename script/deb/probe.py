"""Ask a running table: probe.py PORT wait|camera|play|acts. Standard library only; it runs in a fresh Debian root."""

import json
import sys
import time
from http.cookiejar import CookieJar
from urllib.request import HTTPCookieProcessor, Request, build_opener

LONGEST_S = 3600  # by qemu, on a busy machine

browser = build_opener(HTTPCookieProcessor(CookieJar()))


def ask(path: str, sent: object = None, token: str = "") -> object:
    """Send a request with the cookies so far; give the answer as JSON says it, or as text."""
    body = None if sent is None else json.dumps(sent).encode()
    headers = {"Content-Type": "application/json", "X-Knobeltisch-Token": token}
    request = Request(f"http://127.0.0.1:{sys.argv[1]}{path}", body, headers)
    with browser.open(request, timeout=120) as answer:
        text = answer.read().decode()
        return json.loads(text) if "json" in answer.headers["Content-Type"] else text


def wait() -> str:
    """Wait until the page answers, and give how long that took."""
    begun = time.monotonic()
    while True:
        try:
            page = str(ask("/"))
        except OSError:  # not there yet, or too busy
            if time.monotonic() - begun > LONGEST_S:
                raise
            time.sleep(0.1)
        else:
            assert "<html" in page, page[:200]
            return f"{time.monotonic() - begun:.1f}"


def camera() -> str:
    """Wait until the camera has been looked for, and give what the page tells of it; the page is up before."""
    until = time.monotonic() + LONGEST_S
    while (status := ask("/api/board")["camera"]["status"]) == "starting" and time.monotonic() < until:
        time.sleep(0.1)
    return status


def play() -> str:
    """Play a few acts, and give how many the evening has."""
    token = ask("/api/me")["token"]
    start = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}
    for command in (start, {"do": "act", "act": {"act": "throw", "dice": [6, 4, 1]}}):
        ask("/api/commands", command, token)
    return acts()


def acts() -> str:
    """Give the evening's entries as one line."""
    return json.dumps(ask("/api/acts"), sort_keys=True)


if __name__ == "__main__":
    print({"wait": wait, "camera": camera, "play": play, "acts": acts}[sys.argv[2]]())  # noqa: T201 - its answer
