"""Values that were kept as they are, sums and seals fitting, and that still make no sense: no address of the page may fail."""

import contextlib
import http.client
import json
import logging
import sqlite3
import time

import pytest

from knobeltisch.errors import JournalError
from knobeltisch.recovery.journal_backup import require_usable_copy
from knobeltisch.storage.journal import open_journal, seal_of
from knobeltisch.storage.store import KEPT_IN, open_store
from tests.support.waiting import LONGEST_S

HALF = "\ud800"
"""Half a letter: JSON holds it, UTF-8 does not."""
START = {"variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}
THROW = {"act": "throw", "dice": [1, 2, 4]}
GOOD = (("start", START), ("act", THROW), ("act", {"act": "pass"}))
DEEP = "[" * 50_000 + "]" * 50_000

STRANGE = {
    "half letters in names": [(kind, json.dumps(body).replace("Anna", "\\ud800")) for kind, body in GOOD],
    "half letters in a new name": [*GOOD, ("rename", {"player": "Anna", "name": HALF})],
    "half letters in a wish": [
        *GOOD,
        ("wish", {"player": HALF, "what": "leave", "after": None, "counts": False}),
    ],
    "half letters where nobody looks": [("start", {**START, "later": HALF}), *GOOD[1:]],
    "a number for a beginning": [("start", "3"), *GOOD[1:]],
    "a list for an act": [GOOD[0], ("act", "[]"), GOOD[2]],
    "an act without end": [GOOD[0], ("act", f'{{"act": {DEEP}}}'), GOOD[2]],
    "a beginning without end": [("start", DEEP), *GOOD[1:]],
    "nothing": [("start", "null")],
    "a kind of no version": [GOOD[0], ("later", {"x": 1}), GOOD[2]],
    "dice of no table": [GOOD[0], ("act", {**THROW, "dice": [10**400, float("nan"), -1]}), GOOD[2]],
}


def written(file, entries, at=None):
    """Write entries as a table would, seals fitting, whatever they say."""
    open_journal(file).close()
    seal = ""
    with contextlib.closing(sqlite3.connect(file)) as journal, journal:
        for number, (kind, body) in enumerate(entries, start=1):
            text = body if isinstance(body, str) else json.dumps(body)
            row = (number, at or time.time(), "tablet", kind, text)
            seal = seal_of(seal, *row)
            journal.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", (*row, seal))


def failing(app):
    """Return the addresses that cannot be asked: all that the page's document names and that need no more words."""
    line = http.client.HTTPConnection("127.0.0.1", app.server.port, timeout=LONGEST_S)
    line.request("GET", "/api")
    paths = json.loads(line.getresponse().read())["paths"]
    wrong = []
    for path, ways in paths.items():
        if "get" in ways and "{" not in path and path not in {"/api/events", "/api/stream"}:
            line.request("GET", path)
            answer = line.getresponse()
            if answer.getheader("Content-Type", "").startswith("text/event-stream"):
                line.close()
                continue
            answer.read()
            if answer.status >= 500:
                wrong.append((path, answer.status))
    line.close()
    return wrong


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "at"),
    [*((name, None) for name in STRANGE), *(("nothing odd", at) for at in (1.0, -1e300, 1e300))],
)
def test_an_entry_that_nobody_understands_costs_no_address(house, tmp_path, caplog, name, at):
    written(tmp_path / "journal.sqlite", STRANGE.get(name, GOOD), at)
    caplog.set_level(logging.CRITICAL)
    with house(tmp_path, table="everyone") as app:
        assert failing(app) == []
        assert app.server.port
        begun = app.table.commands.send(
            {"do": "start", **START, "players": ["Cleo", "Dora"], "leader": "Cleo"}
        )
        assert begun == {"ok": True}
        assert failing(app) == []


@pytest.mark.parametrize("name", STRANGE)
def test_a_copy_with_such_an_entry_is_taken_only_where_the_table_could_go_on(house, tmp_path, name):
    file = tmp_path / "journal.sqlite"
    written(file, STRANGE[name])
    with contextlib.suppress(JournalError):
        require_usable_copy(file)
        with house(tmp_path, table="everyone") as app:
            assert app.table.board.snapshot()["head"] == len(STRANGE[name])


KEPT_STRANGE = {
    "pin": {"hash": HALF, "confirmed": True},
    "devices": {HALF: {"name": "x", "since": 1.0, "seen": 1.0}, "y": {"name": HALF, "since": 10**400, "seen": 1.0}},
    "prices": {"mats": 10**400, HALF: 3},
    "people": {"same": {HALF: "x", "y": HALF}, "hidden": [HALF, "\x00\x1b"]},
    "with_names": {HALF: 1.0},
    "allowed": {HALF: True, "sit": True},
    "phones": {HALF: {"player": "x", "seen": 1.0}, "z": {"player": HALF, "seen": -(10**400)}},
    "regulars": {
        "revision": 1,
        "regulars": [{"name": HALF, "seat": "here"}, {"name": "Anna", "seat": "here", "later": HALF}],
    },
    "house_rules": {
        "revision": 1,
        "house_rules": [
            {"name": HALF, "base": "bavarian", "options": {}},
            {"name": "ours", "base": "bavarian", "options": {"mats": 10**400, "x": HALF}},
        ],
    },
    "calibration": {"x": HALF},
    "own_confidence": {"x": HALF},
}  # fmt: skip


def test_lists_that_cannot_be_shown_cost_no_address(house, tmp_path, caplog):
    store = open_store(tmp_path / KEPT_IN)
    for key, value in KEPT_STRANGE.items():
        store.put(key, value)
    store.close()
    caplog.set_level(logging.CRITICAL)
    with house(tmp_path, table="everyone") as app:
        assert failing(app) == []
        assert [regular["name"] for regular in app.store.get("regulars")["regulars"]] == ["Anna"]
        assert [rule["name"] for rule in app.store.get("house_rules")["house_rules"]] == ["ours"]
