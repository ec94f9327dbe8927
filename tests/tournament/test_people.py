"""Lists of players: a name a line, CSV, JSON; and what is wrong with one, by its line."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tournament as t
from tournament.player_list import COLUMNS


def test_a_name_a_line_with_remarks_and_empty_lines():
    found = t.read_players("# Donnerstag\nAnna\n\n  Ben  \r\nCem Öztürk\n")
    assert [player.name for player in found] == ["Anna", "Ben", "Cem Öztürk"]


@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_a_table_with_german_heads_and_any_separator(separator):
    rows = [("Name", "Mannschaft", "Verein", "Setzplatz"), ("Anna", "Rot", "Anker", "2"), ("Ben", "", "", "")]
    found = t.read_players("\ufeff" + "\n".join(separator.join(row) for row in rows))
    assert found == (t.Player(name="Anna", team="Rot", club="Anker", seed=2), t.Player(name="Ben"))


def test_a_cell_in_quotes_may_hold_the_separator():
    assert t.read_players('name,club\n"Anna","Zum Anker, Werl"\n')[0].club == "Zum Anker, Werl"


def test_json_as_names_or_as_objects():
    said = ["Anna", {"name": "Ben", "team": "Rot", "seed": 1}]
    for text in (json.dumps(said), json.dumps({"players": said})):
        assert t.read_players(text) == (t.Player(name="Anna"), t.Player(name="Ben", team="Rot", seed=1))


def test_a_letter_with_its_accent_apart_is_the_same_name():
    with pytest.raises(t.BadList, match="Line 2"):
        t.read_players("Zoé\nZoe\u0301\n")


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("Anna\nBen\nanna\n", 3, "'anna' stands on line 1 already"),
        ("name,seed\nAnna,0\n", 2, "seed is 0; it must be 1 to 1000"),
        ("name,seed\nAnna,zwei\n", 2, "'zwei'; it must be a number"),
        ("name,seed\nAnna,1\nBen,1\n", 3, "the seed 1 stands on line 2"),
        ("name,team\nAnna,Rot,Blau\n", 2, "'Blau' is one column too many"),
        ("name;town\nAnna;Werl\n", 1, "'town' is not known"),
        ("team,seed\nRot,1\n", 1, "must have name or people once"),
        ("name,team\n,Rot\n", 2, "the name is empty"),
        ("Anna\nBen,Rot\n", 2, "several columns"),
        ("A" * 41 + "\n", 1, "at most 40 letters"),
        ("Anna\n\N{CYRILLIC CAPITAL LETTER A}nna\n", 2, "looks like 'Anna' on line 1 already"),
        ("An\u200bna\n", 1, "letters that can be seen"),
        ("An\u2800na\n", 1, "letters that can be seen"),
        ("An\x1bna\n", 1, "name is 'An\\x1bna'; it must be letters that can be seen"),
        ('name,team\n"Anna,Rot\n', 2, "not CSV"),
        ("", 0, "no players"),
        ("# nobody\n", 0, "no players"),
        ('[{"name": "Anna"}, {"team": "Rot"}]', 2, "name is missing"),
        ('["Anna", {"name": "Ben", "seed": "1"}]', 2, "it must be a whole number"),
        ('["Anna", 7]', 2, "it must be an object"),
        ('["Anna", {"name": "Ben", "age": 30}]', 2, "'age' is not known"),
        ('["Anna"', 0, "not JSON"),
        ('{"people": []}', 0, "no players"),
        ("[" * 100_000, 0, "not JSON"),
        ("\n".join(f"P{n}" for n in range(1001)), 0, "1001 players"),
    ],
)
def test_a_bad_line_is_reported_with_its_number_and_its_value(text, line, said):
    with pytest.raises(t.BadList) as refused:
        t.read_players(text)
    assert refused.value.line == line
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@settings(max_examples=25)
@given(
    head=st.sampled_from(["", "name,team\n", "Name;Verein;Setzplatz\n", "[", '{"players":']),
    rest=st.text(max_size=60),
)
def test_whatever_a_list_says_it_is_read_or_refused_in_a_sentence(head, rest):
    try:
        found = t.read_players(head + rest)
    except t.BadList as refused:
        assert len(str(refused)) < 400  # noqa: PT017 - both ways are right
    else:
        assert found


def test_every_column_is_a_field_of_a_player():
    assert set(COLUMNS.values()) == set(t.Player.__slots__)
