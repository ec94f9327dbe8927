"""`demo --cup N`: a whole tournament plays itself; with a no-show, a correction, a tie, and certificates at the end."""

from __future__ import annotations

import re
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from knobeltisch.__main__ import main
from tests.support.servers.program import Program

pytestmark = pytest.mark.long


@pytest.fixture
def demo():
    program = Program("-m", "knobeltisch", "demo", "--cup=8", "--hub-port=0", "--speed=8", "--seed=2")
    yield program
    program.kill()


def test_a_tournament_plays_itself_from_the_draw_to_the_certificate(demo):
    said = ""
    while "certificates:" not in said:
        line = demo.process.stdout.readline()
        assert line, f"{said} {demo.process.stderr.read()}"
        said += line
    for words in ("no-show: ", "correction: ", "tie: ", "round 2"):
        assert words in said
    winner = re.search(r"^1\. (\w+)$", said, re.MULTILINE)
    assert winner
    with urlopen(f"{demo.address}/certificates") as answer:
        assert winner[1] in answer.read().decode()


def test_more_people_than_there_are_names_are_refused_in_a_sentence():
    refused = CliRunner().invoke(main, ["demo", "--cup=25"])
    assert refused.exit_code == 2
    assert "25" in refused.output
