"""A tournament for tests: entries with ids that count up, and tables whose games end by chance."""

import json
from collections.abc import Sequence
from random import Random

import tournament as t
from scorer.json_forms.codec import from_json, to_json
from tournament.report.report_lines import Line, check_totals
from tournament.state import EDITION, matches_of, people_at

ROUNDS = t.read_format(
    'base = "groups"\nmost = 5\nties = ["lost_halves", "direct", "three_ones", "early_ones", "lot"]\n'
    'stages = [{kind = "groups", size = 40}]\nscoring = {better = "fewer", places = [], lost_half = 1}\n'
    "house = {final = false}\n"
)
"""One large group of Schocken: rounds at newly drawn tables, until everybody has met everybody."""
FREE = t.read_format(
    'base = "tschigg-evening"\nvariant = "schocken"\nleast = 3\n'
    'ties = ["lost_games", "lost_halves", "three_ones", "games"]\nscoring = {lost_half = 1}\n'
)
"""Schocken with open seats."""


def people(count: int, **more: str) -> tuple[t.Player, ...]:
    return tuple(t.Player(name=f"P{number:02}", **more) for number in range(1, count + 1))


def some_result(players: Sequence[str], chance: Random, *, variant: str = "schocken") -> t.GameResult:
    """A game of Schocken as it may end: two halves, the final or a march through, and a Schock out now and then."""
    first, second = chance.choice(players), chance.choice(players)
    loser = first if first == second else chance.choice((first, second))
    final = () if first == second else (t.PartLost(part="final", loser=loser),)
    lost = [name for name in (first, second) if name != loser]
    good = len(players) - 1 - len(lost)
    places = {name: 1 for name in players if name not in {first, second}}
    places |= dict.fromkeys(lost, good + 1) | {loser: len(players)}
    ones = tuple(
        t.ThreeOnes(player=chance.choice(players), throw=chance.randint(1, 3))
        for _ in range(chance.choice((0, 0, 0, 1, 2)))
    )
    return t.GameResult(
        variant=variant,
        players=tuple(players),
        places=tuple(t.Place(player=name, place=places[name]) for name in players),
        parts=(t.PartLost(part="half1", loser=first), t.PartLost(part="half2", loser=second), *final),
        ones=ones,
        loser=loser,
    )


def ranked_result(*order: str, variant: str = "schocken") -> t.GameResult:
    return t.GameResult(
        variant=variant,
        players=tuple(order),
        places=tuple(t.Place(player=name, place=place) for place, name in enumerate(order, start=1)),
        loser=order[-1],
    )


def read_again(lines: Sequence[Line]) -> tuple[Line, ...]:
    """A report as whoever is sent it as JSON reads it, its totals checked."""
    read = tuple(from_json(Line, json.loads(json.dumps(to_json(line)))) for line in lines)
    check_totals(read)
    return read


class RunningTournament:
    """A tournament under way: each method is an entry, or several."""

    def __init__(self, form: t.Format | str, players: Sequence[t.Player], *, tables: int = 20, seed: int = 1):
        self.seed, self.chance = seed, Random(seed)
        form = t.load_format(form) if isinstance(form, str) else form
        self.state = t.apply(
            None,
            t.Opened(
                id="e1", title="Pokal", format=form, tables=tables, players=tuple(players), edition=EDITION
            ),
        )

    @property
    def entries(self) -> list[t.Entry]:
        return list(self.state.entries.values())

    def next_id(self) -> str:
        return f"e{len(self.state.entries) + 1}"

    def take(self, entry: t.Entry):
        self.state = t.apply(self.state, entry)

    def draw(self) -> t.Drawn:
        drawn = t.draw_next_round(self.state, seed=self.seed, id=self.next_id())
        self.take(drawn)
        return drawn

    def report(self, match: str, game: int, result: t.GameResult, *, called: str | None = None) -> t.Reported:
        table = self.state.matches[match].table if match in self.state.matches else 1
        entry = t.Reported(
            id=called or f"{match}/{game}/{self.next_id()}",
            table=table,
            match=match,
            game=game,
            result=result,
        )
        self.take(entry)
        return entry

    def play(self, match: str):
        there = self.state.matches[match]
        for game in t.open_games(self.state, there):
            sitting = people_at(self.state, there)
            self.report(match, game, some_result(sitting, self.chance, variant=self.state.format.variant))

    def play_round(self):
        for match in matches_of(self.state, self.state.rounds[-1]):
            self.play(match.id)

    def play_on(self):
        """Draw and play until nothing is left; level people play a decider."""
        while not t.is_over(self.state):
            if not self.decide():
                self.draw()
                self.play_round()

    def decide(self) -> bool:
        """Play the deciders that are due now; False where none is."""
        due = t.deciders(self.state)
        for decider in due:
            order = list(decider.players)
            self.chance.shuffle(order)
            result = ranked_result(*order, variant=self.state.format.variant)
            self.report(decider.match, decider.game, result)
        return bool(due)


def may_happen(tournament: RunningTournament, chance: Random) -> t.Entry:
    """Something that a referee notes or a table says, at whatever match of whatever round."""
    state, own = tournament.state, tournament.next_id()
    match = chance.choice([match for drawn in state.rounds for match in matches_of(state, drawn)])
    names = list(match.players or state.present)[:4]
    game = chance.randint(1, max(1, match.games))
    variant = state.format.variant
    by_order = ranked_result(*chance.sample(names, len(names)), variant=variant)
    result = chance.choice((some_result(names, chance, variant=variant), by_order))
    waits = [pending.report.id for pending in t.waiting_reports(state)]
    return chance.choice(
        (
            t.Corrected(id=own, by="Ida", match=match.id, game=game, result=result),
            t.Corrected(id=own, by="Ida", match=match.id, game=game, result=result),
            t.Reported(id=own, table=match.table, match=match.id, game=game, result=result),
            t.TakenBack(id=own, table=match.table, match=match.id, game=game),
            *(t.Ruled(id=own, by="Ida", report=report, counts=chance.random() < 0.8) for report in waits),
            t.Replayed(id=own, match=match.id, anew=f"{match.id}r"),
            t.WalkedOver(id=own, match=match.id, absent=(chance.choice(names),)),
            t.WentHome(id=own, player=chance.choice(state.names)),
            t.Came(id=own, player=t.Player(name=f"Late {own}"), match=match.id),
            t.Substituted(id=own, player=chance.choice(names), by=f"Sub {own}"),
            *(t.Undone(id=own, entry=entry.id) for entry in chance.sample(tournament.entries, 2)),
            t.Ended(id=own),
        )
    )


def next_step(tournament: RunningTournament, chance: Random) -> t.Entry:
    """Go on: an open game of the round, a decider, or the next draw. Raise Refused if there is none."""
    state, own = tournament.state, tournament.next_id()
    still = [
        (match, game)
        for drawn in state.rounds[-1:]
        for match in matches_of(state, drawn)
        for game in t.open_games(state, match)
    ]
    if still:
        match, game = chance.choice(still)
        result = some_result(people_at(state, match), chance, variant=state.format.variant)
        return t.Reported(id=own, table=match.table, match=match.id, game=game, result=result)
    if (due := t.deciders(state)) and chance.random() < 0.8:
        level = due[0].players
        result = ranked_result(*chance.sample(level, len(level)))
        return t.Reported(id=own, table=1, match=due[0].match, game=due[0].game, result=result, level=level)
    return t.draw_next_round(state, seed=chance.randrange(100), id=own)
