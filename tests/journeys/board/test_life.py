"""What moves on the board: what is new does, once, and the next act ends it.

KNOBELTISCH_SCREENS=FOLDER keeps six frames of each movement there.
"""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

FRAMES = 6
ALL_RUN = """(names) => {
  const running = document.getAnimations().map((one) => one.animationName);
  return names.every((name) => running.includes(name));
}"""
NONE_RUNS = "(names) => !document.getAnimations().some((one) => names.includes(one.animationName))"
AT = """([names, share]) => {
  const all = document.getAnimations().filter((one) => names.includes(one.animationName));
  const ends = all.map((one) => one.effect.getComputedTiming()).map(({ delay, duration }) => delay + duration);
  for (const one of all) one.currentTime = Math.max(...ends) * share;
}"""


def play_round(house, *others):
    """Anna leads, and is the best; the others throw these."""
    house.throw(1, 1, 4)
    house.leave_it()
    for dice in others:
        house.throw(*dice)


def to_the_end(house):
    while house.shown["state"]["stage"] != "over":
        to_act = house.shown["state"]["to_act"]
        house.throw(*{"Anna": (1, 1, 4), "Ben": (1, 2, 3), "Cem": (2, 3, 4)}[to_act])
        if "pass" in house.shown["legal"]:
            house.leave_it()


MOMENTS = {
    "the cup waits": (lambda _house: None, ["tilt"]),
    "dice drop": (lambda house: house.throw(1, 3, 4), ["drop"]),
    "a mat slides": (lambda house: play_round(house, (1, 2, 4), (1, 2, 3)), ["slide"]),
    "a great throw": (lambda house: play_round(house, (1, 1, 1)), ["open", "stamp"]),
    "the finale counts": (to_the_end, ["light", "pay"]),
}


@pytest.mark.long
def test_what_is_new_moves_and_the_next_act_ends_it(house, look):
    page = look(house.url)
    time = page.context.new_cdp_session(page)
    time.send("Animation.enable")
    time.send("Animation.setPlaybackRate", {"playbackRate": 0})  # no machine is too slow to see it
    for moment, (comes, names) in MOMENTS.items():
        house.start("Anna", "Ben", "Cem", leader="Anna")
        expect(page.locator("#next .n")).to_have_text("Anna")
        comes(house)
        page.wait_for_function(ALL_RUN, arg=names)
        keep_film(page, moment.replace(" ", "-"), names)
        house.send({"do": "undo", "head": house.shown["head"]})
        page.wait_for_function(NONE_RUNS, arg=names)


def keep_film(page, name, names):
    if wanted := os.environ.get("KNOBELTISCH_SCREENS"):
        frames = []
        for place in range(FRAMES):
            page.evaluate(AT, [names, place / (FRAMES - 1) - 1e-6])
            picture = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
            frames.append(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
        rows = [np.hstack(frames[start : start + 2]) for start in range(0, FRAMES, 2)]
        cv2.imwrite(str(Path(wanted) / f"film-{name}.png"), np.vstack(rows))
