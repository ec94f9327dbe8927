"""Pages and files of evenings, seasons and dice, on a real chronicle."""

import json
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorer
from knobeltisch.game.events import Did, Start
from scorer.games.hausnummer.hausnummer_state import Place
from tests.support.evenings.written_evenings import DAY, MAY
from tests.web.reports.pub import CHICAGO
from web.answers import csv_bytes, safe_cell
from web.reports.tables import sheet_of
from web.reports.wording import Words


def throw(*dice):
    return scorer.Throw(dice=dice)


MAT_FOR_BEN = (throw(1, 3, 5), scorer.Pass(), throw(2, 2, 6))


# --- pages


@pytest.mark.parametrize(
    "address", ["/evenings", "/evenings/1", "/season", "/dice", "/people", "/person?name=Anna"]
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page_speaks_the_language_asked_for_and_misses_no_word(pub, address, language):
    pub.game(*MAT_FOR_BEN)
    pub.game(CHICAGO, variant="base", players=("Anna", "Ben", "Cem"))
    pub.game(
        throw(1, 1, 4), scorer.Pass(), throw(2, 3, 4), variant="schocken", players=("Anna", "Ben", "Cem")
    )
    low = Start(variant="hausnummer", players=("Anna", "Ben"), leader="Anna", options=(("direction", "low"),))
    turn = (throw(4), Place(at="tens"), throw(6), Place(at="ones"), throw(1))
    pub.feed(low, *(Did(act=act) for act in turn * 2), at=MAY)
    text = pub.page(address, language)
    assert f'<html lang="{language}">' in text
    assert "None" not in text
    assert 'href="/"' in text
    for family in [
        "report",
        "season",
        "dice",
        "column",
        "variant",
        "phase",
        "result",
        "weekday",
        "person",
        "badge",
    ]:
        assert f">{family}." not in text, family


@pytest.mark.parametrize("address", ["", ".csv", ".json", ".svg", ".html", "/take-home"])
def test_an_evening_that_there_is_not_is_said_in_one_sentence(pub, address):
    answer = pub.client.get(f"/evenings/99{address}")
    assert answer.status_code == 404
    assert "/evenings" in answer.json["error"]["message"]


def test_a_report_shows_dice_result_mat_and_who_was_last(pub):
    pub.game(*MAT_FOR_BEN)
    text = " ".join(pub.page("/evenings/1").split())
    ben = text.split('<li class="worst"><bdi class="cut">Ben</bdi>')[1].split("</li>")[0]
    assert re.sub(r"<[^>]+>|\s", " ", ben).split() == ["2", "2", "6", "64", "▼", "tief", "+1"]


GAMES = st.lists(st.tuples(st.sampled_from(["rounds", "hands"]), st.integers(0, 40), st.integers(2, 12)))


@given(GAMES, st.integers(12, 100))
def test_the_pages_of_a_report_tell_each_round_once_and_none_has_too_many(games, most):
    told = [
        {"players": range(seats), "rounds": [], "hands": [], kind: list(range(count))}
        for kind, count, seats in games
    ]
    first = sheet_of(told, 1, most)
    sheets = [sheet_of(told, number, most) for number in range(1, first.count + 1)]
    parts = [part for sheet in sheets for part in sheet.games]
    for place, game in enumerate(told, start=1):
        mine = [part for part in parts if part["place"] == place]
        assert [turn for part in mine for turn in part["rounds"]] == game["rounds"]
        assert [turn for part in mine for turn in part["hands"]] == game["hands"]
        assert [part["continued"] for part in mine] == [False] + [True] * (len(mine) - 1)
        assert [part["goes_on"] for part in mine] == [True] * (len(mine) - 1) + [False]
    for sheet in sheets:
        assert sum(len(part["players"]) * len(part["rounds"] + part["hands"]) for part in sheet.games) <= most
    assert sheet_of(told, 10**6, most) == sheets[-1]
    assert sheet_of(told, -1, most) == sheets[0]


def test_a_report_of_an_endless_game_comes_in_pages(pub):
    pub.game(*A_ROUND * 550, variant="drinking", players=("Anna", "Ben", "Cem"))
    first, last = pub.page("/evenings/1"), pub.page("/evenings/1?page=2")
    assert 'href="?page=2"' in first
    assert "Wer zahlt was" in first
    assert "Wer zahlt was" not in last
    assert "(Fortsetzung)" in last
    assert len(first) < 1_000_000
    assert len(json.loads(pub.client.get("/evenings/1.json").data)["games"][0]["rounds"]) == (
        first + last
    ).count("<h3>Runde ")


def test_what_a_leader_chose_stands_beside_the_round_where_anything_is_chosen(pub):
    pub.game(*MAT_FOR_BEN)
    assert "Ansage" not in pub.page("/evenings/1")
    declare = scorer.Declare(ones=1, sixes=6, direction="low")
    pub.game(throw(2, 3, 5), scorer.Pass(declare=declare), throw(4, 4, 4), scorer.Pass(), variant="base")
    assert "1 = 1, 6 = 6, runter" in pub.page("/evenings/1")


def test_an_evening_without_a_date_has_a_page_all_the_same(pub):
    pub.game(*MAT_FOR_BEN, at=1e300)
    assert "ohne Datum" in pub.page("/evenings/1")
    assert "ohne Datum" in pub.page("/evenings")
    pub.page("/season")
    pub.page("/dice")


def test_a_season_can_be_another_years(pub):
    pub.game(*MAT_FOR_BEN, at=MAY - 365 * DAY)
    pub.game(*MAT_FOR_BEN, players=("Cem", "Dora"))
    assert "Dora" in pub.page("/season")
    assert "Dora" not in pub.page("/season?year=2025")
    assert 'href="/season?year=2025"' in pub.page("/season")


@pytest.mark.parametrize("query", ["year=abc", "year=-1", "sort=__class__", "variant=%00", "order=sideways"])
def test_a_query_that_means_nothing_is_as_good_as_none(pub, query):
    pub.game(*MAT_FOR_BEN)
    pub.page(f"/season?{query}")


def test_columns_that_nobody_has_any_of_are_left_out(pub):
    pub.game(*MAT_FOR_BEN)
    text = pub.page("/season")
    assert "Deckel" in text
    assert "Gläser" not in text


@pytest.mark.parametrize(
    ("games", "said", "unsaid"),
    [
        (1, ["Noch nicht genug Würfe"], ["chi-quadrat"]),
        (
            60,
            ["in weniger als einem von 100 Fällen", "durch Zufall"],
            ["falsch", "gezinkt", "betrug", "manipuliert", "verdächtig"],
        ),
    ],
)
def test_the_dice_watch_calls_no_dice_false_and_says_when_there_are_too_few(pub, games, said, unsaid):
    for _ in range(games):
        pub.game(throw(2, 2, 3), scorer.Pass(), throw(2, 2, 3))
    text = pub.page("/dice")
    assert [words for words in said if words not in text] == []
    assert [word for word in unsaid if word in text.lower()] == []


A_ROUND = (throw(2, 3, 5), scorer.Pass(), throw(2, 3, 6), throw(2, 4, 4))


@pytest.mark.parametrize(
    ("variant", "players", "acts", "words"),
    [
        ("bavarian", 2, [CHICAGO], "<b>Chick</b>"),
        ("chic", 2, [CHICAGO], "<b>Chic</b>"),
        ("drinking", 3, A_ROUND, "1 Glas"),
    ],
)
def test_a_game_is_reported_in_its_own_words(pub, variant, players, acts, words):
    pub.game(*acts, variant=variant, players=("Anna", "Ben", "Cem")[:players])
    assert words in pub.page("/evenings/1")


def test_house_rules_and_what_is_counted_are_named_as_at_the_table(pub):
    options = (("schnapps_on_chicago", True),)
    names = ("Anna", "Ben")
    start = Start(variant="bavarian", players=names, leader="Anna", options=options, counter="matches")
    pub.feed(start, *(Did(act=act) for act in MAT_FOR_BEN))
    text = pub.page("/evenings/1")
    assert "Streichhölzer" in text
    assert "schnapps_on_chicago" not in text
    assert "Hausregeln:" in text


# --- names are data


EVIL = "<script>alert(1)</script>"


@pytest.mark.parametrize(
    "name",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        " =1+1",
        "\u00a0=1",
        "\uff1d1",
        "\n=1",
        "=cmd|'/C calc'!A0",
    ],
)
def test_a_name_never_becomes_a_formula(name):
    assert str(safe_cell(name)).startswith("'")


@pytest.mark.parametrize("name", ["Anna", "Jörg", "O'Neill", "5 vor 12", "Anna-Lena", ""])
def test_other_names_stay_as_they_are(name):
    assert safe_cell(name) == name


def test_a_name_cannot_break_out_of_its_cell(pub):
    name = 'Anna";=1+1\r\nBen,=2'
    pub.game(CHICAGO, players=(name, "Ben"))
    for language in ("de", "en"):
        found = [row[0] for row in pub.csv("/season.csv", language)]
        assert sorted(found) == sorted([found[0], name, "Ben"])


# --- files


def test_an_evening_as_a_table_has_a_row_for_each_player_of_each_game(pub):
    pub.game(CHICAGO)
    pub.game(*MAT_FOR_BEN, players=("Anna", "Ben", "Jörg"))
    head, *found = pub.csv("/evenings/1.csv")
    assert head[:2] == ["Spiel", "Spielart"]
    assert [(row[0], row[5], row[6]) for row in found] == [
        ("1", "Anna", "0"),
        ("1", "Ben", "1"),
        ("2", "Anna", "0"),
        ("2", "Ben", "0"),
        ("2", "Jörg", "0"),
    ]


def test_a_game_over_the_night_the_clocks_go_back_says_its_minutes(pub, monkeypatch):
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    pub.feed(
        Start(variant="bavarian", players=("Anna", "Ben"), leader="Anna"), at=1792888800
    )  # 02:40 in summer
    pub.feed(Did(act=CHICAGO), at=1792888800 + 30 * 60)
    head, first, _ = pub.csv("/evenings/1.csv", "en")
    monkeypatch.undo()
    time.tzset()
    assert head[2:5] == ["Began", "Ended", "Minutes"]
    assert first[2:5] == ["2026-10-25 02:40", "2026-10-25 02:10", "30"]


def test_a_table_opens_in_a_german_and_in_an_english_spreadsheet():
    rows = [["Jörg", 1]]
    assert csv_bytes(["Name", "n"], rows, "de") == '\ufeff"Name";"n"\r\n"Jörg";1\r\n'.encode()
    assert csv_bytes(["Name", "n"], rows, "en") == '\ufeff"Name","n"\r\n"Jörg",1\r\n'.encode()


@pytest.mark.parametrize(
    ("address", "name"), [("/season.csv?year=2026", "season-2026.csv"), ("/evenings/1.csv", "evening-1.csv")]
)
def test_files_have_names_to_keep_them_by(pub, address, name):
    pub.game(*MAT_FOR_BEN)
    answer = pub.client.get(address)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'


def test_the_json_tells_every_round_and_takes_the_same_year_and_variant(pub):
    pub.game(*MAT_FOR_BEN)
    (game,) = pub.client.get("/evenings/1.json").json["games"]
    result = game["rounds"][0]["results"][1]
    assert result == {"player": "Ben", "dice": [2, 2, 6], "value": 64, "throws": 1, "kind": "points"}
    season = pub.client.get("/season.json?year=2026&variant=base").json
    assert (season["year"], season["variant"], season["players"]) == (2026, "base", [])


# --- words


def test_dates_and_times_are_said_as_each_language_says_them():
    when = "2026-11-21T20:05:00+01:00"
    assert Words("de").day(when) == "Samstag, 21. November 2026"
    assert Words("en").day(when) == "Saturday, 21 November 2026"
    assert Words("de").short_day(when) == "21.11.2026"
    assert Words("en").short_day(when) == "2026-11-21"


def test_an_evening_that_ends_before_it_began_tells_its_beginning_alone():
    span = {"began": "2026-11-21T20:05:00+01:00", "ended": "2026-11-21T19:00:00+01:00", "running": False}
    assert Words("de").span(span) == "ab 20:05 Uhr"
    assert Words("de").span({**span, "ended": "2026-11-21T23:10:00+01:00"}) == "20:05 bis 23:10 Uhr"
    assert Words("de").span({**span, "began": None}) == ""


def test_numbers_are_written_as_the_language_does():
    assert (Words("de").decimal(0.25, 2), Words("en").decimal(0.25, 2)) == ("0,25", "0.25")
    assert [Words("de").signed(number) for number in (1.25, -0.04)] == ["+1,2", "0,0"]
    assert Words("de").count(12345) == "12\u202f345"
