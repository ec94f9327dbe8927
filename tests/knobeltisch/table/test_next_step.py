"""The next step at every moment of every game, in both languages, as the board, the hub and the phones word it."""

import random
import re

import pytest

import scorer
from hardware.panel.panel import Button
from knobeltisch.game.evening import Evening
from knobeltisch.game.events import Did, Start
from knobeltisch.hub.hall import row_of
from knobeltisch.referee.referee import Referee
from knobeltisch.status import Device
from knobeltisch.table.snapshot import at_the_table, describe_game
from scorer.words.language_files import words_of_games
from tests.support.games.random_games import some_game
from tests.support.paths import ROOT
from web.translations import catalogue

LONGEST = 30
MOMENTS = {
    "bavarian": """
        | Anna: alle drei in den Becher / all three into the cup > Ben
        throw 245 | Anna: nochmal oder liegen lassen / throw again or leave it > Ben
        hold | Anna: alle drei in den Becher / all three into the cup > Ben
        throw 146, hold 1 | Anna: zwei Würfel in den Becher / two dice into the cup > Ben
        throw 35 | Ben: alle drei in den Becher / all three into the cup > Cem
        throw 246 | Ben: alle drei zurück in den Becher / all three back into the cup > Cem
        hold, throw 146 | Ben: was bleibt draußen? / what stays out? > Cem
        hold 1 | Ben: zwei Würfel in den Becher / two dice into the cup > Cem
        throw 35 | Cem: alle drei in den Becher / all three into the cup >
        throw 266 | Cem: einen Sechser umdrehen? / turn one six? >
        turn | Cem: den Sechser in den Becher / the six into the cup >
        hold | Cem: zwei Würfel in den Becher / two dice into the cup >
        throw 12, hold 1 | Cem: einen Würfel in den Becher / one die into the cup >
        throw 5 | Ben: alle drei in den Becher / all three into the cup > Cem
        throw 666 | Ben: zwei Sechser umdrehen / turn two sixes > Cem
        turn | Ben: den Sechser in den Becher / the six into the cup > Cem""",
    "tschigg": """throw 234 | Anna: nochmal oder ansagen / throw again or declare > Ben
        hold, throw 134, hold 1, throw 35 | Anna: ansagen, wie es gilt / declare how it counts > Ben
        pass | Ben: alle drei in den Becher / all three into the cup > Cem
        throw 134 | Ben: nochmal oder liegen lassen / throw again or leave it > Cem""",
    "schocken": """throw 245, pass | Ben: werfen und zugedeckt lassen / throw and keep it covered > Cem
        cover, cover | Ben: Becher hoch, aufdecken / lift the cup and show > Cem
        reveal 345 | Cem: Becher hoch, aufdecken / lift the cup and show >""",
    "drinking": """throw 333 | Anna: nennen, wer verliert / name who loses >
        name_loser Ben | Ben: das Glas füllen / fill the glass > Cem
        filled | Ben: alle drei in den Becher / all three into the cup > Cem
        throw 235 | Ben: nochmal oder liegen lassen / throw again or leave it > Cem""",
    "base": """throw 111 | Ben: alle drei in den Becher / all three into the cup > Cem""",
    "poker": """ | Ben: wie viele Karten tauschen? / how many cards to exchange? > Cem
        exchange 0, exchange 1, exchange 2 | Ben: ansagen oder passen / call or pass > Cem
        call pair, call pair, pass | wer hat das bessere Blatt? / who has the better hand? >""",
}
"""Acts, then who does what, and who comes then; after a comma the next act."""
LISTED = (ROOT / "docs" / "board-json.md").read_text(encoding="utf-8")
ROWS = re.findall(
    r"^\| (`\w+`(?:, `\w+`)*) \|",
    LISTED[LISTED.index("| `roll`") : LISTED.index("## Commands")],
    re.MULTILINE,
)
ORDERS = set(re.findall(r"\w+", " ".join(ROWS)))


def act_of(text):
    name, _, value = text.partition(" ")
    match name:
        case "name_loser":
            return {"act": name, "player": value}
        case "exchange":
            return {"act": name, "count": int(value)}
        case "call":
            return {"act": name, "category": value}
        case "throw" | "hold" | "reveal":
            return {"act": name, "dice": [int(value) for value in value]}
        case _:
            return {"act": name}


def said(step, language="de"):
    """A step in the words of the pages (web/static/js/shared/next_step.js)."""
    words, key = catalogue(language), f"next.{step['order']}"
    order = words.get(f"{key}.{step['n']}") or words[key].replace("{n}", str(step["n"]))
    return f"{step['who']}: {order}" if step["who"] else order


@pytest.mark.parametrize("variant", MOMENTS)
def test_every_moment_says_who_does_what(pub, variant):
    pub.start("Anna", "Ben", "Cem", leader="Anna", variant=variant)
    for number, moment in enumerate(MOMENTS[variant].splitlines()):
        if not moment.strip():
            continue
        acts, _, expected = moment.partition("|")
        for text in filter(None, (text.strip() for text in acts.split(","))):
            act = act_of(text)
            if text == "pass" and pub.shown["declaring"]:
                act["declare"] = {"ones": 100, "sixes": 60, "direction": "high"}
            pub.order({"do": "act", "act": act})
        step = pub.shown["next"]
        words = f"{said(step)} / {said(step, 'en').rpartition(': ')[2]} > {step['after'] or ''}"
        assert words.strip() == expected.strip(), number


def test_a_roll_off_and_its_tie(pub):
    pub.start("Anna", "Ben")
    found = []
    for dice in ([3], [3], [4]):
        found.append((said(pub.shown["next"]), pub.shown["next"]["after"]))
        pub.order({"do": "act", "act": {"act": "roll_off", "dice": dice}})
    first, second, tie = found
    assert first == ("Anna: um den Anfang würfeln", "Ben")
    assert second == ("Ben: um den Anfang würfeln", None)
    assert tie == ("Anna: gleich, noch einmal würfeln", "Ben")


def test_without_a_camera_throws_are_typed_and_the_table_s_question_comes_first(pub):
    pub.start("Anna", "Ben", leader="Anna")
    unseen = at_the_table(pub.shown["next"], Referee(), Device(status="stalled"))
    assert said(unseen) == "Anna: alle drei werfen und eintippen"
    pub.throw(1, 2, 4)
    pub.press(Button.AGAIN)
    assert said(pub.shown["next"]) == "Anna: Becher über den Rest"
    pub.throw(1, 2, held=(1,))
    pub.press(Button.AGAIN)
    pub.throw(2, held=(1, 3))
    assert said(pub.shown["next"]) == "Anna: am Tisch die Frage beantworten"


def test_a_team_s_step_is_its_member_s_and_the_hub_s_row_has_the_same(pub):
    teams = {"Red": ["Anna", "Ben"], "Blue": ["Cem", "Dora"]}
    start = {"do": "start", "variant": "bavarian", "players": list(teams), "leader": "Red", "teams": teams}
    pub.order({**start, "options": {"teams": True, "players_min": 2}})
    step = pub.shown["next"]
    assert (step["who"], step["after"]) == ("Anna", "Cem")
    assert row_of(pub.shown)["next"] == step


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_order_has_short_words_and_a_row_in_the_documents(language):
    words = {key.split(".")[1:2][0]: key for key in catalogue(language) if key.startswith("next.")}
    assert words.keys() >= ORDERS
    steps = {key: text for key, text in catalogue(language).items() if re.match(r"next\.\w", key)}
    assert {key: text for key, text in steps.items() if len(text) > LONGEST} == {}
    own = words_of_games(language)["page"].get("next", {})
    said = [text for key, text in steps.items() if key.split(".")[1] in ORDERS and key not in own]
    assert [text for text in said if text not in LISTED] == []


@pytest.mark.parametrize("variant", scorer.VARIANTS)
def test_a_step_agrees_with_what_the_rules_allow(variant):
    """Whoever is asked to choose may pass; where all dice go back nothing else is possible; one who comes then has not thrown yet."""
    chance = random.Random(f"steps of {variant}")
    start = Start(variant=variant, players=("Anna", "Ben", "Cem", "Dora"), leader=None)
    evening = Evening()
    evening = Evening(live=evening.after(start, entry_id=1, source="tablet"))
    if scorer.dice_state(evening.state) is None:
        return
    for number, act in enumerate(some_game(variant, chance, 150), 2):
        evening = Evening(live=evening.after(Did(act=act), entry_id=number, source="tablet"))
        shown = describe_game(evening)
        step, legal, state = shown["next"], shown["legal"], evening.dice
        if step is None:
            assert state.stage == "over"
            continue
        assert step["order"] in ORDERS
        assert ("pass" in legal and "hold" in legal) == (
            step["order"] in {"choose", "choose_declare"} or (step["order"] == "may_turn" and "pass" in legal)
        )
        if step["order"] == "back":
            acts = (choice["act"] for choice in shown["choices"])
            assert [act["dice"] for act in acts if act["act"] == "hold"] == [[]]
            assert not {"pass", "turn", "take_back"} & set(legal)
        if step["order"] == "cup":
            assert step["n"] == shown["due"]
        if step["after"] and state.stage == "play" and step["order"] != "fill":
            assert step["after"] not in {*(result.player for result in state.results), *state.out}
            assert re.fullmatch(r"\w+", step["after"])
