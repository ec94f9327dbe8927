"""Who belongs into each drawn round, by a count of one's own: from the games that count, and who was there when it was drawn."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import tournament as t
from tests.tournament.standings.own_count import LEAST_TO_PLAY, Account, OwnCount, Scored
from tournament.fold import live_entries
from tournament.formats import Free, Knockout, MatchDay
from tournament.state import matches_of, people_in

Seats = tuple[str, frozenset[str], frozenset[str]]
"""Why a round does not fit, who would be in, who out."""


def own_misfits(state: t.State) -> dict[int, Seats]:
    """Return each round whose seats are not those who qualify."""
    stages, entries = state.format.stages, live_entries(state.entries.values())
    if not state.rounds or isinstance(stages[0], Free | MatchDay):
        return {}
    joined = {entry.player.name for entry in entries if isinstance(entry, t.Came) and entry.match}
    found: dict[int, Seats] = {}
    rounds = [again(state, drawn) for drawn in state.rounds]
    for before, drawn in pairwise((None, *rounds)):
        assert drawn is not None
        then = entries[: next(at for at, entry in enumerate(entries) if entry.id == drawn.id)]
        gone = {entry.player for entry in then if isinstance(entry, t.WentHome)}
        there = people_in(state, drawn)
        if before is None:
            came = {entry.player.name for entry in then if isinstance(entry, t.Came)}
            listed = {player.name for player in state.opened.players} | came
            who: set[str] | str = listed - gone
            there -= joined
        elif drawn.stage > before.stage or isinstance(stages[drawn.stage - 1], Knockout):
            ranked = [each for each in rounds[: drawn.round - 1] if each.stage == before.stage]
            last = ranked[-1:] if isinstance(stages[before.stage - 1], Knockout) else ranked
            who = _through(
                count_again(state, entries, gone), last, getattr(stages[before.stage - 1], "advance", 0)
            )
        else:
            continue
        if isinstance(who, str):
            found[drawn.round] = (who, frozenset(), frozenset())
        elif who != there:
            found[drawn.round] = ("seats", frozenset(who - there), frozenset(there - who))
    return found


def again(state: t.State, drawn: t.Drawn) -> t.Drawn:
    return replace(drawn, matches=matches_of(state, drawn))


def count_again(state: t.State, entries: Sequence[t.Entry], gone: set[str]) -> OwnCount:
    own = OwnCount(state.opened, [entry.player for entry in entries if isinstance(entry, t.Came)])
    own.gone = gone
    for entry in entries:
        if isinstance(entry, t.WalkedOver):
            name = entry.match
            while name in state.anew:
                name = state.anew[name]
            own.absent.setdefault(name, set()).update(entry.absent)
    for match in state.matches:
        own.games[match] = {number: game.result for number, game in t.counted_games(state, match).items()}
    return own


def _through(own: OwnCount, rounds: Sequence[t.Drawn], advance: int) -> set[str] | str:
    """Return who qualifies by these rounds, or why nobody can say."""
    tables: dict[str, dict[str, None]] = {}
    matches = [match for drawn in rounds for match in drawn.matches]
    for match in matches:
        away = (own.absent.get(match.id, set()) | own.gone) & set(match.players)
        is_decided = len(match.players) - len(away) < min(LEAST_TO_PLAY, len(match.players))
        if not is_decided and set(range(1, match.games + 1)) - own.games[match.id].keys():
            return "open_games"
        tables.setdefault(match.group or match.id, {}).update(dict.fromkeys(match.players))
    through = set() if matches[0].group else {*rounds[-1].byes} - own.gone
    for name in rounds[0].byes if matches[0].group else ():  # in the smallest group
        if not any(name in names for names in tables.values()):
            tables[min(tables, key=lambda group: (len(tables[group]), group))][name] = None
    games = [game for match in matches for game in own.of_match(match)]
    criteria = ["played", "points", "came", *own.rule.ties, "decider"]
    is_level = False
    for names in tables.values():
        accounts, free = own.accounts(list(names), rounds), advance
        for place in _places(list(names), accounts, games, criteria, own):
            there = [name for name in place if name not in own.gone]
            there = [name for name in there if accounts[name].played or not accounts[name].absent]
            is_level = is_level or 0 < free < len(there)
            through |= set(there[: max(free, 0)])
            free -= len(there)
    return "level" if is_level else through


def _places(
    names: list[str], accounts: dict[str, Account], games: list[Scored], criteria: list[str], own: OwnCount
) -> Iterator[list[str]]:
    if len(names) < 2 or not criteria:
        yield names
        return
    values = {name: _value(name, names, accounts[name], games, criteria[0], own) for name in names}
    for value in sorted(set(values.values()), reverse=True):
        equal = [name for name in names if values[name] == value]
        yield from _places(equal, accounts, games, criteria[1:], own)


def _value(
    name: str, level: list[str], account: Account, games: list[Scored], criterion: str, own: OwnCount
) -> object:
    if criterion == "direct":
        met = [game for game in games if not game.decider and len({*level, name} & game.points.keys()) > 1]
        points = sum((game.points.get(name, Fraction(0)) for game in met), Fraction(0))
        return -points if own.rule.fewer else points
    if criterion == "decider":
        held = [game.result for game in games if game.decider and len({*level} & game.points.keys()) > 1]
        places = [{place.player: place.place for place in result.places} for result in held if result]
        return -sum(ranks.get(name, len(ranks) + 1) for ranks in places)
    return account.value(criterion, own.rule)
