import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.long

TAPPABLE = "#dice .free button"
FIXED = "#dice .free .fixed"


def values(page, where):
    return [int(die.get_attribute("data-value")) for die in page.locator(f"{where} .die").all()]


def test_only_dice_that_may_be_held_can_be_tapped(house, look):
    page = look(house.url)
    for variant, dice, tappable, fixed in (
        ("bavarian", (1, 4, 6), [1], [4, 6]),
        ("schocken", (1, 3, 6), [1], [3, 6]),
        ("chic", (1, 4, 6), [1, 6], [4]),
    ):
        house.start("Anna", "Ben", "Cem", variant=variant, leader="Anna")
        expect(page.locator("#dice .free .die")).to_have_count(0)
        house.throw(*dice)
        expect(page.locator("#dice .free .die")).to_have_count(3)
        assert (values(page, TAPPABLE), values(page, FIXED)) == (tappable, fixed)


def test_a_tap_on_another_die_says_which_why_and_what_would_do(house, look):
    house.start("Anna", "Ben", variant="bavarian", leader="Anna")
    house.throw(1, 4, 6)
    page = look(house.url)
    page.locator(f"{FIXED} >> nth=0").click()
    expect(page.locator("#strips")).to_have_text(
        "Die 4 geht zurück in den Becher. Nur Einser dürfen liegen bleiben, und zwei Sechser zusammen."
    )


def test_a_six_alone_is_tapped_but_not_entered(house, look):
    house.start("Anna", "Ben", variant="bavarian", leader="Anna")
    house.throw(1, 6, 6)
    page = look(house.url)
    page.locator('[data-focus="free1"]').click()
    expect(page.locator('[data-focus="hold"]')).to_be_disabled()
    page.locator('[data-focus="free2"]').click()
    expect(page.locator('[data-focus="hold"]')).to_be_enabled()


def test_a_throw_with_no_choice_is_simply_thrown_again(house, look):
    """A follower who must throw as often as the leader, and may hold nothing, has no button to press."""
    house.start("Anna", "Ben", variant="bavarian", leader="Anna")
    house.throw(1, 3, 4)
    house.hold(1)
    house.throw(2, 3)
    house.leave_it()
    house.throw(2, 3, 4)
    page = look(house.url)
    for value in (2, 2, 5):
        page.locator(f'#panel [data-face="{value}"]').click()
    expect(page.locator("#whole h1")).to_be_visible()
    assert [act["act"]["act"] for act in house.shown["acts"]][-3:] == ["throw", "hold", "throw"]


def test_a_tied_roll_off_says_so_and_who_won_it(house, look):
    house.start("Anna", "Ben", "Cem")
    page = look(house.url + "/screen", size="tv")
    for die in (6, 6, 2):
        house.act({"act": "roll_off", "dice": [die]})
    expect(page.locator("#next .n")).to_have_text("Anna")
    expect(page.locator("#next")).to_contain_text("noch einmal würfeln")
    for die in (3, 1):
        house.act({"act": "roll_off", "dice": [die]})
    expect(page.locator("#next .n")).to_have_text("Ben")
    expect(page.locator("#next .order")).to_have_text("alle drei werfen und eintippen")
    expect(page.locator('[data-player="Ben"] .die')).to_have_attribute("data-value", "1")
    house.throw(1, 3, 4)
    expect(page.locator('[data-player="Ben"] .die')).to_have_count(0)


@pytest.mark.parametrize("path", ["/tisch", "/assets/none/none.css"])
def test_a_mistyped_address_shows_a_page_with_the_way_back(house, chromium, path):
    page = chromium.new_context(
        locale="de-DE"
    ).new_page()  # a page that is not there is an error on the console
    page.add_init_script("globalThis.restMs = 0;")  # a page that has just opened ignores taps
    try:
        answer = page.goto(house.url + path)
        assert answer is not None
        assert answer.status == 404
        expect(page.locator("h1")).to_have_text("Diese Seite gibt es nicht")
        page.get_by_role("link", name="Zurück zum Tisch").click()
        expect(page.locator("#panel")).to_be_visible()
    finally:
        page.context.close()
