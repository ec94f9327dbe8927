"""The house game of CONTRIBUTING.md: what stands there is a game, and the demo plays it."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.support.paths import ROOT

BLOCK = re.compile(r"```\w+\n# (scorer/games/rosi/\S+)\n(.*?)```", re.DOTALL)
PLAY = """
import random, scorer
from knobeltisch.simulated_players.players import choose_act
from scorer.missing import describe_missing_parts
print(*describe_missing_parts())
state, chance = scorer.new_game(scorer.load_variant("rosi"), ("Anna", "Ben", "Cem")), random.Random(1)
while state.stage != "over":
    act = choose_act(state, chance)
    dice = tuple(sorted(chance.choices(range(1, 7), k=scorer.dice_expected(state))))
    state = scorer.apply(state, act or scorer.throw_act(state, dice))
    assert not state.held and state.made <= 1
print(state.loser)
"""


@pytest.fixture
def rosi(tmp_path):
    """Build the game beside the others, and return a command's environment that finds it."""
    shutil.copytree(ROOT / "scorer", tmp_path / "scorer", ignore=shutil.ignore_patterns("__pycache__"))
    blocks = BLOCK.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    for name, text in blocks:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (code,) = (text for name, text in blocks if name.endswith(".py"))
    assert len([line for line in code.splitlines() if line]) <= 12
    families = tmp_path / "scorer" / "games" / "families.py"
    listed = families.read_text(encoding="utf-8").replace("GAMES: Final = (", 'GAMES: Final = (\n    "rosi",')
    families.write_text(listed, encoding="utf-8")
    return {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}


def run(*args, env, cwd):
    return subprocess.run(
        [sys.executable, *args], env=env, cwd=cwd, check=True, capture_output=True, text=True
    )


def test_a_house_game_of_twelve_lines_is_played_to_its_end(rosi, tmp_path):
    said = run("-c", PLAY, env=rosi, cwd=tmp_path).stdout.splitlines()
    assert said[0] == "rosi has no rules in words, no lesson, no name in German for rosi."
    assert said[1] in {"Anna", "Ben", "Cem"}


@pytest.mark.long
def test_the_demo_plays_it_without_a_difference(rosi, tmp_path):
    demo = ("demo", "--headless", "--variant", "rosi", "--players", "2", "--seed", "2", "--port", "0")
    said = run("-m", "knobeltisch", *demo, env=rosi, cwd=tmp_path)
    assert "1 game, 0 differences" in said.stdout
