import random

import pytest
from playwright.sync_api import expect

from tests.journeys.hub.desk import assert_readable, tap, unlock
from tests.journeys.hub.television import CUT, turn_to
from tests.support.hub.full_hall import KNOCKOUT, board, play_round
from tests.support.hub.running_hub import address
from tests.support.pages.pictures import keep_picture

pytestmark = pytest.mark.long
NAMES = (
    *("Anna", "Benedikt Huber", "Cem", "Dora", "Emil Schneider", "Fritzi", "Georg", "Hanna", "Ida", "Leo"),
    *("Jürgen Maier", "Katharina", "Maximilian", "Nora", "Oskar Wagner", "Stefan Obermüller"),
)


def test_the_bracket_is_on_television_phone_desk_and_paper_and_ends_with_the_winner(hub, look):
    chance = random.Random(6)
    desk = look(f"{address(hub)}/")
    hub.hall.note_board("pub/1", board(1, NAMES[:4]))
    unlock(desk, tables=1)
    tap(desk.locator("#to-desk"))
    hub.desk.open(title="Hirschen-Pokal", form=KNOCKOUT, tables=4, players="\n".join(NAMES))
    play_round(hub, chance)
    phone = look(f"{address(hub)}/cup", size="phone")
    television = look(f"{address(hub)}/pub", size="tv", clock=True)
    for page in (desk, phone):
        expect(page.locator(".bracket .match")).to_have_count(4 + 2 + 1)
        expect(page.locator(".bracket [data-state=on]")).to_have_count(8)
        expect(page.locator(".bracket-round h3")).to_have_text(["Finale", "Halbfinale", "Viertelfinale"])
        assert_readable(page)
    turn_to(television, "bracket")
    expect(television.locator("#scene [data-state=on]")).to_have_count(8)
    keep_picture(television, "hub-bracket-tv")  # its scenes go on while it is looked over
    assert television.evaluate(CUT, 14) == []
    expect(television.locator("#scene .name", has_text="Jürgen")).to_have_text("Jürgen Maier")
    assert_readable(television)
    play_round(hub, chance)
    expect(phone.locator(".bracket [data-state=on]")).to_have_count(8 + 4)
    play_round(hub, chance)
    (winner,) = [row["name"] for row in hub.desk.to_json("de")["podium"] if row["place"] == 1]
    turn_to(television, "podium")
    for page in (television, desk, phone):
        expect(page.locator(".podium .winner")).to_have_text(winner)
        expect(page.locator(".podium .wins")).to_have_text("gewinnt das Turnier")
    keep_picture(television, "hub-winner-tv")
    keep_picture(phone, "hub-bracket-phone", whole=True)
    tap(phone.get_by_role("link", name="Turnierbaum zum Ausdrucken"))
    expect(phone.locator("[data-state=won]")).to_contain_text(winner)
    assert_readable(phone)
    phone.emulate_media(media="print")
    phone.set_viewport_size({"width": 720, "height": 1040})
    keep_picture(phone, "hub-bracket-paper", whole=True)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 720
