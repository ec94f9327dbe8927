"""The sentences for variants of the Chicago family. Each option decides some of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scorer.games.chicago.chicago_options import idle_options
from scorer.words.text_plan import Chapter, Line, TextPlan, attendance, handicap, line, lines, players, teams

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorer.rules import Rules


def chapters(rules: Rules) -> Iterator[Chapter]:
    """Return the chapters in the order of the text."""
    if rules.counts_glasses:
        yield "warning", lines("", "warning.source", "warning.adults")
    yield "goal", list(_goal(rules))
    yield "players", list(_players(rules))
    yield "turn", list(_turn(rules))
    yield "sixes", list(_sixes(rules))
    yield "counts", list(_counts(rules))
    yield "chicago", list(_chicago(rules))
    if rules.mats != "none":
        yield "mats", list(_mats(rules))
    elif not rules.counts_glasses:
        yield (
            "lost",
            lines("BAS-5", "lost.worst", "lost.last_in" if leaves_the_game(rules) else "lost.no_end"),
        )
    if rules.counts_glasses:
        yield "glasses", list(_glasses(rules))
    yield "extras", list(_extras(rules))
    yield "attendance", _attendance(rules)
    yield "idle", [line(f"idle.{option}", most=rules.handicap) for option in idle_options(rules)]


def leaves_the_game(rules: Rules) -> bool:
    """Whether a Chicago ends the game for its thrower."""
    return rules.chicago_reward == "out_of_game"


def is_played_on(rules: Rules) -> bool:
    """Whether a round goes on after its leader's three ones."""
    return rules.chic_is_played_on and rules.chicago_reward != "others_drink"


def _goal(rules: Rules) -> Iterator[Line]:
    if rules.counts_glasses:
        yield line("goal.glasses", "DRK-5")
        if rules.glasses_goal:
            yield line("goal.together", "PUB-10", glasses=rules.glasses_goal)
            yield line("goal.broken_off", "PUB-10")
        return
    if rules.mats != "none":
        yield line("goal.mats", "CHI-12")
    elif leaves_the_game(rules):
        yield line("goal.last_in", "CHI-12")
    else:
        yield line("goal.lost", "BAS-5")
    if rules.chicago_reward == "others_drink":
        yield line("goal.some_glasses", "DRK-4")
    yield line("goal.agree", "CHI-12")


def _players(rules: Rules) -> Iterator[Line]:
    yield from players(rules, "DRK-1" if rules.counts_glasses else "CHI-1")
    yield from teams(rules)
    yield line("players.dice", "CHI-1")
    yield line("players.roll_off", "CHI-8")
    if leaves_the_game(rules) or rules.counts_glasses:
        yield line("players.next_leads", "CHI-11")


def _turn(rules: Rules) -> Iterator[Line]:
    yield line("turn.leader", "CHI-1")
    followers = {"at_most": "CHI-3 BAS-2", "exactly": "CHI-3 BAY-6", "until_beaten": "CHI-3 CHC-5"}
    yield line(f"followers.{rules.followers}", followers[rules.followers])
    yield line(f"holdable.{rules.holdable}", "CHI-2")
    if rules.take_back_on_third:
        yield from lines("TSC-6", "take_back.yes", "take_back.throw")
        if rules.holdable == "ones_and_six_pairs":
            yield line("take_back.pair", "TSC-6")
    else:
        yield line("take_back.no", "CHI-2")
    if rules.held_must_beat:
        yield line("held_must_beat", "CHC-3")
    yield line("turn.ends", "CHI-10")


def _sixes(rules: Rules) -> Iterator[Line]:
    names = {"none": "CHI-9", "first_throw": "BAS-3", "any_throw": "CHC-4", "any_throw_forced": "BAY-2"}
    yield line(f"conversion.{rules.conversion}", names[rules.conversion])
    if rules.conversion == "none":
        return
    if rules.conversion == "first_throw":
        yield line("conversion.one_pair", "BAS-3")
    if rules.conversion == "any_throw_forced":
        yield line("conversion.must", "BAY-2")
        if rules.valuation == "100":
            yield line("conversion.120", "BAY-1 BAY-2")
    yield from lines("CHI-9", "conversion.left", "conversion.throw_on", "conversion.is_one")


def _counts(rules: Rules) -> Iterator[Line]:
    yield line(f"valuation.{rules.valuation}", "CHI-5")
    yield line(f"direction.{rules.direction}", "CHI-6")
    yield _call(rules)
    yield line("equal", "CHI-4")
    if rules.fish:
        yield from lines("BAY-5", f"fish.{rules.direction}", "fish.equal")


def _call(rules: Rules) -> Line:
    """Return the line about the announcement to the next player: the declaration, or the result to beat."""
    names = "BAS-1 TSC-1 CHC-2"
    if rules.direction == "declared":
        return line("call.both" if rules.valuation != "100" else "call.direction", names)
    if rules.valuation != "100":
        return line("call.valuation", names)
    return line("call.fish" if rules.fish else "call.plain", "BAY-7 DRK-9")


def _chicago(rules: Rules) -> Iterator[Line]:
    yield line("chicago.is", "CHI-7")
    if rules.chicago == "one_throw":
        yield line("chicago.one_throw", "BAY-3")
        together = "300" if rules.direction == "high" else "only_300"
        yield line(f"chicago.{together if rules.valuation == '100' else 'as_declared'}", "BAY-4")
    else:
        yield line("chicago.any_throws", "BAS-4 TSC-5 CHC-6 DRK-4")
    yield line(f"reward.{rules.chicago_reward}", "BAS-4 BAY-3 TSC-5 CHC-6 DRK-4")
    if rules.chicago_reward == "others_drink":
        return
    if is_played_on(rules):
        yield from _chic(rules)
    else:
        most_lead = rules.mats != "none" and rules.phase2_leader == "most_mats"
        yield line("chicago.leaders_most_mats" if most_lead else "chicago.leaders", "BAS-4 BAY-11 TSC-5")
        yield line("chicago.followers", "BAS-4 BAY-3 TSC-5")
    if rules.chicago_reward == "out_of_round":
        yield line("reward.one_left", "BAS-5")


def _chic(rules: Rules) -> Iterator[Line]:
    yield line("chic.played_on", "CHC-6")
    yield line("chic.leaders", "CHC-2")
    yield line("chic.equal", "CHC-6")
    if rules.off_board_loses:
        yield line("chic.equal_off_board", "CHC-6")
    yield line("chic.stays", "CHC-6")


def _mats(rules: Rules) -> Iterator[Line]:
    goes_down = rules.phase2 == "best_gives_worst"
    yield line(f"mats.{rules.mats}", "BAY-8 TSC-2 CHC-10")
    yield from handicap("mats", "HCP-1 HCP-3", rules.handicap)
    yield line("phase1.take", "BAY-8 TSC-2 CHC-10")
    # A player who leaves in phase 1: the mats, and the stack.
    leaving = "BAY-3 TSC-5 CHC-10"
    yield line(f"leaver.{rules.leaver_mats}", leaving)
    if not goes_down:
        yield line(f"stack.stays.{rules.leaver_mats}", leaving)
    elif rules.leaver_mats == "removed":
        yield line("stack.fits", leaving)
    else:
        yield line(f"stack.less.{rules.mats}", leaving)
    yield line("phase1.end", "BAY-8 TSC-2 CHC-11")
    yield line(f"phase2.{rules.phase2}", "BAY-9 TSC-3 CHC-11")
    yield line(f"phase2_leader.{rules.phase2_leader}", "BAY-9 TSC-3 CHC-1")
    yield line(f"phase2.leaver_{rules.phase2}", "BAY-3 BAY-9 TSC-5 CHC-11")
    if goes_down:
        yield from lines("TSC-4 CHC-11", f"target.{rules.mats}", "target.goes")
    yield line("mats.last", "CHI-12")


def _glasses(rules: Rules) -> Iterator[Line]:
    """Return the lines of the drinking game's own rules."""
    yield line("glasses.worst", "DRK-5")
    yield from lines("DRK-2", "glasses.name", "glasses.named")
    if rules.conversion != "none":
        yield line("glasses.not_if_owed", "DRK-2 CHI-9")
    yield line(f"glasses.gathered.{rules.chicago}", "DRK-3")
    yield from lines("DRK-6", "glasses.foul", "glasses.unfilled")
    yield line("glasses.cause", "PUB-8")
    yield line("glasses.foreign_body", "DRK-6")
    yield line("glasses.overthrown", "PUB-9")
    yield line("glasses.lead", "DRK-1")
    yield line("glasses.fill", "DRK-7")
    if rules.chicago_reward == "others_drink":
        yield line("glasses.fill_after_chicago", "DRK-7")
    yield from lines("DRK-8", "glasses.leave", "glasses.leaver", "glasses.left_leader")
    yield line("glasses.leaver_fills", "DRK-7")
    yield line("glasses.announce", "DRK-9")
    yield line("glasses.unannounced", "PUB-9")
    if rules.off_board_loses:
        yield line("glasses.off_board", "PUB-9")
    yield line("glasses.end", "DRK-8 CHI-12")


def _extras(rules: Rules) -> Iterator[Line]:
    if rules.schnapps_on_chicago:
        yield line("schnapps", "BAY-3")
    if rules.three_threes_pay:
        yield line("three_threes", "CHC-8")
    if rules.off_board_loses:
        yield line("off_board.loses", "CHC-9 CHC-7")
        yield from lines("CHC-9", "off_board.leader", "off_board.two", "off_board.floor")


def _attendance(rules: Rules) -> list[Line]:
    if rules.counts_glasses:  # leaving is described with the glasses
        return [line("attendance.join.glasses", "TBL-1 TBL-4")]
    if rules.mats == "none":
        return attendance([line("attendance.leave.none", "TBL-2")], [])
    return attendance(
        [line("attendance.leave.mats", "TBL-2"), line("attendance.stack", "TBL-2")],
        [line("attendance.join.mats", "TBL-4"), line("attendance.share", "TBL-4")],
    )


TEXT_PLAN: Final = TextPlan(
    chapters=chapters,
    fixed=lambda rules: {
        "counts_glasses": rules.counts_glasses,
        "chic_is_played_on": is_played_on(rules),
    },
    own_names={"base": "BAS-", "bavarian": "BAY-", "tschigg": "TSC-", "chic": "CHC-", "drinking": "DRK-"},
)
