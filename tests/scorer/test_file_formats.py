import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.file_formats import BadFile, decode_text, read_table, read_toml

COLUMNS = {"name": "name", "verein": "club"}


def table_of(text):
    return read_table(text, COLUMNS, lambda heads: "name" in heads)


@given(text=st.text(alphabet="ABCabc äöüßÄÖÜ€é,;\t1-", min_size=2))
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_german_text_is_read_in_every_encoding_of_a_spreadsheet(encoding, text):
    said = f"Größe {text}"  # "öß" in Windows-1252 is no UTF-8
    assert decode_text(said.encode(encoding)) == said


@given(raw=st.binary(max_size=60))
def test_whatever_a_file_holds_it_is_read_or_refused(raw):
    try:
        table_of(decode_text(raw))
        read_toml(raw)
    except BadFile as refused:
        assert str(refused)  # noqa: PT017 - both ways are right


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"\x81", "no text"),
        (b"\xff\xfe\0", "no text"),
        ('[page]\nport = 1\n"port" = 2', "port is written twice, again in line 3"),
        ("a = 1\na = [\n1,\n2]\nb = 1", "a is written twice, again in line 2"),
        ("[page]\n[camera]\n[page]\n", "page is written twice, again in line 3"),
        ("a = 1\n[b]\nc: 2", "look at line 3, column 2"),
        ("a = ", "look at its end"),
        ("a = " + "[" * 3000, "nested too deep"),
        ("a = " + "1" * 5000, "too many digits"),
    ],
)
def test_toml_that_cannot_be_read_is_refused_with_its_place_or_its_key(text, said):
    with pytest.raises(BadFile, match=said):
        read_toml(text)


def test_the_first_row_with_the_heads_names_the_columns_and_other_columns_are_named():
    table = table_of("Liste, Herbst\n\nTelefon;Name;;Verein;;\n# nobody\n02;Anna;;Krone;;\n;Ben\n")
    assert table.rows == ((5, {"name": "Anna", "club": "Krone"}), (6, {"name": "Ben"}))
    assert table.unknown == ("Telefon",)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("Name;Verein;\nAnna;Krone;x\n", 2, "'x' is one column too many"),
        ("Name;Verein\nAnna;Krone;;x\n", 2, "'x' is one column too many"),
        ("Name;name\nAnna;Ben\n", 0, "the column name is there twice"),
        ('sep=|\nName|Verein\n"Anna|Krone\n', 3, "this is not CSV"),
    ],
)
def test_a_table_of_which_something_would_be_lost_is_refused_with_the_line(text, line, said):
    with pytest.raises(BadFile, match=said) as refused:
        table_of(text)
    assert refused.value.line == line
