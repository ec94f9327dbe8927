"""The sentences for variants of Schocken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scorer.words.text_plan import Chapter, Line, TextPlan, attendance, handicap, line, players, teams

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorer.rules import Rules


def chapters(rules: Rules) -> Iterator[Chapter]:
    """Return the chapters in the order of the text."""
    end = "final" if rules.final else "no_final"
    yield "goal", [line(f"schocken.goal.{end}", "SCH-7"), line("schocken.agree")]
    yield "players", list(_players(rules))
    yield "turn", list(_turn(rules))
    if rules.conversion == "none":
        yield "sixes", [line("schocken.no_sixes", "PUB-5")]
    else:
        yield "sixes", [line("schocken.sixes", "SCH-9"), line("schocken.sixes_left", "SCH-9")]
    yield "ranks", list(_ranks(rules))
    yield "calls", list(_calls(rules))
    yield "chips", list(_chips(rules))
    halves = [line("halves.lead", "SCH-7")]
    if rules.final:
        halves += [line("halves.final", "SCH-7", chips=rules.chips), line("halves.both", "SCH-7")]
    else:
        halves.append(line("halves.no_final", "SCH-7"))
    yield "halves", halves
    yield "attendance", _attendance(rules)


def _players(rules: Rules) -> Iterator[Line]:
    yield players(rules, "SCH-1")
    yield from teams(rules)
    yield line("schocken.cups" if rules.cover_last else "schocken.cup", "SCH-1 SCH-2")
    if rules.roll_off_one_die:
        yield line("schocken.roll_off_one", "PUB-7")
    else:
        yield line("schocken.roll_off", "SCH-12")


def _turn(rules: Rules) -> Iterator[Line]:
    yield line("schocken.throws", "SCH-2")
    if rules.first_round_one_throw:
        yield line("schocken.first_round", "PUB-6")
    yield line("schocken.open", "SCH-2")
    if rules.cover_last:
        yield line("schocken.cover", "SCH-2")
        yield line("schocken.reveal", "SCH-2")
    else:
        yield line("schocken.no_cover", "SCH-2")
    if rules.holdable == "any":
        yield line("schocken.hold_any", "PUB-5")
    else:
        yield line("schocken.hold", "SCH-8")
        yield line("schocken.three_held", "SCH-8")
    if rules.take_back:
        yield line("schocken.take_back", "PUB-5")


def _ranks(rules: Rules) -> Iterator[Line]:
    yield line("rank.house", "SCH-3")
    yield line("rank.straight", "SCH-3")
    yield line("rank.general", "SCH-3")
    yield line("rank.schock", "SCH-3")
    if rules.general_over_schock_2:
        yield line("rank.schock_2", "PUB-4")
    if rules.jule_always:
        yield line("rank.jule_always", "PUB-3")
    else:
        yield line("rank.jule" if rules.jule_allowed else "rank.no_jule", "SCH-11")
    if rules.flotter_dreier_allowed:
        yield line("rank.flotter_dreier" if rules.jule_allowed else "rank.flotter_dreier_alone", "SCH-11")
    else:
        yield line("rank.no_flotter_dreier", "SCH-11")
    yield line("rank.schock_out", "SCH-3")
    yield line("rank.hand", "SCH-10")
    yield from (line(f"rank.from_hand.{kind}", "PUB-2") for kind in rules.from_hand)
    yield line("rank.equal", "SCH-3") if rules.tie == "order" else line(f"rank.equal.{rules.tie}", "PUB-1")


def _calls(rules: Rules) -> Iterator[Line]:
    """Return the lines about calling specials, if there are any."""
    jule = rules.jule_allowed and not rules.jule_always
    if not jule and not rules.flotter_dreier_allowed:
        return
    yield line("special.who", "SCH-11")
    yield line("special.stands", "SCH-11")
    if jule:
        yield line("special.no_jule", "SCH-11")
    if rules.flotter_dreier_allowed:
        yield line("special.no_flotter_dreier", "SCH-11")


def _chips(rules: Rules) -> Iterator[Line]:
    yield line("chips.stack", "SCH-1", chips=rules.chips)
    yield from handicap("chips", "HCP-1 HCP-2", rules.handicap)
    if rules.handicap and rules.final:
        yield line("handicap.final", "HCP-2")
    yield line("chips.lowest", "SCH-4")
    yield line("chips.leads", "SCH-4")
    yield line("chips.empty", "SCH-5")
    yield line("chips.highest_gives", "SCH-5")
    yield line("chips.all", "SCH-6", chips=rules.chips)
    yield line("chips.schock_out", "SCH-6", chips=rules.chips)


def _attendance(rules: Rules) -> list[Line]:
    ends = ("attendance.leave.final", "attendance.no_final") if rules.final else ()
    leaving = [line(key, "TBL-3") for key in ("attendance.leave.chips", *ends)]
    return attendance(leaving, [line("attendance.join.chips", "TBL-4")])


TEXT_PLAN: Final = TextPlan(chapters=chapters, fixed=lambda _rules: {}, own_names={"schocken": "SCH-"})
