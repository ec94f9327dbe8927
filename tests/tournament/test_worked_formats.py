import tournament as t
from tests.tournament.running_tournament import RunningTournament, read_again
from tournament.report.report_lines import report_of
from tournament.report.sheets import sheets

LIST = """name;team
Anna;Anker
Ben;Anker
Cem;Anker
Dora;Anker
Emil;Krug
Frida;Krug
Gül;Krug
Hans;Krug
"""
SLIPS = {
    "1-1": """
        Anna Emil Emil
        Ben Ben - Anna1
        Frida Emil Frida
        Emil Frida Emil Emil3
        Anna Frida Frida Ben2 Ben1
        Emil Emil -
        Ben Anna Ben
        Frida Frida - Anna2
        Emil Anna Anna
        Frida Emil Emil Frida1
    """,
    "1-2": """
        Hans Gül Hans
        Cem Dora Dora Hans2
        Gül Gül - Cem1 Cem3
        Hans Cem Hans
        Dora Hans Dora
        Hans Hans -
        Gül Dora Gül Dora1
        Cem Hans Cem
        Hans Gül Gül Gül2
        Dora Dora -
    """,
}
"""As the home side writes them by hand: who lost the first half, the second, the final (none after a march through), and
each Schock out with the number of its throw."""


def game_of(slip, players):
    first, second, final, *ones = slip.split()
    loser = first if final == "-" else final
    others = {first, second} - {loser}
    safe = [name for name in players if name not in {first, second}]
    places = {**dict.fromkeys(safe, 1), **dict.fromkeys(others, len(safe) + 1), loser: len(players)}
    parts = [t.PartLost(part="half1", loser=first), t.PartLost(part="half2", loser=second)]
    return t.GameResult(
        variant="schocken",
        players=players,
        places=tuple(t.Place(player=name, place=places[name]) for name in players),
        parts=(*parts, *([] if final == "-" else [t.PartLost(part="final", loser=final)])),
        ones=tuple(t.ThreeOnes(player=entry[:-1], throw=int(entry[-1])) for entry in ones),
        loser=loser,
    )


def league_day():
    tournament = RunningTournament("league-day", t.read_player_list(LIST)[0], tables=2)
    tournament.draw()
    for match, slips in SLIPS.items():
        players = tournament.state.matches[match].players
        for number, slip in enumerate(slips.strip().splitlines(), start=1):
            tournament.report(match, number, game_of(slip, players))
    return tournament


def test_a_schocken_league_day_of_ten_games_at_two_tables():
    tournament = league_day()
    assert tournament.state.matches["1-1"].players == ("Anna", "Emil", "Ben", "Frida")
    assert t.is_over(tournament.state)
    points = {row.name: row.points for row in t.standings(tournament.state)}
    # A lost half costs one, a lost game one more; counted from the slips by hand.
    assert points == {"Anna": 5, "Ben": 5, "Cem": 4, "Dora": 8, "Emil": 11, "Frida": 9, "Gül": 8, "Hans": 10}
    assert [(row.name, row.points) for row in t.team_standings(tournament.state)] == [
        ("Anker", 22),
        ("Krug", 38),
    ]
    ones = {row.name: row.tally.ones for row in t.standings(tournament.state) if any(row.tally.ones)}
    assert ones == {
        "Anna": (1, 1, 0),
        "Ben": (1, 1, 0),
        "Cem": (1, 0, 1),
        "Dora": (1, 0, 0),
        "Emil": (0, 0, 1),
        "Frida": (1, 0, 0),
        "Gül": (0, 1, 0),
        "Hans": (0, 1, 0),
    }
    tournament.take(t.Ended(id="end"))
    lines = report_of(tournament.state, 1)
    assert read_again(lines) == lines
    assert sheets(lines, "de")["result"] == "Anker 22 : 38 Krug"
