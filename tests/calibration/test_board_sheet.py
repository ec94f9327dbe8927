import re
import zlib

import cv2
import numpy as np
import pytest

from calibration.board_sheet import sheet_pdf, write_sheet
from calibration.errors import CalibrationError, SheetNotWritten
from vision.board import draw_board


@pytest.fixture(scope="module")
def small():
    return draw_board(3.0)


@pytest.fixture(scope="module")
def pdf(small):
    return sheet_pdf(small)


def numbers(pattern, pdf):
    return [float(group) for group in re.search(pattern, pdf).groups()]


def pictured(pdf):
    """Take the embedded picture out again, as a viewer would."""
    columns, rows, length = (
        int(number) for number in numbers(rb"/Width (\d+) /Height (\d+) .*?/Length (\d+) >>", pdf)
    )
    begin = pdf.index(b"stream\n", pdf.index(b"/Subtype /Image")) + len(b"stream\n")
    pixels = zlib.decompress(pdf[begin : begin + length])
    return cv2.cvtColor(np.frombuffer(pixels, np.uint8).reshape(rows, columns, 3), cv2.COLOR_RGB2BGR)


def test_printers_are_asked_not_to_fit_it_to_their_margins(pdf):
    assert b"/PrintScaling /None" in pdf


def test_bare_paper_takes_no_ink_and_the_marks_stay_black(pdf, small):
    printed = pictured(pdf)
    assert (np.median(printed.reshape(-1, 3), axis=0) == 255).all()
    assert np.array_equal((printed == 0).all(axis=2), (small == 0).all(axis=2))


def test_what_is_printed_keeps_its_contrast_to_the_paper(pdf, small):
    drawn = small / np.median(small.reshape(-1, 3), axis=0)
    printed = pictured(pdf) / 255.0
    assert np.abs(np.minimum(drawn, 1.0) - printed).max() < 0.035


def test_every_object_begins_where_the_table_says(pdf):
    table = int(numbers(rb"startxref\n(\d+)", pdf)[0])
    assert pdf[table : table + 4] == b"xref"
    begins = [int(begin) for begin in re.findall(rb"(\d{10}) 00000 n", pdf)]
    assert [pdf[begin : begin + 7] for begin in begins] == [b"%d 0 obj" % number for number in range(1, 6)]


def test_a_folder_that_is_not_there_is_reported_in_a_sentence(tmp_path):
    with pytest.raises(SheetNotWritten, match=r"board\.pdf cannot be written .*; name a file") as error:
        write_sheet(tmp_path / "nowhere" / "board.pdf", b"%PDF")
    assert isinstance(error.value, CalibrationError)
    assert isinstance(error.value, OSError)


def test_a_folder_of_that_name_is_left_alone(tmp_path):
    (tmp_path / "board.pdf").mkdir()
    with pytest.raises(SheetNotWritten):
        write_sheet(tmp_path / "board.pdf", b"%PDF")
    assert [file.name for file in tmp_path.iterdir()] == ["board.pdf"]
