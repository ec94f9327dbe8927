import itertools
import math
import re

import cv2
import numpy as np
import pypdfium2
import pytest

from hardware.kit.drawings import draw_whole
from hardware.kit.measures import CRADLE, LENS, LID, LID_SCREWS, PANEL_HOLES
from hardware.kit.template import CRADLE_AT, LID_AT, drilling_template
from hardware.panel.panel import Pins
from tests.support.paths import ROOT

DOCS = ROOT / "docs"
DOTS = 8.0  # of the rendered sheet, a millimetre


@pytest.fixture(scope="module")
def sheet():
    """The template as a printer draws it, shape (height, width), black is 0."""
    (page,) = pypdfium2.PdfDocument(drilling_template())
    return np.ascontiguousarray(page.render(scale=DOTS * 25.4 / 72, grayscale=True).to_numpy()).squeeze()


def test_each_button_and_lamp_of_the_panel_has_one_hole():
    pins = Pins()
    wanted = {"button": set(pins.buttons), "lamp": set(pins.lamps)}
    for kind, names in wanted.items():
        holes = [hole.name for hole in PANEL_HOLES if hole.kind == kind]
        assert sorted(holes) == sorted(name.upper() for name in names)


def test_the_wiring_page_has_the_lids_holes():
    section = (DOCS / "wiring.md").read_text(encoding="utf-8").split("## The lid")[1].split("\n## ")[0]
    rows = re.findall(r"^\| ([A-Z0-9]+) \| ([\d.]+) mm \| ([\d.]+) \| ([\d.]+) \|$", section, re.MULTILINE)
    assert {name: tuple(map(float, places)) for name, *places in rows} == {
        hole.name: (hole.diameter, hole.x, hole.y) for hole in PANEL_HOLES
    }
    assert f"{LID.width:.0f} x {LID.depth:.0f} mm" in section


def test_arcade_buttons_have_24_or_30_mm_and_lamps_5():
    assert {hole.diameter for hole in PANEL_HOLES if hole.kind == "button"} == {24.0, 30.0}
    assert {hole.diameter for hole in PANEL_HOLES if hole.kind == "lamp"} == {5.0}


def test_buttons_stand_in_the_order_that_plays_best_each_with_its_lamp_beside_it():
    across = sorted((hole.x, hole.name) for hole in PANEL_HOLES if hole.kind == "button")
    assert [name for _x, name in across] == ["UNDO", "AGAIN", "PASS", "DIRECTION", "ONES", "SIXES"]
    places = {hole.name: hole for hole in PANEL_HOLES}
    for button, lamp in (("DIRECTION", "HIGH"), ("ONES", "ONES100"), ("SIXES", "SIXES60")):
        assert places[button].x == places[lamp].x


def test_between_two_holes_and_to_the_rim_there_is_room_for_the_buttons_edges():
    for one, other in itertools.combinations((*PANEL_HOLES, *LID_SCREWS), 2):
        between = math.dist((one.x, one.y), (other.x, other.y)) - (one.diameter + other.diameter) / 2
        assert between >= 6, (one.name, other.name)
    for hole in PANEL_HOLES:
        edge = min(hole.x, LID.width - hole.x, hole.y, LID.depth - hole.y) - hole.diameter / 2 - LID.wall
        assert edge >= 3, hole.name


def test_each_hole_has_its_place_and_diameter_on_paper(sheet):
    x0, y0 = LID_AT
    targets = [(x0 + hole.x, y0 - hole.y, hole.diameter) for hole in (*PANEL_HOLES, *LID_SCREWS)]
    pitch = CRADLE.pitch
    targets += [
        (CRADLE_AT[0] + dx, CRADLE_AT[1] + dy, 3.0) for dx in (-pitch, pitch) for dy in (-pitch, pitch)
    ]
    for x, y, diameter in targets:
        assert measured(sheet, x, y, diameter) == pytest.approx(diameter, abs=0.3), (x, y)


def measured(sheet, x, y, diameter):
    """The diameter of the circle around a place, looked for along the diagonals, which no cross and no word cover."""
    reach = diameter / 2 + 2
    rays = []
    for dx, dy in itertools.product((-1, 1), repeat=2):
        steps = np.arange(0.5, reach, 0.5 / DOTS)
        px = np.round((x + dx * steps / math.sqrt(2)) * DOTS - 0.5).astype(int)
        py = np.round((y + dy * steps / math.sqrt(2)) * DOTS - 0.5).astype(int)
        dark = np.flatnonzero(cv2.blur(sheet, (3, 3))[py, px] < 200)
        near = steps[dark][np.abs(steps[dark] - diameter / 2) < 1]
        assert len(near), "no line there"
        rays.append(float(near.mean()))
    return 2 * float(np.mean(rays))


def test_what_is_offered_is_what_the_plan_gives():
    kit = DOCS / "kit"
    assert (kit / "drilling-template.pdf").read_bytes() == drilling_template()
    assert (kit / "whole.svg").read_text(encoding="utf-8") == draw_whole(LENS)


def test_the_guide_gives_the_lengths_of_the_drawing():
    guide = (DOCS / "maker.md").read_text(encoding="utf-8").split("## Printed parts")[1].split("\n## ")[0]
    drawn = re.findall(r">(?:post |lens )?(\d+) mm<", draw_whole(LENS))
    assert len(drawn) == 3
    assert [length for length in drawn if f"{length} mm" not in guide] == []
