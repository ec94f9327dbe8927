"""The calibration of a table, fed with pictures of a simulated one as the camera does it."""

import gc
import json
import weakref

import cv2
import numpy as np
import pytest

from hardware.frame import Exposure, Frame
from hardware.panel.panel import Button, Press
from hardware.simulated import SimulatedCamera
from knobeltisch.camera.camera_moved import SettingUp
from knobeltisch.camera.lens_measurement import LensFound
from knobeltisch.camera.saved_setup import KEY, LENS, SavedLens, load_setup, save_lens
from knobeltisch.camera.setup import AGAIN_S, OPEN_S, CameraSetup
from tests.support.sightings import lift_of
from tests.support.simulated import board_table
from vision.board import find_board
from vision.lens import Lens

BARREL = Lens(size=(1280, 720), focal=985.0, centre=(640.0, 360.0), distortion=(-0.12, 0.05, 0.0, 0.0, 0.0))


@pytest.fixture(scope="module")
def pictures():
    table = board_table(seed=3)
    camera = SimulatedCamera(table, realtime=False)
    camera.open()
    return [camera.read().pixels for _ in range(14)]


class Feed:
    def __init__(self, store, table, pictures):
        self.pictures, self.at, self.ticks = pictures, 0.0, 50.0
        self.seen, self.said = [], None
        self.camera_setup = CameraSetup(
            store=store,
            clock=lambda: 1000.0,
            table=table,
            camera="simulated",
            panel=True,
            ticks=lambda: self.ticks,
        )

    def show(self, change=lambda picture: picture, count=14, exposure=None):
        for picture in self.pictures[:count]:
            self.at += 0.1
            seen = change(picture).copy()
            self.seen.append(weakref.ref(seen))
            self.said = self.camera_setup.look(
                Frame(pixels=seen, at=self.at, exposure=exposure), find_board(seen)
            )
        return self.camera_setup

    def kept(self):
        """How many of the pictures are still in memory."""
        gc.collect()
        return sum(picture() is not None for picture in self.seen)

    def notes(self, change=lambda picture: picture):
        """Show pictures; return what the check of the start says of them."""
        self.show(change)
        return self.said.notes


@pytest.fixture
def start(store, pub, pictures):
    pub.table.learning.begin(store)
    return lambda: Feed(store, pub.table, pictures)


@pytest.fixture
def feed(start):
    return start()


def dim(picture):
    return (picture * 0.4).astype(np.uint8)


# --- pictures in memory


def test_no_picture_is_kept_while_nobody_looks(feed):
    camera_setup = feed.show()
    assert not feed.kept()
    assert camera_setup.picture() is None


def test_the_picture_is_let_go_when_the_page_was_closed(feed):
    feed.camera_setup.to_json()
    seen = feed.show(count=2).picture()
    assert cv2.imdecode(np.frombuffer(seen, np.uint8), cv2.IMREAD_COLOR) is not None
    feed.ticks += OPEN_S
    assert feed.camera_setup.picture() is None
    assert feed.kept()
    feed.show(count=1)
    assert not feed.kept()


@pytest.mark.parametrize("test", ["dice", "buttons"])
def test_a_closed_page_gives_the_game_its_camera_and_buttons_back(feed, test):
    feed.camera_setup.to_json()
    assert feed.camera_setup.order({"do": "begin", "test": test}) == {"ok": True}
    feed.show(count=1)
    assert (feed.said.dice_test, feed.said.watched) == (test == "dice", True)
    feed.ticks += OPEN_S
    feed.show(count=1)
    assert feed.said == SettingUp(check_due=True)
    assert not feed.camera_setup.take_press(Press(button=Button.AGAIN, long=False, at=0.0))


# --- what the page shows


def test_a_table_in_order_is_reported_so_and_kept_as_numbers_and_verdicts(feed, store):
    assert feed.camera_setup.to_json()["findings"] == []
    shown = json.loads(json.dumps(feed.show().to_json()))
    assert {finding["check"]: finding["verdict"] for finding in shown["findings"]} == dict.fromkeys(
        ("marks", "error", "sharp", "light", "even", "glare", "colour", "grain", "flicker"), "good"
    )
    assert (shown["board"], shown["taken"]) == (True, None)
    assert feed.camera_setup.order({"do": "keep"}) == {"ok": True}
    kept = load_setup(store)
    assert (kept.at, kept.camera, kept.size) == (1000.0, "simulated", (1280, 720))
    assert (kept.verdicts["light"], kept.verdicts["dice"]) == ("good", "untried")
    assert feed.camera_setup.to_json()["kept"]["at"] == 1000.0


# --- orders


def test_no_test_begins_in_the_middle_of_a_turn(feed, pub):
    pub.start("Anna", "Ben", leader="Anna")
    pub.order({"do": "act", "act": {"act": "throw", "dice": [1, 3, 5]}})
    assert feed.camera_setup.order({"do": "begin", "test": "dice"})["error"]["code"] == "mid_turn"


@pytest.mark.parametrize("command", [{}, {"do": "dance"}, {"do": "begin"}, {"do": "judge", "throw": 0}])
def test_what_cannot_be_understood_is_refused_with_a_sentence(feed, command):
    error = feed.camera_setup.order(command)["error"]
    assert error["code"] == "bad_command"
    assert error["message"].endswith(".")


def test_nothing_is_kept_while_the_board_is_not_seen(feed, store):
    assert feed.camera_setup.order({"do": "keep"})["error"]["code"] == "no_board"
    assert store.get(KEY) is None


def glaring(picture):
    """A lamp's reflection, white over some of the board."""
    spoilt = picture.copy()
    spoilt[300:420, 500:700] = 255
    return spoilt


def test_the_share_of_glare_stands_beside_the_one_that_was_kept(feed):
    """A film over lamp and lens: kept before, looked at after."""
    feed.camera_setup.to_json()
    feed.show(glaring).order({"do": "keep"})
    assert feed.show().to_json()["kept"]["glare"] > 0.02
    assert value(feed, "glare") < 0.001


@pytest.mark.parametrize("kept", [{}, {"at": 1}, "x", [1], {"pose": [[1]], "at": 0.0, "measured": {}}])
def test_what_another_version_kept_counts_as_nothing(store, kept):
    store.put(KEY, kept)
    assert load_setup(store) is None


# --- the check of the start


@pytest.fixture
def kept(feed):
    feed.camera_setup.to_json()
    assert feed.show().order({"do": "keep"}) == {"ok": True}


def test_a_start_as_it_was_kept_needs_no_word_and_one_with_less_light_is_reported(kept, start):
    assert start().notes() == ()
    assert start().notes(dim) == ("light",)


def test_a_note_goes_by_itself_once_the_lamp_is_back(kept, start):
    feed = start()
    assert feed.show(dim, count=12)
    assert feed.said.notes == ("light",)  # a second of pictures is enough
    assert not feed.said.check_due
    feed.at += AGAIN_S + 1
    assert feed.notes() == ()


def test_the_check_is_made_again_once_something_is_kept(kept, start):
    feed = start()
    feed.camera_setup.to_json()
    assert feed.notes(dim) == ("light",)
    assert feed.camera_setup.order({"do": "keep"}) == {"ok": True}
    assert feed.notes(dim) == ()


def test_a_camera_that_the_table_says_was_moved_is_no_surprise_at_the_next_start(kept, start, pictures):
    moved = np.float32([[1, 0, 30], [0, 1, -12]])

    def push(picture):
        return cv2.warpAffine(picture, moved, (1280, 720), borderMode=cv2.BORDER_REPLICATE)

    assert start().notes(push) == ("moved",)
    start().camera_setup.store_place(find_board(push(pictures[0])))
    assert start().notes(push) == ()


# --- the lens


def bend(picture):
    """See the picture through a lens that bends lines outwards; its own middle stays."""
    x, y = np.meshgrid(np.arange(1280), np.arange(720))
    places = BARREL.straight(np.stack([x.ravel(), y.ravel()], axis=1)).astype(np.float32)
    places = places.reshape(720, 1280, 2)
    return cv2.remap(
        picture, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


@pytest.fixture
def with_lens(store):
    measure_barrel(store)


def measure_barrel(store):
    found = LensFound(lens=BARREL, before=2.3, after=0.2)
    save_lens(store, SavedLens(at=900.0, camera="simulated", found=found))


def seen_through(feed, size=1):
    """Return the lens of a picture, `size` times smaller."""
    feed.pictures = [picture[::size, ::size] for picture in feed.pictures]
    feed.show(count=1)
    return feed.said.lens


def test_a_lens_that_was_measured_is_known_at_the_next_start_for_that_camera_and_size_of_picture(
    with_lens, start
):
    assert seen_through(start()) == BARREL
    assert seen_through(start(), size=2) is None
    feed = start()
    feed.camera_setup.camera = "another"
    assert seen_through(feed) is None


@pytest.mark.parametrize("kept", [{}, "x", {"at": 1, "camera": "simulated", "lens": {"size": [1]}}])
def test_a_lens_that_another_version_kept_counts_as_none(store, feed, kept):
    store.put(LENS, kept)
    assert seen_through(feed) is None


def test_through_a_lens_that_is_known_the_marks_lie_where_they_are_printed(feed, start, store):
    feed.camera_setup.to_json()
    feed.show(bend, count=2)
    assert value(feed, "error") > 0.6
    measure_barrel(store)
    feed = start()
    feed.camera_setup.to_json()
    feed.show(bend, count=2)
    assert value(feed, "error") < 0.5
    assert feed.camera_setup.to_json()["lens"]["kept"] == {"at": 900.0, "before": 2.3, "after": 0.2}


def value(feed, check):
    return next(
        finding["value"] for finding in feed.camera_setup.to_json()["findings"] if finding["check"] == check
    )


def test_a_lens_is_forgotten_when_the_landlord_says_so(with_lens, feed, start):
    assert seen_through(feed) is not None
    assert feed.camera_setup.order({"do": "begin", "test": "lens"}) == {"ok": True}
    assert feed.camera_setup.order({"do": "forget_lens"}) == {"ok": True}
    assert not feed.camera_setup.to_json()["lens"]["running"]
    assert seen_through(feed) is None
    assert seen_through(start()) is None


def test_what_was_kept_without_the_lens_is_not_compared_with_what_is_seen_through_it(kept, store, start):
    measure_barrel(store)
    assert "moved" not in start().notes()


# --- the camera's report of its exposure


def test_a_camera_that_tells_its_exposure_is_shown_with_it(feed):
    feed.camera_setup.to_json()
    shown = feed.show(count=1, exposure=Exposure(seconds=0.01, gain=2.0)).to_json()
    assert (shown["taken"]["seconds"], shown["taken"]["gain"], shown["taken"]["focus"]) == (0.01, 2.0, None)
    assert value(feed, "exposure") == 10.0


def test_a_lens_that_is_cropped_is_shown_as_such_whether_the_board_is_seen_or_not(feed):
    feed.camera_setup.to_json()
    feed.show(count=1, exposure=Exposure(field=0.62))
    assert value(feed, "field") == 0.62
    shown = feed.show(np.zeros_like, count=1, exposure=Exposure(field=0.62)).to_json()
    assert shown["findings"][0]["said"] == "few"
    assert [finding["check"] for finding in shown["findings"]] == ["marks", "field"]


def test_a_lamp_that_a_longer_exposure_makes_up_for_is_noticed_all_the_same(feed, start):
    feed.camera_setup.to_json()
    feed.show(exposure=Exposure(seconds=0.01, gain=2.0)).order({"do": "keep"})
    later = start()
    later.show(exposure=Exposure(seconds=0.03, gain=3.0))
    assert later.said.notes == ("light",)


# --- what the table learns of its dice


def test_the_table_learns_from_a_test_with_dice_and_forgets_on_request(feed, pub):
    feed.camera_setup.order({"do": "begin", "test": "acceptance"})
    for _ in range(30):
        feed.camera_setup.take_sighting(lift_of(1, 3, 5, margin=3.0))
    assert feed.camera_setup.to_json()["own"]["throws"] == 0
    assert feed.camera_setup.order({"do": "finish"}) == {"ok": True}
    pub.table.drain()
    assert feed.camera_setup.to_json()["own"]["throws"] == 30
    assert feed.camera_setup.order({"do": "forget_own"}) == {"ok": True}
    assert feed.camera_setup.to_json()["own"]["throws"] == 0
