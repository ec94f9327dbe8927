"""Qualification: everybody present plays in the first stage, and the qualifiers play in later ones."""

from itertools import combinations

from tournament.errors import Refused
from tournament.formats import Groups, Knockout
from tournament.ranking.standings import groups_of, rank_people, rounds_of, split_at_cut
from tournament.state import State, matches_of, open_games, people_in


def qualified_players(state: State, stage: int) -> tuple[str, ...]:
    """Return the players of a stage's next round, strongest first if they are ranked.

    Raise Refused while that is undecided, because of unfinished games or people level at the cut.
    """
    here, own = rounds_of(state, stage), state.format.stages[stage - 1]
    if here and isinstance(own, Knockout):
        rounds, advance, byes = here[-1:], own.advance, here[-1].byes
        tables = {f"table {match.table} ({match.id})": match.players for match in matches_of(state, here[-1])}
    elif here or stage == 1:
        there = people_in(state, here[0]) if stage > 1 else state.present
        return tuple(name for name in state.present if name in there)
    else:
        before = state.format.stages[stage - 2]
        assert isinstance(before, Groups)
        rounds, advance, byes = rounds_of(state, stage - 1), before.advance, ()
        tables = {f"group {group}": names for group, names in groups_of(state, stage - 1).items()}
    left = [
        f"table {match.table} ({match.id}): game {', '.join(map(str, games))}"
        for drawn in rounds
        for match in matches_of(state, drawn)
        if (games := open_games(state, match))
    ]
    if left:
        more = f" and {len(left) - 4} more" if len(left) > 4 else ""
        raise Refused("open_games", f"Not all is played yet: {'; '.join(left[:4])}{more}.")
    through = []
    for where, names in tables.items():
        first, level = split_at_cut(state, rank_people(state, names, rounds), advance)
        if level:
            named = " and ".join(row.name for row in level)
            raise Refused("level", f"{named} are level in {where}; let them play one more game.")
        through.append([row.name for row in first])
    found = [name for name in byes if name in state.present]
    for rank in range(max(map(len, through), default=0)):  # all firsts, then all seconds and so on
        equal = [names[rank] for names in through if rank < len(names)]
        found += [row.name for row in rank_people(state, equal, rounds)]
    return tuple(found)


def count_unmet_pairs(state: State, stage: int, group: str) -> int:
    """Return how many pairs of present people in a group have not met yet; 0 if too few are present to play."""
    names = [name for name in groups_of(state, stage).get(group, ()) if name in state.present]
    met = {
        frozenset(pair)
        for drawn in rounds_of(state, stage)
        for match in matches_of(state, drawn)
        for pair in combinations(match.players, 2)
    }
    if len(names) < state.format.rules.players_min:
        return 0
    return sum(frozenset(pair) not in met for pair in combinations(names, 2))
