"""The match report: its lines, the file that shows every change, the sheet in both languages."""

from __future__ import annotations

import string
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tournament as t
from tests.tournament.running_tournament import RunningTournament, people, ranked_result, some_result
from tournament.codec import canonical, to_json
from tournament.errors import Broken
from tournament.report.chain import last_hash, read_report, report_file
from tournament.report.lines import CorrectionLine, Line, SignedLine, report_of
from tournament.report.names import called, people_of
from tournament.report.signed import read_signed, signed_file
from tournament.report.text import draw_text, report_text, standings_text
from tournament.report.words import format_points, words_of

FOUR = ("P01", "P02", "P03", "P04")


def match_day(seed: int = 1) -> RunningTournament:
    names = {"Anker": ("Anna", "Ben", "Cem", "Dora"), "Krug": ("Emil", "Frida", "Gül", "Hans")}
    players = [t.Player(name=name, team=team) for team, members in names.items() for name in members]
    tournament = RunningTournament("league-day", players, tables=2, seed=seed)
    tournament.draw()
    tournament.play_round()
    return tournament


def corrected() -> RunningTournament:
    tournament = match_day()
    names = tournament.state.matches["1-1"].players
    for number, counts in ((3, True), (4, False)):
        tournament.report("1-1", number, some_result(names, tournament.chance), called=f"again{number}")
        tournament.take(t.Ruled(id=f"ruled{number}", by="Ida", report=f"again{number}", counts=counts))
    tournament.take(
        t.Corrected(id="c", by="Ole", match="1-1", game=5, result=some_result(names, tournament.chance))
    )
    return tournament


def test_a_report_goes_to_a_file_and_back():
    lines = (*report_of(corrected().state, 1), SignedLine(name="Anna", role="captain_home"))
    assert read_report(report_file(lines)) == lines
    assert last_hash(report_file(lines)) != last_hash(report_file(lines[:-1]))


def test_it_says_what_was_corrected_and_by_whom():
    found = [line for line in report_of(corrected().state, 1) if isinstance(line, CorrectionLine)]
    assert [(line.what, line.by, line.game, line.table) for line in found] == [
        ("accepted", "Ida", 3, 1),
        ("rejected", "Ida", 4, 1),
        ("corrected", "Ole", 5, None),
    ]
    assert all(line.before != line.after for line in found)


def everything() -> tuple[Line, ...]:
    """A report that names people in every way: teams, a substitute, an absentee, an author of a correction, a signer."""
    tournament = corrected()
    tournament.take(t.WalkedOver(id="w", match="1-2", absent=("Dora",)))
    tournament.take(t.Substituted(id="s", player="Gül", by="Zoe"))
    captains = (SignedLine(name="Anna", role="captain_home"), SignedLine(name="Kai", role="captain_guest"))
    return (*report_of(tournament.state, 1), *captains)


def test_a_report_with_other_names_has_nobodys_own_left_and_is_a_report_like_it():
    lines = everything()
    people = people_of(lines)
    assert {"Anna", "Hans", "Ida", "Ole", "Zoe", "Kai"} <= set(people)
    assert not {"Anker", "Krug", ""} & set(people)
    other = called(lines, lambda name: f"#{people.index(name)}")
    assert [name for name in people if f'"{name}"' in report_file(other)] == []
    assert called(other, lambda name: people[int(name[1:])]) == lines
    assert '"Anker"' in report_file(other)


def test_a_signed_file_is_read_with_its_key_by_whoever_can_check_signatures():
    lines = report_of(three().state, 1)
    key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"  # of RFC 8032
    text, public = signed_file(lines, lambda said: (key, said[::-1]))
    found = read_signed(text, lambda said, by, signature: by == key and signature == said[::-1])
    assert (found.lines, found.key, public) == (lines, key, key)
    assert found.hash == last_hash(report_file(lines))
    with pytest.raises(Broken, match="signature does not fit"):
        read_signed(text, lambda *_: False)
    assert read_signed(report_file(lines), lambda *_: False).key is None


def test_there_is_no_report_while_something_waits():
    tournament = match_day()
    tournament.report(
        "1-2", 1, some_result(tournament.state.matches["1-2"].players, Random(99)), called="again"
    )
    with pytest.raises(t.Refused, match="wait for the referee"):
        report_of(tournament.state, 1)
    with pytest.raises(t.Refused, match="Round 2 is not drawn"):
        report_of(tournament.state, 2)


def three() -> RunningTournament:
    tournament = RunningTournament("knockout", people(3), tables=1)
    tournament.draw()
    tournament.report("1-1", 1, ranked_result("P01", "P02", "P03"))
    return tournament


SMALL = report_file(report_of(three().state, 1)[:3])


def test_every_single_changed_byte_is_found():
    """All places of the file, each with several other bytes; and each line left out, doubled or moved."""
    chance = Random(4)
    text = SMALL
    for place, before in enumerate(text):
        other = chance.choice([letter for letter in string.printable if letter != before])
        with pytest.raises(Broken):
            read_report(text[:place] + other + text[place + 1 :])
    rows = text.splitlines(keepends=True)
    for place in range(len(rows)):
        for changed in (
            rows[:place] + rows[place + 1 :],
            [*rows[:place], rows[place], *rows[place:]],
            rows[:place],
            [*rows[:place], rows[-1], *rows[place:-1]] if place < len(rows) - 1 else [],
        ):
            with pytest.raises(Broken):
                read_report("".join(changed))


@settings(max_examples=60)
@given(place=st.integers(0, len(SMALL)), cut=st.integers(0, 3), more=st.text(max_size=3))
def test_whatever_is_put_in_or_cut_out_is_found(place, cut, more):
    changed = SMALL[:place] + more + SMALL[place + cut :]
    if changed == SMALL:
        return
    with pytest.raises(Broken):
        read_report(changed)


def test_a_whole_chain_of_something_else_is_no_report():
    with pytest.raises(Broken, match="must begin with its head"):
        read_report(report_file([SignedLine(name="Anna", role="referee")]))
    with pytest.raises(Broken, match="kind"):
        read_report(report_file([t.Player(name="Anna")]))


def test_the_sheet_has_a_mark_for_each_half_final_and_schock_out_and_right_sums():
    tournament = match_day()
    text = report_text(report_of(tournament.state, 1, "2026-11-22"), "de")
    rows = {row.name: row for row in t.standings(tournament.state)}
    for name in ("Anna", "Hans"):
        line = next(line for line in text.splitlines() if line.startswith(f"{name} ("))
        games, halves, ones, points = line.split("|")
        assert len(games.split()) == 2 + 10
        assert sum(map(int, halves.split()[:2])) == rows[name].tally.lost_halves
        assert tuple(map(int, ones.split())) == rows[name].tally.ones
        assert int(points) == rows[name].points
        assert sum(games.count(f"*{throw}") for throw in (1, 2, 3)) == sum(rows[name].tally.ones)
    assert "Gespielt am 22.11.2026\nHeim: Anker" in text


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_sentence_has_its_words(language):
    tournament = corrected()
    mended = (t.Mended(what="undone", by="panel", count=2), t.Mended(what="corrected", by="tablet", count=1))
    result = replace(some_result(tournament.state.matches["1-1"].players, tournament.chance), mended=mended)
    tournament.take(t.Corrected(id="m", by="Ole", match="1-1", game=6, result=result))
    tournament.take(t.Substituted(id="s", player="Anna", by="Sub"))
    lines = (*report_of(tournament.state, 1), SignedLine(name="Anna", role="captain_home"))
    text = report_text(lines, language)
    assert "{" not in text
    assert all(device in text for device in ("panel", "tablet"))
    for form, count in (("thirteen-rounds", 7), ("cup-80", 12)):
        other = RunningTournament(form, people(count, club="Anker"), tables=2)
        for _ in range(3):
            before = other.state
            try:
                drawn = other.draw()
            except t.Refused:
                break
            other.play_round()
            assert "{" not in draw_text(before, drawn, language)
        assert "{" not in standings_text(t.standings(other.state), language, "schocken")


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
    tournament = RunningTournament("thirteen-rounds", people(4), tables=1)
    tournament.draw()
    lost = t.PartLost(part="half1", loser="P02"), t.PartLost(part="half2", loser="P04")
    tournament.report("1-1", 1, replace(ranked_result(*FOUR), parts=lost, loser=None))
    rows = t.standings(tournament.state)
    assert [row.points for row in rows] == [0, 0, 1, 1]
    assert [row.ahead.by for row in rows[:3]] == ["lot", "points", "lot"]
    first, second = (row.name for row in rows[:2])
    assert {first, second} == {"P01", "P03"}
    assert f"vor {second} durch das Los" in standings_text(rows, "de", "schocken")


@pytest.mark.parametrize(
    ("points", "said"),
    [("3", "3"), ("5/2", "2,5"), ("-5/2", "-2,5"), ("4/3", "1 1/3"), ("-1/3", "-1/3"), ("1/4", "0,25")],
)
def test_points_are_written_as_people_do(points, said):
    assert format_points(Fraction(points), "de") == said


def test_the_file_is_the_same_wherever_it_is_made():
    lines = report_of(match_day().state, 1)
    assert [canonical(to_json(line)) for line in lines] == [
        canonical(to_json(line)) for line in report_of(match_day().state, 1)
    ]
    assert SMALL.startswith('{"hash":"')
