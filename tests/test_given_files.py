"""Small files that people of the trade hand in, `../shared/cases`: its README says what must come out of each."""

import pytest

import scorer
import tournament as t
from knobeltisch.commands.games.show_rules import house_rules
from knobeltisch.config import load_config
from knobeltisch.errors import ConfigError
from tests.support.paths import SHARED

CASES = SHARED / "cases"
pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason="../shared/cases is not there")
PLAYERS = {
    "excel-cp1252.csv": "Jürgen Köhler, Gasthof Löwen; Bärbel Groß, Krone; Anna Abel, Krone; Ben Braun, Krone",
    "excel-utf16.txt": "Jürgen Köhler, Gasthof Löwen; Bärbel Groß, Krone",
    "excel-trailing.csv": "Jürgen Köhler, Gasthof Löwen; Bärbel Groß, Krone",
    "title-row.csv": "Jürgen Köhler, Löwen; Anna Abel, Krone",
    "first-last.csv": "Jürgen Köhler, Löwen; Anna Abel, Krone",
}
PLACES = {
    "house-smartquotes.toml": "line 1, column 8",
    "table-backslash.toml": "line 2, column 15",
    "table-colon.toml": "line 2, column 5",
    "table-smart.toml": "line 2, column 8",
}


@pytest.mark.parametrize("name", PLAYERS)
def test_a_list_of_players_is_read(name):
    players = t.read_player_list((CASES / f"players-{name}").read_bytes())[0]
    assert "; ".join(f"{player.name}, {player.club}" for player in players) == PLAYERS[name]


def test_a_format_of_a_club_is_read():
    assert t.read_format((CASES / "format-bom.toml").read_bytes()).stages == t.load_format("groups").stages


@pytest.mark.parametrize("path", [*CASES.glob("house-*"), *CASES.glob("table-*")], ids=lambda path: path.name)
def test_rules_and_configurations_are_read_or_refused_with_the_place(path):
    try:
        found = house_rules(path) if path.name.startswith("house") else load_config(path, environ={})
    except (scorer.BadVariant, ConfigError) as refused:
        assert PLACES[path.name] in str(refused)  # noqa: PT017 - both ways are right
    else:
        assert path.name not in PLACES
        assert getattr(found, "name", "bavarian") == "bavarian"
