import pytest
from click.testing import CliRunner

from knobeltisch.__main__ import main


@pytest.fixture
def running(house, tmp_path):
    with house(tmp_path) as app:
        yield app


def invoked(tmp_path, port):
    file = tmp_path / "knobeltisch.toml"
    file.write_text(
        f"[page]\nport = {port}\n[journal]\npath = '{tmp_path}/journal.sqlite'\n", encoding="utf-8"
    )
    return CliRunner().invoke(main, ["calibrate", "--config", str(file)])


def test_the_address_of_the_page_is_reported_while_a_table_runs(tmp_path, running):
    result = invoked(tmp_path, running.server.port)
    assert result.exit_code == 0, result.output
    assert f":{running.server.port}/landlord/calibrate" in result.output


def test_without_a_table_one_sentence_says_how_to_start_it(tmp_path):
    result = invoked(tmp_path, 1)
    assert result.exit_code == 2
    assert result.output.count("\n") == 1
    assert "knobeltisch run" in result.output
