import math
import re

import pytest

from calibration.mounting import LENSES, MARGIN, LensType, mounting
from tests.support.paths import ROOT
from vision.board import BOARD_MM

PAGE = ROOT / "docs" / "maker.md"


@pytest.mark.parametrize("lens", LENSES, ids=lambda lens: lens.name)
def test_the_board_with_its_margin_fits_the_picture_and_fills_it_one_way(lens):
    height = mounting(lens).height
    seen = [2 * height * math.tan(math.radians(view) / 2) for view in (lens.along, lens.across)]
    spare = [side / (MARGIN * board) for side, board in zip(seen, BOARD_MM, strict=True)]
    assert min(spare) == pytest.approx(1.0)


def test_a_right_angle_sees_twice_its_height():
    square = LensType(name="square", along=90.0, across=90.0)
    assert mounting(square).height == pytest.approx(MARGIN * BOARD_MM[0] / 2)
    assert mounting(square, width_px=462).die_px == pytest.approx(16.0)


def test_a_lens_that_is_cropped_hangs_higher_and_a_die_stays_as_large():
    module_2 = next(lens for lens in LENSES if lens.name == "Camera Module 2")
    whole, cropped = mounting(module_2), mounting(module_2, field=1920 / 3280)
    assert (round(whole.height / 10), round(cropped.height / 10)) == (48, 82)
    assert cropped.die_px == pytest.approx(whole.die_px)


def test_the_makers_page_tells_what_is_worked_out():
    text = PAGE.read_text(encoding="utf-8").split("## How high the camera hangs")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| (?!camera|---)([^|]+?) \| (.+) \|$", text, re.MULTILINE))
    expected = {
        lens.name: f"{round(lens.along, 1):g} x {round(lens.across, 1):g} | {where.height / 10:.0f} cm | {where.die_px:.0f}"
        for lens in LENSES
        for where in [mounting(lens)]
    }
    assert rows == expected
