"""An evening's end by time that runs: a clock that jumps splits none, and joins none."""

from types import SimpleNamespace

import pytest

from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.game.evening import fold, fold_last_evening
from knobeltisch.game.running_time import quiet_before
from knobeltisch.status import Device
from knobeltisch.storage.journal import open_journal
from knobeltisch.table.table import Table
from knobeltisch.table.table_files import TableFiles
from tests.support.service import START, THROW

HOUR_S = 3600.0


@pytest.fixture
def switched(tmp_path, monkeypatch):
    device = SimpleNamespace(clock_known=True)
    (tmp_path / "boot_id").write_text("start 0\n")
    monkeypatch.setattr("knobeltisch.device.boot.BOOT_ID", tmp_path / "boot_id")
    monkeypatch.setattr("knobeltisch.device.boot.ask_kernel", lambda: 0 if device.clock_known else 5)
    monkeypatch.setattr("knobeltisch.device.boot.BATTERY_CLOCK", tmp_path / "no such clock")
    return device


def is_unsure(bar):
    return bar.table.board.snapshot()["evening_unsure"]


class Bar:
    """A table with a clock and a running time that tests move; a call starts it, or restarts it."""

    def __init__(self, folder, device):
        self.folder, self.device, self.open_ones = folder, device, []
        self.clock, self.ran, self.boots = 1.7e9, 100.0, 0

    def __call__(self):
        self.close()
        journal = open_journal(self.folder / "journal.sqlite")
        device = Device(status="absent")
        self.table = Table(
            files=TableFiles(journal=journal), clock=lambda: self.clock, camera=device, ticks=lambda: self.ran
        )
        self.table.start()
        self.open_ones.append((self.table, journal))

    def close(self):
        while self.open_ones:
            table, journal = self.open_ones.pop()
            table.stop()
            journal.close()

    def play(self, start=START, **answer):
        for order in ({**start, **answer}, THROW):
            assert self.table.commands.send(order) == {"ok": True}

    def power_on(self, *, known=None):
        """Start the device once more; without a battery its clock goes on from where it was."""
        self.ran, self.device.clock_known = 50.0, self.device.clock_known if known is None else known
        self.boots += 1
        (self.folder / "boot_id").write_text(f"start {self.boots}\n")
        self()

    def later(self, ran, jump=0.0):
        self.ran += ran
        self.clock += ran + jump

    def games(self):
        """Count the games of the evening that is on, as the table, a replay and the reports have them."""
        self.close()
        journal = open_journal(self.folder / "journal.sqlite")
        entries = list(journal.entries())
        counts = {
            fold_last_evening(journal).games,
            fold(entries).games,
            len(Chronicle(entries).evenings()[-1].games),
        }
        journal.close()
        (count,) = counts
        return count


@pytest.fixture
def bar(tmp_path, switched):
    made = Bar(tmp_path, switched)
    made()
    yield made
    made.close()


def test_a_clock_that_jumps_by_seven_hours_between_two_games_splits_no_evening(bar):
    bar.play()
    bar.later(600, jump=7 * HOUR_S)
    bar.play()
    assert bar.games() == 2


def test_a_game_after_seven_hours_begins_an_evening_though_the_clock_was_set_back(bar):
    bar.play()
    bar.later(7 * HOUR_S, jump=-7 * HOUR_S)
    bar.play()
    assert bar.games() == 1


@pytest.mark.parametrize("power", [True, False])
def test_a_tap_on_the_old_board_before_the_new_game_joins_no_evenings(bar, power):
    bar.play()
    bar.later(20 * HOUR_S)
    if power:
        bar.power_on()
    for order in ({"do": "undo"}, THROW):
        assert bar.table.commands.send(order) == {"ok": True}
    bar.later(600)
    bar.play()
    assert bar.games() == 1


@pytest.mark.parametrize("answer", [{}, {"goes_on": False}, {"goes_on": True}])
@pytest.mark.parametrize("known", [(False, False), (False, True), (True, False)])
def test_after_the_power_was_off_without_a_clock_only_an_answer_goes_on_with_the_evening(bar, known, answer):
    bar.device.clock_known, after = known
    bar.play()
    bar.power_on(known=after)
    assert is_unsure(bar)
    bar.play(**answer)
    assert not is_unsure(bar)
    assert bar.games() == (2 if answer.get("goes_on") else 1)


def test_a_refused_start_after_a_night_joins_no_evenings(bar):
    bar.play()
    bar.later(20 * HOUR_S)
    bar()
    assert bar.table.commands.send({**START, "players": ["Anna"]})["error"]["code"] == "bad_start"
    bar.play()
    assert bar.games() == 1


@pytest.mark.parametrize(
    "clock", [None, 7, [], {}, {"quiet": "long"}, {"quiet": True}, {"quiet": -1}, {"quiet": float("nan")}]
)
def test_what_makes_no_sense_counts_as_not_said(clock):
    assert quiet_before({"clock": clock}) is None
