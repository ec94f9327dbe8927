import contextlib
import json
import re
import sqlite3
from pathlib import Path

import pytest

import tournament as t
from knobeltisch.hub.hall_file import KEPT_IN
from knobeltisch.hub.open_hall import open_hall
from scorer.json_forms.codec import from_json, to_json
from scorer.json_forms.text import to_canonical

WRITTEN = (Path(__file__).parent / "last_version/hall.sql").read_text(encoding="utf-8")
LAST_ENTRIES = {"cup-80": 3, "free-evening": 8, "pairs": 13, "own": 17}
"""The last entry of each tournament in the file, by the name of its format."""
STANDINGS = {
    "cup-80": "P1 2, P2 2, P5 2, P7 -2, P3 0, P4 0, P6 0",
    "free-evening": "P1 0, P3 0, P4 0, P2 3",
    "pairs": "P1 0, P2 0, P4 0, P3 3",
    "own": "P4 0, P2 0, P3 0, P1 2",
}


@pytest.fixture(params=LAST_ENTRIES)
def kept(request, tmp_path):
    """The name of a format, and the hub on a file whose last tournament was played by it."""
    last = LAST_ENTRIES[request.param]
    later = [
        line
        for line in WRITTEN.splitlines(keepends=True)
        if (entry := re.match(r'INSERT INTO "entry" VALUES\((\d+),', line)) and int(entry[1]) > last
    ]
    with contextlib.closing(sqlite3.connect(tmp_path / KEPT_IN)) as old:
        old.executescript("".join(line for line in WRITTEN.splitlines(keepends=True) if line not in later))
    file, tournament = open_hall(tmp_path / KEPT_IN, lambda: 1_700_000_100.0)
    assert file.head == last
    assert not list(tmp_path.glob("hall-damaged-*"))
    yield request.param, tournament
    file.close()


def test_its_tournament_stands_as_it_did(kept):
    name, tournament = kept
    state = tournament.state
    assert state.format.name == name
    assert ", ".join(f"{row.name} {row.points}" for row in t.standings(state)) == STANDINGS[name]


def test_what_stood_in_its_log_is_written_the_same_again():
    texts = re.findall(
        r"^INSERT INTO \"entry\" VALUES\(.*'(\{.*\})','[0-9a-f]{24}'\);$", WRITTEN, re.MULTILINE
    )
    said = [body["entry"] for text in texts if "entry" in (body := json.loads(text.replace("''", "'")))]
    assert len(said) == 13
    for entry in said:
        assert to_canonical(to_json(from_json(t.Entry, entry))) == to_canonical(entry)


def test_nothing_more_is_drawn_by_a_format_that_is_gone(kept):
    name, tournament = kept
    if name in {"pairs", "own"}:
        with pytest.raises(t.Refused, match="format of this tournament is gone"):
            t.draw_next_round(tournament.state, seed=1, id="next")


def test_a_tournament_of_a_format_that_is_gone_can_be_abandoned_for_another(kept):
    _, tournament = kept
    tournament.abandon()
    tournament.open("Pokal", t.load_format("groups"), 2, [t.Player(name=f"P{n}") for n in range(8)])
    tournament.draw(seed=1)
    assert len(tournament.state.rounds) == 1
