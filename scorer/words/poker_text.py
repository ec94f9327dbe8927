"""The sentences for variants of Chicago poker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scorer.games.poker.hand_ranks import CATEGORIES
from scorer.games.poker.poker_rules import idle_options
from scorer.words.text_plan import Chapter, Line, TextPlan, line, players

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorer.games.poker.poker_rules import PokerRules


def chapters(rules: PokerRules) -> Iterator[Chapter]:
    """Return the chapters in the order of the text."""
    yield "goal", list(_goal(rules))
    yield "players", [players(rules, "POK-1"), line("poker.dealer", "POK-1"), line("poker.deal", "POK-1")]
    yield (
        "poker_hand",
        [
            line("poker.phases" if rules.second_phase else "poker.two_phases", "POK-2 POK-15"),
            line("poker.exchange", "POK-2"),
            line(f"poker.one_up.{rules.one_up}", "POK-15"),
            line("poker.deck", "POK-2"),
            _locked(rules),
            line("poker.asked", "POK-17"),
        ],
    )
    royal = "poker.royal" if rules.royal_counts else "poker.no_royal"
    yield (
        "poker_categories",
        [
            line("poker.points", "POK-3 POK-15", **{name: rules.worth(name) for name in CATEGORIES[:-1]}),
            line(royal, "POK-3 POK-15", royal_flush=rules.royal_flush),
            *([line("poker.clears", "POK-15")] if rules.four_of_a_kind_clears else []),
            line("poker.ace", "POK-3"),
        ],
    )
    yield (
        "poker_calling",
        [
            line("poker.calling", "POK-4"),
            line("poker.less", "POK-4"),
            line("poker.compare", "POK-5"),
            line("poker.equal", "POK-5"),
        ],
    )
    yield (
        "poker_showing",
        [
            line("poker.show", "POK-6"),
            line("poker.wrong", "POK-7"),
            line("poker.wrong_tricks" if rules.second_phase else "poker.wrong_tricks_one", "POK-7"),
        ],
    )
    yield "poker_tricks", list(_tricks(rules))
    yield (
        "poker_chicago",
        [
            line("poker.chicago", "POK-10"),
            line("poker.chicago_leads" if rules.chicago_leads else "poker.chicago_no_lead", "POK-10 POK-15"),
            line("poker.chicago_who", "POK-10"),
            line("poker.chicago_won", "POK-11"),
            line("poker.chicago_lost", "POK-11"),
        ],
    )
    yield "attendance", [line(f"poker.{key}", "POK-16") for key in ("leave", "left", "alone")]
    yield "idle", [line(f"idle.{option}") for option in idle_options(rules)]


def _goal(rules: PokerRules) -> Iterator[Line]:
    yield line("poker.goal", "POK-14 POK-15", goal=rules.goal)
    yield line("poker.tied", "POK-14")
    yield line("poker.pays", "POK-14")
    if rules.stake:
        yield line("poker.stake", "POK-14 POK-15", stake=rules.stake)
    else:
        yield line("poker.no_stake", "POK-14 POK-15")
    yield line("poker.never_below", "POK-12")


def _locked(rules: PokerRules) -> Line:
    if not rules.locked_from:
        return line("poker.never_locked", "POK-15")
    key = "poker.locked_at_once" if rules.locked_at_once else "poker.locked"
    return line(key, "POK-13 POK-15", points=rules.locked_from)


def _tricks(rules: PokerRules) -> Iterator[Line]:
    yield line("poker.follow", "POK-8")
    yield line("poker.takes", "POK-8")
    yield line("poker.last_trick", "POK-8 POK-15", points=rules.last_trick)
    if rules.last_trick_with_two:
        yield line("poker.with_two", "POK-15", points=rules.last_trick_with_two)
    yield line("poker.best_hand", "POK-9")


TEXT_PLAN: Final = TextPlan(chapters=chapters, fixed=lambda _rules: {}, own_names={"poker": "POK-"})
