import json

import pytest

from scorer.json_forms.text import DEEPEST, has_whole_letters, read_command, to_canonical, to_text


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"{", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[1]", "not an object"),
        (('{"a":' * (DEEPEST + 2) + "1" + "}" * (DEEPEST + 2)).encode(), "nested deeper"),
        (('{"a":' + "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1) + "}").encode(), "nested deeper"),
        (b'{"a":"\\ud800"}', "half a character"),
        (b'{"a":{"b":1,"b":1}}', "'b' is written twice in one object"),
    ],
)
def test_what_is_no_command_is_refused_in_a_sentence(body, said):
    with pytest.raises(ValueError, match=said) as refused:
        read_command(body)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("value", [{"do": "undo"}, {"a": [1, {"b": "ü"}]}])
def test_a_command_is_read_as_it_was_written(value):
    assert read_command(to_text(value).encode()) == value


def test_half_a_letter_is_written_so_that_every_reader_takes_it():
    text = to_text({"a": "\ud800"})
    assert has_whole_letters(text)
    assert json.loads(text) == {"a": "\ud800"}
    assert to_text({"a": "ü"}) == '{"a":"ü"}'


def test_equal_values_have_one_canonical_form_and_what_is_no_number_has_none():
    assert to_canonical({"b": [1], "a": "ü"}) == to_canonical({"a": "ü", "b": [1]}) == '{"a":"ü","b":[1]}'
    with pytest.raises(ValueError, match="JSON"):
        to_canonical({"a": float("nan")})
