"""The match report: its lines, the hash by which a version is confirmed, the sheet in both languages."""

import string
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

import tournament as t
from tests.tournament.running_tournament import ROUNDS, RunningTournament, people, ranked_result, some_result
from tournament.report.names import people_of, rename_people
from tournament.report.report_lines import CorrectionLine, report_hash, report_of
from tournament.report.sheets import sheets
from tournament.report.words import format_points, reason_text, words_of

FOUR = ("P01", "P02", "P03", "P04")


def match_day(seed=1):
    names = {"Anker": ("Anna", "Ben", "Cem", "Dora"), "Krug": ("Emil", "Frida", "Gül", "Hans")}
    players = [t.Player(name=name, team=team) for team, members in names.items() for name in members]
    tournament = RunningTournament("league-day", players, tables=2, seed=seed)
    tournament.draw()
    tournament.play_round()
    return tournament


def corrected():
    tournament = match_day()
    names = tournament.state.matches["1-1"].players
    for number, counts in ((3, True), (4, False)):
        tournament.report("1-1", number, some_result(names, tournament.chance), called=f"again{number}")
        tournament.take(t.Ruled(id=f"ruled{number}", by="Ida", report=f"again{number}", counts=counts))
    tournament.take(
        t.Corrected(id="c", by="Ole", match="1-1", game=5, result=some_result(names, tournament.chance))
    )
    return tournament


def test_a_version_has_the_hash_under_which_earlier_versions_kept_its_confirmations():
    dated, undated = report_of(match_day().state, 1, "2026-11-22"), report_of(corrected().state, 1)
    assert [report_hash(lines) for lines in (dated, undated)] == [
        "7207c5f8e7c9dbf17d5a17398dbe15cbcd4f8a49ad0f4f64fc0f086e922f1f61",
        "49a77ce0b794d04d8ef332cd72065e800831f0700026a24102b90cede3e0a74e",
    ]
    assert report_hash(dated[:-1]) != report_hash(dated)


def test_it_says_what_was_corrected_and_by_whom():
    found = [line for line in report_of(corrected().state, 1) if isinstance(line, CorrectionLine)]
    assert [(line.what, line.by, line.game, line.table) for line in found] == [
        ("accepted", "Ida", 3, 1),
        ("rejected", "Ida", 4, 1),
        ("corrected", "Ole", 5, None),
    ]
    assert all(line.before != line.after for line in found)


def everything():
    """A report that names people in every way: teams, a substitute, an absentee, an author of a correction."""
    tournament = corrected()
    tournament.take(t.WalkedOver(id="w", match="1-2", absent=("Dora",)))
    tournament.take(t.Substituted(id="s", player="Gül", by="Zoe"))
    return report_of(tournament.state, 1)


def test_a_report_with_other_names_has_nobodys_own_left_and_is_a_report_like_it():
    lines = everything()
    people = people_of(lines)
    assert {"Anna", "Hans", "Ida", "Ole", "Zoe"} <= set(people)
    assert not {"Anker", "Krug", ""} & set(people)
    other = rename_people(lines, lambda name: f"#{people.index(name)}")
    assert [name for name in people if f"'{name}'" in str(other)] == []
    assert rename_people(other, lambda name: people[int(name[1:])]) == lines
    assert "'Anker'" in str(other)


def test_there_is_no_report_while_something_waits():
    tournament = match_day()
    tournament.report(
        "1-2", 1, some_result(tournament.state.matches["1-2"].players, Random(99)), called="again"
    )
    with pytest.raises(t.Refused, match="wait for the referee"):
        report_of(tournament.state, 1)
    with pytest.raises(t.Refused, match="Round 2 is not drawn"):
        report_of(tournament.state, 2)


def test_the_sheet_has_a_mark_for_each_half_final_and_schock_out_and_right_sums():
    tournament = match_day()
    sheet = sheets(report_of(tournament.state, 1, "2026-11-22"), "de")
    assert (sheet["day"], sheet["teams"][0]) == ("Gespielt am 22.11.2026", "Heim: Anker")
    rows = {row.name: row for row in t.standings(tournament.state)}
    written = {row[0].split(" (")[0]: row[1:] for table in sheet["sheets"] for row in table["rows"][1:]}
    assert written.keys() == rows.keys()
    for name, cells in written.items():
        games, (first, second, _final, *ones, points) = cells[:10], cells[10:]
        assert int(first) + int(second) == rows[name].tally.lost_halves
        assert tuple(map(int, ones)) == rows[name].tally.ones
        assert int(points) == rows[name].points
        assert "".join(games).count("*") == sum(rows[name].tally.ones)


def test_both_languages_have_the_same_words_with_the_same_places():
    german, english = words_of("de"), words_of("en")
    assert german.keys() == english.keys()
    fields = {
        word: [
            {field for _, field, _, _ in string.Formatter().parse(said[word]) if field}
            for said in (german, english)
        ]
        for word in german
    }
    assert {word: pair for word, pair in fields.items() if pair[0] != pair[1]} == {}


def test_why_somebody_is_before_the_next_is_said():
    tournament = RunningTournament(ROUNDS, people(4), tables=1)
    tournament.draw()
    lost = t.PartLost(part="half1", loser="P02"), t.PartLost(part="half2", loser="P04")
    tournament.report("1-1", 1, replace(ranked_result(*FOUR), parts=lost, loser=None))
    rows = t.standings(tournament.state)
    assert [row.points for row in rows] == [0, 0, 1, 1]
    assert [row.ahead.by for row in rows[:3]] == ["lot", "points", "lot"]
    first, second = (row.name for row in rows[:2])
    assert {first, second} == {"P01", "P03"}
    assert reason_text(rows[0].ahead, "de") == f"vor {second} durch das Los"


@pytest.mark.parametrize(
    ("points", "said"),
    [("3", "3"), ("5/2", "2,5"), ("-5/2", "-2,5"), ("4/3", "1 1/3"), ("-1/3", "-1/3"), ("1/4", "0,25")],
)
def test_points_are_written_as_people_do(points, said):
    assert format_points(Fraction(points), "de") == said
