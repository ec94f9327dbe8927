"""Each way in which an entry can be wrong has a code and a sentence of its own, and changes nothing."""

from dataclasses import replace

import pytest

import tournament as t
from tests.tournament.running_tournament import FREE, ROUNDS, RunningTournament, people, ranked_result

FOUR = ("P01", "P02", "P03", "P04")
FINE = ranked_result(*FOUR)
MATCH = t.Match(id="2-1", table=1, players=FOUR, games=1)
DRAWN = t.Drawn(id="x", round=2, stage=1, matches=(MATCH,))


def evening():
    """Round 1 of a tournament of rounds: P01 to P04 at table 1, P05 has gone home, table 3 is out of order."""
    tournament = RunningTournament(ROUNDS, people(5), tables=3)
    tournament.take(t.WentHome(id="home", player="P05"))
    tournament.take(t.TableFailed(id="broken", table=3))
    tournament.draw()
    tournament.take(t.Substituted(id="sub", player="P04", by="Sub"))
    return tournament


def reported(result, *, game=1):
    return t.Reported(id="x", table=1, match="1-1", game=game, result=result)


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (t.Ended(id=" "), "bad_id"),
        (t.Ended(id="x" * 81), "bad_id"),
        (t.Opened(id="x", title="X", format=t.load_format("groups"), tables=1), "open"),
        (t.Came(id="x", player=t.Player(name=" ")), "player"),
        (t.Came(id="x", player=t.Player(name="p01")), "player"),
        (t.Came(id="x", player=t.Player(name="SUB")), "player"),
        (t.Came(id="x", player=t.Player(name="Zoe", seed=0)), "player"),
        (t.Came(id="x", player=t.Player(name="Zoe"), match="9-9"), "unknown_match"),
        (t.WentHome(id="x", player="Zoe"), "unknown_player"),
        (t.WentHome(id="x", player="P05"), "gone"),
        (t.Substituted(id="x", player="Zoe", by="Eva"), "unknown_player"),
        (t.Substituted(id="x", player="P01", by="P02"), "player"),
        (t.Substituted(id="x", player="P01", by="Sub"), "player"),
        (t.Substituted(id="x", player="P01", by="  Eva"), "player"),
        (t.Substituted(id="x", player="P01", by=""), "player"),
        (replace(DRAWN, round=3), "round"),
        (replace(DRAWN, stage=2), "stage"),
        (replace(DRAWN, stage=0), "stage"),
        (replace(DRAWN, matches=()), "no_match"),
        (replace(DRAWN, matches=(replace(MATCH, id="1-1"),)), "match_id"),
        (replace(DRAWN, matches=(replace(MATCH, id=""),)), "match_id"),
        (replace(DRAWN, matches=(MATCH, replace(MATCH, table=2))), "match_id"),
        (replace(DRAWN, matches=(MATCH, replace(MATCH, id="2-2"))), "table"),
        (replace(DRAWN, matches=(MATCH, replace(MATCH, id="2-2", table=2))), "twice"),
        (replace(DRAWN, byes=("P01",)), "twice"),
        (replace(DRAWN, matches=(replace(MATCH, table=3),)), "table"),
        (replace(DRAWN, matches=(replace(MATCH, table=9),)), "table"),
        (replace(DRAWN, matches=(replace(MATCH, sitting=0),)), "table"),
        (replace(DRAWN, matches=(replace(MATCH, games=0),)), "games"),
        (replace(DRAWN, matches=(replace(MATCH, players=FOUR[:2]),)), "size"),
        (replace(DRAWN, matches=(replace(MATCH, players=(*FOUR[:3], "Zoe")),)), "unknown_player"),
        (replace(DRAWN, matches=(replace(MATCH, players=(*FOUR[:3], "P05")),)), "gone"),
        (reported(FINE, game=0), "game"),
        (reported(FINE, game=1001), "game"),
        (reported(replace(FINE, loser="Zoe")), "result"),
        (reported(replace(FINE, places=FINE.places[:3])), "result"),
        (reported(replace(FINE, players=FOUR[:1])), "result"),
        (reported(replace(FINE, places=tuple(replace(place, place=2) for place in FINE.places))), "result"),
        (reported(replace(FINE, parts=(t.PartLost(part="half1", loser="P01"),) * 2)), "result"),
        (reported(replace(FINE, ones=(t.ThreeOnes(player="P01", throw=4),))), "result"),
        (t.Corrected(id="x", by="Ida", match="9-9", game=1, result=FINE), "unknown_match"),
        (t.Corrected(id="x", by=" ", match="1-1", game=1, result=FINE), "by"),
        (
            t.Corrected(id="x", by="Ida", match="1-1", game=1, result=ranked_result("P01", "P02", "Zoe")),
            "stranger",
        ),
        (
            t.Corrected(id="x", by="Ida", match="1-1", game=1, result=ranked_result("P01", "P04", "Sub")),
            "twice",
        ),
        (t.Ruled(id="x", by="Ida", report="nothing", counts=True), "not_waiting"),
        (t.WalkedOver(id="x", match="1-1", absent=()), "stranger"),
        (t.WalkedOver(id="x", match="1-1", absent=("P05",)), "stranger"),
        (t.Moved(id="x", match="9-9", table=1), "unknown_match"),
        (t.Moved(id="x", match="1-1", table=3), "table"),
        (t.Replayed(id="x", match="1-1", anew="1-1"), "match_id"),
        (t.Replayed(id="x", match="1-1", anew=" "), "match_id"),
        (t.TableFailed(id="x", table=3), "table"),
        (t.TableFailed(id="x", table=1, back=True), "table"),
        (t.TableFailed(id="x", table=4), "table"),
        (t.Paused(id="x", on=False), "paused"),
        (t.Ended(id="x"), "open_games"),
        (t.Undone(id="x", entry="nothing"), "unknown_entry"),
        (t.Undone(id="x", entry="e1"), "undo"),
    ],
)
def test_what_is_wrong_has_a_code_and_a_sentence_and_changes_nothing(entry, code):
    tournament = evening()
    before = tournament.state
    with pytest.raises(t.Refused) as refused:
        tournament.take(entry)
    assert refused.value.code == code
    assert refused.value.message.endswith(".")
    assert len(refused.value.message) < 250
    assert tournament.state is before
    assert not t.can(before, entry)


OPENED = t.Opened(id="e", title="X", format=t.load_format("groups"), tables=1)


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (replace(OPENED, tables=0), "tables"),
        (replace(OPENED, tables=201), "tables"),
        (replace(OPENED, title=" "), "title"),
        (replace(OPENED, players=people(1) * 2), "player"),
        (replace(OPENED, players=(t.Player(name=""),)), "player"),
    ],
)
def test_a_tournament_that_cannot_be_opened(entry, code):
    with pytest.raises(t.Refused) as refused:
        t.apply(None, entry)
    assert refused.value.code == code


def test_after_the_end_only_reports_and_the_referee_are_heard():
    tournament = evening()
    tournament.play_round()
    t.apply(tournament.state, DRAWN)
    tournament.take(t.Ended(id="end"))
    for entry in (DRAWN, t.WentHome(id="x", player="P01"), t.Paused(id="x", on=True)):
        with pytest.raises(t.Refused, match="is over"):
            tournament.take(entry)
    with pytest.raises(t.Refused, match="nothing is drawn"):
        tournament.draw()
    tournament.take(t.Corrected(id="c", by="Ida", match="1-1", game=1, result=FINE))
    tournament.take(t.Undone(id="u", entry="end"))
    tournament.take(DRAWN)


def test_on_a_free_evening_nobody_is_seated_and_everybody_on_the_list_may_play():
    tournament = RunningTournament(FREE, people(5), tables=2)
    drawn = t.draw_next_round(tournament.state, seed=1, id="d")
    with pytest.raises(t.Refused, match="nobody is seated"):
        tournament.take(replace(drawn, matches=(replace(drawn.matches[0], players=FOUR, games=1),)))
    tournament.take(drawn)
    with pytest.raises(t.Refused, match="name no match"):
        tournament.take(t.Came(id="late", player=t.Player(name="Late"), match="1-1"))
    tournament.report("1-1", 1, ranked_result("P01", "P02", "Late"), called="early")
    assert [waits.why for waits in t.waiting_reports(tournament.state)] == ["other_players"]
    with pytest.raises(t.Refused, match="add him first"):
        tournament.take(t.Ruled(id="yes", by="Ida", report="early", counts=True))
    tournament.take(t.Came(id="late", player=t.Player(name="Late")))
    assert t.waiting_reports(tournament.state) == ()
    with pytest.raises(t.Refused, match="All rounds are drawn"):
        tournament.draw()


def test_a_knock_out_is_not_drawn_on_while_games_are_open():
    tournament = RunningTournament("knockout", people(8), tables=2)
    tournament.draw()
    tournament.play("1-1")
    with pytest.raises(t.Refused, match=r"Not all is played yet: table 2 \(1-2\): game 1, 2, 3"):
        tournament.draw()
