"""Acts a second through the scorer, against the least that any scorer in Python would have to do.

    python benchmarks/scorer_speed.py [--acts N] [--out FILE]

Time is the process's own, so that other programs on the machine do not count. The floor is a loop that keeps the dice and the player in a dictionary and knows no rule.
"""

from __future__ import annotations

import random
import time
from pathlib import Path

import click

import scorer
from scorer import Act, Hold, Pass, RollOff, Throw, Turn


def some_game(chance: random.Random) -> list[Act]:
    """Play a whole game at random; give its acts."""
    state = scorer.new_game(scorer.load_variant("bavarian"), ("Anna", "Ben", "Cem", "Dora"))
    acts: list[Act] = []
    while state.stage != "over":
        acts.append(some_act(state, chance))
        state = scorer.apply(state, acts[-1])
    return acts


def some_act(state: scorer.State, chance: random.Random) -> Act:
    dice = tuple(sorted(chance.randint(1, 6) for _ in range(scorer.dice_expected(state))))
    match chance.choice(scorer.legal_acts(state)):
        case "roll_off":
            return RollOff(dice=dice)
        case "throw":
            return Throw(dice=dice)
        case "turn":
            return Turn()
        case "pass":
            return Pass()
        case _:
            ones = tuple(die for die in state.free if die == 1)
            return Hold(dice=ones[: len(state.free) - 1])


def through_scorer(games: list[list[Act]]) -> float:
    first = scorer.new_game(scorer.load_variant("bavarian"), ("Anna", "Ben", "Cem", "Dora"))
    began = time.process_time()
    for acts in games:
        scorer.replay(first, acts)
    return time.process_time() - began


def through_floor(games: list[list[Act]]) -> float:
    began = time.process_time()
    for acts in games:
        state = {"to_act": 0, "dice": (), "held": ()}
        for act in acts:
            state = dict(state)
            if isinstance(act, Throw | RollOff):
                state["dice"] = act.dice
            elif isinstance(act, Hold):
                state["held"] = act.dice
            else:
                state["to_act"] = (state["to_act"] + 1) % 4
    return time.process_time() - began


@click.command()
@click.option("--acts", type=click.IntRange(1000), default=100_000, help="How many acts are measured.")
@click.option("--out", type=click.Path(path_type=Path), help="Also write the table there.")
def main(acts: int, out: Path | None) -> None:
    """Print the table."""
    chance, games, count = random.Random(1), [], 0
    while count < acts:
        games.append(some_game(chance))
        count += len(games[-1])
    floor = min(through_floor(games) for _ in range(3))
    ours = min(through_scorer(games) for _ in range(3))
    text = (
        "# Acts through the scorer (Bavarian Chikago, whole random games)\n\n"
        "| | acts | acts a second | times the floor |\n|---|---:|---:|---:|\n"
        f"| `scorer.apply` | {count:,} | {count / ours:,.0f} | {ours / floor:.1f} |\n"
        f"| floor: a dictionary without rules | {count:,} | {count / floor:,.0f} | 1.0 |\n\n"
        f"An evening of 10,000 acts is replayed in {10_000 * ours / count:.2f} s.\n"
    )
    print(text)
    if out is not None:
        out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
