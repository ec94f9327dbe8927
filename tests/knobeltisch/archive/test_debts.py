"""One count of games, losses and debts: bill, report, season, people, tables and the board say the same of a player."""

import csv
import io
import random
from collections import Counter
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorer
from knobeltisch.archive.bill import Bills, count_by_column, count_debts
from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.archive.finished_game import summarize_ended_game
from knobeltisch.archive.reports import Reports
from knobeltisch.game.evening import Evening, games_of
from knobeltisch.game.events import Did, Start
from knobeltisch.table.commands import Commands
from knobeltisch.table.scoreboard import Scoreboard
from tests.support.evenings.random_evenings import course, entries
from tests.support.games.random_games import some_game
from tests.support.pub import services_of
from web import create_app
from web.translations import catalogue

COLUMNS = ("lost", "lost_rounds", "rounds", "schnapps", "glasses", "pays")
COURSES = {"seed": st.integers(0, 10**6), "length": st.integers(1, 250)}


class House:
    """Everything that counts, fed with one journal."""

    def __init__(self, journal):
        self.evening = Evening()
        for entry in journal:
            self.evening = self.evening.with_entry(entry)
        self.reports = Reports(Chronicle(journal))

    def billed(self):
        bill = Bills(lambda: (self.evening.live, self.evening.beside), None).bill()
        return {
            head["player"]: {item["kind"]: item["count"] for item in head["items"]} for head in bill["heads"]
        }

    def last_evening(self):
        return self.reports.evening(self.evening.live[0].id)

    def tables(self):
        """The last evening's table as a spreadsheet reads it: the columns of debts, added up by player."""
        services = services_of(SimpleNamespace(past=None, hindsight=None, evening=None), reports=self.reports)
        page = create_app(Scoreboard(), Commands(lambda _order: None), services).test_client()
        answer = page.get(f"/evenings/{self.evening.live[0].id}.csv?language=en").data.decode("utf-8-sig")
        names = ("Games lost", "Rounds lost", "Extra rounds", "Rounds of schnapps", "Glasses", "Points paid")
        found: dict[str, Counter[str]] = {}
        for row in csv.DictReader(io.StringIO(answer)):
            counts = found.setdefault(row[catalogue("en")["report.player"]], Counter())
            counts.update({column: int(row[name]) for column, name in zip(COLUMNS, names, strict=True)})
        return [{"player": player, **dict(counts)} for player, counts in found.items()]


def columns(rows):
    return {row["player"]: {name: row[name] for name in COLUMNS} for row in rows}


@given(**COURSES)
@settings(max_examples=60)
def test_bill_report_and_table_of_an_evening_say_the_same_of_everybody(seed, length):
    house = House(course(seed, length))
    billed = house.billed()
    if not billed:
        return
    evening = house.last_evening()
    assert {row["player"]: row["items"] for row in evening["sums"]} == billed
    by_column = {player: count_by_column(items) for player, items in billed.items()}
    assert columns(evening["sums"]) == columns(house.tables()) == by_column


@given(**COURSES)
@settings(max_examples=60)
def test_season_people_and_every_evening_come_to_the_same_sums(seed, length):
    house = House(course(seed, length))
    evenings = [house.reports.evening(evening["id"]) for evening in house.reports.evenings()]
    sums: dict[str, Counter[str]] = {}
    for evening in evenings:
        for row in evening["sums"]:
            sums.setdefault(row["player"], Counter()).update({name: row[name] for name in COLUMNS})
    expected = {player: dict(counts) for player, counts in sums.items()}
    seasons = [house.reports.season(year) for year in house.reports.season()["years"]]
    over_years: dict[str, Counter[str]] = {}
    for row in (row for season in seasons for row in season["players"]):
        over_years.setdefault(row["player"], Counter()).update({name: row[name] for name in COLUMNS})
    assert {player: dict(counts) for player, counts in over_years.items()} == expected
    assert columns(house.reports.people()) == expected
    assert columns([house.reports.person(player) for player in expected]) == expected


@given(**COURSES)
@settings(max_examples=60)
def test_what_is_rated_is_each_lost_game_and_each_lost_round_of_a_game_without_an_end(seed, length):
    house = House(course(seed, length))
    for row in house.reports.people():
        assert (row["decided_lost"] - row["decided_lost_rounds"], row["decided_lost_rounds"]) == (
            row["lost"],
            row["lost_rounds"],
        )


def game_ends(seed, length):
    """Yield each evening in which a game has just ended, with what the board says of it."""
    evening = Evening()
    for entry in course(seed, length):
        evening = evening.with_entry(entry)
        if ended := summarize_ended_game(evening):
            yield evening, ended


@pytest.mark.long
@given(**COURSES)
@settings(max_examples=100)
def test_nobody_stands_behind_somebody_who_lost_more_in_a_game_without_a_loser(seed, length):
    for evening, ended in game_ends(seed, length):
        if scorer.summary(evening.state).loser is None:
            lost = [row["items"].get("lost_round", 0) + row["halves"] for row in ended["ranking"]]
            assert lost == sorted(lost), ended


@given(**COURSES)
@settings(max_examples=60)
def test_what_the_end_of_each_round_says_adds_up_to_the_bill(seed, length):
    """Without moves of mats, the round's last words are who lost a round, drinks, or loses the whole game."""
    house = House(course(seed, length))
    for start, rounds, last in ended_rounds(house.evening):
        said = Counter(row.worst for row in rounds if row.worst is not None and not row.moves)
        owed = count_debts(last, start.counter)
        match start.variant:
            case "base":
                assert said == counted(owed, "lost_round")
            case "drinking":
                glasses = counted(owed, *scorer.DRINKS, "glasses")
                assert all(said[player] <= glasses[player] for player in said)
            case _:
                assert said == counted(owed, "game") or not said


def ended_rounds(evening):
    """Yield each game of dice: its start, the rounds that ended in it, its last state."""
    for game in games_of(evening.live):
        rounds = [entry.state.last_round for entry in game if isinstance(entry.state, scorer.State)]
        new = [
            one
            for one, before in zip(rounds, [None, *rounds], strict=False)
            if one is not None and one is not before
        ]
        if isinstance(game[-1].state, scorer.State):
            yield game[0].fact, new, game[-1].state


def counted(debts, *kinds):
    found = {player: sum(items.get(kind, 0) for kind in kinds) for player, items in debts.items()}
    return Counter({player: count for player, count in found.items() if count})


@pytest.mark.long
@given(**COURSES)
@settings(max_examples=100)
def test_the_ranking_at_the_end_of_a_game_owes_what_the_bill_says(seed, length):
    for evening, ended in game_ends(seed, length):
        owed = count_debts(evening.state, evening.start.counter)
        assert {row["player"]: row["items"] for row in ended["ranking"]} == owed


@pytest.mark.parametrize("seed", range(8))
def test_the_loser_of_poker_owes_the_points(seed):
    """Whole games of poker: what the others pay the winner is on the bill, in the report and in the season."""
    house = House(course_of_poker(seed))
    state = house.evening.state
    assert isinstance(state, scorer.PokerState)
    paid = {player: items["points"] for player, items in house.billed().items() if items}
    assert paid == {player: count for player, count in (state.settlement or {}).items() if count}
    assert {row["player"]: row["pays"] for row in house.last_evening()["sums"] if row["pays"]} == paid


def course_of_poker(seed):
    facts = [Did(act=act) for act in some_game("poker", random.Random(seed))]
    return entries(Start(variant="poker", players=("Anna", "Ben", "Cem", "Dora")), *facts)
