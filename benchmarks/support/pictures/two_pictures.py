"""The evidence of two pictures of the same lift, put together."""

from __future__ import annotations

from dataclasses import replace
from math import exp, log
from typing import TYPE_CHECKING

import numpy as np

from tests.support.pictures.real_dice import DIE_PX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.still.combine import Joint


def _log_odds(chance: float) -> float:
    held = min(max(chance, 1e-4), 1 - 1e-4)
    return log(held / (1 - held))


def _mean(one: float, other: float) -> float:
    return 1 / (1 + exp(-(_log_odds(one) + _log_odds(other)) / 2))


def _mixed(one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    values = np.exp((np.log(np.array(one) + 1e-6) + np.log(np.array(other) + 1e-6)) / 2)
    return tuple(float(value) for value in values / values.sum())


def both(one: Joint, other: Joint) -> Joint:
    """Return the evidence of two pictures of the same lift: the mean of the logarithms of what is believed in each."""
    marks, left = [], list(other.weighed)
    for mark in one.weighed:
        middle = np.mean(mark.face.corners, axis=0)
        twin = next(
            (m for m in left if np.hypot(*(np.mean(m.face.corners, axis=0) - middle)) < DIE_PX / 3), None
        )
        if twin is None:
            marks.append(replace(mark, real=_mean(mark.real, 0.01)))
            continue
        left.remove(twin)
        face = replace(
            mark.face,
            finder=_mixed(mark.face.finder, twin.face.finder),
            face=_mixed(mark.face.face, twin.face.face),
            doubt=_mean(mark.face.doubt, twin.face.doubt),
        )
        marks.append(replace(mark, face=face, real=_mean(mark.real, twin.real)))
    marks += [replace(mark, real=_mean(mark.real, 0.01)) for mark in left]
    return replace(one, weighed=tuple(marks))
