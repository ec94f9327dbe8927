"""Whole games as transcripts that people can read: `transcripts/*.toml`.

Each turn names who is to act, his acts in words, and what stands in the state after them. Base Chicago has no end:
its transcripts stop where the table did (BAS-5).
"""

import tomllib
from pathlib import Path

import pytest

import scorer

TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.toml"))


def beginning(transcript):
    rules = (
        scorer.load_house(transcript["house"])
        if "house" in transcript
        else scorer.load_variant(transcript["variant"])
    )
    return scorer.new_game(rules, transcript["players"], transcript.get("leader"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_game_goes_as_its_transcript_says(in_words, path):
    transcript = tomllib.loads(path.read_text(encoding="utf-8"))
    state = beginning(transcript)
    for place, turn in enumerate(transcript["turn"], start=1):
        assert state.to_act == turn["player"], f"turn {place}"
        state = scorer.replay(state, [in_words(words) for words in turn["acts"]])
        shown = scorer.state_to_json(state)
        for key, value in turn.get("then", {}).items():
            assert shown[key] == value, f"turn {place}: {key}"
    assert "then" in transcript["turn"][-1]
    assert state.stage == ("play" if state.rules.name == "base" else "over")


@pytest.mark.parametrize("variant", scorer.DICE_VARIANTS)
def test_there_are_three_transcripts_of_every_variant_and_one_is_long(variant):
    games = [tomllib.loads(path.read_text(encoding="utf-8")) for path in TRANSCRIPTS]
    lengths = [len(game["turn"]) for game in games if beginning(game).rules.name == variant]
    assert len(lengths) >= 3
    assert max(lengths) >= 50
