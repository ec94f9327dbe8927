"""What an entry would change, for the referee: lines of the standings, and drawn rounds that no longer seat those who qualify."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tournament.drawing.deciders import deciders
from tournament.drawing.draw import is_over
from tournament.drawing.qualify import qualified_players
from tournament.entries import Entry
from tournament.errors import Refused
from tournament.fold import apply
from tournament.formats import Free, Groups, Knockout, MatchDay, Rounds
from tournament.ranking.standings import standings
from tournament.ranking.ties import Row
from tournament.state import State, by_results, people_in, stage_of, state_before

Why: TypeAlias = Literal["seats", "open_games", "level", "not_drawn", "shared_win"]
"""Other people qualify than were drawn; who qualifies is undecided; the end has no winner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChange:
    """A person's line in the standings before and after an entry."""

    name: str
    before: Row
    after: Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Misfit:
    """A round that does not seat the qualifiers, or an end without a sole winner; `why` says which.

    `through` should be in the round, `out` should not; `level` are tied for a place or for the win.
    """

    round: int
    why: Why
    through: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    level: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryEffect:
    """The effect of an entry: the changed lines of the standings, and the `referee_questions`."""

    changes: tuple[LineChange, ...]
    misfits: tuple[Misfit, ...]


def find_misfits(state: State) -> tuple[Misfit, ...]:
    """Return a misfit for each drawn round whose people differ, or may yet differ, from those whom earlier rounds qualify.

    Empty for a format of an earlier version, with `Rounds`.
    """
    if any(isinstance(stage, Rounds) for stage in state.format.stages):
        return ()  # an earlier version drew these, and is not here to be asked
    drawn = by_results(state)
    if state.rounds and isinstance(stage_of(state, state.rounds[0]), Groups | Knockout):
        drawn = (state.rounds[0], *drawn)
    found = []
    for each in drawn:
        then, there = state_before(state, each), people_in(state, each)
        try:
            through = {*qualified_players(then, each.stage)}
        except Refused as refused:
            level = tuple(name for due in deciders(then) for name in due.players)
            why: Why = "open_games" if refused.code == "open_games" else "level"
            found.append(Misfit(round=each.round, why=why, level=() if why == "open_games" else level))
            continue
        late = state.joined.keys() if each.round == 1 else frozenset[str]()
        wrong = Misfit(
            round=each.round,
            why="seats",
            through=tuple(sorted(through - there - late)),
            out=tuple(sorted(there - through - late)),
        )
        if wrong.through or wrong.out:
            found.append(wrong)
    return tuple(found)


def referee_questions(state: State, after: State) -> tuple[Misfit, ...]:
    """Return what to ask the referee before `after` replaces `state`: rounds that no longer fit, an end without a sole winner."""
    was = find_misfits(state)
    asked = tuple(wrong for wrong in find_misfits(after) if wrong not in was)
    if not after.ended or state.ended:
        return asked
    stage = stage_of(state, state.rounds[-1]) if state.rounds else None
    number = len(state.rounds)
    if isinstance(stage, Free | MatchDay):
        return asked
    if level := tuple(name for due in deciders(state) for name in due.players):
        return (*asked, Misfit(round=number, why="shared_win", level=level))
    if not is_over(state):
        return (*asked, Misfit(round=number, why="not_drawn"))
    first = tuple(row.name for row in standings(state) if row.place == 1)
    return (*asked, Misfit(round=number, why="shared_win", level=first)) if len(first) > 1 else asked


def effect_of(state: State, entry: Entry) -> EntryEffect:
    """Return the effect of an entry. Raise Refused if the entry is not possible."""
    after = apply(state, entry)
    old = {row.name: row for row in standings(state)}
    changes = tuple(
        LineChange(name=row.name, before=was, after=row)
        for row in standings(after)
        if (was := old.get(row.name)) is not None
        and (was.place, was.points, was.tally) != (row.place, row.points, row.tally)
    )
    return EntryEffect(changes=changes, misfits=referee_questions(state, after))
