import tomllib
from pathlib import Path

import scorer
from tests.scorer.poker.table import raw_act


def test_a_game_goes_as_its_transcript_says():
    transcript = tomllib.loads(Path(__file__).with_name("transcript.toml").read_text(encoding="utf-8"))
    state = scorer.new_game(scorer.load_variant("poker"), transcript["players"], transcript["dealer"])
    for place, turn in enumerate(transcript["turn"], start=1):
        state = scorer.replay(state, [scorer.act_from_json(raw_act(words)) for words in turn["acts"]])
        shown = scorer.state_to_json(state)
        found = {key: shown[key] if shown[key] is not None else "" for key in turn["then"]}
        assert found == turn["then"], f"turn {place}"
    assert state.stage == "over"
