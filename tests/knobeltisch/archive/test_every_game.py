"""Whichever game is played: who comes late, goes home or pauses is in the game, the report and the bill, and undo takes it back."""

from __future__ import annotations

import random

import pytest

import scorer
from knobeltisch.archive.bill import Bills
from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.archive.reports import Reports

FOUR = ("Anna", "Ben", "Cem", "Dora")


def some_act(state: scorer.State, chance: random.Random) -> scorer.Act:
    """Play on by the rules; nobody comes or goes by itself."""
    legal = scorer.legal_acts(state)
    if "name_loser" in legal:
        return scorer.NameLoser(player=chance.choice(state.active))
    if "cover" in legal:
        return scorer.Cover()
    thrown = {"throw": scorer.Throw, "roll_off": scorer.RollOff, "reveal": scorer.Reveal}
    name = next((name for name in thrown if name in legal), None)
    if name is not None and ("pass" not in legal or chance.random() < 0.3):
        return thrown[name](dice=tuple(sorted(chance.choices(range(1, 7), k=scorer.dice_expected(state)))))
    return next(
        decision for decision in reversed(list(scorer.decisions(state))) if scorer.act_name(decision) in legal
    )


def play(pub, chance: random.Random, *, until_round: int) -> None:
    while pub.state["round"] < until_round and pub.state["stage"] != "over":
        act = some_act(pub.table.evening()[0][-1].state, chance)
        pub.order({"do": "act", "act": scorer.act_to_json(act)})


def wish(pub, player: str, what: str, **more: str) -> None:
    """Say who comes or goes; in the drinking game a leaver pays three first, and does it at once."""
    if what != "join" and pub.shown["variant"] == "drinking":
        pub.order({"do": "act", "act": {"act": "leave", "player": player}})
    else:
        pub.order({"do": "wish", "player": player, "what": what, **more})


@pytest.mark.parametrize("variant", scorer.DICE_VARIANTS)
def test_late_comers_and_leavers_are_in_game_report_and_bill_and_taken_back_with_their_round(pub, variant):
    chance = random.Random(5)
    pub.start(*FOUR, variant=variant, leader="Anna")
    play(pub, chance, until_round=2)
    before = (pub.shown["head"], set(pub.state["players"]))
    wish(pub, "Late", "join", after="Anna")
    wish(pub, "Ben", "leave")
    play(pub, chance, until_round=4)
    there = pub.state
    assert set(there["players"]) == {*FOUR, "Late"}
    assert there["out"].get("Ben") == "left"
    comings = Reports(Chronicle(list(pub.journal.entries()))).evening(1)["games"][-1]["comings"]
    assert {(coming["player"], coming["joined"]) for coming in comings} == {("Late", True), ("Ben", False)}
    assert {"Late", "Ben"} <= {head["player"] for head in Bills(pub.table.evening, None).bill()["heads"]}
    first = next(act for act in pub.table.past.acts(None, 200) if act["id"] > before[0])
    pub.order({"do": "undo", "to": first["id"]})
    assert set(pub.state["players"]) == before[1]
    pub.order({"do": "redo"})
    assert pub.state == there
    if pub.state["stage"] != "over":
        pub.order({"do": "end"})
    assert pub.state["stage"] == "over"
