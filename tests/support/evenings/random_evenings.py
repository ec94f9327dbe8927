"""Journals of evenings played at random: games of all variants, people who come and go, undos, corrections, nights."""

import random
from typing import Final

import scorer
from knobeltisch.errors import CommandError
from knobeltisch.game.evening import EVENING_GAP_S, Evening
from knobeltisch.game.events import Correct, Did, End, Fact, Start, Undo, body_of
from knobeltisch.storage.journal import Entry
from tests.support.games.random_games import some_act

NOON: Final = 1_790_000_000.0
SEATS: Final = ("Anna", "Ben", "Cem")
WEIGHTS: Final = (3, 1, 1, 1, 1, 2)
"""Ones and sixes come more often, and with them what is rare."""


def entries(*facts: Fact, at: float = NOON, first: int = 1) -> list[Entry]:
    """Return journal entries ten seconds apart."""
    made = []
    for number, fact in enumerate(facts, start=first):
        kind, body = body_of(fact)
        made.append(Entry(id=number, at=at + 10 * number, source="camera", kind=kind, body=body))
    return made


def course(seed: int, length: int) -> list[Entry]:
    """Return a random course of play that the evening accepts."""
    chance, evening, done, at = random.Random(seed), Evening(), list[Entry](), NOON
    while len(done) < length:
        if chance.random() < 0.03:
            at += chance.choice((-2, 1, 2)) * EVENING_GAP_S  # a night, or a clock that was set
        (entry,) = entries(some_fact(evening, chance), first=len(done) + 1, at=at)
        try:
            evening = evening.with_entry(entry)
        except CommandError:
            continue
        done.append(entry)
    return done


def some_fact(evening: Evening, chance: random.Random) -> Fact:
    """Choose what happens next: mostly an act of the running game."""
    state = evening.state
    if state is None or state.stage == "over" or chance.random() < 0.02:
        return Start(
            variant=chance.choice(scorer.VARIANTS), players=SEATS, leader=chance.choice((None, "Ben"))
        )
    roll = chance.random()
    if roll < 0.01:
        return End()
    if roll < 0.08:
        return Undo(to=chance.choice(evening.live[-30:]).id)
    correction = _some_correction(evening, chance) if roll < 0.16 else None
    return correction or Did(act=some_act(state, chance, WEIGHTS))


def _some_correction(evening: Evening, chance: random.Random) -> Correct | None:
    acts = evening.acts()
    if not acts:
        return None
    entry = chance.choice(acts[-6:])
    if isinstance(entry.fact, Did) and isinstance(entry.fact.act, scorer.Throw):
        dice = tuple(sorted(chance.randint(1, 6) for _ in entry.fact.act.dice))
        act = None if chance.random() < 0.2 else scorer.Throw(dice=dice)
        return Correct(entry=entry.id, act=act)
    return Correct(entry=entry.id, act=None) if isinstance(evening.state, scorer.PokerState) else None
