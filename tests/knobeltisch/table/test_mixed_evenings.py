"""Evenings by chance: games of dice and of cards one after the other, with all that people and devices do beside them.

Whatever is done, the table answers it or refuses it with a sentence, never fails inside, and shows its journal's record.
"""

import json
import random
from typing import Any

import pytest

import scorer
from hardware.panel.panel import Button
from knobeltisch.archive.bill import Bills
from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.archive.reports import Reports
from knobeltisch.game.evening import fold
from knobeltisch.game.events import WISHES
from scorer import Refused
from tests.support.games.random_games import some_act

NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil")
STEPS = 140
GIVEN_UP = 0.04  # so often a game is ended, that the next one may be another


class Evening:
    """One evening of random doings at a table: every second game is one of cards."""

    def __init__(self, pub, seed):
        self.pub, self.chance = pub, random.Random(seed)
        self.of_cards = self.chance.random() < 0.5
        self.answers: dict[str, int] = {}
        self.played: set[str] = set()

    def step(self):
        """Do one thing, mostly an act of the game."""
        state = self.pub.table.state
        if state is None or (state.stage == "over" and self.chance.random() < 0.8):
            self.start()
        elif self.chance.random() < GIVEN_UP:
            self.send({"do": "end"})
        elif state.stage != "over" and self.chance.random() < 0.8:
            self.send({"do": "act", "act": scorer.act_to_json(some_act(state, self.chance))})
        else:
            self.chance.choice(self.beside())()
        notice: Any = self.pub.shown["notice"] or {}
        assert notice.get("key") != "fault"

    def beside(self):
        """Return what else may be done at any time."""
        name = self.chance.choice(NAMES)
        wish = self.chance.choice(WISHES)
        throw = [self.chance.randint(1, 6) for _ in range(3)]
        return [
            lambda: self.send({"do": "undo", "count": self.chance.randint(1, 4)}),
            lambda: self.send({"do": "redo"}),
            lambda: self.send({"do": "wish", "what": wish, "player": name}),
            lambda: self.send({"do": "act", "act": {"act": "throw", "dice": throw}}),
            lambda: self.send({"do": "act", "act": {"act": "exchange", "count": 2}}),
            lambda: self.pub.press(self.chance.choice(list(Button)), long=self.chance.random() < 0.2),
            lambda: self.pub.lift(*throw),
            self.correct,
            self.back_to,
            self.start,
            self.answer,
        ]

    def start(self):
        self.of_cards = not self.of_cards
        variant = "poker" if self.of_cards else self.chance.choice(scorer.DICE_VARIANTS)
        players = list(NAMES[: self.chance.randint(3, 5)])
        self.played.add(variant)
        self.send({"do": "start", "variant": variant, "players": players, "leader": None})

    def correct(self):
        """Make an act of the evening another one, of whatever game it was."""
        listed = self.pub.table.past.acts(None, 60)
        acts = [entry for entry in listed if entry["act"]]
        if not acts:
            return
        entry = self.chance.choice(acts)["id"]
        offered = self.pub.table.past.alternatives(entry)
        assert offered is not None
        act = self.chance.choice(offered["options"])["act"]
        later = self.chance.choice(("keep", "drop"))
        self.send({"do": "correct", "entry": entry, "act": act, "later": later})

    def back_to(self):
        acts = self.pub.table.past.acts(None, 30)
        if acts:
            entry = self.chance.choice(acts)["id"]
            assert self.pub.table.past.undone(entry) is not None
            self.send({"do": "undo", "to": entry})

    def answer(self):
        question = self.pub.question
        if question is not None and question["options"]:
            option = self.chance.choice(question["options"])
            self.send({"do": "answer", "question": question["id"], "option": option["id"]})

    def send(self, command):
        reply = self.pub.table.commands.send(command)
        code = "ok" if reply["ok"] else str(reply["error"]["code"])
        assert code not in {"fault", "bad_command", "busy"}, (command, reply)
        self.answers[code] = self.answers.get(code, 0) + 1


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_done_among_games_of_dice_and_cards_the_table_stands_as_its_journal_tells(pub, seed):
    evening = Evening(pub, seed)
    for _ in range(STEPS):
        evening.step()
        if evening.chance.random() < 0.1:
            looked_at(pub)
    looked_at(pub)
    assert "poker" in evening.played
    assert len(evening.played) > 1
    assert evening.answers["ok"] > STEPS / 3


def looked_at(pub):
    """Read all reports of the evening: they can be written as JSON, and each follows from the journal alone."""
    entries = list(pub.journal.entries())
    alone = fold(entries)
    assert pub.table.state == alone.state
    json.dumps(pub.shown)
    acts = pub.table.past.acts(None, 200)
    json.dumps(acts)
    assert all(entry["played_with"] == ("cards" if entry["variant"] == "poker" else "dice") for entry in acts)
    pub.table.hindsight.recent_turns()
    reports = Reports(Chronicle(entries))
    json.dumps([reports.evening(evening["id"]) for evening in reports.evenings()])
    json.dumps([reports.season(), reports.dice(), *(reports.person(name) for name in NAMES)])
    json.dumps(Bills(pub.table.evening, None).bill())


def test_an_act_that_no_game_knows_is_refused_in_each(pub):
    for variant in scorer.VARIANTS:
        pub.start("Anna", "Ben", "Cem", variant=variant)
        with pytest.raises(Refused):
            scorer.act_from_json({"act": "dance"})
        before = pub.state
        other = {"act": "exchange", "count": 1} if variant != "poker" else {"act": "throw", "dice": [1, 2, 3]}
        assert pub.refused({"do": "act", "act": other}) in {"bad_act", "not_now"}
        assert pub.state == before
