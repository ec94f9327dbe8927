"""A tablet and a landlord for tests of the package: ask.py PORT JAR WORD... at the page. Standard library only.

JAR keeps the cookies, so that one call after the other is the same browser. Each word is explained where it is carried out.
LONGEST_S is how long the page is waited for, PATIENCE_S how long one answer, in seconds; both from outside where all is slow.
"""

import json
import os
import random
import sys
import time
from http.client import HTTPException
from http.cookiejar import LWPCookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

PAGE = f"http://127.0.0.1:{sys.argv[1]}"
LONGEST_S = float(os.environ.get("LONGEST_S", "200"))
PATIENCE_S = float(os.environ.get("PATIENCE_S", "20"))
START = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}

jar = LWPCookieJar(sys.argv[2])
browser = build_opener(HTTPCookieProcessor(jar))


def ask(path, sent=None, token=""):
    """Send a request with the cookies so far; return the answer from JSON, or as text."""
    body = None if sent is None else json.dumps(sent).encode()
    headers = {"Content-Type": "application/json", "X-Knobeltisch-Token": token}
    request = Request(PAGE + path, body, headers)
    with browser.open(request, timeout=PATIENCE_S) as answer:
        text = answer.read().decode()
        return json.loads(text) if "json" in answer.headers["Content-Type"] else text


def change(path, sent):
    """Send a change with this browser's token. A refusal is printed and ends the call."""
    try:
        return ask(path, sent, ask("/api/me")["token"])
    except HTTPError as error:
        sys.exit(f"{path}: {error.code} {error.read().decode()[:300]}")


def wait():
    """Wait until the page answers, and print after how many seconds."""
    begun = time.monotonic()
    while True:
        try:
            assert "<html" in ask("/")
        except (OSError, HTTPException):
            if time.monotonic() - begun > LONGEST_S:
                raise
            time.sleep(0.05)
        else:
            return f"{time.monotonic() - begun:.1f}"


def pair():
    """Do the landlord's first start: read the PIN, confirm it, pair this tablet. Print the PIN."""
    pin = change("/api/first", {})["pin"]
    change("/api/first/noted", {"name": "Tablet"})
    return pin


def play():
    """Start a game, and print the evening."""
    change("/api/commands", START)
    change("/api/commands", {"do": "act", "act": {"act": "throw", "dice": [6, 4, 1]}})
    return acts()


def acts():
    """Print the evening's acts in one line, in the form that every version knows; later ones have more beside it."""
    known = ("id", "at", "player", "act", "start", "round", "phase", "corrected")
    found = ask("/api/acts?count=200")["acts"]
    return json.dumps([{key: entry[key] for key in known} for entry in found], sort_keys=True)


def board(*keys):
    """Print the values of these keys in the board's snapshot."""
    found = ask("/api/board")
    for key in keys:
        found = found[key]
    return found if isinstance(found, str) else json.dumps(found)


def last():
    """Print the game's last act, whence it came, and the dice of a throw."""
    entry = (ask("/api/board")["acts"] or [{}])[-1]
    act = entry.get("act") or {}
    dice = [str(sorted(act["dice"]))] if "dice" in act else []
    return " ".join([act.get("act", "none"), entry.get("from", "nobody"), *dice])


def begin_of(path):
    """Print the first five letters of a file."""
    return browser.open(PAGE + path, timeout=PATIENCE_S).read(5).decode()


def health(key):
    """Print the value of a key in /healthz."""
    return str(ask("/healthz")[key])


def post(path, body="{}"):
    """Send a change, as JSON."""
    return json.dumps(change(path, json.loads(body)))


def on(seconds, file):
    """Play for this many seconds, or until the power fails; write to `file` what was shown after each act."""
    until = time.monotonic() + float(seconds)
    token = ask("/api/me")["token"]
    while time.monotonic() < until:
        _one_act(token)
        shown = ask("/api/board")
        fresh = Path(file).with_suffix(".new")
        fresh.write_text(json.dumps([shown["head"], shown["game"], shown["state"]]))
        fresh.replace(file)
        time.sleep(0.1)  # the page accepts ten changes a second
    return Path(file).read_text()[:20]


def _one_act(token):
    now = ask("/api/board")
    if now["state"] is None or not now["legal"]:
        command = START
    elif "throw" in now["legal"]:
        command = {"do": "act", "act": {"act": "throw", "dice": random.choices(range(1, 7), k=now["due"])}}
    else:
        command = {"do": "act", "act": {"act": "pass"}}
    try:
        ask("/api/commands", command, token)
    except HTTPError as error:
        if error.code not in (409, 429):
            raise
        ask("/api/commands", {"do": "undo", "count": 1} if error.code == 409 else {}, token)


def as_shown(file):
    """Print whether the evening is what was shown last, with at most one act more, and its number of entries."""
    head, game, state = json.loads(Path(file).read_text())
    now = ask("/api/board")
    if now["head"] == head and (now["game"], now["state"]) != (game, state):
        return f"another state at entry {head}"
    found = now["head"]
    return f"as shown at entry {head}" if found in (head, head + 1) else f"{head} shown, {found} there"


WORDS = (wait, pair, play, acts, board, last, begin_of, health, post, on, as_shown)

if __name__ == "__main__":
    if Path(sys.argv[2]).exists():
        jar.load(ignore_discard=True)
    try:
        print(next(word for word in WORDS if word.__name__ == sys.argv[3])(*sys.argv[4:]))
    finally:
        jar.save(ignore_discard=True)
