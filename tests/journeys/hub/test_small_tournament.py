"""A small tournament at the hub, from the list to the last correction: landlord, referee, television, a phone, two tables."""

import json
import re
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from tests.journeys.hub.desk import KEY, assert_readable, tap, unlock
from tests.support.hub.running_hub import address
from tests.support.hub.small_tournament import PEOPLE, Sender, result_of
from tests.support.pages.pictures import keep_picture
from tests.tournament.running_tournament import ranked_result

pytestmark = pytest.mark.long
KNOCKOUT = 'base = "knockout"\nstages = [{kind = "knockout", games = 2, advance = 2}]\n'
LONG = "Maximilian Hohenstein"


class Tables:
    """Two tables as the hub hears them: each asks what it is to play, and pushes how it ended."""

    def __init__(self, url):
        self.url = url
        self.senders = {number: Sender(f"{number:016x}") for number in (1, 2)}
        for number in self.senders:
            self.ask(number)

    def send(self, path, body):
        headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
        with urlopen(Request(f"{self.url}{path}", json.dumps(body).encode(), headers)) as answer:
            return json.load(answer)

    def ask(self, number):
        sender = self.senders[number].sender
        return self.send("/api/v1/table", {"table": sender, "topic": f"pub/{number}", "port": 8080})

    def finish(self, number, *, loser=0, game=None):
        """Play the table's task, and push it; `game` names one that is there already."""
        task = self.ask(number)["task"] if game is None else game
        name = f"{number}a-{task['game']}"
        sender = self.senders[number]
        result = result_of(task["players"], loser=task["players"][loser], handicap=task["handicap"])
        word = sender.finished(name, result, ended=9e9)
        self.send("/api/v1/push", sender.push(word))
        return task


def at_the_desk(look, url, **more):
    """The landlord writes the PIN down, and goes on to the tournament."""
    desk = look(f"{url}/", **more)
    unlock(desk, tables=2)
    keep_picture(desk, "hub-landlord", whole=True)
    tap(desk.locator("#to-desk"))
    return desk


def opened(look, url):
    desk = at_the_desk(look, url)
    desk.get_by_label("Name des Turniers").fill("Hirschen-Pokal")
    desk.get_by_label("Was gespielt wird").select_option("groups")
    desk.get_by_label("Tische", exact=True).fill("2")
    desk.get_by_label("Teilnehmer, eine Zeile für jeden Namen").fill(
        "\n".join(["name,vorgabe", *PEOPLE]).replace("Ben", "Ben,2")
    )
    tap(desk.locator("#open-cup"))
    tap(desk.locator("#draw"))
    expect(desk.locator("#matches > li")).not_to_have_count(0)
    return desk


def test_a_tournament_from_the_list_to_a_correction_after_the_end(hub, look):
    url = address(hub)
    tables = Tables(url)
    desk = opened(look, url)
    phone = look(f"{url}/cup", size="phone")
    phone.get_by_label("Wer bist du?").select_option("Anna")
    task = next(task for task in (tables.ask(1)["task"], tables.ask(2)["task"]) if "Anna" in task["players"])
    place = next(number for number in (1, 2) if tables.ask(number)["task"] == task)
    expect(phone.locator("#my-seat")).to_have_text(f"Anna: Tisch {place}, Runde 1")
    expect(phone.locator("#cup")).to_contain_text("Ben +2")
    expect(desk.locator("#card-round")).to_contain_text("Ben +2")
    keep_picture(phone, "cup-phone", whole=True)

    television = look(f"{url}/pub", size="tv")
    expect(television.locator("#scene")).to_contain_text("Anna")
    keep_picture(television, "hub-cup-tv", whole=True)
    first = None
    for number in (1, 2):
        while (task := tables.ask(number)["task"]) is not None:
            tables.finish(number)
            first = first or (number, task)
    expect(television.locator("#top")).to_contain_text("2 von 2")
    expect(desk.locator("#card-standings")).to_contain_text("1.")
    tap(desk.get_by_role("button", name="Turnier beenden"))
    tap(desk.get_by_role("button", name="Wirklich beenden"))
    expect(television.locator("#top")).to_contain_text("zu Ende")

    number, game = first
    tables.finish(number, loser=1, game=game)
    expect(desk.locator("#card-waiting")).to_contain_text("Platz")
    keep_picture(desk, "hub-referee", whole=True)
    tap(desk.get_by_role("button", name="Zählt", exact=True))
    expect(desk.locator("#card-waiting")).to_have_count(0)
    expect(phone.locator("#cup")).to_contain_text(f"verloren hat {game['players'][1]}")
    sign(desk)
    take_certificates(phone)


def sign(desk):
    """The referee is given a PIN, reads the match report and confirms it."""
    ida = desk.locator("#card-signers li").filter(has_text="Schiedsrichter")
    ida.get_by_role("textbox").fill("Ida")
    tap(ida.get_by_role("button"))
    given = desk.locator(".pin-given").inner_text()
    tap(desk.get_by_role("link", name="Spielbericht Runde 1"))
    tap(desk.get_by_role("button", name="Ida bestätigt"))
    desk.get_by_label("PIN von Ida").fill(re.search("[0-9]{6}", given)[0])
    tap(desk.get_by_role("button", name="Stimmt"))
    expect(desk.locator("#signed")).to_contain_text("✓ Ida (Schiedsrichter), ")
    expect(desk.locator(".sheet")).to_contain_text("ließ es gelten")
    assert_readable(desk)
    keep_picture(desk, "hub-report", whole=True)


def take_certificates(phone):
    tap(phone.get_by_role("link", name="Urkunden"))
    expect(phone.locator(".certificate").first).to_contain_text("1. Platz")
    assert_readable(phone)
    keep_picture(phone, "hub-certificates", whole=True)


def test_the_referee_notes_who_is_missing_and_what_goes_elsewhere(hub, look):
    url = address(hub)
    Tables(url)
    desk = opened(look, url)
    hanna = desk.locator("#card-people li").filter(has_text="Hanna")
    tap(hanna.locator("summary"))
    hanna.get_by_label("Wer für Hanna spielt").fill("Zoe")
    tap(hanna.get_by_role("button", name="Spielt ab jetzt"))
    expect(hanna).to_contain_text("es spielt Zoe")
    match = desk.locator("#matches > li").first
    tap(match.locator("summary").first)
    expect(match.locator("details").first).to_have_attribute("open", "")
    assert_readable(desk)
    keep_picture(desk, "hub-referee-more", whole=True)
    match.get_by_label("An einen anderen Tisch").select_option("2")
    expect(desk.locator("#matches .name")).to_have_text(["Tisch 2", "Tisch 2"])
    desk.get_by_label("Ein Tisch fällt aus").select_option("1")
    tap(desk.get_by_role("button", name="Tisch 1: geht wieder"))
    expect(desk.get_by_label("Ein Tisch fällt aus")).to_be_visible()
    name = hub.desk.to_json("de")["rounds"][0]["matches"][0]["drawn"][0]
    match = (
        desk.locator("#matches > li").filter(has_text=re.compile(name)).first
    )  # a pattern: Anna is not Hanna
    tap(match.locator("summary").first)
    tap(match.get_by_role("button", name=f"{name} kommt nicht", exact=True))
    tap(match.get_by_role("button", name=f"Kampflos gegen {name}", exact=True))
    expect(desk.locator("#matches")).not_to_contain_text(name)


def test_guests_put_themselves_on_the_list_by_phone_until_the_draw(hub, look):
    url = address(hub)
    Tables(url)
    desk = at_the_desk(look, url)
    desk.get_by_label("Name des Turniers").fill("Hirschen-Pokal")
    desk.get_by_label("Was gespielt wird").select_option("groups")
    desk.get_by_label("Teilnehmer, eine Zeile für jeden Namen").fill(f"Ben\n{LONG}\nDora")
    tap(desk.locator("#open-cup"))
    tap(desk.locator("#join-open"))
    television, phone = look(f"{url}/pub", size="tv"), look(f"{url}/cup", size="phone", refusals=True)
    expect(television.locator(".code")).to_contain_text("Code scannen")
    expect(television.locator("#scene")).to_contain_text("Dora")
    ben = desk.locator("#card-people li").filter(has_text="Ben")
    tap(ben.locator("summary"))
    ben.get_by_label("Wer für Ben spielt").fill("Zoe")
    for name, said in (("Ben", "So heißt hier schon jemand"), ("Anna", "Anna ist gemeldet")):
        phone.get_by_label("Dein Name").fill(name)
        phone.get_by_role("button", name="Ich spiele mit").click()
        expect(phone.locator("#join")).to_contain_text(said)
        keep_picture(phone, f"hub-joining-phone-{name.lower()}", whole=True)
    assert_readable(phone)
    others = [look(f"{url}/cup", size="phone") for _ in range(2)]
    for other, name in zip(others, ("Emil", "Fritzi"), strict=True):
        other.get_by_label("Dein Name").fill(name)
        other.get_by_role("button", name="Ich spiele mit").click()
        expect(other.locator("#join")).to_contain_text(f"{name} ist gemeldet")
    expect(desk.locator("#asking")).to_contain_text("Anna")
    expect(ben.get_by_label("Wer für Ben spielt")).to_have_value("Zoe")
    keep_picture(desk, "hub-joining-desk", whole=True)
    tap(desk.get_by_role("button", name="Ja zu allen 3"))
    expect(desk.get_by_role("button", name="Ja, alle 3 spielen mit")).to_be_visible()
    keep_picture(desk, "hub-joining-all", whole=True)
    assert_readable(desk)
    expect(desk.locator("#asking li")).to_have_count(3)
    tap(desk.get_by_role("button", name="Ja, Anna spielt mit"))
    expect(desk.locator("#asking li")).to_have_count(2)
    tap(desk.get_by_role("button", name="Ja zu allen 2"))
    tap(desk.get_by_role("button", name="Ja, alle 2 spielen mit"))
    expect(desk.locator("#asking")).to_have_count(0)
    for name in ("Emil", "Fritzi"):
        expect(television.locator("#scene")).to_contain_text(name)
    expect(television.locator("#scene")).to_contain_text("Anna")
    expect(desk.locator("#card-standings")).to_contain_text("Anna")
    tap(ben.get_by_role("button", name="Spielt ab jetzt"))
    expect(ben).to_contain_text("es spielt Zoe")
    expect(desk.locator("#card-people")).to_contain_text("Anna")
    assert_readable(television)
    keep_picture(television, "hub-joining-tv", whole=True)
    expect(phone.locator("#join")).to_have_count(0)
    tap(desk.locator("#draw"))
    expect(desk.locator("#card-joining")).to_have_count(0)
    expect(phone.locator("#my-seat")).to_contain_text("Anna: Tisch")
    keep_picture(phone, "hub-joined-phone", whole=True)


def test_a_tie_is_named_everywhere_and_the_referee_types_who_is_ahead(hub, look):
    url = address(hub)
    tables = Tables(url)
    desk = at_the_desk(look, url, refusals=True)
    hub.desk.open(title="Stechpokal", form=KNOCKOUT, tables=2, players="\n".join(PEOPLE))
    hub.desk.act({"do": "draw"})
    for number in (1, 2):
        one, two, three, four = tables.ask(number)["task"]["players"]
        for game, order in enumerate(((one, two, three, four), (one, three, two, four)), start=1):
            sender = tables.senders[number]
            word = sender.finished(f"{number}b-{game}", ranked_result(*order), ended=9e9)
            tables.send("/api/v1/push", sender.push(word))
    task = tables.ask(1)["task"]
    assert (task["decider"], len(task["players"]), task["options"]["players_min"]) == ("match", 2, 2)
    words = " \N{EN DASH} ".join(task["players"])
    phone = look(f"{url}/cup", size="phone")
    expect(phone.locator("#cup")).to_contain_text(f"{words}: um einen Platz in der nächsten Runde")
    television = look(f"{url}/pub", size="tv")
    expect(television.locator("#scene")).to_contain_text("Stechen")
    expect(television.locator("#scene")).to_contain_text(", ".join(task["players"]))
    keep_picture(television, "hub-decider-tv", whole=True)
    expect(desk.locator("#card-deciders")).to_contain_text(words)
    keep_picture(desk, "hub-decider-desk", whole=True)
    assert_readable(desk)
    tap(desk.get_by_role("button", name=f"{task['players'][1]} ist vorn"))
    tap(desk.get_by_role("button", name=f"Ja, {task['players'][1]} hat das Stechen gewonnen"))
    expect(desk.locator("#deciders li")).to_have_count(1)
    tables.send("/api/v1/push", decided(tables, 2))
    expect(desk.locator("#card-deciders")).to_have_count(0)
    tap(desk.locator("#draw"))
    expect(desk.locator("#noted li")).to_have_count(3)
    tap(desk.locator("#noted li").nth(1).get_by_role("button"))
    tap(desk.get_by_role("button", name="Wirklich zurücknehmen"))
    expect(desk.locator(".said")).to_contain_text("Gleichauf sind")
    tap(desk.get_by_role("button", name="Trotzdem"))
    expect(desk.locator("#card-waiting")).to_contain_text("Nimm die Auslosung zurück")
    expect(desk.locator("#card-deciders")).to_contain_text(words)


def decided(tables, number):
    task = tables.ask(number)["task"]
    result = ranked_result(*reversed(task["players"]))
    return tables.senders[number].push(tables.senders[number].finished(f"{number}c-1", result, ended=9e9))


def test_a_result_is_typed_and_corrected_at_the_desk(hub, look):
    url = address(hub)
    Tables(url)
    desk = opened(look, url)
    match = desk.locator("#matches > li").first
    tap(match.locator("summary").first)
    tap(match.get_by_text("Ergebnis eintragen").first)
    players = match.get_by_label("1. Hälfte verlor").locator("option").all_inner_texts()
    match.get_by_label("1. Hälfte verlor").select_option(players[0])
    match.get_by_label("2. Hälfte verlor").select_option(players[0])
    keep_picture(desk, "hub-type-result", whole=True)
    assert_readable(desk)
    tap(match.get_by_role("button", name="Ergebnis eintragen"))
    expect(desk.locator("#noted")).to_contain_text("Ergebnis")
    assert players[0] in json.dumps(
        hub.desk.to_json("de")["rounds"][0]["matches"][0]["losers"], ensure_ascii=False
    )


def test_of_eighty_people_one_is_found_by_typing_on_a_phone(hub, look):
    url = address(hub)
    Tables(url)
    desk = at_the_desk(look, url)
    desk.set_viewport_size({"width": 390, "height": 844})
    names = "\n".join(f"Gast {number}" for number in range(1, 81))
    hub.desk.open(title="Pokal", form="groups-knockout", tables=10, players=names)
    hub.desk.act({"do": "draw"})
    people = desk.locator("#card-people li")
    expect(desk.locator("#matches > li")).to_have_count(20)
    assert desk.evaluate("document.documentElement.scrollHeight") < 10_000
    expect(people.locator("visible=true")).to_have_count(12)
    desk.locator("#find-people").fill("gast 7")
    expect(people.locator("visible=true")).to_have_count(11)
    desk.locator("#find-people").fill("")
    tap(desk.locator("#card-people").get_by_role("button", name="Alle 80 zeigen"))
    expect(people.locator("visible=true")).to_have_count(80)
    ranked = desk.locator("#card-standings .r:not(.hdr)")
    expect(ranked.locator("visible=true")).to_have_count(12)
    desk.locator("#find-standings").fill("Gast 80")
    expect(ranked.first).to_be_hidden()
    expect(ranked.filter(has_text="Gast 80").last).to_be_visible()
    keep_picture(desk, "hub-desk-80", whole=True)
    assert_readable(desk)


def test_a_list_and_a_format_are_opened_from_the_files_of_a_club(hub, look):
    """A German Excel saves Windows-1252, Notepad a byte order mark."""
    url = address(hub)
    Tables(url)
    desk = at_the_desk(look, url)
    players = "Name;Telefon\r\nJürgen Köhler;02\r\nBärbel Groß;\r\nAnna;\r\n".encode("cp1252")
    own = b'\xef\xbb\xbfbase = "groups"\r\nname = "Kneipenliga"\r\n'
    opening = desk.locator("#card-open")
    opening.get_by_label("Name des Turniers").fill("Pokal")
    opening.get_by_label("oder eine Liste aus einer Datei").set_input_files(
        {"name": "liste.csv", "mimeType": "text/csv", "buffer": players}
    )
    opening.get_by_label("oder das eigene Format aus einer Datei").set_input_files(
        {"name": "liga.toml", "mimeType": "application/toml", "buffer": own}
    )
    tap(desk.locator("#open-cup"))
    expect(desk.locator(".said")).to_contain_text("Ohne Bedeutung in der Liste: Telefon.")
    shown = hub.desk.to_json("de")
    assert shown["format"] == "Kneipenliga"
    assert [player["name"] for player in shown["players"]] == ["Jürgen Köhler", "Bärbel Groß", "Anna"]
