"""A copy of what the hub keeps, beside a hub that runs."""

from __future__ import annotations

from click.testing import CliRunner

from knobeltisch.__main__ import main
from knobeltisch.hub.hall_file import HallFile
from knobeltisch.hub.table_list import TableList


def test_a_copy_beside_a_running_hub_has_its_tables(tmp_path, open_hub, monkeypatch):
    open_hub(tables=("pub/a", "pub/b"))
    nothing, copy = tmp_path / "nothing.toml", tmp_path / "copy.sqlite"
    nothing.touch()
    monkeypatch.setenv("KNOBELTISCH_HALL_FOLDER", str(tmp_path / "hub"))
    ask = ["hub", "--config", str(nothing), "backup", str(copy)]
    done = CliRunner().invoke(main, ask)
    assert done.exit_code == 0, done.stderr
    file = HallFile(copy)
    assert [table.source for table in TableList(file).all()] == ["pub/a", "pub/b"]
    file.close()
    again = CliRunner().invoke(main, ask)
    assert (again.exit_code, again.stderr.count("\n")) == (2, 1)


def test_without_a_hub_there_is_nothing_to_copy_and_it_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("KNOBELTISCH_HALL_FOLDER", str(tmp_path / "none"))
    nothing = tmp_path / "nothing.toml"
    nothing.touch()
    done = CliRunner().invoke(
        main, ["hub", "--config", str(nothing), "backup", str(tmp_path / "copy.sqlite")]
    )
    assert done.exit_code == 2
    assert "There is no hub's file" in done.stderr
    assert not (tmp_path / "none").exists()
