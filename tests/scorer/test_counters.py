import pytest

import scorer


@pytest.mark.parametrize(
    ("variant", "own"),
    [
        ("bavarian", "mats"),
        ("tschigg", "mats"),
        ("schocken", "chips"),
        ("drinking", "glasses"),
        ("base", None),
    ],
)
def test_each_game_has_its_own_word_for_what_it_counts(variant, own):
    assert scorer.counter_of(scorer.load_variant(variant), None) == own


def test_a_house_that_plays_base_for_mats_counts_mats():
    rules = scorer.with_options(
        "base", {"mats": "n+1", "phase2": "high_discards", "chicago_reward": "out_of_game"}
    )
    assert scorer.counters_of(rules)[0] == "mats"


def test_what_the_table_calls_it_is_what_it_is_called():
    assert scorer.counter_of(scorer.load_variant("schocken"), "matches") == "matches"


@pytest.mark.parametrize("name", scorer.DICE_VARIANTS)
def test_no_game_counts_alcohol_of_itself(name):
    assert scorer.counter_of(scorer.load_variant(name), None) != "shots"
