"""Journey 3: a reading is corrected in two taps, and anything earlier is undone through the list."""

import pytest
from playwright.sync_api import expect

from tests.support.waiting import until


@pytest.fixture
def game(house):
    """Anna leads 1-3-6 on two (a one held), Ben is at it with his first throw."""
    house.camera_on()
    house.start("Anna", "Ben", "Cem", leader="Anna")
    house.cup_down()
    house.lift(1, 3, 4)
    house.send({"do": "press", "button": "again"})
    house.cup_down(1)
    house.lift(3, 6, held=[1])
    house.leave_it()
    house.cup_down()
    house.lift(2, 3, 5)
    return house


def lie(page, where, dice):
    for value in range(1, 7):
        expect(page.locator(f'{where} .die[data-value="{value}"]')).to_have_count(dice.count(value))


def test_a_misread_die_is_mended_in_two_taps(game, look, picture):
    page = look(game.url, size="tablet")
    page.locator('[data-focus="free2"]').click()
    expect(page.locator(".sheet .values button")).to_have_count(6)
    expect(page.locator(".sheet img.evidence")).to_be_visible()
    expect(page.locator(".sheet img.evidence")).to_have_js_property("complete", True)
    picture(page, "correct-tablet")
    page.locator('.sheet [data-face="6"]').click()
    expect(page.locator(".sheet")).to_have_count(0)
    expect(page.locator('#dice .free [data-value="6"]')).to_be_visible()
    assert game.shown["state"]["free"] == [2, 3, 6]
    assert game.shown["acts"][-1]["corrected"] is True


@pytest.mark.long
def test_the_likeliest_other_value_comes_first(house, look):
    house.camera_on()
    house.start("Anna", "Ben", leader="Anna")
    house.cup_down()
    house.lift(1, 3, 4, unsure={2: (4, 6)})
    question = house.shown["question"]
    house.send({"do": "answer", "question": question["id"], "dice": [1, 3, 4]})
    page = look(house.url)
    page.locator('[data-focus="free2"]').click()
    expect(page.locator(".values button").first).to_have_attribute("data-face", "6")
    expect(page.locator(".values .likely")).to_have_count(1)


@pytest.mark.long
def test_a_value_says_what_it_changes_before_it_is_tapped(house, look):
    house.start("Anna", "Ben", "Cem", leader="Anna")
    house.throw(1, 3, 6)
    house.leave_it()
    house.throw(2, 2, 4)
    house.throw(1, 2, 6)
    assert house.shown["state"]["mats"] == {"Anna": 0, "Ben": 1, "Cem": 0}
    page = look(house.url)
    page.locator('[data-focus="history"]').click()
    line = page.locator(".sheet li", has_text="Ben")
    line.get_by_role("button", name="Korrigieren").click()
    page.locator('.sheet [data-slot="0"]').click()
    expect(page.locator('.values [data-face="1"]')).to_contain_text("Ben: 106 statt Fish")
    page.locator('.sheet [data-slot="2"]').click()
    page.locator('.values [data-face="6"]').click()
    expect(page.locator(".sheet .values")).to_have_count(0)
    assert house.shown["state"]["mats"]["Ben"] == 1


@pytest.mark.long
def test_a_held_die_is_mended_in_the_throw_it_came_from(house, look):
    house.camera_on()
    house.start("Anna", "Ben", leader="Anna")
    house.throw(1, 3, 4)
    house.hold(1)
    house.throw(1, 5)
    house.hold(1)
    page = look(house.url)
    page.locator('#dice [data-focus="held1"]').click()
    expect(page.locator(".sheet .slots .die")).to_have_count(2)


@pytest.mark.long
def test_quite_other_dice_are_tapped_again(game, look):
    page = look(game.url)
    page.locator('[data-focus="free0"]').click()
    page.get_by_role("button", name="Andere Würfel").click()
    for value in (6, 1, 1):
        page.locator(f'.sheet [data-face="{value}"]').click()
    page.locator('.sheet [data-focus="enter"]').click()
    lie(page, "#dice .free", [1, 1, 6])


def test_anything_earlier_is_undone_through_the_list_which_says_what_it_costs(game, look):
    page = look(game.url, size="tablet")
    page.locator('[data-focus="history"]').click()
    expect(page.locator(".sheet time").first).to_be_visible()
    page.locator(".sheet li", has_text="Anna legt raus").get_by_role("button", name="Bis hierher").click()
    expect(page.locator(".sheet .changes li").first).to_be_visible()
    assert game.shown["state"]["to_act"] == "Ben"
    page.locator(".sheet .go").click()
    expect(page.locator("#next .n")).to_have_text("Anna")
    lie(page, "#dice .free", [1, 3, 4])


@pytest.mark.long
def test_the_list_reaches_into_the_game_before(game, look):
    game.start("Cem", "Dora", leader="Cem")
    page = look(game.url)
    page.locator('[data-focus="history"]').click()
    line = page.locator(".sheet li.begins").first
    expect(line).to_contain_text("Cem, Dora")
    line.get_by_role("button", name="Bis hierher").click()
    expect(page.locator(".sheet .changes")).to_contain_text("Das Spiel davor geht weiter")
    page.locator(".sheet .go").click()
    expect(page.locator("#next .n")).to_have_text("Ben")


@pytest.mark.long
def test_a_list_longer_than_a_page_can_be_followed_back(house, look):
    house.start("Anna", "Ben", variant="base", leader="Anna")
    for _ in range(45):
        house.throw(2, 3, 4)
        if "pass" in house.shown["legal"]:
            house.leave_it()
    page = look(house.url)
    page.locator('[data-focus="history"]').click()
    expect(page.locator(".sheet .history li")).to_have_count(50)
    page.locator('[data-focus="older"]').click()
    expect(page.locator(".sheet li.begins")).to_have_count(1)


@pytest.mark.long
def test_a_decision_is_mended_to_another_one(game, look):
    page = look(game.url)
    page.locator('[data-focus="history"]').click()
    page.locator(".sheet li", has_text="Anna lässt liegen").get_by_role("button", name="Korrigieren").click()
    expect(page.locator(".sheet .value").first).to_be_visible()


@pytest.mark.long
def test_a_correction_that_does_not_fit_what_came_after_says_so_and_what_is_entered_again(house, look):
    house.start("Anna", "Ben", leader="Anna")
    house.throw(1, 1, 4)
    house.leave_it()
    house.throw(1, 3, 5)
    page = look(house.url)
    page.locator('[data-focus="history"]').click()
    page.locator(".sheet li", has_text="Anna wirft").get_by_role("button", name="Korrigieren").click()
    page.locator('.sheet [data-slot="2"]').click()
    one = page.locator('.values [data-face="1"]')
    expect(one).to_contain_text("Anna: Chickpasst nicht zu dem, was danach kam …")
    one.click()
    expect(page.locator(".sheet .hint").last).to_have_text("Neu einzugeben ab hier (2): Anna lässt liegen")
    page.locator('[data-focus="go_back"]').click()
    expect(page.locator(".sheet")).to_have_count(0)
    assert until(lambda: house.shown["acts"][-1]["act"]["dice"] == [1, 1, 1])


@pytest.mark.long
def test_the_history_tells_every_kind_of_entry_an_ended_game_too(game, look):
    """A monkey that ended a game found a history that could not be opened any more."""
    page = look(game.url)
    game.send({"do": "rename", "player": "Cem", "name": "Cemal"})
    game.send({"do": "end"})
    game.start("Anna", "Ben", variant="chic", leader="Anna")
    game.throw(1, 3, 5)
    page.locator('[data-focus="history"]').click()
    expect(page.locator(".fold summary").nth(1)).not_to_have_attribute("aria-disabled", "true")
    page.locator(".fold summary").nth(1).click()
    ended = page.locator(".history li", has_text="Spiel beendet")
    expect(ended).to_have_count(1)
    ended.get_by_role("button", name="Bis hierher zurück").click()
    expect(page.locator(".sheet .go")).to_be_visible()
