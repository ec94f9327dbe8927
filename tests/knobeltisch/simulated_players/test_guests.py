"""Guests at the live demo: whatever they tap, the simulated players follow, and the journal is accounted for."""

import contextlib
import re
import socket
import time
from dataclasses import replace

import pytest

import scorer
from knobeltisch.commands.demo import Simulation, choose_page_port, play, run_on_journal
from knobeltisch.commands.demo_options import Options
from knobeltisch.config import PageConfig
from knobeltisch.game.events import Did, Start, body_of
from knobeltisch.simulated_players.account import find_differences
from knobeltisch.simulated_players.played import TableMistake
from knobeltisch.simulated_players.tablet import BegunGame, Tablet
from knobeltisch.storage.journal import open_journal

LIVE = Options(seed=15, players=3, speed=8.0, port=0)
START = Start(variant="bavarian", players=("Anna", "Ben"), leader="Anna")
THROW = Did(act=scorer.Throw(dice=(1, 2, 4)))
PASS = Did(act=scorer.Pass(declare=None))


@pytest.fixture
def live(tmp_path):
    """A live demo on a virtual clock: as fast as the machine paints and reads."""
    simulation = Simulation(LIVE, tmp_path / "journal.sqlite", realtime=False)
    simulation.app.start()
    yield simulation
    simulation.camera.stop()
    simulation.app.stop()


class Guest:
    """Somebody who taps and waits for the players to go on."""

    def __init__(self, simulation):
        self.simulation = simulation

    def tap(self, **command):
        reply = self.simulation.app.table.commands.send(command)
        assert reply == {"ok": True}, reply

    def shown(self):
        return self.simulation.app.table.board.snapshot()

    def until(self, come):
        assert self.simulation.app.camera is not None
        while not come():
            assert self.simulation.app.camera.watching, "the demo has ended"
            time.sleep(0.02)

    def until_lifts(self, more):
        """Wait until the camera has read so many more throws."""
        people = self.simulation.regulars
        upto = people.evening.lifts + more
        self.until(lambda: people.evening.lifts >= upto)


@pytest.mark.long
def test_the_players_leave_the_table_to_the_match_that_is_drawn_for_it(tmp_path):
    live = Simulation(LIVE, tmp_path / "journal.sqlite", realtime=False)
    match = {"title": "Pokal", "round": 1, "players": ["Eva", "Ben"], "variant": "base", "begun": False}
    live.app.table.board.publish_value("match", match)
    live.app.start()
    guest, people = Guest(live), live.regulars
    guest.until(lambda: people.table.now > 6)
    assert guest.shown()["state"] is None
    guest.tap(do="start", variant="base", players=["Eva", "Ben"], leader="Ben")
    guest.until_lifts(2)
    live.camera.stop()
    live.app.stop()
    assert (people.failures, people.stopped) == ([], False)


class Broken(Tablet):
    """A tablet whose line is down."""

    def snapshot(self):
        raise TableMistake("The page does not answer.")

    def tap(self, command):
        raise TableMistake(f"The page does not take {command}.")


def test_players_who_cannot_go_on_say_so_and_a_new_game_wakes_them(tmp_path, capsys):
    simulation = Simulation(LIVE, tmp_path / "journal.sqlite", realtime=False)
    app, people = simulation.app, simulation.regulars
    app.server.start()
    app.table.start()
    working, people.tablet = people.tablet, Broken(lambda: 0, simulation.orders)
    while not people.stopped:
        people.table.advance(1.0)
        simulation.tick(people.table.now)
    app.table.drain()
    assert app.table.board.snapshot()["notice"]["key"] == "players_stopped"
    assert "start a new game and they play it" in capsys.readouterr().err
    people.tablet = working
    Guest(simulation).tap(do="start", variant="chic", players=["Eva", "Kim"], leader="Eva")
    simulation.tick(people.table.now)
    assert not people.stopped
    app.stop()


def test_whoever_opens_the_page_sees_a_throw_within_five_seconds(tmp_path):
    """A game of the default seed, from the first picture to the throw in the journal, in the table's own time."""
    simulation = Simulation(Options(port=0), tmp_path / "journal.sqlite", realtime=False)
    simulation.app.start()
    guest, table = Guest(simulation), simulation.regulars.table
    guest.until(lambda: bool(guest.shown()["acts"]))
    assert table.now < 5.0
    assert guest.shown()["acts"][0]["act"]["act"] == "throw"
    assert table.pace == 1.0
    simulation.camera.stop()
    simulation.app.stop()


def test_a_game_that_so_many_cannot_play_is_refused_before_a_page_opens(tmp_path, capsys):
    journal = tmp_path / "journal.sqlite"
    assert run_on_journal(replace(LIVE, variant="schocken", players=2, journal=journal), play) == 2
    said = capsys.readouterr()
    assert said.err == "knobeltisch demo: schocken is played by 3 to 12, not by 2; name so many players.\n"
    assert (said.out, journal.exists()) == ("", False)


def test_where_nobody_asked_for_a_port_a_taken_one_is_no_obstacle(capsys):
    usual = PageConfig().port
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # somebody else has it: as good
            stack.enter_context(socket.create_server(("0.0.0.0", usual)))
        assert choose_page_port(Options()) == 0
        assert choose_page_port(Options(port=usual)) == usual
    said = capsys.readouterr().out
    assert re.fullmatch(r"Port \d+ is taken by another program; the page takes a free one.\n", said)


def begun(first=1, *, own=True, touched=False):
    return BegunGame(start=START, first=first, own=own, touched=touched)


JOURNAL = (("tablet", START), ("camera", THROW), ("panel", PASS))
TWO_GAMES = (*JOURNAL, ("tablet", START))
GAME = [THROW.act, PASS.act]
PRESSED = [*GAME, scorer.Hold(dice=())]
OTHER = [scorer.Throw(dice=(1, 2, 5)), PASS.act]


@pytest.mark.parametrize(
    ("journal", "games", "played", "words"),
    [
        (JOURNAL, [begun()], [GAME], []),
        (JOURNAL, [begun()], [PRESSED], []),  # broken off between the press and its entry
        (JOURNAL, [begun()], [OTHER], ["act 1: played"]),
        (JOURNAL, [begun(touched=True)], [OTHER], []),
        (JOURNAL, [begun(), begun(5)], [GAME, PRESSED], ["act 1: played"]),
        (TWO_GAMES, [begun(), begun(4)], [PRESSED, []], ["act 3: played"]),
        (TWO_GAMES, [begun(), begun(4, own=False)], [PRESSED], []),
        (TWO_GAMES, [begun(own=False), begun(4)], [[]], []),
    ],
    ids=[
        *("as played", "in flight", "other act", "touched", "lost game"),
        *("lost act", "a guest's next game", "a guest's first game"),
    ],
)
def test_each_way_in_which_a_journal_may_lie_is_found(tmp_path, journal, games, played, words):
    kept = open_journal(tmp_path / "journal.sqlite")
    for source, fact in journal:
        kind, body = body_of(fact)
        kept.append(at=1.0, source=source, kind=kind, body=body)
    kept.close()
    found = find_differences(tmp_path / "journal.sqlite", begun=games, games=played)
    assert [word for sentence, word in zip(found, words, strict=True) if word not in sentence] == []
