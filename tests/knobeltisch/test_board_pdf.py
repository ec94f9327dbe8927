from click.testing import CliRunner

from knobeltisch.__main__ import main


def test_the_board_is_written_and_how_to_print_it_is_said(tmp_path):
    told = CliRunner().invoke(main, ["board", str(tmp_path / "board.pdf")])
    assert told.exit_code == 0
    assert "100 %" in told.output
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF-1.4")


def test_where_it_cannot_be_written_one_sentence_says_so(tmp_path):
    told = CliRunner().invoke(main, ["board", str(tmp_path / "nowhere" / "board.pdf")])
    assert told.exit_code == 2
    assert told.output.startswith("knobeltisch board: ")
    assert told.output.count("\n") == 1
