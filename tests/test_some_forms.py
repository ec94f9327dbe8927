"""`--some`: of what is tried at many sizes and places, a run of all tests tries a part, chosen by its seed."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.support.paths import ROOT
from tests.support.seeds import third_of

MANY = "tests/journeys/every_page/test_every_size.py"
"""Ten sizes, of which three are tried."""


def chosen(*options, seed):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *options, MANY],
        cwd=ROOT,
        env=os.environ | {"KNOBELTISCH_SEED": str(seed)},
        capture_output=True,
        text=True,
        check=False,
    )
    return {line for line in done.stdout.splitlines() if "::" in line}


def test_a_part_is_chosen_by_the_seed_and_all_are_tried_without_the_option():
    every, first, other = chosen(seed=1), chosen("--some", seed=1), chosen("--some", seed=2)
    assert (len(every), len(first), len(other)) == (10, 3, 3)
    assert first < every > other
    assert first != other


def test_a_third_of_the_boards_is_chosen_by_the_seed_in_its_order_and_never_nothing(monkeypatch):
    drawn = [*range(100)]
    thirds = []
    for seed in range(30):
        monkeypatch.setenv("KNOBELTISCH_SEED", str(seed))
        thirds.append(third_of(drawn, "a test"))
        assert thirds[-1] == sorted(third_of(drawn, "a test"))
        assert third_of([7], "a test") == [7]
    assert {len(third) for third in thirds} == {34}
    assert set().union(*thirds) == {*drawn}
