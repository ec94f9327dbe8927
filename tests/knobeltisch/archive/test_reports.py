import time
from datetime import datetime

import pytest

import scorer
from knobeltisch.game.events import Did, Start
from tests.support.evenings.written_evenings import WrittenEvenings


@pytest.fixture
def berlin(monkeypatch):
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def at(text):
    return datetime.fromisoformat(text).timestamp()


class Pub(WrittenEvenings):
    """Writes a journal of evenings, and reads the reports of it."""

    def game(self, when, *facts):
        self.feed(*facts, at=at(when), each_s=10)


def start(variant="bavarian", *players):
    return Start(variant=variant, players=players or ("Anna", "Ben"), leader=(players or ("Anna",))[0])


def throw(*dice):
    return Did(act=scorer.Throw(dice=dice))


PASS = Did(act=scorer.Pass())
MAT_FOR_BEN = (throw(1, 3, 5), PASS, throw(2, 2, 6))
CHICAGO = throw(1, 1, 1)


def row(report, player):
    (found,) = [row for row in report["players"] if row["player"] == player]
    return found


@pytest.fixture
def pub(berlin):
    return Pub()


def test_evenings_come_newest_first_with_the_time_of_the_pub(pub):
    pub.game("2026-03-28T19:30:00+00:00", start(), *MAT_FOR_BEN)
    pub.game("2026-03-29T19:30:00+00:00", start(), *MAT_FOR_BEN)
    evenings = pub.reports.evenings()
    assert [evening["began"] for evening in evenings] == [
        "2026-03-29T21:30:00+02:00",
        "2026-03-28T20:30:00+01:00",
    ]
    assert [evening["running"] for evening in evenings] == [True, False]


def test_a_game_without_an_end_is_running_only_while_it_is_the_last(pub):
    pub.game("2026-05-01T20:00:00+02:00", start(), *MAT_FOR_BEN)
    pub.game("2026-05-01T21:00:00+02:00", start(), throw(1, 3, 5))
    evening = pub.reports.evening(1)
    assert evening is not None
    assert [(game["over"], game["running"]) for game in evening["games"]] == [(False, False), (False, True)]


def test_a_night_over_new_year_belongs_to_the_old_year(pub):
    pub.game("2025-12-31T23:00:00+01:00", start(), *MAT_FOR_BEN)
    pub.game("2026-01-01T01:00:00+01:00", start(), CHICAGO)
    assert pub.reports.season()["years"] == [2025]


def test_a_season_of_one_variant_leaves_the_others_out(pub):
    pub.game("2026-05-01T20:00:00+02:00", start(), *MAT_FOR_BEN)
    pub.game("2026-05-01T21:00:00+02:00", start("base", "Anna", "Cem"), throw(1, 3, 5))
    season = pub.reports.season(2026, "base")
    assert [player["player"] for player in season["players"]] == ["Anna", "Cem"]
    assert season["variants"] == ["base", "bavarian"]
    assert season["games"] == 1


def test_the_dice_of_all_evenings_are_added_up(pub):
    pub.game("2026-05-01T20:00:00+02:00", start(), *MAT_FOR_BEN)
    pub.game("2026-05-08T20:00:00+02:00", start(), *MAT_FOR_BEN)
    totals = pub.reports.dice()
    assert (totals["faces"], totals["dice"], totals["p"]) == ([2, 4, 2, 0, 2, 2], 12, None)
    assert [evening["faces"] for evening in totals["by_evening"]] == [[1, 2, 1, 0, 1, 1]] * 2


def test_without_any_evening_there_is_nothing_to_tell_and_nothing_fails(pub):
    assert pub.reports.evenings() == []
    assert pub.reports.dice()["dice"] == 0
    season = pub.reports.season()
    assert (season["year"], season["years"], season["players"]) == (None, [], [])
