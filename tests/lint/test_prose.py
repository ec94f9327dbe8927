"""The house's English: what lint/words.toml lists may only become rarer."""

from __future__ import annotations

from tests.support.prose import places, sins, texts


def test_bad_english_becomes_rarer_and_nothing_else():
    """One test for all patterns: reading the house takes seconds, and each worker would do it again."""
    wrong = [
        f"write: {sin.say}\n" + "\n".join(found) for sin in sins() if len(found := places(sin)) > sin.most
    ]
    assert not wrong, "\n\n".join(wrong)


def test_docstrings_comments_messages_and_documents_are_read():
    kinds = {text.file.rpartition(".")[2] for text in texts()}
    assert kinds == {"py", "js", "css", "md"}
    assert any("may only become rarer" in text.words for text in texts())
