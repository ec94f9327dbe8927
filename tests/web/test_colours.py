"""A person with colour blindness can still distinguish the players: by the form of a mark, and by colours of the same form.

How colours look to the colour-blind: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009), the matrices for severity 1.0, on
linear RGB. How far two colours are apart: CIEDE2000 (ISO/CIE 11664-6).
"""

import math
import re
from itertools import combinations

import pytest

from tests.support.paths import ROOT

STATIC = ROOT / "web" / "static"
DESIGN = (STATIC / "css" / "design.css").read_text(encoding="utf-8")
APART = 10.0  # CIEDE2000: 2 is seen side by side, 10 at a glance
LEGIBLE = 4.5  # contrast of a text, after WCAG 2.2
VISIBLE = 3.0  # contrast of a drawing
VISIONS = {
    "all colours": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}  # fmt: skip
TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))  # fmt: skip
WHITE = (0.95047, 1.0, 1.08883)


def times(matrix, colour):
    return tuple(sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)


def linear(sign):
    parts = (int(sign[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def seen(sign, vision):
    return tuple(min(1.0, max(0.0, part)) for part in times(VISIONS[vision], linear(sign)))


def lab(colour):
    def root(part):
        return part ** (1 / 3) if part > (6 / 29) ** 3 else part * (29 / 6) ** 2 / 3 + 4 / 29

    x, y, z = (root(part / white) for part, white in zip(times(TO_XYZ, colour), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one, other):
    """CIEDE2000 of two colours in Lab; it gives the pairs of Sharma, Wu and Dalal (2005) to four places."""
    mean = (math.hypot(*one[1:]) + math.hypot(*other[1:])) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25**7))
    (l1, c1, h1), (l2, c2, h2) = (polar(each, stretch) for each in (one, other))
    turned = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = (h1 + turned / 2) % 360 if c1 * c2 else h1 + h2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    cos = [math.cos(math.radians(n * hue + add)) for n, add in ((1, -30), (2, 0), (3, 6), (4, -63))]
    weight = 1 - 0.17 * cos[0] + 0.24 * cos[1] + 0.32 * cos[2] - 0.2 * cos[3]
    by_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turned / 2)) / (1 + 0.015 * chroma * weight)
    blue = 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    blue *= math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2))))
    return math.sqrt(by_light**2 + by_chroma**2 + by_hue**2 - blue * by_chroma * by_hue)


def polar(colour, stretch):
    light, a, b = colour
    return light, math.hypot(a * stretch, b), math.degrees(math.atan2(b, a * stretch)) % 360


def contrast(one, other):
    darker, lighter = sorted(times(TO_XYZ, linear(each))[1] for each in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def marks():
    """Return the colour and the form of each person's mark."""
    rules = re.findall(r"\.k(\d+) \{\s*--k: (#[0-9a-f]{6});(?:\s*border-radius: ([^;]+);)?", DESIGN)
    clipped = re.search(r":is\((.*)\) \{ border-radius: 0; clip-path", DESIGN)
    assert clipped
    return {
        n: (sign, "triangle" if f".k{n}" in clipped[1].split(",") else form or "dot")
        for n, sign, form in rules
    }


def colour(name):
    found = re.search(rf"--{name}: (#[0-9a-f]{{6}});", DESIGN)
    assert found, name
    return found[1]


@pytest.mark.parametrize("vision", VISIONS)
def test_any_two_marks_of_one_form_are_distinguished(vision):
    assert len(marks()) == 12
    for (one, form), (other, same) in combinations(marks().values(), 2):
        if form == same:
            assert difference(lab(seen(one, vision)), lab(seen(other, vision))) >= APART, (one, other)


def test_marks_and_all_that_is_written_stand_out_from_the_ground():
    for ground in ("bg", "s1", "s2"):
        assert [
            name
            for name in ("fact", "turn", "loses", "safe")
            if contrast(colour(name), colour(ground)) < LEGIBLE
        ] == []
        assert [sign for sign, _ in marks().values() if contrast(sign, colour(ground)) < VISIBLE] == []
    assert contrast(colour("past"), colour("bg")) >= LEGIBLE
    assert contrast(colour("ink"), colour("turn")) >= LEGIBLE
