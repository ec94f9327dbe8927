"""Learn to distinguish leaning dice from flat ones, only from renders, and report how well it works.

    python -m benchmarks.training.leaning [--tables N] [--scenes N] [--pubs N] [--part SHARE] [--write] [--out FILE]

Leaning dice come from the simulated table. Flat ones come from there too, and from the scenes that the nets were trained on
(`training`): other colours, pips, roundings, grounds and cameras, of which the table has only a few. Then training continues with
pub tables, whose cameras, lamps and noise are realistic, with weights held near the earlier ones; each pair is used as it is and
mirrored. Seeds are separate for training, for the choice of the limit, and for the report. `--write` stores the weights in
vision/leaning.npz. The full run takes about half an hour on one core.
"""

import math
from typing import NamedTuple

import click
import cv2
import numpy as np

from benchmarks.support.reports import ROOT, out_option, table, tiny_option, write_report
from tests.support.pictures.leaning_lifts import PX, lift_of, of_pub, scene_of, throws_of
from vision.still.leaning import LIMITS, describe, distance_between, turned
from vision.types import Die

WEIGHTS = ROOT / "vision" / "leaning.npz"
FARTHEST = 2.0  # the largest distance of training pairs in edges: more variety than pairs near enough to lean
PUB_FARTHEST = 1.9  # the same on pub tables
TABLE_COPIES, SCENE_COPIES = 4, 2  # copies of each training picture; the first is unchanged
AMISS = 0.03  # shift of a copy's dice, in edges
STEPS, RATE, SHRINK = 500, 0.03, 1e-3
# On pub tables, and how strongly weights are held near the earlier ones:
MORE_STEPS, MORE_RATE, HELD = 400, 0.01, 3e-4
# The share of leaning lifts treated as outliers when the limit is set: missing one is worse than asking.
MISSED = 0.01
SUSPECTED = 0.001  # the same of flat dice
LEARNED = (*range(1000, 1050), *range(1150, 1200))
"""Tables to learn from."""
TABLES = {"learn": LEARNED, "choose": range(5000, 5030), "report": range(9000, 9016)}
PUBS = {
    "learn": range(510_001, 510_111),
    "choose": range(530_001, 530_016),
    "report": range(540_001, 540_026),
}
SCENES = {"learn": (31_000_000, 800), "choose": (32_000_000, 150), "report": (33_000_000, 150)}
"""The first seed, and how many."""


class Towards(NamedTuple):
    """The look of a die towards one neighbour: the distance in edges, its lift, and whether it or any die there leans."""

    patch: np.ndarray
    away: float
    lift: int
    die: int
    leans: bool
    lift_leans: bool


def towards(lift, number, copies, rng):
    """Return the looks of all dice of a picture towards their neighbours, in several copies."""
    for copy in range(copies):
        shown = lift.picture if copy == 0 else varied(lift.picture, rng)
        edge = lift.edge if copy == 0 else lift.edge * rng.uniform(0.93, 1.07)
        dice = moved(lift.dice, (lift.amiss if copy == 0 else AMISS) * lift.edge, rng)
        for place, (die, leans) in enumerate(zip(dice, lift.leans, strict=True)):
            for other in dice if place in lift.counted else ():
                if other is not die and (away := distance_between(die, other) / edge) < FARTHEST:
                    patch = turned(shown, die, other, edge)
                    yield Towards(patch, away, number, 100 * number + place, leans, any(lift.leans))


def varied(crop, rng):
    """Change light, contrast, sharpness and noise, as other cameras would."""
    picture = crop.astype(np.float32) * rng.uniform(0.55, 1.15) + rng.uniform(-12, 12)
    picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.2, 1.1))
    return np.clip(picture + rng.normal(0, rng.uniform(0, 5), picture.shape), 0, 255).astype(np.uint8)


def moved(dice, by, rng):
    """Shift dice slightly."""
    if not by:
        return dice
    return [
        Die(value=die.value, x=die.x + x, y=die.y + y, size=die.size, angle=die.angle, confidence=1.0)
        for die, (x, y) in zip(dice, rng.normal(0, by, (len(dice), 2)), strict=True)
    ]


def of_tables(seeds, copies):
    """Return the pairs seen in the throws of some tables."""
    seen = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        for number, lift in enumerate(throws_of(seed, lift_of)):
            seen += towards(lift, 20 * seed + number, copies, rng)
    return seen


def of_scenes(seeds, copies):
    """Return the pairs seen in rendered scenes; flat dice seen from above count."""
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


def of_pubs(seeds):
    """Return the pairs seen in the throws of some pub tables."""
    seen = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        for number, lift in enumerate(of_pub(seed)):
            seen += towards(lift, 200 * (seed - PUBS["learn"][0]) + number, 1, rng)
    return seen


def learn(tables, scenes):
    """Fit a logistic regression; leaning and flat dice have equal weight, and so do tables and scenes among the flat ones.

    Return weights and bias.
    """
    groups = [[view for view in tables if view.leans], [view for view in tables if not view.leans], scenes]
    vectors = np.array([describe(view.patch) for group in groups for view in group], np.float32)
    labels, balance = weighed(groups)
    return fitted(vectors, labels, balance, 0.0, (STEPS, RATE, SHRINK))


def gone_on(pubs, scenes, weights, bias):
    """Continue with pub tables and scenes, as they are and mirrored.

    Half of the pairs are leaning dice, a quarter flat ones on pub tables, a quarter flat ones in scenes.
    """
    near = [view for view in pubs if view.away < PUB_FARTHEST]
    groups = [[view for view in near if view.leans], [view for view in near if not view.lift_leans], scenes]
    patches = [view.patch for group in groups for view in group]
    patches += [np.ascontiguousarray(patch[::-1]) for patch in patches]
    vectors = np.array([describe(patch) for patch in patches], np.float32)
    labels, balance = weighed(groups)
    before = vectors @ weights + bias
    how = MORE_STEPS, MORE_RATE, HELD
    more, by = fitted(vectors, np.tile(labels, 2), np.tile(balance, 2) / 2, before, how)
    return weights + more, bias + by


def weighed(groups):
    """Return labels and weights of leaning dice and two kinds of flat ones: half, a quarter and a quarter."""
    sizes = [len(group) for group in groups]
    shares = [weight / size for weight, size in zip((0.5, 0.25, 0.25), sizes, strict=True)]
    labels = np.repeat(np.array([1, 0, 0], np.float32), sizes)
    return labels, np.repeat(np.array(shares, np.float32), sizes)


def fitted(vectors, labels, balance, before, how):
    """Fit a logistic regression by Adam, on top of the earlier log odds; return weights and bias."""
    steps, rate, shrink = how
    centre, spread = vectors.mean(axis=0), vectors.std(axis=0) + 1e-3
    x = (vectors - centre) / spread
    weights, bias = np.zeros(x.shape[1], np.float32), 0.0
    first, second = np.zeros(x.shape[1] + 1), np.zeros(x.shape[1] + 1)
    for step in range(1, steps + 1):
        guess = 1 / (1 + np.exp(-np.clip(before + x @ weights + bias, -50, 50)))
        error = (balance * (guess - labels)).astype(np.float32)
        slope = np.append(x.T @ error + shrink * weights, error.sum())
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        move = rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        weights, bias = (weights - move[:-1]).astype(np.float32), bias - float(move[-1])
    flat = weights / spread
    return flat, bias - float(centre @ flat)


def highest(seen, weights, bias, key, *, lift_leans):
    """Return the highest score of each lift or die (`key`) of lifts with, or without, a leaning die."""
    scores = {}
    for view in seen:
        if view.lift_leans is lift_leans and view.away < LIMITS.near:
            score = float(describe(view.patch) @ weights) + bias
            scores[key(view)] = max(score, scores.get(key(view), score))
    return np.array(list(scores.values()))


def judged(tables, scenes, pubs, weights, bias):
    """Return the scores of leaning lifts of tables and pubs, and of flat dice of tables, scenes and pubs."""
    leaning = [
        highest(seen, weights, bias, lambda view: view.lift, lift_leans=True) for seen in (tables, pubs)
    ]
    flat = [
        highest(seen, weights, bias, lambda view: view.die, lift_leans=False)
        for seen in (tables, scenes, pubs)
    ]
    return leaning, flat


def chosen(leaning, flat):
    """Choose the limit: half-way between the flattest of the leaning lifts and the most suspicious of the flat dice."""
    return (
        float(np.quantile(np.concatenate(leaning), MISSED) + np.quantile(np.concatenate(flat), 1 - SUSPECTED))
        / 2
    )


def row(use, scores, limit):
    leaning, flat = scores
    missed = [f"{(group <= limit).sum()} of {len(group)}" for group in leaning]
    return [use, *missed, *(f"{(group > limit).sum()} of {len(group)}" for group in flat)]


@click.command()
@click.option("--tables", type=click.IntRange(2), default=len(LEARNED), help="How many tables to learn from.")
@click.option("--scenes", type=click.IntRange(10), default=800, help="How many scenes to learn from.")
@click.option("--pubs", type=click.IntRange(1), default=len(PUBS["learn"]), help="How many pub tables.")
@click.option(
    "--part",
    type=click.FloatRange(0, 1, min_open=True),
    default=1.0,
    help="The share of the other seeds to choose the limit and to report on.",
)
@click.option("--write", is_flag=True, help="Keep the weights in vision/leaning.npz.")
@tiny_option(tables=2, scenes=10, pubs=1, part=0.05)
@out_option
def main(tables, scenes, pubs, part, write, out):
    """Learn, and print misses and false suspicions."""
    cv2.setNumThreads(1)
    flat = of_scenes(range(SCENES["learn"][0], SCENES["learn"][0] + scenes), SCENE_COPIES)
    first = learn(of_tables(LEARNED[:tables], TABLE_COPIES), flat)
    report(first, gone_on(of_pubs(PUBS["learn"][:pubs]), flat, *first), part, write, out)


def first_part(seeds, part):
    """Return the first share of some seeds, at least one."""
    return seeds[: math.ceil(part * len(seeds))]


def report(first, last, part, write, out):
    """Choose the limit before and after pub tables, print the table, and keep the weights if asked to."""
    seen = {}
    for use in ("choose", "report"):
        start, count = SCENES[use]
        seen[use] = (
            of_tables(first_part(TABLES[use], part), 1),
            of_scenes(first_part(range(start, start + count), part), 1),
            of_pubs(first_part(PUBS[use], part)),
        )
    rows, limit = [], 0.0
    for name, weights in (("tables and scenes alone", first), ("pub tables too", last)):
        scores = {use: judged(*every, *weights) for use, every in seen.items()}
        limit = chosen(*scores["choose"])
        rows += [row(f"{use}, learned from {name}", judgement, limit) for use, judgement in scores.items()]
    head = [
        "seeds that",
        "leaning lifts missed, tables",
        "missed, pubs",
        "flat dice suspected, tables",
        "suspected, scenes",
        "suspected, pubs",
    ]
    text = table(head, rows)
    weights, bias = last
    write_report("Leaning dice, learned", f"{text}\n\nLimit {limit:.2f}, {len(weights)} weights.", out)
    if write:
        np.savez_compressed(WEIGHTS, weights=weights.astype(np.float32), bias=bias, limit=limit)


if __name__ == "__main__":
    main()
