"""The wiring diagram: held to the program's pins, to the page around it and to the header of a real Raspberry Pi."""

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.panel.panel import Pins
from tests.support.paths import ROOT

DOCS = ROOT / "docs"
PAGE = (DOCS / "wiring.md").read_text(encoding="utf-8")
SVG = "{http://www.w3.org/2000/svg}"
PITCH = 48.0
BUZZER = 12  # the page's example; the program has none of its own


@pytest.fixture(scope="module")
def drawing():
    return ET.parse(DOCS / "wiring.svg").getroot()


@pytest.fixture(scope="module")
def header():
    """gpiozero's own table of the forty-pin header: pin number to its name, row and column."""
    factory = MockFactory()
    yield {
        number: (pin.name, pin.row, pin.col) for number, pin in factory.board_info.headers["J8"].pins.items()
    }
    factory.reset()


@pytest.fixture(scope="module")
def holes(drawing):
    """Pin number to its place in the drawing and its kind."""
    found = {}
    for pin in drawing.find(f".//{SVG}g[@id='header']").findall(f"{SVG}g"):
        hole = pin[0]
        if hole.tag == f"{SVG}rect":
            half = float(hole.get("width")) / 2
            place = (float(hole.get("x")) + half, float(hole.get("y")) + half)
        else:
            place = (float(hole.get("cx")), float(hole.get("cy")))
        found[int(pin.find(f"{SVG}text").text)] = (place, pin.get("class"))
    return found


@pytest.fixture(scope="module")
def parts(drawing):
    return {part.get("data-name"): part for part in drawing.iter(f"{SVG}g") if part.get("class") == "part"}


def corners(path):
    """Return the corners of an SVG path of M, H and V commands."""
    x = y = 0.0
    found = []
    for letter, numbers in re.findall(r"([MHV])([^MHV]+)", path.get("d")):
        first, *more = (float(number) for number in numbers.split())
        x, y = {"M": (first, *more), "H": (first, y), "V": (x, first)}[letter]
        found.append((x, y))
    return found


def lies_on(point, path):
    (x, y), ends = point, corners(path)
    legs = pairwise(ends)
    return any(
        min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by) for (ax, ay), (bx, by) in legs
    )


def test_every_name_of_the_panel_is_drawn_with_its_bcm_number(parts):
    pins = Pins()
    wanted = {name.upper(): pin for name, pin in {**pins.buttons, **pins.lamps}.items()}
    said = {}
    for name, part in parts.items():
        words = [text.text for text in part.findall(f"{SVG}text")]
        assert name in words
        (number,) = [word.removeprefix("BCM ") for word in words if word.startswith("BCM ")]
        assert number == part.get("data-bcm")
        said[name] = int(number)
    assert said == {**wanted, "BUZZER": BUZZER}


def test_every_wire_begins_at_the_pin_of_its_number(parts, holes, header):
    for name, part in parts.items():
        (wire,) = [path for path in part.findall(f"{SVG}path") if path.get("data-wire") == name]
        pin = int(part.get("data-pin"))
        assert corners(wire)[0] == holes[pin][0], name
        assert header[pin][0] == f"GPIO{part.get('data-bcm')}"


def test_the_page_gives_the_header_pins_that_the_drawing_gives(parts):
    table = dict(re.findall(r"^\| ([A-Z0-9]+) \| \d+ \| (\d+) \|", PAGE, re.MULTILINE))
    examples = re.findall(r"^\| (BUZZER) .* example \d+, header pin (\d+)", PAGE, re.MULTILINE)
    table |= dict(examples)
    assert table == {name: part.get("data-pin") for name, part in parts.items()}


def test_the_header_has_its_forty_pins_where_they_are_on_the_pi(holes, header):
    (left, top), _ = holes[1]
    assert {number: place for number, (place, _) in holes.items()} == {
        number: (left + (col - 1) * 46, top + (row - 1) * PITCH) for number, (_, row, col) in header.items()
    }


def test_every_lamp_and_button_ends_on_a_wire_to_a_ground_pin(drawing, parts, holes):
    grounds = drawing.find(f".//{SVG}g[@id='grounds']").findall(f"{SVG}path")
    for wire in grounds:
        assert holes[int(wire.get("data-pin"))] == (corners(wire)[0], "gnd")
    for name, part in parts.items():
        nodes = [
            (float(node.get("cx")), float(node.get("cy")))
            for node in part.findall(f"{SVG}circle[@class='node']")
        ]
        assert any(lies_on(node, wire) for node in nodes for wire in grounds), name
