"""Mats at the start in a tournament: who may have how many, what the table played, and where it is shown."""

from dataclasses import replace

import pytest
from hypothesis import strategies as st

import tournament as t
from tests.tournament.running_tournament import RunningTournament, people, ranked_result, read_again
from tournament.report.report_lines import Head, report_of
from tournament.report.sheets import sheets
from tournament.results import given as handed_out

FOUR = ("P01", "P02", "P03", "P04")


def strong(*mats: int, count: int = 4) -> tuple[t.Player, ...]:
    there = people(count)
    return tuple(
        replace(player, handicap=mats[place] if place < len(mats) else 0)
        for place, player in enumerate(there)
    )


def tournament(*mats: int) -> RunningTournament:
    listed = strong(*mats)
    found = RunningTournament(t.fitted(t.load_format("groups"), listed), listed, tables=1)
    found.draw()
    return found


def played(**mats: int) -> t.GameResult:
    return replace(ranked_result(*FOUR), handicap=handed_out(FOUR, mats))


@pytest.mark.parametrize("head", ["handicap", "Vorgabe"])
def test_a_list_says_who_begins_with_how_many(head):
    found = t.read_players(f"name;{head}\nAnna;2\nBen;\nCem;0\n")
    assert [player.handicap for player in found] == [2, 0, 0]


@pytest.mark.parametrize("said", ["-1", "zwei", "1.5", "²"])
def test_a_handicap_is_a_number(said):
    with pytest.raises(t.BadList, match=r"Line 2: the handicap is .* a number from 0"):
        t.read_players(f"name,handicap\nAnna,{said}\n")


def test_the_rules_allow_what_the_list_says_unless_the_format_says_how_much():
    form = t.load_format("groups")
    assert t.fitted(form, strong()) == form
    assert t.fitted(form, strong(3, 1)).rules.handicap == 3
    own = t.read_format('base = "groups"\n[house]\nhandicap = 2\n')
    assert t.fitted(own, strong(3)) == own
    with pytest.raises(t.Refused, match=r"handicap of 'P01' is 3; these rules allow 0 to 2"):
        RunningTournament(own, strong(3))


SOME = st.one_of(st.just(0), st.just(0), st.just(0), st.integers(0, 6))  # most players get none


def test_a_latecomer_with_too_much_is_refused():
    own = t.read_format('base = "groups"\n[house]\nhandicap = 6\n')
    there = RunningTournament(own, strong(6, 4))
    there.take(t.Came(id="fine", player=t.Player(name="Zoe", handicap=1)))
    with pytest.raises(t.Refused, match=r"With 3 at a table: .* at least one must stay on the stack"):
        there.take(t.Came(id="much", player=t.Player(name="Ute", handicap=4)))


@pytest.mark.parametrize(
    ("mats", "why"),
    [
        ({"P01": 2}, None),
        ({}, "other_handicap"),
        ({"P01": 1}, "other_handicap"),
        ({"P01": 2, "P02": 1}, "other_handicap"),
    ],
)
def test_a_table_that_began_with_other_mats_waits_for_the_referee(mats, why):
    there = tournament(2)
    there.report("1-1", 1, played(**mats))
    assert [doubt.why for doubt in t.waiting(there.state)] == ([] if why is None else [why])


def test_a_substitute_begins_with_what_he_has_for_whom_he_plays():
    there = tournament(2)
    there.take(t.Substituted(id="sub", player="P01", by="Sub"))
    assert t.handicaps_of(there.state, ("Sub", "P02")) == {"Sub": 2}
    sat = ("Sub", *FOUR[1:])
    there.report("1-1", 1, replace(ranked_result(*sat), handicap=handed_out(sat, {"Sub": 2})))
    assert not t.waiting(there.state)


@pytest.mark.parametrize("given_to", [[("P01", 2), ("P01", 1)], [("P01", 0)], [("Eva", 1)]])
def test_no_result_has_a_handicap_twice_of_nothing_or_of_a_stranger(given_to):
    wrong = replace(played(), handicap=tuple(t.Given(player=name, mats=mats) for name, mats in given_to))
    with pytest.raises(t.Refused):
        tournament(2).report("1-1", 1, wrong)


@pytest.mark.parametrize(("language", "word"), [("de", "Vorgabe"), ("en", "handicap")])
def test_the_match_report_has_it(language, word):
    there = tournament(2)
    there.report("1-1", 1, played(P01=2))
    lines = report_of(there.state, 1)
    head = lines[0]
    assert isinstance(head, Head)
    assert {seat.player: seat.handicap for seat in head.sheets[0].seats if seat.handicap} == {"P01": 2}
    assert read_again(lines) == lines
    sheet = sheets(lines, language)
    assert "P01 +2" in [row[0] for row in sheet["sheets"][0]["rows"]]
    assert word in " ".join(sheet["legend"])
