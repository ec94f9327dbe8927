"""Laws of joining and leaving in random games of every variant and of random houses: TBL-1 to TBL-4, restated."""

import scorer
from scorer import Join, Leave
from tests.scorer.random_seeds import law

WITH_DICE = {"roll_off", "throw", "cover", "off_board"}


def steps(course, seed, base, house):
    before, played = course(seed, base, house=house, restless=True)
    for act, after in played:
        yield before, act, after
        before = after


def moments(course, seed, base, house):
    """Each state, with whether dice have fallen in this round and whether any have in this game or half."""
    first, played = course(seed, base, house=house, restless=True)
    in_round = ever = False
    before = first
    yield first, False, False
    for act, state in played:
        fell = act.NAME in WITH_DICE
        in_round, ever = in_round or (fell and act_is_of_a_turn(act)), ever or fell
        if state.last_round is not before.last_round or state.leader != before.leader:
            in_round = False  # also where a drinker leaves who led, and the next one leads afresh (DRK-8)
        refilled = (
            isinstance(act, Leave) and state.stack > before.stack == 0
        )  # the half starts again (PUB-12)
        if base == "schocken" and (state.phase != before.phase or refilled):
            ever = False
        yield state, in_round, ever
        before = state


def act_is_of_a_turn(act):
    return not isinstance(act, scorer.RollOff)


def target(state, players):
    return {"n+1": players + 1, "2n-1": 2 * players - 1, "none": 0}[state.rules.mats]


@law(80)
def test_TBL_1_players_come_and_go_exactly_while_no_dice_have_fallen_in_the_round(course, seed, base, house):
    """RULES TBL-1, TBL-4 [D]."""
    for state, in_round, ever in moments(course, seed, base, house):
        waits_for_others = state.rules.chicago_reward == "out_of_round" and "chicago" in state.out.values()
        fresh = not (in_round or waits_for_others or state.stage == "over")
        if state.stage == "roll_off":
            fresh = not ever
        handed_out = {1: False, 2: True, "half1": state.stack == 0, "final": True}
        early = not handed_out.get(state.phase, ever)
        most = min(8 if base == "drinking" else 12, state.rules.players_max)
        joins = fresh and early and len(state.active) < most
        for player in state.players:
            inside = player not in state.out
            assert scorer.can(state, Join(player="Zoe", after=player)) is bool(joins and inside)
            if base != "drinking":
                assert scorer.can(state, Leave(player=player)) is (fresh and inside)
        assert ("join" in scorer.legal_acts(state)) is bool(joins)


@law(120)
def test_TBL_2_a_leaver_takes_his_mats_and_the_stack_keeps_what_belongs_to_who_stays(
    course, seed, base, house
):
    """RULES TBL-2 [D]."""
    for before, act, after in steps(course, seed, base, house):
        if not isinstance(act, Leave) or base in {"drinking", "schocken"}:
            continue
        assert after.out[act.player] == "left"
        assert after.mats == {**before.mats, act.player: 0}
        stay = [player for player in before.active if player != act.player]
        held = sum(after.mats[player] for player in stay)
        shrinks = before.phase == 1 and len(stay) > 1
        least = 0 if before.turn_begun else 1  # HCP-3
        fitting = min(before.stack, max(least, target(before, len(stay)) - held))
        assert after.stack == (fitting if shrinks else before.stack)
        assert (after.round, after.last_round) == (before.round, before.last_round)
        if len(stay) == 1:
            assert (after.stage, after.loser) == ("over", None)
        elif after.stage == "play" and before.leader not in after.out:
            assert after.leader == before.leader
        safe = set(after.out) - set(before.out) - {act.player}
        emptied = shrinks and before.rules.mats != "none" and after.stack == 0 and before.stage == "play"
        assert safe == ({player for player in stay if not after.mats[player]} if emptied else set())


@law(60)
def test_TBL_3_chips_never_get_lost_and_who_left_stays_out(course, seed, base, house):
    """RULES TBL-3 [D], SCH-1."""
    del base
    left: set[str] = set()
    for before, act, after in steps(course, seed, "schocken", house):
        assert after.stack + sum(after.mats.values()) == after.rules.chips
        left |= {act.player} if isinstance(act, Leave) else set()
        assert {player for player, why in after.out.items() if why == "left"} == left
        if isinstance(act, Leave) and before.phase == "final":
            assert (after.stage, after.loser) == ("over", act.player)
        elif len(left) == len(after.players) - 1:
            assert (after.stage, after.loser) == ("over", None)
        if after.phase == "final":
            assert not {player for player in after.lost if player in left} or after.stage == "over"


@law(120)
def test_TBL_4_a_newcomer_sits_down_with_the_fewest_mats_and_changes_nothing_else(course, seed, base, house):
    """RULES TBL-4 [D]."""
    for before, act, after in steps(course, seed, base, house):
        if not isinstance(act, Join):
            continue
        place = after.players.index(act.player)
        assert after.players[place - 1] == act.after
        assert [player for player in after.players if player != act.player] == list(before.players)
        more, fewest = 0, 0
        if before.rules.mats != "none":
            seated = len(before.active)
            more = target(before, seated + 1) - target(before, seated)
            fewest = min(before.mats[player] for player in before.active)
        taken = min(fewest, before.stack + more - 1) if before.rules.mats != "none" else 0
        assert after.mats == {**before.mats, act.player: taken}
        assert after.stack == before.stack + more - taken
        same = ("stage", "phase", "round", "leader", "to_act", "out", "last_round", "glasses", "lost")
        assert [getattr(after, field) for field in same] == [getattr(before, field) for field in same]
        assert after.rolling in (
            before.rolling,
            tuple(player for player in after.players if player in after.active),
        )
