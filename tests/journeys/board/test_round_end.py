"""A round that is over: its verdict and everybody's dice stay until somebody throws in the next one."""

import re

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from tests.support.pages.census import HARDEST, SETTLED, sized

pytestmark = pytest.mark.long

VERDICT = "#whole h1"
LINES = "#whole .c-end [data-player]"
# On how many lines a name stands in each sentence, and whether the sentence is cut off.
NAMES = """([name, ends]) => [...document.querySelectorAll(ends)].filter((one) => one.checkVisibility()).flatMap((one) => {
  const said = one.firstChild.data.match(new RegExp(name));
  if (!said) return [];
  const range = document.createRange();
  range.setStart(one.firstChild, said.index);
  range.setEnd(one.firstChild, said.index + said[0].length);
  const lines = new Set([...range.getClientRects()].filter((box) => box.width > 1).map((box) => Math.round(box.top)));
  return [[lines.size, one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === "hidden"]];
})"""
PLACES = [("/", "tablet"), ("/watch", "phone"), ("/screen", "tv")]


@pytest.fixture
def last_throw(house):
    """Anna leads 204 on one, Ben is lower; Cem throws next and ends the round."""
    house.start("Anna", "Ben", "Cem", leader="Anna")
    house.throw(1, 1, 4)
    house.leave_it()
    house.throw(1, 2, 3)
    return house


def lines(page):
    expect(page.locator(LINES)).not_to_have_count(0)
    return [
        (
            line.locator(".name").inner_text(),
            line.locator(".num").first.inner_text(),
            "out" in line.get_attribute("class").split(),
            [int(die.get_attribute("data-value")) for die in line.locator(".die").all()],
        )
        for line in page.locator(LINES).all()
    ]


def test_it_says_who_lost_by_how_much_and_shows_all_dice_until_the_next_throw(last_throw, look, picture):
    pages = [(look(last_throw.url + path, size=size), size) for path, size in PLACES]
    for page, size in pages:
        expect(page.locator("#next .n")).to_have_text("Cem")
        picture(page, f"board-{size}")
    last_throw.throw(1, 2, 4)
    for page, size in pages:
        expect(page.locator(VERDICT)).to_have_text("105 ist am tiefsten: Ben nimmt einen Deckel")
        picture(page, f"round-end-{size}")
    for page, _ in pages:
        page.reload()
        assert lines(page) == [
            ("Anna", "204", False, [1, 1, 4]),
            ("Cem", "106", False, [1, 2, 4]),
            ("Ben", "105", True, [1, 2, 3]),
        ]
    last_throw.throw(1, 3, 5)
    for page, _ in pages:
        expect(page.locator(VERDICT)).to_have_count(0)
        expect(page.locator("#dice .free .die")).to_have_count(3)


@pytest.mark.parametrize("name", ["Katharina-Su", "Anna Maria B"])
def test_a_name_of_several_parts_is_whole_where_a_round_and_a_game_end(house, look, name):
    house.start(name, "Ben", leader=name)
    page, tv = look(house.url), look(house.url + "/screen", size="tv")
    pattern = re.sub("[- ]", lambda part: rf"\u2060?{part[0].replace(' ', chr(92) + 's')}\u2060?", name)

    def look_at(sentences, least):
        for shown, sizes in ((page, HARDEST), (tv, [(1920, 1080)])):
            expect(shown.locator(VERDICT)).to_contain_text(re.compile(pattern))
            for size in sized(shown, sizes):
                shown.evaluate(SETTLED)
                found = shown.evaluate(NAMES, [pattern, sentences])
                assert len(found) >= least, size
                assert [each for each in found if each != [1, False]] == [], (size, found)

    house.throw(1, 3, 5)
    house.leave_it()
    house.throw(1, 1, 4)
    look_at(f"{VERDICT} span, #foot .say b", 1)
    while house.shown["state"]["stage"] != "over":
        leads = house.shown["state"]["to_act"] == name
        house.throw(*((1, 3, 5) if leads else (1, 1, 4)))
        if "pass" in house.shown["legal"]:
            house.leave_it()
    look_at(f"{VERDICT} span", 1)


def test_its_last_throw_is_corrected_by_a_tap_on_the_list_and_an_undo_takes_it_away(last_throw, look):
    page = look(last_throw.url)
    last_throw.throw(1, 2, 4)
    page.locator(f"{LINES} button >> nth=0").click()
    page.locator('.sheet [data-slot="2"]').click()
    page.locator('.sheet [data-face="2"]').click()
    expect(page.locator(VERDICT)).to_have_text("104 ist am tiefsten: Cem nimmt einen Deckel")
    page.locator("button.undo").click()
    expect(page.locator(VERDICT)).to_have_count(0)


def test_it_gives_way_to_dice_that_are_tapped_in(last_throw, look):
    page = look(last_throw.url)
    last_throw.throw(1, 2, 4)
    page.locator('[data-focus="go_on"]').click()
    expect(page.locator(VERDICT)).to_be_hidden()
    page.locator('#panel [data-face="1"]').click()
    expect(page.locator("#dice .typed")).to_have_count(3)


def test_the_verdict_of_each_game(house, look):
    page = look(house.url)
    tie = "Beide 204, der frühere Wurf ist besser: B nimmt einen Deckel"
    for players, variant, dice, said in (
        ("AB", "bavarian", [(1, 1, 4), (1, 1, 4)], tie),
        ("AB", "bavarian", [(1, 1, 4), (2, 2, 3)], "Fish ist am tiefsten: B nimmt einen Deckel"),
        ("ABC", "drinking", [(1, 1, 4), (2, 3, 4), (1, 1, 5)], "9 ist am tiefsten: B trinkt ein Glas"),
        ("ABC", "drinking", [(1, 1, 1)], "Chicago: alle außer A trinken"),
    ):
        house.start(*players, variant=variant, leader="A")
        for thrown in dice:
            house.throw(*thrown)
            if "pass" in house.shown["legal"]:
                house.leave_it()
        expect(page.locator(VERDICT)).to_have_text(said)


def test_schocken_names_the_highest_who_makes_it_dear_and_the_half_that_is_lost(house, look):
    house.start("Anna", "Ben", "Cem", variant="schocken", leader="Anna")
    schocken_round(house, [1, 1, 4], [2, 3, 5], [1, 1, 2])
    page = look(house.url)
    expect(page.locator(VERDICT)).to_have_text("532 ist am tiefsten, Schock 4 zählt 4: Ben nimmt 4 Chips")
    schocken_round(house, [2, 3, 5], [1, 1, 2], [1, 1, 1])
    expect(page.locator(VERDICT)).to_have_text(
        "532 ist am tiefsten, Schock aus zählt alle: Ben nimmt 9 Chips"
    )
    expect(page.locator("#whole .why p")).to_have_text("Ben: eine Hälfte verloren. Jetzt: Zweite Hälfte")


def test_a_third_half_has_its_words(house, look):
    players, options = ["Anna", "Ben", "Cem"], {"halves": "until_two"}
    house.send(
        {"do": "start", "variant": "schocken", "players": players, "leader": "Anna", "options": options}
    )
    schocken_round(house, [1, 3, 4], [1, 2, 2], [1, 1, 1])
    schocken_round(house, [1, 3, 4], [1, 2, 2], [1, 1, 1])
    expect(look(house.url).locator("#whole .why p")).to_contain_text("Jetzt: 3. Hälfte")


def test_schocken_shows_the_highest_and_the_lowest_while_cups_are_lifted(house, look):
    house.start("Anna", "Ben", "Cem", variant="schocken", leader="Anna")
    house.throw(1, 1, 4)
    house.leave_it()
    house.act({"act": "cover"}, {"act": "cover"}, {"act": "reveal", "dice": [4, 2, 1]})
    page = look(house.url)
    expect(page.locator("#beat")).to_have_text("Am höchstenAnna, aus der HandSchock 4")
    expect(page.locator("#dice")).to_have_text("Am tiefstenBen, aus der Hand421")


def schocken_round(house, leader, *others):
    """Play a round of one throw, which all but the leader leave covered until the end."""
    house.throw(*leader)
    house.leave_it()
    house.act(*[{"act": "cover"} for _ in others])
    house.act(*[{"act": "reveal", "dice": dice} for dice in others])


def test_the_history_tells_the_verdict_and_the_dice_of_each_round_which_is_folded(last_throw, look, picture):
    last_throw.throw(1, 2, 4)
    last_throw.throw(1, 3, 5)
    last_throw.leave_it()
    page = look(last_throw.url)
    page.locator('[data-focus="history"]').click()
    first = page.locator(".sheet .fold").last
    expect(first.locator("summary")).to_have_text("Runde 1 105 ist am tiefsten: Ben nimmt einen Deckel")
    expect(first.locator(".results")).to_be_hidden()
    expect(first.locator("summary")).not_to_have_attribute("aria-disabled", "true")
    first.locator("summary").click()
    assert first.locator(".results .ranked").all_text_contents() == ["Anna204", "Cem106", "Ben105"]
    picture(page, "history-of-rounds")
    last_throw.throw(1, 2, 3)  # the list is drawn again, and what was opened stays open
    expect(page.locator(".sheet .fold").first.locator("li")).to_have_count(3)
    expect(first.locator(".results")).to_be_visible()


def test_the_history_says_who_lost_the_game_where_a_round_ended_it(house, look):
    """The bill counts a lost game there, and no lost round."""
    house.start("Anna", "Ben", leader="Anna")
    house.throw(3, 4, 5)
    house.act({"act": "pass"})
    house.throw(1, 1, 1)
    assert house.shown["state"]["loser"] == "Anna"
    page = look(house.url)
    page.locator('[data-focus="history"]').click()
    expect(page.locator(".sheet .fold summary").first).to_contain_text("Anna verliert das Spiel")


def test_times_in_the_history_are_written_alike_in_every_language(last_throw, look):
    page = look(last_throw.url, locale="en-US")
    page.locator('[data-focus="history"]').click()
    times = page.locator(".sheet time")
    expect(times.first).to_have_text(re.compile(r"^\d\d:\d\d$"))


def test_the_throw_that_decided_a_game_is_kept_as_a_picture(house, look, tmp_path):
    house.start("Anna", "Ben", leader="Anna")
    while house.shown["state"]["stage"] != "over":
        house.throw(*((1, 1, 4) if house.shown["state"]["to_act"] == "Anna" else (1, 3, 5)))
        if "pass" in house.shown["legal"]:
            house.leave_it()
    for path, size in (("/", "tablet"), ("/watch", "phone")):
        page = look(house.url + path, size=size)
        with page.expect_download() as kept:
            page.locator('[data-focus="keep"]:visible').click()
        kept.value.save_as(tmp_path / "kept.png")
        drawn = cv2.imread(str(tmp_path / "kept.png"))
        assert drawn.shape == (675, 1200, 3)
        is_red = np.all(drawn == (0x1F, 0x28, 0xC2), axis=2).astype(np.uint8)
        assert cv2.connectedComponents(is_red)[0] - 1 == 3, "the ones of both"
    expect(look(f"{house.url}/screen", size="tv").locator('[data-focus="keep"]')).to_have_count(0)
