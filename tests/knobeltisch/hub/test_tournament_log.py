"""The hub's sealed log: it opens as it was, and neither a power cut nor damage costs a game that a table still has."""

import contextlib
import random
import shutil
from functools import partial

import pytest

import tournament as t
from knobeltisch.errors import KnobeltischError
from knobeltisch.hub.hall_file import KEPT_IN
from knobeltisch.hub.open_hall import open_hall
from knobeltisch.hub.table_list import TableList
from knobeltisch.hub.table_service import receive_push
from tests.support.faults import faulty_disk, writers
from tests.support.faults.damage import damaged
from tests.support.hub.small_tournament import Sender, losers, result_of
from tests.support.programs import not_installed
from tests.support.seeds import chosen_seed

PEOPLE = tuple(f"Mensch am Tisch {number:02}" for number in range(1, 41))
MANY = [t.Player(name=name) for name in PEOPLE]
"""Who opens a tournament of so many writes an entry that no page of the file holds."""


class Table:
    """The hub's file, and one table that has finished three games of its match and can send them again."""

    def __init__(self, folder):
        self.file, self.tournament = open_hall(folder / KEPT_IN, lambda: 1000.0)
        tables = TableList(self.file)
        self.receive = partial(receive_push, file=self.file, tables=tables, tournament=self.tournament)

    def play(self, games=3):
        form = t.read_format('base = "groups"\n[[stages]]\nkind = "groups"\nsize = 4\ngames = 12\n')
        self.tournament.open("Pokal", form, 10, MANY)
        self.tournament.draw(seed=1)
        match = next(iter(self.tournament.state.matches.values()))
        sender = Sender("a" * 16)
        for number in range(1, games + 1):
            sender.keep(sender.finished(f"a-{number}", result_of(match.players, loser=match.players[number])))
        self.receive(sender.push(*sender.kept))
        return sender

    @property
    def games(self):
        return losers(self.tournament.state)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A folder with a hub's file after three games, closed; what a table sends; and the games."""
    folder = tmp_path_factory.mktemp("played")
    table = Table(folder)
    sender = table.play()
    games, entries = table.games, table.file.head
    table.file.close()
    return folder, sender, games, entries


@contextlib.contextmanager
def opened(folder):
    table = Table(folder)
    try:
        yield table
    finally:
        table.file.close()


def test_a_tournament_goes_on_after_a_start_with_its_games_signatures_and_dismissals(tmp_path):
    with opened(tmp_path) as table:
        table.receive(Sender("c" * 16).push(Sender("c" * 16).finished("c-0", result_of(PEOPLE[:3]))))
        sender = table.play(games=2)
        match = next(iter(table.tournament.state.matches.values()))
        other = Sender("b" * 16)
        early = [other.finished(f"b-{n}", result_of(match.players), ended=1.0) for n in (1, 2)]
        table.receive(other.push(*early))
        table.tournament.assign("b" * 16, "b-1", match.id, 2)  # in place of the table's second game
        table.tournament.dismiss("b" * 16, "b-2")
        table.tournament.sign(table.tournament.name, 1, "referee", name="Ida", body="abc")
        before, games = table.tournament.kept, table.games
    with opened(tmp_path) as table:
        assert table.tournament.kept == before
        assert table.games == games
        table.receive(sender.push(*sender.kept, first=1))  # nobody had answered
        assert table.games == games
        table.receive(sender.push(sender.finished("a-3", result_of(match.players))))
        assert set(table.games) - set(games) == {(match.id, 3)}


@pytest.mark.parametrize("number", range(24))
def test_whatever_damages_the_file_the_hub_comes_up_and_tables_bring_their_games_again(
    played, tmp_path, number
):
    folder, sender, games, _ = played
    shutil.copytree(folder, tmp_path / "hub")
    chance = random.Random(f"{chosen_seed()}-{number}")
    done = damaged(tmp_path / "hub", [KEPT_IN], chance)
    path = tmp_path / "hub" / KEPT_IN
    before = path.read_bytes() if path.is_file() else b""
    with opened(tmp_path / "hub") as table:
        if table.tournament.state is None or not table.tournament.state.rounds:
            kept = [file.read_bytes() for file in (tmp_path / "hub").glob("hall-damaged-*.sqlite")]
            assert not before or before in kept, done
            return  # nothing of it could be read, and nothing is thrown away
        assert table.games.items() <= games.items(), done
        table.receive(sender.push(*sender.kept, first=1))
        assert table.games == games, done


HUB = """
import os, sys
from pathlib import Path
import tournament as t
from knobeltisch.hub.open_hall import open_hall
folder = Path(sys.argv[1])

def show(word):
    handle = os.open(folder / "acks", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(handle, f"{word}\\n".encode())
    os.close(handle)

for start in range(2):
    file, tournament = open_hall(folder / "hall.sqlite", lambda: 1000.0)
    if not start:
        tournament.open("Pokal", t.load_format("groups"), 2, [t.Player(name=f"P{n}") for n in range(60)])
        show("open")
        tournament.draw(seed=1)
        show("drawn")
    for on in (True, False):
        tournament.note("paused", {"on": on})
        show("paused")
    file.close()
"""


def entries_in(disk):
    """Start the hub on what is left; return how many entries its log has, -1 when it does not start."""
    try:
        file, _ = open_hall(disk / KEPT_IN, lambda: 1000.0)
    except KnobeltischError:
        return -1
    head = file.head
    file.close()
    return head


def test_whatever_the_referee_saw_is_there_after_a_cut_at_any_write(tmp_path):
    if faulty_disk.compiler() is None:
        pytest.skip(not_installed("gcc"))
    bench, tally = writers.Bench(tmp_path), writers.Tally()
    worst = faulty_disk.Cut(sector=4096, nonsense=True)
    bench.cut_everywhere(bench.recorded(HUB), worst, random.Random(7), tally, entries_in)
    assert tally.tried > 40
    assert tally.complaints == []
