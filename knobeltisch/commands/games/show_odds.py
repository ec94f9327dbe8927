"""`knobeltisch odds`: exact chances as tables, from the same rules that keep the score."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TextIO

import scorer
from knobeltisch.commands.games.odds_words import Words
from knobeltisch.commands.games.score import rules_for
from knobeltisch.errors import HouseFileError
from scorer import NoSuchDecision, Pass
from scorer.copying import copy_with
from scorer.games.ranking import three_ones_are_chicago, value_of
from scorer.games.schocken_rounds import kind_of, specials_with, worth_of
from scorer.odds.chicago_odds import follower_odds, lead_table, leader_odds, three_ones
from scorer.odds.rounds import count_of
from scorer.odds.schocken_odds import schocken_odds

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from scorer import Declare, Rules, State
    from scorer.odds.chicago_odds import Lead

BAD_QUESTION = 2
SEATS = tuple(f"player {seat}" for seat in range(1, 13))
CONVERSIONS = {"none": "no sixes turned", "first_throw": "in the first throw", "any_throw": "in any throw"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Lying:
    """The state of a turn: the throws made, the free dice, and the dice put aside."""

    made: int | None
    dice: str
    held: str


def answer(ask: Callable[[], str], *, out: TextIO, err: TextIO) -> int:
    """Print an answer. Return 0, or 2 after one sentence for a question without an answer."""
    try:
        text = ask()
    except (scorer.ScorerError, HouseFileError) as error:
        err.write(f"knobeltisch odds: {' '.join(str(error).split())}\n")
        return BAD_QUESTION
    out.write(text + "\n")
    return 0


# --- the questions


def chicago(*, language: str = "en") -> str:
    """Return the chances of three ones with best play for them (RULES.md section 4)."""
    words = Words(language=language)
    base = scorer.dice_rules(scorer.load_variant("base"))
    rows = [
        [
            str(throws),
            *(
                words.chance(three_ones(replace(base, conversion=conversion), throws))
                for conversion in CONVERSIONS
            ),
        ]
        for throws in (1, 2, 3)
    ]
    return words.table(["throws", *CONVERSIONS.values()], rows)


def follower(  # noqa: PLR0913 - one for each option
    *,
    variant: str | None,
    rules: Path | None,
    beat: str,
    throws: int,
    declare: str,
    lying: Lying,
    aim: str | None,
    language: str,
) -> str:
    """Return a follower's choices against the leader's dice."""
    words = Words(language=language)
    state = _following(_dice_rules(variant, rules), _dice(beat, 3), throws, declare)
    choices = follower_odds(_standing(state, lying), aim)
    return words.table(
        ["choice", "beats", "Chicago"],
        [
            [words.acts(choice.acts), words.chance(choice.chance), words.chance(choice.chicago)]
            for choice in choices
        ],
    )


def leader(
    *, variant: str | None, rules: Path | None, followers: int, lying: Lying, aim: str | None, language: str
) -> str:
    """Return a leader's choices, or without dice the best play for every throw."""
    words = Words(language=language)
    house = _dice_rules(variant, rules)
    state = _seated(house, followers + 1)
    if not lying.dice and not lying.held:
        table = lead_table(house, followers, aim or "worst")
        return words.table(
            ["throws", "dice", "do", "worst", "best", "throwing on"], [_led(row, aim, words) for row in table]
        )
    choices = leader_odds(_standing(state, lying), aim)
    return words.table(
        ["choice", "worst", "best", "Chicago"],
        [
            [words.acts(choice.acts), *map(words.chance, (choice.worst, choice.best, choice.chicago))]
            for choice in choices
        ],
    )


def schocken(  # noqa: PLR0913 - one for each option
    *,
    rules: Path | None,
    players: int,
    laid: str,
    throws: int,
    stack: int | None,
    chips: str,
    lying: Lying,
    language: str,
) -> str:
    """Return the choices of Schocken's leader, or with `laid` those of the next player."""
    words = Words(language=language)
    house = _dice_rules("schocken", rules)
    state = _staked(_seated(house, players), stack, chips)
    if laid:
        dice = _dice(laid, 3)
        kind = kind_of(state.rules, dice, specials_with(state.rules, ()))
        declared = scorer.Declaration(throws=throws, ones=None, sixes=None, direction=None, value=None)
        first = scorer.Result(
            player=SEATS[0], dice=dice, value=worth_of(kind, dice), throws=throws, kind=kind
        )
        state = copy_with(state, to_act=SEATS[1], limit=throws, declaration=declared, results=(first,))
    choices = schocken_odds(_standing(state, lying))
    return words.table(
        ["choice", "chips more", "lowest", "highest"],
        [
            [
                words.acts(choice.acts),
                words.count(choice.chips),
                words.chance(choice.lowest),
                words.chance(choice.highest),
            ]
            for choice in choices
        ],
    )


# --- states from the options


def _dice_rules(variant: str | None, file: Path | None) -> Rules:
    return scorer.dice_rules(rules_for(variant, file))


def _seated(rules: Rules, players: int) -> State:
    """Return a state with this number of players; the first leads."""
    return scorer.new_game(rules, SEATS[:players], SEATS[0])


def _following(rules: Rules, beat: tuple[int, ...], throws: int, declare: str) -> State:
    """Return a state with the leader's result, the follower to act, and one player after that."""
    said = _declaration(rules, declare)
    chic = beat == (1, 1, 1) and three_ones_are_chicago(rules, together=throws == 1)
    if chic and not rules.chic_is_played_on:
        raise NoSuchDecision("Three ones are a Chicago here: nobody has to beat them.")
    if rules.counts_glasses and (beat == (1, 5, 6) or (throws == 1 and len(set(beat)) == 1)):
        raise NoSuchDecision("A triple in one throw and 165 name the round's loser: nobody has to beat them.")
    ones, sixes, direction = (1, 6, "low") if chic else count_of(said)
    kind, value = ("chicago", 3) if chic else value_of(rules, beat, ones, sixes)
    state = _seated(rules, 3)
    declared = scorer.Declaration(throws=throws, ones=ones, sixes=sixes, direction=direction, value=value)
    first = scorer.Result(player=SEATS[0], dice=beat, value=None if chic else value, throws=throws, kind=kind)
    out = {SEATS[0]: "chicago"} if chic else {}
    return copy_with(state, to_act=SEATS[1], limit=throws, declaration=declared, results=(first,), out=out)


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
    return copy_with(state, stack=stack or 0, mats=dict(zip(state.players, counts, strict=True)))


def _standing(state: State, lying: Lying) -> State:
    """Return the state with the dice from the options on the board."""
    dice, held = _dice(lying.dice), _dice(lying.held)
    made = (1 if dice or held else 0) if lying.made is None else lying.made
    return copy_with(state, made=made, free=dice, held=held)


def _dice(text: str, count: int | None = None) -> tuple[int, ...]:
    digits = text.replace(",", "").replace(" ", "")
    fine = all(digit in "123456" for digit in digits) and len(digits) <= 3
    if not fine or (count is not None and len(digits) != count):
        raise NoSuchDecision(f"{text[:40]!r} are not dice; write them like 1,2,4.")
    return tuple(sorted(map(int, digits)))


def _led(lead: Lead, aim: str | None, words: Words) -> list[str]:
    stop = words.acts((Pass(declare=lead.declare),)) if lead.stop else words("throw on")
    further = lead.onward if lead.onward is None or aim == "best" else 1 - lead.onward
    return [
        str(lead.throws),
        " ".join(map(str, lead.dice)),
        stop,
        *map(words.chance, (lead.worst, lead.best, further)),
    ]
