import random
import re

import pytest
from playwright.sync_api import expect

from knobeltisch.storage.journal import open_journal
from tests.support.evenings.random_evenings import course

READ = """() => {
  const cents = (one) => Math.round(100 * Number(one.replace(/[^0-9,-]/g, "").replace(",", ".")));
  const amount = (line, name) => cents(line.querySelector(`[data-${name}]`)?.textContent ?? "0");
  const sum = (name) => cents(document.querySelector(`.sum.${name} .pts`)?.textContent ?? "0");
  return {
    lines: [...document.querySelectorAll(".c-bill [data-player]")].map((line) => ({
      player: line.dataset.player,
      open: amount(line, "open"),
      paid: amount(line, "paid"),
      ticked: line.querySelector("input")?.checked ?? null,
      items: line.querySelector(".items").textContent,
    })),
    open: sum("open"),
    paid: sum("paid"),
    done: document.querySelector(".sum.safe")?.textContent ?? null,
    priceless: document.querySelector(".sheet .say").textContent.trim(),
  };
}"""
PRICES = {"game": 1250, "lost_round": 300, "round": 1000, "schnapps": 700, "water": 210}
SEED = 32


@pytest.mark.parametrize("prices", [{}, PRICES], ids=["counted", "priced"])
def test_the_lines_of_a_random_evening_agree_with_the_sums(open_house, look, tmp_path, prices):
    journal = open_journal(tmp_path / "journal.sqlite")
    journal.append_all(course(SEED, 160))
    journal.close()
    house, chance = open_house(), random.Random(SEED)
    house.app.store.put("prices", prices)
    page = look(house.url)
    page.locator('[data-focus="more"]').click()
    page.locator("dialog").get_by_role("button", name="Zahlen, bitte").click()
    boxes = page.locator("dialog").get_by_role("checkbox")
    expect(boxes).not_to_have_count(0)
    names = [box.get_attribute("data-focus") for box in boxes.all()]
    for name in chance.sample(names, k=len(names)):
        agree(page.evaluate(READ))
        page.locator(f'[data-focus="{name}"]').check()
        expect(page.locator(f".settled [data-focus='{name}']")).to_be_checked()
    now = page.evaluate(READ)
    agree(now)
    assert (now["done"], now["open"], now["priceless"]) == ("Alles bezahlt", 0, "")
    for name in names:
        page.locator(f'[data-focus="{name}"]').uncheck()
        expect(page.locator(f"li:not(.settled) > [data-focus='{name}']")).not_to_be_checked()
    now = page.evaluate(READ)
    agree(now)
    assert (now["done"], now["paid"]) == (None, 0)


def agree(seen):
    """Assert that the lines add up to the sums, that nothing paid looks open, and that each item begins with its number."""
    assert sum(line["open"] for line in seen["lines"]) == seen["open"]
    assert sum(line["paid"] for line in seen["lines"]) == seen["paid"]
    for line in seen["lines"]:
        assert not (line["ticked"] and line["open"])
        assert all(re.match(r"\d+ \w", item) for item in line["items"].split(", "))
