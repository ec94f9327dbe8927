"""After every entry each drawn round seats exactly who qualifies by the rounds before it, or the referee is asked who is in and out."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tournament as t
from tests.support.seeds import examples
from tests.tournament.running_tournament import RunningTournament, people, ranked_result, some_result
from tests.tournament.standings.own_qualifiers import OwnQualifiers
from tournament.formats import MatchDay
from tournament.state import matches_of, sitters

TABLES = (t.Reported, t.TakenBack)


def may_happen(tournament: RunningTournament, chance: Random) -> t.Entry:
    """Something that a referee notes or a table says, at whatever match of whatever round."""
    state, own = tournament.state, tournament.next_id()
    match = chance.choice([match for drawn in state.rounds for match in matches_of(state, drawn)])
    names = list(match.players or state.present)[:4]
    game = chance.randint(1, max(1, match.games))
    variant = state.format.variant
    by_order = ranked_result(*chance.sample(names, len(names)), variant=variant)
    result = chance.choice((some_result(names, chance, variant=variant), by_order))
    waits = [pending.report.id for pending in t.waiting(state)]
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
        result = some_result(sitters(state, match), chance, variant=state.format.variant)
        return t.Reported(id=own, table=match.table, match=match.id, game=game, result=result)
    if (due := t.deciders(state)) and chance.random() < 0.8:
        level = due[0].players
        result = ranked_result(*chance.sample(level, len(level)))
        return t.Reported(id=own, table=1, match=due[0].match, game=due[0].game, result=result, level=level)
    return t.next_round(state, seed=chance.randrange(100), id=own)


def expected(state: t.State) -> dict[int, tuple[str, frozenset[str], frozenset[str]]]:
    return {
        wrong.round: (wrong.why, frozenset(wrong.through), frozenset(wrong.out)) for wrong in t.misfits(state)
    }


@settings(max_examples=examples(12))
@given(name=st.sampled_from(t.PRESETS), seed=st.integers(0, 10**6))
def test_each_drawn_round_seats_who_qualifies_or_the_referee_is_asked(name, seed):
    form, chance = t.load_format(name), Random(seed)
    if isinstance(form.stages[0], MatchDay):
        players = [t.Player(name=f"P{number}", team="AB"[number % 2]) for number in range(8)]
    else:
        players = list(people(chance.randint(6, 12)))
    tournament = RunningTournament(form, players, tables=5, seed=seed)
    tournament.draw()
    for _ in range(50):
        before = tournament.state
        try:
            is_odd = before.rounds and chance.random() < 0.25
            entry = may_happen(tournament, chance) if is_odd else next_step(tournament, chance)
            after = t.apply(before, entry)
        except t.Refused:
            continue
        asked = t.questions(before, after)
        if isinstance(entry, TABLES):
            assert asked == (), (entry, "no report moves a seat without a question")
        elif asked and chance.random() < 0.5:
            continue  # no, says the referee
        assert expected(after) == OwnQualifiers(after).misfits(), entry
        assert set(t.misfits(after)) <= {*t.misfits(before), *asked}
        tournament.state = after


def final_drawn() -> tuple[RunningTournament, tuple[str, ...]]:
    """Table 1 ends in the order of its seats, at table 2 one comes, and the final is drawn; return it with the seats of table 1."""
    tournament = RunningTournament("knockout", people(9), tables=2)
    tournament.take(t.WentHome(id="home", player="P09"))
    tournament.draw()
    one, other = tournament.state.rounds[0].matches
    for game in (1, 2, 3):
        tournament.report(one.id, game, ranked_result(*one.players))
    tournament.take(t.WalkedOver(id="w", match=other.id, absent=other.players[1:]))
    tournament.draw()
    return tournament, one.players


def other_order(seats: tuple[str, ...]) -> t.GameResult:
    one, two, three, four = seats
    return ranked_result(three, four, one, two)


@pytest.mark.parametrize(
    ("way", "why"),
    [
        ("corrected", ["seats"]),
        ("corrected by the table", ["seats"]),
        ("taken back", ["open_games"]),
        ("replayed", ["open_games"]),
        ("home undone", ["seats"]),
        ("walk-over undone", ["open_games"]),
    ],
)
def test_whatever_changes_who_is_in_a_drawn_final_is_asked_first(way, why):
    tournament, seats = final_drawn()
    ways: dict[str, list[t.Entry]] = {
        "corrected": [
            t.Corrected(id=f"c{game}", by="Ida", match="1-1", game=game, result=other_order(seats))
            for game in (1, 2)
        ],
        "corrected by the table": [
            t.Ruled(id=f"r{game}", by="Ida", report=f"m{game}", counts=True) for game in (1, 2)
        ],
        "taken back": [t.Ruled(id="r", by="Ida", report="back", counts=True)],
        "replayed": [t.Replayed(id="r", match="1-1", anew="1-1r")],
        "home undone": [t.Undone(id="u", entry="home")],
        "walk-over undone": [t.Undone(id="u", entry="w")],
    }
    for game in (1, 2):
        tournament.report("1-1", game, other_order(seats), called=f"m{game}")
    tournament.take(t.TakenBack(id="back", table=1, match="1-1", game=3))
    assert t.misfits(tournament.state) == ()
    asked = []
    for entry in ways[way]:
        before = tournament.state
        tournament.take(entry)
        asked += [wrong.why for wrong in t.questions(before, tournament.state)]
    assert asked == why
    assert [wrong.round for wrong in t.misfits(tournament.state)] == [1 if way == "home undone" else 2]


def test_a_new_result_after_a_take_back_waits_once_the_next_round_is_drawn_and_who_is_level_plays():
    tournament, seats = final_drawn()
    tournament.take(t.TakenBack(id="back", table=1, match="1-1", game=3))
    tournament.take(t.Ruled(id="r", by="Ida", report="back", counts=True))
    one, two, three, four = seats
    tournament.report("1-1", 3, ranked_result(four, three, one, two), called="again")
    assert [waits.why for waits in t.waiting(tournament.state)] == ["after_the_draw"]
    for game, order in ((2, (one, three, four, two)), (3, (one, four, two, three))):
        result = ranked_result(*order)
        tournament.take(t.Corrected(id=f"c{game}", by="Ida", match="1-1", game=game, result=result))
    (wrong,), (due,) = t.misfits(tournament.state), t.deciders(tournament.state)
    assert (wrong.why, set(wrong.level)) == ("level", {two, three, four})
    assert (due.match, due.game, set(due.players), due.places) == ("1-1", 4, {two, three, four}, 1)


def test_a_kept_tournament_of_an_earlier_version_counts_as_it_did():
    tournament, seats = final_drawn()
    opened, *others = tournament.entries
    assert isinstance(opened, t.Opened)
    late = t.Reported(id="late", table=1, match="1-1", game=4, result=ranked_result(*seats))
    for edition, waits in ((1, 0), (2, 1)):
        state = t.replay([replace(opened, edition=edition), *others, late])
        assert len(t.waiting(state)) == waits
