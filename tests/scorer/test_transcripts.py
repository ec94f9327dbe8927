"""Whole games as transcripts that people can read: `transcripts/*.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import scorer

TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.toml"))


def act(words: str) -> scorer.Act:
    name, *dice = words.split()
    fields = {} if name in ("turn", "pass") else {"dice": [int(one) for one in dice]}
    return scorer.act_from_json({"act": name, **fields})


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_game_goes_as_its_transcript_says(path: Path) -> None:
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    rules = scorer.load_house(told["house"]) if "house" in told else scorer.load_variant(told["variant"])
    state = scorer.new_game(rules, told["players"], told.get("leader"))
    for place, turn in enumerate(told["turn"], start=1):
        assert state.to_act == turn["player"], f"turn {place}"
        state = scorer.replay(state, [act(words) for words in turn["acts"]])
        shown = scorer.state_to_json(state)
        for key, value in turn.get("then", {}).items():
            assert shown[key] == value, f"turn {place}: {key}"
    assert state.stage == "over"


def test_there_are_at_least_three_transcripts() -> None:
    assert len(TRANSCRIPTS) >= 3
