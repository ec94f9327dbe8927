import sys
import threading

import pytest

from tests.support.waiting import LONGEST_S, until
from web.routes.odds_routes import SHORT_S, USUAL_S, Later


def until_ready(later, key, make):
    until(lambda: later.ask(key, make)[0], looks_s=0.005)
    return later.ask(key, make)[1]


def test_an_answer_is_made_once_and_kept():
    later, made = Later(4), []
    assert until_ready(later, "a", lambda: made.append(1) or 7) == 7
    assert until_ready(later, "a", lambda: made.append(2) or 8) == 7
    assert made == [1]


def test_who_asks_does_not_wait():
    later, go = Later(4), threading.Event()
    assert later.ask("slow", lambda: go.wait(LONGEST_S)) == (False, None)
    go.set()
    assert until_ready(later, "slow", lambda: None) is True


def test_an_answer_that_cannot_be_made_stops_no_other():
    later = Later(4)
    assert until_ready(later, "bad", lambda: 1 // 0) is None
    assert until_ready(later, "good", lambda: 5) == 5


def test_only_so_many_answers_are_kept():
    later, made = Later(2), []
    for key in ("a", "b", "c", "a"):
        until_ready(later, key, lambda key=key: made.append(key))
    assert made == ["a", "b", "c", "a"]


def test_while_something_is_worked_out_other_threads_get_their_turn_sooner_and_as_ever_afterwards():
    assert until_ready(Later(4), "a", sys.getswitchinterval) == pytest.approx(SHORT_S)
    until(lambda: sys.getswitchinterval() == pytest.approx(USUAL_S), looks_s=0.005)
