"""Learn to tell leaning dice from flat ones, from renders of the simulated table, and say how well it works.

    python benchmarks/training/leaning.py [--seeds N] [--write]

Seeds from 1000 on are learned from, seeds from 9000 on are held out for the table. `--write` keeps the weights in
vision/leaning.npz. Two hundred seeds take about ten minutes on one core.
"""

from __future__ import annotations

from pathlib import Path

import click
import cv2
import numpy as np

from hardware.simulated import Lift, PutDown, SimulatedTable
from vision.board import draw_board, find_board
from vision.known import Known
from vision.leaning import patches
from vision.reader import read

WEIGHTS = Path(__file__).resolve().parents[2] / "vision" / "leaning.npz"
THROWS = 14
MISSED = 0.004  # share of either kind that counts as odd when the limit is set


def lifts(seed):
    """Give for each throw the picture, the dice read, the edge, and which of them lean."""
    table = SimulatedTable(sheet=draw_board(6.0), sheet_px_per_mm=6.0, seed=seed, fps=10)
    for number in range(THROWS):
        table.do(PutDown(dice_in_cup=(0, 1, 2)), Lift(cocked=number % 2 == 0))
        while table.busy:
            table.advance(0.1)
        table.advance(1.0)
        picture = table.render()
        pose = find_board(picture)
        if pose is None:
            continue
        edge = 16 * pose.px_per_mm
        places = pose.to_px([[die.x_mm, die.y_mm] for die in table.dice])
        left, top = np.maximum(0, places.min(axis=0) - 2 * edge).astype(int)
        right, bottom = (places.max(axis=0) + 2 * edge).astype(int)
        crop = picture[top:bottom, left:right]
        dice = read(crop, Known(die_size=edge)).dice
        lean = set(table.throws[-1].leaning)
        nearest = [int(np.argmin(np.hypot(*(places - (die.x + left, die.y + top)).T))) for die in dice]
        yield crop, dice, edge, [number in lean for number in nearest], bool(lean)


def varied(crop, rng):
    """Change light, contrast, sharpness and noise, as other cameras would."""
    picture = crop.astype(np.float32) * rng.uniform(0.55, 1.15) + rng.uniform(-12, 12)
    picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.2, 1.1))
    return np.clip(picture + rng.normal(0, rng.uniform(0, 5), picture.shape), 0, 255).astype(np.uint8)


def samples(seeds, rng, copies):
    """Give vectors, whether each is of a leaning die, and the number of the lift it belongs to."""
    vectors, labels, owners, lean_lifts = [], [], [], []
    for seed in seeds:
        for crop, dice, edge, lean, any_lean in lifts(seed):
            lean_lifts.append(any_lean)
            for copy in range(copies):
                shown = crop if copy == 0 else varied(crop, rng)
                size = edge if copy == 0 else edge * rng.uniform(0.93, 1.07)
                for die, leans in zip(dice, lean, strict=True):
                    towards = patches(shown, die, dice, size)
                    vectors += towards
                    labels += [leans] * len(towards)
                    owners += [len(lean_lifts) - 1] * len(towards)
    return np.array(vectors), np.array(labels), np.array(owners), np.array(lean_lifts)


def learn(vectors, labels):
    """Fit a logistic regression by Adam, both kinds weighing the same; give weights and bias."""
    centre, spread = vectors.mean(axis=0), vectors.std(axis=0) + 1e-3
    x = (vectors - centre) / spread
    y = labels.astype(np.float32)
    balance = np.where(labels, 0.5 / labels.mean(), 0.5 / (1 - labels.mean()))
    weights, bias = np.zeros(x.shape[1]), 0.0
    first, second = np.zeros(x.shape[1] + 1), np.zeros(x.shape[1] + 1)
    for step in range(1, 1501):
        guess = 1 / (1 + np.exp(-(x @ weights + bias)))
        error = balance * (guess - y) / len(y)
        slope = np.append(x.T @ error + 3e-4 * weights, error.sum())
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        move = 0.02 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        weights, bias = weights - move[:-1], bias - move[-1]
    flat = weights / spread
    return flat, bias - float(centre @ flat)


def tell(name, scores, owners, lean_lifts, limit):
    flagged = np.zeros(len(lean_lifts), bool)
    np.logical_or.at(flagged, owners, scores > limit)
    near = np.isin(np.arange(len(lean_lifts)), owners)
    missed = (~flagged & lean_lifts).sum()
    false = (flagged & ~lean_lifts).sum()
    flat_near = (near & ~lean_lifts).sum()
    print(
        f"| {name} | {len(lean_lifts)} | {lean_lifts.sum()} | {missed} ({missed / max(1, lean_lifts.sum()):.1%}) "
        f"| {flat_near} | {false} ({false / max(1, flat_near):.1%}) | {(~lean_lifts).sum()} |"
    )


@click.command()
@click.option("--seeds", type=click.IntRange(10), default=200, help="How many tables are learned from.")
@click.option("--write", is_flag=True, help="Keep the weights in vision/leaning.npz.")
def main(seeds, write):
    """Learn, and print what is missed and what is wrongly suspected."""
    rng = np.random.default_rng(1)
    learned = samples(range(1000, 1000 + seeds), rng, copies=3)
    weights, bias = learn(learned[0], learned[1])
    scores = learned[0] @ weights + bias
    # Half-way between the flattest of the leaning and the most suspect of the flat.
    limit = float(np.quantile(scores[learned[1]], MISSED) + np.quantile(scores[~learned[1]], 1 - MISSED)) / 2
    print(
        "| tables | lifts | with a leaning die | of them missed | flat, with dice close by | suspected | flat |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|")
    tell("learned from", scores, learned[2], learned[3], limit)
    held = samples(range(9000, 9000 + max(5, seeds // 5)), rng, copies=1)
    tell("held out", held[0] @ weights + bias, held[2], held[3], limit)
    if write:
        np.savez_compressed(WEIGHTS, weights=weights.astype(np.float32), bias=bias, limit=limit)
        print(f"\nweights: {len(weights)}, limit {limit:.2f}, {WEIGHTS.stat().st_size} bytes")


if __name__ == "__main__":
    main()
