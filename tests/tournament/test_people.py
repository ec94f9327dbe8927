import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tournament as t
from tournament.player_list import COLUMNS


@pytest.mark.parametrize(
    ("text", "players"),
    [
        (
            "# Donnerstag\nAnna\n\n  Ben  \r\nCem Öztürk\n",
            [{"name": name} for name in ("Anna", "Ben", "Cem Öztürk")],
        ),
        *(
            (
                text.replace(";", separator),
                [{"name": "Anna", "team": "Rot", "club": "Anker", "seed": 2}, {"name": "Ben"}],
            )
            for separator in ";,\t"
            for text in ["\ufeffName;Mannschaft;Verein;Setzplatz\nAnna;Rot;Anker;2\nBen;;;\n"]
        ),
        ('name,club\n"Anna","Zum Anker, Werl"\n', [{"name": "Anna", "club": "Zum Anker, Werl"}]),
        (
            "name;Vorgabe\nAnna;2\nBen;\nCem;0\n",
            [{"name": "Anna", "handicap": 2}, {"name": "Ben"}, {"name": "Cem"}],
        ),
        (
            "name;Personen\nDie Roten;Anna + Cem\n;Ben+Dora\nEmil;\n",
            [
                {"name": "Die Roten", "people": ("Anna", "Cem")},
                {"name": "Ben & Dora", "people": ("Ben", "Dora")},
                {"name": "Emil"},
            ],
        ),
    ],
)
def test_a_list_is_read(text, players):
    assert t.read_player_list(text)[0] == tuple(t.Player(**said) for said in players)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("Anna\nBen\nanna\n", 3, "'anna' stands on line 1 already"),
        ("Zoé\nZoe\u0301\n", 2, "stands on line 1 already"),
        ("name,seed\nAnna,0\n", 2, "seed is 0; it must be 1 to 1000"),
        ("name,seed\nAnna,zwei\n", 2, "'zwei'; it must be a number"),
        ("name,seed\nAnna,1\nBen,1\n", 3, "the seed 1 stands on line 2"),
        *(
            (f"name,handicap\nAnna,{mats}\n", 2, "it must be a number from 0")
            for mats in ("-1", "zwei", "1.5", "²")
        ),
        ("name,team\nAnna,Rot,Blau\n", 2, "'Blau' is one column too many"),
        ("team,seed\nRot,1\n", 1, "the first line must name them, such as name,team"),
        ("team\nRot\n", 1, "one must be name or people"),
        ("name,name\nAnna,Ben\n", 0, "the column name is there twice"),
        ("Vorname;Nachname\nJ\ufffdrgen;K\n", 2, "cannot be shown"),
        ("Name;Verein\nAnna;L\ufffdwen\n", 2, "has lost a letter"),
        ("name,team\n,Rot\n", 2, "the name is empty"),
        ("Anna\nBen,Rot\n", 2, "several columns"),
        ("A" * 23 + "\n", 1, "the most is 22"),
        ("Anna\n\N{CYRILLIC CAPITAL LETTER A}nna\n", 2, "looks like 'Anna' on line 1 already"),
        *((f"An{sign}na\n", 1, "cannot be shown") for sign in "\u200b\u2800\x1b"),
        ('name,team\n"Anna,Rot\n', 2, "not CSV"),
        ("", 0, "no players"),
        ("# nobody\n", 0, "no players"),
        ("\n".join(f"P{n}" for n in range(1001)), 0, "1001 players"),
        ("name,people\nRot,Anna\n", 2, "people are 1; 2 to 6 play together"),
        ("name,people\nRot,Anna + anna\n", 2, "'anna' stands on line 2 already"),
        ("name,people\nRot,Anna + Ben\nBen,\n", 3, "'Ben' stands on line 2 already"),
        ("people\nAnna + \n", 2, "A name is empty"),
        ("people\n" + " + ".join("ABCDEFG") + "\n", 2, "people are 7"),
    ],
)
def test_a_bad_line_is_reported_with_its_number_and_its_value(text, line, said):
    with pytest.raises(t.BadPlayerList) as refused:
        t.read_player_list(text)
    assert refused.value.line == line
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@settings(max_examples=25)
@given(head=st.sampled_from(["", "name,team\n", "Name;Verein;Setzplatz\n"]), rest=st.text(max_size=60))
def test_whatever_a_list_says_it_is_read_or_refused_in_a_sentence(head, rest):
    try:
        found = t.read_player_list(head + rest)[0]
    except t.BadPlayerList as refused:
        assert len(str(refused)) < 400  # noqa: PT017 - both ways are right
    else:
        assert found


def test_every_column_is_a_field_of_a_player():
    assert set(COLUMNS.values()) == {*t.Player.__slots__, "first", "last"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("separator", ";\t,")
@pytest.mark.parametrize("says", [True, False])
def test_a_list_is_read_as_spreadsheets_save_it(encoding, separator, says):
    text = "Meldeliste;;;;\n;;\nNachname;Vorname;;Telefon;Verein;;\nKöhler;Jürgen;;0231;Löwen;;\nGroß;;;;;\n"
    said = (f"sep=;\r\n{text}" if says else text).replace(";", separator)
    players, unknown = t.read_player_list(said.replace("\n", "\r\n").encode(encoding))
    assert players == (t.Player(name="Jürgen Köhler", club="Löwen"), t.Player(name="Groß"))
    assert unknown == ("Telefon",)
