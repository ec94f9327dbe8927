"""Several people as one entrant: the list, the task sent to their table, the standings and the match report."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorer
import tournament as t
from tests.tournament.running_tournament import ROUNDS, RunningTournament, ranked_result, read_again
from tournament.report.report_lines import report_of
from tournament.report.sheets import sheets
from tournament.state import sitters

PAIRS = ("Anna + Cem", "Ben + Dora", "Emil + Frieda")


def listed() -> tuple[t.Player, ...]:
    return t.read_players("\n".join(("people", *PAIRS)))


def tournament() -> RunningTournament:
    there = RunningTournament(t.fitted(t.load_format("groups"), listed()), listed(), tables=1)
    there.draw()
    return there


@pytest.mark.parametrize("head", ["people", "Personen"])
def test_a_list_says_who_plays_together_and_what_they_are_called(head):
    found = t.read_players(f"name;{head}\nDie Roten;Anna + Cem\n;Ben+Dora\nEmil;\n")
    assert found == (
        t.Player(name="Die Roten", people=("Anna", "Cem")),
        t.Player(name="Ben & Dora", people=("Ben", "Dora")),
        t.Player(name="Emil"),
    )


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("name,people\nRot,Anna\n", "Line 2: people are 1; 2 to 6 play together"),
        ("name,people\nRot,Anna + anna\n", "Line 2: 'anna' stands on line 2 already"),
        ("name,people\nRot,Anna + Ben\nBen,\n", "Line 3: 'Ben' stands on line 2 already"),
        ("people\nAnna + \n", "people is empty"),
        ("people\n" + " + ".join("ABCDEFG") + "\n", "people are 7"),
    ],
)
def test_what_is_wrong_with_it_is_reported_by_its_line(said, words):
    with pytest.raises(t.BadList, match=words.replace("+", r"\+")):
        t.read_players(said)


def test_json_has_them_as_a_list():
    (found,) = t.read_players('[{"name": "Rot", "people": ["Anna", "Cem"]}]')
    assert found.people == ("Anna", "Cem")


def test_the_rules_allow_teams_where_some_play_together_and_only_there():
    form = t.load_format("groups")
    assert t.fitted(form, (t.Player(name="Anna"),)) == form
    assert t.fitted(form, listed()).rules.teams
    own = t.read_format('base = "groups"\n[house]\nteams = false\n')
    with pytest.raises(t.Refused, match="know no teams"):
        RunningTournament(t.fitted(own, listed()), listed())


def test_who_comes_late_is_nobody_who_plays_in_a_pair():
    there = RunningTournament(t.fitted(ROUNDS, listed()), listed())
    for name, people in (("Cem", ()), ("Rot", ("Gül", "Cem")), ("Rot", ("Gül", "Gül"))):
        with pytest.raises(t.Refused, match="here already"):
            there.take(t.Came(id="late", player=t.Player(name=name, people=people)))
    there.take(t.Came(id="fine", player=t.Player(name="Rot", people=("Gül", "Hans"))))
    with pytest.raises(t.Refused, match="plays for himself"):
        there.take(t.Substituted(id="sub", player="Rot", by="Cem"))


def test_a_substitute_plays_for_the_whole_entrant():
    there = tournament()
    there.take(t.Substituted(id="sub", player="Anna & Cem", by="Sub"))
    seats = sitters(there.state, there.state.matches["1-1"])
    assert set(seats) == {"Sub", "Ben & Dora", "Emil & Frieda"}
    assert t.teams_of(there.state, seats).keys() == {"Ben & Dora", "Emil & Frieda"}


def test_the_match_report_names_who_played_together():
    there = tournament()
    there.report("1-1", 1, ranked_result("Anna & Cem", "Ben & Dora", "Emil & Frieda"))
    lines = report_of(there.state, 1)
    assert read_again(lines) == lines
    assert "Anna & Cem: Anna, Cem" in sheets(lines, "de")["legend"]
    assert [row.name for row in t.standings(there.state)] == ["Anna & Cem", "Ben & Dora", "Emil & Frieda"]


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
    form = t.fitted(ROUNDS, players)
    opened = t.Opened(id="open", title="Pokal", format=form, tables=2, players=players)
    if not t.can(None, opened):
        with pytest.raises(t.Refused, match=r"at least one must stay on the stack"):
            t.apply(None, opened)
        return
    there = RunningTournament(form, players, tables=2)
    for match in there.draw().matches:
        handicap, teams = (found(there.state, match.players) for found in (t.handicaps_of, t.teams_of))
        scorer.new_game(form.rules, match.players, handicap=handicap, teams=teams)
