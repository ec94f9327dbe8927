"""People over all evenings: who is one person, who is shown, what a rating rewards, and what badges take."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorer
from knobeltisch.archive.known_people import KnownPeople, People
from knobeltisch.archive.people import BADGES, person
from knobeltisch.archive.rating import AVERAGE, Decided, count_losses, list_decided
from knobeltisch.game.events import Did, End, Rename, Start
from tests.support.evenings.written_evenings import DAY, MAY, WrittenEvenings


def throw(*dice):
    return scorer.Throw(dice=dice)


CHICAGO = (throw(1, 1, 1),)  # of two the thrower is out, and the other has lost
HIGH = scorer.Declare(ones=100, sixes=60, direction="high")
A_ROUND_OF_BASE = (throw(1, 3, 5), scorer.Pass(declare=HIGH), throw(2, 2, 6), scorer.Pass())


class Pub(WrittenEvenings):
    """Writes evenings, and keeps what the house says of people."""

    def game(self, winner, loser, *, day=0, at=0):
        start = Start(variant="bavarian", players=(winner, loser), leader=winner)
        self.feed(start, *map(_did, CHICAGO), at=MAY + day * DAY + at)

    def person(self, name):
        return person(self.chronicle.evenings(), name, self.people.known())

    def change(self, **asked):
        assert self.people.change(asked) == {"ok": True}

    def refused(self, **asked):
        return self.people.change(asked)["error"]["code"]

    def listed(self):
        return [row["player"] for row in self.reports.people()]


def _did(act):
    return Did(act=act)


@pytest.fixture
def pub(tmp_path, store_in):
    return Pub(store_in(tmp_path))


GAMES = st.lists(
    st.lists(st.sampled_from("ABCDEF"), min_size=2, max_size=6, unique=True).flatmap(
        lambda players: st.sampled_from(players).map(
            lambda loser: Decided(players=tuple(players), loser=loser)
        )
    ),
    max_size=30,
)


@given(GAMES)
def test_what_is_lost_and_what_is_expected_come_to_the_same(games):
    found = count_losses(games).values()
    assert sum(losses_of.lost for losses_of in found) == len(games)
    assert sum(losses_of.expected for losses_of in found) == pytest.approx(len(games))


@given(st.integers(2, 8), st.integers(0, 50))
def test_who_loses_as_often_as_expected_is_average_however_often_he_sits_there(players, rounds):
    names = tuple("ABCDEFGH"[:players])
    found = count_losses(Decided(players=names, loser=loser) for _ in range(rounds) for loser in names)
    assert {round(losses_of.rating()) for losses_of in found.values()} <= {AVERAGE}


@given(GAMES, st.sampled_from("ABCDEF"))
def test_a_game_lost_never_lifts_a_rating_and_a_game_not_lost_never_lowers_it(games, name):
    before = count_losses([*games, Decided(players=("X", name), loser="X")])[name].rating()
    assert count_losses([*games, Decided(players=("X", name), loser=name)])[name].rating() < before
    if name in count_losses(games):
        assert before >= count_losses(games)[name].rating()


def test_a_game_without_an_end_counts_by_its_lost_rounds_and_one_that_was_stopped_not_at_all(pub):
    pub.feed(
        Start(variant="base", players=("Anna", "Ben"), leader="Anna"), *map(_did, A_ROUND_OF_BASE), End()
    )
    pub.feed(Start(variant="bavarian", players=("Anna", "Ben"), leader="Anna"), _did(throw(1, 2, 4)), End())
    base, stopped = pub.chronicle.evenings()[0].games
    assert list(list_decided(base)) == [Decided(players=("Anna", "Ben"), loser="Ben", is_round=True)]
    assert list(list_decided(stopped)) == []


def test_a_person_is_reported_with_sums_rivals_and_the_balance_of_each_evening(pub):
    for day in range(3):
        pub.game("Anna", "Ben", day=7 * day)
    pub.game("Ben", "Anna", day=14, at=60)
    pub.game("Cem", "Anna", day=14, at=120)
    anna = pub.person("Anna")
    assert (anna.score.games, anna.loss.games, anna.loss.lost, anna.loss.expected) == (5, 5, 2, 2.5)
    assert [(name, rival.games, rival.lost, rival.his) for name, rival in anna.rivals] == [
        ("Ben", 4, 1, 3),
        ("Cem", 1, 1, 0),
    ]
    assert [(season.games, season.lost, season.balance) for season in anna.form] == [
        (1, 0, 0.5),
        (1, 0, 1.0),
        (3, 2, 0.5),
    ]


def test_somebody_who_played_nothing_that_was_decided_has_no_rating_and_stands_last(pub):
    pub.feed(Start(variant="bavarian", players=("Zoe", "Ada"), leader="Zoe"), _did(throw(1, 2, 4)))
    pub.game("Anna", "Ben", at=60)
    assert [(row["player"], row["rating"]) for row in pub.reports.people()] == [
        ("Anna", 117),
        ("Ben", 88),
        ("Ada", None),
        ("Zoe", None),
    ]


def badge(pub, player, name):
    return next(badge for badge in pub.person(player).badges if badge.name == name)


def test_ten_without_takes_ten_in_a_row_over_evenings_and_stays_when_it_is_over(pub):
    for day in range(9):
        pub.game("Anna", "Ben", day=day)
    assert (badge(pub, "Anna", "unlost").count, badge(pub, "Anna", "unlost").at) == (9, None)
    pub.game("Anna", "Ben", day=9)
    reached = badge(pub, "Anna", "unlost").at
    pub.game("Ben", "Anna", day=10)
    assert reached == MAY + 9 * DAY == badge(pub, "Anna", "unlost").at
    assert badge(pub, "Ben", "unlost").count == 1


def test_three_ones_in_one_throw_are_a_badge_and_three_chicagos_another(pub):
    for place in range(2):
        pub.game("Anna", "Ben", at=60 * place)
    assert badge(pub, "Anna", "in_one").at == MAY
    assert (badge(pub, "Anna", "chicago").count, badge(pub, "Anna", "chicago").at) == (2, None)
    pub.game("Anna", "Ben", at=120)
    assert badge(pub, "Anna", "chicago").at == MAY + 120
    assert badge(pub, "Anna", "schock_out").count == 0


def test_every_badge_is_shown_for_everybody_those_that_he_has_first(pub):
    for day in range(10):
        pub.game("Anna", "Ben", day=day)
    badges = pub.reports.person("Ben")["badges"]
    assert {badge["badge"] for badge in badges} == set(BADGES)
    assert [badge["badge"] for badge in badges if badge["reached"]] == ["regular"] == [badges[0]["badge"]]


def test_who_was_called_otherwise_is_asked_about_his_other_evenings_until_the_table_answers(pub):
    pub.game("Anna", "Ben")
    pub.game("Anna", "Ben", day=7)
    pub.feed(Rename(player="Ben", name="Bene"), at=MAY + 7 * DAY + 60)
    pub.feed(Rename(player="Anna", name="Anne"), at=MAY + 7 * DAY + 60)
    assert pub.reports.person("Bene")["called"] == ["Ben"]
    assert pub.reports.person("Ben")["called"] == []
    pub.change(player="Ben", same="Bene")
    assert pub.reports.person("Bene")["called"] == []
    assert pub.listed() == ["Anna", "Anne", "Bene"]
    assert pub.person("Bene").loss.lost == 2


def test_two_spellings_are_two_people_until_the_table_says_that_they_are_one(pub):
    pub.game("Anna", "Jürgen")
    pub.game("Anna", "Juergen", day=7)
    assert pub.listed() == ["Anna", "Juergen", "Jürgen"]
    pub.change(player="Juergen", same="Jürgen")
    assert pub.listed() == ["Anna", "Jürgen"]
    assert pub.reports.person("Juergen")["player"] == "Jürgen"
    assert pub.reports.person("Jürgen")["names"] == ["Juergen"]
    assert pub.person("Jürgen").loss.lost == 2
    assert [player["player"] for player in pub.reports.season()["players"]] == ["Anna", "Jürgen"]
    pub.change(player="Juergen", same=None)
    assert pub.listed() == ["Anna", "Juergen", "Jürgen"]


def test_two_who_sat_in_one_game_are_two(pub):
    pub.game("Anna", "Ben")
    pub.game("Cem", "Bene", at=60)
    assert pub.refused(player="Ben", same="Anna") == "same_game"
    pub.change(player="Bene", same="Ben")
    assert pub.refused(player="Cem", same="Bene") == "same_game"
    assert pub.refused(player="Anna", same="Bene") == "same_game"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"player": "Nobody", "hidden": True}, "unknown_player"),
        ({"hidden": True}, "unknown_player"),
        ({"player": "Anna"}, "bad_command"),
        ({"player": "Anna", "hidden": "yes"}, "bad_command"),
        ({"player": "Anna", "same": "Nobody"}, "bad_command"),
        ({"player": "Anna", "same": 5}, "bad_command"),
        ({"player": "Anna", "same": []}, "bad_command"),
    ],
)
def test_what_makes_no_sense_is_refused(pub, asked, code):
    pub.game("Anna", "Ben")
    assert pub.refused(**asked) == code


def test_who_is_hidden_appears_in_no_list_and_comes_back(pub):
    pub.game("Anna", "Ben")
    pub.game("Ben", "Cem", at=60)
    pub.change(player="Anna", hidden=True)
    season = pub.reports.season()
    assert pub.listed() == ["Ben", "Cem"]
    assert [player["player"] for player in season["players"]] == ["Ben", "Cem"]
    assert [chicago["player"] for chicago in season["chicagos"]] == ["Ben"]
    assert [rival["player"] for rival in pub.reports.person("Ben")["rivals"]] == ["Cem"]
    assert pub.reports.person("Anna")["hidden"]
    pub.change(player="Anna", hidden=False)
    assert pub.listed() == ["Anna", "Ben", "Cem"]


def test_the_others_ratings_do_not_tell_who_is_hidden(pub):
    pub.game("Anna", "Ben")
    before = {row["player"]: row["rating"] for row in pub.reports.people()}
    pub.change(player="Anna", hidden=True)
    assert pub.reports.people()[0]["rating"] == before["Ben"]


def test_who_is_hidden_is_hidden_under_all_his_names(pub):
    pub.game("Anna", "Ben")
    pub.game("Anna", "Bene", day=1)
    pub.change(player="Ben", hidden=True)
    pub.change(player="Ben", same="Bene")
    assert pub.listed() == ["Anna"]
    assert pub.people.known().hidden >= {"Bene"}


def test_what_is_kept_survives_a_restart(pub, tmp_path, store_in):
    pub.game("Anna", "Ben")
    pub.game("Anna", "Bene", day=1)
    pub.change(player="Bene", same="Ben")
    pub.change(player="Anna", hidden=True)
    again = People(store_in(tmp_path), pub.chronicle.evenings)
    assert again.known() == KnownPeople(same={"Bene": "Ben"}, hidden=frozenset({"Anna"}))
