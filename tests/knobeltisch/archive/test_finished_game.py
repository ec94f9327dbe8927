import random
from typing import Any

from knobeltisch.archive.finished_game import summarize_ended_game
from knobeltisch.game.evening import Evening
from knobeltisch.game.events import Did, Start
from scorer import Pass, Throw
from tests.support.evenings.random_evenings import entries


class PlayedGame:
    def __init__(self, *players, variant="bavarian"):
        self.evening = Evening()
        self.take(Start(variant=variant, players=players, leader=players[0]))

    def take(self, fact):
        (entry,) = entries(fact, first=len(self.evening.live) + 1)
        self.evening = self.evening.with_entry(entry)


def test_nothing_is_reported_before_a_game_is_over():
    assert summarize_ended_game(Evening()) is None
    game = PlayedGame("Anna", "Ben")
    assert summarize_ended_game(game.evening) is None


def play_out(game, dice):
    """Play on until the game is over; everybody always throws the same."""
    for _ in range(300):
        state = game.evening.state
        assert state is not None
        if state.stage == "over":
            return
        game.take(Did(act=Pass() if state.free else Throw(dice=dice[str(state.to_act)])))
    raise AssertionError(game.evening.state)


BEST_TO_WORST = {"Anna": (1, 1, 6), "Cem": (1, 2, 6), "Ben": (2, 2, 3)}


def test_the_loser_is_last_and_who_was_the_worst_of_most_rounds_had_no_luck():
    game = PlayedGame("Anna", "Ben", "Cem")
    play_out(game, BEST_TO_WORST)
    came = summarize_ended_game(game.evening)
    assert came is not None
    ranking, best, unlucky = came["ranking"], came["best"], came["unlucky"]
    assert isinstance(ranking, list)
    assert isinstance(best, dict)
    assert isinstance(unlucky, dict)
    assert [row["player"] for row in ranking][-1] == "Ben"
    assert {row["player"] for row in ranking} == {"Anna", "Ben", "Cem"}
    assert (best["player"], best["dice"], best["value"]) == ("Anna", [1, 1, 6], 260)
    assert unlucky["player"] == "Ben"
    assert came["evening"] == 1


def test_the_ranking_says_in_which_round_each_player_was_safe():
    game = PlayedGame("Anna", "Ben", "Cem", "Dora")
    dice = iter(random.Random(1).choices(range(1, 7), k=3000))
    still_in: dict[str, int] = {}
    while (state := game.evening.state) is not None and state.stage != "over":
        still_in |= dict.fromkeys(state.active, state.round)
        free = next(dice), next(dice), next(dice)
        game.take(Did(act=Pass() if state.free else Throw(dice=free)))
    came: Any = summarize_ended_game(game.evening)
    safe = {row["player"]: row["safe"] for row in came["ranking"]}
    assert len(set(safe.values())) > 2
    assert safe == {name: None if name == state.loser else number for name, number in still_in.items()}
