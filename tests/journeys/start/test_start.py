"""A game is started: the first evening with new names, the next with one tap, by house rules, once more."""

from typing import Any

import pytest
from playwright.sync_api import expect

from knobeltisch.game.saved_lists import Lists
from tests.support.waiting import until


def people(house, *names, **seats):
    """Put regulars on the house's list, all here unless said otherwise."""
    regulars = [{"name": name, "seat": seats.get(name, "here")} for name in names]
    assert Lists(house.app.store).change_regulars({"regulars": regulars})["ok"]


def names(page):
    return page.locator(".seats [data-name]").evaluate_all("all => all.map(one => one.dataset.name)")


def kept(house):
    regulars: Any = Lists(house.app.store).regulars()["regulars"]
    return [(regular["name"], regular["seat"]) for regular in regulars]


def wait_until_kept(house, wanted):
    until(lambda: kept(house) == wanted)


class Finger:
    """Taps and counts the taps, as a measure of effort."""

    def __init__(self, page):
        self.page, self.taps = page, 0

    def tap(self, where):
        self.taps += 1
        self.page.locator(where).first.click()


def key(name):
    return f'[data-focus="{name}"]'


# --- from opening the page to the first throw


def test_who_sat_here_last_starts_with_one_tap_and_throws(house, look, picture):
    people(
        house, "Anna", "Ben", "Cem", "Dora", "Jürgen", "Sabine", Dora="paused", Jürgen="away", Sabine="away"
    )
    page = look(house.url, size="tablet")
    expect(page.locator(key("start"))).to_be_enabled()
    picture(page, "start-tablet")
    finger = Finger(page)
    finger.tap(key("start"))
    expect(page.locator("#next .n")).to_have_text("Anna")
    assert house.shown["state"]["players"] == ["Anna", "Ben", "Cem"]
    finger.tap('#panel [data-face="3"]')
    expect(page.locator("#next .n")).to_have_text("Ben")
    assert finger.taps == 2


def test_three_new_names_another_game_and_a_leader_are_seven_taps_and_the_names(house, look):
    page = look(house.url, size="phone")
    finger = Finger(page)
    finger.tap(key("game Tschigg"))
    finger.tap(key("newcomer"))
    for name in ("Anna", "Ben", "Cem"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator(".seats [data-name]")).to_have_count(3)
    page.locator(key("leader")).select_option("Ben")
    page.locator(key("counter")).select_option("matches")
    finger.tap(key("start"))
    for face in (1, 3, 5):
        finger.tap(f'#panel [data-face="{face}"]')
    expect(page.locator("#dice .die:not(.d0)")).to_have_count(3)
    assert house.shown["variant"] == "tschigg"
    assert (house.shown["state"]["leader"], house.shown["counter"]) == ("Ben", "matches")
    assert finger.taps == 6  # and two choices


# --- the regulars


@pytest.mark.long
def test_regulars_are_seated_by_a_tap_and_stay_after_a_power_cut(house, open_house, look):
    people(house, "Anna", "Ben", Ben="away")
    page = look(house.url)
    page.locator(key("guest Ben")).click()
    expect(page.locator(".seats [data-name]")).to_have_count(2)
    wait_until_kept(house, [("Anna", "here"), ("Ben", "here")])
    page.goto("about:blank")
    page = look(open_house().url)
    expect(page.locator(".seats [data-name]")).to_have_count(2)


@pytest.mark.long
def test_a_seat_is_moved_by_a_button_which_keeps_the_focus(house, look):
    people(house, "Anna", "Ben", "Cem")
    page = look(house.url)
    expect(page.locator(key("down Anna"))).to_be_enabled()
    page.locator(key("down Anna")).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".seats [data-name]").nth(1)).to_have_attribute("data-name", "Anna")
    assert page.evaluate("document.activeElement.dataset.focus") == "down Anna"
    expect(page.locator(".setup .unseen")).to_have_text("Anna sitzt jetzt auf Platz 2.")


@pytest.mark.long
def test_who_pauses_keeps_the_seat_and_comes_back_to_it(house, look):
    people(house, "Anna", "Ben", "Cem")
    page = look(house.url)
    page.locator(key("pause Ben")).click()
    wait_until_kept(house, [("Anna", "here"), ("Ben", "paused"), ("Cem", "here")])
    page.locator(key("start")).click()
    expect(page.locator("#next .n")).to_have_text("Anna")
    assert house.shown["state"]["players"] == ["Anna", "Cem"]
    page.locator(key("more")).click()
    page.get_by_role("button", name="Neues Spiel").click()
    page.locator(key("pause Ben")).click()
    wait_until_kept(house, [("Anna", "here"), ("Ben", "here"), ("Cem", "here")])


@pytest.mark.long
def test_a_guest_is_renamed_sent_home_and_struck(house, look):
    people(house, "Anna", "Ben", "Cem")
    page = look(house.url, size="phone")
    page.locator(key("guest Ben")).click()
    page.locator(".guest-sheet input").fill("Benno")
    page.get_by_role("button", name="Umbenennen", exact=True).click()
    wait_until_kept(house, [("Anna", "here"), ("Benno", "here"), ("Cem", "here")])
    assert page.evaluate("document.activeElement.dataset.focus") == "guest Benno"
    page.locator(key("guest Anna")).click()
    page.get_by_role("button", name="Sitzt heute nicht hier").click()
    wait_until_kept(house, [("Anna", "away"), ("Benno", "here"), ("Cem", "here")])
    page.locator(key("guest Cem")).click()
    page.get_by_role("button", name="Von der Liste streichen").click()
    wait_until_kept(house, [("Anna", "away"), ("Benno", "here")])


@pytest.mark.long
def test_a_name_that_is_there_and_too_few_people_are_reported_before_anything_is_sent(house, look):
    people(house, "Anna", "Ben")
    page = look(house.url)
    page.locator(key("newcomer")).fill("anna")
    page.keyboard.press("Enter")
    expect(page.locator(".go-on p")).to_contain_text("Wie wäre es mit „anna 2“?")
    assert kept(house) == [("Anna", "here"), ("Ben", "here")]
    page.locator(key("game Schocken")).click()
    expect(page.locator(".go-on p")).to_have_text("Für dieses Spiel braucht es mindestens drei Leute.")
    expect(page.locator(key("start"))).to_be_disabled()


# --- rules, house rules, what is counted


def test_house_rules_are_chosen_kept_by_name_and_played(house, look):
    people(house, "Anna", "Ben", "Cem")
    page = look(house.url, size="phone")
    page.locator(key("game Bayerisch Chicago")).click()
    page.locator(key("house rules")).click()
    page.locator('select[name="schnapps_on_chicago"]').select_option("ja")
    page.locator(".house-sheet input").fill("Goldener Anker")
    page.get_by_role("button", name="Merken und spielen").click()
    expect(page.locator(".c-game .on")).to_contain_text("Goldener Anker")
    expect(page.locator(".ready")).to_contain_text("Goldener Anker")
    page.locator(key("start")).click()
    expect(page.locator("#next .n")).to_have_text("Anna")
    assert house.shown["rules"] == {"schnapps_on_chicago": True}
    assert Lists(house.app.store).houses()["house_rules"] == [
        {"name": "Goldener Anker", "base": "bavarian", "options": {"schnapps_on_chicago": True}}
    ]


@pytest.mark.long
def test_a_game_is_played_as_a_region_plays_it_by_one_choice(house, look):
    people(house, "Anna", "Ben", "Cem")
    page = look(house.url)
    page.locator(key("game Schocken")).click()
    page.locator(key("house")).select_option(label="wie am Niederrhein")
    page.locator(key("start")).click()
    until(lambda: house.shown["game"] == 1)
    assert house.shown["rules"] == {
        "tie": "throws",
        "from_hand": ["general", "straight"],
        "general_over_schock_2": True,
    }


@pytest.mark.long
def test_a_code_carries_house_rules_to_another_table(house, look):
    """The form shows the code of what is chosen; the address that it holds opens the form with that, also beside a game."""
    people(house, "Anna", "Ben", "Cem")
    page = look(house.url)
    page.locator(key("game Schocken")).click()
    page.locator(key("house")).select_option(label="wie am Niederrhein")
    page.locator(key("house rules")).click()
    page.locator(key("option chips")).select_option(label="11")
    code = page.locator(".house-sheet img[src^='/rules-code/']")
    # What a choice moves takes no tap at once.
    until(lambda: page.locator(key("share")).click() or code.is_visible(), looks_s=0.2)
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    expect(code).to_be_in_viewport()
    shared = (code.get_attribute("src") or "").removeprefix("/rules-code/schocken.svg?")
    for _ in range(2):
        other = look(f"{house.url}/?rules=schocken&house=Zum+Anker&{shared}")
        expect(other.locator(".go-on .ready")).to_contain_text("Zum Anker")
        other.locator(key("start")).click()
        until(lambda: house.shown["rules"].get("chips") == 11)
        assert house.shown["rules"]["tie"] == "throws"
        assert "?" not in other.url


@pytest.mark.long
def test_the_rules_are_one_tap_away_also_as_they_are_being_chosen_and_none_contradict_each_other(house, look):
    page = look(house.url, size="phone")
    page.locator(key("game Schocken")).click()
    page.locator(key("rules")).click()
    expect(page.locator(".told h3").first).to_be_visible()
    expect(page.locator(".told")).to_contain_text("Schock aus")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.focus") == "rules"
    page.locator(key("game Bayerisch Chicago")).click()
    page.locator(key("house rules")).click()
    expect(page.locator('select[name="mats"] option', has_text="keine")).to_be_disabled()
    page.locator('select[name="phase2"]').select_option("gibt der beste Wurf dem schlechtesten einen Deckel")
    expect(page.locator('li:has(select[name="phase2"]) .says')).to_contain_text("gibt einen Deckel")
    page.locator(".house-sheet footer").get_by_role("button", name="Regeln", exact=True).click()
    expect(page.locator(".rules-sheet h3").first).to_have_text("Anders als sonst")


@pytest.mark.long
def test_kept_house_rules_are_struck(house, look):
    house_rules = [{"name": "Anker", "base": "chic", "options": {"players_max": 4}}]
    Lists(house.app.store).change_houses({"house_rules": house_rules})
    page = look(house.url)
    page.locator(key("game Anker")).click()
    page.locator(key("house rules")).click()
    strike = page.get_by_role("button", name="„Anker“ streichen")
    until(lambda: not strike.is_visible() or strike.click(), looks_s=0.2)
    expect(page.locator(key("game Anker"))).to_have_count(0)
    until(lambda: Lists(house.app.store).houses()["house_rules"] == [])  # the card goes first, then the list


@pytest.mark.long
def test_house_rules_that_were_played_last_stand_first_and_a_printed_card_still_leads_to_its_own(house, look):
    people(house, "Anna", "Ben")
    kept = [
        {"name": name, "base": "bavarian", "options": {"players_max": most}}
        for name, most in (("Anker", 4), ("Krone", 5), ("Ochsen", 6))
    ]
    Lists(house.app.store).change_houses({"house_rules": kept})
    Lists(house.app.store).lock(
        on=True
    )  # the order follows from the games played, not by the order of the list
    page = look(house.url)
    cards = page.locator(".c-game .name")
    expect(cards.nth(0)).to_have_text("Anker")
    page.locator(key("game Ochsen")).click()
    page.locator(key("start")).click()
    expect(page.locator("#next .n")).to_have_text("Anna")
    house.send({"do": "end"})
    page = look(house.url)
    page.get_by_role("button", name="nderes Spiel").click()
    cards = page.locator(".c-game .name")
    expect(cards.nth(0)).to_have_text("Ochsen")
    rules: Any = Lists(house.app.store).houses()["house_rules"]
    assert [rule["name"] for rule in rules] == ["Anker", "Krone", "Ochsen"]
    Lists(house.app.store).change_houses({"house_rules": kept[::-1]})
    page.goto(f"{house.url}/house-rules?name=Anker")
    expect(page.get_by_role("heading", level=1)).to_have_text("Anker")


# --- the game for adults


@pytest.mark.long
def test_the_drinking_game_says_what_its_source_says_and_asks_for_adults(house, look):
    people(house, "Anna", "Ben", "Cem")
    page = look(house.url, size="phone")
    page.locator(key("game Trink-Chicago")).click()
    page.locator(key("start")).click()
    expect(page.locator("dialog.adults")).to_contain_text("Es kann nicht empfohlen werden")
    page.get_by_role("button", name="Lieber nicht").click()
    assert house.shown["game"] == 0
    page.locator(key("start")).click()
    page.get_by_role("button", name="Alle am Tisch sind volljährig").click()
    expect(page.locator("#next .n")).to_have_text("Anna")
    assert house.shown["counter"] == "glasses"


# --- a table that was off and does not know the time


def test_the_table_asks_which_evening_it_is_and_without_an_answer_nothing_starts(house, look):
    people(house, "Anna", "Ben")
    shown = {key: value for key, value in house.shown.items() if key not in ("version", "boot")}
    house.app.table.board.publish({**shown, "evening_unsure": True})
    page = look(house.url, size="tablet")
    page.locator(key("start")).click()
    expect(page.locator("dialog.evening")).to_contain_text("weiß die Uhrzeit nicht")
    page.keyboard.press("Escape")
    expect(page.locator("dialog.evening")).to_have_count(0)
    assert house.shown["game"] == 0
    page.locator(key("start")).click()
    page.get_by_role("button", name="Weiter wie vorhin").click()
    until(lambda: house.shown["game"] == 1)
    assert next(entry for entry in house.entries() if entry.kind == "start").body["goes_on"] is True


# --- once more


def test_a_rematch_keeps_seats_house_rules_counter_and_handicap_in_one_tap(house, look):
    house.send(
        {
            "do": "start",
            "variant": "bavarian",
            "players": ["Cem", "Anna"],
            "leader": "Cem",
            "options": {"schnapps_on_chicago": True, "handicap": 2},
            "counter": "coins",
            "handicap": {"Cem": 1},
        }
    )
    house.throw(1, 1, 1)
    page = look(house.url)
    page.get_by_role("button", name="Revanche").click()
    expect(page.locator("#next .order")).to_have_text("um den Anfang würfeln")
    shown = house.shown
    assert (shown["game"], shown["state"]["players"]) == (2, ["Cem", "Anna"])
    assert shown["rules"] == {"schnapps_on_chicago": True, "handicap": 2}
    assert (shown["counter"], shown["handicap"]) == ("coins", {"Cem": 1})


@pytest.mark.long
def test_another_game_at_the_same_seats_is_two_taps(house, look):
    people(house, "Cem", "Anna")
    house.start("Cem", "Anna", leader="Cem")
    house.throw(1, 1, 1)
    page = look(house.url)
    page.get_by_role("button", name="nderes Spiel").click()
    page.locator(key("game Chic")).click()
    page.locator(key("start")).click()
    expect(page.locator("#next .order")).to_have_text("um den Anfang würfeln")
    assert (house.shown["variant"], house.shown["state"]["players"]) == ("chic", ["Cem", "Anna"])
    expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.long
def test_where_the_house_rules_allow_it_who_is_stronger_begins_with_mats(house, look):
    people(house, "Anna", "Ben", "Cem")
    page = look(house.url, size="phone")
    page.locator(key("game Bayerisch Chicago")).click()
    expect(page.locator(key("handicap Anna"))).to_have_count(0)
    page.locator(key("house rules")).click()
    page.locator('select[name="handicap"]').select_option("2")
    page.get_by_role("button", name="Nur dieses Mal").click()
    for name in ("Anna", "Anna", "Ben", "Ben", "Cem", "Cem", "Cem"):  # of Cem: one, two, none
        page.locator(key(f"handicap {name}")).click()
    expect(page.locator(".go-on .error")).to_have_text(
        "Die Vorgabe ist zusammen höchstens drei: Etwas muss auf dem Stapel bleiben."
    )
    expect(page.locator(key("start"))).to_be_disabled()
    for _ in range(2):  # none, one
        page.locator(key("handicap Ben")).click()
    page.locator(key("start")).click()
    expect(page.locator("#next .n")).to_have_text("Anna")
    assert house.shown["handicap"] == {"Anna": 2, "Ben": 1}
    assert house.shown["state"]["mats"] == {"Anna": 2, "Ben": 1, "Cem": 0}


@pytest.mark.long
def test_where_the_house_rules_allow_it_people_form_teams_that_sit_by_turns(house, look, picture):
    people(house, "Anna", "Ben", "Cem", "Dora")
    page = look(house.url, size="phone")
    page.locator(key("game Bayerisch Chicago")).click()
    expect(page.locator(key("teams"))).to_have_count(0)
    page.locator(key("house rules")).click()
    page.locator('select[name="teams"]').select_option(label="ist erlaubt")
    page.get_by_role("button", name="Nur dieses Mal").click()
    page.locator(key("teams")).select_option("2")
    expect(page.locator(".hint.teams")).to_have_text("Anna & Cem, Ben & Dora")
    page.locator(key("leader")).select_option("Ben & Dora")
    picture(page, "start-teams")
    page.locator(key("start")).click()
    expect(page.locator("#next .n")).to_have_text("Ben")
    expect(page.locator("#next")).to_contain_text("für Ben & Dora")
    picture(page, "board-teams")
    assert house.shown["state"]["teams"] == {"Anna & Cem": ["Anna", "Cem"], "Ben & Dora": ["Ben", "Dora"]}
    house.send({"do": "end"})
    page.get_by_role("button", name="Revanche").click()
    until(lambda: house.shown["game"] == 2)
    assert list(house.shown["state"]["teams"]) == ["Anna & Cem", "Ben & Dora"]


@pytest.mark.long
def test_whoever_plays_in_a_team_is_here_and_goes_with_it(house, look):
    people(house, "Anna", "Ben", "Cem", "Dora", "Emil", Emil="away")
    pairs = {"Anna & Cem": ["Anna", "Cem"], "Ben & Dora": ["Ben", "Dora"]}
    game = {"do": "start", "variant": "schocken", "options": {"teams": True, "players_min": 2}}
    house.send({**game, "players": list(pairs), "leader": "Anna & Cem", "teams": pairs})
    page = look(house.url)
    page.locator(key("people")).click()
    expect(page.locator(key("leave Anna & Cem"))).to_be_visible()
    expect(page.locator("dialog.people .away")).to_have_text("+ Emil")
    page.locator(key("pause Ben & Dora")).click()
    wait_until_kept(
        house, [("Anna", "here"), ("Ben", "paused"), ("Cem", "here"), ("Dora", "paused"), ("Emil", "away")]
    )


# --- the next game


@pytest.mark.long
def test_another_game_keeps_the_seats_of_the_last_one_whatever_order_the_house_keeps(house, look):
    people(house, "Anna", "Ben", "Cem", "Dora", "Ede", Dora="away")
    page = look(house.url)
    house.start("Cem", "Ben", "Anna", leader="Cem")
    page.locator(key("more")).click()
    page.get_by_role("button", name="Neues Spiel").click()
    expect(page.locator(".seats [data-name]")).to_have_count(4)  # Dora joins after the form was open
    page.keyboard.press("Escape")
    house.send({"do": "wish", "player": "Dora", "what": "join", "after": "Cem"})
    house.send({"do": "end"})
    page.get_by_role("button", name="nderes Spiel").click()
    expect(page.locator(".seats [data-name]")).to_have_count(5)
    assert names(page) == ["Cem", "Dora", "Ben", "Anna", "Ede"]
    page.locator(key("down Cem")).click()
    assert names(page)[:2] == ["Dora", "Cem"]
    page.keyboard.press("Escape")
    page.get_by_role("button", name="nderes Spiel").click()
    expect(page.locator(".seats [data-name]")).to_have_count(5)
    assert names(page)[:2] == ["Dora", "Cem"]


@pytest.mark.long
def test_the_form_over_a_game_follows_the_table_however_often_the_board_has_changed(house, look):
    people(house, "Anna", "Ben")
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url)
    page.locator(key("more")).click()
    page.get_by_role("button", name="Neues Spiel").click()
    warning = page.locator("dialog .ready .warn")
    expect(warning).to_be_visible()
    house.throw(2, 3, 5)
    house.leave_it()
    expect(page.locator("#next .n")).to_have_text("Ben")
    house.send({"do": "end"})
    expect(warning).to_have_count(0)


# --- a start that is taken back


def form_of(page):
    """What the form says: seats in order with who pauses, and every choice."""
    expect(page.locator(key("start"))).to_be_visible()
    return page.locator("div.setup").evaluate(
        """form => ({
          seats: [...form.querySelectorAll(".seats [data-name]")].map(one => [one.dataset.name, one.className]),
          pressed: [...form.querySelectorAll('[aria-pressed="true"], [aria-checked="true"], input:checked')].map(one => one.dataset.focus ?? one.textContent),
          chosen: [...form.querySelectorAll("select")].map(one => one.value),
          ready: document.querySelector(".ready b")?.textContent,
        })"""
    )


def change_everything(page):
    """Choose a game and its counter, who sits where, who pauses and who begins."""
    page.locator(key("game Bayerisch Chicago")).click()
    page.locator(key("guest Dora")).click()
    page.locator(key("up Dora")).click()
    page.locator(key("pause Ben")).click()
    page.locator(key("counter")).select_option("matches")
    page.locator(key("leader")).select_option("Dora")
    expect(page.locator(key("leader"))).to_have_value("Dora")


@pytest.mark.long
@pytest.mark.parametrize("played", [False, True], ids=["first game", "after a game"])
def test_what_the_form_knew_is_there_after_its_start_is_taken_back(house, look, played):
    people(house, "Anna", "Ben", "Cem", "Dora", Dora="away")
    if played:
        house.start("Anna", "Ben", "Cem", variant="base", leader="Anna")
        house.app.table.commands.send({"do": "end"})
    page = look(house.url)
    if played:
        page.get_by_role("button", name="nderes Spiel").click()
    change_everything(page)
    before = form_of(page)
    page.locator(key("start")).click()
    expect(page.locator("div.setup")).to_have_count(0)
    page.locator(key("undo")).click()
    if played:
        page.get_by_role("button", name="nderes Spiel").click()
    assert form_of(page) == before
