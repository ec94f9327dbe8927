"""A game in thirty seconds: five lines with dice, from the rules in force; and hints in the first round."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import scorer
from scorer import words
from tests.support.pages.census import SIZES, ZOOMED, look_over_place, made_ready, open_place, sized

LINES = ".brief li"
SLOW_CLOCK = "const real = setTimeout; globalThis.setTimeout = (then, ms, ...more) => real(then, ms === 500 ? 3000 : ms, ...more);"
"""A busy machine's half second is no half second: the form waits for the lesson, not for the clock."""
FIRST = """new MutationObserver(() => {
  if (document.querySelector('[data-focus="add"]')) globalThis.linesAtFirst ??= document.querySelectorAll(".card.on .brief li").length;
}).observe(document, { subtree: true, childList: true });"""


def lines(page, where=""):
    expect(page.locator(f"{where} {LINES}")).to_have_count(5)
    return page.locator(f"{where} {LINES}").all_text_contents()


@pytest.mark.parametrize("variant", scorer.VARIANTS)
def test_every_variant_and_every_rule_of_a_house_has_five_lines_of_its_own_rules(variant):
    for option, values in scorer.options_of(variant).items():
        for value in values:
            try:
                rules = scorer.with_options(variant, {option: value})
            except scorer.BadVariant:
                continue
            for language in words.LANGUAGES:
                lesson = [text for text, _ in words.lesson_text(rules, language)]
                sentences = [
                    line.text for part in words.rules_text(rules, language) for line in part.sentences
                ]
                assert len(set(lesson)) == 5
                assert set(lesson) <= set(sentences)


def test_the_start_card_of_the_chosen_game_has_them(house, look, picture):
    page = look(house.url)
    assert lines(page, ".card.on")[0].startswith("Einser zählen 100")
    page.locator('[data-focus="game Schocken"]').click()
    expect(page.locator(".card.on b")).to_have_text("Schocken")
    assert "Schock, zwei Einser" in lines(page, ".card.on")[2]
    picture(page, "start-lesson")


@pytest.fixture
def blank(chromium):
    """An empty page that will note how many lines are there when a start form is first drawn."""
    page = open_place(chromium, "about:blank", locale="de-DE")
    page.add_init_script(SLOW_CLOCK)
    page.add_init_script(FIRST)
    yield page
    page.context.close()


def test_they_are_there_when_the_form_is_first_drawn(house, blank):
    """Lines that come later move the guests' list on a phone, and a tap that meets it on its way is ignored."""
    blank.goto(house.url)
    blank.locator('[data-focus="add"]').wait_for()
    assert blank.evaluate("linesAtFirst") == 5


def test_the_form_does_not_wait_for_ever(house, blank):
    blank.route("**/api/rules/*", lambda _: None)
    blank.goto(house.url)
    blank.locator('[data-focus="newcomer"]').fill("Anna")
    blank.locator('[data-focus="add"]').click()
    expect(blank.locator('[data-focus="guest Anna"]')).to_be_visible()
    assert blank.evaluate("linesAtFirst") == 0


def test_they_follow_the_rules_of_the_house(house, look):
    options = {"holdable": "ones", "chicago_reward": "out_of_round", "mats": "none", "phase2": "none"}
    house.send(
        {
            "do": "start",
            "variant": "bavarian",
            "players": ["Anna", "Ben"],
            "leader": "Anna",
            "options": options,
        }
    )
    page = look(house.url)
    page.locator('[data-focus="lesson"]').click()
    sentences = lines(page, ".sheet")
    assert sentences[2] == "Nach einem Wurf darf man Einser rauslegen, sonst nichts."
    assert "Strich" in sentences[3]
    page.locator('.sheet [data-focus="rules"]').click()
    expect(page.locator(".rules-sheet h3").first).to_be_visible()


@pytest.mark.parametrize(("path", "size"), [("/", "tablet"), ("/watch", "phone")])
def test_they_are_one_or_two_taps_from_the_board(house, look, path, size):
    house.start("Anna", "Ben", variant="tschigg", leader="Anna")
    page = look(house.url + path, size=size)
    page.locator('[data-focus="lesson"]').click()
    expect(page.locator(".sheet h2")).to_have_text("So geht Tschigg")
    assert lines(page, ".sheet")[4] == "Wer Chicago wirft, ist sofort aus dem Spiel und sicher."


def test_the_television_shows_them_while_nobody_plays(house, look, picture):
    page = look(house.url + "/screen", size="tv")
    expect(page.locator("#idle h2")).to_have_text("So geht Bayerisch Chicago")
    assert len(lines(page, "#idle")) == 5
    picture(page, "idle-lesson")


def test_nothing_of_the_sheet_is_cut_off_at_any_size(house, chromium):
    house.start("Anna", "Ben", variant="chic", leader="Anna")
    page = open_place(chromium, house.url, locale="de-DE")
    try:
        page.locator('[data-focus="more"]').click()
        page.get_by_role("button", name="So geht das Spiel").click()
        lines(page, ".sheet")
        made_ready(page, "bundled")
        found = [fault for _ in sized(page, (*SIZES, *ZOOMED)) for fault in look_over_place(page)["faults"]]
    finally:
        page.context.close()
    assert found == []


def test_hints_stand_there_in_the_first_round_and_go_by_themselves(house, look):
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url)
    expect(page.locator("#who .doing")).to_have_text("Würfeln, dann die Augen unten antippen")
    house.throw(1, 1, 4)
    expect(page.locator("#who .doing")).to_have_text("Antippen, was liegen bleibt")
    house.leave_it()
    house.throw(1, 2, 3)
    expect(page.locator("#who .doing")).to_have_text("legt vor")
