"""The workshop that renders pictures to learn from: what it says is true of what it shows."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from training.nets.make_set import main
from training.render.drawing import draw
from training.scene import throws
from training.scene.cameras import some_camera
from training.scene.lamps import Setting, bright_lights, some_lights
from training.scene.placing import body
from training.scene.scene import scene
from training.scene.styles import some_style
from training.things.gadgets import KINDS as GADGETS
from training.things.gadgets import rim
from training.things.makes import (
    bright_inks,
    dark_make,
    disc_make,
    gold_make,
    inked_make,
    large_pips,
    raised_make,
    side_by_side,
    soft_make,
    some_make,
    strong_make,
)
from training.things.no_dice import no_dice
from training.things.rendered_die import paint, pip_places
from training.things.solids import Solid, meet

NEEDS_MUJOCO = pytest.mark.skipif(not throws.installed(), reason="MuJoCo is of the extra `training` only")


def test_a_scene_needs_no_mujoco_unless_asked_to_throw():
    picture, dice = scene(23)
    assert picture.shape == (192, 192, 3)
    assert all(1 <= die.value <= 6 for die in dice)


def test_a_bare_table_is_among_the_scenes():
    assert any(not scene(seed, 96)[1] for seed in range(40))


def test_both_handednesses_of_dice_are_made():
    rng = np.random.default_rng(3)
    bodies = [body(rng, some_make(rng), np.eye(3), np.zeros(3)) for _ in range(40)]
    # Opposite faces add to seven; 1, 2, 3 run one way or the other around their corner.
    assert all(die.faces[k] + die.faces[k + 1] == 7 for die in bodies for k in (0, 2, 4))
    ways = {_way_round(die.faces) for die in bodies}
    assert ways == {1, -1}


def _way_round(faces):
    directions = np.concatenate([[axis, -axis] for axis in np.eye(3)])
    return round(np.linalg.det(np.array([directions[faces.index(value)] for value in (1, 2, 3)])))


def test_a_thing_that_stands_before_a_die_hides_it():
    camera = some_camera(np.random.default_rng(2), 200, 20, tilt=(0, 0.1), distance=(30, 30))
    rng = np.random.default_rng(2)
    die = body(rng, some_make(rng, "white"), np.eye(3), np.array([0.0, 0.0, 0.5]))
    lid = Solid("box", np.array([0.0, 0.0, 1.6]), (0.5, 2.0, 0.1), np.ones(3))
    beside = Solid("box", np.array([4.0, 0.0, 0.5]), (0.5, 2.0, 0.1), np.ones(3))
    shown = {}
    for name, thing in (("lid", lid), ("beside", beside)):
        setting = Setting(camera, 20.0, [die], [thing], *some_lights(rng))
        owner = draw(rng, np.ones((200, 200, 3), np.float32), setting)
        shown[name] = int((owner == 0).sum())
    assert shown["beside"] > 250
    assert shown["lid"] < 0.2 * shown["beside"]


def test_a_ray_meets_each_shape_at_its_skin():
    down = np.array([[0.0, 0.0, -1.0]], np.float32)
    for shape in ("box", "cylinder", "ball"):
        solid = Solid(shape, np.array([1.0, 2.0, 0.5]), (0.8, 0.6, 0.5), np.ones(3))
        way, normal, _ = meet(solid, np.array([1.0, 2.0, 9.0]), down)
        assert way[0] == pytest.approx(8.0, abs=1e-4)
        assert normal[0] == pytest.approx([0, 0, 1], abs=1e-4)
        missed, _, _ = meet(solid, np.array([3.0, 2.0, 9.0]), down)
        assert np.isinf(missed[0])


def test_a_camera_sees_a_point_of_the_table_where_it_projects_it():
    rng = np.random.default_rng(5)
    for _ in range(20):
        camera = some_camera(rng, 200, 20, tilt=(0, 50))
        point = camera.on_plane(70, 120, 0.3)
        assert camera.project(point[None])[0] == pytest.approx([70, 120], abs=0.05)


@NEEDS_MUJOCO
def test_thrown_dice_rest_on_the_table_and_not_in_one_another():
    rng = np.random.default_rng(7)
    for _ in range(10):
        throw = throws.thrown(rng, 4)
        for turn, place in zip(throw.turns, throw.places, strict=True):
            lowest = place[2] - 0.5 * np.abs(turn[2]).sum()
            assert lowest > -0.03
        apart = throw.places[:, None] - throw.places[None]
        near = np.linalg.norm(apart, axis=2)[~np.eye(4, dtype=bool)]
        assert near.min() > 0.95


@NEEDS_MUJOCO
def test_some_thrown_dice_lean_and_most_lie_flat():
    rng = np.random.default_rng(13)
    level = np.concatenate([np.abs(throws.thrown(rng, 6).turns[:, 2]).max(1) for _ in range(60)])
    share = float((level < np.cos(np.radians(8))).mean())
    assert 0.002 < share < 0.2


@NEEDS_MUJOCO
def test_the_same_seed_gives_the_same_thrown_scene():
    first, second = scene(29, physics=True), scene(29, physics=True)
    assert np.array_equal(first[0], second[0])


def _white(rng):
    return some_make(rng, "white")


def _large(rng):
    return large_pips(rng, inked_make(rng))


def _beside(rng):
    return side_by_side(rng, some_make(rng))


def _bare_disc(rng):
    make = disc_make(rng)
    return replace(make, body=make.disc)


@pytest.mark.parametrize(
    "choose",
    [
        _white,
        soft_make,
        strong_make,
        inked_make,
        dark_make,
        gold_make,
        _large,
        _beside,
        _bare_disc,
        bright_inks,
    ],
)
def test_the_true_value_is_the_one_that_is_painted_on_the_top_face(choose):
    """Count the pips on the top faces of clean dice, seen from above, by plain blobs."""
    rng = np.random.default_rng(17)
    counted = 0
    for _ in range(30):
        make = replace(choose(rng), pattern="plain", ring=None, disc=None)
        die = body(rng, make, np.eye(3), np.zeros(3))
        face, _ = die.top()
        x, y = np.meshgrid(np.linspace(-0.48, 0.48, 160), np.linspace(-0.48, 0.48, 160))
        points = np.stack([x.ravel(), y.ravel(), np.full(x.size, 0.5)], 1).astype(np.float32)
        normals = np.tile(np.array([0, 0, 1], np.float32), (len(points), 1))
        colour, _ = paint(die, points, normals)
        pip = make.odd_pip if die.faces[face] in make.odd_faces else make.pip
        inside = (np.abs(colour - pip).max(1) < 0.02).reshape(160, 160).astype(np.uint8)
        if np.abs(make.body - pip).max() > 0.1:
            counted += 1
            assert cv2.connectedComponents(inside)[0] - 1 == die.faces[face]
    assert counted > 20


def test_a_two_has_its_pips_on_the_diagonal_or_beside_each_other_as_its_make_says():
    rng = np.random.default_rng(19)
    for _ in range(20):
        make = replace(some_make(rng, "white"), uneven=0.0)
        for kind, diagonal in ((make, True), (replace(side_by_side(rng, make), uneven=0.0), False)):
            first, second = pip_places(kind, 2)
            along, across = np.abs(first - second)
            assert (across == pytest.approx(along)) if diagonal else (across == 0)
            assert np.hypot(along, across) > 2.2 * kind.pip_radius


def test_a_raised_pip_slopes_away_from_its_middle_and_a_drilled_one_towards_it():
    rng = np.random.default_rng(29)
    for _ in range(20):
        raised = raised_make(rng)
        for make, way in ((raised, 1), (replace(raised, dent=-raised.dent), -1)):
            die = replace(body(rng, make, np.eye(3), np.zeros(3)), faces=(3, 4, 2, 5, 1, 6))
            beside = 0.8 * make.pip_radius * make.one_scale
            points = np.array([[beside, 0, 0.5], [-beside, 0, 0.5], [0.45, 0, 0.5]], np.float32)
            _, normals = paint(die, points, np.tile(np.array([0, 0, 1], np.float32), (3, 1)))
            assert way * normals[0, 0] > 0.2
            assert way * normals[1, 0] < -0.2
            assert normals[2, 0] == 0


def test_pips_on_a_disc_stands_out_from_it():
    rng = np.random.default_rng(23)
    grey = np.array([0.11, 0.59, 0.3])
    assert all(abs((make.pip - make.disc) @ grey) > 0.1 for make in (disc_make(rng) for _ in range(60)))


def test_a_scene_of_one_kind_is_of_that_kind():
    assert {some_style(np.random.default_rng(seed), ("twos", "discs")).name for seed in range(30)} == {
        "twos",
        "discs",
    }
    assert len({some_style(np.random.default_rng(seed)).name for seed in range(99)}) > 12


@pytest.mark.parametrize("lay", dict.fromkeys(GADGETS), ids=lambda lay: lay.__name__)
def test_a_thing_of_a_desk_stands_on_the_table_and_is_seen(lay):
    rng = np.random.default_rng(31)
    camera = some_camera(rng, 160, 14, tilt=(0, 20), distance=(20, 30))
    for _ in range(8):
        parts = lay(rng, np.zeros(3))
        assert min(part.outline[:, 2].min() for part in parts) > -0.05
        setting = Setting(camera, 14.0, [], parts, *bright_lights(rng))
        owner = draw(rng, np.ones((160, 160, 3), np.float32), setting)
        assert (owner == -2).sum() > 20


def test_a_body_that_the_frame_cuts_lies_beside_all_dice():
    rng = np.random.default_rng(37)
    camera = some_camera(rng, 160, 14, tilt=(0, 20), distance=(20, 30))
    seen = 0
    for _ in range(30):
        dice = [
            body(rng, some_make(rng), np.eye(3), np.array([*rng.uniform(-3, 3, 2), 0.5])) for _ in range(3)
        ]
        for part in rim(rng, camera, dice):
            seen += 1
            inside = [(die.corners - part.place) @ part.turn / part.half for die in dice]
            assert all((np.abs(points[:, :2]) > 1).any(axis=1).all() for points in inside)
    assert seen > 20


def test_a_picture_of_things_that_are_no_dice_has_the_asked_size_and_comes_again_from_its_seed():
    first, second = (no_dice("domino stones", 5, (320, 240)) for _ in range(2))
    assert first.shape == (240, 320, 3)
    assert np.array_equal(first, second)


@pytest.mark.skipif(throws.installed(), reason="MuJoCo is installed")
def test_a_set_with_throws_is_refused_with_a_sentence_where_mujoco_is_missing(tmp_path):
    result = CliRunner().invoke(main, [str(tmp_path / "set.npz"), "--count", "1"])
    assert result.exit_code == 1
    assert "MuJoCo is not installed" in result.output
    assert not list(tmp_path.iterdir())


def test_a_set_of_placed_dice_is_written_whole(tmp_path):
    result = CliRunner().invoke(
        main, [str(tmp_path / "set.npz"), "--count", "3", "--size", "64", "--placed"], catch_exceptions=False
    )
    assert result.exit_code == 0
    assert [file.name for file in tmp_path.iterdir()] == ["set.npz"]
    with np.load(tmp_path / "set.npz") as made:
        assert made["pictures"].shape == (3, 64, 64, 3)
        assert made["dice"].shape[1] == 12
