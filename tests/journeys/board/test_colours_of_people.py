import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.long


def look_of(page, player):
    mark = page.locator(f'#table [data-player="{player}"] .mk')
    expect(mark).to_have_count(1)
    return mark.get_attribute("class")


def test_a_person_keeps_his_colour_in_the_next_game_under_another_name_and_at_cards(house, look):
    house.start("Anna", "Ben", "Cem", leader="Anna")
    page = look(house.url)
    looks = {player: look_of(page, player) for player in ("Anna", "Ben", "Cem")}
    house.start("Cem", "Dora", "Anna", leader="Cem")
    expect(page.locator('[data-player="Dora"]')).to_have_count(1)
    assert {player: look_of(page, player) for player in ("Anna", "Cem")} == {
        "Anna": looks["Anna"],
        "Cem": looks["Cem"],
    }
    assert look_of(page, "Dora") not in looks.values()
    house.send({"do": "rename", "player": "Anna", "name": "Änne"})
    assert look_of(page, "Änne") == looks["Anna"]
    house.start("Cem", "Ben", variant="poker", leader="Cem")
    expect(page.locator("#table [data-points]")).to_have_count(2)
    assert look_of(page, "Cem") == looks["Cem"]
