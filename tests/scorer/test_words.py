"""The rules in words: every option decides some, both languages say the same, and what they say is what is played."""

import re
import string
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorer
from scorer.games.poker.hand_ranks import CATEGORIES
from scorer.rules import AnyText
from scorer.words import variant_text as words
from scorer.words.language_files import LANGUAGES, words_of_games
from scorer.words.variant_text import chapters, differences_text, rules_text
from tests.scorer.conftest import toml

MEANT_TOGETHER = ("mats", "phase2", "chicago_reward")
"""Options of which one alone is mostly refused: a house that changes it changes the others with it."""


def rule_lines(rules, language="de"):
    """The whole text, without the title that may name the preset."""
    return tuple(
        line
        for section in rules_text(rules, language)
        for line in (section.heading, *(sentence.text for sentence in section.sentences))
    )


def text(rules, language="de"):
    return "\n".join(rule_lines(rules, language))


def house(base, **options):
    return scorer.load_house(
        f'base = "{base}"\n' + "".join(f"{option} = {toml(v)}\n" for option, v in options.items())
    )


def allowed(base, **options):
    try:
        return house(base, **options)
    except scorer.BadVariant:
        return None


def values_of(base):
    """The options of a preset with their values; some texts where any will do."""
    texts = ("", "1 €", "{x}")
    every = scorer.options_of(base).items()
    return {option: texts if AnyText() in values else values for option, values in every}


@cache
def companies(base):
    """All values of options that change together; the others are the preset's."""
    if not set(MEANT_TOGETHER) <= scorer.options_of(base).keys():
        return [{}]
    values = (values_of(base)[option] for option in MEANT_TOGETHER)
    every = (dict(zip(MEANT_TOGETHER, some, strict=True)) for some in product(*values))
    return [some for some in every if allowed(base, **some)]


@cache
def neighbours(base):
    """The preset, and with each allowed company all that differ from it in one more option."""
    found = {scorer.load_variant(base)}
    for company in companies(base):
        for option, values in values_of(base).items():
            for value in values:
                some = ({**company, option: value}, {**company, **moved_along(base, option, value)})
                found |= {rules for options in some if (rules := allowed(base, **options))}
    return found


def moved_along(base, option, value):
    """An option's value with those that have to go with it: both ends of a number, the points of lower and higher hands."""
    if "players" in option:
        return {"players_min": value, "players_max": value}
    if base != "poker" or option not in CATEGORIES:
        return {}
    at, usual = CATEGORIES.index(option), scorer.load_variant("poker")
    own = {name: getattr(usual, name) for name in CATEGORIES[: -1 if at < 8 else None]}
    bound = [min if place < at else max for place in range(len(own))]
    return {name: pick(own[name], value) for name, pick in zip(own, bound, strict=True)} | {option: value}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("base", scorer.VARIANTS)
def test_no_two_variants_of_a_preset_read_the_same(base, language):
    variants = neighbours(base)
    assert len({rule_lines(rules, language) for rules in variants}) == len(variants)


@pytest.mark.parametrize("base", scorer.VARIANTS)
def test_every_value_of_every_option_is_among_the_variants_that_are_compared(base):
    variants = neighbours(base)
    for option, values in values_of(base).items():
        # A table that counts glasses has no mats, no second phase, and nobody out of a round only: refused there.
        possible = {getattr(rules, option) for rules in variants}
        refused = set(values) - possible
        assert not refused or (
            base == "drinking" and option in {"mats", "phase2", "chicago_reward", "teams"}
        ), (option, refused)


@given(data=st.data())
def test_an_option_changed_in_any_house_changes_the_text(data):
    base = data.draw(st.sampled_from(scorer.VARIANTS))
    options = values_of(base)
    drawn = {option: data.draw(st.sampled_from(values)) for option, values in options.items()}
    drawn.update(data.draw(st.sampled_from(companies(base))))
    if base == "drinking":
        drawn["teams"] = False  # there everybody drinks for himself
    if not drawn.get("jule_allowed", True):
        drawn["jule_always"] = False
    if base == "poker":
        drawn |= dict(zip(CATEGORIES[:-1], sorted(drawn[name] for name in CATEGORIES[:-1]), strict=True))
        drawn["royal_flush"] = drawn["royal_flush"] and max(drawn["royal_flush"], drawn["straight_flush"])
    least, most = sorted((drawn["players_min"], drawn["players_max"]))
    rules = house(base, **{**drawn, "players_min": least, "players_max": most})
    option = data.draw(st.sampled_from([*options]))
    other = allowed(base, **{**scorer_options(rules), option: data.draw(st.sampled_from(options[option]))})
    if other is not None and other != rules:
        assert rule_lines(rules) != rule_lines(other)
        assert rule_lines(rules, "en") != rule_lines(other, "en")


def scorer_options(rules):
    return {option: getattr(rules, option) for option in scorer.options_of(rules.name)}


@pytest.mark.parametrize("base", scorer.VARIANTS)
def test_the_difference_of_two_variants_is_a_line_for_each_option(base):
    preset = scorer.load_variant(base)
    for rules in neighbours(base):
        count = len(scorer.differences(preset, rules))
        lines = differences_text(preset, rules, "en")
        # Without a reward that keeps them in the round, nobody can stay in with an equal Chic either.
        extra = base == "chic" and rules.chicago_reward == "others_drink"
        assert len(lines) == count + extra
        assert all(re.fullmatch(".+ \N{EN DASH} here: .+; there: .+[.]", line) for line in lines)


ONE_SEX = {
    "de": r"\b(?:Vorleger|Spieler|Verlierer|Gewinner|Geber|Aussteiger|[Ee]in anderer|[Dd]er (?:Nächste|Beste|Schlechteste|Niedrigste|Höchste))\b",
    "en": r"\b(?:he|him|his|himself|she|her)\b",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_rule_speaks_of_men_where_it_means_everybody(language):
    said = words_of_games(language)
    rules = {**said["lines"], "options": str(said["options"])}
    assert {key: line for key, line in rules.items() if re.search(ONE_SEX[language], line)} == {}


def test_each_sentence_names_rules_of_all_games_or_its_own_where_it_has_one():
    own = {
        "base": "BAS",
        "bavarian": "BAY",
        "tschigg": "TSC",
        "chic": "CHC",
        "drinking": "DRK",
        "schocken": "SCH",
    }
    for name, prefix in own.items():
        for section in rules_text(scorer.load_variant(name), "de"):
            for sentence in section.sentences:
                starts = {rule[:3] for rule in sentence.rules}
                assert prefix not in starts or starts <= {prefix, "CHI"}, sentence


def shape(words_of):
    if isinstance(words_of, dict):
        return {key: shape(value) for key, value in words_of.items()}
    return {name for _, name, _, _ in string.Formatter().parse(str(words_of)) if name}


def test_all_languages_have_the_same_sentences_with_the_same_to_fill_in():
    german, *others = (shape(words_of_games(name)) for name in LANGUAGES)
    chicago = {"chicago"}
    for other in others:
        # A language may leave out what the game calls its three ones.
        assert german.keys() == other.keys()
        for table in german.keys() & {"lines"}:
            assert german[table].keys() == other[table].keys()
            for key, filled in german[table].items():
                assert filled - chicago == other[table][key] - chicago, key
        assert {k: v for k, v in german.items() if k != "lines"} == {
            k: v for k, v in other.items() if k != "lines"
        }


def test_every_sentence_and_heading_is_used_by_some_variant():
    used, headings = set(), set()
    for rules in (rules for base in scorer.VARIANTS for rules in [*neighbours(base), *rare(base)]):
        for heading, lines in chapters(rules):
            if lines:
                headings.add(heading)
                used |= {line.key for line in lines}
    german = words_of_games("de")
    assert set(german["lines"]) == used
    assert set(german["headings"]) == headings


def rare(base):
    """Variants that differ in several options at once, for sentences that need it."""
    if base == "poker":
        return [house(base, locked_from=0, locked_at_once=True)]
    if base == "schocken":
        return [house(base, halves="one", final=False)]
    if base == "drinking":
        return [house(base, off_board_loses=True)]
    if base == "tschigg":
        return [house(base, take_back_on_third=True, holdable="ones_and_six_pairs")]
    if base != "bavarian":
        return []
    valuations = [{"direction": "declared", "valuation": value} for value in ("100", "declared-4")]
    mats = {"phase2": "best_gives_worst", "mats": "2n-1", "leaver_mats": "to_stack"}
    fishless = {"valuation": "declared-2", "direction": "high", "fish": False}
    return [
        house(base, **some) for some in (*valuations, mats, fishless, {"players_min": 4, "players_max": 4})
    ]


def test_every_option_and_value_has_words_in_every_language():
    for language, base in product(LANGUAGES, scorer.VARIANTS):
        for option, values in values_of(base).items():
            said = [words.value_text(option, value, language) for value in values]
            assert len(set(said)) == len(values), option


@pytest.mark.parametrize("language", ["fr", "", "../de", "DE"])
def test_a_language_that_nobody_wrote_is_refused_with_those_there_are(language):
    with pytest.raises(scorer.BadLanguage, match="de, en"):
        rules_text(scorer.load_variant("chic"), language)


def test_a_difference_is_reported_with_both_sides():
    lines = differences_text(scorer.load_variant("bavarian"), scorer.load_variant("chic"), "en")
    assert (
        "Three ones are Chicago \N{EN DASH} bavarian: in one single throw only; chic: over any number of throws."
        in lines
    )


def test_variants_that_are_played_alike_have_no_difference():
    base, tschigg = scorer.load_variant("base"), scorer.load_variant("tschigg")
    same = house("base", mats="2n-1", phase2="best_gives_worst", chicago_reward="out_of_game")
    assert differences_text(tschigg, same, "de") == ()
    assert len(differences_text(tschigg, base, "de")) == 3


def test_what_only_a_presets_name_decides_is_a_difference_too():
    drinking = scorer_options(scorer.load_variant("drinking"))
    glasses = house("base", **{name: drinking[name] for name in scorer.options_of("base")})
    assert len(differences_text(glasses, scorer.load_variant("drinking"), "en")) == 1
    chic = house("base", **scorer_options(scorer.load_variant("chic")))
    assert len(differences_text(chic, scorer.load_variant("chic"), "en")) == 1
