import os
import subprocess
import sys

import pytest

from tests.shake import FULL, LONGEST_PAUSE_S, Pauses
from tests.support.paths import ROOT

CALLS = 2000


@pytest.mark.parametrize(("module", "pauses"), [("knobeltisch.table.table", True), ("paho.client", False)])
def test_only_the_product_pauses_and_a_test_with_many_hand_overs_ever_less_often(monkeypatch, module, pauses):
    slept = []
    monkeypatch.setattr("tests.shake.time.sleep", slept.append)
    caller = {"__name__": module, "hand_over": Pauses().before(lambda: None)}
    exec(f"for _ in range({CALLS}): hand_over()", caller)
    assert (FULL < len(slept) < CALLS / 5) if pauses else not slept
    assert all(0 <= pause <= LONGEST_PAUSE_S for pause in slept)


def test_a_seed_repeats_its_order_and_another_has_another():
    def order(seed):
        words = [
            "-m",
            "pytest",
            "-p",
            "tests.shake",
            "-qq",
            "--collect-only",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
        ]
        env = {**os.environ, "KNOBELTISCH_SHAKE": seed}
        paths = ["tests/lint/test_rules.py", "tests/test_shake.py"]
        done = subprocess.run(
            [sys.executable, *words, *paths], cwd=ROOT, env=env, capture_output=True, check=True
        )
        return done.stdout.split(b"\n")

    assert order("1") == order("1") != order("2")
