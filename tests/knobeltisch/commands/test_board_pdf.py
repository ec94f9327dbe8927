import os
import shlex
import subprocess
import sys

import pytest
from click.testing import CliRunner

import scorer
from calibration.rules_page import FOOT, crib_pages
from knobeltisch.__main__ import main
from knobeltisch.game.printed_board import crib_of
from scorer.words.language_files import LANGUAGES
from tests.support.paths import ROOT


def test_the_board_is_written_and_how_to_print_it_is_said(tmp_path):
    result = CliRunner().invoke(main, ["board", str(tmp_path / "board.pdf")])
    assert result.exit_code == 0
    assert "100 %" in result.output
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF-1.4")


@pytest.mark.long
def test_a_pipe_is_written_to_who_reads_it_and_one_that_nobody_reads_is_not_waited_for(tmp_path):
    os.mkfifo(pipe := tmp_path / "pipe")
    done = CliRunner().invoke(main, ["board", str(pipe)])
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert f"{pipe} cannot be written" in done.stderr
    command = f"{shlex.quote(sys.executable)} -m knobeltisch board /dev/stdout | head -c 5"
    read = subprocess.run(["bash", "-c", command], capture_output=True, check=True, cwd=ROOT)
    assert read.stdout == b"%PDF-"
    sheet = tmp_path / "sheet.pdf"
    to_a_file = f"{shlex.quote(sys.executable)} -m knobeltisch board /dev/stdout >{shlex.quote(str(sheet))}"
    subprocess.run(["bash", "-c", to_a_file], check=True, cwd=ROOT)
    assert sheet.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("variant", scorer.VARIANTS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", ["a3", "a4"])
def test_the_rules_of_every_game_fit_on_the_back_in_type_that_can_be_read(variant, language, paper):
    pages, columns, size = (1, 3, (420, 297)) if paper == "a3" else (2, 2, (210, 297))
    crib = crib_of(scorer.load_variant(variant), language, paper)
    set_ = crib_pages(crib, pages=pages, columns=columns, width_mm=size[0], height_mm=size[1])
    body = [line.size for page in set_ for line in page.lines if not line.bold and line.size != FOOT]
    assert min(body) >= 8


def test_a_house_variant_stands_on_the_back(tmp_path):
    house = tmp_path / "ours.toml"
    house.write_text('base = "bavarian"\nmats = "2n-1"\n', encoding="utf-8")
    result = CliRunner().invoke(main, ["board", str(tmp_path / "b.pdf"), "--rules", str(house)])
    assert result.exit_code == 0, result.output
