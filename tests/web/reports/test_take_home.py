"""The files of an evening to take home: without names until the table allows them, and without any request."""

import json
import random
import re

import pytest

import scorer
from knobeltisch.game.events import Did, End, Start
from knobeltisch.simulated_players.card_players import CardPlayers
from scorer.naming import initials
from tests.web.reports.pub import CHICAGO
from web.reports.take_home import file_name, without_names
from web.reports.wording import Words

PLAYERS = ("Qxavver", "Qywonne", "Qzenobia Qwitz", "Q\u05d3\u05d5\u05d3")
LATE = "Qspaetkommer"


def some_act(state, chance):
    legal = scorer.legal_acts(state)
    thrown = {"throw": scorer.Throw, "roll_off": scorer.RollOff, "reveal": scorer.Reveal}
    name = next((name for name in thrown if name in legal), None)
    if name is not None and "cover" not in legal:
        return thrown[name](dice=tuple(sorted(chance.choices(range(1, 7), k=scorer.dice_expected(state)))))
    if "cover" in legal:
        return scorer.Cover()
    if "name_loser" in legal:
        return scorer.NameLoser(player=chance.choice(state.active))
    return scorer.decisions(state)[-1]


def played(variant, chance):
    """A game of so many acts, with one who comes late and one who goes home where the rules let them."""
    facts = [Start(variant=variant, players=PLAYERS)]
    state = scorer.new_game(scorer.load_variant(variant), PLAYERS)
    for _ in range(150):
        if state.stage == "over":
            break
        act = some_act(state, chance)
        if "join" in scorer.legal_acts(state) and state.round > 1 and LATE not in state.players:
            act = scorer.Join(player=LATE, after=PLAYERS[0])
        try:
            state = scorer.apply(state, act)
        except scorer.Refused:
            break
        facts.append(Did(act=act))
    return [*facts, End()] if state.stage != "over" else facts


def allow(pub, *, on):
    assert pub.client.put("/api/evenings/1/names", json={"on": on}).json == {"ok": True}


def played_with_cards(chance):
    facts = [Start(variant="poker", players=PLAYERS)]

    def keep(state, acts):
        facts.extend(Did(act=act) for act in acts)
        return scorer.replay(state, acts)

    rules = scorer.load_variant("poker")
    CardPlayers(rules=rules, names=PLAYERS, chance=chance, keep=keep).play(100)
    return [*facts, End()]


@pytest.fixture(scope="module")
def games():
    chance = random.Random(3)
    dice = [played(variant, chance) for variant in scorer.DICE_VARIANTS]
    return [*dice, played_with_cards(chance)]


@pytest.fixture
def told(pub, games):
    for game in games:
        pub.feed(*game)
    return pub


def names_in(text):
    return {name for name in (*PLAYERS, LATE, "Qwitz") if name in text}


@pytest.mark.parametrize("address", ["/evenings/1/take-home", "/evenings/1.html"])
def test_no_name_leaves_the_house_until_the_table_allows_it(told, address):
    assert names_in(told.page("/evenings/1")) > set(PLAYERS), "in the house they are told"
    assert names_in(told.page(address)) == set()
    allow(told, on=True)
    assert names_in(told.page(address)) > set(PLAYERS)
    allow(told, on=False)
    assert names_in(told.page(address)) == set()


def test_nothing_but_names_is_missing_without_names(told):
    evening = told.reports.evening(1)
    nameless = without_names(evening, Words("de"))
    assert names_in(json.dumps(nameless, ensure_ascii=False)) == set()
    named = initials(evening["players"], "Spieler {}".format)
    text = json.dumps(evening, ensure_ascii=False)
    for name in sorted(named, key=len, reverse=True):
        text = text.replace(json.dumps(name, ensure_ascii=False), json.dumps(named[name], ensure_ascii=False))
    assert json.loads(text) == nameless


@pytest.mark.parametrize("address", ["/evenings/1/take-home", "/evenings/1.html"])
def test_nobody_is_named_as_one_with_a_handicap_or_of_a_team(pub, address):
    start = Start(
        variant="schocken",
        players=PLAYERS,
        leader=PLAYERS[0],
        options=(("handicap", 2), ("teams", True)),
        handicap=((PLAYERS[0], 2),),
        teams=((PLAYERS[1], ("Qrot", "Qblau")),),
    )
    pub.feed(start, Did(act=CHICAGO), End())
    names = {name for name in (PLAYERS[0], "Qrot", "Qblau") if name in pub.page("/evenings/1")}
    assert names == {PLAYERS[0], "Qrot", "Qblau"}
    page = pub.page(address)
    assert not [name for name in (*PLAYERS, "Qrot", "Qblau") if name in page]
    allow(pub, on=True)
    assert "Qrot" in pub.page(address)


def test_a_name_that_is_a_word_of_the_report_does_not_change_the_report(pub):
    pub.game(CHICAGO, players=("bavarian", "points"))
    nameless = without_names(pub.reports.evening(1), Words("de"))
    assert nameless["games"][0]["variant"] == "bavarian"
    assert nameless["games"][0]["loser"] == "P."


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_file_holds_all_that_it_shows_and_asks_nobody_for_anything(told, language):
    answer = told.client.get("/evenings/1.html", headers={"Accept-Language": language})
    text = answer.text
    assert answer.headers["Content-Disposition"] == 'attachment; filename="knobeltisch-2026-05-01.html"'
    assert set(re.findall(r"url\((.{6})", text)) == {'"data:'}
    assert re.findall(r"<(?:script|link|img|iframe|a)\b", text) == []
    assert re.findall(r'\b(?:src|href)="', text) == []
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert 'http-equiv="Content-Security-Policy"' in text
    for family in ("take_home.", "report.", "column.", "finale."):
        assert f">{family}" not in text, family


@pytest.mark.parametrize("sent", [{}, {"on": "yes"}, {"on": None}])
def test_what_is_no_yes_and_no_no_is_refused(pub, sent):
    assert pub.client.put("/api/evenings/1/names", json=sent).status_code == 400


def test_an_evening_without_a_date_has_files_with_a_name(pub):
    pub.feed(Start(variant="bavarian", players=("A", "B"), leader="A"))
    evening = {**pub.reports.evening(1), "began": None}
    assert file_name(evening) == "knobeltisch-evening"
