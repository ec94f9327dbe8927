"""A short sample of `benchmarks/demo_monkey.py`: random taps on the live demo's page."""

from __future__ import annotations

import sys
from importlib import util
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.paths import BENCHMARKS


@pytest.fixture
def monkey(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    spec = util.spec_from_file_location("demo_monkey", BENCHMARKS / "demo_monkey.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "demo_monkey", module)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_the_demo_lives_through_random_taps_and_its_journal_is_accounted_for(
    chromium: Browser, tmp_path: Path, monkey: Any
) -> None:
    run = monkey.play(chromium, 7, 1.0, 8.0, tmp_path)
    assert run.wrong == []
    assert run.taps > 20
    assert run.entries > 0
