"""`knobeltisch odds`: tables for good questions, one sentence and exit 2 for others."""

import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from knobeltisch.__main__ import main
from knobeltisch.commands.games.odds_words import GERMAN


def odds(*words, locale="C.UTF-8"):
    return CliRunner(env={"LC_ALL": locale}).invoke(main, ["odds", *words])


def test_the_numbers_of_section_4_are_reported_as_fractions_and_in_percent():
    lines = odds("chicago")
    assert lines.exit_code == 0
    assert "8.1625% = 205649/2519424" in lines.output
    assert "8.6164% = 54271/629856" in lines.output


def test_a_follower_learns_his_choices_best_first():
    lines = odds(
        "follower", "--variant", "bavarian", "--beat", "1,1,2", "--throws", "2", "--dice", "3 6 6"
    ).output.splitlines()
    assert lines[2].startswith("turn, hold nothing")
    assert "= " in lines[2]
    assert len(lines) == 5


@pytest.mark.parametrize("beat", ["1,5,6", "2,2,2"])
def test_what_names_the_loser_never_has_to_be_beaten(beat):
    answer = odds("follower", "--variant", "drinking", "--beat", beat)
    assert (answer.exit_code, "nobody has to beat them" in answer.output) == (2, True)


def test_a_leader_learns_what_to_declare():
    lines = odds("leader", "--variant", "base", "--followers", "2", "--dice", "2,3,6").output.splitlines()
    assert lines[2].startswith("stop, 100/6 low")
    assert lines[2].split()[3:6] == ["2.7778%", "=", "1/36"]


def test_schocken_is_answered_in_chips():
    for laid in ((), ("--laid", "1,4,6", "--throws", "2", "--stack", "0", "--chips", "1,4,4,4")):
        output = odds("schocken", *laid, "--dice", "1,3,6").output
        assert "hold 1 " in output
        assert "chips more" in output


def test_a_ten_is_written_with_digits_or_with_its_letter_and_cards_in_small_letters_too():
    lines = odds("poker", "--hand", "AS,TD,7C,8C,9C", "--keep", "TD", "--gone", "TH")
    assert lines.exit_code == 0
    typed = odds("poker", "--hand", "as, 10D,7c,8C,9C", "--keep", "10d", "--gone", "10H")
    assert typed.output == lines.output


def test_what_is_no_card_is_refused_with_how_a_ten_is_written():
    output = odds("poker", "--hand", "AS,11D,7C,8C,9C")
    assert (output.exit_code, "'TD' for a ten" in output.output) == (2, True)


def test_a_hand_of_poker_is_reported_what_to_keep_best_first():
    lines = odds("poker", "--hand", "AS,AD,7C,8C,9C").output.splitlines()
    assert lines[2].split()[:3] == ["AS", "AD", "1.4561"]
    assert "two pairs        15.9852% = 864/5405" in lines
    house = odds("poker", "--hand", "AS,AD,7C,8C,9C", "--keep", "7C, 8C, 9C, AS").output.splitlines()
    assert house[2:] == ["no pair   76.5957% = 36/47", "pair      23.4043% = 11/47"]
    gone = odds("poker", "--hand", "AS,AD,7C,8C,9C", "--keep", "AS,AD", "--gone", "AC,AH").output
    assert "three of a kind" not in gone


QUESTIONS = (
    ("chicago",),
    ("follower", "--variant", "bavarian", "--beat", "1,1,2", "--throws", "2", "--dice", "3 6 6"),
    (
        "follower",
        "--variant",
        "base",
        "--beat",
        "1,1,2",
        "--throws",
        "3",
        "--held",
        "1",
        "--dice",
        "36",
        "--made",
        "2",
    ),
    ("leader", "--variant", "base", "--followers", "2", "--dice", "2,3,6"),
    ("leader", "--variant", "bavarian"),
    ("schocken", "--dice", "1,3,6"),
    ("poker", "--hand", "AS,AD,7C,8C,9C"),
    ("poker", "--hand", "TS,JS,QS,KS,TD", "--keep", "TS,JS,QS,KS"),
    ("poker", "--hand", "AS,JS,7C,8C,9C", "--keep", "AS"),
)
ALIKE = {
    "chance",
    "chicago",
    "chips",
    "flush",
    "full",
    "house",
    "straight",
    "royal",
    "fish",
    "chick",
    "phase",
    "in",
}


def written(text):
    return {word.lower() for word in re.findall(r"[^\W\d_]{2,}", text)} - {"as", "ad", "js", "ks", "qs", "ts"}


@pytest.mark.parametrize("words", QUESTIONS, ids=" ".join)
def test_german_is_answered_where_the_locale_is_german_and_to_whom_asks_for_it(words):
    english, german = odds(*words), odds(*words, locale="de_AT.UTF-8")
    assert (english.exit_code, german.exit_code) == (0, 0)
    assert odds(*words, "--language", "de").output == german.output
    assert odds(*words, "--language", "en", locale="de_DE.UTF-8").output == english.output
    assert written(english.output) & written(german.output) <= ALIKE
    assert written(german.output) - ALIKE
    assert not re.search(r"\d\.\d|\d%", german.output)
    assert re.findall(r"\d+/\d+", german.output) == re.findall(r"\d+/\d+", english.output)


def test_every_phrase_in_german_fills_in_what_the_english_one_does():
    gaps = re.compile(r"\{\w+\}")
    assert [
        english for english, german in GERMAN.items() if gaps.findall(english) != gaps.findall(german)
    ] == []


@pytest.mark.parametrize(
    "words",
    [
        ("follower", "--variant", "nothing", "--beat", "1,2,3"),
        ("follower", "--beat", "1,2,3"),
        ("follower", "--variant", "base", "--beat", "1,2,9"),
        ("follower", "--variant", "base", "--beat", "1,2"),
        ("follower", "--variant", "base", "--beat", "1,1,1"),
        ("follower", "--variant", "bavarian", "--beat", "1,2,3", "--declare", "1/6/low"),
        ("follower", "--variant", "bavarian", "--beat", "1,2,3", "--dice", "1,2,3", "--held", "4"),
        ("follower", "--variant", "schocken", "--beat", "1,2,3"),
        ("leader", "--variant", "schocken"),
        ("leader", "--variant", "drinking", "--followers", "1", "--dice", "1,2,3"),
        ("leader", "--rules", "no-such-file.toml"),
        ("poker",),
        ("poker", "--hand", ""),
        ("poker", "--hand", "AS"),
        ("poker", "--hand", "AS,AD,7C,8C,XX"),
        ("poker", "--hand", "AS,AS,7C,8C,9C"),
        ("poker", "--hand", "AS,AD,7C,8C,9C", "--keep", "2S"),
        ("poker", "--hand", "AS,AD,7C,8C,9C", "--gone", "AS"),
        ("poker", "--hand", "AS,AD,7C,8C,9C", "--rules", "no-such-file.toml"),
        ("schocken", "--chips", "1,2"),
        ("schocken", "--players", "4", "--dice", "1,2,3", "--made", "3"),
    ],
)
def test_a_question_without_an_answer_gets_one_sentence_and_exit_2(words):
    result = odds(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("knobeltisch odds")
    assert result.stderr.count("\n") == 1


def test_odds_start_without_opencv():
    ask = "import sys; from knobeltisch.commands.games.show_odds import chicago; chicago(); sys.exit('cv2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", ask], check=False).returncode == 0
