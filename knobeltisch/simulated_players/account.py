"""The account of a demo: whether the journal holds everything that was played or tapped, and nothing else.

Three independent records are compared with the journal: the simulated players' deeds with dice and buttons, the taps on
the page, and every single act of games that no guest changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, Final

import scorer
from knobeltisch.errors import KnobeltischError
from knobeltisch.game.evening import fold
from knobeltisch.game.events import (
    PHONE,
    Did,
    End,
    Fact,
    LastOrders,
    Rename,
    Start,
    Undo,
    Wish,
    fact_of,
)
from knobeltisch.table.commands import CorrectEntry, PressButton, TakeBack
from knobeltisch.table.phone_throws import THROWN, PhonePlay

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from knobeltisch.simulated_players.order_log import Tapped
    from knobeltisch.storage.journal import Entry
    from scorer import GameAct

TAPPED: Final = ("tablet", PHONE)
"""The sources of entries that a guest tapped."""
IN_FLIGHT = 2
"""Acts at the end of an interrupted game that the table may not have taken, or the players not have noted."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """The cup was lifted, and these dice lay there, sorted."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PutAside:
    """These dice were outside the cup when it came down, sorted."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press of a button on the panel."""

    button: str


Deed = Lifted | PutAside | Pressed


@dataclass(slots=True, kw_only=True)
class Account:
    """The result of a comparison. `wrong` has a sentence for each difference."""

    games: int = 0
    meddled: int = 0
    taps: int = 0
    entries: int = 0
    wrong: list[str] = field(default_factory=list)


def settle(
    entries: Sequence[Entry],
    *,
    deeds: Iterable[Deed],
    tapped: Sequence[Tapped],
    games: Sequence[Sequence[GameAct]],
    after: int = 0,
) -> Account:
    """Compare entries with the deeds. `games` are the acts of the games that the players began, in order.

    Entries up to `after` belong to another evening and are skipped.
    """
    account = Account(taps=sum(tap.taken and not tap.own for tap in tapped))
    new = [entry for entry in entries if entry.id > after]
    account.entries = len(new)
    facts = {entry.id: fact_of(entry) for entry in new}
    account.wrong += _unlike_taps(new, facts, tapped, after)
    account.wrong += _unlike_deeds(new, facts, deeds, _wished_players(tapped))
    # Compare the games that the players began and no guest changed, act by act.
    own = {tap.head for tap in tapped if tap.own and tap.taken and isinstance(tap.order, Start)}
    begun = [entry.id for entry in new if isinstance(facts[entry.id], Start)]
    account.games = len(begun)
    mine = [first for first in begun if first in own]
    account.wrong += [f"game {k + 1} is not in the journal" for k in range(len(mine), len(games))]
    meddled = [tap.head for tap in tapped if tap.taken and not tap.own]
    ends = dict(zip(begun, [*begun[1:], float("inf")], strict=False))  # with no game begun, none ends
    account.meddled = sum(any(first <= head < ends[first] for head in meddled) for first in begun)
    for first, played in zip(mine, games, strict=False):
        if any(first <= head < ends[first] for head in meddled):
            continue
        part = [entry for entry in new if first <= entry.id < ends[first]]
        followed = ends[first] in own  # the players begin another game only when one is over
        account.wrong += _unlike_acts(begun.index(first) + 1, played, part, whole=followed)
    return account


def _wished_players(tapped: Iterable[Tapped]) -> set[str]:
    """Return those who wished to come or go, under later names too."""
    names: set[str] = set()
    for tap in tapped:
        match tap.order:
            case Wish(player=player) if tap.taken:
                names.add(player)
            case Rename(player=player, name=name) if tap.taken and player in names:
                names.add(name)
    return names


# --- taps


def _unlike_taps(
    entries: Sequence[Entry], facts: dict[int, Fact], tapped: Sequence[Tapped], after: int
) -> list[str]:
    """Return the taps that the journal records differently, and the entries that nobody tapped."""
    wrong, heads = [], [after, *(tap.head for tap in tapped)]
    for (before, upto), tap in zip(pairwise(heads), tapped, strict=True):
        got = [facts[e.id] for e in entries if before < e.id <= upto and e.source in TAPPED]
        if not _matches_tap(tap, got):
            wrong.append(f"tapped {tap.order}, {'taken' if tap.taken else 'refused'}; the journal has {got}")
    wrong += [
        f"entry {e.id}: nobody tapped {facts[e.id]}"
        for e in entries
        if e.source in TAPPED and e.id > heads[-1]
    ]
    return wrong


def _matches_tap(tap: Tapped, got: list[Fact]) -> bool:  # noqa: PLR0911 - one line an order reads best
    """Whether the facts are what a tap asked for."""
    if not tap.taken:
        return not got
    match tap.order:
        case CorrectEntry(fact=fact):
            return got[-1:] == [fact]
        case TakeBack(to=to):
            return len(got) == 1 and isinstance(got[0], Undo) and to in (None, got[0].to)
        case PressButton(button="undo"):
            return not got or (len(got) == 1 and isinstance(got[0], Undo))
        case PressButton(button="pass"):
            passed = [
                fact
                for fact in got
                if isinstance(fact, Did) and isinstance(fact.act, scorer.Pass | scorer.Cover)
            ]
            return len(got) <= 1 and passed == got
        case PressButton():
            return not got
        case PhonePlay() as play:
            decided, after = got[: len(play.acts)], got[len(play.acts) :]
            threw = all(isinstance(done, Did) and isinstance(done.act, THROWN) for done in after)
            return decided == [Did(act=act) for act in play.acts] and len(after) <= 1 and threw
        case Start() | Did() | End() | Rename() | Wish() | LastOrders() as fact:
            return got == [fact]
        case order:
            dice = getattr(order, "dice", None)  # of an answer by keypad
            return dice is None or not got or any(_has_dice(fact, tuple(sorted(dice))) for fact in got)


def _has_dice(fact: Fact, dice: tuple[int, ...]) -> bool:
    """Whether a fact has these dice; which ones a hold leaves outside, only the game's state could say."""
    if not isinstance(fact, Did):
        return False
    if isinstance(fact.act, scorer.Throw | scorer.RollOff | scorer.Reveal):
        return tuple(sorted(fact.act.dice)) == dice
    return isinstance(fact.act, scorer.Hold | scorer.Turn | scorer.TakeBack)


# --- dice and buttons


def _unlike_deeds(
    entries: Sequence[Entry], facts: dict[int, Fact], deeds: Iterable[Deed], wished: set[str]
) -> list[str]:
    """Return the camera's and the panel's entries that no throw, no die put aside and no press accounts for.

    The table itself adds entries for those who `wished` to come or go.
    """
    done, asides = list(deeds), list[PutAside]()
    presses = iter([deed.button for deed in done if isinstance(deed, Pressed)])
    left = [deed for deed in done if not isinstance(deed, Pressed)]
    wrong = []
    for entry in entries:
        if entry.source in TAPPED:
            continue
        fact = facts[entry.id]
        if entry.source == "table" and isinstance(fact, Did) and getattr(fact.act, "player", None) in wished:
            continue
        if not _is_accounted_for(fact, left, asides, presses):
            wrong.append(f"entry {entry.id}: nobody did {fact} ({entry.source})")
    return wrong


def _is_accounted_for(
    fact: Fact, left: list[Lifted | PutAside], asides: list[PutAside], presses: Iterator[str]
) -> bool:
    """Whether a deed stands for a fact; deeds up to it are used up. `asides`: what was put aside before the last lift."""
    # With guests at the table the next lift may not have been read.
    lay = [*asides, *(deed for deed in left if isinstance(deed, PutAside))]
    match fact:
        case Did(act=scorer.Throw(dice=dice) | scorer.RollOff(dice=dice) | scorer.Reveal(dice=dice)):
            lift = Lifted(tuple(sorted(dice)))
            upto = left.index(lift) + 1 if lift in left else 0  # earlier ones counted for nothing
            if upto:
                asides[:] = [deed for deed in left[:upto] if isinstance(deed, PutAside)]
                del left[:upto]
            return bool(upto)
        case Did(act=scorer.Hold(dice=dice)):
            return any(all(dice.count(die) <= aside.dice.count(die) for die in dice) for aside in lay)
        case Did(act=scorer.Turn() | scorer.TakeBack()):
            return bool(lay)
        case Did(act=scorer.Pass() | scorer.Cover()):
            return "pass" in presses  # takes the presses up to that one
        case Undo():
            return "undo" in presses
        case _:
            return False


# --- whole games


def _unlike_acts(number: int, played: Sequence[GameAct], part: Sequence[Entry], *, whole: bool) -> list[str]:
    """Return where a game and its journal part. Unless it is whole it may end between a deed and its entry."""
    try:
        live = fold(part).live
    except KnobeltischError as error:
        return [f"game {number}: {error}"]
    journal = [entry.fact.act for entry in live if isinstance(entry.fact, Did)]
    state = live[-1].state if live else None
    broken_off = not whole and (state is None or state.stage != "over")
    if broken_off and abs(len(journal) - len(played)) <= IN_FLIGHT:
        shorter = min(len(journal), len(played))
        journal, played = journal[:shorter], played[:shorter]
    for place, (real, kept) in enumerate(zip_longest(played, journal), start=1):
        if real != kept:
            return [f"game {number}, act {place}: played {real}, the journal has {kept}"]
    return []
