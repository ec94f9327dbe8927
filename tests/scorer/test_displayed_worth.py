"""The dice on the board are shown as the rules will count them: the same value, the same place, the same gap."""

import scorer
from scorer import Pass, Refused
from scorer.games.ranking import beats
from tests.scorer.random_seeds import law


def lying(course, seed, base, house):
    """All states of a random game in which three dice lie."""
    found = ((state, scorer.worth(state)) for _, state in course(seed, base, house=house)[1])
    return [(state, worth) for state, worth in found if worth is not None and not worth.past]


def passed(state, declare):
    try:
        return scorer.apply(state, Pass(declare=declare))
    except Refused:
        return None


def result_of(player, after):
    rounds = [after.results, after.last_round.results if after.last_round else ()]
    return next(result for results in rounds for result in reversed(results) if result.player == player)


@law(60)
def test_what_is_said_of_dice_is_what_results_from_passing_now(course, seed, base, house):
    for state, worth in lying(course, seed, base, house):
        if state.stage == "naming":
            continue
        for count in worth.counts:
            if (after := passed(state, count.declare)) is not None:
                noted = result_of(worth.player, after)
                assert (noted.dice, noted.kind, noted.value) == (worth.dice, count.kind, count.value)


@law(60)
def test_who_leads_and_who_is_short_is_said_as_the_ranking_has_it(course, seed, base, house):
    for state, worth in lying(course, seed, base, house):
        for count in worth.counts:
            after = passed(state, count.declare)
            if after is None or not state.results or after.stage == "over":
                continue
            mine = result_of(worth.player, after)
            if not any(result is mine for result in scorer.ranking(after)):
                continue  # the round is over: the next test asks who lost it
            order = scorer.ranking(after)
            if len(order) > 1 and count.standing is not None:
                assert (order[0] is mine) == (count.standing == "leads")
                assert count.standing != "short" or order[0] is not mine
                if state.rules.followers != "until_beaten" or base == "schocken":
                    assert (order[-1] is mine) == (count.standing == "short")


@law(60)
def test_the_last_thrower_who_is_short_and_stops_loses_the_round(course, seed, base, house):
    for state, worth in lying(course, seed, base, house):
        after = passed(state, None)
        if after is None or after.results or after.last_round is state.last_round or not state.results:
            continue
        if state.rules.followers == "until_beaten" and base != "schocken":
            continue
        (count,) = worth.counts
        if count.standing is not None and after.last_round is not None and after.last_round.worst is not None:
            assert (count.standing == "short") == (after.last_round.worst == worth.player)


@law(60)
def test_with_the_missing_points_it_would_be_enough_and_with_one_less_it_would_not(course, seed, base, house):
    for state, worth in lying(course, seed, base, house):
        for count in worth.counts:
            if count.missing is None:
                continue
            assert count.standing == "short"
            assert count.missing > 0
            assert state.declaration is not None
            better = -1 if state.declaration.direction == "low" else 1
            low = scorer.ranking(state)[-1]
            if state.rules.followers == "until_beaten":
                target = state.declaration
            else:
                target = scorer.Declaration(
                    throws=1, ones=1, sixes=6, direction=state.declaration.direction, value=low.value
                )
            if not target.value:
                continue
            enough = (count.value or 0) + better * count.missing
            assert beats(target, "points", enough)
            assert not beats(target, "points", enough - better)


@law(40)
def test_a_turn_that_is_over_is_reported_by_its_own_result(course, seed, base, house):
    for _, state in course(seed, base, house=house)[1]:
        worth = scorer.worth(state)
        if worth is None or not worth.past:
            continue
        last = state.last_round
        results = state.results or (last.results if last else ())
        (count,) = worth.counts
        assert any(
            (result.player, result.dice, result.kind, result.value)
            == (worth.player, worth.dice, count.kind, count.value)
            for result in results
        )
        if not state.results and last is not None:
            assert (count.standing == "lost") == (worth.player == last.worst)


def counts_of(play):
    worth = scorer.worth(play.state)
    assert worth is not None
    return [(count.kind, count.value, count.standing, count.missing) for count in worth.counts]


def test_a_follower_learns_how_many_points_are_missing(game):
    play = game(variant="bavarian").play("throw 1 2 3", "hold 1", "throw 2 3", "pass", "throw 6 3 4")
    assert counts_of(play) == [("points", 67, "short", 39)]


def test_a_leader_sees_his_dice_under_each_declaration(game):
    play = game(variant="chic").play("throw 1 2 6")
    worth = scorer.worth(play.state)
    assert worth is not None
    said = {(count.declare.ones, count.declare.sixes): count.value for count in worth.counts if count.declare}
    assert said == {(100, 60): 162, (1, 6): 9}
    assert all(count.standing is None for count in worth.counts)
