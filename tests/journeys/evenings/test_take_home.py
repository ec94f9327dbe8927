"""An evening is taken home: as a picture that a phone draws and shares, as a file that opens anywhere, as a print."""

from __future__ import annotations

import base64
import random
import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from knobeltisch.app import Host
from tests.support.pages.axe import violations

PAGE = "/evenings/1/take-home"
SHARES = """
navigator.canShare = ({ files }) => files.length === 1;
navigator.share = async ({ files }) => { globalThis.shared = [files[0].name, files[0].type, files[0].size]; };
"""
INSECURE = 'Object.defineProperty(globalThis, "isSecureContext", { value: false });'
NAMES = (
    "Anna",
    "Jürgen",
    "Ägidius-Öländer",
    "Maximiliane Hohenstein",
    "\u05d3\u05d5\u05d3",
    "\u0645\u062d\u0645\u062f \u0639\u0644\u064a",
    "W" * 22,
    "🍺🎲🍺",
    "Łukasz Żółć",
    "i",
    "Ça va",
    "Đặng Thị",
)
NIGHT = (26, 32, 16)  # blue, green, red of the picture's ground


@pytest.fixture
def evening(house):
    """Three games of an evening, the last with twelve at the table."""
    for players in (NAMES[:2], NAMES[:6], NAMES):
        house.start(*players, leader=players[0])
        house.throw(1, 1, 1)
        if len(players) > 2:
            house.throw(1, 2, 4)
            house.leave_it()
    return house


def decoded(url: str) -> np.ndarray:
    data = np.frombuffer(base64.b64decode(url.partition(",")[2]), np.uint8)
    return cv2.imdecode(data, cv2.IMREAD_COLOR)


def drawn(page) -> np.ndarray:
    """Return the texts on the canvas, once it is drawn."""
    page.locator("#save:not([hidden])").wait_for()
    return decoded(page.evaluate("document.getElementById('picture').toDataURL('image/png')"))


def margin(picture: np.ndarray, edge: int = 60) -> np.ndarray:
    inside = np.zeros(picture.shape[:2], bool)
    inside[edge:-edge, edge:-edge] = True
    return np.abs(picture[~inside].astype(int) - NIGHT).max()


# --- the picture


def test_the_picture_is_saved_as_it_is_shown(evening, look):
    page = look(evening.url + PAGE, size="phone")
    shown = drawn(page)
    assert shown.shape == (1350, 1080, 3)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Bild laden").click()
    assert re.fullmatch(r"knobeltisch-\d{4}-\d\d-\d\d\.png", waiting.value.suggested_filename)
    saved = cv2.imread(str(waiting.value.path()))
    assert (saved == shown).all()


@pytest.mark.long
def test_a_phone_that_shares_pictures_is_handed_one(evening, look):
    page = look(evening.url, size="phone")
    page.context.add_init_script(SHARES)
    page.goto(evening.url + PAGE)
    page.get_by_role("button", name="Teilen").click()
    name, kind, size = page.wait_for_function("() => globalThis.shared").json_value()
    assert (name[-4:], kind) == (".png", "image/png")
    assert size > 10_000
    expect(page.locator("#insecure")).to_be_hidden()


@pytest.mark.long
def test_over_plain_http_the_page_says_why_it_cannot_share(evening, look):
    page = look(evening.url, size="phone")
    page.context.add_init_script(INSECURE)
    page.goto(evening.url + PAGE)
    expect(page.locator("#insecure")).to_contain_text("https")
    expect(page.get_by_role("button", name="Teilen")).to_be_hidden()
    expect(page.get_by_role("link", name="Bild laden")).to_be_visible()


def random_evening(chance: random.Random, players: int) -> dict[str, object]:
    """Return a random evening in the page's form, with the longest texts among it."""
    words = ("zahlt nichts", "eine Runde", "drei Runden, zwei Runden Schnaps, zweiundzwanzig Gläser")
    games = ("Schocken", "Bayerisch Chicago", "Trink-Chicago")
    results = ("Schock aus", "204", "Flotter Dreier", "Straße 6")
    return {
        "title": "Ein Abend am Knobeltisch",
        "day": "Donnerstag, 30. September 2026",
        "facts": ["34 Spiele", "1\u202f214 Würfe", "17 Chicagos"],
        "lost_label": "Spiele verloren",
        "best_label": "Bester Wurf",
        "rows": [
            {"player": player, "lost": chance.choice((0, 1, 3, 8, 9, 123)), "words": chance.choice(words)}
            for player in chance.sample(NAMES, players)
        ],
        "best": [
            {
                "game": game,
                "player": chance.choice(NAMES),
                "dice": chance.choices(range(1, 7), k=3),
                "words": chance.choice(results),
            }
            for game in games[: chance.randint(0, 3)]
        ],
    }


@pytest.mark.long
@pytest.mark.parametrize("players", [1, 12])
def test_nothing_of_the_picture_comes_near_its_edge_whoever_plays(evening, look, players, tmp_path):
    page = look(evening.url + PAGE)
    drawn(page)
    module = page.evaluate("document.body.dataset.assets") + "/js/reports/evening_picture.js"
    for seed in range(6):
        url = page.evaluate(
            """async ([module, told]) => {
              const canvas = document.getElementById("picture");
              await (await import(module)).drawEvening(canvas, told);
              return canvas.toDataURL("image/png");
            }""",
            [module, random_evening(random.Random(seed), players)],
        )
        picture = decoded(url)
        cv2.imwrite(str(tmp_path / f"{players}-{seed}.png"), picture)
        assert margin(picture) <= 2, f"{players} players, seed {seed}"


# --- names


@pytest.mark.long
def test_the_table_lets_names_leave_the_house_and_takes_that_back(evening, look, picture):
    page = look(evening.url + PAGE, size="tablet")
    picture(page, "take-home-tablet")
    nameless = drawn(page)
    assert "Jürgen" not in page.locator("main").inner_text()
    page.get_by_label("Mit Namen?").check()
    expect(page.locator(".taken")).to_contain_text("Jürgen")
    assert (drawn(page) != nameless).any()
    page.get_by_label("Mit Namen?").uncheck()
    expect(page.locator(".taken")).not_to_contain_text("Jürgen")
    assert (drawn(page) == nameless).all()


def test_a_guest_takes_home_what_the_table_allows(open_house, look):
    house = open_house(table="paired", host=Host(say_pin=lambda _pin: None))
    house.start("Anna", "Ben", leader="Anna")
    house.throw(1, 1, 1)
    guest = look(house.url + PAGE, size="phone")
    expect(guest.locator("#take")).to_contain_text("Ohne Namen")
    assert guest.locator("#names").count() == 0
    assert "Anna" not in guest.locator("main").inner_text()


# --- the file and the print


@pytest.mark.long
def test_the_file_opens_without_table_and_network_and_asks_nobody(evening, look, chromium, tmp_path):
    page = look(evening.url + PAGE, size="phone")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Seite laden").click()
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    home = chromium.new_context(offline=True, viewport={"width": 360, "height": 740})
    asked: list[str] = []
    said: list[str] = []
    opened = home.new_page()
    opened.on("request", lambda request: asked.append(request.url))
    opened.on("console", lambda message: said.append(message.text))
    opened.goto(file.as_uri())
    opened.evaluate("document.fonts.ready")
    assert [address for address in asked if not address.startswith("data:")] == [file.as_uri()]
    assert said == []
    assert opened.evaluate("document.fonts.check('700 20px Barlow', 'Spielbericht')")
    assert opened.locator(".game").count() == 3
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(opened) == []
    home.close()


@pytest.mark.long
def test_it_prints_as_the_report_alone_black_on_white_on_a4(evening, look, tmp_path):
    page = look(evening.url + PAGE)
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation")).to_have_count(0)
    expect(page.locator("#take")).to_be_hidden()
    expect(page.locator(".taken h1")).to_be_visible()
    file = tmp_path / "evening.pdf"
    page.pdf(path=file, prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox\s*\[([^\]]*)\]", Path(file).read_bytes())
    sheets = {tuple(round(float(word)) for word in box.split()) for box in boxes}
    assert sheets == {(0, 0, 595, 842)}
    assert 1 <= len(boxes) <= 3
