"""Practice: the real rules, dice of the table's own, others who play what is best, and bounds on what is kept."""

import random

import pytest

import scorer
from knobeltisch.errors import CommandError
from knobeltisch.table.practice import ENTRIES_KEPT, GAMES_KEPT, PracticeGames
from scorer.odds.advice import advise
from scorer.odds.review import look_back

YOU = ("Du", "Links")


def games_of(seed=1):
    return PracticeGames(dice=lambda: random.Random(seed))


def begun(variant="bavarian", opponents=2, seed=1):
    games = games_of(seed)
    token, reply = games.carry_out(None, {"do": "start", "variant": variant, "opponents": opponents}, YOU)
    assert reply == {"ok": True}
    return games.find(token)


def led(variant="bavarian", opponents=2):
    return next(
        table for seed in range(50) if (table := begun(variant, opponents, seed)).state.leader == YOU[0]
    )


def decide(table, chance):
    """Play one random decision of yours, or throw."""
    state = table.state
    if state.stage == "naming":
        return table.play([scorer.NameLoser(player=chance.choice(state.active))])
    if not state.free and scorer.legal_acts(state) == ("pass",):
        return table.play(scorer.decisions(state)[:1])  # all dice are put aside
    advice = table.advice()
    return table.play(() if advice is None else chance.choice(advice.choices).acts)


@pytest.mark.parametrize(
    ("variant", "opponents"),
    [(name, count) for name, counts in games_of().offered.items() for count in (counts[0], counts[-1])],
)
def test_every_game_is_played_and_each_turn_looked_back_at(variant, opponents):
    table, chance, turns = begun(variant, opponents), random.Random(2), 0
    for _ in range(60):
        table.play_others()
        if table.state.stage == "over":
            break
        assert table.yours
        decide(table, chance)
        assert table.snapshot()["state"] == scorer.state_to_json(table.state)
        if (turn := table.last_turn()) is not None:
            assert look_back(turn).player in YOU
            turns += 1
    assert turns


def test_the_others_play_what_is_best_and_nobody_plays_for_you():
    table = led()
    before = table.state
    table.play_others()
    assert table.state is before
    table.play(())
    table.play([scorer.Pass()])
    assert not table.yours
    table.play_others()
    others = [
        entry for entry in table.evening.acts() if entry.player not in YOU and entry.fact.act.NAME == "pass"
    ]
    states = [entry.state for entry in table.evening.live]
    for entry in others:
        choices = advise(states[states.index(entry.state) - 1]).choices
        assert choices[0].acts[-1] == entry.fact.act


def test_dice_put_aside_are_followed_by_the_throw_at_once_and_a_pass_by_none():
    table = led()
    table.play(())
    kept = table.state.free[:1]
    table.play([scorer.Hold(dice=kept)])
    assert (table.state.held, len(table.state.free), table.state.made) == (kept, 2, 2)
    table.play([scorer.Pass()])
    assert table.state.made == 0


def test_what_the_rules_refuse_changes_nothing():
    table = led()
    before = table.evening
    with pytest.raises(CommandError):
        table.play([scorer.Pass()])
    table.play(())
    table.play([scorer.Pass()])
    after = table.evening
    assert after is not before
    with pytest.raises(CommandError, match="not Du's turn"):
        table.play([scorer.Pass()])
    assert table.evening is after


def test_there_is_advice_only_where_something_is_to_choose():
    table = led()
    assert table.advice() is None
    table.play(())
    assert table.advice() == advise(table.state)
    assert table.last_turn() is None


def test_glasses_are_filled_by_themselves():
    table, chance = begun("drinking", 2), random.Random(1)
    for _ in range(40):
        table.play_others()
        decide(table, chance)
        assert table.state.to_fill is None


def test_only_the_last_entries_are_kept_and_the_game_goes_on():
    table, chance = begun("base", 3), random.Random(3)
    for _ in range(220):
        table.play_others()
        decide(table, chance)
    assert len(table.evening.live) == ENTRIES_KEPT + 1
    assert table.snapshot()["variant"] == "base"


def test_a_throw_shows_each_face_about_as_often():
    seen = [0] * 6
    for seed in range(200):
        table = begun("base", 0, seed)
        table.play(())
        for value in table.state.free:
            seen[value - 1] += 1
    assert all(70 <= count <= 130 for count in seen)


@pytest.mark.parametrize(
    "sent",
    [
        {"do": "start"},
        {"do": "start", "variant": "poker", "opponents": 0},
        {"do": "start", "variant": ["base"], "opponents": 0},
        {"do": "start", "variant": "schocken", "opponents": 1},
        {"do": "start", "variant": "base", "opponents": 9},
        {"do": "start", "variant": "base", "opponents": True},
    ],
)
def test_a_game_that_is_not_offered_is_refused(sent):
    games = games_of()
    token, reply = games.carry_out(None, sent, YOU)
    assert (token, reply["error"]["code"]) == (None, "bad_start")


def test_a_made_up_token_finds_no_game_and_is_not_kept():
    games = games_of()
    _, reply = games.carry_out("made up", {"do": "play", "acts": []}, YOU)
    assert reply["error"]["code"] == "no_practice"
    token, _ = games.carry_out("made up", {"do": "start", "variant": "base", "opponents": 0}, YOU)
    assert token != "made up"
    assert games.carry_out(token, {"do": "start", "variant": "chic", "opponents": 0}, YOU)[0] == token
    assert games.find(token).state.rules.name == "chic"


def test_the_game_unused_for_longest_makes_room():
    games = games_of()
    start = {"do": "start", "variant": "base", "opponents": 0}
    first, second, *_ = (games.carry_out(None, start, YOU)[0] for _ in range(GAMES_KEPT))
    games.find(first)
    newest, _ = games.carry_out(None, start, YOU)
    assert [games.find(token) is None for token in (first, second, newest)] == [False, True, False]
