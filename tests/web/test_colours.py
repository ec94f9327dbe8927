"""A person with colour blindness can still distinguish the players, and no state of the game is shown by colour alone.

How colours look to the colour-blind: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009), the matrices for severity 1.0, on
linear RGB. How far two colours are apart: CIEDE2000 (ISO/CIE 11664-6).
"""

from __future__ import annotations

import math
import re
from itertools import combinations

import pytest

from tests.support.paths import ROOT

STATIC = ROOT / "web" / "static"
BOARD = (STATIC / "css" / "board" / "board.css").read_text(encoding="utf-8")
BASE = (STATIC / "css" / "base.css").read_text(encoding="utf-8")
APART = 19.0  # CIEDE2000: 2 is seen side by side, 10 at a glance
LEGIBLE = 4.5  # contrast of an initial, after WCAG 2.2
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
    """CIEDE2000 of two colours in Lab."""
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


def seats():
    """The colour of each seat of the first six; the next six have the same in another shape."""
    return {int(n): sign for n, sign in re.findall(r"\.seat(\d+) \{\s*--seat: (#[0-9a-f]{6});", BOARD)}


def colour(name):
    found = re.search(rf"--{name}: (#[0-9a-f]{{6}});", BASE)
    assert found, name
    return found[1]


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
    ],
)
def test_colours_are_as_far_apart_as_published_pairs_are(one, other, apart):
    assert difference(one, other) == pytest.approx(apart, abs=1e-4)


@pytest.mark.parametrize("vision", VISIONS)
def test_any_two_players_colours_are_distinguished(vision):
    colours = sorted(set(seats().values()))
    assert len(colours) == 6
    nearest = min(
        (difference(lab(seen(colour, vision)), lab(seen(other, vision))), colour, other)
        for colour, other in combinations(colours, 2)
    )
    assert nearest[0] >= APART, nearest


@pytest.mark.parametrize("seat", sorted(set(seats().values())))
def test_an_initial_is_read_on_its_colour_and_the_colour_is_seen_on_the_table(seat):
    assert contrast(seat, colour("ink")) >= LEGIBLE
    assert contrast(seat, colour("felt")) >= VISIBLE


def test_every_state_is_drawn_with_a_sign_of_its_own():
    lines = re.findall(
        r'^  (\w+): "(M[^"]+)"', (STATIC / "js/shared/icons.js").read_text("utf-8"), re.MULTILINE
    )
    assert {"low", "high", "lead", "loser", "safe", "left"} <= dict(lines).keys()
    drawn = [sign for _, sign in lines]
    assert len(set(drawn)) == len(drawn)


COLOURING = {
    "color",
    "background",
    "background-color",
    "border-color",
    "outline-color",
    "fill",
    "stroke",
    "opacity",
}
MARK = re.compile(r"\[(?:data|aria)-[\w-]+(?:=\"[^\"]*\")?\]|\.[\w-]+")
IN_WORDS = {
    ".badge.high": ("board/players.js", 'sign("high"'),
    ".badge.loser": ("board/players.js", 'sign("loser"'),
    ".badge.low": ("board/players.js", 'sign("low"'),
    ".badge.owes": ("board/players.js", '"owes", count'),
    ".badge.safe": ("board/players.js", '[out] ?? "safe"'),
    ".finding.bad": ("landlord/calibrate_parts.js", "verdict.${verdict}"),
    ".card-key.diamonds": ("poker/poker_deck.js", "suitSign(card[1])"),
    ".card-key.hearts": ("poker/poker_deck.js", "suitSign(card[1])"),
    ".finding.fair": ("landlord/calibrate_parts.js", "verdict.${verdict}"),
    ".lens.blind": ("board/frame.js", '"camera" : "no_camera"'),
    ".lens.rests": ("board/frame.js", 't("camera.rests")'),
    ".mats.none": ("board/players.js", "mat(number)"),
    ".player.points": ("poker/poker_points.js", "countWords(state.points[player])"),
    ".pip.one": ("shared/dice.js", "pip"),
    ".strip.lost": ("board/frame.js", "link.lost"),
    ".strip.told": ("board/frame.js", "told"),
    ".flip[aria-checked]": ("caller/caller_sheet.js", '"caller.on" : "caller.off"'),
    ".sum.open": ("sheets/bill.js", "bill.sum"),
    ".sum.paid": ("sheets/bill.js", "bill.sum_paid"),
    ".turn.newest": ("odds/odds_card.js", "verdict"),
    ".turn.right": ("odds/odds_card.js", "verdict"),
    ".worth[data-standing]": ("board/worth.js", "worth.${one.standing"),
    "button.danger": ("landlord/landlord.js", "danger"),
    "button.primary": ("shared/controls.js", "words"),
    "i.on": ("landlord/number_pad.js", "landlord.typed"),
    "li.on": ("landlord/calibrate_parts.js", '"✓"'),
    "[data-state]": ("hub/bracket.js", "bracket.on"),
    "[data-link]": ("hub/all_tables.js", "hub.lost"),
    ".key2.go": ("hub/desk.js", "tournament.draw"),
}
"""The states that differ only by colour in the style sheets, and the words or the sign that say the same."""


def marked():
    """Each state that a style sheet knows, as an element and its mark, with all properties that it sets anywhere."""
    found = {}
    for sheet in sorted((STATIC / "css").rglob("*.css")):
        css = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
            if selectors.strip().startswith("@"):
                continue
            properties = {line.split(":")[0].strip() for line in body.split(";") if ":" in line}
            plain = re.sub(r":not\([^()]*\)", "", selectors)  # a list of its own, of what it is not
            for part in parts_of(" ".join(plain.split())):
                found.setdefault(part, set()).update(properties)
    return found


def parts_of(selectors):
    """Return the elements of a selector list that have a mark besides their type: `.card.on`, `button[aria-pressed]`."""
    for selector in spelt_out(selectors):
        for element in re.split(r"[\s>+~]+(?![^\[]*\])", selector):
            plain = re.sub(r":(?:not|has|nth-child)\([^)]*\)+|::?[\w-]+", "", element)
            marks = MARK.findall(plain)
            if len(marks) > 1 or (marks and (plain[0].isalpha() or marks[0][0] == "[")):
                yield re.sub(r"=\"[^\"]*\"", "", plain)


def spelt_out(selectors):
    """Each selector of a list, with the choices of its `:is(...)` one by one."""
    found = re.search(r":is\(([^()]*)\)", selectors)
    if found is None:
        return selectors.split(",")
    choices = [word.strip() for word in found[1].split(",")]
    before = selectors[: found.start()].rsplit(",", 1)
    after = selectors[found.end() :].split(",", 1)
    rest = [
        part for part in (before[0] if len(before) > 1 else "", after[1] if len(after) > 1 else "") if part
    ]
    spelt = [before[-1] + choice + after[0] for choice in choices]
    return [
        part
        for selector in (*spelt, *rest)
        for part in (spelt_out(selector) if ":is(" in selector else selector.split(","))
    ]


def test_no_state_is_reported_by_its_colour_alone():
    coloured = {part for part, properties in marked().items() if properties and properties <= COLOURING}
    assert coloured == set(IN_WORDS)


@pytest.mark.parametrize("part", IN_WORDS)
def test_what_has_a_colour_only_is_reported_in_words_or_by_a_sign(part):
    script, words = IN_WORDS[part]
    assert words in (STATIC / "js" / script).read_text(encoding="utf-8")
