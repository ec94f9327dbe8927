"""Pairs as one entrant, and mats at the start: who may have them, what the table is sent, and where it is shown."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorer
import tournament as t
from tests.tournament.running_tournament import ROUNDS, RunningTournament, ranked_result, read_again
from tournament.report.report_lines import report_of
from tournament.report.sheets import sheets
from tournament.results import players_with_handicap as handed_out
from tournament.state import people_at

PAIRS = t.read_player_list("people,handicap\nAnna + Cem,2\nBen + Dora,\nEmil + Frieda,\n")[0]
NAMES = tuple(player.name for player in PAIRS)


def of_pairs():
    there = RunningTournament(t.fit_format(t.load_format("groups"), PAIRS), PAIRS, tables=1)
    there.draw()
    return there


def with_mats(sat, **mats):
    return replace(
        ranked_result(*sat),
        handicap=handed_out(sat, {name.replace("_", " & "): n for name, n in mats.items()}),
    )


def listed(*mats):
    return tuple(t.Player(name=name, handicap=count) for name, count in zip("ABCD", mats, strict=True))


def test_the_rules_allow_what_the_list_says_unless_the_format_says_it_itself():
    form = t.load_format("groups")
    assert t.fit_format(form, listed(0, 0, 0, 0)) == form
    assert t.fit_format(form, listed(3, 1, 0, 0)).rules.handicap == 3
    assert t.fit_format(form, PAIRS).rules.teams
    for option, players, said in (
        ("handicap = 2", listed(3, 0, 0, 0), "these rules allow 0 to 2"),
        ("teams = false", tuple(replace(pair, handicap=0) for pair in PAIRS), "know no teams"),
    ):
        own = t.fit_format(t.read_format(f'base = "groups"\n[house]\n{option}\n'), players)
        with pytest.raises(t.Refused, match=said):
            RunningTournament(own, players)


def test_who_comes_late_is_nobody_who_plays_in_a_pair_and_has_not_too_much():
    there = RunningTournament(t.fit_format(ROUNDS, PAIRS), PAIRS)
    for name, people in (("Cem", ()), ("Rot", ("Gül", "Cem")), ("Rot", ("Gül", "Gül"))):
        with pytest.raises(t.Refused, match="here already"):
            there.take(t.Came(id="late", player=t.Player(name=name, people=people)))
    there.take(t.Came(id="fine", player=t.Player(name="Rot", people=("Gül", "Hans"))))
    with pytest.raises(t.Refused, match="plays for himself"):
        there.take(t.Substituted(id="sub", player="Rot", by="Cem"))
    strong = RunningTournament(t.read_format('base = "groups"\n[house]\nhandicap = 6\n'), listed(6, 4, 0, 0))
    strong.take(t.Came(id="fine", player=t.Player(name="Zoe", handicap=1)))
    with pytest.raises(t.Refused, match=r"With 3 at a table: .* at least one must stay on the stack"):
        strong.take(t.Came(id="much", player=t.Player(name="Ute", handicap=4)))


def test_a_substitute_plays_for_the_whole_entrant_with_his_mats():
    there = of_pairs()
    there.take(t.Substituted(id="sub", player="Anna & Cem", by="Sub"))
    seats = people_at(there.state, there.state.matches["1-1"])
    assert set(seats) == {"Sub", *NAMES[1:]}
    assert t.teams_of(there.state, seats).keys() == set(NAMES[1:])
    assert t.handicaps_of(there.state, seats) == {"Sub": 2}
    there.report("1-1", 1, with_mats(("Sub", *NAMES[1:]), Sub=2))
    assert not t.waiting_reports(there.state)


@pytest.mark.parametrize("mats", [{}, {"Anna_Cem": 1}, {"Anna_Cem": 2, "Ben_Dora": 1}])
def test_a_table_that_began_with_other_mats_waits_for_the_referee(mats):
    there = of_pairs()
    there.report("1-1", 1, with_mats(NAMES, **mats))
    assert [doubt.why for doubt in t.waiting_reports(there.state)] == ["other_handicap"]


@pytest.mark.parametrize("given_to", [[(NAMES[0], 2), (NAMES[0], 1)], [(NAMES[0], 0)], [("Eva", 1)]])
def test_no_result_has_a_handicap_twice_of_nothing_or_of_a_stranger(given_to):
    wrong = tuple(t.Given(player=name, mats=mats) for name, mats in given_to)
    with pytest.raises(t.Refused):
        of_pairs().report("1-1", 1, replace(ranked_result(*NAMES), handicap=wrong))


@pytest.mark.parametrize(("language", "word"), [("de", "Vorgabe"), ("en", "handicap")])
def test_the_match_report_names_who_played_together_and_the_mats(language, word):
    there = of_pairs()
    there.report("1-1", 1, with_mats(NAMES, Anna_Cem=2))
    assert not t.waiting_reports(there.state)
    lines = report_of(there.state, 1)
    assert read_again(lines) == lines
    sheet = sheets(lines, language)
    assert "Anna & Cem +2" in [row[0] for row in sheet["sheets"][0]["rows"]]
    assert "Anna & Cem: Anna, Cem" in sheet["legend"]
    assert word in " ".join(sheet["legend"])


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=3, max_size=8))
def test_a_list_is_refused_or_whatever_is_drawn_from_it_can_begin(entrants):
    players = tuple(
        t.Player(
            name=f"{place}",
            handicap=mats,
            people=tuple(f"{place} {person}" for person in range(people)) if people > 1 else (),
        )
        for place, (mats, people) in enumerate(entrants)
    )
    form = t.fit_format(ROUNDS, players)
    opened = t.Opened(id="open", title="Pokal", format=form, tables=2, players=players)
    if not t.can(None, opened):
        with pytest.raises(t.Refused, match=r"at least one must stay on the stack"):
            t.apply(None, opened)
        return
    there = RunningTournament(form, players, tables=2)
    for match in there.draw().matches:
        handicap, teams = (found(there.state, match.players) for found in (t.handicaps_of, t.teams_of))
        scorer.new_game(form.rules, match.players, handicap=handicap, teams=teams)
