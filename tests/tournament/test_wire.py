import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.json_forms.text import to_canonical
from tournament.errors import SequenceConflict
from tournament.wire import MOST_ENTRIES, Push, PushEntry, first_batch, new_entries, read_push

RESULTS = st.none() | st.dictionaries(
    st.text('äß☺ab"\\\n', max_size=5), st.integers() | st.none(), max_size=3
)
NAMES = st.from_regex("[0-9A-Za-z_-]{1,64}", fullmatch=True)


@st.composite
def pushes(draw):
    first, results = draw(st.integers(1, 2**30)), draw(st.lists(RESULTS, max_size=4))
    entries = tuple(
        PushEntry(
            seq=seq,
            game=draw(NAMES),
            revision=draw(st.integers(1, 9)),
            body=None if result is None else to_canonical(result),
        )
        for seq, result in enumerate(results, first)
    )
    return Push(table=draw(NAMES), box=draw(NAMES), entries=entries)


@given(pushes())
def test_what_is_sent_is_received_as_it_was_and_in_canonical_json(push):
    assert read_push(json.loads(push.text)) == push
    for entry in push.entries:
        assert entry.text == to_canonical(json.loads(entry.text))


def entries(first, count):
    return tuple(
        PushEntry(seq=seq, game=f"1a-{seq}", revision=1, body="{}") for seq in range(first, first + count)
    )


@given(st.integers(0, 9), st.integers(1, 9), st.integers(1, 9))
def test_the_new_entries_are_those_after_what_is_kept(taken, first, count):
    push = Push(table="t", box="b", entries=entries(first, count))
    if first > taken + 1:
        with pytest.raises(SequenceConflict, match=f"Entry {taken + 1} is missing"):
            new_entries(push, taken, lambda _: True)
    else:
        assert [entry.seq for entry in new_entries(push, taken, lambda _: True)] == [
            seq for seq in range(first, first + count) if seq > taken
        ]


def test_an_entry_that_differs_from_the_kept_one_is_refused_with_what_is_kept():
    push = Push(table="t", box="b", entries=entries(1, 3))
    with pytest.raises(SequenceConflict, match="Entry 2 differs") as refused:
        new_entries(push, 2, lambda entry: entry.seq != 2)
    assert refused.value.taken == 2
    assert [entry.seq for entry in new_entries(push, 1, lambda entry: entry.seq != 2)] == [2, 3]


def test_a_batch_has_as_many_entries_as_a_push_may_and_at_least_one():
    assert first_batch(entries(1, MOST_ENTRIES + 1)) == list(entries(1, MOST_ENTRIES))
    large = [PushEntry(seq=seq, game="g", revision=1, body=f'"{"ü" * 400_000}"') for seq in (1, 2, 3)]
    assert first_batch(large) == large[:1]
    assert first_batch([]) == []
