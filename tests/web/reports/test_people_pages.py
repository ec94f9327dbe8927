import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.evenings.written_evenings import DAY, MAY
from tests.web.reports.pub import CHICAGO
from web.reports.tables import HEIGHT, WIDTH, balance_chart
from web.translations import t

EVIL = "<script>alert(1)</script>"
ODD_NAMES = ("A/B", "..", "a?b&c=d", "100 %", "#1", "דוד", "🍺", EVIL, "Anna'); DROP")


def won(pub, winner, loser, *, day=0):
    pub.game(CHICAGO, players=(winner, loser), at=MAY + day * DAY)


def test_the_names_are_those_of_everybody_who_is_listed_in_the_order_of_letters(pub):
    won(pub, "zoe", "Ben")
    won(pub, "Anna", "ben", day=1)
    pub.client.put("/api/people", json={"player": "Ben", "hidden": True})
    assert pub.reports.names() == ["Anna", "ben", "zoe"]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_every_name_leads_to_its_page_and_never_becomes_markup(pub, name):
    won(pub, name, "Ben")
    listed = pub.page("/people")
    link = next(
        part.split('"')[0]
        for part in listed.split('href="')[1:]
        if part.startswith("/person") and "Ben" not in part
    )
    answer = pub.client.get(link.replace("&amp;", "&"))
    assert answer.status_code == 200
    assert EVIL not in answer.text + listed + "".join(map(pub.page, ("/evenings", "/evenings/1", "/season")))


@pytest.mark.parametrize("asked", [{}, {"name": ""}, {"name": "Cem"}, {"name": "anna"}])
def test_nobody_of_this_name_is_said_in_one_sentence(pub, asked):
    won(pub, "Anna", "Ben")
    answer = pub.client.get("/person", query_string=asked)
    assert answer.status_code == 404
    assert "/people" in answer.json["error"]["message"]


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"player": "Cem", "hidden": True}, 404),
        ({"player": "Anna"}, 400),
        ({"player": "Anna", "same": "Ben"}, 409),
        ({"player": {"a": 1}, "hidden": True}, 404),
    ],
)
def test_what_cannot_be_kept_of_a_person_says_so_by_its_status(pub, asked, status):
    won(pub, "Anna", "Ben")
    assert pub.client.put("/api/people", json=asked).status_code == status


def test_the_season_is_sorted_by_what_does_not_reward_sitting_there_longest(pub):
    for day in range(4):
        won(pub, "Anna", "Ben", day=day)
        won(pub, "Ben", "Anna", day=day)
    won(pub, "Cem", "Ben", day=5)
    text = pub.page("/season")
    assert text.index(">Cem<") < text.index(">Anna<") < text.index(">Ben<")
    assert 'href="/person?name=Cem"' in text


def test_the_numbers_of_a_drawing_stand_in_a_table_beside_it(pub):
    for day in range(3):
        won(pub, "Anna", "Ben", day=7 * day)
    text = pub.page("/person", name="Ben")
    assert (
        'role="img" aria-label="Linie von Abend zu Abend (zusammen 3), zuletzt bei \N{MINUS SIGN}1,5.' in text
    )
    assert [
        f"<td>{number}</td>" in text
        for number in ("\N{MINUS SIGN}0,5", "\N{MINUS SIGN}1,0", "\N{MINUS SIGN}1,5")
    ] == [True] * 3


@given(st.lists(st.floats(-1000, 1000), min_size=2, max_size=20))
def test_a_drawing_stays_inside_its_frame_with_nothing_in_the_middle(balances):
    drawn = balance_chart([{"balance": balance} for balance in balances])
    assert drawn is not None
    assert len(drawn.dots) == len(balances)
    assert all(0 <= x <= WIDTH and -0.1 <= y <= HEIGHT + 0.1 for x, y in drawn.dots)
    for balance, (_, y) in zip(balances, drawn.dots, strict=True):
        assert y == pytest.approx(HEIGHT / 2 * (1 - balance / drawn.edge), abs=0.1)


def test_one_evening_makes_no_line():
    assert balance_chart([{"balance": 1.0}]) is None
    assert balance_chart([]) is None


def test_a_name_from_the_right_does_not_turn_the_sentence_around():
    david = "\u05d3\u05d5\u05d3"
    assert t("de", "over.loser", player=david).startswith(f"\u2068{david}\u2069")
    assert "\u2068" not in t("de", "over.loser", player="Jürgen")
