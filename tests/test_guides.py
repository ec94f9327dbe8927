"""The guides: what they quote from the page stands on the page, and what they tell to write into a file is taken."""

import json
import re
from textwrap import dedent

import pytest

from knobeltisch.config import load_config
from knobeltisch.hub.hub_config import load_hub_config
from tests.support.paths import ROOT

GUIDES = (
    "landlord.md",
    "maker.md",
    "wiring.md",
    "care.md",
    "network.md",
    "overlay-root.md",
    "configuration.md",
    "cup.md",
)


def text_of(guide):
    return (ROOT / "docs" / guide).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def words():
    """Everything that the German page can say."""
    files = sorted((ROOT / "web" / "static" / "i18n" / "de").glob("*.json"))
    return [str(word) for file in files for word in json.loads(file.read_text(encoding="utf-8")).values()]


@pytest.mark.parametrize("guide", ["landlord.md", "maker.md", "network.md"])
def test_a_guide_names_buttons_as_the_page_does(guide, words):
    named = re.findall(r"(?<!\*)\*([A-ZÄÖÜ][^*\n]*)\*(?!\*)", text_of(guide))
    assert named
    assert [name for name in named if name not in words] == []


def test_the_landlords_page_quotes_what_the_table_says(words):
    quoted = re.findall(r"„([^“]+)“", text_of("landlord.md"))
    assert quoted
    assert [quote for quote in quoted if not any(quote in word for word in words)] == []


@pytest.mark.parametrize("guide", [guide for guide in GUIDES if "```toml" in text_of(guide)])
def test_a_file_of_settings_in_a_guide_is_taken_as_it_stands(guide, tmp_path):
    for place, example in enumerate(re.findall(r"```toml\n(.+?)```", text_of(guide), re.DOTALL)):
        file = tmp_path / f"{place}.toml"
        file.write_text(dedent(example), encoding="utf-8")
        load_config(file, environ={})


def test_the_hubs_file_of_settings_is_taken_as_it_stands(tmp_path):
    (example,) = re.findall(r"```toml\n(.+?)```", text_of("two-tables.md"), re.DOTALL)
    file = tmp_path / "hub.toml"
    file.write_text(dedent(example), encoding="utf-8")
    assert load_hub_config(file, environ={}).mqtt.host == "192.168.178.5"


def command_of(unit):
    """What a unit starts, as words; the last ExecStart counts."""
    return re.findall(r"^ExecStart=((?:.*\\\n)*.*)$", unit, re.MULTILINE)[-1].replace("\\\n", " ").split()


def test_the_screen_to_play_on_is_started_like_the_one_to_look_at_but_remembers():
    unit = (ROOT / "systemd" / "knobeltisch-kiosk.service").read_text(encoding="utf-8")
    assert command_of(text_of("network.md")) == [word for word in command_of(unit) if word != "--incognito"]
