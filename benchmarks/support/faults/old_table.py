"""A table with years of data for the damage storm, and the data that must be there after a start."""

import contextlib
import http.client
import json
import random
import re
import shutil
import sqlite3
import time
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, Final

from knobeltisch.access.access_control import AccessControl
from knobeltisch.access.certificates import FOLDER
from knobeltisch.access.pin import set_pin
from knobeltisch.app import App
from knobeltisch.config import Config, JournalConfig, PageConfig, PushConfig
from knobeltisch.outbox.outbox import KEPT_IN
from knobeltisch.recovery.sqlite_salvage import read_intact_entries
from knobeltisch.storage.journal import Entry
from scorer import act_to_json
from tests.support.games.random_games import PLAYERS, some_game
from tests.support.servers.program import Program
from tests.support.waiting import until

HOUSE: Final = ("house.txt", "house.second.txt")
JOURNAL: Final = ("journal.sqlite", "journal.sqlite-wal")
HTTPS: Final = tuple(f"{FOLDER}/{name}" for name in ("root.pem", "root.key", "page.pem", "page.key"))
LOCKS: Final = (".house.txt.lock", ".journal.sqlite.lock")
FILES: Final = (*HOUSE, *JOURNAL, *HTTPS, *LOCKS, "outbox.sqlite", "starts.json")
NOBODY: Final = "http://127.0.0.1:9"
"""The address of a hub that never answers."""
EVENINGS: Final = 6
DAY_S: Final = 24 * 3600.0
REGULARS: Final = {"revision": 3, "regulars": [{"name": f"Gast {n}", "seat": "here"} for n in range(30)]}
RULES: Final = {"revision": 1, "house_rules": [{"name": "Zum Anker", "base": "bavarian", "options": {}}]}
FREE_PLAY: Final = {"do": "start", "variant": "bavarian", "players": list(PLAYERS), "leader": "Anna"}


MOST_STARTS: Final = 5
"""systemd restarts a table that ends; after three failures it is in safe mode."""
ASKED: Final = ("/healthz", "/api/board", "/api/regulars", "/api/house-rules", "/evenings", "/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Observations of a table: the number of starts, its snapshot (None: it is not up), each answer by path, its last output."""

    starts: int
    board: dict[str, Any] | None
    answers: dict[str, tuple[int, bytes]]
    output: str = ""

    def json(self, path):
        """Return an answer; None unless it is a success."""
        status, raw = self.answers[path]
        return json.loads(raw) if status == 200 else None


def start_table(folder):
    """Start `knobeltisch run` on `folder` until a page is up, as systemd would; ask it, and kill it."""
    settings = {"PAGE_PORT": "0", "PAGE_HOST": "127.0.0.1", "PAGE_TABLE": "everyone", "PAGE_HTTPS": "on", "CAMERA_DEVICE": "none",
                "PANEL_USE": "off", "HUB_URL": NOBODY, "HUB_KEY": "none"}  # fmt: skip
    environ = {f"KNOBELTISCH_{key}": value for key, value in settings.items()}
    environ |= {"RUNTIME_DIRECTORY": str(folder), "STATE_DIRECTORY": str(folder)}
    output = ""
    for number in range(1, MOST_STARTS + 1):
        try:
            program = Program("-m", "knobeltisch", "run", environ=environ)
        except RuntimeError as error:
            output = str(error)
            continue
        try:
            answers = dict(_ask_all(program.address))
            return Seen(starts=number, board=json.loads(answers["/api/board"][1]), answers=answers)
        except (OSError, ValueError, http.client.HTTPException) as error:
            return Seen(starts=number, board=None, answers={}, output=repr(error))
        finally:
            program.kill()
    return Seen(starts=MOST_STARTS, board=None, answers={}, output=output)


def _ask_all(address):
    with contextlib.closing(
        http.client.HTTPConnection(address.removeprefix("http://"), timeout=20)
    ) as connection:
        for path in ASKED:
            connection.request("GET", path)
            answer = connection.getresponse()
            yield path, (answer.status, answer.read())


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A table's folder, and what its page shows when nothing is damaged."""

    folder: Path
    board: dict[str, Any]
    entries: list[Entry]
    evenings: int
    noted: int
    """The number of entries when the last game began."""

    def missing(self, done, seen):
        """Return the names of undamaged data that is missing."""
        assert seen.board is not None
        hit = {damage.name for damage in done}
        found = []
        if not hit & set(JOURNAL) and any(seen.board[key] != self.board[key] for key in ("head", "state")):
            found.append(f"the game ({seen.board['head']} of {self.board['head']} entries)")
        found += self._missing_evenings(done, seen)
        # If one file is damaged, the lists are in the other.
        if not set(HOUSE) <= hit:
            answer = seen.json("/api/regulars")
            if answer is None or answer["regulars"] != REGULARS["regulars"]:
                found.append("the regulars")
            answer = seen.json("/api/house-rules")
            if answer is None or [rule["name"] for rule in answer["house_rules"]] != ["Zum Anker"]:
                found.append("the house's rules")
        return found

    def _missing_evenings(self, done, seen):
        """Count missing evenings: a damaged page has entries of two at most."""
        mine = [damage for damage in done if damage.name in JOURNAL]
        status, page = seen.answers["/evenings"]
        if status != 200:
            return ["the reports"]
        count = len(set(re.findall(rb'href="/evenings/(\d+)"', page)))
        small = all(
            damage.name == "journal.sqlite" and damage.kind in {"bit", "byte", "page", "zeroed page"}
            for damage in mine
        )
        least = self.evenings - 2 * len(mine) if small else 0
        return [f"{self.evenings - count} evenings"] if count < least else []

    def untrue(self, now, seen):
        """Return data that is there but was never written."""
        found = []
        answer = seen.json("/api/regulars")
        regulars: Any = REGULARS["regulars"]
        known = {regular["name"] for regular in regulars}
        if answer is not None and not {regular["name"] for regular in answer["regulars"]} <= known:
            found.append("a regular")
        written = {(entry.at, entry.source, entry.kind, _text(entry.body)) for entry in self.entries}
        assert seen.board is not None
        if (seen.board["notice"] or {}).get("key") == "sealed":
            return found  # its read-only mode is expected
        try:
            with contextlib.closing(sqlite3.connect(now / "journal.sqlite")) as asked:
                rows = asked.execute("SELECT id, at, source, kind, body FROM entry").fetchall()
        except sqlite3.Error as error:
            return [*found, f"a journal ({error})"]
        found += [f"entry {row[0]}" for row in rows if (*row[1:4], _text(json.loads(row[4]))) not in written]
        return found[:5]


def _text(body):
    """Return an entry's body without numbers of entries, which change when a journal is mended."""
    return json.dumps(
        {key: value for key, value in body.items() if key not in {"to", "entry"}}, sort_keys=True
    )


def made(folder, *, pulled):
    """Make a table in `folder`; with `pulled`, in the state after a power cut in the middle of a game."""
    work = folder.with_name(f"{folder.name}-work")
    work.mkdir(parents=True)
    now = [time.time() - EVENINGS * DAY_S]
    app = App(
        Config(
            page=PageConfig(host="127.0.0.1", port=0, https="on"),
            journal=JournalConfig(path=work / "journal.sqlite"),
            hub=PushConfig(url=NOBODY, key="none", since=date(2000, 1, 1)),
        ),
        camera=None,
        pins=None,
        clock=partial(_tick, now),
    )
    assert app.store is not None
    _furnish(app.store)
    app.start()
    chance = random.Random(11)
    for evening in range(EVENINGS):
        now[0] += DAY_S
        _send(app.table.commands.send, {**FREE_PLAY, "leader": None})
        noted = app.journal.head
        most = 20 if evening == EVENINGS - 1 else 40
        for act in some_game("bavarian", chance, most=most):
            _send(app.table.commands.send, {"do": "act", "act": act_to_json(act)})
        if evening < EVENINGS - 1 and app.table.board.snapshot()["ended"] is None:
            _send(app.table.commands.send, {"do": "end"})
    until((work / KEPT_IN).exists)
    board = app.table.board.snapshot()
    if not pulled:
        app.stop()
    shutil.copytree(work, folder)
    if pulled:
        app.stop()
    (folder / "starts.json").write_text("[]", encoding="utf-8")
    entries = read_intact_entries(folder / "journal.sqlite")
    assert len(entries) == board["head"]
    left = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}
    assert left <= set(FILES), f"a storm would pass over {left - set(FILES)}"
    return Known(folder=folder, board=board, entries=entries, evenings=EVENINGS, noted=noted)


def _tick(now):
    now[0] += 5.0
    return now[0]


def _send(send, command):
    reply = send(command)
    assert reply["ok"] is True, reply


def _furnish(store):
    set_pin(store, "123456")
    access = AccessControl(store, everyone=False)
    for number in range(3):
        access.pair(None, f"Tablet {number}")
    store.put("regulars", REGULARS)
    store.put("house_rules", RULES)
    store.put(
        "calibration", {"at": 1.0, "camera": "none", "size": [1640, 1232], "pose": [[1.0, 0.0, 0.0]] * 3}
    )
    store.put("lens", None)
