"""docs/league.md taken at its word: its commands in their order, what pubs send, and every address, on a league with nobody in it."""

from __future__ import annotations

import json
import re
import shlex

import pytest

from tests.support.programs import load_psycopg

load_psycopg()

from click.testing import CliRunner

from knobeltisch.__main__ import main
from tests.support.paths import ROOT

TEXT = (ROOT / "docs" / "league.md").read_text(encoding="utf-8")
STEPS = TEXT[TEXT.index("1. **Install.**") : TEXT.index("### When a result stands")]
PUBS = ("Zum Anker", "Goldener Krug")


def step(title):
    """The text of a numbered step."""
    return STEPS.split(f"**{title}", 1)[1].split("\n1", 1)[0]


def typed(conninfo, line, **instead):
    """Type a command of the guide, with a value in place of each of its words in capitals; return what it prints."""
    for word, value in instead.items():
        line = line.replace(word, value)
    words = [word for word in shlex.split(line) if word != "..."]
    done = CliRunner().invoke(main, [*words[words.index("league") :], f"--database={conninfo}"])
    assert done.exit_code == 0, f"{line}: {done.output}"
    return done.output.strip()


def command(title, name):
    """The first command of a step that is called so."""
    found = re.search(rf"`(?:knobeltisch )?(league {name}[^`]*)`", step(title))
    assert found, (title, name)
    return found[1]


def register(league, conninfo, name):
    code = typed(conninfo, command("Invite pubs.", "invite").replace(PUBS[0], name))
    (body, path) = re.search(
        r"-d '([^']+)'.*?https://league\.example\.org(/[\w/]+)", step("Invite pubs."), re.DOTALL
    ).groups()
    form = json.loads(body.replace("CODE", code).replace(PUBS[0], name))
    answer = league.page.post(path, json=form)
    assert answer.status_code == 200, answer.text
    league.keys[name] = answer.json["key"]


@pytest.fixture
def season(league, conninfo):
    """Two pubs and a division, by the guide's own lines."""
    for name in PUBS:
        register(league, conninfo, name)
    assert typed(conninfo, command("Make divisions.", "division")).endswith("/d/1")
    typed(conninfo, command("Make divisions.", "move"), FIXTURE="1")
    league.renderer.once()
    return league


def test_a_pub_lists_its_people_and_its_captain_comes_to_his_page(season, conninfo):
    method, path, body = re.search(r"`(PUT) (/[\w/]+)` with `([^`]+)`", step("Lists.")).groups()
    assert season.ask(method, path, PUBS[0], json=json.loads(body)).status_code == 200
    asked = re.search(r"`GET (/[\w/]+)`", step("Lists."))[1]
    assert [player["name"] for player in season.ask("GET", asked, PUBS[0]).json["players"]] == ["Anna"]
    assert typed(conninfo, command("Captains.", "captain"))
    for path in re.findall(r"`(/club[\w/]*)`", step("Captains.")):
        assert season.page.get(path).status_code in (200, 302, 303), path


def test_each_address_of_the_guide_answers(season):
    rows = re.findall(r"^\| (`/.+?) \|", STEPS, re.MULTILINE)
    found = [path for row in rows for path in re.findall(r"`([^`]+)`", row)]
    paths = [f"/d/1{path}" if path.startswith(".") else path for path in found]
    assert {"/", "/en/d/1", "/d/1.csv", "/d/1.ics", "/d/1/t/2", "/federation", "/metrics"} <= set(paths)
    closed = {path for path in paths if season.page.get(path).status_code != 200}
    assert closed == set()
    assert season.page.get("/f/2").status_code == 404, "a match of which there is nothing to tell has no page"


def test_what_else_a_federation_types_is_carried_out(season, conninfo, tmp_path):
    assert typed(conninfo, command("The forms.", "door"))
    assert typed(conninfo, command("Invite pubs.", "key"), NAME=PUBS[1].replace(" ", r"\ "))
    assert "barred" in typed(conninfo, command("Invite pubs.", "bar"), NAME=PUBS[1].replace(" ", r"\ "))
    assert typed(conninfo, command("Keys of hubs.", "keys")) == ""
    copy = tmp_path / "league.dump"
    backup = re.search(r"`knobeltisch (league backup FILE)`", TEXT)[1]
    assert str(copy) in typed(conninfo, backup, FILE=str(copy))
    assert copy.stat().st_size > 0
