import time
from dataclasses import replace

import pytest

import scorer
from knobeltisch.commands.demo import Simulation, verdict_on
from knobeltisch.commands.demo_options import Options
from knobeltisch.game.evening import fold
from knobeltisch.storage.journal import open_journal

# Seeds of short games in which everything happens that the tests name; each picture costs its painting and its reading.
QUICK = Options(seed=15, players=2, games=1, headless=True, speed=8.0)
COVERED = replace(QUICK, variant="schocken", seed=13, players=3)


def kinds_played(simulation):
    """The acts that were really done at the table."""
    return {type(act).__name__ for game in simulation.regulars.evening.games for act in game.acts}


@pytest.mark.long
def test_a_whole_game_is_watched_to_its_end_and_the_page_names_the_loser_of_the_journal(
    chromium, tmp_path, capsys
):
    path = tmp_path / "journal.sqlite"
    simulation = Simulation(QUICK, path)
    simulation.app.start()
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"http://127.0.0.1:{simulation.app.server.port}/")
    page.wait_for_selector(".strip.simulated")
    page.wait_for_selector("#whole .pays", timeout=180_000)
    loser = page.get_attribute("#whole .pays", "data-player")
    page.close()
    assert simulation.app.camera is not None
    simulation.app.camera.wait()
    simulation.app.stop()
    assert verdict_on(simulation) == 0
    assert "1 game, 0 differences" in capsys.readouterr().out
    journal = open_journal(path)
    state = fold(journal.entries()).state
    journal.close()
    assert state is not None
    assert loser == scorer.state_to_json(state)["loser"]
    assert kinds_played(simulation) >= {"RollOff", "Throw", "Hold", "Turn", "Pass"}


@pytest.mark.long
def test_a_game_with_covered_dice_is_kept_as_it_was_played(tmp_path):
    """As far as everything has happened at least once: a whole game of Schocken costs half a minute of painting and reading."""
    kinds = {"Hold", "Turn", "Cover", "Reveal", "Call"}
    path = tmp_path / "journal.sqlite"
    simulation = Simulation(COVERED, path)
    simulation.app.start()
    assert simulation.app.camera is not None
    while simulation.app.camera.watching and not kinds_played(simulation) >= kinds:
        time.sleep(0.02)
    simulation.camera.stop()
    simulation.app.stop()
    assert simulation.differences() == []
    assert [game.touched for game in simulation.orders.games] == [False]
    assert kinds_played(simulation) >= kinds
    assert simulation.regulars.evening.needless == []


def test_a_journal_that_tells_another_game_ends_the_demo_with_1(tmp_path, capsys):
    path = tmp_path / "journal.sqlite"
    simulation = Simulation(QUICK, path)
    simulation.app.server.start()
    simulation.app.table.start()
    simulation.tick(0.0)  # the regulars begin a game; nothing is thrown yet
    simulation.app.stop()
    journal = open_journal(path)
    for act, dice in (("roll_off", [3]), ("roll_off", [4]), ("throw", [1, 2, 4])):
        journal.append(at=0.0, source="camera", kind="act", body={"act": act, "dice": dice})
    journal.close()
    assert verdict_on(simulation) == 1
    said = capsys.readouterr()
    assert "game 1: stopped in round 1\n1 game, 1 difference; 0 lifts read, 0 questions\n" in said.out
    assert "game 1, act 1: played None, the journal has RollOff(dice=(3,))" in said.err
