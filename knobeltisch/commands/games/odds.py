"""`knobeltisch odds`: exact chances as tables, from the same rules that keep the score."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TextIO

import scorer
from knobeltisch.commands.games.score import rules_for
from knobeltisch.errors import HouseFileError
from scorer import Hold, NoSuchDecision, Pass, TakeBack, Turn
from scorer.changed import changed
from scorer.games.ranking import three_ones_are_chicago, value_of
from scorer.games.schocken_rounds import kind_and_worth
from scorer.odds.chicago import follower_odds, lead_table, leader_odds, three_ones
from scorer.odds.remarks import remarks
from scorer.odds.rounds import count_of
from scorer.odds.schocken import schocken_odds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction
    from pathlib import Path

    from scorer import Act, Declare, Rules, State
    from scorer.odds.chicago import Lead

BAD_QUESTION = 2
LONGEST = 41
"""Characters of a fraction that somebody still reads."""
SEATS = tuple(f"player {seat}" for seat in range(1, 13))
CONVERSIONS = {"none": "no sixes turned", "first_throw": "in the first throw", "any_throw": "in any throw"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Lying:
    """How a turn stands: the throws made, the free dice, and those put aside."""

    made: int | None
    dice: str
    held: str


def answer(ask: Callable[[], str], *, out: TextIO, err: TextIO) -> int:
    """Print an answer. Return 0, or 2 after one sentence for a question that has none."""
    try:
        text = ask()
    except (scorer.ScorerError, HouseFileError) as error:
        err.write(f"knobeltisch odds: {' '.join(str(error).split())}\n")
        return BAD_QUESTION
    out.write(text + "\n")
    return 0


# --- the questions


def chicago() -> str:
    """Return the chances of three ones with best play for them (RULES.md section 4)."""
    base = scorer.dice_rules(scorer.load_variant("base"))
    rows = [
        [
            str(throws),
            *(
                chance_text(three_ones(replace(base, conversion=conversion), throws))
                for conversion in CONVERSIONS
            ),
        ]
        for throws in (1, 2, 3)
    ]
    return table_text(["throws", *CONVERSIONS.values()], rows)


def follower(
    *,
    variant: str | None,
    rules: Path | None,
    beat: str,
    throws: int,
    declare: str,
    lying: Lying,
    aim: str | None,
) -> str:
    """Return a follower's choices against dice that the leader has laid."""
    state = _following(_dice_rules(variant, rules), _dice(beat, 3), throws, declare)
    choices = follower_odds(_standing(state, lying), aim)
    return table_text(
        ["choice", "beats", "Chicago"],
        [[_said(choice.acts), chance_text(choice.chance), chance_text(choice.chicago)] for choice in choices],
    )


def leader(*, variant: str | None, rules: Path | None, followers: int, lying: Lying, aim: str | None) -> str:
    """Return a leader's choices, or without dice what to do with all of them."""
    house = _dice_rules(variant, rules)
    state = _seated(house, followers + 1)
    if not lying.dice and not lying.held:
        table = lead_table(house, followers, aim or "worst")
        return table_text(
            ["throws", "dice", "do", "worst", "best", "throwing on"], [_led(row, aim) for row in table]
        )
    choices = leader_odds(_standing(state, lying), aim)
    return table_text(
        ["choice", "worst", "best", "Chicago"],
        [
            [_said(choice.acts), *map(chance_text, (choice.worst, choice.best, choice.chicago))]
            for choice in choices
        ],
    )


def schocken(
    *, rules: Path | None, players: int, laid: str, throws: int, stack: int | None, chips: str, lying: Lying
) -> str:
    """Return the choices of Schocken's leader, or with `laid` those of the next one."""
    house = _dice_rules("schocken", rules)
    state = _staked(_seated(house, players), stack, chips)
    if laid:
        state = _after_schocken(state, laid, throws)
    choices = schocken_odds(_standing(state, lying))
    return table_text(
        ["choice", "chips more", "lowest", "highest"],
        [
            [
                _said(choice.acts),
                _number(choice.chips),
                chance_text(choice.lowest),
                chance_text(choice.highest),
            ]
            for choice in choices
        ],
    )


def remarked(*, rules: Path | None) -> str:
    """Return W's tactical remarks with their chances."""
    house = _dice_rules(None, rules) if rules is not None else None
    parts = []
    for remark in remarks(house):
        rows = [
            [str(row.players), *map(chance_text, row.chances), "yes" if row.holds else "no"]
            for row in remark.rows
        ]
        table = table_text(["players", *remark.columns, "holds"], rows)
        parts.append(f'"{remark.says}"\nIt holds if {remark.holds_if}.\n\n{table}')
    return "\n\n".join(parts)


# --- states as the options tell them


def _dice_rules(variant: str | None, file: Path | None) -> Rules:
    return scorer.dice_rules(rules_for(variant, file))


def _seated(rules: Rules, players: int) -> State:
    """Seat players; the first leads."""
    return scorer.new_game(rules, SEATS[:players], SEATS[0])


def _following(rules: Rules, beat: tuple[int, ...], throws: int, declare: str) -> State:
    """Seat the leader with his result, the follower, and one after him."""
    said = _declaration(rules, declare)
    chic = beat == (1, 1, 1) and three_ones_are_chicago(rules, together=throws == 1)
    if chic and not rules.chic_is_played_on:
        raise NoSuchDecision("Three ones are a Chicago here: nobody has to beat them.")
    ones, sixes, direction = (1, 6, "low") if chic else count_of(said)
    kind, value = ("chicago", 3) if chic else value_of(rules, beat, ones, sixes)
    state = _seated(rules, 3)
    declared = scorer.Declaration(throws=throws, ones=ones, sixes=sixes, direction=direction, value=value)
    first = scorer.Result(player=SEATS[0], dice=beat, value=None if chic else value, throws=throws, kind=kind)
    out = {SEATS[0]: "chicago"} if chic else {}
    return changed(state, to_act=SEATS[1], limit=throws, declaration=declared, results=(first,), out=out)


def _declaration(rules: Rules, text: str) -> Declare:
    words = text.split("/")
    if len(words) == 3 and words[0].isdecimal() and words[1].isdecimal():
        ones, sixes, direction = int(words[0]), int(words[1]), words[2]
        if rules.may_declare(ones, sixes, direction):
            return scorer.Declare(ones=ones, sixes=sixes, direction=direction)
    raise NoSuchDecision(f"{rules.name} knows no declaration {text[:40]!r}; an example is 100/60/high.")


def _staked(state: State, stack: int | None, chips: str) -> State:
    if stack is None and not chips:
        return state
    counts = [int(count) for count in chips.split(",") if count.strip().isdecimal()] or [0] * len(
        state.players
    )
    whole = state.rules.chips
    if len(counts) != len(state.players) or sum(counts) + (stack or 0) != whole:
        raise NoSuchDecision(
            f"The stack and one number of chips for each of {len(state.players)} players come to {whole} together."
        )
    return changed(state, stack=stack or 0, mats=dict(zip(state.players, counts, strict=True)))


def _after_schocken(state: State, laid: str, throws: int) -> State:
    dice = _dice(laid, 3)
    kind, value = kind_and_worth(dice)
    declared = scorer.Declaration(throws=throws, ones=None, sixes=None, direction=None, value=None)
    first = scorer.Result(player=SEATS[0], dice=dice, value=value, throws=throws, kind=kind)
    return changed(state, to_act=SEATS[1], limit=throws, declaration=declared, results=(first,))


def _standing(state: State, lying: Lying) -> State:
    """Put the dice on the board as the options say."""
    dice, held = _dice(lying.dice), _dice(lying.held)
    made = (1 if dice or held else 0) if lying.made is None else lying.made
    return changed(state, made=made, free=dice, held=held)


def _dice(text: str, count: int | None = None) -> tuple[int, ...]:
    digits = text.replace(",", "").replace(" ", "")
    fine = all(digit in "123456" for digit in digits) and len(digits) <= 3
    if not fine or (count is not None and len(digits) != count):
        raise NoSuchDecision(f"{text[:40]!r} are no dice; write them like 1,2,4.")
    return tuple(sorted(map(int, digits)))


# --- how it is told


def chance_text(chance: Fraction | None) -> str:
    """Write a chance in percent and as a fraction, long ones in percent only."""
    if chance is None:
        return "-"
    percent = f"{float(chance):.4%}"
    fraction = str(chance)
    return f"{percent} = {fraction}" if len(fraction) <= LONGEST else percent


def _number(count: Fraction) -> str:
    fraction = str(count)
    number = f"{float(count):+.4f}"
    return f"{number} = {fraction}" if len(fraction) <= LONGEST else number


def _led(lead: Lead, aim: str | None) -> list[str]:
    stop = "throw on" if not lead.stop else _said((Pass(declare=lead.declare),))
    further = lead.onward if lead.onward is None or aim == "best" else 1 - lead.onward
    return [
        str(lead.throws),
        " ".join(map(str, lead.dice)),
        stop,
        chance_text(lead.worst),
        chance_text(lead.best),
        chance_text(further),
    ]


def _said(acts: tuple[Act, ...]) -> str:
    return ", ".join(map(_one_said, acts)) or "throw"


def _one_said(act: Act) -> str:
    match act:
        case Pass(declare=None):
            return "stop"
        case Pass(declare=one) if one is not None:
            return f"stop, {one.ones}/{one.sixes} {one.direction}"
        case Turn():
            return "turn"
        case Hold(dice=dice):
            return f"hold {' '.join(map(str, dice))}" if dice else "hold nothing"
        case TakeBack(dice=dice):
            return f"take back {' '.join(map(str, dice))}"
        case _:
            return type(act).__name__.lower()


def table_text(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Lay out columns, each as wide as its widest cell."""
    wide = [max(len(line[place]) for line in (head, *rows)) for place in range(len(head))]
    lines = (head, ["-" * width for width in wide], *rows)
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, wide, strict=True)).rstrip()
        for line in lines
    )
