"""The guides: what they quote from the page stands on the page, and each file that they ask for is accepted."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import click
import pytest

from knobeltisch.__main__ import main
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
    "league.md",
)
PAGES = sorted(page.name for page in (ROOT / "docs").glob("*.md"))
FENCED = re.compile(r"^ *```([^\n]*)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
DATA = {"json", "toml", "yaml", "mermaid", "ini", "text", "csv", "{eval-rst}"}
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "benchmarks/README.md", *(f"docs/{page}" for page in PAGES)]
COMMAND = re.compile(r"(?:[\w./ -]*[/ ])?knobeltisch ([a-z].*)|((?:hub|league) [a-z].*)")
"""A line of a terminal, with what stands before it; or a command that a page has named in full before."""


def text_of(guide):
    return (ROOT / "docs" / guide).read_text(encoding="utf-8")


def words_of_the_page(language):
    files = sorted((ROOT / "web" / "static" / "i18n" / language).glob("*.json"))
    return [str(word) for file in files for word in json.loads(file.read_text(encoding="utf-8")).values()]


@pytest.mark.parametrize(
    ("guide", "language"),
    [
        ("landlord.md", "de"),
        ("maker.md", "en"),
        ("start.md", "en"),
        ("care.md", "en"),
        ("network.md", "en"),
        ("page.md", "en"),
    ],
)
def test_a_guide_names_buttons_as_the_page_does_in_its_readers_language(guide, language):
    words = words_of_the_page(language)
    named = re.findall(r"(?<!\*)\*([A-ZÄÖÜ][^*\n]*)\*(?!\*)", text_of(guide))
    assert named
    assert [name for name in named if name not in words] == []


def test_the_landlords_page_quotes_what_the_table_says():
    words = words_of_the_page("de")
    quoted = re.findall(r"„([^“]+)“", text_of("landlord.md"))
    assert quoted
    assert [quote for quote in quoted if not any(quote in word for word in words)] == []


@pytest.mark.parametrize("guide", [guide for guide in GUIDES if "```toml" in text_of(guide)])
def test_a_file_of_settings_in_a_guide_is_taken_as_it_stands(guide, tmp_path):
    for place, example in enumerate(
        block for kind, block in FENCED.findall(text_of(guide)) if kind == "toml"
    ):
        file = tmp_path / f"{place}.toml"
        file.write_text(dedent(example), encoding="utf-8")
        load_config(file, environ={})


def test_the_files_of_a_hub_and_of_one_that_reports_to_a_league_are_taken_as_they_stand(tmp_path):
    file = tmp_path / "hub.toml"
    (example,) = re.findall(r"```toml\n(.+?)```", text_of("two-tables.md"), re.DOTALL)
    file.write_text(dedent(example), encoding="utf-8")
    assert len(load_hub_config(file, environ={}).hall.tables) == 2
    (example,) = re.findall(r"In the hub's own file:\n\n *```toml\n(.+?)```", text_of("league.md"), re.DOTALL)
    file.write_text(dedent(example), encoding="utf-8")
    assert load_hub_config(file, environ={}).league.url == "https://league.example.org"


def lines_to_type(page):
    """The calls of our own command on a page, in blocks and in the middle of sentences; without the command's name."""
    text = text_of(page)
    blocks = "\n".join(block for _, block in FENCED.findall(text)).replace("\\\n", " ").splitlines()
    typed = (
        COMMAND.fullmatch(line.split(" #")[0].strip())
        for line in (*blocks, *re.findall(r"`([^`]+)`", FENCED.sub("", text)))
    )
    return [found[1] or found[2] for found in typed if found]


@pytest.mark.parametrize("page", ["start.md", "maker.md", "care.md", "landlord.md"])
def test_who_builds_runs_or_cares_for_a_table_from_a_card_types_no_command(page):
    assert [line for line in lines_to_type(page) if line] == []
    assert re.findall(r"\bsudo .*|\bsystemctl .*|\bscp .*", text_of(page)) == []


def wrong_in(line):
    """Return the parts of a line that the command does not know: commands or options."""
    command, words = main, shlex.split(line)
    while words and isinstance(command, click.Group) and not words[0].startswith("-"):
        if words[0] == "...":
            return None
        if words[0] not in command.commands:
            return words[0]
        command = command.commands[words.pop(0)]
    known = {
        "--help",
        *(name for option in command.params for name in (*option.opts, *option.secondary_opts)),
    }
    return next((word for word in words if word.startswith("--") and word.split("=")[0] not in known), None)


def test_what_a_page_tells_to_type_is_a_command_with_these_options():
    lines = [(page, line) for page in PAGES for line in lines_to_type(page)]
    assert [(page, line, wrong) for page, line in lines if (wrong := wrong_in(line))] == []


def test_the_commands_of_a_federation_are_among_those_that_are_looked_at():
    named = {line.split()[1] for line in lines_to_type("league.md") if line.startswith("league ")}
    assert {"pub", "pubs", "division", "import", "move"} <= named
    assert wrong_in("league invitation") == "invitation"
    assert wrong_in("league division x --month 2") == "--month"


def blocks_of(document):
    return FENCED.findall((ROOT / document).read_text(encoding="utf-8"))


@pytest.mark.long
@pytest.mark.parametrize("document", [name for name in DOCUMENTS if ("sh runs" in dict(blocks_of(name)))])
def test_what_a_document_says_can_be_run_runs(document, tmp_path):
    """Each line by itself, in a folder with the files that the document shows under a name; `exits N` says another end than 0."""
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    for kind, block in blocks_of(document):
        if kind == "sh runs":
            for line in block.splitlines():
                done = subprocess.run(
                    ["bash", "-c", line],
                    cwd=tmp_path,
                    env=env,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                    check=False,
                )
                said = re.search(r"exits (\d)", line)
                assert done.returncode == (int(said[1]) if said else 0), f"{line}\n{done.stdout}{done.stderr}"
        elif " " in kind and kind.split(" ")[0] in DATA:
            (tmp_path / kind.split(" ")[1]).write_text(block, encoding="utf-8")


def command_of(unit):
    """What a unit starts, as words; the last ExecStart counts."""
    return re.findall(r"^ExecStart=((?:.*\\\n)*.*)$", unit, re.MULTILINE)[-1].replace("\\\n", " ").split()


def test_the_screen_to_play_on_is_started_like_the_one_to_look_at_but_remembers():
    unit = (ROOT / "systemd" / "knobeltisch-kiosk.service").read_text(encoding="utf-8")
    assert command_of(text_of("network.md")) == [word for word in command_of(unit) if word != "--incognito"]
