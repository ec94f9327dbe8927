"""The sentences for variants of Schocken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scorer.presets import idle_options
from scorer.words.text_plan import Chapter, Line, TextPlan, attendance, handicap, line, lines, players, teams

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorer.rules import Rules


def chapters(rules: Rules) -> Iterator[Chapter]:
    """Return the chapters in the order of the text."""
    final = rules.has_final
    end = rules.halves if rules.halves != "two" else "final" if final else "no_final"
    goal = line(
        f"schocken.goal.{end}", "SCH-7 PUB-12" if rules.halves != "two" else "SCH-7", chips=rules.chips
    )
    yield "goal", [goal, line("schocken.agree")]
    yield "players", list(_players(rules))
    yield "turn", list(_turn(rules))
    if rules.conversion == "none":
        yield "sixes", [line("schocken.no_sixes", "PUB-5")]
    else:
        first = rules.conversion == "first_throw"
        when = line("schocken.sixes_first", "PUB-13") if first else line("schocken.sixes_left", "SCH-9")
        yield "sixes", [line("schocken.sixes", "SCH-9"), when]
    yield "ranks", list(_ranks(rules))
    yield "calls", list(_calls(rules))
    yield "chips", list(_chips(rules))
    if rules.halves == "two":
        finals = ("halves.final", "halves.both") if final else ("halves.no_final",)
        yield "halves", [line(key, "SCH-7", chips=rules.chips) for key in ("halves.lead", *finals)]
    else:
        yield "halves", [line(f"halves.{rules.halves}", "PUB-12")]
    ends = ("attendance.leave.final", "attendance.no_final") if final else ()
    leaving = lines("TBL-3", "attendance.leave.chips", f"attendance.all.{rules.halves}", *ends)
    yield "attendance", attendance(leaving, lines("TBL-4", "attendance.join.chips"))
    yield "idle", [line(f"idle.{option}") for option in idle_options(rules)]


def _players(rules: Rules) -> Iterator[Line]:
    yield from players(rules, "SCH-1")
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
        yield from lines("SCH-2", "schocken.cover", "schocken.reveal")
    else:
        yield line("schocken.no_cover", "SCH-2")
    if rules.holdable == "any":
        yield line("schocken.hold_any", "PUB-5")
    else:
        yield from lines("SCH-8", "schocken.hold", "schocken.three_held")
    if rules.take_back:
        yield line("schocken.take_back", "PUB-5")


def _ranks(rules: Rules) -> Iterator[Line]:
    yield from lines("SCH-3", "rank.house", "rank.straight", "rank.general", "rank.schock")
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
    yield from lines("SCH-11", "special.who", "special.stands")
    if jule:
        yield line("special.no_jule", "SCH-11")
    if rules.flotter_dreier_allowed:
        yield line("special.no_flotter_dreier", "SCH-11")


def _chips(rules: Rules) -> Iterator[Line]:
    yield line("chips.stack", "SCH-1", chips=rules.chips)
    yield from handicap("chips", "HCP-1 HCP-2", rules.handicap)
    if rules.handicap and rules.has_final:
        yield line("handicap.final", "HCP-2")
    yield from lines("SCH-4", "chips.lowest", "chips.leads")
    yield from lines("SCH-5", "chips.empty", "chips.highest_gives")
    yield line("chips.all", "SCH-6", chips=rules.chips)
    yield line("chips.schock_out", "SCH-6", chips=rules.chips)


TEXT_PLAN: Final = TextPlan(chapters=chapters, fixed=lambda _rules: {}, own_names={"schocken": "SCH-"})
