"""Which turns of the evening may be looked back at."""

from __future__ import annotations

import scorer
from knobeltisch.game.ended_turns import EndedTurns
from knobeltisch.game.evening import LiveEntry
from knobeltisch.game.events import Did, Start
from scorer import Pass, Throw


class Played:
    """Entries of an evening, as a table gives them."""

    def __init__(self):
        self.entries = []

    def start(self, variant="bavarian"):
        fact = Start(variant=variant, players=("Anna", "Ben"), leader="Anna")
        self._add(fact, scorer.new_game(scorer.load_variant(variant), fact.players, "Anna"))

    def act(self, act):
        self._add(Did(act=act), scorer.apply(self.entries[-1].state, act))

    def round(self, *throws):
        """A round in one throw each."""
        self.act(Throw(dice=throws[0]))
        self.act(Pass())
        self.act(Throw(dice=throws[1]))

    def _add(self, fact, state):
        entry = LiveEntry(
            id=len(self.entries) + 1, at=0.0, source="tablet", fact=fact, player=None, state=state
        )
        self.entries = [*self.entries, entry]


def ended(played):
    return [
        (turn.start.round, turn.result.player) for turn in EndedTurns(lambda: played.entries).recent_turns()
    ]


def test_the_turns_of_the_present_round_and_the_one_before_are_given():
    played = Played()
    played.start()
    for _ in range(3):
        played.round((1, 2, 6), (1, 2, 3))
    played.act(Throw(dice=(1, 2, 6)))
    assert {number for number, _ in ended(played)} == {2, 3}


def test_a_turn_that_runs_is_not_given():
    played = Played()
    played.start()
    played.act(Throw(dice=(1, 2, 6)))
    assert ended(played) == []
