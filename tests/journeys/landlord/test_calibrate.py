"""The landlord sets up the camera of a simulated table: pictures, pins and the page as they really are."""

import json
import threading
import time
from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from hardware.frame import Exposure, Frame
from hardware.simulated import (
    Bump,
    Fingers,
    Lift,
    Light,
    PutDown,
    SimulatedCamera,
    SimulatedTable,
    TableFactory,
    Wait,
)
from knobeltisch.app import App, Host
from knobeltisch.camera.dice_test_run import Accepted, Figures, save_acceptance
from knobeltisch.config import CameraConfig, Config, JournalConfig, PageConfig
from knobeltisch.device.panel_pins import pins_of
from knobeltisch.referee.own_confidence import JudgedThrow, OwnConfidence, load_own
from scorer.json_forms.text import to_text
from tests.conftest import SIZES
from tests.support.interface.published import Published
from tests.support.pages.axe import violations
from tests.support.pages.census import HARDEST, look_over_place, made_ready, sized
from tests.support.pages.landlord import enter, type_pin
from tests.support.sightings import SHAPE, lift_of, lift_with_signs
from tests.support.simulated import board_table
from tests.support.waiting import LONGEST_S
from vision.board import BOARD_MM
from vision.still.known import Sign

pytestmark = pytest.mark.long

EDGES = {"left": (0, -1), "right": (0, 1), "top": (1, -1), "bottom": (1, 1)}
LIFT_MM = 60.0
FPS = 12.0
PAUSE_MS = 300
LOOKS_S = 0.2
IDLE_S = 0.25


def begin(pub, page, test):
    """Tap until the test begins: a tap on a control that has just moved does not count, so a guest taps again."""
    begins, stops = (page.locator(f'[data-focus="{what} {test}"]') for what in ("begin", "stop"))

    def has_begun(shown):
        if not shown[test]["running"] and begins.count():
            begins.click()
            page.wait_for_timeout(PAUSE_MS)
        return shown[test]["running"]

    pub.see(has_begun)
    expect(stops).to_be_visible()


class Held(SimulatedCamera):
    """A camera before which somebody holds the bare board, with one edge lifted; and that reports its exposure.

    While no test waits for what it sees it takes few pictures: to draw and read them is most of the work.
    """

    side: str | None = None
    exposure: Exposure | None = None

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self.watched = threading.Event()

    def read(self):
        self.watched.wait(IDLE_S)
        frame = super().read()
        if frame is None:
            return None
        pixels = frame.pixels
        if self.side is not None:
            pixels = cv2.warpPerspective(pixels, self._lifted(), (1280, 720), borderMode=cv2.BORDER_REPLICATE)
        return Frame(pixels=pixels, at=frame.at, exposure=self.exposure)

    def _lifted(self):
        size, lens = np.array(BOARD_MM), self.table.painter.lens
        flat = np.array([(0, 0), (size[0], 0), size, (0, size[1])])
        axis, sign = EDGES[self.side]
        tilt = np.arcsin(LIFT_MM / size[axis])
        place = flat - size / 2
        away = sign * place[:, axis] + size[axis] / 2
        place[:, axis] = sign * (away * np.cos(tilt) - size[axis] / 2)
        lying = lens.project(np.column_stack([flat, np.zeros(4)]))
        lifted = lens.project(np.column_stack([place + size / 2, away * np.sin(tilt)]))
        return cv2.getPerspectiveTransform(lying.astype(np.float32), lifted.astype(np.float32))


@dataclass
class Pub:
    """A house over a simulated table, with the landlord's PIN."""

    app: App
    table: SimulatedTable
    fingers: Fingers
    pins: list[str]
    camera: Held

    @property
    def url(self):
        return f"http://127.0.0.1:{self.app.server.port}"

    @property
    def camera_setup(self):
        return self.app.camera.setup()

    def close(self):
        self.camera.stop()
        self.app.stop()

    def see(self, comes):
        """Wait for what the camera must see first, by the table's time: it stands still where nobody has time for pictures.

        To ask keeps the tests going: they end once the page has been silent for some seconds, as a slow one is.
        """
        last = self.table.now + LONGEST_S
        self.camera.watched.set()
        while not comes(self.camera_setup.to_json()):
            assert self.table.now < last, "the camera has long seen it"
            time.sleep(LOOKS_S)
        self.camera.watched.clear()

    def throw(self, test, values=None, *, cocked=None):
        number = len(self.camera_setup.to_json()[test]["throws"])
        lifted = Lift(values=values or {}, cocked=cocked)
        self.table.do(PutDown(dice_in_cup=(0, 1, 2)), Wait(seconds=0.3), lifted, Wait(seconds=1.5))
        self.see(lambda shown: len(shown[test]["throws"]) > number)

    def see_camera(self, **wanted):
        board = self.app.table.board
        self.see(lambda _: {key: board.snapshot()["camera"][key] for key in wanted} == wanted)

    def see_finding(self, check, verdict):
        """Wait until a check of what the camera sees comes to this."""
        self.see(
            lambda shown: (
                (check, verdict) in [(finding["check"], finding["verdict"]) for finding in shown["findings"]]
            )
        )

    def press(self, button):
        pins = pins_of(Config().panel)
        self.fingers.press(getattr(pins, button))

    def start(self):
        """Begin a game whose first turn is under way, watched by the camera."""
        self.see_camera(status="ok")
        self._send({"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"})
        self._send({"do": "act", "act": {"act": "throw", "dice": [1, 3, 5]}})

    def end_turn(self):
        self._send({"do": "act", "act": {"act": "pass"}})

    def _send(self, command):
        assert self.app.table.commands.send(command) == {"ok": True}


def opened(path, *moves, pins_trouble="", table="everyone"):
    simulated = board_table(seed=3, fps=FPS, cocked_share=0.0, pace=3.0)
    factory, said = TableFactory(lambda: simulated.now), []
    fingers = Fingers(factory)
    camera = Held(simulated, realtime=True, on_tick=fingers.tick)
    config = Config(
        page=PageConfig(host="127.0.0.1", port=0, table=table),
        camera=CameraConfig(device="simulated"),
        journal=JournalConfig(path=path / "journal.sqlite"),
    )
    simulated.do(*moves)
    app = App(
        config,
        camera=camera,
        pins=None if pins_trouble else factory,
        clock=time.time,
        host=Host(say_pin=said.append, pins_trouble=pins_trouble),
    )
    app.start()
    return Pub(app=app, table=simulated, fingers=fingers, pins=said, camera=camera)


@pytest.fixture(scope="module")
def pub(tmp_path_factory):
    """One house for all tests that leave it as it was: to draw its pictures takes a while."""
    pub = opened(tmp_path_factory.mktemp("pub"))
    yield pub
    pub.close()


@pytest.fixture
def pushed(tmp_path):
    """A house in which a turn is under way when the camera is pushed."""
    pushed = opened(tmp_path)
    pushed.start()
    pushed.table.do(Bump(by=(25.0, -12.0, 0.0)))
    yield pushed
    pushed.close()


@pytest.fixture
def again(tmp_path):
    """A house that was set up, switched off, and on again with half the light."""
    first = opened(tmp_path)
    first.see_camera(status="ok")
    first.see(lambda shown: shown["picture"])
    assert first.camera_setup.order({"do": "keep"}) == {"ok": True}
    first.close()
    second = opened(tmp_path, Light(level=0.5))
    yield second
    second.close()


@pytest.fixture
def new_table(tmp_path):
    house = opened(tmp_path, table="paired")
    yield house
    house.close()


@pytest.fixture
def without_pins(tmp_path):
    """A house on a Pi whose pins cannot be used."""
    house = opened(
        tmp_path, pins_trouble="the GPIO pins cannot be used (lgpio: /dev/gpiochip0 is barred); mend it."
    )
    yield house
    house.close()


@pytest.fixture
def landlord(pub, look):
    """Open the page for setting up, as the landlord with his PIN."""

    def open_(size="tablet", pub=pub):
        page = look(f"{pub.url}/landlord", size=size)
        first = page.get_by_role("button", name="Aufgeschrieben")
        expect(first.or_(page.get_by_role("heading", name="PIN des Wirts"))).to_be_visible()
        if first.is_visible():
            first.click()
        type_pin(page, pub.pins[-1])
        page.get_by_role("link", name="Kamera einrichten").click()
        expect(page.locator("#seen")).to_be_visible()
        return page

    return open_


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def at_each_size(page, picture, name, part=None):
    """Look at what the page shows just now at every size: what leads there takes the same time at each."""
    for size in SIZES:
        page.set_viewport_size(SIZES[size])
        if part is not None:
            page.locator(part).scroll_into_view_if_needed()
        picture(page, f"{name}-{size}")
        assert fits(page), size
    made_ready(page)
    faults = {size: look_over_place(page) for size in sized(page, HARDEST)}
    assert {size: found for size, found in faults.items() if found} == {}
    page.set_viewport_size(SIZES["tablet"])


def test_what_is_found_fits_what_is_published_and_the_types_of_its_page_are_made_of(pub):
    pub.see(lambda shown: shown["board"])
    shown = json.loads(to_text(pub.camera_setup.to_json()))
    assert Published(pub.app.server.app).answer_fault("/api/landlord/calibration", shown) is None


def test_the_landlord_sees_why_the_buttons_cannot_be_used(without_pins, landlord, picture):
    page = landlord(pub=without_pins)
    card = page.locator("#buttons-test")
    expect(card).to_contain_text("Die Anschlüsse für Knöpfe und Lampen lassen sich nicht benutzen")
    expect(card).to_contain_text("lgpio: /dev/gpiochip0 is barred")
    at_each_size(page, picture, "calibrate-no-pins")


def test_the_landlord_sees_what_the_table_learned_of_its_dice_and_lets_it_forget(pub, landlord, picture):
    page = landlord()
    card = page.locator("#own-confidence")
    expect(card).to_contain_text("Noch nichts. Der Tisch fragt wie ein neuer.")
    expect(card.get_by_role("button", name="Vergessen")).to_be_disabled()
    sure = tuple(JudgedThrow(margin=4.0, right=True) for _ in range(25))
    pub.app.table.learn((*sure, *(JudgedThrow(margin=-0.4, right=True) for _ in range(5))))
    expect(card).to_contain_text(
        "Gezählte Würfe: 30. Ein neuer Tisch hätte bei 5 davon nach den Augen gefragt"
    )
    expect(card).to_contain_text("Dieser fragt bei 0")
    at_each_size(page, picture, "calibrate-own", "#own-confidence")
    pub.app.table.learn((), missed=True, signs=tuple(Sign(value, SHAPE) for value in (1, 6)))
    expect(card).to_contain_text("Der Tisch hat einmal einen Würfel gar nicht gesehen; Würfe seitdem: 0.")
    expect(card).to_contain_text("Ein Bild statt Augen kennt der Tisch für:")
    expect(card.locator(".dice .die")).to_have_count(2)
    at_each_size(page, picture, "calibrate-own-signs", "#own-confidence")
    expect(card).to_contain_text("Der Tisch fragt bei 5 davon nach den Augen, wie ein neuer")
    card.get_by_role("button", name="Vergessen").click()
    expect(card).to_contain_text("Noch nichts. Der Tisch fragt wie ein neuer.")
    assert load_own(pub.app.store) == OwnConfidence()


def test_in_the_acceptance_run_only_what_is_wrong_is_tapped_and_the_figures_stay(pub, landlord, picture):
    page = landlord()
    begin(pub, page, "acceptance")
    lines = page.locator("#acceptance-test .throws li")
    for throw in range(2):
        pub.throw("acceptance")
        expect(lines).to_have_count(throw + 1)
    page.locator('[data-focus="wrong 1"]').click()
    expect(page.locator('[data-focus="right 1"]')).to_have_text("falsch")
    page.locator('[data-focus="right 1"]').click()
    expect(page.locator('[data-focus="wrong 1"]')).to_be_visible()
    page.locator('[data-focus="stop acceptance"]').click()
    run = Accepted(at=time.time(), camera="simulated", figures=Figures(throws=30, wrong=0, asked=2))
    save_acceptance(pub.app.store, run)
    findings = page.locator('#acceptance-test .finding[data-check="acceptance"]')
    expect(findings).to_have_class("finding good")
    expect(findings).to_contain_text("30 Würfe, 0 falsch gelesen, bei 2 hätte der Tisch gefragt")
    expect(findings).to_contain_text("höchstens 10 % falsch, gefragt wird bei 1 % bis 22 %")
    at_each_size(page, picture, "calibrate-acceptance", "#acceptance-test")
    assert pub.app.table.board.snapshot()["head"] == 0


def test_the_page_shows_what_the_camera_sees_and_a_verdict_for_each_check(pub, landlord, picture):
    page = landlord("phone")
    pub.see(lambda shown: [finding["verdict"] for finding in shown["findings"]] == ["good"] * 9)
    expect(page.locator(".findings .finding.good")).to_have_count(9)
    expect(page.get_by_text("Alle vier Ecken sind zu sehen.")).to_be_visible()
    expect(page.locator("#seen")).to_have_js_property("complete", True)
    assert violations(page) == []
    at_each_size(page, picture, "calibrate")


def test_what_is_wrong_is_reported_with_what_to_do(pub, landlord, picture):
    page = landlord()
    pub.table.do(Light(level=0.3))
    pub.see_finding("light", "fair")
    dark = page.locator('.finding[data-check="light"]')
    expect(dark).to_contain_text("Es ist recht dunkel.")
    expect(dark).to_contain_text("Lampe heller stellen")
    expect(dark).to_have_class("finding fair")
    picture(page, "calibrate-dark-tablet")
    pub.table.do(Light(level=1.0))
    pub.see_finding("light", "good")
    expect(dark).to_have_class("finding good")


def test_throws_are_read_and_judged_with_a_tap_each(pub, landlord, picture):
    page = landlord()
    begin(pub, page, "dice")
    page.locator('[data-focus="stop dice"]').click()
    begin(pub, page, "dice")
    expect(page.locator("#dice-test .throws li")).to_have_count(0)
    for throw in range(10):
        real = [1, 3, 5]
        if throw < 3:
            pub.throw("dice")
            real = sorted(pub.table.throws[-1].values.values())
        else:
            pub.camera_setup.take_sighting(lift_of(*real, margin=3.0))
        expect(page.locator("#dice-test .throws li")).to_have_count(throw + 1)
        read = page.locator("#dice-test .throws li").first
        right = page.locator(f'[data-focus="right {throw}"]')
        expect(right).to_be_visible()
        assert [int(die.get_attribute("data-value")) for die in read.locator(".die").all()] == real
        if throw == 4:
            at_each_size(page, picture, "calibrate-dice", "#dice-test")
        right.click()
    expect(page.locator('#dice-test .finding[data-check="dice"]')).to_have_class("finding good")
    expect(page.locator("#own-confidence")).to_contain_text("Gezählte Würfe: 10.")
    assert pub.app.table.board.snapshot()["head"] == 0


def test_the_tables_own_dice_are_shown_face_by_face_and_nobody_has_to_judge(pub, landlord, picture):
    page = landlord()
    learned = len(pub.app.table.learning.own.throws)
    begin(pub, page, "faces")
    for value in range(1, 7):
        wanted = page.locator("#faces-test > .dice .die")
        expect(wanted.first).to_have_attribute("data-value", str(value))
        if value == 4:
            at_each_size(page, picture, "calibrate-faces", "#faces-test")
        pub.throw("faces", dict.fromkeys(range(3), value), cocked=False)
        expect(page.locator("#faces-test .throws li")).to_have_count(value)
    expect(page.locator('#faces-test .finding[data-check="faces"]')).to_have_class("finding good")
    pub.see(lambda _: len(pub.app.table.learning.own.throws) == learned + 6)
    begin(pub, page, "faces")
    pub.app.camera.setup().take_sighting(lift_with_signs(6, 1, 1, signs=[0]))
    expect(page.locator("#faces-test .throws li")).to_contain_text("gelernt: ein Bild statt Augen")
    at_each_size(page, picture, "calibrate-faces-sign", "#faces-test")
    page.locator('[data-focus="stop faces"]').click()
    assert pub.app.table.board.snapshot()["head"] == 0


def test_each_button_of_the_panel_lights_its_tick(pub, landlord, picture):
    page = landlord()
    begin(pub, page, "buttons")
    expect(page.locator('[data-focus="stop buttons"]')).to_be_visible()
    expect(page.locator(".ticks li")).to_have_count(6)
    for place, button in enumerate(("again", "pass_", "direction", "ones", "sixes", "undo")):
        pub.press(button)
        pub.see(lambda shown, count=place + 1: len(shown["buttons"]["pressed"]) == count)
        expect(page.locator(".ticks li.on")).to_have_count(place + 1)
        if place == 3:
            at_each_size(page, picture, "calibrate-buttons", "#buttons-test")
    expect(page.get_by_text("Alle Knöpfe gehen.")).to_be_visible()
    assert fits(page)


def test_a_board_held_up_at_each_edge_measures_the_lens(pub, landlord, picture):
    page = landlord()
    begin(pub, page, "lens")
    ticks = page.locator("#lens-test .ticks li")
    expect(ticks).to_have_count(5)
    expect(page.locator("#lens-test .ticks li.on")).to_have_count(1)
    for place, side in enumerate(EDGES):
        pub.camera.side = side
        pub.see(lambda shown, side=side: side in shown["lens"]["seen"])
        expect(page.locator(f'[data-view="{side}"]')).to_have_class("on")
        if place == 1:
            at_each_size(page, picture, "calibrate-lens", "#lens-test")
    expect(page.get_by_text("Jetzt das Brett wieder hinlegen.")).to_be_visible()
    pub.camera.side = None
    pub.see(lambda shown: shown["lens"]["kept"])
    findings = page.locator('#lens-test .finding[data-check="lens"]')
    expect(findings).to_have_class("finding good")
    at_each_size(page, picture, "calibrate-lens-done", "#lens-test")
    assert pub.app.store.get("lens")["lens"]["focal"] == pytest.approx(pub.table.painter.lens.focal, rel=0.05)
    page.get_by_role("button", name="Ohne sie lesen").click()
    expect(page.get_by_role("button", name="Ohne sie lesen")).to_have_count(0)
    expect(findings).to_have_count(0)
    assert pub.app.store.get("lens") is None
    assert pub.camera_setup.moved.asked.value == ""


def test_a_camera_that_reports_its_exposure_gets_advice_about_it(pub, landlord, picture):
    pub.camera.exposure = Exposure(seconds=0.1, gain=6.0, kelvin=2860, focus=1.25, field=0.62)
    page = landlord("phone")
    long = page.locator('.finding[data-check="exposure"]')
    expect(long).to_have_class("finding fair")
    cropped = page.locator('.finding[data-check="field"]')
    expect(cropped).to_have_class("finding bad")
    expect(cropped).to_contain_text("62 %")
    expect(cropped).to_contain_text("Die Kamera zeigt nur einen Teil ihres Blickfelds.")
    expect(page.locator(".checks")).to_contain_text(
        "belichtet 1/10 s · verstärkt 6,0-fach · Licht 2900 K · scharf auf 80 cm"
    )
    page.locator(".checks").scroll_into_view_if_needed()
    picture(page, "calibrate-exposure-phone")
    pub.camera.exposure = None
    expect(long).to_have_count(0)


def test_the_landlord_keeps_it_and_numbers_alone_are_written(pub, landlord):
    page = landlord()
    page.get_by_role("button", name="So behalten").click()
    expect(page.get_by_text("Behalten. Ab jetzt wird damit verglichen.")).to_be_visible()
    kept = pub.app.store.get("calibration")
    assert kept["verdicts"]["sharp"] == "good"
    assert len(repr(kept)) < 2000
    expect(page.locator('.finding[data-check="glare"] h3')).to_have_text(
        "Spiegelung 0,0 % · zuletzt behalten: 0,0 %"
    )


def test_from_the_pin_to_the_first_throw_it_is_one_path_of_eight_taps(new_table, look):
    page = look(new_table.url, size="phone")
    taps = []

    def tap(name, *, at):
        expect(page.locator("[aria-current=step]")).to_contain_text(at)
        page.get_by_role("button", name=name).click()
        taps.append(at)

    tap("Aufgeschrieben", at="PIN")
    tap("Weiter", at="Kamera")
    expect(page.get_by_role("img", name="Was die Kamera sieht")).to_be_visible()
    tap("Weiter", at="Brett")
    tap("Weiter", at="Licht")
    new_table.see(lambda shown: shown["buttons"]["running"])
    assert new_table.app.store.get("calibration")["verdicts"]["sharp"] == "good"
    for button in ("again", "pass_", "direction", "ones", "sixes", "undo"):
        new_table.press(button)
    tap("Weiter", at="Knöpfe")
    expect(page.get_by_role("img", name="Dieses Gerät zum Tisch machen")).to_be_visible()
    page.reload()  # what was done stays done
    tap("Weiter", at="Tablet")
    new_table.see(lambda shown: shown["dice"]["running"])
    new_table.throw("dice")
    tap("Stimmt", at="Erster Wurf")
    tap("Fertig", at="Erster Wurf")
    expect(page.locator("body")).to_have_attribute("data-role", "table")
    assert len(taps) == 8
    assert new_table.app.table.board.snapshot()["head"] == 0


def test_each_step_can_be_left_for_later_and_is_open_again(new_table, look):
    page = look(new_table.url)
    page.get_by_role("button", name="Aufgeschrieben").click()
    now, later = page.locator("[aria-current=step]"), page.get_by_role("button", name="Später")
    page.get_by_role("button", name="Weiter").click()
    page.get_by_role("button", name="Knöpfe").click()
    expect(now).to_contain_text("Knöpfe")
    later.click()
    expect(now).to_contain_text("Tablet")
    page.get_by_role("link", name="Zum Tisch").click()
    expect(page.locator("body")).to_have_attribute("data-role", "table")
    enter(page, new_table.url, new_table.pins[-1])
    page.get_by_role("link", name="Schritt für Schritt einrichten").click()
    expect(now).to_contain_text("Brett")


def test_a_pushed_camera_is_asked_about_and_measured_again_after_the_turn(pushed, look, picture):
    pushed.see_camera(ask="moved")
    pages = {size: look(pushed.url, size=size) for size in SIZES}
    guest = look(f"{pushed.url}/watch", size="phone")
    for size, page in pages.items():
        expect(page.get_by_text("Wurde die Kamera verschoben?")).to_be_visible()
        picture(page, f"calibrate-moved-{size}")
        assert fits(page)
    expect(guest.locator("#strips")).to_contain_text("Kamera oder Brett wurde verschoben.")
    expect(guest.locator("#strips button")).to_have_count(0)
    page = pages["tablet"]
    page.get_by_role("button", name="Nein", exact=True).click()
    expect(page.get_by_text("Dann bitte das Brett zurückschieben")).to_be_visible()
    page.get_by_role("button", name="Doch, neu messen").click()
    expect(page.get_by_text("Nach diesem Zug wird neu gemessen.")).to_be_visible()
    pushed.end_turn()
    expect(page.locator(".strip.camera")).to_have_count(0)


def test_a_start_in_other_light_says_so_in_a_calm_line(again, look, picture):
    page = look(again.url)
    expect(page.get_by_text("Das Licht ist anders als beim Einrichten.")).to_be_visible()
    picture(page, "calibrate-note-tablet")
