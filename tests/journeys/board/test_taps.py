"""A double tap does nothing twice: what has only just appeared takes no tap, and no control takes two at once.

KNOBELTISCH_STORM=50 runs so many seeds of the storm instead of one for each game.
"""

import json
import os
import random
import time

import pytest
from playwright.sync_api import expect

import scorer
from knobeltisch.game.evening import fold
from tests.support.servers.ports import free_port
from tests.support.waiting import until

pytestmark = pytest.mark.long

SEEDS = int(os.environ.get("KNOBELTISCH_STORM", "1"))
TAPS = 8
REST_MS = 600
ON_TOP = """(one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
KEY = '#panel [data-face="{}"]'


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def double_tap(page, locator, apart_ms):
    """Two taps on one spot; the first as soon as the control accepts one."""
    expect(locator).to_be_enabled()
    x, y = middle(locator)
    page.mouse.click(x, y)
    page.wait_for_timeout(apart_ms)
    page.mouse.click(x, y)


def acts(house):
    return [(act["player"], act["act"]["act"]) for act in house.shown["acts"]]


def typed(page):
    return page.locator("#dice .typed[data-value]:not([data-value=''])").count()


# --- single cases


@pytest.mark.parametrize("apart_ms", [60, 500])
def test_the_key_that_enters_a_throw_does_nothing_else_a_pass_passes_once_and_an_undo_takes_one_back(
    house, look, apart_ms
):
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url, hurry=False)
    for value in (1, 3):
        page.locator(KEY.format(value)).click()
    for key, done in (
        (KEY.format(4), [("Anna", "throw")]),
        ('#panel [data-focus="pass"]', [("Anna", "throw"), ("Anna", "pass")]),
        ("button.undo", [("Anna", "throw")]),
    ):
        double_tap(page, page.locator(key), apart_ms)
        page.wait_for_timeout(REST_MS)
        assert acts(house) == done


def test_a_way_back_that_grows_under_the_finger_rests(house, look):
    house.start("Anna", "Ben", leader="Anna")
    house.throw(1, 3, 4)
    house.act({"act": "pass"})
    house.throw(2, 3, 4)
    page = look(house.url, hurry=False)
    page.wait_for_timeout(REST_MS)
    double_tap(page, page.locator('[data-focus="go_on"]'), 450)
    page.wait_for_timeout(REST_MS)
    assert acts(house)[-1] == ("Ben", "throw")


def test_what_appears_under_the_finger_rests_longer_than_what_appears_beside_it(house, look):
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url, hurry=False)
    x, y = middle(page.locator("#panel .face").first)
    page.wait_for_timeout(REST_MS)
    page.mouse.click(x, y)
    page.evaluate(
        """([x, y]) => {
          const make = (name, left) => {
            const one = document.createElement("button");
            one.className = "decision";
            one.dataset.focus = name;
            one.textContent = name;
            one.style.cssText = `position: fixed; left: ${left}px; top: ${y - 20}px; width: 40px; height: 40px; z-index: 9`;
            one.onclick = () => (document.body.dataset.pressed = (document.body.dataset.pressed ?? "") + name);
            return one;
          };
          document.body.append(make("under", x - 20), make("beside", x + 400));
        }""",
        [x, y],
    )
    page.wait_for_timeout(REST_MS + 50)
    page.mouse.click(x, y)
    page.mouse.click(x + 420, y)
    assert page.evaluate("document.body.dataset.pressed") == "beside"
    page.wait_for_timeout(REST_MS)
    page.mouse.click(x, y)
    assert page.evaluate("document.body.dataset.pressed") == "besideunder"


def test_what_a_turned_screen_has_moved_rests_from_then_and_not_from_the_next_change_on(house, look):
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url, hurry=False)
    expect(page.locator(KEY.format(4))).to_be_enabled()
    page.set_viewport_size({"width": 768, "height": 1024})
    page.wait_for_timeout(REST_MS + 100)
    page.evaluate(
        """async (key) => {
          document.body.append(document.createElement("i"));
          await null;
          const box = document.querySelector(key).getBoundingClientRect();
          const at = { bubbles: true, cancelable: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
          const under = document.elementFromPoint(at.clientX, at.clientY);
          under.dispatchEvent(new PointerEvent("pointerdown", at));
          under.dispatchEvent(new MouseEvent("click", { ...at, detail: 1 }));
        }""",
        KEY.format(4),
    )
    assert typed(page) == 1


def test_two_equal_dice_are_two_quick_taps(house, look):
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url, hurry=False)
    double_tap(page, page.locator(KEY.format(1)), 80)
    assert typed(page) == 2


# --- entering


def test_after_a_change_of_language_in_a_sheet_one_step_back_leaves_the_page(house, look):
    page = look(f"{house.url}/watch")
    page.goto(house.url)
    page.locator('[data-focus="more"]').click()
    page.locator("dialog .language").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.wait_for_function("!history.state?.sheet")
    page.go_back()
    expect(page).to_have_url(f"{house.url}/watch")


def test_a_phones_pad_leaves_no_key_alone_in_a_row(house, look):
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url, size="phone")
    rows = "all => all.map((one) => Math.round(one.getBoundingClientRect().top))"
    keys = page.locator(".keys.faces > *")
    expect(keys).to_have_count(7)
    tops = keys.evaluate_all(rows)
    assert all(tops.count(top) > 1 for top in tops)


def test_half_typed_dice_survive_a_reload_and_a_restart_of_the_table(open_house, look):
    port = free_port()
    house = open_house(port=port)
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url, offline=True)
    for value in (1, 3):
        page.locator(KEY.format(value)).click()
    page.reload()
    expect(page.locator("#dice .typed").first).to_be_visible()
    assert typed(page) == 2
    house = open_house(port=port)
    expect(page.locator("body")).to_have_attribute("data-moment", house.shown["moment"])
    assert typed(page) == 2
    page.locator(KEY.format(4)).click()
    expect(page.locator('#panel [data-focus="pass"]')).to_be_visible()
    assert house.shown["state"]["free"] == [1, 3, 4]


def test_half_typed_dice_mean_nothing_once_the_game_has_gone_on_and_the_page_says_so(house, look):
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url)
    page.locator(KEY.format(1)).click()
    house.throw(2, 3, 4)
    expect(page.locator("#strips")).to_contain_text("Die halb eingetippten Würfel zählen nicht")
    expect(
        page.locator('#dice .free [data-value="4"]')
    ).to_be_visible()  # the slots for typing are dice as well
    page.reload()
    expect(
        page.locator('#dice .free [data-value="4"]')
    ).to_be_visible()  # the slots for typing are dice as well
    assert typed(page) == 0


def test_a_throw_that_could_not_be_sent_stays_typed_and_is_entered_by_a_tap(house, look):
    house.start("Anna", "Ben", leader="Anna")
    page = look(house.url, offline=True)
    page.route("**/api/commands", lambda route: route.abort())
    for value in (1, 3, 4):
        page.locator(KEY.format(value)).click()
    expect(page.locator('#panel [data-focus="enter"]')).to_be_visible()
    page.unroute("**/api/commands")
    page.locator('#panel [data-focus="enter"]').click()
    expect(page.locator("#dice .free .die")).to_have_count(3)


def test_of_two_tablets_only_one_passes(house, look):
    house.start("Anna", "Ben", variant="tschigg", leader="Anna")
    house.throw(1, 3, 4)
    one, other = look(house.url), look(house.url, refusals=True)
    expect(other.locator('#panel [data-focus="pass"]')).to_be_enabled()
    held, meant = [], house.shown["moment"]

    def keep(route):
        held.append(route)

    other.route("**/api/commands", keep)
    other.locator('#panel [data-focus="pass"]').click()
    one.locator('#beat [data-focus="direction"]').click()
    expect(other.locator("body")).not_to_have_attribute("data-moment", meant)
    held[0].continue_()
    expect(other.locator(".strip.told")).to_contain_text("inzwischen weiter")
    assert acts(house) == [("Anna", "throw")]
    expect(one.locator(".strip.told")).to_have_count(0)


# --- the storm


class Storm:
    """Double taps on whatever can be tapped; the journal has to hold what single taps mean."""

    def __init__(self, house, page, seed):
        self.house, self.page, self.chance = house, page, random.Random(seed)
        self.dice: list[int] = []
        self.entered: list[int] = []
        self.chosen: list[int] = []
        self.done: list[tuple[str, str]] = []

    def settle(self):
        """Wait until the page shows what the table shows, and everything in sight takes a tap."""
        until(lambda: self.page.evaluate("document.body.dataset.moment") == self.house.shown["moment"])
        expect(self.page.locator("body[data-ordering]")).to_have_count(0)
        expect(self.page.locator("[data-rests]")).to_have_count(0)

    def entries(self):
        return [(entry.kind, dict(entry.body)) for entry in self.house.entries()]

    def step(self):
        self.settle()
        found = self.page.locator(
            "#panel button:enabled, #taken button, #dice button, #ask button, button.undo"
        )
        buttons = [button for button in found.all() if button.is_visible() and button.evaluate(ON_TOP)]
        button = self.chance.choice(buttons)
        if button.bounding_box() is None:  # drawn again meanwhile
            return
        name, face = button.get_attribute("data-focus"), button.get_attribute("data-face")
        before, shown = self.entries(), self.house.shown
        expected = None if face else self.expected(name, shown)
        double_tap(self.page, button, self.chance.randint(60, 500))
        self.settle()
        time.sleep(0.05)
        new = self.entries()[len(before) :]
        self.done.append((name, face))
        fine = self.typed(int(face), shown, new) if face else new == expected
        assert fine, f"{self.done} {new} {expected} {self.dice}"
        if self.page.locator("dialog").count():
            self.page.keyboard.press("Escape")

    def expected(self, name, shown):
        state = shown["state"]
        act = {"hold": {"act": "hold", "dice": sorted(state["free"][place] for place in self.chosen)}}
        act |= {name: {"act": name} for name in ("turn", "cover")}
        if name == "clear":
            self.dice.pop()
            return []
        if name.startswith("free") and "hold" in shown["legal"]:
            self.chosen.append(int(name[4:])) if int(name[4:]) not in self.chosen else self.chosen.remove(
                int(name[4:])
            )
            return []
        return self.decided(name, act, shown)

    def typed(self, face, shown, new):
        """A key for typing takes both taps, unless the first one entered the throw or moved the key away."""
        due, kept = (
            shown["due"],
            json.loads(self.page.evaluate("sessionStorage['knobeltisch.typed']"))["typed"],
        )
        kind = {"roll_off": "roll_off", "reveal": "reveal"}.get(shown["state"]["stage"], "throw")
        for taps in (1, 2):
            dice = [*self.dice, *[face] * taps]
            if not new and dice == kept and len(dice) < due:
                self.dice = dice
                return True
            if new == [("act", {"act": kind, "dice": sorted(dice)})] and len(dice) == due and not kept:
                self.entered, self.dice, self.chosen = dice, [], []
                return True
        return False

    def decided(self, name, act, shown):
        if name in act:
            self.chosen = []
            return [("act", act[name])]
        if name == "pass":
            self.chosen = []
            declare = {"declare": shown["declare"]} if shown["declaring"] else {}
            return [("act", {"act": "pass", **declare})]
        last = shown["acts"][-1]["id"] if shown["acts"] else None
        if name in {"undo", "more", "taken_back"} and last is not None:
            self.dice = self.entered[:-1] if name == "taken_back" else []
            self.chosen = []
            return [("undo", {"to": last})]
        if name == "redo":
            self.dice, self.chosen = [], []
            facts = fold(self.house.entries()).undone[0]
            return [("act", scorer.act_to_json(fact.act)) for fact in facts]
        if name.startswith("player"):
            return [("act", {"act": "name_loser", "player": shown["state"]["players"][int(name[6:])]})]
        return []  # switches, and what only opens a sheet


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("variant", ["schocken", "drinking"])
def test_after_a_storm_of_double_taps_the_journal_holds_what_single_taps_meant(house, look, variant, seed):
    house.start("Anna", "Ben", "Cem", variant=variant, leader="Anna")
    storm = Storm(house, look(house.url, hurry=False), f"{variant} {seed}")
    for _ in range(TAPS):
        storm.step()
