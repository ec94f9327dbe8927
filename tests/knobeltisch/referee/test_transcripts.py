"""The referee at work, through the table, as transcripts: what is seen and pressed, what it asks, and what is written down.

`throw 35+1`: the cup comes down and is lifted over a three and a five, while a one lies beside it; `down` and `lift` are its
halves, `rest` are dice at rest without a board, `!pips` is a doubt. A word in capitals is a button. `is` are all acts so far,
`asks` the open question with its options and `because` its reasons; `choose 1` answers with the option of these dice.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest

from hardware.panel.panel import Button
from tests.support.pub import Pub
from vision.types import Doubt

BAVARIAN = {
    "nothing advances on motion alone": """throw 124 | touched 124 | down 124 | lift +124
        | is throw 124 | asks nothing""",
    "pass before any throw is refused with a notice": "PASS | is | refused must_throw",
    "what stays outside the cup after AGAIN is held": """throw 124 | AGAIN | again True | down 1
        | is throw 124, hold 1 | again False | lift 35+1 | is throw 124, hold 1, throw 35""",
    "a die that may have been held elsewhere while nobody saw the cup come down is asked about": """throw 115
        | AGAIN | down 1 | lift 15+1 | AGAIN | lift 14+1 | asks hold a b | because held_changed
        | is throw 115, hold 1, throw 15""",
    "again may be pressed after the cup came down": """throw 124 | down 1 | asks who again pass | AGAIN
        | asks nothing | is throw 124, hold 1""",
    "the cup comes down without a press and the table asks who throws": """throw 124 | down
        | asks who again pass | answer pass | is throw 124, pass | lift 223 | worst Ben""",
    "a lift behind an open question waits for its answer": """throw 124 | down 1 | lift 35+1 | is throw 124
        | answer again | is throw 124, hold 1, throw 35""",
    "two sixes of which one comes back as a one are a turn": """throw 366 | AGAIN | down 1
        | is throw 366, turn, hold""",
    "two sixes left lying are held as they are": "throw 366 | AGAIN | down 66 | is throw 366, hold 66",
    "a one that nobody threw is asked about": """throw 234 | AGAIN | down 1 | asks hold a
        | because no_such_hold | labels none_held | is throw 234 | answer a | is throw 234, hold""",
    "a follower who must throw on needs no press": """throw 124 | AGAIN | throw 35+1 | PASS | throw 134
        | throw 22+1 | is throw 124, hold 1, throw 35, pass, throw 134, hold 1, throw 22 | worst Ben""",
    "where all dice must be thrown again lifting the cup is enough": """throw 124 | AGAIN | throw 35+1 | PASS
        | throw 234 | down | lift 225 | asks nothing
        | is throw 124, hold 1, throw 35, pass, throw 234, hold, throw 225""",
    "... also where nobody saw the cup come down": """throw 124 | AGAIN | throw 35+1 | PASS | throw 234
        | lift 225 | asks nothing | is throw 124, hold 1, throw 35, pass, throw 234, hold, throw 225""",
    "nothing thrown leaves the throw due": """down | lift 235 !cocked | answer none | asks nothing
        | throw 244 | is throw 244""",
    "too few dice are asked about": "throw 23 | asks throw none | because too_few",
    "too many dice are asked about": "throw 2345 | asks throw none | because too_many",
    "fewer dice than the game expects are asked about": "lift 46 !count | is | asks throw none",
    "a held die that shows something else is asked about": """throw 124 | AGAIN | down 1 | lift 35+2
        | because held_changed""",
    "undo with a question open only withdraws the question": """throw 124 | down | UNDO | asks nothing
        | is throw 124""",
    "a sighting that no rule takes does not stop those after it": "throw 127 | is | throw 124 | is throw 124",
    # without a board no cup is seen, and nobody says who held what
    "dice at rest become a throw": "rest 124 | is throw 124 | asks nothing",
    "after a press on pass the next dice are the next player's": """rest 124 | PASS | rest 356
        | is throw 124, pass, throw 356""",
    "without a press the table asks who threw": """rest 124 | rest 356 | asks who again pass | answer pass
        | is throw 124, pass, throw 356""",
    "a die that stayed where it lay was held": """rest 124 | AGAIN | rest 35+1
        | is throw 124, hold 1, throw 35""",
    "a die that may be held elsewhere is asked about and the rest is the throw": """rest 124 | AGAIN | rest 135
        | asks hold a b | choose 1 | is throw 124, hold 1, throw 35 | asks nothing""",
    "dice that share no value with those before were all thrown again": """rest 124 | AGAIN | rest 356
        | is throw 124, hold, throw 356""",
    "the same values elsewhere may be nothing at all": """rest 124 | rest 124 !pushed
        | asks who again pass none | because pushed | answer none | is throw 124 | asks nothing
        | PASS | is throw 124, pass""",
    "the same values for the next player are asked and not counted": """rest 124 | PASS | rest 124 !pushed
        | asks throw a none | is throw 124, pass""",
}
ROLL_OFF = {
    "fewer dice than before are no doubt where the game expects so many": """lift 4 !count | is roll_off 4
        | asks nothing""",
    "a roll-off takes one die and ignores those beside the cup": """throw 4+25 | throw 6
        | is roll_off 4, roll_off 6 | leads Ben""",
}
HELD_ONE = "throw 145 | AGAIN | throw 24+1 | AGAIN | down 1 | PASS"
SCHOCKEN = {
    "pass covers the last throw also where the table had asked what is held": """throw 145 | AGAIN
        | down !count | choose | throw 145 | AGAIN | down !count | choose | PASS | made covered""",
    "... also where one was held": """throw 145 | AGAIN | down 1 !count | choose 1 | throw 45+1 | AGAIN
        | down 1 !count | choose 1 | PASS | made covered""",
    "covered dice are read when they are revealed": """throw 245 | PASS | down | PASS | lift | down | PASS
        | lift | made house covered covered | turn reveal Ben | throw 114 | made house schock covered
        | throw 224 | worst Cem""",
    "held ones lie beside a revealed cup": f"{HELD_ONE} | made covered",
    "a last throw that was lifted is asked about": """throw 245 | PASS | throw 111 | asks cover cover none
        | answer cover | made house covered""",
    # without a board
    "a covered throw is asked about after a press for no cup is seen": """rest 245 | PASS | PASS
        | asks cover cover none | because cup_unseen | answer cover | is throw 245, pass, cover
        | turn play Cem | asks nothing""",
    "a second press by mistake covers nothing": """rest 245 | PASS | PASS | answer none
        | is throw 245, pass | turn play Ben""",
    "covered dice count once they are shown": """rest 245 | PASS | PASS | answer cover | PASS | answer cover
        | turn reveal Ben | rest 114 | rest 224 | worst Cem | asks nothing""",
}
THREE_ROLL = {"three dice roll for the first lead": "throw 114 | down | lift 24 !count | asks roll_off none"}


def shown(pub):
    return pub.shown


def asked(pub):
    return pub.question or {"about": "nothing", "options": []}


SAYS: dict[str, Callable[[Pub], list[Any]]] = {
    "is": lambda pub: re.sub(r"(\d), (?=\d)|[\[\]]", r"\1", " ".join(pub.acts())).split(),
    "asks": lambda pub: [asked(pub)["about"], *(option["id"] for option in asked(pub)["options"])],
    "because": lambda pub: asked(pub)["reasons"],
    "labels": lambda pub: [option["label"] for option in asked(pub)["options"]],
    "again": lambda pub: [str(pub.shown["again"])],
    "refused": lambda pub: [shown(pub)["notice"]["key"]],
    "worst": lambda pub: [shown(pub)["state"]["last_round"]["worst"]],
    "leads": lambda pub: [pub.state["leader"]],
    "turn": lambda pub: [pub.state["stage"], pub.state["to_act"]],
    "made": lambda pub: [result["kind"] for result in shown(pub)["state"]["results"]],
}
"""What the board says, in the words of a transcript."""


def tell(pub, transcript):
    for line in transcript.split("|"):
        word, *more = line.replace(",", "").split()
        seen = next((part for part in more if re.fullmatch(r"\d*\+?\d*", part)), "")
        dice, held = ([int(die) for die in part] for part in f"{seen}+".split("+")[:2])
        doubts = [Doubt(part[1:]) for part in more if part[0] == "!"]
        match word:
            case "throw":
                pub.throw(*dice, held=held)
            case "down":
                pub.cup_down(*dice, doubts=doubts)
            case "lift":
                pub.lift(*dice, held=held, doubts=doubts)
            case "rest":
                pub.rest(*dice, stayed=held, doubts=doubts)
            case "touched":
                pub.touched(*dice)
            case "answer":
                pub.answer(option=more[0])
            case "choose":
                pub.answer(option=next(way["id"] for way in asked(pub)["options"] if way["dice"] == dice))
            case _ if word.isupper():
                pub.press(Button[word])
            case _:
                assert SAYS[word](pub) == more, line


@pytest.mark.parametrize(
    ("variant", "leader", "players", "transcript"),
    [
        pytest.param(variant, leader, players, transcript, id=name)
        for variant, leader, players, told in (
            ("bavarian", "Anna", 2, BAVARIAN),
            ("bavarian", None, 2, ROLL_OFF),
            ("schocken", "Anna", 3, SCHOCKEN),
            ("schocken", None, 3, THREE_ROLL),
        )
        for name, transcript in told.items()
    ],
)
def test_the_referee_rules_and_asks_as_told(pub, variant, leader, players, transcript):
    pub.start(*("Anna", "Ben", "Cem")[:players], leader=leader, variant=variant)
    tell(pub, transcript)
