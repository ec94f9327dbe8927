"""A tournament is the fold of its entries: what is taken, what is refused, what waits, what is taken back."""

from dataclasses import replace

import pytest

import tournament as t
from tests.tournament.cup import Cup, people, ranked_result

FOUR = ("P01", "P02", "P03", "P04")


def small(form: str = "knockout", count: int = 4, tables: int = 3) -> Cup:
    cup = Cup(form, people(count), tables=tables)
    cup.draw()
    return cup


def points(state: t.State) -> dict[str, object]:
    return {row.name: row.points for row in t.standings(state)}


def test_the_first_entry_opens_the_tournament():
    with pytest.raises(t.Refused, match="first entry opens"):
        t.replay([])
    with pytest.raises(t.Refused, match="first entry opens"):
        t.apply(None, t.Ended(id="e1"))


def test_the_same_report_twice_counts_once():
    cup = small()
    said = cup.report("1-1", 1, ranked_result(*FOUR))
    once = cup.state
    cup.take(said)
    assert cup.state == once
    cup.report("1-1", 1, ranked_result(*FOUR), called="the same under another id")
    assert points(cup.state) == points(once)
    assert t.waiting(cup.state) == ()


def test_another_entry_under_a_used_id_is_refused():
    cup = small()
    said = cup.report("1-1", 1, ranked_result(*FOUR))
    with pytest.raises(t.Refused) as refused:
        cup.take(replace(said, game=2))
    assert refused.value.code == "id_used"


def test_a_correction_waits_shows_what_it_changes_and_counts_after_the_yes():
    cup = small()
    cup.report("1-1", 1, ranked_result(*FOUR))
    before = points(cup.state)
    said = cup.report("1-1", 1, ranked_result("P02", "P01", "P03", "P04"), called="mended")
    assert points(cup.state) == before
    (waits,) = t.waiting(cup.state)
    assert (waits.report.id, waits.why) == ("mended", "corrected")
    shown = t.effect(cup.state, said.id)
    assert {change.name for change in shown.changes} == {"P01", "P02"}
    cup.take(t.Ruled(id="yes", by="Ida", report="mended", counts=True))
    for change in shown.changes:
        row = next(row for row in t.standings(cup.state) if row.name == change.name)
        assert (row.place, row.points) == (change.after.place, change.after.points)
    assert t.waiting(cup.state) == ()


def test_a_no_leaves_everything_as_it_was():
    cup = small()
    cup.report("1-1", 1, ranked_result(*FOUR))
    before = t.standings(cup.state)
    cup.report("1-1", 1, ranked_result("P02", "P01", "P03", "P04"), called="mended")
    cup.take(t.Ruled(id="no", by="Ida", report="mended", counts=False))
    assert t.standings(cup.state) == before
    assert t.waiting(cup.state) == ()


def test_a_game_that_goes_on_at_the_table_waits_and_is_nothing_once_it_ends_the_same():
    cup = small()
    cup.report("1-1", 1, ranked_result(*FOUR))
    cup.take(t.TakenBack(id="back", table=1, match="1-1", game=1))
    assert [waits.why for waits in t.waiting(cup.state)] == ["taken_back"]
    cup.report("1-1", 1, ranked_result(*FOUR), called="again")
    assert t.waiting(cup.state) == ()


def test_a_game_that_was_taken_back_with_a_yes_is_open_again():
    cup = small()
    cup.report("1-1", 1, ranked_result(*FOUR))
    cup.take(t.TakenBack(id="back", table=1, match="1-1", game=1))
    cup.take(t.Ruled(id="yes", by="Ida", report="back", counts=True))
    assert t.open_games(cup.state, cup.state.matches["1-1"]) == (1, 2, 3)


def test_the_referees_own_correction_counts_at_once_and_settles_what_waits():
    cup = small()
    cup.report("1-1", 1, ranked_result(*FOUR))
    cup.report("1-1", 1, ranked_result("P02", "P01", "P03", "P04"), called="mended")
    cup.take(t.Corrected(id="c", by="Ida", match="1-1", game=1, result=ranked_result(*reversed(FOUR))))
    assert t.waiting(cup.state) == ()
    assert t.standings(cup.state)[0].name == "P04"


def test_a_correction_of_a_match_whose_next_round_is_drawn_says_who_would_be_in_and_out():
    cup = small(count=8, tables=2)
    for match in ("1-1", "1-2"):
        order = cup.state.matches[match].players
        for game in (1, 2, 3):
            cup.report(match, game, ranked_result(*order))
    cup.draw()
    first, second, third, fourth = cup.state.matches["1-1"].players
    for game in (1, 2, 3):
        cup.report("1-1", game, ranked_result(third, first, second, fourth), called=f"mended{game}")
        shown = t.effect(cup.state, f"mended{game}")
        assert ((third,), (second,)) == (shown.through, shown.out) if game > 1 else not shown.through
        cup.take(t.Ruled(id=f"yes{game}", by="Ida", report=f"mended{game}", counts=True))


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
    cup = small()
    before = t.standings(cup.state)
    cup.report("1-1", game, result)
    assert [waits.why for waits in t.waiting(cup.state)] == [why]
    assert t.standings(cup.state) == before


def test_a_report_of_a_match_that_nobody_knows_is_kept_and_cannot_be_let_count():
    cup = small()
    cup.report("9-9", 1, ranked_result(*FOUR), called="lost")
    assert [waits.why for waits in t.waiting(cup.state)] == ["unknown_match"]
    with pytest.raises(t.Refused, match="no match '9-9'"):
        cup.take(t.Ruled(id="yes", by="Ida", report="lost", counts=True))
    cup.take(t.Ruled(id="no", by="Ida", report="lost", counts=False))
    assert t.waiting(cup.state) == ()


def test_a_game_too_many_waits_where_nothing_is_to_be_decided():
    cup = Cup("thirteen-rounds", people(4), tables=1)
    cup.draw()
    cup.play_round()
    cup.report("1-1", 2, ranked_result(*FOUR))
    assert [waits.why for waits in t.waiting(cup.state)] == ["extra_game"]


def test_a_report_after_the_end_waits():
    cup = small("free-evening", count=5)
    cup.report("1-1", 1, ranked_result("P01", "P02", "P03"))
    cup.take(t.Ended(id="end"))
    before = t.standings(cup.state)
    cup.report("1-1", 2, ranked_result("P03", "P02", "P01"), called="late")
    assert [waits.why for waits in t.waiting(cup.state)] == ["after_the_end"]
    assert t.standings(cup.state) == before
    cup.take(t.Ruled(id="yes", by="Ida", report="late", counts=True))
    assert t.standings(cup.state) != before


# --- people and tables


def test_a_late_comer_is_in_the_next_draw_and_missed_what_was():
    cup = Cup("thirteen-rounds", people(6), tables=2)
    cup.draw()
    cup.play_round()
    cup.take(t.Came(id="late", player=t.Player(name="Late")))
    assert "Late" in {name for match in cup.draw().matches for name in match.players}
    row = next(row for row in t.standings(cup.state, stage=1) if row.name == "Late")
    assert [(line.why, line.points) for line in row.rounds] == [("missed", 2)]


def test_a_late_comer_sits_down_in_a_group_with_room_and_not_in_a_full_one():
    cup = small("groups-knockout", count=7, tables=2)
    full, room = sorted(cup.state.rounds[0].matches, key=lambda match: -len(match.players))
    late = t.Player(name="Late")
    with pytest.raises(t.Refused, match="name the match"):
        cup.take(t.Came(id="late", player=late))
    with pytest.raises(t.Refused, match="a table seats 4"):
        cup.take(t.Came(id="late", player=late, match=full.id))
    cup.take(t.Came(id="late", player=late, match=room.id))
    assert cup.state.matches[room.id].players[-1] == "Late"
    assert "Late" in t.groups_of(cup.state, 1)[room.group]


def test_nobody_comes_into_a_knock_out():
    cup = small()
    with pytest.raises(t.Refused, match="too late"):
        cup.take(t.Came(id="late", player=t.Player(name="Late")))


def test_who_goes_home_keeps_what_he_has_and_is_in_no_further_draw():
    cup = Cup("thirteen-rounds", people(8), tables=2)
    cup.draw()
    cup.play_round()
    cup.take(t.WentHome(id="home", player="P03"))
    assert "P03" not in {name for match in cup.draw().matches for name in match.players}
    assert next(row for row in t.standings(cup.state, stage=1) if row.name == "P03").tally.games == 1


def test_who_goes_home_in_the_middle_has_not_come_to_the_rest():
    cup = small()
    cup.report("1-1", 1, ranked_result(*FOUR))
    cup.take(t.WentHome(id="home", player="P01"))
    cup.report("1-1", 2, ranked_result("P02", "P03", "P04"))
    assert t.waiting(cup.state) == ()
    assert points(cup.state)["P01"] == 3 - 2
    assert points(cup.state)["P02"] == 2 + 3


def test_a_walk_over_leaves_the_others_playing_or_having_won():
    cup = small()
    cup.take(t.WalkedOver(id="w1", match="1-1", absent=("P04",)))
    cup.report("1-1", 1, ranked_result("P01", "P02", "P03"))
    assert t.waiting(cup.state) == ()
    cup.take(t.WalkedOver(id="w2", match="1-1", absent=("P03",)))
    assert t.open_games(cup.state, cup.state.matches["1-1"]) == ()
    assert points(cup.state) == {"P01": 3 * 3, "P02": 2 + 3 + 3, "P03": 1 - 2 - 2, "P04": -2 * 3}
    assert t.is_over(cup.state)


def test_a_substitute_plays_for_the_one_whose_place_he_takes_whoever_is_first_to_say_so():
    cup = small()
    cup.report("1-1", 1, ranked_result("P01", "Sub", "P03", "P04"))
    assert [waits.why for waits in t.waiting(cup.state)] == ["other_players"]
    cup.take(t.Substituted(id="sub", player="P02", by="Sub"))
    assert t.waiting(cup.state) == ()
    assert points(cup.state)["P02"] == 2
    with pytest.raises(t.Refused, match="plays for P02"):
        cup.take(t.Substituted(id="sub2", player="P03", by="Sub"))


def test_a_match_moves_to_another_table_with_the_games_it_has():
    cup = small("groups-knockout", count=8, tables=3)
    cup.play("1-1")
    cup.take(t.TableFailed(id="broken", table=2))
    with pytest.raises(t.Refused, match="has a match"):
        cup.take(t.Moved(id="m", match="1-2", table=1))
    with pytest.raises(t.Refused, match="out of order"):
        cup.take(t.Moved(id="m", match="1-2", table=2))
    cup.take(t.Moved(id="m", match="1-2", table=3))
    cup.play("1-2")
    assert cup.state.matches["1-2"].table == 3
    cup.take(t.TableFailed(id="mended", table=2, back=True))
    assert cup.state.tables == (1, 2, 3)


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
    with pytest.raises(t.Refused, match="played anew as 1-1b"):
        early.take(t.Replayed(id="more", match="1-1", anew="1-1c"))


def test_while_it_is_paused_nothing_is_drawn_and_what_is_reported_counts():
    cup = small("thirteen-rounds", count=6)
    cup.take(t.Paused(id="pause", on=True))
    with pytest.raises(t.Refused, match="paused"):
        cup.draw()
    cup.play_round()
    cup.take(t.Paused(id="on", on=False))
    cup.draw()
    assert t.standings(cup.state, stage=1)[0].tally.games == 1


def test_it_does_not_end_while_games_are_open_or_reports_wait():
    cup = small()
    with pytest.raises(t.Refused, match="Not all is played"):
        cup.take(t.Ended(id="end"))
    cup.play_round()
    cup.report("1-1", 1, ranked_result(*FOUR), called="mended")
    with pytest.raises(t.Refused, match="wait for the referee"):
        cup.take(t.Ended(id="end"))


# --- taking back


def test_the_last_draw_is_taken_back_and_drawn_anew():
    cup = small("thirteen-rounds", count=8)
    before = cup.entries[:-1]
    cup.take(t.Undone(id="undo", entry=cup.entries[-1].id))
    assert cup.state == t.replay(before)
    cup.seed = 5
    assert cup.draw().round == 1


def test_what_later_entries_rest_on_is_not_taken_back():
    cup = small("thirteen-rounds", count=8)
    first = cup.entries[-1].id
    cup.draw()
    with pytest.raises(t.Refused, match="rest on it"):
        cup.take(t.Undone(id="undo", entry=first))
    cup.play_round()
    with pytest.raises(t.Refused, match="has results"):
        cup.take(t.Undone(id="undo", entry=cup.state.rounds[-1].id))
    said = cup.entries[-1]
    with pytest.raises(t.Refused, match="correct its game"):
        cup.take(t.Undone(id="undo", entry=said.id))


def test_a_yes_is_taken_back_and_that_too():
    cup = small()
    cup.report("1-1", 1, ranked_result(*FOUR))
    cup.report("1-1", 1, ranked_result(*reversed(FOUR)), called="mended")
    cup.take(t.Ruled(id="yes", by="Ida", report="mended", counts=True))
    counted = points(cup.state)
    cup.take(t.Undone(id="u1", entry="yes"))
    assert len(t.waiting(cup.state)) == 1
    with pytest.raises(t.Refused, match="taken back already"):
        cup.take(t.Undone(id="u2", entry="yes"))
    cup.take(t.Undone(id="u2", entry="u1"))
    assert points(cup.state) == counted


def test_entries_go_to_a_line_and_back():
    cup = small("groups-knockout", count=8, tables=2)
    cup.play_round()
    lines = [t.entry_to_line(entry) for entry in cup.entries]
    assert [t.entry_from_line(line) for line in lines] == cup.entries
    assert t.replay(map(t.entry_from_line, lines)) == cup.state
