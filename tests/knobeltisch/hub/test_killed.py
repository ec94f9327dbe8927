"""A hub whose plug is pulled at any moment: what it said is kept is kept, and nothing counts twice."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from contextlib import suppress
from http.client import HTTPException
from urllib.request import Request, urlopen

import pytest

import tournament as t
from knobeltisch.hub.hall_file import KEPT_IN, HallFile
from knobeltisch.hub.tournament.kept_tournament import KeptTournament
from tests.support.hub.small_tournament import Sender
from tests.support.paths import ROOT
from tests.support.seeds import chosen_seed
from tests.support.servers.ports import free_port, listens
from tests.support.waiting import LONGEST_S, until
from tests.tournament.running_tournament import some_result

KEY = "a key that is long enough"
TABLES = 4


class Table(threading.Thread):
    """A table that sends its games one after the other, and again until it hears that they are kept."""

    def __init__(self, number, port, words):
        super().__init__(daemon=True)
        self.sender, self.port = Sender(f"{number:016x}"), port
        for word in words:
            self.sender.keep(word)

    def run(self):
        taken = 0
        while taken < len(self.sender.kept):
            push = self.sender.push(*self.sender.kept[taken : taken + 2], first=taken + 1)
            with suppress(OSError, HTTPException, ValueError):
                taken = self.send(push)["taken"]
            time.sleep(0.01)

    def send(self, push):
        headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
        url = f"http://127.0.0.1:{self.port}/api/v1/push"
        with urlopen(Request(url, json.dumps(push).encode(), headers), timeout=LONGEST_S) as answer:
            return json.load(answer)


def begun(folder, seed):
    """A cup for which everything is drawn; return its games, by table, and how each is to end."""
    file = HallFile(folder / KEPT_IN)
    tournament, chance = KeptTournament(file), random.Random(seed)
    players = [t.Player(name=f"P{number:02}") for number in range(1, 4 * TABLES + 1)]
    form = t.read_format('base = "groups"\n[[stages]]\nkind = "groups"\nsize = 4\ngames = 12\n')
    tournament.open("Pokal", form, TABLES, players)
    tournament.draw(seed=seed)
    ends, words = {}, {number: [] for number in range(1, TABLES + 1)}
    for match in tournament.state.matches.values():
        for number in range(1, match.games + 1):
            result = some_result(match.players, chance)
            ends[match.id, number] = result.loser
            push = Sender("0" * 16).finished(f"{match.table}a-{number}", result, ended=time.time() + 60)
            words[match.table].append(push)
    file.close()
    return words, ends


def started(folder, port):
    (folder / "nothing.toml").touch()
    environment = {
        "PAGE_PORT": str(port),
        "PAGE_HOST": "127.0.0.1",
        "HALL_FOLDER": str(folder),
        "HALL_KEY": KEY,
    }
    environ = {**os.environ, **{f"KNOBELTISCH_{key}": value for key, value in environment.items()}}
    command = [sys.executable, "-m", "knobeltisch", "hub", "--config", str(folder / "nothing.toml")]
    hub = subprocess.Popen(
        command, cwd=ROOT, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    until(lambda: listens(port) or hub.poll() is not None)
    return hub


@pytest.mark.slow
def test_a_hub_killed_at_random_moments_has_every_game_once(tmp_path):
    seed = chosen_seed()
    kills = int(os.environ.get("KNOBELTISCH_KILLS", "1"))
    chance = random.Random(seed)
    words, ends = begun(tmp_path, seed)
    port = free_port()
    hub = started(tmp_path, port)
    tables = [Table(number, port, said) for number, said in words.items()]
    for table in tables:
        table.start()
    try:
        for _ in range(kills):
            time.sleep(chance.uniform(0.02, 0.2))
            hub.kill()
            hub.wait()
            hub = started(tmp_path, port)
        for table in tables:
            table.join(LONGEST_S)
            assert not table.is_alive()
    finally:
        hub.kill()
        hub.wait()
    file = HallFile(tmp_path / KEPT_IN)
    state = KeptTournament(file).state
    found = {
        (match, number): counted.result.loser
        for match in state.matches
        for number, counted in t.counted(state, match).items()
    }
    assert found == ends
    assert t.waiting(state) == ()
    assert file.rows("SELECT COUNT(*) FROM pushed") == [(len(ends),)]
    file.close()
