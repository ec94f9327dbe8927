"""A text fills its box by how wide fit.js reckons it (web/static/js/shared/fit.js): what is drawn must be as wide."""

from __future__ import annotations

import pytest

from tests.support.pages.census import open_page

pytestmark = pytest.mark.long

WIDTHS = """([tag, text, size]) => {
  const one = document.createElement(tag);
  one.style.cssText = `position: absolute; white-space: nowrap; font-size: ${size}px`;
  one.textContent = text;
  document.body.append(one);
  const range = document.createRange();
  range.selectNodeContents(one);
  const pen = document.createElement("canvas").getContext("2d");
  const { fontWeight, fontFamily } = getComputedStyle(one);
  pen.font = `${fontWeight} 100px ${fontFamily}`;
  const drawn = range.getBoundingClientRect().width / size;
  one.remove();
  return [drawn, pen.measureText(text).width / 100];
}"""
TEXT = "Björn-Åke, Őrség, Çağla, Jürgen, Дмитрий und Øyvind sind gleich: Drilling"


@pytest.mark.parametrize(("tag", "font"), [("p", "bundled"), ("button", "none")])
def test_a_small_text_is_as_wide_as_it_was_reckoned(house, chromium, tag, font):
    page = open_page(chromium, house.url, locale="de-DE", font=font)
    try:
        for size in (7.3, 9.99, 13.6):
            drawn, reckoned = page.evaluate(WIDTHS, [tag, TEXT, size])
            assert drawn == pytest.approx(reckoned, rel=0.02), size
    finally:
        page.context.close()
