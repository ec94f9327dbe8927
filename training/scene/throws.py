"""Throws: dice fall out of a cup as rigid bodies until they rest, so that they touch, lean and lie on one another.

MuJoCo (of the extra `training`) does the mechanics; without it `installed` is false and `scene` places dice by rule
instead. Lengths are edges of a die. The same generator gives the same throw, on one version of MuJoCo.
A throw of one to eight dice takes 7 ms on average on one core.
"""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from mujoco import MjData, MjModel
    from numpy.random import Generator

STEP = 0.012  # gravity is 10 edges a unit of time squared, so a die falls its own height in 0.45
CHUNK, MOST_CHUNKS = 20, 40
AT_REST = 0.06  # edges, or radians, in a unit of time
HINDRANCES = ("none", "bar", "coin", "mat", "pen", "book")
SHARES = np.array([62, 9, 9, 8, 6, 6], float)


@dataclass(frozen=True)
class Hindrance:
    """A thing that lies where dice fall: its kind and half its length, width and height (a disc: radius, height)."""

    kind: str
    half: tuple[float, float, float]

    @property
    def round(self) -> bool:
        """Whether it is a disc."""
        return self.kind in {"coin", "mat"}


@dataclass(frozen=True)
class Throw:
    """Where dice came to rest: turns, shape (n, 3, 3), local to world; places, shape (n, 3); and what lay there."""

    turns: np.ndarray
    places: np.ndarray
    hindrance: Hindrance | None


def installed() -> bool:
    """Whether MuJoCo is installed."""
    return importlib.util.find_spec("mujoco") is not None


def thrown(rng: Generator, count: int) -> Throw:
    """Throw `count` dice onto a table whose middle is 0, 0; something may lie in the middle."""
    kind = HINDRANCES[int(rng.choice(len(HINDRANCES), p=SHARES / SHARES.sum()))]
    hindrance = _hindrance(rng, kind)
    model, data = _model(count, hindrance)
    _out_of_the_cup(rng, data, count, close=rng.random() < 0.5 or hindrance is not None)
    model.geom_friction[:, 0] = rng.uniform(0.25, 0.9)
    _until_rest(model, data)
    turns = data.xmat[1 : count + 1].reshape(count, 3, 3).copy()
    return Throw(turns, data.xpos[1 : count + 1].copy(), hindrance)


def _hindrance(rng: Generator, kind: str) -> Hindrance | None:
    """Choose a size out of four, so that models can be kept."""
    size = 1 + 0.25 * int(rng.integers(4))
    half = {
        "bar": (6.0 * size, 0.25 * size, 0.3 * size),
        "coin": (0.55 * size, 0.55 * size, 0.06),
        "mat": (2.6 * size, 2.6 * size, 0.045 * size),
        "pen": (4.0 * size, 0.2 * size, 0.2 * size),
        "book": (3.0 * size, 2.0 * size, 0.12 * size),
    }
    return None if kind == "none" else Hindrance(kind, half[kind])


@lru_cache(maxsize=300)
def _model(count: int, hindrance: Hindrance | None) -> tuple[MjModel, MjData]:
    import mujoco  # noqa: PLC0415 - only where it is installed

    model = mujoco.MjModel.from_xml_string(_table(count, hindrance))
    return model, mujoco.MjData(model)


def _table(count: int, hindrance: Hindrance | None) -> str:
    die = '<body pos="0 0 {z}"><freejoint/><geom type="box" size=".5 .5 .5" mass="1"/></body>'
    lying = ""
    if hindrance is not None:
        length, width, height = hindrance.half
        size = f"{length} {height}" if hindrance.round else f"{length} {width} {height}"
        shape = "cylinder" if hindrance.round else "box"
        lying = f'<geom type="{shape}" size="{size}" pos="0 0 {height}"/>'
    dice = "".join(die.format(z=2 + 2 * k) for k in range(count))
    return f"""<mujoco><option gravity="0 0 -10" timestep="{STEP}" cone="elliptic" iterations="20" integrator="implicitfast"/>
    <default><geom condim="4" friction=".5 .01 .001" solref=".03 .9" solimp=".95 .99 .01"/></default>
    <worldbody><geom type="plane" size="90 90 1"/>{lying}{dice}</worldbody></mujoco>"""


def _out_of_the_cup(rng: Generator, data: MjData, count: int, *, close: bool) -> None:
    """Put the dice in the air above one another, and let them fly, spinning."""
    import mujoco  # noqa: PLC0415

    mujoco.mj_resetData(data.model, data)
    place, speed = data.qpos.reshape(count, 7), data.qvel.reshape(count, 6)
    wide = rng.uniform(0.2, 0.9) if close else rng.uniform(0.8, 3.0)
    place[:, :2] = rng.normal(0, wide, (count, 2))
    place[:, 2] = 1.0 + np.arange(count) * (0.9 if wide > 1.5 else 1.5) + rng.uniform(0, 0.4, count)
    turn = rng.standard_normal((count, 4))
    place[:, 3:] = turn / np.linalg.norm(turn, axis=1, keepdims=True)
    heading, push = rng.uniform(0, 2 * np.pi), 0.0 if close else rng.uniform(0, 4)
    speed[:, 0], speed[:, 1] = np.cos(heading) * push, np.sin(heading) * push
    speed[:, :3] += rng.normal(0, 0.3 if close else 0.8, (count, 3))
    speed[:, 3:] = rng.normal(0, 4, (count, 3))


def _until_rest(model: MjModel, data: MjData) -> None:
    import mujoco  # noqa: PLC0415

    for _ in range(MOST_CHUNKS):
        mujoco.mj_step(model, data, nstep=CHUNK)
        if np.abs(data.qvel).max() < AT_REST:
            break
    mujoco.mj_kinematics(model, data)
