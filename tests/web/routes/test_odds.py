from dataclasses import replace

import pytest

import scorer
from scorer.odds.review import EndedTurn, PlayedAct, ended_turns
from tests.support.waiting import until


class Evening:
    def __init__(self, variant, *acts):
        state, self.moves = scorer.new_game(scorer.load_variant(variant), ("Anna", "Ben", "Cem"), "Anna"), []
        for act in acts:
            after = scorer.apply(state, act)
            self.moves.append(PlayedAct(before=state, act=act, after=after))
            state = after

    def recent_turns(self):
        return ended_turns(self.moves)


@pytest.fixture
def ask(small):
    def asked(evening):
        client = small.page(hindsight=evening).test_client()
        until(lambda: not client.get("/api/odds").get_json()["pending"], looks_s=0.01)
        return client.get("/api/odds").get_json()["turns"]

    return asked


LED = (scorer.Throw(dice=(1, 2, 4)), scorer.Pass())


def test_a_choice_is_reported_with_its_chance_and_the_best_beside_it(ask):
    (turn,) = ask(Evening("bavarian", *LED))
    (step,) = turn["steps"]
    assert step["chosen"]["acts"] == [{"act": "pass"}]
    assert 0 < step["chosen"]["chance"] <= step["best"]["chance"] < 1


def test_a_short_fraction_is_reported_exactly(ask):
    turns = ask(Evening("bavarian", *LED, scorer.Throw(dice=(1, 1, 1))))
    assert turns[0]["reached"] == 1 / 216


def test_while_odds_are_worked_out_the_page_learns_how_many_are_due(small):
    client = small.page(hindsight=Evening("bavarian", *LED)).test_client()
    answer = client.get("/api/odds").get_json()
    assert answer["pending"] + len(answer["turns"]) == 1


def test_a_turn_without_odds_says_so(ask, monkeypatch):
    class Covered(Evening):
        """A turn of a stage that no odds are for: nobody throws in it."""

        def recent_turns(self):
            (turn,) = super().recent_turns()
            first = turn.moves[0]
            asked = PlayedAct(before=replace(first.before, stage="reveal"), act=first.act, after=first.after)
            return (EndedTurn(moves=(asked, *turn.moves[1:]), result=turn.result),)

    assert ask(Covered("bavarian", *LED)) == [{"known": False, "player": "Anna", "round": 1}]
