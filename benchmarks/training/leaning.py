"""Learn to tell leaning dice from flat ones, from renders alone, and say how well it works.

    python -m benchmarks.training.leaning [--tables N] [--scenes N] [--write] [--out FILE]

Leaning dice come from the simulated table. Flat ones come from there too, and from the scenes that the nets were trained
on (`vision.training`): other colours, pips, roundings, grounds and cameras, of which the table has but a few. Seeds are
apart: the weights are learned from some, the limit is chosen on others, and a third lot reports. `--write` keeps the weights
in vision/leaning.npz. All of it takes about fifteen minutes of one core.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import click
import cv2
import numpy as np

from benchmarks.support.pictures.leaning_lifts import PX, lift_of, scene_of, throws_of
from benchmarks.support.programs import ROOT, table, write_report
from vision.still.leaning import LIMITS, apart, describe, turned
from vision.types import Die

WEIGHTS = ROOT / "vision" / "leaning.npz"
FARTHEST = 2.0  # edges between two dice that are learned from: more variety than those near enough to lean
TABLE_COPIES, SCENE_COPIES = 4, 2  # of each picture that is learned from; the first as it is
AMISS = 0.03  # edges by which a copy's dice are seen beside their places
STEPS, RATE, SHRINK = 500, 0.03, 1e-3
MISSED = 0.02  # share of leaning lifts that counts as odd when the limit is set
SUSPECTED = 0.001  # the same of flat dice
LEARNED = (*range(1000, 1050), *range(1150, 1200))
"""Tables to learn from."""
TABLES = {"learn": LEARNED, "choose": range(5000, 5030), "report": range(9000, 9016)}
SCENES = {"learn": (31_000_000, 800), "choose": (32_000_000, 150), "report": (33_000_000, 150)}
"""The first seed, and how many."""


class Towards(NamedTuple):
    """A die as it looks towards one neighbour so many edges away, of which lift, and whether it or any die there leans."""

    patch: np.ndarray
    away: float
    lift: int
    die: int
    leans: bool
    lift_leans: bool


def towards(lift, number, copies, rng):
    """Return all dice of a picture towards their neighbours, in several copies."""
    for copy in range(copies):
        shown = lift.picture if copy == 0 else varied(lift.picture, rng)
        edge = lift.edge if copy == 0 else lift.edge * rng.uniform(0.93, 1.07)
        dice = moved(lift.dice, (lift.amiss if copy == 0 else AMISS) * lift.edge, rng)
        for place, (die, leans) in enumerate(zip(dice, lift.leans, strict=True)):
            for other in dice if place in lift.counted else ():
                if other is not die and (away := apart(die, other) / edge) < FARTHEST:
                    patch = turned(shown, die, other, edge)
                    yield Towards(patch, away, number, 100 * number + place, leans, any(lift.leans))


def varied(crop, rng):
    """Change light, contrast, sharpness and noise, as other cameras would."""
    picture = crop.astype(np.float32) * rng.uniform(0.55, 1.15) + rng.uniform(-12, 12)
    picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.2, 1.1))
    return np.clip(picture + rng.normal(0, rng.uniform(0, 5), picture.shape), 0, 255).astype(np.uint8)


def moved(dice, by, rng):
    """Put dice a little beside their places."""
    if not by:
        return dice
    return [
        Die(value=die.value, x=die.x + x, y=die.y + y, size=die.size, angle=die.angle, confidence=1.0)
        for die, (x, y) in zip(dice, rng.normal(0, by, (len(dice), 2)), strict=True)
    ]


def of_tables(seeds, copies):
    """Return what is seen in the throws of some tables."""
    seen = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        for number, lift in enumerate(throws_of(seed, lift_of)):
            seen += towards(lift, 20 * seed + number, copies, rng)
    return seen


def of_scenes(seeds, copies):
    """Return what is seen in rendered scenes of any dice, of which the flat ones seen from above count."""
    seen = []
    for seed in seeds:
        lift = scene_of(seed, PX)
        if lift is not None:
            seen += [
                toward
                for toward in towards(lift, seed, copies, np.random.default_rng(seed))
                if not toward.leans
            ]
    return seen


def learn(tables, scenes):
    """Fit a logistic regression by Adam; leaning dice weigh as much as flat ones, of which tables and scenes weigh the same.

    Give weights and bias.
    """
    groups = [
        [one for one in tables if one.leans],
        [one for one in tables if not one.leans],
        scenes,
    ]
    vectors = np.array([describe(one.patch) for group in groups for one in group], np.float32)
    labels = np.repeat(np.array([1, 0, 0], np.float32), [len(group) for group in groups])
    shares = [weight / len(group) for weight, group in zip((0.5, 0.25, 0.25), groups, strict=True)]
    balance = np.repeat(np.array(shares, np.float32), [len(group) for group in groups])
    centre, spread = vectors.mean(axis=0), vectors.std(axis=0) + 1e-3
    x = (vectors - centre) / spread
    weights, bias = np.zeros(x.shape[1], np.float32), 0.0
    first, second = np.zeros(x.shape[1] + 1), np.zeros(x.shape[1] + 1)
    for step in range(1, STEPS + 1):
        guess = 1 / (1 + np.exp(-np.clip(x @ weights + bias, -50, 50)))
        error = (balance * (guess - labels)).astype(np.float32)
        slope = np.append(x.T @ error + SHRINK * weights, error.sum())
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        move = RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        weights, bias = (weights - move[:-1]).astype(np.float32), bias - float(move[-1])
    flat = weights / spread
    return flat, bias - float(centre @ flat)


def highest(seen, weights, bias, key, *, lift_leans):
    """Return the highest score of each lift or die (`key`) of lifts with, or without, a leaning die."""
    scores = {}
    for one in seen:
        if one.lift_leans is lift_leans and one.away < LIMITS.near:
            score = float(describe(one.patch) @ weights) + bias
            scores[key(one)] = max(score, scores.get(key(one), score))
    return np.array(list(scores.values()))


def judged(tables, scenes, weights, bias):
    """Return the scores of leaning lifts, and of flat dice of tables and of scenes."""
    return (
        highest(tables, weights, bias, lambda one: one.lift, lift_leans=True),
        highest(tables, weights, bias, lambda one: one.die, lift_leans=False),
        highest(scenes, weights, bias, lambda one: one.die, lift_leans=False),
    )


def chosen(leaning, *flat):
    """Choose the limit: half-way between the flattest of the leaning lifts and the most suspect of the flat dice."""
    return float(np.quantile(leaning, MISSED) + np.quantile(np.concatenate(flat), 1 - SUSPECTED)) / 2


def row(use, scores, limit):
    leaning, *flat = scores
    missed = int((leaning <= limit).sum())
    told = [f"{(one > limit).sum()} of {len(one)}" for one in flat]
    return [use, len(leaning), f"{missed} ({missed / max(1, len(leaning)):.1%})", *told]


@click.command()
@click.option("--tables", type=click.IntRange(5), default=len(LEARNED), help="How many tables to learn from.")
@click.option("--scenes", type=click.IntRange(10), default=800, help="How many scenes to learn from.")
@click.option("--write", is_flag=True, help="Keep the weights in vision/leaning.npz.")
@click.option("--out", type=click.Path(path_type=Path), help="Also write the table there.")
def main(tables: int, scenes: int, write: bool, out: Path | None) -> None:  # noqa: FBT001 - an option
    """Learn, and print what is missed and what is wrongly suspected."""
    cv2.setNumThreads(1)
    weights, bias = learn(
        of_tables(LEARNED[:tables], TABLE_COPIES),
        of_scenes(range(SCENES["learn"][0], SCENES["learn"][0] + scenes), SCENE_COPIES),
    )
    report(weights, bias, write, out)


def report(weights, bias, write, out):
    """Choose the limit, print the table, and keep the weights if asked to."""
    scores = {}
    for use in ("choose", "report"):
        first, count = SCENES[use]
        seen = of_tables(TABLES[use], 1), of_scenes(range(first, first + count), 1)
        scores[use] = judged(*seen, weights, bias)
    limit = chosen(*scores["choose"])
    head = ["seeds that", "lifts with a leaning die", "missed", "flat dice suspected, tables", "scenes"]
    text = table(head, [row(use, one, limit) for use, one in scores.items()])
    write_report("Leaning dice, learned", f"{text}\n\nLimit {limit:.2f}, {len(weights)} weights.", out)
    if write:
        np.savez_compressed(WEIGHTS, weights=weights.astype(np.float32), bias=bias, limit=limit)


if __name__ == "__main__":
    main()
