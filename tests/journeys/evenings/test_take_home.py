import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.pages.axe import violations

PAGE = "/evenings/1/take-home"
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


@pytest.mark.long
def test_the_table_lets_names_leave_the_house_and_takes_that_back(evening, look, picture):
    page = look(evening.url + PAGE, size="tablet")
    picture(page, "take-home-tablet")
    assert "Jürgen" not in page.locator("main").inner_text()
    page.get_by_label("Mit Namen?").check()
    expect(page.locator(".taken")).to_contain_text("Jürgen")
    page.get_by_label("Mit Namen?").uncheck()
    expect(page.locator(".taken")).not_to_contain_text("Jürgen")


def test_a_guest_takes_home_what_the_table_allows(open_house, look):
    house = open_house(table="paired")
    house.start("Anna", "Ben", leader="Anna")
    house.throw(1, 1, 1)
    guest = look(house.url + PAGE, size="phone")
    expect(guest.locator("#take")).to_contain_text("Ohne Namen")
    assert guest.locator("#names").count() == 0
    assert "Anna" not in guest.locator("main").inner_text()


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
