import re
from pathlib import Path
from typing import get_args

import pytest

import tournament as t
from tests.support.paths import ROOT
from tournament.formats import Criterion


@pytest.mark.parametrize("name", t.PRESETS)
def test_a_preset_is_read_and_its_rules_exist(name):
    form = t.load_format(name)
    assert form.name == name
    assert form.rules.name == form.variant


def test_every_file_of_a_preset_is_offered():
    files = (ROOT / "tournament" / "presets").glob("*.toml")
    assert {Path(file).stem for file in files} == set(t.PRESETS)


def test_an_own_format_says_only_what_is_different():
    form = t.read_format('base = "league-day"\n[scoring]\nthree_ones = [-3, -2, -1]\n', "unsere-liga")
    usual = t.load_format("league-day")
    assert (form.name, form.scoring.three_ones) == ("unsere-liga", (-3, -2, -1))
    assert form.scoring.lost_half == usual.scoring.lost_half
    assert form.stages == usual.stages


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "base is null; it must be one of league-day"),
        ("base = 7", "base is 7; it must be one of league-day"),
        ('base = "wm"', "base is 'wm'; it must be one of league-day"),
        ('base = "groups"\nleast = 5', "least is 5 and most 4"),
        ('base = "groups"\nleast = 2', "Tables of 2 to 4; schocken is played by 3 to 12"),
        ('base = "groups"\nvariant = "skat"', "skat"),
        ('base = "groups"\nstages = []', "stages is empty"),
        ('base = "groups"\nties = ["direct", "direct"]', "name each once"),
        ('base = "groups"\nties = ["beauty"]', "'ties[1]' is one of direct"),
        ('base = "groups"\nhouse = {chips = 2}', "chips is 2"),
        ('base = "groups"\nstages = [{kind = "groups", size = 0}]', "size is 0"),
        ('base = "groups"\nstages = [{kind = "swiss"}]', "'stages[1].kind' is one of groups"),
        ('base = "groups"\nstages = [{kind = "groups", advance = 2}]', "0 in the last stage"),
        ('base = "knockout"\nstages = [{kind = "knockout", advance = 3}]', "must be 1 to 2"),
        ('base = "knockout"\nstages = [{kind = "knockout"}, {kind = "free"}]', "nothing follows"),
        ('base = "groups"\nstages = [{kind = "groups", advance = 1}, {kind = "free"}]', "stands alone"),
        ('base = "league-day"\nmost = 3\nleast = 3', "each is 2"),
        ('base = "groups"\nstages = [{kind = "rounds", rounds = 3}]', "of an earlier version"),
        ('base = "groups"\nscoring = {best_of = -1}', "best_of is -1"),
        ('base = "groups"\nscoring = {places = "3, 2"}', "'scoring.places' is a list"),
        ('base = "groups"\nscoring = {three_ones = [1, 2]}', "a list of 3"),
        ('base = "groups"\nname = 7', "'name' is a text"),
        ('base = "groups"\npartners = true', "of an earlier version"),
        ("base = ", "not TOML"),
        ('base = "groups"\ncolour = "red"', "'colour' is not known"),
    ],
)
def test_a_format_that_cannot_be_played_is_refused_with_key_and_value(text, said):
    with pytest.raises(t.BadFormat) as refused:
        t.read_format(text)
    assert said in str(refused.value)


def test_the_page_about_tournaments_has_every_format_and_criterion_and_its_example_is_read():
    text = (ROOT / "docs" / "tournament.md").read_text(encoding="utf-8")
    assert [name for name in (*t.PRESETS, *get_args(Criterion)) if f"`{name}`" not in text] == []
    (example,) = re.findall(r"```toml\n(.+?)```", text, re.DOTALL)
    assert t.read_format(example).scoring.best_of == 10
