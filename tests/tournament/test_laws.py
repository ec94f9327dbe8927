import contextlib
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

import tournament as t
from tests.tournament.running_tournament import RunningTournament, may_happen, next_step
from tests.tournament.standings.own_standings import list_of
from tournament.ranking.scoring import games_of, place_points
from tournament.state import matches_of

SEEDS = st.integers(0, 10**6)
FORMS = st.sampled_from(["groups", "groups-knockout", "knockout"])


def some_tournament(form, seed):
    """A tournament in which whatever may happen does; but nothing is undone, and nobody sits down at a drawn match."""
    chance = Random(seed)
    form = t.load_format(form) if isinstance(form, str) else form
    tournament = RunningTournament(form, list_of(form, chance), tables=5, seed=seed)
    tournament.draw()
    for _ in range(40):
        with contextlib.suppress(t.Refused):
            step = may_happen if chance.random() < 0.4 else next_step
            entry = step(tournament, chance)
            if not isinstance(entry, t.Undone | t.Came | t.Ended):
                tournament.take(entry)
    return tournament


def rests_on(entry, before):
    """Whether an entry may not come before another: of one match, or decided by people one after the other."""
    said = (t.Reported, t.TakenBack)
    if isinstance(entry, said) and isinstance(before, said):
        return entry.match == before.match
    if isinstance(entry, said):
        return isinstance(before, t.Drawn | t.Ruled) or (
            isinstance(before, t.Corrected) and before.match == entry.match
        )
    if isinstance(before, said):
        same = getattr(entry, "match", None) == before.match
        return isinstance(entry, t.Ruled | t.Ended | t.Drawn) or (isinstance(entry, t.Corrected) and same)
    return True


def mixed(entries, chance):
    """The entries in another order, in which each table's own and each person's own is kept."""
    found = list(entries)
    for _ in range(3 * len(found)):
        place = chance.randrange(1, len(found) - 1)
        if not rests_on(found[place + 1], found[place]):
            found[place], found[place + 1] = found[place + 1], found[place]
    return found


@settings(max_examples=20)
@given(form=FORMS, seed=SEEDS)
def test_whichever_table_reports_first_and_whatever_is_sent_twice_or_late_the_state_is_the_same(form, seed):
    tournament, chance = some_tournament(form, seed), Random(seed)
    late = mixed(tournament.entries, chance)
    doubled = [entry for entry in late for _ in range(chance.choice((1, 2, 3)))]
    doubled += [entry for entry in late if chance.random() < 0.5]
    again = t.replay(doubled)
    assert again == tournament.state
    assert t.standings(again) == t.standings(tournament.state)
    assert t.waiting_reports(again) == t.waiting_reports(tournament.state)


@settings(max_examples=15)
@given(form=FORMS, seed=SEEDS, places=st.lists(st.integers(0, 9), min_size=4, max_size=4))
def test_the_points_for_places_add_up_for_those_who_came_whoever_shares_or_stays_away(form, seed, places):
    own = t.read_format(
        f'base = "{form}"\nscoring = {{places = {places}, lost_half = 0, lost_game = 0, three_ones = [0, 0, 0]}}'
    )
    tournament = some_tournament(own, seed)
    for drawn in tournament.state.rounds:
        sizes = {match.id: len(match.players) for match in matches_of(tournament.state, drawn)}
        for game in games_of(tournament.state, drawn):
            strangers = (
                0
                if game.result is None
                else len(set(game.result.players) - set(tournament.state.matches[game.match].players))
            )
            if not game.decider and not strangers:
                came = [points for name, points in game.points.items() if name not in game.absent]
                whole = place_points(own.scoring, len(game.points))
                won = game.result is None
                assert sum(came) == (len(came) * whole[0] if won else sum(whole[: len(came)]))
                assert len(game.points) == sizes[game.match]
