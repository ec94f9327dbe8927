"""Judge readings of pictures with known dice, and count the verdicts by source."""

from collections import Counter
from math import sqrt
from statistics import fmean
from typing import Final

import cv2

from vision.types import Status

VERDICTS: Final = ("right", "silent", "asked")
SHARES: Final = ("right and sure / silently wrong / asked, %", "the same, mean over sources")


def values_of(reading):
    """Return the values that were read, sorted."""
    return sorted(die.value for die in reading.dice)


def verdict_on(reading, truth):
    """Return whether a reading is right and sure, silently wrong, or a question."""
    if reading.status is Status.UNSURE:
        return "asked"
    return "right" if values_of(reading) == list(truth) else "silent"


def shares(counts):
    """Return the share of each verdict in percent."""
    total = max(1, counts.total())
    return " / ".join(f"{100 * counts[verdict] / total:.1f}" for verdict in VERDICTS)


def shares_by_source(sources):
    """Return the shares of all pictures, and their mean over the sources, since one source may have half of the photographs."""
    counted = [counts for counts in sources.values() if counts.total()]
    means = [
        fmean([100 * counts[verdict] / counts.total() for counts in counted] or [0.0]) for verdict in VERDICTS
    ]
    return [shares(sum(counted, Counter())), " / ".join(f"{mean:.1f}" for mean in means)]


def interval(count, total):
    """Return Wilson's interval of 95 % for a share."""
    share, z = count / total, 1.96
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    reach = z * sqrt(share * (1 - share) / total + z * z / (4 * total**2)) / (1 + z * z / total)
    return f"{max(0.0, middle - reach):.1%} to {min(1.0, middle + reach):.1%}"


def halves(sources):
    """Split the sources of photographs in two, the largest first, alternately."""
    order = [name for name, _ in Counter(sources).most_common()]
    return [order[0::2], order[1::2]]


def circle_dice(picture, dice):
    """Draw a circle round each die that was read (value, x, y, radius in pixels), with its value beside it."""
    for value, x, y, radius in dice:
        cv2.circle(picture, (round(x), round(y)), round(radius), (0, 0, 255), 2)
        beside = (round(x + radius), round(y))
        cv2.putText(picture, str(value), beside, cv2.FONT_HERSHEY_SIMPLEX, 1, (0, 0, 255), 2)
