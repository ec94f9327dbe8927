"""Each benchmark still runs: with `--tiny` it does all that it does at length, in some seconds."""

import shutil
import subprocess
import sys

import pytest

from tests.support.paths import ROOT
from tests.support.programs import not_installed
from tests.support.waiting import LONGEST_S

pytestmark = pytest.mark.long

BENCHMARKS = [
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
    for path in sorted((ROOT / "benchmarks").glob("*/*.py"))
    if path.parent.name != "support"
]
PICTURES = {"eye.limits", "eye.photographs", "watching.handheld"}
PAGES = {"page.weight", "robustness.crowd", "table.phone_eye"}
MORE = {"eye.no_dice": ("--kind", "keyboards"), "training.leaning": ("--part", "0.01")}
"""tests/vision/still/test_reader.py reads a picture of every kind."""
OTHERWISE = {
    "benchmarks.page.round_picture": "writes the README's picture",
    "benchmarks.league.sunday": "tests/league runs its parts",
    "benchmarks.robustness.kills": "tests/league runs its parts",
    "benchmarks.watching.doors": "minutes of films; tests/vision/stream/test_three_doors.py plays the same",
    "benchmarks.robustness.power_cuts": "tests/knobeltisch/storage/test_power_cuts.py cuts at fewer places",
}


@pytest.mark.parametrize("name", [name for name in BENCHMARKS if name not in OTHERWISE])
def test_a_benchmark_runs(name):
    short = name.removeprefix("benchmarks.")
    if short in PICTURES and not (ROOT.parent / "shared" / "dice").is_dir():
        pytest.skip("the photographs of ../shared are not here")
    if short in PAGES and not any(map(shutil.which, ("chromium-headless-shell", "chromium"))):
        pytest.skip(not_installed("chromium-headless-shell"))
    if short == "table.hall" and shutil.which("mosquitto", path="/usr/sbin:/usr/bin") is None:
        pytest.skip(not_installed("mosquitto"))
    command = [sys.executable, "-m", name, "--tiny", *MORE.get(short, ())]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=5 * LONGEST_S, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Measured 20" in done.stdout
