import pytest
from playwright.sync_api import expect

from tests.journeys.hub.desk import KEY, tap
from tests.support.hub.running_hub import hubs_in, table_at
from tests.support.hub.small_tournament import played_tournament

MATCH = {"title": "Pokal", "round": 3, "players": ["Anna", "Ben"], "variant": "chic", "begun": False}


def test_a_table_says_which_game_is_drawn_and_whether_the_one_that_is_on_is_it(house, look):
    publish = house.app.table.board.publish_value
    phone, screen = look(house.url, size="phone"), look(f"{house.url}/screen", size="tv")
    publish("match", MATCH)
    expect(phone.locator(".strip.match")).to_have_text(
        "Partie des Turniers, Runde 3: Anna, Ben. Sie beginnt von selbst."
    )
    publish("match", {**MATCH, "begun": True})
    expect(phone.locator(".strip.match")).to_contain_text("Fangt an")
    house.start("Anna", "Cem", leader="Anna", variant="chic")
    for page in (phone, screen):
        expect(page.locator(".strip.match")).to_have_text(
            "Das ist nicht die Partie, die hier ausgelost ist. Danach: Runde 3 mit Anna, Ben"
        )
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    publish("match", {**MATCH, "players": ["Anna", "Cem"]})
    for page in (phone, screen):
        expect(page.locator(".strip.match")).to_have_text("Partie des Turniers, Runde 3")
    publish("match", None)
    expect(phone.locator(".strip.match")).to_have_count(0)


@pytest.fixture
def signing(tmp_path):
    """A hub whose round is played, and the table at which it was; the PIN of who signs."""
    played_tournament(tmp_path / "hub")
    with hubs_in(tmp_path / "hub") as opened:
        hub = opened(key=KEY)
        pin = hub.desk.act({"do": "appoint", "role": "referee", "name": "Ida"})["pin"]
        with table_at(hub, tmp_path, key=KEY, table="everyone") as app:
            yield f"http://127.0.0.1:{app.server.port}", pin


def test_a_match_report_is_read_and_confirmed_on_the_tables_own_tablet(signing, look):
    url, pin = signing
    tablet = look(url, refusals=True)
    tap(tablet.get_by_role("button", name="Spielbericht Runde 1 bestätigen"))
    expect(tablet.locator(".sheet")).to_contain_text("Anna")
    for typed, said in (("000000" if pin != "000000" else "000001", "nicht die richtige PIN"), (pin, "Ida (Schiedsrichter)")):  # fmt: skip
        tap(tablet.get_by_role("button", name="Ida bestätigt"))
        tablet.get_by_label("PIN von Ida").fill(typed)
        tablet.keyboard.press("Enter")
        expect(tablet.locator("#signed")).to_contain_text(said)
    assert tablet.evaluate("document.documentElement.scrollWidth <= innerWidth")
    back = tablet.get_by_role("link", name="Zum Tisch")
    expect(back).to_have_attribute("href", "/")
