from random import Random

import pytest

import scorer
from tests.support.games.random_games import PLAYERS, some_game
from tests.support.interface.published import Published
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


def some_acts(variant, seed):
    return [scorer.act_to_json(act) for act in some_game(variant, Random(seed), 150)]


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
