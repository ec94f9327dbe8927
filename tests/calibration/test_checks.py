"""Each verdict flips at its limit, in pictures of a simulated table with one fault."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.annotate import BRICK, WIDEST, annotate, encode_jpeg
from calibration.checks import FLICKER, PICTURES, Measured, find_changes, judge, judge_unseen, measure
from calibration.finding import Grade
from calibration.measurements import band_levels, flicker_depth
from hardware.simulated import Bump, Glow, Lift, Light, Mains, PutDown, SimulatedCamera
from tests.support.simulated import board_table
from vision.board import BoardPose, find_board, seen_marks


def filmed(*moves, count=20, seed=3):
    """Film a table after something was done to it, until nothing moves."""
    table = board_table(seed=seed, cocked_share=0.0)
    camera = SimulatedCamera(table, realtime=False)
    camera.open()
    table.do(*moves)
    while table.busy:
        table.advance(1 / table.fps)
    return [camera.read().pixels for _ in range(count)]


@pytest.fixture(scope="module")
def calm():
    return filmed()


def measured(pictures):
    pose = find_board(pictures[0])
    bands = [band_levels(picture, pose) for picture in pictures]
    return measure(pictures[0], pose, seen_marks(pictures[0]), bands)


def judge_pictures(pictures):
    return {finding.check: (finding.verdict, finding.said) for finding in judge(measured(pictures))}


def blurred(pictures, sigma):
    return [cv2.GaussianBlur(picture, (0, 0), sigma) for picture in pictures]


def sloping(pictures, share):
    return [
        (picture * np.geomspace(1, share, picture.shape[1])[None, :, None]).astype(np.uint8)
        for picture in pictures
    ]


GOOD, FAIR, BAD = Grade.GOOD, Grade.FAIR, Grade.BAD


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_table_in_order_is_good_in_everything(seed):
    assert {verdict for verdict, _ in judge_pictures(filmed(seed=seed)).values()} == {GOOD}


@pytest.mark.parametrize(("sigma", "verdict"), [(1.0, GOOD), (1.5, FAIR), (2.5, BAD)])
def test_the_sharpness_flips_where_dice_begin_to_be_asked_about(calm, sigma, verdict):
    assert judge_pictures(blurred(calm, sigma))["sharp"] == (verdict, "good" if verdict is GOOD else "soft")


@pytest.mark.parametrize(
    ("level", "verdict", "said"),
    [
        (0.6, GOOD, "good"),
        (0.32, FAIR, "dark"),
        (0.18, BAD, "dark"),
        (1.08, GOOD, "good"),
        (1.14, FAIR, "bright"),
        (1.3, BAD, "bright"),
    ],
)
def test_the_light_flips_when_it_is_too_dark_or_too_bright(level, verdict, said):
    assert judge_pictures(filmed(Light(level=level)))["light"] == (verdict, said)


@pytest.mark.parametrize(("level", "verdict"), [(0.3, GOOD), (1.0, FAIR), (4.0, BAD)])
def test_glare_flips_with_the_share_of_the_board_that_is_just_white(level, verdict):
    lamp = Glow(level=level, at=(260.0, 140.0), reach=60.0, colour=(0.5, 0.5, 0.5))
    assert judge_pictures(filmed(lamp))["glare"] == (verdict, "good" if verdict is GOOD else "glare")


@pytest.mark.parametrize(("depth", "verdict"), [(0.02, GOOD), (0.08, FAIR), (0.2, BAD)])
def test_flicker_flips_with_its_depth(depth, verdict):
    assert judge_pictures(filmed(Mains(depth=depth)))["flicker"] == (
        verdict,
        "good" if verdict is GOOD else "flickers",
    )


@pytest.mark.long
@pytest.mark.parametrize(("sigma", "verdict"), [(6.0, GOOD), (14.0, FAIR), (20.0, BAD)])
def test_noise_flips_before_it_looks_like_motion(calm, sigma, verdict):
    chance = np.random.default_rng(2)
    noisy = [
        np.clip(picture + chance.normal(0, sigma, picture.shape), 0, 255).astype(np.uint8) for picture in calm
    ]
    assert judge_pictures(noisy)["grain"] == (verdict, "good" if verdict is GOOD else "grainy")


@pytest.mark.parametrize(("seconds", "verdict"), [(0.033, GOOD), (0.1, FAIR), (0.3, BAD)])
def test_the_exposure_flips_when_pictures_come_slowly(kept, seconds, verdict):
    found = {finding.check: finding.verdict for finding in judge(replace(kept[0], exposure=seconds))}
    assert found["exposure"] is verdict


def test_a_camera_that_does_not_tell_its_exposure_is_not_judged_by_it(calm):
    assert "exposure" not in judge_pictures(calm)


@pytest.mark.parametrize(("share", "verdict"), [(1.0, GOOD), (0.94, FAIR), (0.67, BAD)])
def test_a_lens_of_which_a_part_is_seen_is_reported_with_the_board_and_without(kept, share, verdict):
    said = "good" if verdict is GOOD else "cropped"
    for found in (judge(replace(kept[0], field=share)), judge_unseen(0, share)):
        assert [(check.verdict, check.said, check.value) for check in found if check.check == "field"] == [
            (verdict, said, share)
        ]


@pytest.mark.parametrize(("share", "verdict"), [(0.25, GOOD), (0.12, FAIR), (0.065, BAD)])
def test_the_evenness_flips_when_one_side_is_much_darker(calm, share, verdict):
    assert judge_pictures(sloping(calm, share))["even"] == (verdict, "good" if verdict is GOOD else "uneven")


@pytest.mark.parametrize(("blue", "verdict"), [(0.4, GOOD), (0.15, FAIR), (0.08, BAD)])
def test_a_coloured_light_is_distinguished_from_the_grey_patch(calm, blue, verdict):
    tinted = [(picture * np.array([blue, 1, 1])).astype(np.uint8) for picture in calm]
    assert judge_pictures(tinted)["colour"] == (verdict, "good" if verdict is GOOD else "tinted")


def test_a_mark_that_is_covered_is_missed(calm):
    covered = [picture.copy() for picture in calm]
    x, y = find_board(calm[0]).to_px([[25.0, 25.0]])[0].astype(int)
    for picture in covered:
        cv2.circle(picture, (x, y), 25, (60, 90, 120), -1)
    assert judge_pictures(covered)["marks"] == (FAIR, "few")


def test_without_a_board_only_the_marks_are_judged():
    assert [(finding.check, finding.verdict, finding.value) for finding in judge_unseen(2)] == [
        ("marks", BAD, 2.0)
    ]


@pytest.mark.parametrize(("bend", "verdict"), [(0.0, GOOD), (8.0, FAIR), (15.0, BAD)])
def test_a_sheet_that_does_not_lie_flat_shows_in_the_marks_error(calm, bend, verdict):
    """One mark is seen `bend` millimetres from where it is printed."""
    found = seen_marks(calm[0])
    scale = find_board(calm[0]).px_per_mm
    found[2] = found[2] + [bend * scale, 0.0]
    known = find_board(calm[0])
    pixels = np.concatenate([found[mark] for mark in sorted(found)])
    sheet = known.to_mm(np.concatenate([seen_marks(calm[0])[mark] for mark in sorted(found)]))
    matrix, _ = cv2.findHomography(pixels, sheet, 0)
    pose = BoardPose(homography=matrix, marks=4)
    verdicts = {finding.check: finding.verdict for finding in judge(measure(calm[0], pose, found))}
    assert verdicts["error"] is verdict


def test_flicker_is_not_judged_from_a_few_pictures(calm):
    assert "flicker" not in judge_pictures(calm[:5])


def test_dice_and_cup_on_the_board_do_not_make_the_light_look_bad():
    pictures = filmed(PutDown(dice_in_cup=(0, 1, 2)), Lift(), PutDown(dice_in_cup=(0, 1)))
    assert judge_pictures(pictures)["light"][0] is GOOD


def test_hands_and_cup_that_come_and_go_do_not_flicker():
    table = board_table(seed=3, fps=15, pace=2.0)
    camera = SimulatedCamera(table, realtime=False)
    camera.open()
    pose, bands, worst = find_board(camera.read().pixels), [], 0.0
    table.do(PutDown(dice_in_cup=(0, 1, 2)), Lift(), PutDown(dice_in_cup=(0, 1, 2)), Lift())
    while table.busy:
        bands = [*bands[-29:], band_levels(camera.read().pixels, pose)]
        worst = max(worst, flicker_depth(bands)) if len(bands) >= PICTURES else worst
    assert worst < FLICKER[0]


@pytest.fixture(scope="module")
def kept(calm):
    return measured(calm), find_board(calm[0])


def changed(pictures, kept):
    before, pose = kept
    return find_changes(measured(pictures), find_board(pictures[0]), before=before, pose_before=pose)


def test_a_table_that_is_as_it_was_needs_no_word(kept):
    assert changed(filmed(), kept) == ()


@pytest.mark.parametrize(("by", "verdict"), [((0.8, 0.0, 0.0), ()), ((25.0, -12.0, 0.0), ("moved",))])
def test_a_camera_that_hangs_elsewhere_is_distinguished_from_a_breath_of_air(kept, by, verdict):
    assert changed(filmed(Bump(by=by)), kept) == verdict


def test_a_lamp_that_is_off_is_reported_though_dice_can_still_be_read(kept):
    assert changed(filmed(Light(level=0.5)), kept) == ("light",)


@pytest.mark.parametrize(("times", "verdict"), [(1.0, ()), (2.0, ()), (5.0, ("light",))])
def test_a_dimmer_lamp_is_reported_though_the_camera_exposes_for_longer(kept, times, verdict):
    before, pose = kept
    was = replace(before, exposure=0.01, gain=1.0)
    assert find_changes(replace(was, exposure=0.01 * times), pose, before=was, pose_before=pose) == verdict


def test_a_lens_that_lost_its_focus_is_reported(calm, kept):
    assert changed(blurred(calm, 2.0), kept) == ("sharp",)


def test_a_lamp_that_flickers_is_reported_though_nothing_was_kept(calm):
    pictures = filmed(Mains(depth=0.2))
    assert "flicker" in find_changes(measured(pictures), find_board(pictures[0]))


def test_nothing_kept_and_nothing_bad_is_no_word(calm, kept):
    assert find_changes(*kept) == ()
    assert isinstance(kept[0], Measured)


def test_the_picture_is_cut_to_the_board_once_it_is_found(calm):
    shown = annotate(calm[0], seen_marks(calm[0]), find_board(calm[0]))
    assert shown.shape[1] < calm[0].shape[1]


def test_what_glares_is_marked_in_the_picture():
    lamp = Glow(level=4.0, at=(260.0, 140.0), reach=60.0, colour=(0.5, 0.5, 0.5))
    picture = filmed(lamp, count=1)[0]
    shown = annotate(picture, {}, find_board(picture))
    marked = (shown == BRICK).all(axis=2).mean()
    assert marked > 0.1
    assert marked < 0.9


def test_where_nothing_glares_nothing_is_marked(calm):
    assert not (annotate(calm[0], {}, find_board(calm[0])) == BRICK).all(axis=2).any()


def test_without_a_board_the_whole_picture_is_shown_so_that_the_camera_can_be_aimed(calm):
    assert annotate(calm[0], {}, None).shape == calm[0].shape


def test_what_is_seen_is_drawn_in_and_the_picture_itself_stays_as_it_was(calm):
    before = calm[0].copy()
    shown = annotate(calm[0], seen_marks(calm[0]), None)
    assert (shown != before).any()
    assert np.array_equal(calm[0], before)


def test_what_goes_to_the_page_is_a_small_jpeg(calm):
    packed = encode_jpeg(calm[0])
    assert cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR).shape[1] == WIDEST
    assert len(packed) < 100_000
