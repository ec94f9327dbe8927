from random import Random

import pytest

import scorer
import tournament as t
from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.archive.game_summary import record
from knobeltisch.game.evening import Evening
from knobeltisch.game.events import Correct, Did, End, Fact, Start, Undo, body_of
from knobeltisch.outbox.outgoing_games import tournament_result
from knobeltisch.storage.journal import Entry
from scorer.json_forms.codec import from_json, to_json
from tests.support.games.random_games import some_act
from tournament.results import check_result

FOUR = ("Anna", "Ben", "Cem", "Dora")


def played(variant, seed, *, stop_after=500, **options):
    """A simulated game, and its last state; people come and go in it."""
    chance = Random(seed)
    start = Start(variant=variant, players=FOUR, leader="Anna", options=tuple(options.items()))
    live = Evening().after(start, entry_id=1)
    while live[-1].state.stage != "over" and len(live) <= stop_after:
        act = some_act(live[-1].state, chance)
        if scorer.can(live[-1].state, act):
            live = Evening(live=live).after(Did(act=act), entry_id=len(live) + 1)
    if live[-1].state.stage != "over":
        live = Evening(live=live).after(End(), entry_id=len(live) + 1)
    return record(live), live[-1].state


@pytest.mark.parametrize("variant", scorer.VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_the_result_says_what_the_record_and_the_rules_say(variant, seed):
    game, state = played(variant, seed)
    result = tournament_result(game)
    check_result(result)
    assert from_json(t.GameResult, to_json(result)) == result
    assert result.players == state.players
    places = {place.player: place.place for place in result.places}
    assert result.loser == game.loser
    if game.loser is not None and game.loser not in result.left:
        assert all(places[game.loser] >= places[name] for name in places if name not in result.left)
    assert {name for name, why in state.out.items() if why == "left"} <= set(result.left)
    assert [(three_ones.player, three_ones.throw) for three_ones in result.ones] == [
        (chicago.player, chicago.throw) for chicago in game.chicagos
    ]


@pytest.mark.parametrize("halves", ["two", "one", "until_two"])
@pytest.mark.parametrize("seed", range(6))
def test_the_halves_of_schocken_are_those_that_the_rules_counted(seed, halves):
    game, state = played("schocken", seed, halves=halves)
    result = tournament_result(game)
    halves = [part.loser for part in result.parts if part.part != "final"]
    assert {name: halves.count(name) for name in halves} == state.lost
    final = [part.loser for part in result.parts if part.part == "final"]
    assert final == ([state.loser] if state.phase == "final" and state.loser else [])
    if state.loser is not None and not result.left:
        places = {place.player: place.place for place in result.places}
        assert {name for name in places if places[name] == 1} == places.keys() - set(halves)
        assert places[state.loser] == len(places)


def test_a_game_that_the_table_stops_is_reported_so_unless_its_rules_have_no_end():
    for variant, stopped in (("schocken", True), ("base", False)):
        assert tournament_result(played(variant, 1, stop_after=6)[0]).stopped is stopped


def test_what_was_taken_back_and_corrected_at_the_table_is_reported_with_the_device():
    facts: list[tuple[str, Fact]] = [
        ("camera", Start(variant="bavarian", players=("Anna", "Ben"), leader="Anna")),
        ("camera", Did(act=scorer.Throw(dice=(1, 3, 5)))),
        ("tablet", Correct(entry=2, act=scorer.Throw(dice=(1, 3, 4)))),
        ("panel", Did(act=scorer.Pass())),
        ("camera", Did(act=scorer.Throw(dice=(2, 2, 6)))),
        ("panel", Undo(to=5)),
        ("camera", Did(act=scorer.Throw(dice=(2, 2, 5)))),
        ("panel", Undo(to=7)),
        ("panel", Undo(to=999)),
    ]
    entries = [
        Entry(id=number, at=float(number), source=source, kind=kind, body=body)
        for number, (source, fact) in enumerate(facts, start=1)
        for kind, body in [body_of(fact)]
    ]
    (evening,) = Chronicle(entries).evenings()
    result = tournament_result(evening.games[0]).mended
    assert [(mended.what, mended.by, mended.count) for mended in result] == [
        ("corrected", "tablet", 1),
        ("undone", "panel", 2),
    ]
