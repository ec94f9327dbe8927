"""The state of a tournament as a frozen value, and the games that count.

Nothing here depends on the order of two tables' reports: reports are stored match by match, and queries work out which of them
count.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from tournament.entries import (
    Corrected,
    Drawn,
    Entry,
    Match,
    Opened,
    Report,
    Reported,
    Ruled,
    Said,
    TakenBack,
)
from tournament.formats import Format, Free, Groups, Knockout, Stage
from tournament.player_list import Player
from tournament.results import GameResult, rename_players

Doubt: TypeAlias = Literal[
    "unknown_match",
    "corrected",
    "taken_back",
    "after_the_end",
    "after_the_draw",
    "other_game",
    "stopped",
    "other_players",
    "extra_game",
    "other_handicap",
]
"""Why a report does not count by itself and waits for the referee."""


EDITION: Final = 2
"""The edition that this version opens: seats are timed, and reports that come after a draw based on them wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The state of a tournament. Its maps are never changed.

    `plays_for` maps substitutes to those whom they replace. `matches` are the current ones, at their current tables; `anew` maps
    a match to the id under which it is played again. `said` lists the reports on each match, in order. `gone_at`: for each round,
    the people who had gone home when it was drawn. `joined` maps a person who sat down at a drawn match to the reports that it
    had by then. `late` maps a report made after the end, or after a draw based on its round, to which of the two it was.
    `failed` are the tables out of order. `absent` maps a match to those who miss it, `rulings` the id of a report to the referee's
    decision. `entries` are in the order in which they came, by id.
    """

    opened: Opened
    players: tuple[Player, ...]
    gone: frozenset[str] = frozenset()
    gone_at: tuple[frozenset[str], ...] = ()
    joined: Mapping[str, frozenset[str]] = field(default_factory=dict)
    plays_for: Mapping[str, str] = field(default_factory=dict)
    failed: frozenset[int] = frozenset()
    rounds: tuple[Drawn, ...] = ()
    matches: Mapping[str, Match] = field(default_factory=dict)
    anew: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, tuple[Said, ...]] = field(default_factory=dict)
    absent: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rulings: Mapping[str, Ruled] = field(default_factory=dict)
    late: Mapping[str, Doubt] = field(default_factory=dict)
    paused: bool = False
    ended: bool = False
    entries: Mapping[str, Entry] = field(default_factory=dict, compare=False, repr=False)

    @property
    def format(self) -> Format:
        """The format: the games and how they count."""
        return self.opened.format

    @property
    def is_timed(self) -> bool:
        """Whether it matters when somebody sat down or a report came; False if an earlier version opened the tournament."""
        return self.opened.edition >= EDITION

    @property
    def names(self) -> tuple[str, ...]:
        """The names on the list, as they were written."""
        return tuple(player.name for player in self.players)

    @property
    def everybody(self) -> tuple[str, ...]:
        """All people: the players on the list, and the members of pairs and teams."""
        return (*self.names, *(name for player in self.players for name in player.people))

    @property
    def present(self) -> tuple[str, ...]:
        """The names on the list of those who have not gone home."""
        return tuple(name for name in self.names if name not in self.gone)

    @property
    def tables(self) -> tuple[int, ...]:
        """The numbers of the tables that are not out of order."""
        return tuple(table for table in range(1, self.opened.tables + 1) if table not in self.failed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A game that counts: its last report, and its result under the entrants' names."""

    said: Reported | Corrected
    result: GameResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A report waiting for the referee; `now` is the result that counts in the meantime, None if none does."""

    report: Report
    why: Doubt
    now: GameResult | None = None


def player_named(state: State, name: str) -> Player | None:
    """Return the player on the list with this name; None if there is none."""
    return next((player for player in state.players if player.name == name), None)


def sits_for(state: State, name: str) -> str:
    """Return who sits and plays for an entrant: the entrant, or the current substitute."""
    return next((by for by, player in reversed(list(state.plays_for.items())) if player == name), name)


def handicaps_of(state: State, names: Iterable[str]) -> dict[str, int]:
    """Return the handicaps of these people, their mats at the start of a game, without people who have none.

    A substitute has the mats of the person replaced.
    """
    listed = {player.name: player.handicap for player in state.players}
    owned = ((name, listed.get(state.plays_for.get(name, name), 0)) for name in names)
    return {name: count for name, count in owned if count}


def teams_of(state: State, names: Iterable[str]) -> dict[str, list[str]]:
    """Return the members of each of these teams by its name; names that are not teams are left out, and substitutes play alone."""
    return {
        player.name: list(player.people)
        for player in state.players
        if player.people and player.name in set(names)
    }


def people_at(state: State, match: Match) -> tuple[str, ...]:
    """Return the people at a match in seat order, substitutes in place of those they replace; absentees are left out."""
    missing = absentees_of(state, match)
    return tuple(sits_for(state, name) for name in match.players if name not in missing)


def stage_of(state: State, drawn: Drawn) -> Stage:
    """Return the stage that a round belongs to."""
    return state.format.stages[drawn.stage - 1]


def round_of(state: State, match: str) -> Drawn:
    """Return the round in which a match was drawn; a replay belongs to the round of the first match."""
    first = next((old for old, new in state.anew.items() if new == match), None)
    if first is not None:
        return round_of(state, first)
    return next(drawn for drawn in state.rounds if any(meeting.id == match for meeting in drawn.matches))


def matches_of(state: State, drawn: Drawn) -> tuple[Match, ...]:
    """Return the matches of a round as they are now, after moves and replays."""
    found = []
    for match in drawn.matches:
        name = match.id
        while name in state.anew:
            name = state.anew[name]
        found.append(state.matches[name])
    return tuple(found)


def by_results(state: State) -> tuple[Drawn, ...]:
    """Return the rounds whose seats depend on results: those of a knock-out, and the first of each later stage."""
    return tuple(
        drawn
        for last, drawn in pairwise(state.rounds)
        if drawn.stage > last.stage or isinstance(stage_of(state, drawn), Knockout)
    )


def state_before(state: State, drawn: Drawn) -> State:
    """Return the state from which a round was drawn, with all that is known by now about the rounds before it."""
    place = drawn.round - 1
    return replace(state, rounds=state.rounds[:place], gone=state.gone_at[place], ended=False)


def people_in(state: State, drawn: Drawn) -> set[str]:
    """Return everybody in a round, at a table or with a bye."""
    return {*drawn.byes, *(name for match in matches_of(state, drawn) for name in match.players)}


# --- which games count


def counted_games(state: State, match: str) -> dict[int, Counted]:
    """Return the games of a match that count, by number."""
    return _looked_through(state, match)[0]


def waiting_reports(state: State) -> tuple[Waiting, ...]:
    """Return all reports waiting for the referee, match by match."""
    open_ones = (report for match in state.said if match not in state.anew for report in state.said[match])
    matches = dict.fromkeys(report.match for report in open_ones)
    return tuple(report for match in sorted(matches) for report in _looked_through(state, match)[1])


def _looked_through(state: State, match: str) -> tuple[dict[int, Counted], list[Waiting]]:
    """Return those reports of a match that count, and those that wait for the referee."""
    now: dict[int, Counted] = {}
    doubts: list[Waiting] = []
    for said in state.said.get(match, ()):
        ruling = state.rulings.get(said.id)
        current = now.get(said.game)
        if isinstance(said, Corrected) or (ruling is not None and ruling.counts):
            doubts = [doubt for doubt in doubts if doubt.report.game != said.game]
            if isinstance(said, TakenBack):
                now.pop(said.game, None)
            else:
                now[said.game] = Counted(said=said, result=in_own_names(state, said.result))
        elif ruling is None:
            why = _doubt(state, said, current)
            if why == "same":  # whatever was in doubt in between is gone again
                doubts = [doubt for doubt in doubts if doubt.report.game != said.game]
            elif why is not None:
                doubts.append(Waiting(report=said, why=why, now=None if current is None else current.result))
            else:
                assert isinstance(said, Reported)  # nothing is there to be taken back without a doubt
                now[said.game] = Counted(said=said, result=in_own_names(state, said.result))
    return now, doubts


def in_own_names(state: State, result: GameResult) -> GameResult:
    """Return a result under the names of the entrants it counts for."""
    return rename_players(result, lambda name: state.plays_for.get(name, name))


def _doubt(state: State, said: Report, now: Counted | None) -> Doubt | Literal["same"] | None:
    match = state.matches.get(said.match)
    if match is None:
        return "unknown_match"
    if isinstance(said, TakenBack):
        return "same" if now is None else "taken_back"
    result = in_own_names(state, said.result)
    if now is not None:
        return "same" if now.result == result else "corrected"
    if said.id in state.late:
        return state.late[said.id]
    doubts: tuple[tuple[Doubt, bool], ...] = (
        ("other_game", result.variant != state.format.variant),
        ("stopped", result.stopped),
        ("extra_game", bool(match.games) and said.game > match.games and not has_decider(state, match)),
        ("other_players", not _fits(state, match, said, result)),
        (
            "other_handicap",
            {given.player: given.mats for given in result.handicap} != handicaps_of(state, result.players),
        ),
    )
    return next((doubt for doubt, is_so in doubts if is_so), None)


def has_decider(state: State, match: Match) -> bool:
    """Whether people who are level after a match play a decider, because only some of them go on."""
    stage = stage_of(state, round_of(state, match.id))
    return isinstance(stage, Knockout) or (isinstance(stage, Groups) and stage.advance > 0)


def _fits(state: State, match: Match, said: Reported, result: GameResult) -> bool:
    here = set(result.players)
    if len(here) != len(result.players):
        return False
    if not match.players:
        return here <= set(state.names)
    if said.level:
        return here == set(said.level)
    if said.game > match.games:
        stage = round_of(state, match.id).stage  # those who may be level: of the match, or of its group
        others = (
            other for drawn in state.rounds if drawn.stage == stage for other in matches_of(state, drawn)
        )
        level = [
            other
            for other in others
            if other.id == match.id or (match.group is not None and other.group == match.group)
        ]
        return here <= {name for other in level for name in other.players}
    there = {name for name in match.players if said.id not in state.joined.get(name, ())}
    return there - absentees_of(state, match) <= here <= set(match.players)


def absentees_of(state: State, match: Match) -> set[str]:
    """Return the people of a match who are known not to have come, or to have gone home."""
    return {*state.absent.get(match.id, ()), *(state.gone & set(match.players))}


# --- what is done


def open_games(state: State, match: Match) -> tuple[int, ...]:
    """Return the numbers of a match's games still to be played; empty if too few people are present."""
    if not match.players or is_decided(state, match):
        return ()
    there = counted_games(state, match.id)
    return tuple(game for game in range(1, match.games + 1) if game not in there)


def is_decided(state: State, match: Match) -> bool:
    """Whether too few people are present to play a match; those present then win the remaining games."""
    least = min(state.format.rules.players_min, len(match.players))
    return len(set(match.players) - absentees_of(state, match)) < least


def is_done(state: State, drawn: Drawn) -> bool:
    """Whether a round is finished; a free evening is finished when somebody ends it."""
    if isinstance(stage_of(state, drawn), Free):
        return state.ended
    return not any(open_games(state, match) for match in matches_of(state, drawn))
