"""A tap is read once and applied once: nothing is checked by a trial, nor read back from what was written."""

from __future__ import annotations

import json
import threading
from collections import Counter

import pytest

from knobeltisch.game import events
from knobeltisch.game.evening import Evening
from knobeltisch.status import Device
from knobeltisch.storage.journal import open_journal
from knobeltisch.table.table import Table
from knobeltisch.table.table_files import TableFiles

START = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}
THROW = {"do": "act", "act": {"act": "throw", "dice": [1, 2, 4]}}
PASS = {"do": "act", "act": {"act": "pass"}}
COUNTED = {code.__code__: code.__name__ for code in (Evening.after, events.fact_of, json.loads)}


@pytest.fixture
def journal(tmp_path):
    journal = open_journal(tmp_path / "journal.sqlite")
    yield journal
    journal.close()


@pytest.fixture
def calls(journal):
    """The table plays three taps; yields how often its thread called each counted function."""
    counts: Counter[str] = Counter()

    def count(frame, event, _argument):
        if event == "call" and frame.f_code in COUNTED:
            counts[COUNTED[frame.f_code]] += 1

    threading.setprofile(count)
    table = Table(files=TableFiles(journal=journal), clock=lambda: 1.7e9, camera=Device(status="absent"))
    table.start()
    for command in (START, THROW, PASS):
        assert table.commands.send(command) == {"ok": True}
    table.stop()
    threading.setprofile(None)  # not before: a thread that has started may not have read it yet
    counts["heads"] = journal.head
    return counts


def test_an_act_is_applied_once_and_never_read_back(calls):
    assert calls == {"after": 3, "heads": 3}
