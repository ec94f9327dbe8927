"""The house's English: what lint/words.toml lists may only become rarer."""

from __future__ import annotations

import pytest

from tests.support.prose import Sin, places, sins, texts


@pytest.mark.parametrize("sin", sins(), ids=lambda sin: sin.pattern.pattern[:30])
def test_bad_english_becomes_rarer_and_nothing_else(sin: Sin):
    found = places(sin)
    assert len(found) <= sin.most, f"write: {sin.say}\n" + "\n".join(found)


def test_docstrings_comments_messages_and_documents_are_read():
    kinds = {text.file.rpartition(".")[2] for text in texts()}
    assert kinds == {"py", "js", "css", "md"}
    assert any("may only become rarer" in text.words for text in texts())
