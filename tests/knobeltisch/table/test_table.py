import pytest

from tests.support.waiting import LONGEST_S


def test_undo_of_more_than_there_is_is_refused(pub):
    pub.start("Anna", "Ben")
    assert pub.refused({"do": "undo", "count": 2}) == "nothing_to_undo"
    assert pub.refused({"do": "undo", "to": 99}) == "unknown_entry"


def test_a_command_that_has_not_seen_the_last_act_is_stale(pub):
    pub.start("Anna", "Ben", leader="Anna")
    seen = pub.shown["head"]
    pub.throw(1, 2, 4)
    assert pub.refused({"do": "undo", "head": seen}) == "stale"
    pub.order({"do": "undo", "head": seen + 1})


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"do": "dance"}, "bad_command"),
        ({"do": "start", "variant": "bavarian", "players": ["Anna"]}, "bad_start"),
        ({"do": "start", "variant": "whist", "players": ["Anna", "Ben"]}, "bad_start"),
        ({"do": "start", "variant": "poker", "players": ["Anna"]}, "bad_start"),
        ({"do": "act", "act": {"act": "throw", "dice": [1, True]}}, "bad_act"),
        ({"do": "act", "act": {"act": "throw", "dice": [1, 2, 4]}}, "no_game"),
        ({"do": "press", "button": "pass"}, "no_game"),
        ({"do": "undo"}, "nothing_to_undo"),
        ({"do": "answer", "question": "q1", "option": "a"}, "stale"),
    ],
)
def test_a_bad_command_is_refused_and_writes_nothing(pub, command, code):
    assert pub.refused(command) == code
    assert pub.shown["head"] == 0


def test_a_journal_that_cannot_be_written_shows_nothing_new_and_says_so(pub, disk, caplog):
    pub.start("Anna", "Ben", leader="Anna")
    before = pub.state
    with disk.full(pub.path):
        pub.throw(1, 2, 4)
        assert pub.state == before
        assert pub.shown["notice"]["key"] == "journal"
    assert "cannot be written" in caplog.text
    assert "Traceback" not in caplog.text
    pub.order({"do": "act", "act": {"act": "throw", "dice": [1, 2, 4]}})
    assert pub.acts() == ["throw [1, 2, 4]"]


PAUSE_S = 0.01


def test_waiting_for_news_ends_with_the_next_act(pub):
    version = pub.shown["version"]
    assert pub.table.board.wait(version, timeout=PAUSE_S) is None
    pub.start("Anna", "Ben", leader="Anna")
    news = pub.table.board.wait(version, timeout=LONGEST_S)
    assert news is not None
    assert news["version"] > version
