"""What Home Assistant's own code makes of the table. It wants a Python of its own (CONTRIBUTING.md)."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from tests.support.paths import ROOT
from tests.support.waiting import until

PYTHON = os.environ.get("KNOBELTISCH_HOME_ASSISTANT")
pytestmark = pytest.mark.skipif(
    PYTHON is None, reason="KNOBELTISCH_HOME_ASSISTANT names no Python that has Home Assistant"
)


class HomeAssistant:
    """A Home Assistant that keeps its memory in a folder from one start to the next."""

    def __init__(self, broker, folder):
        self.broker, self.folder = broker, folder
        folder.mkdir(exist_ok=True)

    def start(self):
        program = ROOT / "tests" / "support" / "mqtt" / "inside_home_assistant.py"
        with (self.folder / "stderr").open("a") as errors:
            self.process = subprocess.Popen(
                [PYTHON, str(program), str(self.broker.port), str(self.folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert json.loads(self.process.stdout.readline()) == "up"

    def stop(self):
        self.process.communicate()

    def entities(self):
        """Return by the end of its name what each entity shows."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        shown = json.loads(self.process.stdout.readline())
        return {name.partition("knobeltisch_table_")[2]: entity for name, entity in shown.items()}

    def shows(self, name, state):
        until(lambda: self.entities().get(name, [None])[0] == state)


@pytest.fixture
def home(broker, tmp_path):
    home = HomeAssistant(broker, tmp_path / "home")
    home.start()
    yield home
    home.stop()


ALWAYS = {"spiel", "am_zug", "frage_an_den_tisch", "kamera", "ergebnis", "temperatur"}


def test_the_table_appears_with_its_game_and_its_players(pub, publish, broker, home):
    publish(broker, warmth=lambda: 51.4)
    home.shows("temperatur", "51")
    assert set(home.entities()) == ALWAYS
    pub.start("Anna", "Jürgen {{ 1 }}", leader="Anna")
    home.shows("jurgen_1", "0")
    home.shows("spiel", "Bayerisch Chicago")
    home.shows("am_zug", "Anna")
    assert set(home.entities()) == {*ALWAYS, "anna", "jurgen_1"}
    assert home.entities()["jurgen_1"][1] == "Knobeltisch table Jürgen {{ 1 }}"


def test_a_question_and_a_result_are_shown(pub, publish, broker, home):
    publish(broker)
    pub.start("Anna", "Ben", leader="Anna")
    home.shows("frage_an_den_tisch", "off")
    pub.cup_down()
    pub.lift(1, 2)
    home.shows("frage_an_den_tisch", "on")
    pub.answer(dice=[1, 1, 1])
    home.shows("frage_an_den_tisch", "off")
    until(lambda: home.entities()["ergebnis"][2] == "game_ended")


def test_players_of_former_games_go_also_when_the_table_was_off_and_when_home_assistant_restarts(
    pub, publish, broker, home
):
    mqtt = publish(broker)
    pub.start("Anna", "Ben", leader="Anna")
    home.shows("ben", "0")
    pub.order({"do": "end"})
    pub.start("Anna", "Cem", leader="Anna")
    home.shows("cem", "0")
    assert "ben" not in home.entities()
    mqtt.stop()
    home.shows("cem", "unavailable")
    pub.order({"do": "end"})
    pub.start("Dora", "Emil", leader="Dora")
    publish(broker)
    home.shows("emil", "0")
    until(lambda: {"anna", "cem"}.isdisjoint(home.entities()))
    home.stop()
    home.start()
    home.shows("emil", "0")
    assert {"anna", "ben", "cem"}.isdisjoint(home.entities())


def test_turned_off_the_device_goes(publish, broker, home):
    mqtt = publish(broker)
    home.shows("kamera", "on")
    mqtt.stop()
    publish(broker, discovery=False)
    until(lambda: home.entities() == {})


def test_home_assistant_has_nothing_to_complain_about(pub, publish, broker, home):
    publish(broker)
    for players in (("Anna", "Ben"), ("Cem", "Dora"), ("Anna", "Dora")):
        pub.start(*players, leader=players[0])
        home.shows(players[1].lower(), "0")
        pub.throw(1, 1, 1)
        until(lambda: home.entities()["am_zug"][0] == "unknown")
    home.stop()
    said = (home.folder / "stderr").read_text()
    home.start()
    assert "homeassistant.components.mqtt" not in said, said
    assert "template" not in said.lower(), said
