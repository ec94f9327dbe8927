from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tournament as t
from tests.support.seeds import examples
from tests.tournament.running_tournament import read_again
from tests.tournament.test_laws import some_tournament
from tournament.report.report_lines import PlayerPoints, TotalLine, check_totals, report_of


def played(form, seed):
    tournament = some_tournament(form, seed)
    for waits in t.waiting_reports(tournament.state):
        tournament.take(t.Ruled(id=tournament.next_id(), by="Ida", report=waits.report.id, counts=False))
    return tournament


@settings(max_examples=examples(20), deadline=None)
@given(form=st.sampled_from(t.PRESETS), seed=st.integers(0, 10**6), data=st.data())
def test_what_a_tournament_says_adds_up_and_any_other_total_is_found(form, seed, data):
    tournament = played(form, seed)
    lines = report_of(tournament.state, data.draw(st.integers(1, len(tournament.state.rounds))))
    assert read_again(lines) == lines
    totals = [place for place, line in enumerate(lines) if isinstance(line, TotalLine)]
    if not totals:
        return
    place = data.draw(st.sampled_from(totals))
    forged = [*lines]
    forged[place] = replace(lines[place], points="77/3")
    with pytest.raises(t.BadEntry, match="other points"):
        check_totals(forged)


@pytest.mark.parametrize("points", ["1/0", "", "many"])
def test_points_that_are_no_number_are_found(points):
    tournament = played("knockout", 3)
    lines = [*report_of(tournament.state, 1)]
    game = next(place for place, line in enumerate(lines) if getattr(line, "points", None) and place)
    lines[game] = replace(lines[game], points=(PlayerPoints(name="P1", points=points),))
    with pytest.raises(t.BadEntry):
        check_totals(lines)
