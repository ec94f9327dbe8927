"""Hubs send match reports to a league while all are killed by turns: the hubs, the service, and its PostgreSQL."""

import contextlib
import json
import sqlite3
import subprocess
import sys
import time
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import urlopen

from league.calendar import WEEK, add_division
from league.cluster import Cluster
from league.database import Database, migrate, the_row
from league.example import report_body
from league.pubs import give_key
from scorer.json_forms.text import to_canonical
from tests.support.servers.ports import free_port

DAY = date(2026, 11, 22)
LONGEST_S = 120.0


@dataclass(frozen=True)
class Counted:
    """What a storm came to; `faults`: a sentence for each entry or result that is missing, doubled or otherwise."""

    kills: int
    entries: int
    results: int
    seconds: float
    faults: list[str]


class Process:
    """A program that is killed and started again."""

    def __init__(self, *words: str):
        self._words = [sys.executable, "-m", *words]
        self.start()

    def start(self):
        self._running = subprocess.Popen(self._words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def revive(self):
        """Start it again if it has ended, as systemd does: the database was away when it came up."""
        if self._running.poll() is not None:
            self.start()

    def kill(self):
        self._running.kill()
        self._running.wait()


def storm(folder: Path, *, pubs: int, kills: int, seed: int) -> Counted:
    """Let pubs send, change and take back reports, kill somebody after each time, and count in the end."""
    chance, names = Random(seed), [f"Pub{number}" for number in range(pubs)]
    folder.chmod(0o755)
    cluster = Cluster(folder / "cluster")
    cluster.start()
    conninfo, port = cluster.create("league"), free_port()
    database = Database(conninfo)
    with contextlib.ExitStack() as ending:
        ending.callback(cluster.kill)
        migrate(database)
        for name in names:
            (folder / name).mkdir()
            give_key(database, name, lambda key, to=folder / name / "key": _write(to, key))
        add_division(database, "Storm", "A", names, first=DAY, every=WEEK)
        with database.transaction() as cursor:
            cursor.execute("SELECT home, away, day FROM match ORDER BY day, id")
            matches = cursor.fetchall()
            reports: dict[str, dict[str, str | None]] = {name: {} for name in names}
        service = Process(*["knobeltisch", "league", "serve", "--port"], str(port), "--database", conninfo)
        ending.callback(service.kill)
        hubs = []
        for name in names:
            home = folder / name
            _write(home / "reports.json", "{}")
            hubs.append(Process("tests.support.league.sending_hub", str(home), f"http://127.0.0.1:{port}"))
            ending.callback(hubs[-1].kill)
        began = time.monotonic()
        for number in range(kills):
            for home, away, day in chance.sample(matches, min(2, len(matches))):
                body = to_canonical({"report": report_body((home, away), day, chance)})
                reports[home][f"cup-{day}-1"] = chance.choice((body, body, body, None))
                _write(folder / home / "reports.json", json.dumps(reports[home]))
            time.sleep(chance.uniform(0.5, 5.0))  # a version that was never sent is superseded by the next
            victim = (chance.choice(hubs), service, cluster)[number % 3]
            victim.kill()
            victim.start()
            service.revive()
        for hub in hubs:  # so that none of them pauses any longer
            hub.kill()
            hub.start()
        until, faults = time.monotonic() + LONGEST_S, ["not looked yet"]
        while faults and time.monotonic() < until:
            time.sleep(0.5)
            service.revive()
            faults = _find_faults(folder, names, port, database, reports)
        with database.transaction() as cursor:
            cursor.execute(
                "SELECT (SELECT count(*) FROM entry), (SELECT count(*) FROM match WHERE points IS NOT NULL)"
            )
            entries, results = the_row(cursor)
        return Counted(kills, entries, results, time.monotonic() - began, faults)


def _find_faults(
    folder: Path, names: list[str], port: int, database: Database, reports: dict[str, dict[str, str | None]]
) -> list[str]:
    """Return what the league has that a hub has not sent so, and what it does not show as the reports say."""
    faults = []
    for name in names:
        with database.transaction() as cursor:
            cursor.execute(
                "SELECT seq, report FROM entry JOIN pub ON pub.id = pub WHERE name = %s ORDER BY seq", [name]
            )
            there = cursor.fetchall()
        with contextlib.closing(
            sqlite3.connect(folder / name / "outbox.sqlite", timeout=LONGEST_S)
        ) as outbox:
            sent = outbox.execute("SELECT seq, game FROM entry ORDER BY seq").fetchall()
        if there != sent or [seq for seq, _ in there] != list(range(1, len(there) + 1)):
            faults.append(f"{name}: {len(there)} entries there, {len(sent)} sent")
    try:
        shown = json.loads(urlopen(f"http://127.0.0.1:{port}/d/1.json", timeout=LONGEST_S).read())["matches"]
    except OSError as error:
        return [*faults, f"no page: {error}"]
    for match in shown:
        body = reports[match["home"]].get(f"cup-{match['day']}-1")
        if match["points"] != _points(body, match["home"], match["away"]):
            faults.append(f"match {match['id']} shows {match['points']}")
    return faults


def _write(path: Path, text: str):
    part = path.with_suffix(".part")
    part.write_text(text)
    part.chmod(0o640)
    part.replace(path)


def _points(body: str | None, home: str, away: str) -> list[float] | None:
    if body is None:
        return None
    lines: list[dict[str, Any]] = json.loads(body)["report"]["lines"]
    totals = {
        line["name"]: float(line["points"]) for line in lines if line["kind"] == "total" and line.get("team")
    }
    return [totals[home], totals[away]]
