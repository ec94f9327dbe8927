"""Variants as data: presets, house variants, and what is wrong with them in one sentence."""

import pytest

import scorer
from scorer.rules import AnyText


@pytest.mark.parametrize("name", ["whist", "Bavarian", "", "../x"])
def test_a_variant_that_cannot_be_played_is_refused_with_those_that_can(name):
    with pytest.raises(scorer.BadVariant, match="bavarian"):
        scorer.load_variant(name)


def test_a_preset_with_options_is_what_the_file_with_them_says():
    said = scorer.with_options("bavarian", {"schnapps_on_chicago": True, "players_max": 8})
    assert said == scorer.load_house('base = "bavarian"\nschnapps_on_chicago = true\nplayers_max = 8')


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("fish = true", ["base", "bavarian"]),
        ('base = "nobody"', ["base", "'nobody'", "bavarian"]),
        ('base = "bavarian"\nfisch = true', ["fisch", "fish"]),
        ('base = "bavarian"\nfish = 1', ["fish", "1", "true, false"]),
        ('base = "bavarian"\nfish = "true"', ["fish", "'true'", "true, false"]),
        (
            'base = "bavarian"\nplayers_min = true',
            ["players_min is true; it must be a whole number, 2 to 12."],
        ),
        ('base = "bavarian"\nplayers_min = 2.0', ["players_min", "2.0", "2 to 12"]),
        ('base = "bavarian"\nplayers_max = 13', ["players_max", "13", "12"]),
        ('base = "bavarian"\nplayers_min = 5\nplayers_max = 4', ["players_min", "5", "players_max", "4"]),
        ('base = "bavarian"\nmats = "none"', ["mats", "none", "phase2"]),
        ('base = "bavarian"\nholdable = "twos"', ["holdable", "'twos'", "ones_and_six_pairs"]),
        ('base = "bavarian"\nchips = 13', ["bavarian", "chips", "valuation"]),
        ('base = "schocken"\nfish = true', ["schocken", "fish", "chips"]),
        ('base = "schocken"\nchips = 31', ["chips", "31", "30"]),
        ('base = "base"\nphase2 = "high_discards"', ["mats", "none", "phase2"]),
        ('base = "drinking"\nchicago_reward = "out_of_round"', ["chicago_reward", "others_drink"]),
        ('base = "tschigg"\nchicago_reward = "out_of_round"', ["chicago_reward", "mats", "out_of_game"]),
        ('base = "chic"\nchicago_reward = "others_drink"', ["chicago_reward", "mats", "out_of_game"]),
        (
            'base = "drinking"\nmats = "n+1"\nphase2 = "high_discards"\nchicago_reward = "out_of_game"',
            ["mats", "glasses", "none"],
        ),
        ('base = "poker"\nstraight_flush = 31', ["straight_flush", "31", "1 to 30"]),
        ('base = "poker"\nlocked_from = 1', ["locked_from is 1", "number, 0 or 20 to 100."]),
        ('base = "poker"\npair = 3', ["pair is 3", "two_pairs, 2", "at least as much"]),
        ('base = "poker"\nroyal_flush = 7', ["straight_flush is 8", "royal_flush, 7"]),
        ('base = "poker"\nplayers_max = 9', ["players_max", "9", "8"]),
        ('base = "poker"\nstake = 1', ["stake", "1", "a text of at most 60 characters in one line"]),
        (f'base = "poker"\nstake = "{"x" * 61}"', ["stake", "a text of at most 60"]),
        ('base = "poker"\nstake = "1\\n2"', ["stake", "in one line"]),
        ('base = "chic"\nfish = true\n fish = false', ["fish is written twice, again in line 3"]),
        ('base = "chic"\nfish = true\n"fish" = true', ["fish is written twice, again in line 3"]),
        ('base = "poker"\nfish = true', ["poker", "fish", "one_up"]),
        ('base = "bavarian"\nfish = [1, 2', ["TOML"]),
        ('base = "bavarian"\nplayers_max = ' + "9" * 5000, ["TOML", "digits"]),
        ('base = "bavarian"\nfish' + ".a" * 2_000 + " = 1", ["fish", "nested", "true, false"]),
        ("base" + ".a" * 2_000 + " = 1", ["base", "nested", "bavarian"]),
    ],
)
def test_a_bad_house_variant_is_refused_with_option_value_and_what_would_do(text, words):
    with pytest.raises(scorer.BadVariant) as caught:
        scorer.load_house(text)
    assert all(word in str(caught.value) for word in words), str(caught.value)


@pytest.mark.parametrize("base", scorer.VARIANTS)
def test_a_number_that_is_none_of_them_is_refused_with_the_range_in_a_few_words(base):
    for option, allowed in scorer.options_of(base).items():
        if type(allowed[-1]) is int:
            with pytest.raises(scorer.BadVariant, match=f" (0|[0-9]+ to {allowed[-1]})") as caught:
                scorer.with_options(base, {option: "many"})
            assert len(str(caught.value)) < 90


@pytest.mark.parametrize(
    ("option", "value", "throws", "refused"),
    [
        ("holdable", "any", ("throw 2 3 4", "hold 2"), None),
        ("holdable", "ones", ("throw 2 6 6", "hold 6 6"), "not_holdable"),
        ("conversion", "none", ("throw 2 6 6", "turn"), "not_turnable"),
        ("conversion", "first_throw", ("throw 2 3 4", "hold", "throw 2 6 6", "turn"), "not_turnable"),
        ("conversion", "any_throw", ("throw 6 6 6", "hold"), None),
        ("followers", "at_most", ("throw 2 3 4", "hold", "throw 2 3 4", "pass", "throw 2 3 5", "pass"), None),
    ],
)
def test_an_option_changes_what_is_allowed(game, option, value, throws, refused):
    rules = scorer.load_house(f'base = "bavarian"\n{option} = "{value}"')
    g = game(rules=rules).play(*throws[:-1])
    if refused:
        assert g.refused(throws[-1]) == refused
    else:
        g.play(throws[-1])


@pytest.mark.parametrize("name", scorer.VARIANTS)
def test_every_option_of_a_preset_has_allowed_values(name):
    rules = scorer.load_variant(name)
    for option, allowed in scorer.options_of(name).items():
        value = getattr(rules, option)
        assert any(
            choice.has(value) if isinstance(choice, AnyText) else choice == value for choice in allowed
        )


def test_differences_are_the_options_that_differ():
    house = scorer.load_house('base = "chic"\noff_board_loses = false\nplayers_max = 6')
    assert scorer.differences(scorer.load_variant("chic"), house) == {
        "off_board_loses": (True, False),
        "players_max": (12, 6),
    }


@pytest.mark.parametrize(
    ("players", "leader", "words"),
    [
        ([], None, "2 to 12"),
        (["Anna"], None, "2 to 12"),
        ([f"P{n}" for n in range(13)], None, "2 to 12"),
        (["Anna", "Anna"], None, "Two players"),
        (["Anna", " "], None, "no name"),
        (["Anna", "Ben"], "Cem", "'Cem'"),
    ],
)
def test_players_with_whom_no_game_can_begin(players, leader, words):
    with pytest.raises(scorer.BadPlayers, match=words):
        scorer.new_game(scorer.load_variant("bavarian"), players, leader)


def test_options_that_change_nothing_beside_the_others_are_named():
    preset = {name: scorer.idle_options(scorer.load_variant(name)) for name in scorer.VARIANTS}
    assert set(preset.values()) == {()}
    house = 'base = "drinking"\nphase2_leader = "most_mats"\nschnapps_on_chicago = true'
    assert scorer.idle_options(scorer.load_house(house)) == ("phase2_leader",)
    assert scorer.idle_options(scorer.load_house('base = "bavarian"\nschnapps_on_chicago = true')) == ()
