import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from hardware.kit.measures import LENS, LID, LID_SCREWS, PANEL_HOLES, PRINTER_MM, RIBBON_LENSES, flange_top
from tests.support.kit.lens_cone import is_seen
from tests.support.kit.mesh import edges_of, read_stl, rims_at, volume_of
from tests.support.paths import ROOT

KIT = ROOT / "docs" / "kit"
PARTS = ("cradle", "holder", "lid")


@pytest.fixture(scope="module", params=PARTS)
def part(request):
    return read_stl(KIT / f"{request.param}.stl")


@pytest.fixture(scope="module")
def lid():
    return read_stl(KIT / "lid.stl")


def hung(lens, holder, cradle):
    """Camera's holder and cradle as they hang on the arm, the lens's front at the origin."""
    return np.concatenate([holder, cradle + np.array([0, 0, flange_top(lens)])])


def entered(lens, triangles):
    return [triangle for triangle in triangles if is_seen(lens, triangle)]


def test_each_edge_is_shared_by_two_triangles_that_turn_the_same_way(part):
    edges = Counter(edges_of(part))
    assert set(edges.values()) == {1}
    assert all((end, start) in edges for start, end in edges)


def test_no_triangle_is_flat_and_outside_is_outside(part):
    first, second = part[:, 1] - part[:, 0], part[:, 2] - part[:, 0]
    assert (np.linalg.norm(np.cross(first, second), axis=1) > 0).all()
    assert volume_of(part) > 0


def test_a_part_fits_a_printer_of_220_mm(part):
    size = np.ptp(part.reshape(-1, 3), axis=0)
    assert (size <= PRINTER_MM).all()


def test_the_holder_lies_flat_on_the_side_on_which_it_is_printed():
    """What begins above the bed would need supports: walls, floor, rails and flange all reach it."""
    holder = read_stl(KIT / "holder.stl")
    bed = holder[..., 1].max()
    bottom, top = holder[..., 2].min(), holder[..., 2].max()
    level = holder[np.all(np.abs(holder[..., 1] - bed) < 1e-4, axis=1)]
    assert level[..., 2].min() == pytest.approx(bottom)
    assert level[..., 2].max() == pytest.approx(top)


def test_nothing_hangs_in_what_the_lens_sees():
    triangles = hung(LENS, read_stl(KIT / "holder.stl"), read_stl(KIT / "cradle.stl"))
    assert entered(LENS, triangles) == []


def test_the_holder_of_one_lens_stands_in_the_way_of_a_wider_one():
    wide = next(lens for lens in RIBBON_LENSES if lens.along > 100)
    assert entered(wide, read_stl(KIT / "holder.stl"))


def test_the_lid_has_its_holes_where_the_plan_has_them_and_no_others(lid):
    outline, *rims = sorted(rims_at(lid, 0.0), key=lambda rim: -np.ptp(rim[:, 0]))
    assert np.ptp(outline, axis=0) == pytest.approx([LID.width, LID.depth])
    found = sorted((*middle(rim), width(rim)) for rim in rims)
    wanted = sorted(
        (hole.x, hole.y, hole.diameter + (LID.clearance if hole.kind != "screw" else 0))
        for hole in (*PANEL_HOLES, *LID_SCREWS)
    )
    assert np.array(found) == pytest.approx(np.array(wanted), abs=0.06)


def middle(rim):
    return (rim.max(axis=0) + rim.min(axis=0)) / 2


def width(rim):
    return 2 * np.linalg.norm(rim - middle(rim), axis=1).max()


def test_a_cable_passes_the_back_of_the_lid_and_is_tied_behind_it(lid):
    low, high = LID.cable_x - LID.cable / 2 + 0.1, LID.cable_x + LID.cable / 2 - 0.1
    corners = lid.reshape(-1, 3)
    across = (corners[:, 0] > low) & (corners[:, 0] < high)
    below = corners[:, 2] < -LID.plate - 0.1
    assert not (across & below & (corners[:, 1] > LID.depth - LID.wall - 0.1)).any(), "the notch is open"
    tie_wide, tie_thick = LID.tunnel
    tunnel = rims_at(lid, -LID.plate - tie_thick)
    assert [sorted(np.ptp(rim, axis=0)) for rim in tunnel] == [
        pytest.approx([tie_wide, LID.block[0]], abs=0.01)
    ]


def make_parts(folder, *options):
    """Run the command; where what it needs is missing, skip."""
    pytest.importorskip("build123d", reason="build123d is not installed: make kit installs it")
    subprocess.run([sys.executable, "-m", "hardware.kit", "--out", folder, *options], cwd=ROOT, check=True)


def test_what_is_offered_is_what_the_shapes_give(tmp_path):
    make_parts(tmp_path)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.suffix != ".step"}
    assert made == {path.name: path.read_bytes() for path in KIT.iterdir()}
    assert {path.stem for path in tmp_path.glob("*.step")} == set(PARTS)


@pytest.mark.parametrize("lens", RIBBON_LENSES, ids=lambda lens: lens.name)
def test_a_holder_leaves_free_what_its_lens_sees(lens, tmp_path):
    make_parts(tmp_path, "--lens", lens.name)
    triangles = hung(lens, *(read_stl(tmp_path / f"{name}.stl") for name in ("holder", "cradle")))
    assert entered(lens, triangles) == []
