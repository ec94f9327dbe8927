"""A hub that is killed at random moments while tables send their games; afterwards everything in its file is counted."""

import json
import random
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import tournament as t
from knobeltisch.hub.cup.kept_tournament import KeptTournament
from knobeltisch.hub.hall_file import KEPT_IN, HallFile
from tests.support.evenings.visitor import run_hub
from tests.support.hub.small_tournament import Sender, losers
from tests.support.servers.ports import free_port
from tests.support.waiting import LONGEST_S
from tests.tournament.running_tournament import some_result

KEY = "a key that is long enough"
TABLES = 4
GAMES = 12
"""Games of a match for each kill, so that tables still send when the last one comes."""
MOST_GAMES = 1000


@dataclass(frozen=True)
class Storm:
    """What is left after the kills: `while_sending` of them hit a hub to which a table still sent; `faults` names what is amiss."""

    kills: int
    while_sending: int
    games: int
    faults: list[str]


class Table(threading.Thread):
    """A table that sends its games one after the other, and again until it hears that they are kept."""

    def __init__(self, number: int, port: int, words: list[Any]):
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

    def send(self, push: object) -> Any:
        headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
        url = f"http://127.0.0.1:{self.port}/api/v1/push"
        with urlopen(Request(url, json.dumps(push).encode(), headers), timeout=LONGEST_S) as answer:
            return json.load(answer)


def kill_hub(folder: Path, kills: int, seed: int) -> Storm:
    """Kill a hub so many times and start it again; return what its file says once every table has sent everything."""
    chance = random.Random(seed)
    words, ends = _begun(folder, seed, min(MOST_GAMES, GAMES * kills))
    port, while_sending = free_port(), 0
    settings = {"PAGE_PORT": str(port), "HALL_KEY": KEY}
    hub = run_hub(folder, settings)
    tables = [Table(number, port, said) for number, said in words.items()]
    for table in tables:
        table.start()
    try:
        for _ in range(kills):
            time.sleep(chance.uniform(0.02, 0.2))
            while_sending += any(table.is_alive() for table in tables)
            hub.kill()
            hub = run_hub(folder, settings)
        for table in tables:
            table.join(LONGEST_S)
    finally:
        hub.kill()
    late = [f"table {number} has not sent all" for number, table in enumerate(tables, 1) if table.is_alive()]
    return Storm(
        kills=kills, while_sending=while_sending, games=len(ends), faults=[*late, *_faults_in(folder, ends)]
    )


def _begun(
    folder: Path, seed: int, games: int
) -> tuple[dict[int, list[Any]], dict[tuple[str, int], str | None]]:
    """Draw a tournament; return its games, by table, and how each is to end."""
    file = HallFile(folder / KEPT_IN)
    tournament, chance = KeptTournament(file), random.Random(seed)
    players = [t.Player(name=f"P{number:02}") for number in range(1, 4 * TABLES + 1)]
    form = t.read_format(f'base = "groups"\n[[stages]]\nkind = "groups"\nsize = 4\ngames = {games}\n')
    tournament.open("Pokal", form, TABLES, players)
    tournament.draw(seed=seed)
    assert tournament.state is not None
    ends: dict[tuple[str, int], str | None] = {}
    words: dict[int, list[Any]] = {number: [] for number in range(1, TABLES + 1)}
    for match in tournament.state.matches.values():
        for number in range(1, match.games + 1):
            result = some_result(match.players, chance)
            ends[match.id, number] = result.loser
            sent = Sender("0" * 16).finished(f"{match.table}a-{number}", result, ended=time.time() + 60)
            words[match.table].append(sent)
    file.close()
    return words, ends


def _faults_in(folder: Path, ends: dict[tuple[str, int], str | None]) -> list[str]:
    file = HallFile(folder / KEPT_IN)
    state = KeptTournament(file).state
    assert state is not None
    found = losers(state)
    faults = [f"game {game} is lost" for game in ends.keys() - found.keys()]
    faults += [f"game {game} is invented" for game in found.keys() - ends.keys()]
    faults += [
        f"game {game} ends otherwise" for game in ends.keys() & found.keys() if ends[game] != found[game]
    ]
    faults += [f"{report} waits for the referee" for report in t.waiting_reports(state)]
    ((kept,),) = file.rows("SELECT COUNT(*) FROM pushed")
    file.close()
    return [*faults, *([] if kept == len(ends) else [f"{kept} entries are kept for {len(ends)} games"])]
