"""The PDF as a printer sees it: rendered by PDFium, and measured."""

import cv2
import numpy as np
import pypdfium2
import pytest

import scorer
from calibration.board_sheet import A4_MM, WHITE_MM, sheet_pdf
from calibration.rules_page import FOOT, Crib, crib_pages
from calibration.text_layout import measure_width
from knobeltisch.game.printed_board import board_pdf
from vision.board import BOARD_MM, RULE_MM, draw_board, find_board, mark_corners, seen_marks

DOTS = 6.0  # of the rendered paper, a millimetre
CRIB = Crib(
    title="Bayerisch Chicago",
    chapters=tuple(
        (f"Kapitel {n}", ("Wer als Letzter noch Bierdeckel hat, hat verloren.", "„Mit ist Shit“ (immer)."))
        for n in range(5)
    ),
    foot="Bei 100 % drucken.",
)


def printed(pdf):
    """Render each page as a printer would, shape (height, width, 3), BGR."""
    pages = pypdfium2.PdfDocument(pdf)
    return [np.ascontiguousarray(page.render(scale=DOTS * 25.4 / 72).to_numpy()[..., :3]) for page in pages]


@pytest.fixture(scope="module")
def drawn():
    return draw_board(DOTS)


@pytest.fixture(scope="module")
def a3(drawn):
    return printed(sheet_pdf(drawn, CRIB))


@pytest.fixture(scope="module")
def a4(drawn):
    return printed(sheet_pdf(drawn, CRIB, paper="a4"))


def marks_mm(page):
    """Where the marks lie on the paper: its number, and its corners in millimetres."""
    framed = cv2.copyMakeBorder(page, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    return {number: (corners - 60 + 0.5) / DOTS for number, corners in seen_marks(framed).items()}


def line_mm(page, y):
    """The longest run of ink at a height of the paper, in millimetres; its end strokes included, half a millimetre each."""
    ink = page[round(y * DOTS) - 1 : round(y * DOTS) + 2].min(axis=(0, 2)) < 200
    edges = np.flatnonzero(np.diff(np.concatenate([[0], ink.astype(int), [0]])))
    return max(edges[1::2] - edges[::2], default=0) / DOTS


def glued(a4):
    """Cut the left half along its line and lay it on the right one's, as the maker does."""
    left, right = a4[0], a4[2]
    cut = round((A4_MM[0] - WHITE_MM) * DOTS)
    line = round(WHITE_MM * DOTS)
    return np.hstack([left[:, :cut], right[:, line:]])


def test_the_board_on_a3_has_its_marks_where_the_eye_takes_them_to_be(a3):
    seen = marks_mm(a3[0])
    assert set(seen) == {0, 1, 2, 3}
    for number, corners in mark_corners().items():
        assert seen[number] == pytest.approx(corners, abs=0.25)


def test_a4_is_two_pages_and_their_backs(a4):
    for page in a4:
        assert page.shape[:2] == pytest.approx((297 * DOTS, 210 * DOTS), abs=1)
    assert len(a4) == 4


def test_nothing_of_the_marks_lies_where_printers_leave_the_paper_white(a4):
    for place in (0, 2):
        corners = np.concatenate(list(marks_mm(a4[place]).values()))
        assert corners.min() > WHITE_MM - 0.3
        assert (corners < np.array(A4_MM) - WHITE_MM + 0.3).all()


def test_two_glued_halves_measure_like_one_sheet(a4):
    seen = marks_mm(glued(a4))
    assert set(seen) == {0, 1, 2, 3}
    for number, corners in mark_corners().items():
        assert seen[number] + [WHITE_MM, 0] == pytest.approx(corners, abs=0.25)


def test_two_glued_halves_have_the_whole_ruler(a4):
    assert line_mm(glued(a4), RULE_MM[1]) == pytest.approx(100.0, abs=1.0)


def test_the_eye_finds_the_glued_board_on_a_dark_table(a4):
    small = cv2.resize(glued(a4), None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    table = cv2.copyMakeBorder(small, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(40, 60, 80))
    pose = find_board(table)
    assert pose.marks == 4
    right = pose.to_mm([[40.0 + small.shape[1], 40.0]])
    assert right == pytest.approx(np.array([[BOARD_MM[0] - WHITE_MM, 0.0]]), abs=0.5)


def test_the_back_carries_the_rules_as_text():
    pdf = pypdfium2.PdfDocument(sheet_pdf(draw_board(1.0), CRIB))
    text = pdf[1].get_textpage().get_text_range()
    assert "Bayerisch Chicago" in text
    assert "„Mit ist Shit“ (immer)." in text
    assert text.count("Kapitel") == 5


def test_the_board_for_everybody_is_true_to_scale_and_has_the_rules_of_each_language_on_one_page():
    data = board_pdf(scorer.load_variant("bavarian"))
    pdf = pypdfium2.PdfDocument(data)
    assert [page.get_size() for page in pdf] == [
        pytest.approx([side / 25.4 * 72 for side in BOARD_MM], abs=0.01)
    ] * 3
    back, further = (page.get_textpage().get_text_range() for page in (pdf[1], pdf[2]))
    assert ("Bayerisch Chicago" in back, "Bavarian Chicago" in further) == (True, True)
    front = printed(data)[0]
    assert line_mm(front, RULE_MM[1]) == pytest.approx(100.0 + 0.5, abs=0.5)
    for number, corners in mark_corners().items():
        assert marks_mm(front)[number] == pytest.approx(corners, abs=0.25)


def test_on_a4_the_rules_begin_on_the_half_that_lies_left_when_the_board_is_turned_over():
    long = Crib(title="T", chapters=tuple((f"Kapitel {n}", ("Wort " * 60,) * 4) for n in range(8)))
    pdf = pypdfium2.PdfDocument(sheet_pdf(draw_board(1.0), long, paper="a4"))
    assert "Kapitel 0" in pdf[3].get_textpage().get_text_range()
    assert "Kapitel 7" in pdf[1].get_textpage().get_text_range()


def test_the_foot_and_the_rules_keep_apart():
    long = Crib(
        title="T",
        chapters=tuple((f"{n}", ("Wort " * 60,) * 4) for n in range(8)),
        foot="Bei 100 % drucken. " * 20,
    )
    for page in crib_pages(long, pages=2, columns=2, width_mm=210, height_mm=297):
        foot = min(line.y - line.size for line in page.lines if line.size == FOOT)
        rules = max(line.y for line in page.lines if line.size != FOOT)
        assert rules < foot


def test_no_word_of_the_back_leaves_the_paper(a4):
    edge = round(10 * DOTS)
    for page in (a4[1], a4[3]):
        for strip in (page[:edge], page[-edge:], page[:, :edge], page[:, -edge:]):
            assert (strip == 255).all()


def test_widths_are_those_that_a_reader_draws():
    text = "Wer würfelt, wählt: Größe 123 auf zwei"
    crib = Crib(title="x", chapters=(("y", (text,)),))
    page = pypdfium2.PdfDocument(sheet_pdf(draw_board(1.0), crib))[1]
    words = page.get_textpage()
    first = words.get_text_range().index(text)
    left, right = words.get_charbox(first)[0], words.get_charbox(first + len(text) - 1)[2]
    assert right - left == pytest.approx(measure_width(text, 18.0), rel=0.03)
