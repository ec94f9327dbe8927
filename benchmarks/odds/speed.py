"""How long the odds take: the warm-up of a game, then single decisions at a full table.

    python -m benchmarks.odds.speed [--rounds N] [--out FILE]

Time is the process's own, so that other programs on the machine do not count. Decisions are those of random rounds;
nothing of one is reused for the next but what the odds themselves keep.
"""

from __future__ import annotations

import random
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

import scorer
from benchmarks.support.reports import table, write_report
from scorer import Cover, Reveal, State, Throw
from scorer.odds.chicago import follower_odds, leader_odds, warm_up
from scorer.odds.remarks import remarks
from scorer.odds.schocken import schocken_odds
from scorer.odds.schocken import warm_up as warm_schocken
from tests.support.games.odds_play import NAMES, chicago_start, schocken_start

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PLAYERS = len(NAMES)
MOST_WARM_S, MOST_DECISION_MS = 20.0, 50.0


def took(ask: Callable[[], object]) -> float:
    began = time.process_time()
    ask()
    return time.process_time() - began


def decisions_met(start: State, chance: random.Random) -> Iterator[State]:
    """Play a round at random; give every state in which somebody decides or is about to throw."""
    state = start
    while state.last_round is start.last_round and state.stage in {"play", "reveal"}:
        count = 3 - len(state.held)
        dice = tuple(sorted(chance.choices((1, 2, 3, 4, 5, 6), k=count)))
        if state.stage == "reveal":
            state = scorer.apply(state, Reveal(dice=dice))
            continue
        yield state
        if scorer.can(state, Cover()):
            state = scorer.apply(state, Cover())
        elif state.free or not count:
            state = scorer.apply(state, chance.choice(scorer.decisions(state)))
        else:
            state = scorer.apply(state, Throw(dice=dice))


def asked(state: State) -> Callable[[State], object]:
    """Return the odds that fit the player in `to_act`."""
    if state.rules.name == "schocken":
        return schocken_odds
    return leader_odds if state.declaration is None else follower_odds


def measured(variant: str, rounds: int) -> list[str]:
    chance = random.Random(variant)
    rules = scorer.load_variant(variant)
    warm = took(lambda: warm_schocken(rules) if variant == "schocken" else warm_up(rules, PLAYERS - 1))
    times: list[float] = []
    for number in range(rounds):
        chips = variant == "schocken"
        start = (
            schocken_start(PLAYERS, (13, 4, 0)[number % 3])
            if chips
            else chicago_start(variant, PLAYERS, "worst")
        )
        times += [took(partial(asked(state), state)) for state in decisions_met(start, chance)]
    times.sort()
    middle, most = times[len(times) // 2] * 1000, times[-1] * 1000
    return [
        variant,
        f"{warm:.2f}",
        f"{len(times):,}",
        f"{middle:.2f}",
        f"{times[len(times) * 99 // 100] * 1000:.1f}",
        f"{most:.1f}",
    ]


@click.command()
@click.option("--rounds", type=click.IntRange(10), default=60, show_default=True, help="For each game.")
@click.option("--out", type=click.Path(path_type=Path), help="Also write the table there.")
def main(rounds: int, out: Path | None) -> None:
    """Print the table."""
    rows = [measured(variant, rounds) for variant in scorer.DICE_VARIANTS]
    told = took(remarks)
    head = ["game", "warm-up s", "decisions", "middle ms", "99 % within ms", "longest ms"]
    text = table(head, rows)
    text += (
        f"\n\n{PLAYERS} players. Allowed are {MOST_WARM_S:.0f} s of warm-up and {MOST_DECISION_MS:.0f} ms a decision. "
        f"The remarks, for 2 to 8 players, take {told:.2f} s."
    )
    write_report("How long the odds take", text, out)


if __name__ == "__main__":
    main()
