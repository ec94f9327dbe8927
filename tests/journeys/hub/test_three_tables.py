"""A whole small tournament, from the draw to the certificate: a hub and three tables, each a program of its own, one killed in mid-game."""

import json
import random
import re
from contextlib import suppress
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

import scorer
from tests.journeys.hub.desk import KEY, tap, unlock
from tests.support.evenings.visitor import Visitor, run_hub, run_table
from tests.support.games.random_games import some_act
from tests.support.seeds import chosen_seed
from tests.support.servers.ports import free_port
from tests.support.waiting import until

pytestmark = pytest.mark.long
SEED = chosen_seed()
PEOPLE = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fritzi", "Georg", "Hanna", "Ida")
SHORT = 'base = "groups-knockout"\nties = ["direct", "lost_games", "three_ones", "lot"]\n[house]\nfinal = false\n[[stages]]\nkind = "groups"\nsize = 3\ngames = 1\nadvance = 1\n[[stages]]\nkind = "knockout"\ngames = 1\nadvance = 2\n'
"""Three groups of three, then a final of those who won them."""
MANY_ONES = (20, 1, 1, 1, 1, 1)
"""How often the faces 1 to 6 come: three ones end a half, and a game is over after some dozen acts."""


class RealTable:
    """A table as `knobeltisch run` opens it, and somebody who types what is thrown there."""

    def __init__(self, folder, hub):
        self.journal, self.port, self.hub = folder / "journal.sqlite", free_port(), hub
        folder.mkdir()
        self.open()
        self.state = None

    def open(self):
        environment = {"HUB_URL": self.hub, "HUB_KEY": KEY, "HUB_NAMES": "always"}
        self.program = run_table(self.journal, port=self.port, more=environment)
        self.visitor = Visitor(self.program.address)

    def pull_the_plug(self):
        self.program.kill()
        self.open()

    @property
    def playing(self):
        shown = self.visitor.look()["state"]
        return shown is not None and shown["stage"] != "over"

    def begin(self):
        shown = self.visitor.look()
        rules = scorer.with_options(shown["variant"], shown["rules"])
        self.state = scorer.new_game(rules, shown["state"]["players"])
        assert self.same()

    def same(self):
        """Whether the table shows what was typed there, no more and no less."""
        return self.visitor.look()["state"] == json.loads(json.dumps(scorer.state_to_json(self.state)))

    def play(self, chance):
        """Type acts until the game is over."""
        while self.state.stage != "over":
            self._type(*self._next(chance))

    def play_on(self, chance, most):
        """Type so many acts, and never the one that ends the game."""
        for _ in range(most):
            act, after = self._next(chance)
            if after.stage == "over":
                return
            self._type(act, after)

    def _next(self, chance):
        """Return an act that the rules allow now, and the state after it."""
        while True:
            act = some_act(self.state, chance, MANY_ONES)
            if act.NAME in ("leave", "join", "off_board"):
                continue
            with suppress(scorer.Refused):
                return act, scorer.apply(self.state, act)

    def _type(self, act, after):
        self.visitor.send({"do": "act", "act": scorer.act_to_json(act)})
        self.state = after


@pytest.fixture
def hub(tmp_path):
    program = run_hub(tmp_path / "hub", {"HALL_KEY": KEY})
    yield program.address
    program.kill()


@pytest.fixture
def tables(hub, tmp_path):
    opened = [RealTable(tmp_path / f"table{number}", hub) for number in (1, 2, 3)]
    yield opened
    for table in opened:
        table.program.kill()


def asked(hub, path):
    with urlopen(f"{hub}{path}") as answer:
        return answer.read().decode()


def tournament(hub):
    return json.loads(asked(hub, "/api/cup"))["cup"]


def opened(look, hub):
    """The landlord writes the PIN down, opens the tournament for all tables that are there, and draws."""
    desk = look(f"{hub}/")
    unlock(desk, tables=3)
    tap(desk.locator("#to-desk"))
    desk.get_by_label("Name des Turniers").fill("Hirschen-Pokal")
    form = desk.get_by_label("Was gespielt wird")
    form.evaluate("(list, own) => list.append(new Option('kurz', own))", SHORT)
    form.select_option("kurz")
    desk.get_by_label("Tische", exact=True).fill("3")
    desk.get_by_label("Teilnehmer, eine Zeile für jeden Namen").fill("\n".join(PEOPLE))
    tap(desk.locator("#open-cup"))
    tap(desk.locator("#draw"))
    return desk


def test_a_tournament_from_the_draw_to_the_certificate_though_a_table_is_killed(hub, tables, look, tmp_path):
    chance = random.Random(SEED)
    desk = opened(look, hub)
    phone, television = look(f"{hub}/cup", size="phone"), look(f"{hub}/pub", size="tv")
    phone.get_by_label("Wer bist du?").select_option("Anna")
    expect(phone.locator("#my-seat")).to_have_text(re.compile("Anna: Tisch [123], Runde 1"))

    until(lambda: all(table.playing for table in tables))
    for table in tables:
        table.begin()
    assert sorted(name for table in tables for name in table.state.players) == sorted(PEOPLE)
    killed = chance.choice(tables)
    killed.play_on(chance, most=chance.randrange(1, 12))
    assert killed.playing, SEED
    killed.pull_the_plug()
    assert killed.same(), SEED
    for table in tables:
        table.play(chance)
        assert table.same(), SEED
    expect(television.locator("#top")).to_contain_text("3 von 3")
    lost = {match["table"]: match["losers"] for match in tournament(hub)["rounds"][0]["matches"]}
    assert lost == {number: [table.state.loser] for number, table in enumerate(tables, start=1)}, SEED

    tap(desk.locator("#draw"))
    expect(television.locator("#top")).to_contain_text("Runde 2")
    (final,) = tournament(hub)["rounds"][-1]["matches"]
    last = tables[final["table"] - 1]
    until(lambda: last.visitor.look()["match"] and last.visitor.look()["match"]["round"] == 2)
    match = last.visitor.look()["match"]
    start = {"players": match["players"], "variant": match["variant"], "leader": None}
    # By hand: nobody waits to look at the last game.
    last.visitor.send({"do": "start", **start, "options": {"final": False}})
    last.begin()
    last.play(chance)
    until(lambda: tournament(hub)["rounds"][-1]["matches"][0]["losers"] == [last.state.loser])

    tap(desk.get_by_role("button", name="Turnier beenden"))
    tap(desk.get_by_role("button", name="Wirklich beenden"))
    expect(television.locator("#top")).to_contain_text("zu Ende")
    for number in (1, 2):
        report = json.loads(asked(hub, f"/report/{number}.json"))["report"]
        assert report["lines"][0]["round"] == number
    tap(phone.get_by_role("link", name="Urkunden"))
    expect(phone.locator(".certificate").first).to_contain_text("1. Platz")
    first = phone.locator(".certificate").first.inner_text()
    assert any(name in first for name in match["players"] if name != last.state.loser)
