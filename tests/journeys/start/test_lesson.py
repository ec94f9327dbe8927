"""A game in thirty seconds: five lines with dice, from the rules in force; and hints in the first round."""

import pytest
from playwright.sync_api import expect

import scorer
from knobeltisch.game.saved_lists import Lists
from knobeltisch.status import Device
from scorer.words import variant_text as words
from scorer.words.language_files import LANGUAGES
from tests.support.pages.census import HARDEST, look_over_place, made_ready, open_place, sized

pytestmark = pytest.mark.long

LINES = ":is(.brief, .c-lesson) li"


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
            for language in LANGUAGES:
                lesson = [text for text, _ in words.lesson_text(rules, language)]
                sentences = [
                    line.text for part in words.rules_text(rules, language) for line in part.sentences
                ]
                assert len(set(lesson)) == 5
                assert set(lesson) <= set(sentences)


def test_the_start_card_of_the_chosen_game_has_them(house, look, picture):
    page = look(house.url)
    assert lines(page, ".lesson")[0].startswith("Einser zählen 100")
    page.locator('[data-focus="game Schocken"]').click()
    expect(page.locator(".c-game .on .name")).to_have_text("Schocken")
    assert "Schock, zwei Einser" in lines(page, ".lesson")[2]
    picture(page, "start-lesson")


def test_lines_that_come_late_move_nothing_in_the_form(house, look):
    """They stand where nothing follows: a tap on its way meets what it was meant for."""
    Lists(house.app.store).change_regulars({"regulars": [{"name": name} for name in ("Anna", "Ben")]})
    held = []
    page = look(house.url, size="phone")

    def hold(route):
        held.append(route)

    page.route("**/api/rules/*", hold)
    page.reload()
    page.locator('[data-focus="start"]').wait_for()
    controls = page.locator(".setup button")
    before = [control.bounding_box() for control in controls.all()]
    assert held
    for route in held:
        route.continue_()
    lines(page, ".lesson")
    assert [control.bounding_box() for control in controls.all()] == before


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
    page.locator('[data-focus="more"]').click()
    page.get_by_role("button", name="So geht das Spiel").click()
    sentences = lines(page, ".sheet")
    assert sentences[2] == "Nach einem Wurf darf man Einser rauslegen, sonst nichts."
    assert "Strich" in sentences[3]
    page.locator('.sheet [data-focus="rules"]').click()
    expect(page.locator(".rules-sheet h3").first).to_be_visible()


@pytest.mark.parametrize(("path", "size"), [("/", "tablet"), ("/watch", "phone")])
def test_they_are_two_taps_from_the_board(house, look, path, size):
    house.start("Anna", "Ben", variant="tschigg", leader="Anna")
    page = look(house.url + path, size=size)
    page.locator('[data-focus="more"]').click()
    page.get_by_role("button", name="So geht das Spiel").click()
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
        made_ready(page)
        found = [fault for _ in sized(page, HARDEST) for fault in look_over_place(page)]
    finally:
        page.context.close()
    assert found == []


@pytest.mark.parametrize(
    ("bare", "throw", "hold"),
    [
        (False, "Würfeln und den Becher hochheben", "Becher über alles, was neu geworfen wird"),
        (True, "Würfeln, dann Hände weg", "liegen lassen, was bleibt, den Rest werfen"),
    ],
)
def test_hints_stand_there_in_the_first_round_and_go_by_themselves(house, look, bare, throw, hold):
    house.app.table.set_camera_state(Device(status="ok", name="test", without_board=bare))
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url)
    hint = page.locator("#panel .cap")
    expect(hint).to_contain_text(throw)
    house.throw(1, 1, 4)
    expect(hint).to_contain_text(hold)
    house.leave_it()
    house.throw(1, 2, 3)
    expect(page.locator("#whole h1")).to_be_visible()
    expect(hint).to_have_count(0)
    house.throw(1, 3, 5)
    expect(page.locator('#panel [data-focus="again"]')).to_be_visible()
    expect(hint).to_have_text("")
