from dataclasses import dataclass
from typing import Literal

import pytest

from scorer.json_forms.codec import Malformed, from_json, to_json


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    beers: int
    flags: tuple[bool, bool] = (False, False)
    kind: Literal["round"] = "round"


@dataclass(frozen=True, slots=True, kw_only=True)
class Toast:
    to: str
    tags: tuple[str, ...] = ()
    size: Literal["small", "large"] = "small"
    paid: str | int | bool = False
    answer: "Toast | None" = None
    rounds: "tuple[Round | Toast, ...]" = ()
    kind: Literal["toast"] = "toast"


SAID = [
    Toast(to="Anna"),
    Round(beers=-3, flags=(True, False)),
    Toast(to="Jörg", tags=("a", "b"), size="large", paid="later", answer=Toast(to="Ben", paid=3)),
    Toast(to="Cem", paid=True, rounds=(Round(beers=2), Toast(to="Dora"))),
]


@pytest.mark.parametrize("said", SAID)
def test_what_is_written_is_read(said):
    assert from_json(Round | Toast, to_json(said)) == said


def test_what_is_usual_is_left_out_but_for_the_kind():
    assert to_json(Toast(to="Anna")) == {"to": "Anna", "kind": "toast"}


def test_letters_are_read_in_their_composed_form():
    assert from_json(Toast, {"to": "Jo\u0308rg"}).to == "Jörg"


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        ([], "'this' is an object"),
        ({"kind": "beer"}, "'kind' is one of round, toast, not 'beer'"),
        ({"kind": ["round"]}, "'kind' is one of"),
        ({"beers": 1}, "'kind' is one of"),
        ({"kind": "round"}, "'beers' is missing"),
        ({"kind": "round", "beers": True}, "'beers' is a whole number"),
        ({"kind": "round", "beers": 10**10}, "'beers' is a whole number"),
        ({"kind": "round", "beers": 1, "wine": 2}, "'wine' is not known; there are beers, flags, kind"),
        ({"kind": "round", "beers": 1, "flags": [True]}, "'flags' is a list of 2 values"),
        ({"kind": "round", "beers": 1, "flags": [True, 1]}, "'flags[2]' is true or false"),
        ({"kind": "toast", "to": 7}, "'to' is a text"),
        ({"kind": "toast", "to": "x" * 201}, "'to' is 'x"),
        ({"kind": "toast", "to": "A\u200bnna"}, "visible"),
        ({"kind": "toast", "to": "\ud83d"}, "visible"),
        ({"kind": "toast", "to": "A", "size": "huge"}, "'size' is one of small, large"),
        ({"kind": "toast", "to": "A", "paid": None}, "'paid' is a text"),
        ({"kind": "toast", "to": "A", "answer": 7}, "'answer' is an object"),
        ({"kind": "toast", "to": "A", "answer": {}}, "'answer.to' is missing"),
        ({"kind": "toast", "to": "A", "rounds": [{"kind": "round"}]}, "'rounds[1].beers' is missing"),
        ({"kind": "toast", "to": "A", "rounds": [{"kind": "x"}]}, "'rounds[1].kind' is one of"),
    ],
)
def test_a_fault_is_named_with_its_place(raw, fault):
    with pytest.raises(Malformed) as malformed:
        from_json(Round | Toast, raw)
    assert fault in str(malformed.value)
