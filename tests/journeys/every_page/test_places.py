import pytest

from knobeltisch.game.saved_lists import Lists
from tests.support.evenings.visitor import Visitor
from tests.support.pages.census import (
    HARDEST,
    LANGUAGES,
    look_over_place,
    made_ready,
    open_place,
    sized,
    written_in,
)
from tests.support.pages.places import PLACES, begin, reach, regulars

pytestmark = pytest.mark.long
SAMPLE = (
    *("new game", "teams", "cards for the deal", "menu", "who is here", "history", "correction", "bill"),
    *("odds", "an evening", "a person", "landlord"),
)
SEED = 20
ACTS = 25


def opened(browser, house, place):
    page = open_place(browser, house.url + place.path, locale=LANGUAGES["de"])
    reach(page, place)
    return made_ready(page)


def test_nothing_is_cut_off_or_out_of_reach_in_dialogs_and_on_other_pages(house, chromium):
    assert Lists(house.app.store).change_regulars(regulars())["ok"]
    found, game = [], None
    played = {place.game for place in PLACES if place.name in SAMPLE}
    for place in PLACES:
        if place.game != game and place.game in played:
            begin(Visitor(house.url), place.game, SEED, ACTS)
            game = place.game
        if place.name in SAMPLE:
            page = opened(chromium, house, place)
            written_in(page, "like Barlow, DejaVu")  # where the font does not load
            page.evaluate(SPOIL, ".go-on { position: static !important }")  # it stays over what scrolls
            for size in sized(page, HARDEST):
                outcome = look_over_place(page)
                found += [f"{place.name} {size}: {', '.join(fault)}" for fault in outcome]
            page.context.close()
    assert not found, "\n".join(found)


SPOIL = "(rule) => { const all = new CSSStyleSheet(); all.replaceSync(rule); document.adoptedStyleSheets = [all]; }"
