"""How long hindsight on a turn takes, and whether the table slows down while odds are computed.

    python -m benchmarks.odds.hindsight [--rounds N] [--acts N] [--out FILE]

Hindsight is measured in processor time. The time until an act is on disk is wall time, once without other work and once while the
odds of a game of Chic, the slowest, are computed repeatedly in the page's thread.
"""

from __future__ import annotations

import json
import random
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

import scorer
from benchmarks.support.reports import out_option, table, write_report
from knobeltisch.status import Device
from knobeltisch.storage.journal import open_journal
from knobeltisch.table.table import Table
from knobeltisch.table.table_files import TableFiles
from scorer.odds import chicago_odds as chicago
from scorer.odds import rounds as odds_round
from scorer.odds import turn as odds_turn
from scorer.odds.review import EndedTurn, Move, ended_turns, look_back
from tests.support.games.random_games import some_act
from web.background_answers import Later
from web.odds_json import look_back_to_json

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = tuple(f"player {seat}" for seat in range(1, 9))
CACHES = [
    function
    for module in (odds_turn, odds_round, chicago)
    for function in vars(module).values()
    if hasattr(function, "cache_clear")
]


def turns_of(variant: str, rounds: int) -> Iterator[EndedTurn]:
    """Play at random; return the finished turns."""
    chance = random.Random(variant)
    state = scorer.new_game(scorer.load_variant(variant), NAMES, NAMES[0])
    moves = []
    while state.stage != "over" and state.round <= rounds:
        act = some_act(state, chance)
        if scorer.can(state, act):
            moves.append(Move(before=state, act=act, after=scorer.apply(state, act)))
            state = moves[-1].after
    yield from ended_turns(moves)


def looked(variant: str, rounds: int) -> list[str]:
    """Time the hindsight on each turn, the first one with empty caches."""
    times, sizes = [], []
    for turn in turns_of(variant, rounds):
        began = time.process_time()
        answer = look_back_to_json(look_back(turn), turn.start)
        times.append(time.process_time() - began)
        sizes.append(len(json.dumps(answer)))
    first, *rest = times
    rest.sort()
    middle, most = rest[len(rest) // 2] * 1000, rest[-1] * 1000
    size = sum(sizes) / len(sizes) / 1024
    return [variant, str(len(times)), f"{first:.2f}", f"{middle:.1f}", f"{most:.0f}", f"{size:.1f}"]


def waits(acts: int, *, beside: bool) -> list[str]:
    """Time throws until they are on disk and shown."""
    over = threading.Event()
    with tempfile.TemporaryDirectory() as folder:
        journal = open_journal(Path(folder) / "journal.sqlite")
        house = Table(files=TableFiles(journal=journal), clock=time.time, camera=Device(status="absent"))
        house.start()
        house.commands.send(
            {"do": "start", "variant": "bavarian", "players": list(NAMES), "leader": NAMES[0]}
        )
        if beside:
            threading.Thread(target=_keep_asking, args=(over,), daemon=True).start()
        times = sorted(_throw_and_undo(house) for _ in range(acts))
        over.set()
        house.stop()
        journal.close()
    spread = [times[len(times) * share // 100] * 1000 for share in (50, 95, 99)]
    return ["odds beside it" if beside else "nothing beside it", *(f"{wait:.1f}" for wait in spread)]


def _throw_and_undo(house: Table) -> float:
    began = time.perf_counter()
    house.commands.send({"do": "act", "act": {"act": "throw", "dice": [1, 2, 4]}})
    taken = time.perf_counter() - began
    house.commands.send({"do": "undo", "count": 1})
    return taken


def _keep_asking(over: threading.Event) -> None:
    """Make the page's thread compute uncached odds without a pause."""
    later: Later[object] = Later(4)
    turn = next(turns_of("chic", 2))
    number = 0
    while not over.is_set():
        number += 1
        for cache in CACHES:
            cache.cache_clear()
        while not later.ask(str(number), lambda: look_back(turn))[0] and not over.is_set():
            time.sleep(0.01)


@click.command()
@click.option("--rounds", type=click.IntRange(2), default=12, show_default=True, help="For each game.")
@click.option("--acts", type=click.IntRange(100), default=600, show_default=True)
@out_option
def main(rounds: int, acts: int, out: Path | None) -> None:
    """Print the tables."""
    looks = [looked(variant, rounds) for variant in scorer.DICE_VARIANTS]
    text = table(["game", "turns", "first s", "middle ms", "longest ms", "KB"], looks)
    delays = [waits(acts, beside=False), waits(acts, beside=True)]
    text += f"\n\n{len(NAMES)} players. A throw by tablet, until it is on disk and shown:\n\n"
    text += table(["", "50 % within ms", "95 % within ms", "99 % within ms"], delays)
    write_report("How long a look back takes", text, out)


if __name__ == "__main__":
    main()
