"""The sentences for variants of Chicago poker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scorer.games.poker.hand_ranks import CATEGORIES
from scorer.games.poker.poker_rules import idle_options
from scorer.words.text_plan import Chapter, TextPlan, line, lines, players

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorer.games.poker.poker_rules import PokerRules


def chapters(rules: PokerRules) -> Iterator[Chapter]:
    """Return the chapters in the order of the text."""
    stake = "poker.stake" if rules.stake else "poker.no_stake"
    yield (
        "goal",
        [
            line("poker.goal", "POK-14 POK-15", goal=rules.goal),
            *lines("POK-14", "poker.tied", "poker.pays"),
            line(stake, "POK-14 POK-15", stake=rules.stake),
            line("poker.never_below", "POK-12"),
        ],
    )
    yield "players", [*players(rules, "POK-1"), *lines("POK-1", "poker.dealer", "poker.deal")]
    at_once = "poker.locked_at_once" if rules.locked_at_once else "poker.locked"
    yield (
        "poker_hand",
        [
            line("poker.phases" if rules.second_phase else "poker.two_phases", "POK-2 POK-15"),
            line("poker.exchange", "POK-2"),
            line(f"poker.one_up.{rules.one_up}", "POK-15"),
            line("poker.deck", "POK-2"),
            line(at_once if rules.locked_from else "poker.never_locked", "POK-15", points=rules.locked_from),
            line("poker.asked", "POK-17"),
        ],
    )
    royal = "poker.royal" if rules.royal_counts else "poker.no_royal"
    yield (
        "poker_categories",
        [
            line("poker.points", "POK-3 POK-15", **{name: rules.worth(name) for name in CATEGORIES[:-1]}),
            line(royal, "POK-3 POK-15", royal_flush=rules.royal_flush),
            *lines("POK-15", *(("poker.clears",) if rules.four_of_a_kind_clears else ())),
            line("poker.ace", "POK-3"),
        ],
    )
    called = lines("POK-4", "poker.calling", "poker.less")
    yield "poker_calling", called + lines("POK-5", "poker.compare", "poker.equal")
    by_tricks = "poker.wrong_tricks" if rules.second_phase else "poker.wrong_tricks_one"
    yield "poker_showing", [line("poker.show", "POK-6"), *lines("POK-7", "poker.wrong", by_tricks)]
    two = rules.last_trick_with_two
    yield (
        "poker_tricks",
        [
            *lines("POK-8", "poker.follow", "poker.takes"),
            line("poker.last_trick", "POK-8 POK-15", points=rules.last_trick),
            *([line("poker.with_two", "POK-15", points=two)] if two else []),
            line("poker.best_hand", "POK-9"),
        ],
    )
    leads = "poker.chicago_leads" if rules.chicago_leads else "poker.chicago_no_lead"
    yield (
        "poker_chicago",
        [
            *lines("POK-10", "poker.chicago", leads, "poker.chicago_who"),
            *lines("POK-11", "poker.chicago_won", "poker.chicago_lost"),
        ],
    )
    yield "attendance", lines("POK-16", "poker.leave", "poker.left", "poker.alone")
    yield "idle", lines("", *(f"idle.{option}" for option in idle_options(rules)))


TEXT_PLAN: Final = TextPlan(chapters=chapters, fixed=lambda _rules: {}, own_names={"poker": "POK-"})
