"""Everybody watches: by phone through the code on the table, and on the television."""

import random

import cv2
import pytest
from playwright.sync_api import expect

import scorer
from knobeltisch.device.address import own_address
from knobeltisch.simulated_players.card_players import CardPlayers
from tests.support.games.random_games import RARELY, WEIGHTS, act_called
from web.visitors import is_local_address

PAGES = ("/", "/watch", "/screen")


ROUNDS = (
    {"Anna": (1, 3, 5), "Ben": (1, 1, 6), "Cem": (2, 3, 4), "Dora": (1, 5, 6)},
    {"Anna": (1, 3, 5), "Ben": (1, 1, 6), "Cem": (2, 3, 4), "Dora": (1, 5, 6)},
    {"Anna": (2, 2, 3), "Ben": (1, 1, 6), "Cem": (1, 3, 4), "Dora": (1, 5, 6)},
)


def in_play(house):
    """Cem has two mats, Anna one; she leads with 204 in two throws, and Ben has thrown once."""
    house.start("Anna", "Ben", "Cem", "Dora", leader="Anna")
    for dice in ROUNDS:
        for _ in dice:
            player = house.shown["state"]["to_act"]
            house.throw(*dice[player])
            if house.shown["state"]["to_act"] == player and house.shown["state"]["free"]:
                house.leave_it()
    house.throw(1, 3, 5)
    house.hold(1)
    house.throw(1, 4)
    house.leave_it()
    house.throw(2, 5, 6)


@pytest.mark.long
@pytest.mark.skipif(
    is_local_address(f"http://{own_address()}/"),
    reason="this machine is in no network: it has no address for phones",
)
def test_a_guest_finds_the_address_in_two_taps(open_house, look, tmp_path):
    house = open_house(address="0.0.0.0")
    in_play(house)
    page = look(f"{house.url}/", size="phone")
    page.get_by_role("button", name="Mehr").click()
    page.get_by_role("button", name="Mit dem Handy dabei sein").click()
    address = house.app.address.removeprefix("http://") + "watch"
    expect(page.locator(".sheet .address")).to_have_text(address)
    code = page.locator(".sheet .qr")
    expect(code).to_be_visible()
    page.wait_for_function("() => document.querySelector('.sheet .qr').naturalWidth > 0")
    box = code.bounding_box()
    assert box["width"] >= 200
    file = tmp_path / "sheet.png"
    page.screenshot(path=file, animations="disabled")
    assert cv2.QRCodeDetector().detectAndDecode(cv2.imread(str(file)))[0] == f"http://{address}"


def test_the_code_leads_a_phone_to_a_board_that_follows_and_has_nothing_to_order(house, look):
    in_play(house)
    page = look(f"{house.url}/watch", size="phone")
    expect(page.locator("#next .n")).to_have_text("Ben")
    house.hold()  # nothing stays outside
    house.throw(3, 3, 4)
    expect(page.locator("#next .n")).to_have_text("Cem")
    expect(page.get_by_role("button")).to_have_count(2)  # "Mehr" and "Mitspielen"
    page.get_by_role("button", name="Mehr").click()
    expect(page.locator(".sheet.menu button.btn")).to_have_text(
        ["Zahlen, bitte", "Mit dem Handy dabei sein", "Ansager", "So geht das Spiel"]
    )


def test_the_television_shows_who_throws_what_is_to_be_beaten_the_dice_and_the_mats(
    house, look, each_size, picture
):
    in_play(house)
    page = look(f"{house.url}/screen", size="tv")
    expect(page.locator("#next .n")).to_have_text("Ben")
    page.wait_for_function("() => document.querySelector('.invite .qr').naturalWidth > 0")
    for size in each_size(page):
        expect(page.locator("#next .n")).to_be_visible()
        expect(page.locator("#beat .worth")).to_contain_text("204")
        expect(page.locator("#beat .die")).to_have_count(3)
        expect(page.locator("#table [data-player]")).to_have_count(4)
        expect(page.locator(".invite .qr")).to_be_visible()
        expect(page.locator("button, select, a")).to_have_count(0)
        assert page.evaluate("getComputedStyle(document.querySelector('#next')).cursor") == "none"
        picture(page, f"watching-screen-{size}")


@pytest.mark.long
def test_the_television_invites_before_the_first_game(house, look, picture):
    page = look(f"{house.url}/screen", size="tv")
    page.wait_for_function("() => document.querySelector('.invite .qr').naturalWidth > 0")
    assert page.locator(".invite .qr").bounding_box()["width"] > 199
    picture(page, "watching-invitation-tv")


@pytest.mark.long
def test_a_television_that_lost_the_table_says_so(house, look):
    in_play(house)
    page = look(f"{house.url}/screen", size="tv", offline=True)
    expect(page.locator("#next .n")).to_have_text("Ben")
    house.app.server.stop()
    expect(page.get_by_text("Keine Verbindung zum Tisch")).to_be_visible()


def play_on(state, chance):
    """What people could do now, without the rare things."""
    name = chance.choice([act for act in scorer.legal_acts(state) if act not in RARELY])
    return act_called(name, state, chance, WEIGHTS[0])


@pytest.mark.long
def test_the_television_follows_every_game(house, look):
    """Nothing may stand still or complain, whatever game comes next: `look` finds the console clean at the end."""
    screen = look(f"{house.url}/screen", size="tv")
    for place, variant in enumerate(scorer.DICE_VARIANTS):
        players, chance = (f"Anna {place}", "Ben", "Cem"), random.Random(variant)
        house.start(*players, variant=variant)
        state = scorer.new_game(scorer.load_variant(variant), players)
        for _ in range(60):
            if state.stage == "over":
                break
            act = play_on(state, chance)
            state = scorer.apply(state, act)
            house.act(scorer.act_to_json(act))
        shown = screen.locator("#table [data-player]")
        expect(shown.first).to_have_attribute("data-player", players[0])
        for seat, player in enumerate(players):
            expect(shown.nth(seat)).to_have_attribute("data-player", player)
        if state.stage != "over":
            expect(screen.locator("#table .now .name")).to_have_text(state.to_act)


@pytest.mark.long
def test_the_pages_without_buttons_follow_a_game_of_cards(house, look):
    players = ("Anna", "Ben", "Cem")
    screen = look(f"{house.url}/screen", size="tv")
    phone = look(f"{house.url}/watch", size="phone")
    house.start(*players, variant="poker")

    def keep(_state, acts):
        house.act(*map(scorer.act_to_json, acts))
        return house.app.table.state

    rules = scorer.load_variant("poker")
    CardPlayers(rules=rules, names=players, chance=random.Random(2), keep=keep).play(60)
    points = house.shown["state"]["points"]
    assert any(points.values())
    pages = ((screen, "#table [data-player]"), (phone, "#table [data-player]"))
    for page, where in pages:
        for place, player in enumerate(players):
            expect(page.locator(where).nth(place)).to_have_attribute("data-points", str(points[player]))
