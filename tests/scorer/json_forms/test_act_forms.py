"""The form of acts: what is malformed is `bad_act`, whatever the state."""

import pytest

import scorer
from scorer import Refused


@pytest.mark.parametrize(
    "declare",
    [
        {},
        {"ones": 100, "sixes": 60},
        {"ones": 100, "sixes": 60, "direction": "high", "throws": 2},
        {"ones": 10, "sixes": 60, "direction": "high"},
        {"ones": 100, "sixes": 60, "direction": "up"},
    ],
)
def test_a_declaration_with_other_keys_or_values_is_bad_declaration_once_a_pass_could_be(declare, game):
    """ACTS.md: if several fit, the first of: form, game over, ..., state."""
    passed = scorer.act_from_json({"act": "pass", "declare": declare})
    waiting = game().play("throw 1 2 4").state
    for state, code in (
        (game().state, "must_throw"),
        (waiting, "bad_declaration"),
        (game("Anna", "Ben").play("throw 1 1 1").state, "game_over"),
    ):
        with pytest.raises(Refused) as caught:
            scorer.apply(state, passed)
        assert caught.value.code == code
