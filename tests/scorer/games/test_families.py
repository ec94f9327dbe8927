from dataclasses import fields, replace

import pytest

import scorer
from scorer.games.families import FAMILIES
from scorer.games.family import Family
from scorer.missing import describe_missing_parts, missing_parts
from scorer.odds.advice import advise
from scorer.words import variant_text as words
from scorer.words.language_files import LANGUAGES

PLAYERS = ("Anna", "Ben", "Cem")


def test_a_game_without_dice_says_so():
    cards = scorer.new_game(scorer.load_variant("poker"), PLAYERS, "Cem")
    assert scorer.dice_expected(cards) == 0
    assert scorer.worth(cards) is None
    assert scorer.ranking(cards) == ()
    assert scorer.counter_of(cards.rules, None) is None


@pytest.mark.parametrize("over", [False, True])
def test_the_acts_of_another_game_are_malformed_there_whatever_the_moment(over):
    for preset, foreign in (
        ("poker", scorer.Throw(dice=(1, 2, 3))),
        ("schocken", scorer.act_from_json({"act": "chicago"})),
    ):
        table = scorer.new_game(scorer.load_variant(preset), PLAYERS)
        with pytest.raises(scorer.Refused) as refused:
            scorer.apply(scorer.stop_game(table) if over else table, foreign)
        assert refused.value.code == "bad_act"


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"act": "call"}, "lacks 'on', 'special'"),
        ({"act": "call", "category": "hundred"}, "'category' is one of"),
        ({"act": "bluff"}, "there are roll_off, "),
    ],
)
def test_an_act_that_fits_no_game_is_reported_what_it_lacks(raw, said):
    with pytest.raises(scorer.Refused, match=said):
        scorer.act_from_json(raw)


def test_every_preset_belongs_to_one_game_and_says_so():
    presets = [preset for family in FAMILIES.values() for preset in family.presets]
    assert tuple(presets) == scorer.VARIANTS
    assert len(set(presets)) == len(presets)
    for name, family in FAMILIES.items():
        assert {scorer.load_variant(preset).family for preset in family.presets} == {name}


@pytest.mark.parametrize("name", FAMILIES)
def test_every_game_has_all_that_is_asked_of_it(name):
    family = FAMILIES[name]
    assert all(
        getattr(family, part.name) is not None
        for part in fields(Family)
        if part.name not in {"odds", "player"}
    )
    for preset in family.presets:
        rules = scorer.load_variant(preset)
        first = scorer.new_game(rules, tuple("ABCDEFGH"[: rules.players_min]))
        assert scorer.legal_acts(first)
        assert scorer.state_to_json(first)["variant"] == preset
        assert scorer.parts_lost(preset) in {"rounds", "halves", "hands"}
        assert [words.rules_text(rules, language) for language in LANGUAGES]
        if family.odds is not None:
            advise(scorer.new_game(rules, first.players, first.players[0]))
    assert not family.forms.keys() - {form.of.NAME for form in family.forms.values()}


def test_what_a_game_lacks_is_said_and_it_is_played_all_the_same():
    assert describe_missing_parts() == ()
    bare = replace(FAMILIES["chicago"], presets=("thirteen",))
    assert list(missing_parts("thirteen", bare)) == [
        "rules in words",
        "lesson",
        "name in German for thirteen",
        "name in English for thirteen",
    ]
    assert words.what_text("thirteen", "de") == ("thirteen", "thirteen")


def test_a_name_that_no_game_has_is_no_fault_of_the_one_who_asks():
    assert (scorer.parts_lost("whist"), scorer.best_result("whist"), scorer.own_counter("whist")) == (
        "rounds",
        None,
        None,
    )


@pytest.mark.parametrize(
    ("preset", "options", "end"),
    [
        ("bavarian", {}, "loss"),
        ("schocken", {}, "loss"),
        ("drinking", {}, "leave"),
        ("base", {}, None),
        ("base", {"chicago_reward": "out_of_game"}, "loss"),
    ],
)
def test_what_ends_a_game_is_asked_of_the_game(preset, options, end):
    assert scorer.ends_by(scorer.with_options(preset, options)) == end
