"""The demo of Chicago poker: players with real cards tap on the page, and the journal records their game."""

import socket
import threading
import time
from dataclasses import replace

import pytest

from knobeltisch.commands import demo_poker
from knobeltisch.commands.demo import run_on_journal
from knobeltisch.commands.demo_options import Options
from knobeltisch.game.evening import fold
from knobeltisch.storage.journal import open_journal

ONE_GAME = Options(variant="poker", seed=3, players=2, games=1, headless=True)


@pytest.mark.long
def test_a_whole_game_is_tapped_on_the_page_and_the_journal_tells_it(tmp_path, capsys):
    path = tmp_path / "journal.sqlite"
    assert demo_poker.CardTable(ONE_GAME, path).run() == 0
    assert "1 game, 0 differences" in capsys.readouterr().out
    journal = open_journal(path)
    evening = fold(journal.entries())
    journal.close()
    assert evening.state is not None
    assert evening.state.stage == "over"
    assert {entry.source for entry in evening.live} == {"tablet"}


@pytest.mark.long
def test_the_players_go_on_from_what_a_guest_has_tapped(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(demo_poker, "GUEST_S", 0.1)
    house = demo_poker.CardTable(ONE_GAME, tmp_path / "journal.sqlite")

    def meddle():
        while house.app.table.board.snapshot()["head"] < 12:
            time.sleep(0.005)
        for _ in range(3):
            house.app.table.commands.send({"do": "undo"})

    guest = threading.Thread(target=meddle)
    guest.start()
    assert house.run() == 0
    guest.join()
    assert "1 game, guests at 1 of them, 0 differences" in capsys.readouterr().out


def test_a_port_that_is_taken_is_reported_with_the_command_that_would_do(tmp_path, capsys):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert run_on_journal(replace(ONE_GAME, port=port), demo_poker.play) == 2
    assert capsys.readouterr().err.endswith("Try: knobeltisch demo --port 0\n")
