import random

import pytest

from knobeltisch.config import PushConfig
from knobeltisch.game.events import End, Start
from knobeltisch.outbox.outbox import open_outbox
from knobeltisch.outbox.outgoing_games import TargetGames
from knobeltisch.outbox.sender import Sender
from knobeltisch.table.scoreboard import Scoreboard
from tests.support.evenings.written_evenings import WrittenEvenings
from tests.support.faults.damage import damaged
from tests.support.league.receiver import KEY
from tests.support.waiting import until

GAMES = 30


@pytest.fixture(scope="module")
def played():
    found = WrittenEvenings()
    for game in range(GAMES):
        start = Start(variant="bavarian", players=("Anna", f"Gast {game}"), leader="Anna")
        found.feed(start, End(), at=1e9 + game)
    return found


@pytest.mark.parametrize("seed", range(25))
def test_after_any_damage_each_game_is_there_once_and_right(played, receiver, tmp_path, seed, no_pauses):
    telling = TargetGames(played.chronicle, played.people, lambda _: (), names="always", since=0.0)
    right = {sent.id: sent.body for sent in telling.games()}
    chance = random.Random(seed)
    path = tmp_path / "outbox.sqlite"
    with open_outbox(path, "hub", receiver.url) as outbox:
        if entries := outbox.changed_entries(telling.games()[: chance.randrange(GAMES + 1)]):
            outbox.note_sending(entries)
    done = damaged(tmp_path, [path.name], chance)

    config = PushConfig(url=receiver.url, key=KEY)
    sender = Sender(
        "hub", config, table="t", source=telling.games, path=path, board=Scoreboard(), change=lambda: None
    )
    sender.start()
    until(
        lambda: (
            {entry["game"] for entry in receiver.entries} >= right.keys() and not sender.counters()["waiting"]
        )
    )
    sender.stop()
    sent = {
        (entry["game"], entry["kind"], entry["result"]["game"]["players"][1]) for entry in receiver.entries
    }
    wanted = {(game, "finished", f"Gast {place}") for place, game in enumerate(right)}
    assert sent == wanted, done
