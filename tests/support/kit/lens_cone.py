"""Whether something hangs in what a lens sees: a pyramid that begins at its front glass and opens downwards."""

import math

import numpy as np

from hardware.kit.measures import GLASS_MM


def is_seen(lens, triangle):
    """Whether any part of a triangle, shape (3, 3), is inside by more than a hundredth of a mm.

    The triangle is cut at one side of the pyramid after the other (Sutherland and Hodgman); what is left is inside. A point p is
    inside a side a, b, c, d where a x + b y + c z < d.
    """
    x, y = (math.tan(math.radians(view) / 2) for view in (lens.along, lens.across))
    corners = list(triangle)
    for *normal, offset in (
        (1, 0, x, GLASS_MM),
        (-1, 0, x, GLASS_MM),
        (0, 1, y, GLASS_MM),
        (0, -1, y, GLASS_MM),
        (0, 0, 1, 0),
    ):
        limit = offset - 0.01 * np.linalg.norm(normal)
        kept = []
        for corner, following in zip(corners, corners[1:] + corners[:1], strict=True):
            here, there = normal @ corner - limit, normal @ following - limit
            if here < 0:
                kept.append(corner)
            if here * there < 0:
                kept.append(corner + (following - corner) * (here / (here - there)))
        corners = kept
    return bool(corners)
