"""What tables push is counted once, whatever comes twice, late, out of order, or not at all."""

import random
from functools import partial

import pytest

import tournament as t
from knobeltisch.errors import Denied
from knobeltisch.hub.cup.kept_tournament import KeptTournament
from knobeltisch.hub.hall_file import HallFile
from knobeltisch.hub.table_list import TableList
from knobeltisch.hub.table_service import receive_push
from tests.support.hub.small_tournament import PEOPLE, Sender, losers, result_of
from tests.tournament.running_tournament import some_result
from tournament.errors import SequenceConflict


class Hall:
    """A hub's file with its tables and its tournament, reopened after every power cut."""

    def __init__(self, path):
        self.path = path
        self.open()

    def open(self):
        self.file = HallFile(self.path)
        self.tables = TableList(self.file, ["pub/1", "pub/2"])
        self.tournament = KeptTournament(self.file, lambda: 1000.0)
        self.receive = partial(receive_push, file=self.file, tables=self.tables, tournament=self.tournament)

    def again(self):
        self.file.close()
        self.open()

    def begin(self, form="groups", people=PEOPLE, tables=2):
        self.tournament.open("Pokal", t.load_format(form), tables, [t.Player(name=name) for name in people])
        self.tournament.draw(seed=1)

    def push(self, sender, *words, first=None):
        return self.receive(sender.push(*words, first=first))

    @property
    def state(self):
        return self.tournament.state

    def games(self):
        return losers(self.state)


@pytest.fixture
def hall(tmp_path):
    hall = Hall(tmp_path / "hall.sqlite")
    for number, sender in enumerate(("a" * 16, "b" * 16), start=1):
        hall.tables.link(number, sender=sender, address=None)
    yield hall
    hall.file.close()


@pytest.fixture
def anna():
    return Sender("a" * 16)


def first_match(hall, table=1):
    return next(match for match in hall.state.matches.values() if match.table == table)


def test_the_same_word_again_changes_nothing_and_another_under_its_number_is_refused(hall, anna):
    hall.begin()
    match = first_match(hall)
    word = anna.finished("1a-1", result_of(match.players))
    assert hall.push(anna, word) == 1
    before = hall.state
    assert hall.push(anna, word, first=1) == 1
    assert hall.state == before
    with pytest.raises(SequenceConflict) as error:
        hall.push(anna, anna.finished("1a-1", result_of(match.players, loser=match.players[0])), first=1)
    assert error.value.taken == 1
    with pytest.raises(SequenceConflict):
        hall.push(anna, anna.finished("1a-9", result_of(match.players)), first=5)
    assert hall.state == before


def test_a_game_taken_back_and_played_again_under_another_name_takes_its_place(hall, anna):
    hall.begin()
    match = first_match(hall)
    hall.push(anna, anna.finished("1a-1", result_of(match.players)))
    hall.push(anna, anna.taken_back("1a-1"))
    (waits,) = t.waiting_reports(hall.state)
    hall.tournament.rule(waits.report.id, counts=True, by="Ida")
    assert hall.games() == {}
    hall.push(anna, anna.finished("1a-7", result_of(match.players, loser=match.players[3])))
    assert hall.games() == {(match.id, 1): match.players[3]}


def test_a_game_from_before_the_draw_waits_until_somebody_says_where_it_belongs(hall, anna):
    hall.begin()
    match = first_match(hall)
    hall.push(anna, anna.finished("1a-1", result_of(match.players), ended=500.0))
    assert hall.games() == {}
    ((loose,), _) = hall.tournament.games_without_match()
    hall.tournament.assign(loose["sender"], loose["id"], match.id, 1)
    assert list(hall.games()) == [(match.id, 1)]
    assert hall.tournament.games_without_match() == ([], [])


def test_a_second_tournament_needs_the_first_to_be_over_or_abandoned(hall):
    hall.begin()
    with pytest.raises(Denied):
        hall.begin()
    hall.tournament.abandon()
    hall.again()
    assert hall.state is None
    hall.begin()
    assert hall.games() == {}


def test_whatever_comes_in_whatever_order_with_cuts_between_all_games_are_there_once(tmp_path):
    """Two tables, a lossy line: words come again, boxes start again, the hub is closed and reopened."""
    for seed in range(6):
        chance = random.Random(seed)
        hall = Hall(tmp_path / f"hall{seed}.sqlite")
        hall.begin(people=tuple(f"P{number:02}" for number in range(1, 9)))
        senders, pushed = {1: Sender("a" * 16), 2: Sender("b" * 16)}, {}
        for match in list(hall.state.matches.values()):
            sender = senders[match.table]
            for number in range(1, match.games + 1):
                result = some_result(match.players, chance)
                pushed[match.id, number] = result.loser
                sender.keep(sender.finished(f"{match.table}-{number}", result))
        waiting = [sender for sender in senders.values() for _ in range(8)]
        chance.shuffle(waiting)
        for sender in [*waiting, *senders.values()]:
            last = sender is senders[1] and chance.random() < 0.3
            if last:
                sender.new_box()
            for push in sender.some(chance):
                hall.receive(push)
            if chance.random() < 0.4:
                hall.again()
        for sender in senders.values():
            for push in sender.all():
                hall.receive(push)
        hall.again()
        assert hall.games() == pushed, seed
        assert t.waiting_reports(hall.state) == ()
        hall.file.close()
