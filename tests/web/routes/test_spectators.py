import re
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import pytest

from web.answers import qr_code
from web.security.origin import ARRIVAL

SVG = "{http://www.w3.org/2000/svg}"


def client_at(small, address):
    return small.page(address=lambda: address).test_client()


def painted(svg, module=8):
    """Paint segno's SVG: rows of horizontal strokes, one unit high."""
    tree = ET.fromstring(svg)
    _, _, width, height = (int(part) for part in tree.get("viewBox").split())
    picture = np.full((height, width), 255, np.uint8)
    stroked = next(path for path in tree.iter(f"{SVG}path") if path.get("stroke"))
    x, y = 0.0, 0.0
    for kind, numbers in re.findall(r"([Mmh])([-\d. ]+)", stroked.get("d")):
        values = [float(word) for word in numbers.split()]
        if kind == "h":
            picture[int(y), int(x) : int(x + values[0])] = 0
            x += values[0]
        else:
            x, y = (values[0], values[1]) if kind == "M" else (x + values[0], y + values[1])
    return cv2.resize(picture, None, fx=module, fy=module, interpolation=cv2.INTER_NEAREST)


@pytest.mark.parametrize(("asked", "page"), [("", "watch"), ("?landlord", "landlord")])
def test_the_code_reads_as_the_address_of_a_page(small, asked, page):
    svg = client_at(small, "http://192.168.178.20:8080/").get(f"/qr.svg{asked}").data
    assert cv2.QRCodeDetector().detectAndDecode(painted(svg))[0] == f"http://192.168.178.20:8080/{page}"


def test_the_code_has_a_light_margin_and_fills_its_box():
    tree = ET.fromstring(qr_code("http://192.168.178.20:8080/watch", "title").data)
    picture = painted(qr_code("http://192.168.178.20:8080/watch", "title").data, module=1)
    assert tree.get("width") is None
    assert (picture[:4] == 255).all()
    assert (picture[:, -4:] == 255).all()


@pytest.mark.parametrize(
    ("language", "words"),
    [("de", "QR-Code: http://10.0.0.7/watch"), ("en", "QR code: http://10.0.0.7/watch")],
)
def test_the_code_tells_a_screen_reader_its_address(small, language, words):
    answer = client_at(small, "http://10.0.0.7").get("/qr.svg", headers={"Accept-Language": language})
    assert answer.mimetype == "image/svg+xml"
    assert ET.fromstring(answer.data).findtext(f"{SVG}title") == words


@pytest.mark.parametrize(
    ("address", "reachable"),
    [
        ("http://192.168.178.20:8080/", True),
        ("http://[fd00::7]:8080/", True),
        ("http://127.0.0.1:8080/", False),
        ("http://localhost:8080/", False),
    ],
)
def test_an_address_that_no_phone_can_reach_is_reported_as_such(small, address, reachable):
    answer = client_at(small, address).get("/api/watch").get_json()
    assert answer == {"address": f"{address}watch", "reachable": reachable, "watching": 0}


def test_the_television_only_watches_and_holds_no_style_of_its_own(client):
    page = client.get("/screen").text.replace(ARRIVAL, "")
    assert 'data-role="watch"' in page
    assert not re.search(r"<button|<style|style=|\son\w+=|<script(?![^>]*\ssrc=)[^>]*>(?!</script>)", page)
