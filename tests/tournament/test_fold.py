"""A tournament is the fold of its entries: accepted, refused, pending and cancelled ones."""

from dataclasses import replace

import pytest

import tournament as t
from tests.tournament.running_tournament import FREE, ROUNDS, RunningTournament, people, ranked_result
from tournament.state import people_at

FOUR = ("P01", "P02", "P03", "P04")


def small(form="knockout", count=4, tables=3):
    tournament = RunningTournament(form, people(count), tables=tables)
    tournament.draw()
    return tournament


def points(state):
    return {row.name: row.points for row in t.standings(state)}


SWAPPED = ranked_result("P02", "P01", "P03", "P04")
REVERSED = ranked_result(*reversed(FOUR))


def said(name, result, *, match="1-1"):
    return t.Reported(id=name, table=1, match=match, game=1, result=result)


def ruled(report, *, counts):
    return t.Ruled(id=f"ruled {report}", by="Ida", report=report, counts=counts)


FIRST, MENDED = said("first", ranked_result(*FOUR)), said("mended", SWAPPED)
BACK = t.TakenBack(id="back", table=1, match="1-1", game=1)
BY_HAND = t.Corrected(id="by hand", by="Ida", match="1-1", game=1, result=REVERSED)


@pytest.mark.parametrize(
    ("entries", "waits", "leader"),
    [
        ([FIRST], [], "P01"),
        ([FIRST, FIRST], [], "P01"),
        ([FIRST, MENDED], ["corrected"], "P01"),
        ([FIRST, MENDED, ruled("mended", counts=True)], [], "P02"),
        ([FIRST, MENDED, ruled("mended", counts=False)], [], "P01"),
        ([FIRST, MENDED, BY_HAND], [], "P04"),
        ([FIRST, MENDED, ruled("mended", counts=True), t.Undone(id="u", entry="ruled mended")], ["corrected"], "P01"),
        ([FIRST, BACK], ["taken_back"], "P01"),
        ([FIRST, BACK, said("again", ranked_result(*FOUR))], [], "P01"),
        ([FIRST, BACK, ruled("back", counts=True)], [], None),
        ([said("x", ranked_result(*FOUR, variant="tschigg"))], ["other_game"], None),
        ([said("x", replace(ranked_result(*FOUR), stopped=True))], ["stopped"], None),
        ([said("x", ranked_result("P01", "P02", "P03"))], ["other_players"], None),
        ([said("x", ranked_result("P01", "P02", "P03", "Zoe"))], ["other_players"], None),
        ([said("x", ranked_result(*FOUR), match="9-9")], ["unknown_match"], None),
        ([said("x", ranked_result(*FOUR), match="9-9"), ruled("x", counts=False)], [], None),
    ],
)  # fmt: skip
def test_what_tables_say_counts_or_waits_for_the_referee(entries, waits, leader):
    tournament = small()
    for entry in entries:
        tournament.take(entry)
    assert [waiting.why for waiting in t.waiting_reports(tournament.state)] == waits
    (match,) = tournament.state.matches.values()
    assert t.open_games(tournament.state, match) == ((2, 3) if leader else (1, 2, 3))
    if leader:
        assert t.standings(tournament.state)[0].name == leader


@pytest.mark.parametrize(
    ("entries", "last", "code"),
    [
        ([FIRST], replace(FIRST, game=2), "id_used"),
        ([FIRST, MENDED], t.Ended(id="end"), "waiting"),
        ([t.Paused(id="p", on=True), FIRST], t.Drawn(id="d", round=2, stage=1, matches=()), "paused"),
        ([said("x", ranked_result(*FOUR), match="9-9")], ruled("x", counts=True), "unknown_match"),
        ([FIRST, MENDED, ruled("mended", counts=True), t.Undone(id="u", entry="ruled mended")], t.Undone(id="v", entry="ruled mended"), "undone"),
    ],
)  # fmt: skip
def test_what_is_not_possible_after_that_is_refused(entries, last, code):
    tournament = small()
    for entry in entries:
        tournament.take(entry)
    with pytest.raises(t.Refused) as refused:
        tournament.take(last)
    assert refused.value.code == code


def test_the_first_entry_opens_the_tournament():
    for fold in (lambda: t.replay([]), lambda: t.apply(None, t.Ended(id="e1"))):
        with pytest.raises(t.Refused, match="first entry opens"):
            fold()


def test_what_a_yes_would_change_is_what_it_changes():
    tournament = small()
    tournament.take(FIRST)
    tournament.take(MENDED)
    shown = t.effect_of(tournament.state, ruled("mended", counts=True))
    assert {change.name for change in shown.changes} == {"P01", "P02"}
    tournament.take(ruled("mended", counts=True))
    rows = {row.name: row for row in t.standings(tournament.state)}
    for change in shown.changes:
        row = rows[change.name]
        assert (row.place, row.points) == (change.after.place, change.after.points)


def test_a_game_too_many_waits_where_nothing_is_to_be_decided_and_a_late_one_everywhere():
    tournament = RunningTournament(ROUNDS, people(4), tables=1)
    tournament.draw()
    tournament.play_round()
    tournament.report("1-1", 2, ranked_result(*FOUR))
    free = small(FREE, count=5)
    free.report("1-1", 1, ranked_result("P01", "P02", "P03"))
    free.take(t.Ended(id="end"))
    free.report("1-1", 2, ranked_result("P03", "P02", "P01"), called="late")
    whys = [[waits.why for waits in t.waiting_reports(each.state)] for each in (tournament, free)]
    assert whys == [["extra_game"], ["after_the_end"]]
    before = t.standings(free.state)
    free.take(ruled("late", counts=True))
    assert t.standings(free.state) != before


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
    with pytest.raises(t.Refused, match="too late"):
        small().take(t.Came(id="late", player=late))


def test_who_goes_home_keeps_what_he_has_and_is_in_no_further_draw():
    tournament = RunningTournament(ROUNDS, people(8), tables=2)
    tournament.draw()
    tournament.play_round()
    tournament.take(t.WentHome(id="home", player="P03"))
    assert "P03" not in {name for match in tournament.draw().matches for name in match.players}
    assert next(row for row in t.standings(tournament.state, stage=1) if row.name == "P03").tally.games == 1


def test_a_substitute_plays_for_the_one_whose_place_he_takes_whoever_is_first_to_say_so():
    tournament = small()
    tournament.report("1-1", 1, ranked_result("P01", "Sub", "P03", "P04"))
    assert [waits.why for waits in t.waiting_reports(tournament.state)] == ["other_players"]
    tournament.take(t.Substituted(id="sub", player="P02", by="Sub"))
    assert t.waiting_reports(tournament.state) == ()
    assert points(tournament.state)["P02"] == 2
    with pytest.raises(t.Refused, match="plays for P02"):
        tournament.take(t.Substituted(id="sub2", player="P03", by="Sub"))
    tournament.take(t.Substituted(id="back", player="P02", by="P02"))
    assert people_at(tournament.state, tournament.state.matches["1-1"]).count("P02") == 1
    tournament.report("1-1", 2, ranked_result(*FOUR))
    assert (points(tournament.state)["P02"], t.waiting_reports(tournament.state)) == (4, ())
    with pytest.raises(t.Refused, match="plays for himself"):
        tournament.take(t.Substituted(id="again", player="P02", by="P02"))


def test_seats_have_a_time_a_latecomer_leaves_earlier_games_and_a_replay_keeps_who_did_not_come():
    form = t.read_format('base = "groups"\nstages = [{kind = "groups", size = 6, games = 3}]')
    tournament = small(form, count=3)
    tournament.report("1-1", 1, ranked_result(*FOUR[:3]))
    tournament.take(t.Came(id="late", player=t.Player(name="Late"), match="1-1"))
    assert t.waiting_reports(tournament.state) == ()
    tournament.report("1-1", 2, ranked_result(*FOUR[:3]))
    assert [waits.why for waits in t.waiting_reports(tournament.state)] == ["other_players"]
    tournament.take(t.WalkedOver(id="w", match="1-1", absent=("P03",)))
    tournament.take(t.Replayed(id="r", match="1-1", anew="1-1r"))
    assert set(people_at(tournament.state, tournament.state.matches["1-1r"])) == {*FOUR[:2], "Late"}


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
    assert t.waiting_reports(early.state) == ()
    assert set(points(early.state).values()) == {0}
    early.play("1-1b")
    assert t.is_over(early.state)
    with pytest.raises(t.Refused, match="played again as 1-1b"):
        early.take(t.Replayed(id="more", match="1-1", anew="1-1c"))


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
