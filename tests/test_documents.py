"""What the documents say of commands, keys, pins and rules is what the program has; script/lint holds their links and names."""

import re

import pytest

from knobeltisch.__main__ import main
from knobeltisch.config import Config
from knobeltisch.game.evening import Evening
from knobeltisch.hub.hub_config import HubConfig
from knobeltisch.referee.referee import Referee
from knobeltisch.status import Device
from knobeltisch.table.snapshot import content, describe_game
from scorer import VARIANTS, BadVariant, differences, load_house, load_variant, options_of
from scorer.rules import YES_NO
from tests.support.pages import pictures
from tests.support.paths import ROOT


def test_the_page_of_commands_has_every_command():
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert [name for name in main.commands if f"`{name}" not in text] == []


def test_the_configuration_page_names_every_key():
    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    for section in Config.__slots__:
        keys = [key.rstrip("_") for key in type(getattr(Config(), section)).__slots__]
        assert [f"{section}.{key}" for key in keys if f"`{section}.{key}`" not in text] == []


def test_the_configuration_page_names_every_key_of_a_hub():
    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8").split("## A hub")[1]
    for section in HubConfig.__slots__:
        keys = type(getattr(HubConfig(), section)).__slots__
        assert [f"{section}.{key}" for key in keys if f"`{section}.{key}`" not in text] == []


def in_house_file(value):
    """A value as the page writes it; of free texts it says what they may be."""
    match value:
        case str():
            return f'`"{value}"`'
        case tuple():
            return f'`"{value[-1]}"`' if value else "`[]`"
        case _:
            return str(value)


@pytest.mark.parametrize(
    ("variant", "heading"),
    [
        ("drinking", "Options of `base`"),
        ("schocken", "Options of `schocken`"),
        ("poker", "Options of `poker`"),
    ],
)
def test_the_house_rules_page_names_every_option_and_value(variant, heading):
    text = (ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8")
    section = text.split(f"## {heading}")[1].split("\n## ")[0]
    options = options_of(variant)
    others = {option for preset in VARIANTS for option in options_of(preset)} - options.keys()
    named = re.findall(r"`(\w+)`", section)
    assert [option for option in options if option not in named] == []
    assert [option for option in named if option in others] == []
    for option, values in options.items():
        if values == YES_NO:
            continue
        (row,) = (line for line in section.splitlines() if line.startswith("- ") and f"`{option}`" in line)
        many = isinstance(values[0], int)
        said = [f"{values[0]} to {values[-1]}"] if many else [in_house_file(value) for value in values]
        assert [value for value in said if value not in row] == [], option


def test_the_house_rules_page_shows_a_file_that_is_played_and_others_that_are_refused():
    text = (ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml anchor.toml\n(.+?)```", text, re.DOTALL)
    assert len(differences(load_variant("bavarian"), load_house(example))) == 3
    refused = re.findall(r"^\| (`.+?) \| .+ \|$", text.split("## What is refused")[1], re.MULTILINE)
    assert len(refused) == 5
    for cell in refused:
        with pytest.raises(BadVariant):
            load_house("\n".join(re.findall(r"`(.+?)`", cell)))


def test_the_board_page_names_every_key_of_a_snapshot():
    text = (ROOT / "docs" / "board-json.md").read_text(encoding="utf-8")
    nobody = Device(status="absent")
    shown = content(
        game=describe_game(Evening()),
        head=0,
        referee=Referee(),
        camera=nobody,
        panel=nobody,
        scene=None,
        notice=None,
    )
    assert [key for key in ("version", "boot", *shown) if f"`{key}`" not in text] == []


def test_every_picture_of_the_page_is_younger_than_what_it_shows():
    shown = {file.name: file.read_bytes() for file in pictures.SHOWN.glob("*.png")}
    taken = {
        name: png for name, png in shown.items() if not name.startswith("league")
    }  # no journey takes these
    if not any(pictures.NOTE.search(png) for png in taken.values()):
        pytest.skip(
            "no picture has its note; KNOBELTISCH_SCREENS=docs/screens .venv/bin/pytest tests/journeys"
        )
    assert [name for name, png in taken.items() if not pictures.is_younger(png)] == []
