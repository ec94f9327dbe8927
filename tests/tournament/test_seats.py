"""After every entry each drawn round seats exactly who qualifies by the rounds before it, or the referee is asked who is in and out."""

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

import tournament as t
from tests.support.seeds import examples
from tests.tournament.running_tournament import (
    RunningTournament,
    may_happen,
    next_step,
    people,
    ranked_result,
)
from tests.tournament.standings.own_qualifiers import own_misfits
from tests.tournament.standings.own_standings import check_standings, list_of


@settings(max_examples=examples(25))
@given(name=st.sampled_from(t.PRESETS), seed=st.integers(0, 10**6))
def test_each_drawn_round_seats_who_qualifies_or_the_referee_is_asked(name, seed):
    form, chance = t.load_format(name), Random(seed)
    tournament = RunningTournament(form, list_of(form, chance), tables=5, seed=seed)
    tournament.draw()
    for _ in range(50):
        before = tournament.state
        try:
            is_odd = before.rounds and chance.random() < 0.25
            entry = may_happen(tournament, chance) if is_odd else next_step(tournament, chance)
            after = t.apply(before, entry)
        except t.Refused:
            continue
        asked = t.referee_questions(before, after)
        if isinstance(entry, t.Reported | t.TakenBack):
            assert asked == (), (entry, "no report moves a seat without a question")
        elif asked and chance.random() < 0.5:
            continue  # no, says the referee
        found = {wrong.round: (wrong.why, {*wrong.through}, {*wrong.out}) for wrong in t.find_misfits(after)}
        assert found == own_misfits(after), entry
        assert set(t.find_misfits(after)) <= {*t.find_misfits(before), *asked}
        tournament.state = after
    check_standings(tournament.state)


def final_drawn():
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


def test_whatever_changes_who_is_in_a_drawn_final_is_asked_first():
    one, two, three, four = final_drawn()[1]
    other = ranked_result(three, four, one, two)
    ways: list[tuple[t.Entry, str, int]] = [
        (t.Corrected(id="x", by="Ida", match="1-1", game=1, result=other), "seats", 2),
        (t.Ruled(id="x", by="Ida", report="other", counts=True), "seats", 2),
        (t.Ruled(id="x", by="Ida", report="back", counts=True), "open_games", 2),
        (t.Replayed(id="x", match="1-1", anew="1-1r"), "open_games", 2),
        (t.Undone(id="x", entry="w"), "open_games", 2),
        (t.Undone(id="x", entry="home"), "seats", 1),
    ]
    for entry, why, number in ways:
        tournament, _ = final_drawn()
        tournament.report("1-1", 1, other, called="other")
        tournament.take(t.TakenBack(id="back", table=1, match="1-1", game=3))
        before = tournament.state
        assert t.find_misfits(before) == ()
        tournament.take(entry)
        (asked,) = t.referee_questions(before, tournament.state)
        assert (asked.why, asked.round) == (why, number), entry


def test_a_new_result_after_a_take_back_waits_once_the_next_round_is_drawn_and_who_is_level_plays():
    tournament, seats = final_drawn()
    tournament.take(t.TakenBack(id="back", table=1, match="1-1", game=3))
    tournament.take(t.Ruled(id="r", by="Ida", report="back", counts=True))
    one, two, three, four = seats
    tournament.report("1-1", 3, ranked_result(four, three, one, two), called="again")
    assert [waits.why for waits in t.waiting_reports(tournament.state)] == ["after_the_draw"]
    for game, order in ((2, (one, three, four, two)), (3, (one, four, two, three))):
        result = ranked_result(*order)
        tournament.take(t.Corrected(id=f"c{game}", by="Ida", match="1-1", game=game, result=result))
    (wrong,), (due,) = t.find_misfits(tournament.state), t.deciders(tournament.state)
    assert (wrong.why, set(wrong.level)) == ("level", {two, three, four})
    assert (due.match, due.game, set(due.players), due.places) == ("1-1", 4, {two, three, four}, 1)


def test_a_kept_tournament_of_an_earlier_version_counts_as_it_did():
    tournament, seats = final_drawn()
    opened, *others = tournament.entries
    assert isinstance(opened, t.Opened)
    late = t.Reported(id="late", table=1, match="1-1", game=4, result=ranked_result(*seats))
    for edition, waits in ((1, 0), (2, 1)):
        state = t.replay([replace(opened, edition=edition), *others, late])
        assert len(t.waiting_reports(state)) == waits
