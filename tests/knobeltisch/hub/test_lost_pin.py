"""A hub's landlord who has lost his PIN."""

from __future__ import annotations

from click.testing import CliRunner

from knobeltisch.__main__ import main


def config(tmp_path):
    file = tmp_path / "hub.toml"
    file.write_text(f"[hall]\nfolder = '{tmp_path}/hub'\n")
    return f"--config={file}"


def test_where_no_hub_is_there_is_one_sentence_and_no_new_file(tmp_path):
    done = CliRunner().invoke(main, ["hub", config(tmp_path), "pin"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("knobeltisch hub: There is no hub's file at ")
    assert not (tmp_path / "hub").exists()
