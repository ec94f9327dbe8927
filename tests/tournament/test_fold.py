"""A tournament is the fold of its entries: accepted, refused, pending and cancelled ones."""

from dataclasses import replace

import pytest

import tournament as t
from tests.tournament.running_tournament import FREE, ROUNDS, RunningTournament, people, ranked_result

FOUR = ("P01", "P02", "P03", "P04")


def small(form: str | t.Format = "knockout", count: int = 4, tables: int = 3) -> RunningTournament:
    tournament = RunningTournament(form, people(count), tables=tables)
    tournament.draw()
    return tournament


def points(state: t.State) -> dict[str, object]:
    return {row.name: row.points for row in t.standings(state)}


def test_the_first_entry_opens_the_tournament():
    with pytest.raises(t.Refused, match="first entry opens"):
        t.replay([])
    with pytest.raises(t.Refused, match="first entry opens"):
        t.apply(None, t.Ended(id="e1"))


def test_another_entry_under_a_used_id_is_refused():
    tournament = small()
    said = tournament.report("1-1", 1, ranked_result(*FOUR))
    with pytest.raises(t.Refused) as refused:
        tournament.take(replace(said, game=2))
    assert refused.value.code == "id_used"


def test_a_correction_waits_shows_what_it_changes_and_counts_after_the_yes():
    tournament = small()
    tournament.report("1-1", 1, ranked_result(*FOUR))
    before = points(tournament.state)
    said = tournament.report("1-1", 1, ranked_result("P02", "P01", "P03", "P04"), called="mended")
    assert points(tournament.state) == before
    (waits,) = t.waiting(tournament.state)
    assert (waits.report.id, waits.why) == ("mended", "corrected")
    shown = t.effect(tournament.state, said.id)
    assert {change.name for change in shown.changes} == {"P01", "P02"}
    tournament.take(t.Ruled(id="yes", by="Ida", report="mended", counts=True))
    for change in shown.changes:
        row = next(row for row in t.standings(tournament.state) if row.name == change.name)
        assert (row.place, row.points) == (change.after.place, change.after.points)
    assert t.waiting(tournament.state) == ()


def test_a_no_leaves_everything_as_it_was():
    tournament = small()
    tournament.report("1-1", 1, ranked_result(*FOUR))
    before = t.standings(tournament.state)
    tournament.report("1-1", 1, ranked_result("P02", "P01", "P03", "P04"), called="mended")
    tournament.take(t.Ruled(id="no", by="Ida", report="mended", counts=False))
    assert t.standings(tournament.state) == before
    assert t.waiting(tournament.state) == ()


def test_a_game_that_goes_on_at_the_table_waits_and_is_nothing_once_it_ends_the_same():
    tournament = small()
    tournament.report("1-1", 1, ranked_result(*FOUR))
    tournament.take(t.TakenBack(id="back", table=1, match="1-1", game=1))
    assert [waits.why for waits in t.waiting(tournament.state)] == ["taken_back"]
    tournament.report("1-1", 1, ranked_result(*FOUR), called="again")
    assert t.waiting(tournament.state) == ()


def test_a_game_that_was_taken_back_with_a_yes_is_open_again():
    tournament = small()
    tournament.report("1-1", 1, ranked_result(*FOUR))
    tournament.take(t.TakenBack(id="back", table=1, match="1-1", game=1))
    tournament.take(t.Ruled(id="yes", by="Ida", report="back", counts=True))
    assert t.open_games(tournament.state, tournament.state.matches["1-1"]) == (1, 2, 3)


def test_the_referees_own_correction_counts_at_once_and_settles_what_waits():
    tournament = small()
    tournament.report("1-1", 1, ranked_result(*FOUR))
    tournament.report("1-1", 1, ranked_result("P02", "P01", "P03", "P04"), called="mended")
    tournament.take(t.Corrected(id="c", by="Ida", match="1-1", game=1, result=ranked_result(*reversed(FOUR))))
    assert t.waiting(tournament.state) == ()
    assert t.standings(tournament.state)[0].name == "P04"


def test_a_correction_of_a_match_whose_next_round_is_drawn_says_who_would_be_in_and_out():
    tournament = small(count=8, tables=2)
    for match in ("1-1", "1-2"):
        order = tournament.state.matches[match].players
        for game in (1, 2, 3):
            tournament.report(match, game, ranked_result(*order))
    tournament.draw()
    first, second, third, fourth = tournament.state.matches["1-1"].players
    for game in (1, 2, 3):
        tournament.report("1-1", game, ranked_result(third, first, second, fourth), called=f"mended{game}")
        shown = t.effect(tournament.state, f"mended{game}")
        assert ((third,), (second,)) == (shown.through, shown.out) if game > 1 else not shown.through
        tournament.take(t.Ruled(id=f"yes{game}", by="Ida", report=f"mended{game}", counts=True))


@pytest.mark.parametrize(
    ("result", "game", "why"),
    [
        (ranked_result(*FOUR, variant="tschigg"), 1, "other_game"),
        (replace(ranked_result(*FOUR), stopped=True), 1, "stopped"),
        (ranked_result("P01", "P02", "P03"), 1, "other_players"),
        (ranked_result("P01", "P02", "P03", "Zoe"), 1, "other_players"),
    ],
)
def test_what_does_not_fit_is_kept_and_waits(result, game, why):
    tournament = small()
    before = t.standings(tournament.state)
    tournament.report("1-1", game, result)
    assert [waits.why for waits in t.waiting(tournament.state)] == [why]
    assert t.standings(tournament.state) == before


def test_a_report_of_a_match_that_nobody_knows_is_kept_and_cannot_be_let_count():
    tournament = small()
    tournament.report("9-9", 1, ranked_result(*FOUR), called="lost")
    assert [waits.why for waits in t.waiting(tournament.state)] == ["unknown_match"]
    with pytest.raises(t.Refused, match="no match '9-9'"):
        tournament.take(t.Ruled(id="yes", by="Ida", report="lost", counts=True))
    tournament.take(t.Ruled(id="no", by="Ida", report="lost", counts=False))
    assert t.waiting(tournament.state) == ()


def test_a_game_too_many_waits_where_nothing_is_to_be_decided():
    tournament = RunningTournament(ROUNDS, people(4), tables=1)
    tournament.draw()
    tournament.play_round()
    tournament.report("1-1", 2, ranked_result(*FOUR))
    assert [waits.why for waits in t.waiting(tournament.state)] == ["extra_game"]


def test_a_report_after_the_end_waits():
    tournament = small(FREE, count=5)
    tournament.report("1-1", 1, ranked_result("P01", "P02", "P03"))
    tournament.take(t.Ended(id="end"))
    before = t.standings(tournament.state)
    tournament.report("1-1", 2, ranked_result("P03", "P02", "P01"), called="late")
    assert [waits.why for waits in t.waiting(tournament.state)] == ["after_the_end"]
    assert t.standings(tournament.state) == before
    tournament.take(t.Ruled(id="yes", by="Ida", report="late", counts=True))
    assert t.standings(tournament.state) != before


# --- people and tables


def test_a_late_comer_sits_down_in_a_group_with_room_and_not_in_a_full_one():
    tournament = small("groups-knockout", count=7, tables=2)
    full, room = sorted(tournament.state.rounds[0].matches, key=lambda match: -len(match.players))
    late = t.Player(name="Late")
    with pytest.raises(t.Refused, match="name the match"):
        tournament.take(t.Came(id="late", player=late))
    with pytest.raises(t.Refused, match="a table seats 4"):
        tournament.take(t.Came(id="late", player=late, match=full.id))
    tournament.take(t.Came(id="late", player=late, match=room.id))
    assert tournament.state.matches[room.id].players[-1] == "Late"
    assert "Late" in t.groups_of(tournament.state, 1)[room.group]


def test_nobody_comes_into_a_knock_out():
    tournament = small()
    with pytest.raises(t.Refused, match="too late"):
        tournament.take(t.Came(id="late", player=t.Player(name="Late")))


def test_who_goes_home_keeps_what_he_has_and_is_in_no_further_draw():
    tournament = RunningTournament(ROUNDS, people(8), tables=2)
    tournament.draw()
    tournament.play_round()
    tournament.take(t.WentHome(id="home", player="P03"))
    assert "P03" not in {name for match in tournament.draw().matches for name in match.players}
    assert next(row for row in t.standings(tournament.state, stage=1) if row.name == "P03").tally.games == 1


def test_who_goes_home_in_the_middle_has_not_come_to_the_rest():
    tournament = small()
    tournament.report("1-1", 1, ranked_result(*FOUR))
    tournament.take(t.WentHome(id="home", player="P01"))
    tournament.report("1-1", 2, ranked_result("P02", "P03", "P04"))
    assert t.waiting(tournament.state) == ()
    assert points(tournament.state)["P01"] == 3 - 2
    assert points(tournament.state)["P02"] == 2 + 3


def test_a_walk_over_leaves_the_others_playing_or_having_won():
    tournament = small()
    tournament.take(t.WalkedOver(id="w1", match="1-1", absent=("P04",)))
    tournament.report("1-1", 1, ranked_result("P01", "P02", "P03"))
    assert t.waiting(tournament.state) == ()
    tournament.take(t.WalkedOver(id="w2", match="1-1", absent=("P03",)))
    assert t.open_games(tournament.state, tournament.state.matches["1-1"]) == ()
    assert points(tournament.state) == {"P01": 3 * 3, "P02": 2 + 3 + 3, "P03": 1 - 2 - 2, "P04": -2 * 3}
    assert t.is_over(tournament.state)


def test_a_substitute_plays_for_the_one_whose_place_he_takes_whoever_is_first_to_say_so():
    tournament = small()
    tournament.report("1-1", 1, ranked_result("P01", "Sub", "P03", "P04"))
    assert [waits.why for waits in t.waiting(tournament.state)] == ["other_players"]
    tournament.take(t.Substituted(id="sub", player="P02", by="Sub"))
    assert t.waiting(tournament.state) == ()
    assert points(tournament.state)["P02"] == 2
    with pytest.raises(t.Refused, match="plays for P02"):
        tournament.take(t.Substituted(id="sub2", player="P03", by="Sub"))


def test_a_match_moves_to_another_table_with_the_games_it_has():
    tournament = small("groups-knockout", count=8, tables=3)
    tournament.play("1-1")
    tournament.take(t.TableFailed(id="broken", table=2))
    with pytest.raises(t.Refused, match="has a match"):
        tournament.take(t.Moved(id="m", match="1-2", table=1))
    with pytest.raises(t.Refused, match="out of order"):
        tournament.take(t.Moved(id="m", match="1-2", table=2))
    tournament.take(t.Moved(id="m", match="1-2", table=3))
    tournament.play("1-2")
    assert tournament.state.matches["1-2"].table == 3
    tournament.take(t.TableFailed(id="mended", table=2, back=True))
    assert tournament.state.tables == (1, 2, 3)


def test_a_match_that_is_played_again_begins_with_nothing_whenever_the_old_table_reports():
    early, late = small(), small()
    said = [early.report("1-1", game, ranked_result(*FOUR)) for game in (1, 2)]
    again = t.Replayed(id="again", match="1-1", anew="1-1b")
    early.take(again)
    late.take(again)
    for entry in said:
        late.take(entry)
    assert early.state == late.state
    assert t.waiting(early.state) == ()
    assert set(points(early.state).values()) == {0}
    early.play("1-1b")
    assert t.is_over(early.state)
    with pytest.raises(t.Refused, match="played again as 1-1b"):
        early.take(t.Replayed(id="more", match="1-1", anew="1-1c"))


def test_while_it_is_paused_nothing_is_drawn_and_what_is_reported_counts():
    tournament = small(ROUNDS, count=6)
    tournament.take(t.Paused(id="pause", on=True))
    with pytest.raises(t.Refused, match="paused"):
        tournament.draw()
    tournament.play_round()
    tournament.take(t.Paused(id="on", on=False))
    tournament.draw()
    assert t.standings(tournament.state, stage=1)[0].tally.games == 1


def test_it_does_not_end_while_games_are_open_or_reports_wait():
    tournament = small()
    with pytest.raises(t.Refused, match="Not all is played"):
        tournament.take(t.Ended(id="end"))
    tournament.play_round()
    tournament.report("1-1", 1, ranked_result(*FOUR), called="mended")
    with pytest.raises(t.Refused, match="wait for the referee"):
        tournament.take(t.Ended(id="end"))


# --- taking back


def test_the_last_draw_is_taken_back_and_drawn_again():
    tournament = small(ROUNDS, count=8)
    before = tournament.entries[:-1]
    tournament.take(t.Undone(id="undo", entry=tournament.entries[-1].id))
    assert tournament.state == t.replay(before)
    tournament.seed = 5
    assert tournament.draw().round == 1


def test_what_later_entries_rest_on_is_not_taken_back():
    tournament = small(ROUNDS, count=8)
    first = tournament.entries[-1].id
    tournament.draw()
    with pytest.raises(t.Refused, match="rest on it"):
        tournament.take(t.Undone(id="undo", entry=first))
    tournament.play_round()
    with pytest.raises(t.Refused, match="has results"):
        tournament.take(t.Undone(id="undo", entry=tournament.state.rounds[-1].id))
    said = tournament.entries[-1]
    with pytest.raises(t.Refused, match="correct its game"):
        tournament.take(t.Undone(id="undo", entry=said.id))


def test_a_yes_is_taken_back_and_that_too():
    tournament = small()
    tournament.report("1-1", 1, ranked_result(*FOUR))
    tournament.report("1-1", 1, ranked_result(*reversed(FOUR)), called="mended")
    tournament.take(t.Ruled(id="yes", by="Ida", report="mended", counts=True))
    counted = points(tournament.state)
    tournament.take(t.Undone(id="u1", entry="yes"))
    assert len(t.waiting(tournament.state)) == 1
    with pytest.raises(t.Refused, match="taken back already"):
        tournament.take(t.Undone(id="u2", entry="yes"))
    tournament.take(t.Undone(id="u2", entry="u1"))
    assert points(tournament.state) == counted
