"""Guests at the live demo: whatever they tap, the simulated players follow, and the journal is accounted for."""

from __future__ import annotations

import contextlib
import re
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import scorer
from knobeltisch.commands.demo import Simulation, main, simulate
from knobeltisch.commands.demo_options import Options
from knobeltisch.commands.demo_tables import choose_page_port
from knobeltisch.config import PageConfig
from knobeltisch.game.events import Correct, Did, Rename, Start, Undo, Wish, body_of
from knobeltisch.simulated_players.account import Lifted, Pressed, settle
from knobeltisch.simulated_players.following import Followers
from knobeltisch.simulated_players.order_log import Tapped
from knobeltisch.simulated_players.played import TableFailed
from knobeltisch.storage.journal import Entry
from knobeltisch.table.commands import Answer, PressButton, TakeBack
from knobeltisch.table.phone_throws import PhonePlay

LIVE = Options(seed=15, players=3, speed=8.0, port=0)
START = Start(variant="bavarian", players=("Anna", "Ben"), leader="Anna")
THROW = Did(act=scorer.Throw(dice=(1, 2, 4)))
PASS = Did(act=scorer.Pass(declare=None))


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Simulation]:
    """A live demo on a virtual clock: as fast as the machine paints and reads."""
    simulation = simulate(LIVE, tmp_path / "journal.sqlite", realtime=False)
    simulation.app.start()
    yield simulation
    simulation.camera.stop()
    simulation.app.stop()


class Guest:
    """Somebody who taps and waits for the players to go on."""

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation

    def tap(self, **command: object) -> None:
        reply = self.simulation.app.table.commands.send(command)
        assert reply == {"ok": True}, reply

    def shown(self) -> dict[str, Any]:
        return self.simulation.app.table.board.snapshot()

    def until(self, come: Callable[[], bool]) -> None:
        assert self.simulation.app.camera is not None
        while not come():
            assert self.simulation.app.camera.watching, "the demo has ended"
            time.sleep(0.02)

    def until_lifts(self, more: int) -> None:
        """Wait until the camera has read so many more throws."""
        people = self.simulation.regulars
        upto = people.evening.lifts + more
        self.until(lambda: people.evening.lifts >= upto)


@pytest.mark.long
def test_the_players_leave_the_table_to_the_match_that_is_drawn_for_it(tmp_path: Path) -> None:
    live = simulate(LIVE, tmp_path / "journal.sqlite", realtime=False)
    match = {"title": "Pokal", "round": 1, "players": ["Eva", "Ben"], "variant": "base", "begun": False}
    live.app.table.board.publish_value("match", match)
    live.app.start()
    guest, people = Guest(live), live.regulars
    assert isinstance(people, Followers)
    guest.until(lambda: people.table.now > 6)
    assert guest.shown()["state"] is None
    guest.tap(do="start", variant="base", players=["Eva", "Ben"], leader="Ben")
    guest.until_lifts(2)
    live.camera.stop()
    live.app.stop()
    assert (people.failures, people.stopped) == ([], False)


class Broken:
    """A tablet whose line is down."""

    def snapshot(self) -> dict[str, Any]:
        raise TableFailed("The page does not answer.")

    def tap(self, command: Mapping[str, object]) -> None:
        raise TableFailed(f"The page does not take {command}.")


def test_players_who_cannot_go_on_say_so_and_a_new_game_wakes_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    simulation = simulate(LIVE, tmp_path / "journal.sqlite", realtime=False)
    app, people = simulation.app, simulation.regulars
    assert isinstance(people, Followers)
    app.server.start()
    app.table.start()
    working, people.tablet = people.tablet, Broken()
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


def test_whoever_opens_the_page_sees_a_throw_within_five_seconds(tmp_path: Path) -> None:
    """A game of the default seed, from the first picture to the throw in the journal, in the table's own time."""
    simulation = simulate(Options(port=0), tmp_path / "journal.sqlite", realtime=False)
    simulation.app.start()
    guest, table = Guest(simulation), simulation.regulars.table
    guest.until(lambda: bool(guest.shown()["acts"]))
    assert table.now < 5.0
    assert guest.shown()["acts"][0]["act"]["act"] == "throw"
    assert table.pace == 1.0
    simulation.camera.stop()
    simulation.app.stop()


def test_a_game_that_so_many_cannot_play_is_refused_before_a_page_opens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "journal.sqlite"
    assert main(replace(LIVE, variant="schocken", players=2, journal=journal)) == 2
    said = capsys.readouterr()
    assert said.err == "knobeltisch demo: schocken is played by 3 to 12, not by 2; name so many players.\n"
    assert (said.out, journal.exists()) == ("", False)


@pytest.mark.parametrize(("tables", "taken"), [(1, 0), (3, 2)])
def test_where_nobody_asked_for_a_port_a_taken_one_is_no_obstacle(
    tables: int, taken: int, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = PageConfig().port
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # somebody else has it: as good
            stack.enter_context(socket.create_server(("0.0.0.0", usual + taken)))
        assert choose_page_port(Options(tables=tables)) == 0
        assert choose_page_port(Options(tables=tables, port=usual)) == usual
    pages = "the page takes a free one" if tables == 1 else "the pages take free ones"
    assert re.fullmatch(rf"Port \d+ is taken by another program; {pages}.\n", capsys.readouterr().out)


# --- the account itself


def entries(*facts: tuple[str, Start | Did | Undo | Correct | Wish | Rename]) -> list[Entry]:
    return [
        Entry(id=number, at=float(number), source=source, kind=body_of(fact)[0], body=body_of(fact)[1])
        for number, (source, fact) in enumerate(facts, start=1)
    ]


def tapped(order: Any, head: int, *, own: bool = False, taken: bool = True) -> Tapped:
    return Tapped(order=order, taken=taken, head=head, own=own)


JOURNAL = entries(("tablet", START), ("camera", THROW), ("panel", PASS))
DEEDS = [Lifted((1, 2, 4)), Pressed("pass")]
OWN = [tapped(START, 1, own=True)]
GAMES = [[THROW.act, PASS.act]]


def test_a_journal_that_tells_what_was_done_has_no_difference() -> None:
    assert settle(JOURNAL, deeds=DEEDS, tapped=OWN, games=GAMES).wrong == []


@pytest.mark.parametrize(("own", "differences"), [(False, 0), (True, 1)])
def test_a_press_in_flight_when_a_guest_begins_another_game_is_no_difference(
    own: bool, differences: int
) -> None:
    """The table did not take it any more. The players themselves begin one only when the last is over: then it is lost."""
    journal = [*JOURNAL, *entries(*[("tablet", START)] * 4)[3:]]
    pressed = [[*GAMES[0], scorer.Hold(dice=())], *([[]] if own else [])]
    found = settle(journal, deeds=DEEDS, tapped=[*OWN, tapped(START, 4, own=own)], games=pressed)
    assert len(found.wrong) == differences


BY_PHONE = [tapped(PhonePlay(player="Anna", acts=(PASS.act,)), 3)]


@pytest.mark.parametrize(
    ("journal", "deeds", "taps", "games", "word"),
    [
        (JOURNAL, [Lifted((1, 2, 5)), Pressed("pass")], OWN, GAMES, "nobody did"),
        (JOURNAL, [Lifted((1, 2, 4))], OWN, GAMES, "nobody did"),
        (JOURNAL, DEEDS, OWN, [[Did(act=scorer.Throw(dice=(1, 2, 5))).act, PASS.act]], "act 1: played"),
        (JOURNAL, DEEDS, OWN, [*GAMES, []], "is not in the journal"),
        (JOURNAL, DEEDS, [*OWN, tapped(Did(act=scorer.Filled()), 3)], GAMES, "tapped Did"),
        (JOURNAL, DEEDS, [*OWN, tapped(TakeBack(to=2), 3)], GAMES, "tapped TakeBack"),
        ([*JOURNAL, *entries(*[("tablet", Undo(to=2))] * 4)[3:]], DEEDS, OWN, GAMES, "nobody tapped"),
        (
            [*JOURNAL, *entries(*[("tablet", Undo(to=2))] * 4)[3:]],
            DEEDS,
            [*OWN, tapped(TakeBack(to=2), 4, taken=False)],
            GAMES,
            "refused",
        ),
        (
            [*JOURNAL, *entries(*[("tablet", THROW)] * 4)[3:]],
            DEEDS,
            [*OWN, tapped(Answer(question="q1", dice=(6, 6, 6)), 4)],
            GAMES,
            "tapped Answer",
        ),
        (
            [*JOURNAL, *entries(*[("tablet", THROW)] * 4)[3:]],
            DEEDS,
            [*OWN, tapped(PressButton(button="pass"), 4)],
            GAMES,
            "tapped PressButton",
        ),
        (
            entries(("tablet", START), ("phone", THROW), ("phone", THROW)),
            [],
            [*OWN, *BY_PHONE],
            [],
            "tapped PhonePlay",
        ),
        (entries(("tablet", START), ("phone", THROW)), [], OWN, [], "nobody tapped"),
    ],
    ids=[
        *("other dice", "no press", "other act", "lost game", "lost act", "lost undo", "extra entry"),
        *("refused yet written", "other answer", "other press", "other play", "nobody's play"),
    ],
)
def test_each_way_in_which_a_journal_may_lie_is_found(
    journal: list[Entry], deeds: list[Any], taps: list[Tapped], games: list[Any], word: str
) -> None:
    wrong = settle(journal, deeds=deeds, tapped=taps, games=games).wrong
    assert any(word in sentence for sentence in wrong), wrong
