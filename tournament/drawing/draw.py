"""Draws the next round: players, tables and seats, by the seeding list if the format has one.

The same state and seed give the same draw.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, product
from random import Random
from string import ascii_uppercase
from typing import Final, assert_never

from tournament.drawing.arrangement import arrange_tables, table_sizes
from tournament.drawing.deciders import deciders
from tournament.drawing.qualify import count_unmet_pairs, qualified_players
from tournament.entries import Drawn, Match
from tournament.errors import Refused
from tournament.formats import Free, Groups, Knockout, MatchDay, Rounds, Stage
from tournament.ranking.standings import groups_of, rounds_of
from tournament.state import State, is_done, matches_of, stage_of

MET: Final = 1000
TEAM: Final = 300
CLUB: Final = 100
"""The cost when two people meet again (more each time), and when people of one team or one club meet."""


def draw_next_round(state: State, *, seed: int, id: str) -> Drawn:  # noqa: A002 - as entries call it
    """Return the entry, with this `id`, that draws the next round. Raise Refused if none can be drawn now."""
    if state.ended or state.paused:
        what = "over" if state.ended else "paused"
        raise Refused(what, f"The tournament is {what}; nothing is drawn.")
    if any(isinstance(stage, Rounds) for stage in state.format.stages):
        raise Refused(
            "finished", "The format of this tournament is gone: nothing more is drawn. End it, or abandon it."
        )
    number = state.rounds[-1].stage if state.rounds else 1
    if state.rounds and not _goes_on(state, number):
        number += 1
        if number > len(state.format.stages):
            raise Refused("finished", "All rounds are drawn; end the tournament once they are played.")
    chance = Random(f"{seed}/{state.opened.id}/{len(state.rounds) + 1}")  # noqa: S311 - a draw, not a secret
    drawing = _Drawing(state, number, chance)
    matches, byes = drawing.drawn(state.format.stages[number - 1])
    return Drawn(id=id, round=len(state.rounds) + 1, stage=number, matches=matches, byes=byes)


def _goes_on(state: State, number: int) -> bool:
    """Whether the stage has a further round. Raise Refused while a round of a knock-out is unfinished."""
    stage, drawn = state.format.stages[number - 1], rounds_of(state, number)
    match stage:
        case Groups():
            return any(count_unmet_pairs(state, number, group) for group in groups_of(state, number))
        case Knockout():
            return not drawn[-1].is_final and len(qualified_players(state, number)) > 1
        case MatchDay() | Free() | Rounds():
            return False
        case _ as never:
            assert_never(never)


def is_over(state: State) -> bool:
    """Whether nothing is left to play: no game, round or decider, and no next stage, or too few people for one."""
    if not state.rounds or not all(is_done(state, drawn) for drawn in state.rounds):
        return False
    last = state.rounds[-1].stage
    if deciders(state) or _goes_on(state, last):
        return False
    if last < len(state.format.stages) and isinstance(stage_of(state, state.rounds[-1]), Groups):
        return len(qualified_players(state, last + 1)) < 2  # all others stayed away
    return last == len(state.format.stages)


class _Drawing:
    """A draw being made: the state before it, and its random generator."""

    def __init__(self, state: State, number: int, chance: Random) -> None:
        self._state, self._number, self._chance = state, number, chance
        before = [match for drawn in state.rounds for match in matches_of(state, drawn)]
        self._met = Counter(frozenset(pair) for match in before for pair in combinations(match.players, 2))
        self._had_byes = Counter(name for drawn in state.rounds for name in drawn.byes)
        self._players = {player.name: player for player in state.players}
        self._round = len(state.rounds) + 1
        if not state.tables:
            raise Refused("no_table", "No table works; say which is there again.")

    def drawn(self, stage: Stage) -> tuple[tuple[Match, ...], tuple[str, ...]]:
        match stage:
            case Groups():
                return self._groups(stage)
            case Knockout():
                people = qualified_players(self._state, self._number)
                sizes = self._sizes(len(people))
                byes = people[
                    : len(people) - sum(sizes)
                ]  # the strongest are in the next round without a game
                pots = self._pots(people[len(byes) :], len(sizes), all_ranked=bool(self._met))
                tables = [(None, table) for table in self._at_tables(pots, sizes)]
                return self._matches(tables, stage.games), tuple(byes)
            case MatchDay():
                return self._match_day(stage), ()
            case Free():
                return self._matches([(None, ())] * len(self._state.tables), 0), ()
            case Rounds():
                raise AssertionError("draw_next_round refuses these")
            case _ as never:
                assert_never(never)

    # --- the formats

    def _groups(self, stage: Groups) -> tuple[tuple[Match, ...], tuple[str, ...]]:
        if not rounds_of(self._state, self._number):
            people, least = (
                qualified_players(self._state, self._number),
                min(stage.size, self._state.format.least),
            )
            sizes = table_sizes(len(people), least, stage.size)
            if sum(sizes) < len(people):
                raise Refused(
                    "too_few",
                    f"{len(people)} cannot be divided into groups of {least} to {stage.size}; change the format.",
                )
            tables_of = self._at_tables(self._pots(people, len(sizes)), sizes)
            letters = map("".join, product(("", *ascii_uppercase), ascii_uppercase))  # A to Z, then AA
            groups = dict(zip(letters, tables_of, strict=False))
        else:
            groups = {
                group: [name for name in names if name in self._state.present]
                for group, names in groups_of(self._state, self._number).items()
                if count_unmet_pairs(self._state, self._number, group)
            }
        tables: list[tuple[str | None, Sequence[str]]] = []
        byes: list[str] = []
        for group, names in groups.items():
            sizes = self._sizes(len(names))
            by_lot = self._chance.sample(names, len(names))
            out = sorted(by_lot, key=self._had_byes.__getitem__)[: len(names) - sum(sizes)]
            byes += out
            playing = [name for name in names if name not in out]
            tables += [(group, table) for table in self._at_tables([playing], sizes)]
        return self._matches(tables, stage.games), tuple(byes)

    def _match_day(self, stage: MatchDay) -> tuple[Match, ...]:
        teams: dict[str, list[str]] = {}  # people without a team are under the empty name
        for player in self._state.players:
            if player.name in self._state.present:
                teams.setdefault(player.team or "", []).append(player.name)
        short = [team for team, names in teams.items() if len(names) < 2 * stage.each]
        if len(teams) != 2 or "" in teams or short:
            raise Refused(
                "teams",
                f"A match day is played by two teams of at least {2 * stage.each}; write them into the list.",
            )
        if len(self._state.tables) < 2:
            raise Refused("no_table", "A match day needs two tables; say which is there again.")
        home, away = teams.values()
        tables = []
        for first in (0, stage.each):
            sides = zip(home[first : first + stage.each], away[first : first + stage.each], strict=True)
            tables.append((None, tuple(name for pair in sides for name in pair)))
        return self._matches(tables, stage.games, in_order=True)

    # --- the pieces

    def _sizes(self, people: int) -> tuple[int, ...]:
        form = self._state.format
        sizes = table_sizes(people, form.least, form.most, len(self._state.tables))
        knockout = isinstance(form.stages[self._number - 1], Knockout)
        least = 2 if knockout and self._state.rounds else form.rules.players_min
        if not sizes and least <= people <= form.most:
            return (people,)  # the last ones of a knock-out, or a small group
        if not sizes:
            raise Refused(
                "too_few",
                f"{people} are too few for a table of {form.least} to {form.most}; let others come.",
            )
        return sizes

    def _pots(self, people: Sequence[str], tables: int, *, all_ranked: bool = False) -> list[list[str]]:
        """Return pots with one person for each table: by rank or seeding list, with all other people in one pot."""
        if all_ranked:
            return [list(people[place : place + tables]) for place in range(0, len(people), tables)]
        seeds = {name: self._players[name].seed for name in people}
        known = sorted((name for name in people if seeds[name]), key=lambda name: seeds[name] or 0)
        rest = [name for name in people if not seeds[name]]
        full = len(known) // tables * tables if rest else len(known)
        pots = [known[place : place + tables] for place in range(0, full, tables)]
        return [*pots, *([known[full:]] if full < len(known) else []), *([rest] if rest else [])]

    def _at_tables(self, pots: Sequence[Sequence[str]], sizes: Sequence[int]) -> list[list[str]]:
        def cost(one: str, other: str) -> int:
            met = self._met[frozenset((one, other))]
            mine, theirs = self._players[one], self._players[other]
            team = mine.team is not None and mine.team == theirs.team
            club = mine.club is not None and mine.club == theirs.club
            return (MET + 40 * met**2) * bool(met) + TEAM * team + CLUB * club

        return arrange_tables(pots, sizes, cost, self._chance)

    def _matches(
        self, tables: Iterable[tuple[str | None, Sequence[str]]], games: int, *, in_order: bool = False
    ) -> tuple[Match, ...]:
        working = self._state.tables
        return tuple(
            Match(
                id=f"{self._round}-{place + 1}",
                table=working[place % len(working)],
                players=tuple(names if in_order else self._chance.sample(names, len(names))),
                games=games,
                sitting=place // len(working) + 1,
                group=group,
            )
            for place, (group, names) in enumerate(tables)
        )
