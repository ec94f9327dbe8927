"""The table's camera, also one that is pushed, in a whole house over a simulated table."""

from contextlib import closing
from dataclasses import replace

import cv2
import pytest

from hardware.simulated import Bump, Lift, PutDown, Wait
from knobeltisch.camera.camera_moved import Asked
from knobeltisch.camera.lens_measurement import LensFound
from knobeltisch.camera.saved_setup import SavedLens, save_lens
from knobeltisch.referee.expected_dice import TESTED
from knobeltisch.referee.own_confidence import TEACH, JudgedThrow
from knobeltisch.storage.store import KEPT_IN, open_store
from tests.support.cameras.watched_house import Watched
from tests.support.service import START, THROW
from tests.support.sightings import SHAPE
from vision.lens import Lens
from vision.still.known import Sign
from vision.types import Moment

PUSH = Bump(by=(25.0, -12.0, 0.0))
PASS = {"do": "act", "act": {"act": "pass"}}


@pytest.fixture
def watched(tmp_path):
    watched = Watched(tmp_path)
    watched.until("ok", "")
    yield watched
    watched.close()


def test_a_pushed_camera_is_asked_about_and_measured_again_only_after_a_yes(watched):
    before = watched.app.camera.pose
    watched.table.do(PUSH)
    watched.until("moved", "moved")
    watched.pictures(30)
    assert watched.shown["ask"] == "moved"
    assert watched.app.camera.pose is before
    watched.camera_setup.moved.answer(moved=True)
    watched.until("ok", "")
    assert watched.app.camera.pose.drifted(before)


FIRST = []


def with_screen(seen):
    """Let a screen flicker in a corner of the board."""
    FIRST.append(None)
    shown = seen.copy()
    shown[250:350, 400:560] = 255 * (len(FIRST) % 2)
    return shown


USELESS = {
    "covered": (lambda seen: seen // 20, "blind", "uncover the lens"),
    "papered": (lambda seen: cv2.blur(seen, (401, 401)) // 2 + 100, "blind", "uncover the lens"),
    "out of focus": (lambda seen: cv2.GaussianBlur(seen, (0, 0), 8), "blurred", "set its focus"),
    "frozen": (lambda seen: FIRST.append(seen.copy()) or FIRST[0], "frozen", "switch it off and on"),
    "beside a screen": (with_screen, "restless", "never rests"),
}


@pytest.mark.long
@pytest.mark.parametrize("board", [True, False])
@pytest.mark.parametrize("fault", USELESS)
def test_a_camera_that_delivers_and_is_useless_is_named_until_it_is_mended(
    tmp_path, monkeypatch, fault, board
):
    spoil, status, sentence = USELESS[fault]
    FIRST.clear()
    with closing(Watched(tmp_path)) as watched:
        if board:
            watched.until("ok", "")
        see = watched.camera.read
        monkeypatch.setattr(
            watched.camera, "read", lambda: (seen := see()) and replace(seen, pixels=spoil(seen.pixels))
        )
        watched.until(status, "")
        assert sentence in watched.shown["message"]
        watched.pictures(10)
        monkeypatch.undo()
        watched.until("ok", "")


def test_in_a_turn_a_yes_waits_for_its_end(watched):
    watched.act(START, THROW)
    watched.table.do(PUSH)
    watched.until("moved", "moved")
    watched.camera_setup.moved.answer(moved=True)
    watched.until("moved", "later")
    watched.pictures(20)
    assert watched.shown["ask"] == "later"
    watched.act(PASS)
    watched.until("ok", "")


LENS = Lens(size=(1280, 720), focal=1745.0, centre=(640.0, 360.0), distortion=(-0.05, 0.0, 0.0, 0.0, 0.0))


@pytest.fixture
def known_lens(tmp_path):
    """The camera's lens was measured on another day."""
    store = open_store(tmp_path / KEPT_IN)
    found = LensFound(lens=LENS, before=1.0, after=0.2)
    save_lens(store, SavedLens(at=900.0, camera="simulated", found=found))
    store.close()


def test_a_lens_that_was_measured_is_read_through_until_it_is_forgotten_and_nobody_is_asked(
    known_lens, watched
):
    assert watched.app.camera.pose.lens == LENS
    assert watched.camera_setup.order({"do": "forget_lens"}) == {"ok": True}
    watched.pictures(12)
    watched.until("ok", "")
    assert watched.app.camera.pose.lens is None


def test_while_the_lens_is_measured_nothing_is_watched(watched):
    watched.camera_setup.to_json()
    assert watched.camera_setup.order({"do": "begin", "test": "lens"}) == {"ok": True}
    watched.table.do(PUSH)
    watched.pictures(10)
    watched.camera_setup.to_json()
    assert watched.app.camera.pose is None
    assert watched.camera_setup.moved.asked is Asked.NOT_ASKED


@pytest.mark.parametrize("test", ["dice", "acceptance"])
def test_a_test_with_dice_is_watched_again_and_expects_no_games_dice(watched, test):
    before = watched.app.camera.watcher
    watched.camera_setup.to_json()
    assert watched.camera_setup.order({"do": "begin", "test": test}) == {"ok": True}
    watched.pictures(10)
    assert watched.app.camera.watcher is not before
    assert watched.app.camera.expectation() == replace(TESTED, leeway=0.0)


@pytest.mark.long
def test_a_lift_that_the_game_takes_teaches_the_table_once_the_next_one_is_seen(tmp_path):
    house = Watched(tmp_path)
    lift = PutDown(dice_in_cup=(0, 1, 2)), Wait(seconds=0.9), Lift(cocked=False), Wait(seconds=1.5)
    try:
        house.until("ok", "")
        house.act(START)
        for throw in range(2):
            house.table.do(*lift)
            house.thrown(throw + 1)
            if not throw:
                house.act({"do": "press", "button": "pass"})
        (learned,) = house.app.table.learning.own.throws
        assert learned.margin > 0
        assert learned.right
        house.app.table.learn(tuple(JudgedThrow(margin=-0.4, right=True) for _ in range(TEACH)))
        house.app.table.drain()
        assert house.app.camera.expectation().leeway == house.app.table.learning.own.leeway > 0
        house.app.table.learn((), signs=(Sign(1, SHAPE),))
        house.app.table.drain()
        known = house.app.camera.expectation().known(Moment.LIFT)
        assert known.signs == house.app.table.learning.own.signs != ()
    finally:
        house.close()
