"""Small files that people of the trade hand in, `../shared/cases`: what must come out of each is in its README."""

import pytest

import scorer
import tournament as t
from knobeltisch.config import load_config
from knobeltisch.errors import ConfigError
from knobeltisch.game.house_rules import house_rules
from tests.support.paths import SHARED

CASES = SHARED / "cases"
pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason="../shared/cases is not there")

KOEHLER, GROSS, ABEL = "Jürgen Köhler", "Bärbel Groß", "Anna Abel"
PLAYERS = {
    "excel-cp1252.csv": [
        (KOEHLER, "Gasthof Löwen"),
        (GROSS, "Krone"),
        (ABEL, "Krone"),
        ("Ben Braun", "Krone"),
    ],
    "excel-utf16.txt": [(KOEHLER, "Gasthof Löwen"), (GROSS, "Krone")],
    "excel-trailing.csv": [(KOEHLER, "Gasthof Löwen"), (GROSS, "Krone")],
    "title-row.csv": [(KOEHLER, "Löwen"), (ABEL, "Krone")],
    "first-last.csv": [(KOEHLER, "Löwen"), (ABEL, "Krone")],
}
HOUSES = {"bom": "", "cp1252": "", "crlf": "", "utf16": "", "smartquotes": "line 1, column 8"}
TABLES = {
    "bom": "",
    "cp1252": "",
    "backslash": "line 2, column 15",
    "colon": "line 2, column 5",
    "smart": "line 2, column 8",
}


def test_every_file_is_looked_at():
    seen = [f"players-{name}" for name in PLAYERS] + [f"house-{name}.toml" for name in HOUSES]
    seen += [f"table-{name}.toml" for name in TABLES] + ["format-bom.toml", "README.md"]
    others = {path.name for path in CASES.iterdir()} - set(seen)
    assert all(name.startswith("fixtures-") for name in others)  # in tests/league/test_commands.py


@pytest.mark.parametrize("name", PLAYERS)
def test_a_list_of_players_is_read(name):
    players = t.read_players((CASES / f"players-{name}").read_bytes())
    assert [(player.name, player.club) for player in players] == PLAYERS[name]


def test_a_format_of_a_club_is_read():
    assert t.read_format((CASES / "format-bom.toml").read_bytes()).stages == t.load_format("groups").stages


@pytest.mark.parametrize("name", HOUSES)
def test_house_rules_are_read_or_refused_with_the_place(name):
    path = CASES / f"house-{name}.toml"
    if HOUSES[name]:
        with pytest.raises(scorer.BadVariant, match=HOUSES[name]):
            house_rules(path)
    else:
        assert house_rules(path).name == "bavarian"


@pytest.mark.parametrize("name", TABLES)
def test_a_configuration_is_read_or_refused_with_the_place(name):
    path = CASES / f"table-{name}.toml"
    if TABLES[name]:
        with pytest.raises(ConfigError, match=TABLES[name]):
            load_config(path, environ={})
    else:
        assert load_config(path, environ={}).page.port == 8352 or name == "cp1252"
