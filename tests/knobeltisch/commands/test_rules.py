"""`knobeltisch rules`: list, show, check and diff, from good files, bad files and closed pipes."""

import pytest
from click.testing import CliRunner

import scorer
from knobeltisch.__main__ import main
from knobeltisch.commands.games.show_rules import LARGEST


def rules(*words):
    """Run the command; give exit code, standard output and standard error."""
    result = CliRunner().invoke(main, ["rules", *map(str, words)], env={"LC_ALL": "de_DE.UTF-8"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def house(tmp_path):
    def write(text, name="house.toml"):
        file = tmp_path / name
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return file

    return write


def one_sentence(err, *parts):
    return err.startswith("knobeltisch rules") and len(err.splitlines()) == 1 and all(p in err for p in parts)


@pytest.mark.parametrize(("language", "players"), [("de", "3 bis 8 Leute"), ("en", "3 to 8 players")])
def test_list_has_a_line_for_each_preset_with_its_players(language, players):
    code, out, err = rules("list", "--language", language)
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in lines] == list(scorer.VARIANTS)
    assert players in lines[4]


def test_show_tells_a_preset_in_german_first_and_in_english_when_asked():
    _, german, _ = rules("show", "bavarian")
    _, english, _ = rules("show", "bavarian", "--language", "en")
    assert german.startswith("Bayerisch Chicago\n\nWorum es geht\n  Wer als Letzter noch Bierdeckel hat")
    assert english.startswith("Bavarian Chicago\n\nWhat it is about\n  The last one who still has beer mats")


@pytest.mark.parametrize("name", ["chicago", "CHICAGO", "Chicago", " Base", "Bavarian"])
def test_a_preset_goes_by_the_name_that_everybody_knows_in_any_case(house, name):
    preset = "bavarian" if name == "Bavarian" else "base"
    assert rules("show", name) == rules("show", preset)
    assert rules("show", house(f"base = {name!r}")) == rules("show", house(f"base = {preset!r}"))


def test_show_tells_a_house_variant_and_first_what_is_changed(house):
    file = house('base = "bavarian"\nschnapps_on_chicago = true\n')
    code, out, _ = rules("show", file, "--language", "en")
    assert code == 0
    assert out.startswith(
        f'House rules after "Bavarian Chicago"\n\nNot as usual ({file})\n  Schnapps from one who throws'
    )
    many = house('base = "bavarian"\nschnapps_on_chicago = true\nplayers_max = 8\nfish = false\n')
    assert rules("show", many)[1].count(str(many)) == 1
    assert "pays the others a round of schnapps" in out


@pytest.mark.parametrize("name", ["bavarien", "x" * 5000, "--"])
def test_a_name_that_is_nothing_is_reported_with_those_there_are(name):
    code, out, err = rules("show", "--", name)
    assert (code, out) == (2, "")
    assert one_sentence(err)
    assert len(err) < 400


@pytest.mark.parametrize(
    ("content", "parts"),
    [(b'base = "chic"\n# \x81', ["UTF-8", "house.toml"]), (b"#" * (LARGEST + 1), ["16 KB", "house.toml"])],
)
@pytest.mark.parametrize("command", [("check",), ("show",), ("diff", "chic"), ("diff", "schocken")])
def test_a_file_that_is_no_text_is_one_sentence_and_exit_2(house, command, content, parts):
    code, out, err = rules(*command, house(content))
    assert (code, out) == (2, "")
    assert one_sentence(err, *parts)


def test_the_largest_file_is_read_and_so_is_one_that_windows_wrote(house):
    full = b'base = "chic"\n'
    assert rules("check", house(full + b"#" * (LARGEST - len(full))))[0] == 0
    assert rules("check", house(b'\xef\xbb\xbfbase = "chic"\r\nplayers_max = 6\r\n'))[0] == 0


def test_show_and_diff_exit_2_for_a_house_variant_that_cannot_be(house):
    file = house('base = "chic"\nfish = 1\n')
    for words in (("show", file), ("diff", "chic", file), ("diff", file, "chic")):
        code, out, err = rules(*words)
        assert (code, out) == (2, "")
        assert one_sentence(err, "fish is 1", "true, false")


def test_check_says_in_a_sentence_what_a_good_file_is(house):
    file = house('base = "bavarian"\nchicago = "any_throws"\nschnapps_on_chicago = true\n')
    said = "chicago = 'any_throws', schnapps_on_chicago = true"
    assert rules("check", file) == (
        0,
        f"{file} is a house variant of bavarian with 2 options changed: {said}.\n",
        "",
    )


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("fish = true", ["base", "bavarian"]),
        ('base = "bavarian"\nfisch = true', ["fisch", "fish"]),
        ('base = "bavarian"\nmats = "3n"', ["mats", "3n", "2n-1"]),
        ('base = "bavarian"\nmats = "none"', ["mats", "none", "phase2"]),
        ('base = "bavarian"\nfish = [1, 2', ["TOML"]),
        ("a." * 2000 + "b = 1", []),
        ("x = " + "[" * 10000, ["TOML"]),
    ],
)
def test_check_exits_1_with_the_one_sentence_for_rules_that_cannot_be(house, text, parts):
    code, out, err = rules("check", house(text))
    assert (code, out) == (1, "")
    assert one_sentence(err, "house.toml", *parts)


def test_diff_of_a_variant_with_itself_is_exit_0_and_says_so():
    assert rules("diff", "chic", "chic") == (0, "Kein Unterschied.\n", "")
    assert rules("diff", "chic", "chic", "--language", "en") == (0, "No difference.\n", "")


def test_diff_tells_a_line_for_each_rule_and_exits_1(house):
    file = house('base = "bavarian"\nfish = false\nplayers_max = 6\n')
    code, out, err = rules("diff", "bavarian", file)
    assert (code, err) == (1, "")
    assert out.splitlines() == [
        f"Leute höchstens \N{EN DASH} bavarian: 12; {file}: 6.",
        f"Fish \N{EN DASH} bavarian: gibt es; {file}: gibt es nicht.",
    ]


def test_a_file_that_is_called_like_a_preset_is_named_with_its_folder(house, monkeypatch):
    file = house('base = "chic"\nthree_threes_pay = false\n', "chic")
    monkeypatch.chdir(file.parent)
    assert rules("diff", "chic", "chic")[0] == 0
    assert rules("diff", "chic", "./chic")[0] == 1
