"""The interface as it is published at GET /api: whole games are played through it, and a new act needs no other place."""

import re
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Any, ClassVar

import pytest

import scorer
from knobeltisch.game.evening import fold
from knobeltisch.game.events import Did, fact_of
from knobeltisch.table.commands import ORDERS
from scorer.games.families import FAMILIES
from scorer.json_forms.codec import PlayerName, Whole, forms_of
from tests.support.games.poker_games import some_poker_game
from tests.support.games.random_games import PLAYERS, some_game
from tests.support.house import House
from tests.support.interface.published import Published
from tests.support.paths import ROOT
from web.security.authorization import HEADER, gate_of


class Program:
    """Another program in the house: it knows the published interface, and nothing else."""

    def __init__(self, app):
        page = app.server.app
        gate_of(page).changes.rate = 1e9
        self.published, self.browser = Published(page), page.test_client()
        self.token = self.browser.get("/api/me").get_json()["token"]

    def send(self, command):
        assert self.published.fault("POST", "/api/commands", command) is None
        return self.browser.post("/api/commands", json=command, headers={HEADER: self.token})

    def play(self, variant, acts):
        begun = self.send({"do": "start", "variant": variant, "players": list(PLAYERS), "leader": None})
        assert begun.status_code == 200, begun.text
        for act in acts:
            done = self.send({"do": "act", "act": act})
            assert done.status_code == 200, (act, done.text)

    @property
    def state(self):
        return self.browser.get("/api/board").get_json()["state"]


@pytest.fixture
def program(house, tmp_path):
    with house(tmp_path, table="everyone") as app:
        yield Program(app)


def some_acts(variant: str, seed: int) -> list[dict[str, Any]]:
    chance = Random(seed)
    of_dice = variant in scorer.DICE_VARIANTS
    acts = some_game(variant, chance, 150) if of_dice else some_poker_game(PLAYERS, chance, 150)
    return [scorer.act_to_json(act) for act in acts]


@pytest.mark.long
@pytest.mark.parametrize("variant", scorer.VARIANTS)
def test_whole_games_are_played_through_the_published_interface(program, variant):
    for seed in range(2):
        acts = some_acts(variant, seed)
        program.play(variant, acts)
        state = scorer.new_game(scorer.load_variant(variant), PLAYERS)
        end = scorer.replay(state, map(scorer.act_from_json, acts))
        assert program.state == scorer.state_to_json(end)
        assert (
            program.published.answer_fault("/api/board", program.browser.get("/api/board").get_json()) is None
        )


@pytest.mark.parametrize(
    "command",
    [
        {},
        {"do": "dance"},
        {"do": "start", "variant": "bavarian"},
        {"do": "start", "variant": "bavarian", "players": ["Anna", 3]},
        {"do": "start", "variant": "bavarian", "players": [], "handicap": {"Anna": -1}},
        {"do": "start", "variant": "bavarian", "players": [], "teams": {"Anna": "Ben"}},
        {"do": "start", "variant": "bavarian", "players": [], "options": {"mats": [1]}},
        {"do": "act"},
        {"do": "act", "act": {"act": "exchange", "count": 6}},
        {"do": "act", "act": {"act": "trick", "cards": ["AS"], "winner": "Anna"}},
        {"do": "act", "act": {"act": "trick", "with_two": True}},
        {"do": "correct", "entry": 1},
        {"do": "correct", "entry": 1, "act": None, "later": "perhaps"},
        {"do": "press", "button": "any"},
        {"do": "press", "button": "undo", "long": 1},
        {"do": "undo", "count": 0},
        {"do": "undo", "to": None},
        {"do": "wish", "player": "Anna", "what": "fly"},
        {"do": "rename", "player": "Anna"},
        {"do": "settle", "player": "Anna", "paid": "yes"},
        {"do": "answer", "question": "q1"},
        {"do": "answer", "question": "q1", "option": "a", "dice": [1]},
        {"do": "end", "head": "7"},
        {"do": "redo", "moment": 7},
    ],
    ids=str,
)
def test_what_is_not_published_is_not_understood(program, command):
    assert program.published.fault("POST", "/api/commands", command)
    reply = program.browser.post("/api/commands", json=command, headers={HEADER: program.token})
    assert reply.status_code == 400, reply.text
    assert reply.get_json()["error"]["message"].endswith(".")


# --- what the page's JavaScript sends; the journeys look at each request as well (tests/journeys/conftest.py)

SCRIPTS = ROOT / "web" / "static" / "js"
OTHERS = ("hub", "practice", "landlord/calibrate")
"""Pages whose orders go to other addresses."""


def literals(word: str) -> list[tuple[str, str, set[str], bool]]:
    """Return the objects in the scripts that begin with this key: file, name, its other keys, whether there may be more."""
    found = []
    for file in sorted(SCRIPTS.rglob("*.js")):
        name, text = file.relative_to(SCRIPTS).as_posix(), file.read_text(encoding="utf-8")
        if not name.startswith(OTHERS if word == "do" else ()):
            for begun in re.finditer(rf'{{ {word}: "(\w+)"', text):
                parts = parts_of(text[begun.end() :])
                keys = {part.split(":")[0].strip() for part in parts if not part.startswith("...")}
                found.append((name, begun[1], keys, any(part.startswith("...") for part in parts)))
    return found


def parts_of(rest: str) -> list[str]:
    """Return what stands between commas up to the brace that closes an object."""
    depth, part, parts = 0, "", []
    for sign in rest:
        depth += (sign in "{[(") - (sign in ")]}")
        if depth < 0:
            break
        if sign == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += sign
    return [part for part in (*parts, part.strip()) if part]


@pytest.mark.parametrize(
    ("word", "forms", "least"),
    [
        ("do", list(ORDERS.values()), 20),
        ("act", [form for family in FAMILIES.values() for form in family.forms.values()], 30),
    ],
)
def test_every_object_that_the_scripts_send_has_the_keys_of_its_declaration(word, forms, least):
    written = literals(word)
    assert len(written) > least
    odd = [
        (file, name, keys)
        for file, name, keys, open_ended in written
        if not any(
            name == form.of.NAME
            and keys <= form.required | form.optional
            and (open_ended or form.required <= keys)
            for form in forms
        )
    ]
    assert odd == []


# --- one more act


@dataclass(frozen=True, slots=True, kw_only=True)
class Knock:
    """Somebody knocks on the table."""

    NAME: ClassVar = "knock"

    player: Annotated[str, PlayerName()]
    times: Annotated[int, Whole(1, 3)] = 1


@pytest.fixture
def knocking(monkeypatch):
    """A table at which who knocks in a game of the Chicago family takes mats from the stack."""
    known = FAMILIES["chicago"]

    def act(state, done):
        if not isinstance(done, Knock):
            return known.act(state, done)
        if done.player not in state.active:
            raise scorer.Refused("unknown_player", f"{done.player} is not in the game.")
        mats = dict(state.mats)
        mats[done.player] += done.times
        return replace(state, mats=mats, stack=state.stack - done.times)

    monkeypatch.setitem(
        FAMILIES, "chicago", replace(known, forms={**known.forms, **forms_of(Knock)}, act=act)
    )


@pytest.mark.usefixtures("knocking")
def test_an_act_that_a_game_adds_goes_from_the_request_to_the_journal_and_back(house, tmp_path):
    with house(tmp_path, table="everyone") as app:
        program = Program(app)
        program.play("bavarian", [])
        for wrong in ({"act": "knock"}, {"act": "knock", "player": "Anna", "times": 4}):
            assert program.published.fault("POST", "/api/commands", {"do": "act", "act": wrong})
        for act in ({"act": "knock", "player": "Anna"}, {"act": "knock", "player": "Ben", "times": 2}):
            assert program.send({"do": "act", "act": act}).status_code == 200
        refused = program.send({"do": "act", "act": {"act": "knock", "player": "Dora X"}})
        assert (refused.status_code, refused.get_json()["error"]["code"]) == (409, "unknown_player")
        assert (program.state["mats"]["Anna"], program.state["mats"]["Ben"]) == (1, 2)
        entries = House(app=app, path=tmp_path).entries()
    assert [entry.body for entry in entries[1:]] == [
        {"act": "knock", "player": "Anna"},
        {"act": "knock", "player": "Ben", "times": 2},
    ]
    assert fact_of(entries[2]) == Did(act=Knock(player="Ben", times=2))
    assert scorer.renamed_act(Knock(player="Ben"), "Ben", "Bea") == Knock(player="Bea")
    assert fold(entries).live[-1].state.mats["Ben"] == 2
    with house(tmp_path, table="everyone") as app:
        assert Program(app).state["mats"]["Ben"] == 2
