import pytest
from click.testing import CliRunner

from knobeltisch.__main__ import main


@pytest.mark.parametrize("command", [("backup", "copy.sqlite"), ("pin",)])
def test_without_a_hub_there_is_one_sentence_and_no_new_file(tmp_path, monkeypatch, command):
    monkeypatch.setenv("KNOBELTISCH_HALL_FOLDER", str(tmp_path / "none"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nothing.toml").touch()
    done = CliRunner().invoke(main, ["hub", "--config", "nothing.toml", *command])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("knobeltisch hub: There is no hub's file at ")
    assert [file.name for file in tmp_path.iterdir()] == ["nothing.toml"]
