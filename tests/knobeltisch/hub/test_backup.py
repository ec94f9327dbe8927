import pytest
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


@pytest.mark.parametrize("command", [("backup", "copy.sqlite"), ("pin",)])
def test_without_a_hub_there_is_one_sentence_and_no_new_file(tmp_path, monkeypatch, command):
    monkeypatch.setenv("KNOBELTISCH_HALL_FOLDER", str(tmp_path / "none"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nothing.toml").touch()
    done = CliRunner().invoke(main, ["hub", "--config", "nothing.toml", *command])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("knobeltisch hub: There is no hub's file at ")
    assert [file.name for file in tmp_path.iterdir()] == ["nothing.toml"]
