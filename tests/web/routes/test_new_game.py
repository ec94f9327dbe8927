"""The data that the page gets for starting a game: variants, rules in words, the lists behind their routes."""

import json

import pytest

import scorer
from knobeltisch.game.saved_lists import Lists
from scorer.words import variant_text as words
from web.answers import qr_code


@pytest.fixture
def house(small, tmp_path, store_in):
    return small.page(lists=Lists(store_in(tmp_path), list)).test_client()


def in_json(value):
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_variant_is_reported_with_its_options(client, language):
    variants = client.get(f"/api/variants?language={language}").json
    assert [variant["variant"] for variant in variants["variants"]] == list(scorer.VARIANTS)
    for variant in variants["variants"]:
        own = scorer.load_variant(variant["variant"])
        assert {each["option"]: each["value"] for each in variant["options"]} == {
            option: in_json(getattr(own, option)) for option in scorer.options_of(variant["variant"])
        }


def test_only_the_game_for_adults_is_warned_of(client):
    variants = client.get("/api/variants?language=de").json["variants"]
    assert [variant["variant"] for variant in variants if variant["warning"]] == ["drinking"]
    assert "kann nicht empfohlen werden" in " ".join(variants[4]["warning"])


@pytest.mark.parametrize("keeps", [False, True])
def test_the_page_learns_whether_the_house_keeps_lists(client, house, keeps):
    page = house if keeps else client
    assert page.get("/api/variants").json["lists"] is keeps


def test_the_rules_of_a_region_are_offered_with_a_game_and_can_be_asked_for_as_they_are_sent(client):
    presets = client.get("/api/variants").json["presets"]
    assert "niederrhein" in {preset["name"] for preset in presets}
    for preset in presets:
        spelled = {
            name: ",".join(now) if isinstance(now, list) else str(now).lower()
            for name, now in preset["options"].items()
        }
        texts = client.get(f"/api/rules/{preset['base']}", query_string=spelled)
        assert len(texts.json["changed"]) == len(preset["options"])


@pytest.mark.parametrize("variant", scorer.VARIANTS)
def test_the_rules_are_those_of_the_scorer(client, variant):
    rules = client.get(f"/api/rules/{variant}?language=en").json
    assert [section["heading"] for section in rules["sections"]] == [
        section.heading for section in words.rules_text(scorer.load_variant(variant), "en")
    ]
    assert rules["changed"] == []


def test_options_in_the_address_make_the_rules_of_a_house(client):
    rules = client.get("/api/rules/schocken?language=en&chips=11&final=false").json
    assert len(rules["changed"]) == 2
    assert "11" in str(rules["sections"])


def test_house_rules_are_shared_as_a_code_that_opens_the_page_with_them(client):
    """The code is read by eye: its text is in no answer, so that of the address that it must hold is drawn again."""
    asked = client.get(
        "/rules-code/schocken.svg?from_hand=general,straight&chips=11&tie=order&house=Zum Anker"
    )
    link = "http://192.168.0.2:8080/?rules=schocken&house=Zum+Anker&chips=11&from_hand=general%2Cstraight"
    assert asked.mimetype == "image/svg+xml"
    assert asked.data == qr_code(link, "Zum Anker").data
    assert client.get("/rules-code/schocken.svg?chips=31").status_code == 400
    assert client.get("/rules-code/whist.svg").status_code == 404


def test_swiss_games_are_reported_in_swiss_spelling(client):
    text = client.get("/api/rules/chic?language=de").text
    assert "ß" not in text
    assert "«" in text
    assert "ß" in client.get("/api/rules/bavarian?language=de").text


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/api/rules/whist", 404, "'whist' is not played"),
        ("/api/rules/poker?stake=%00", 400, "stake"),
        ("/api/rules/chic?fisch=true", 400, "no option 'fisch'"),
        ("/api/rules/chic?fish=1", 400, "fish is '1'"),
        ("/api/rules/chic?mats=none", 400, "both are 'none'"),
        ("/api/rules/chic?language=fr", 400, "'fr' is not available"),
        ("/api/variants?language=fr", 400, "'fr' is not available"),
    ],
)
def test_what_cannot_be_reported_is_refused_with_a_sentence(client, address, status, said):
    answer = client.get(address)
    assert answer.status_code == status
    assert said in answer.json["error"]["message"]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("variant", scorer.VARIANTS)
def test_each_option_is_told_in_what_the_rules_say_with_each_of_its_values(client, variant, language):
    texts = client.get(f"/api/rules/{variant}/options?language={language}").json["options"]
    assert len(texts) > 3
    for text in texts:
        said = [" ".join(value["says"]) for value in text["values"] if value["fits"]]
        assert all(said)
        assert len(set(said)) == len(said), text["option"]
        assert text["usual"] in [value["value"] for value in text["values"]] or text["longest"]


@pytest.mark.parametrize("variant", scorer.VARIANTS)
def test_an_option_that_is_not_told_changes_nothing_and_what_does_not_fit_is_refused(client, variant):
    texts = {
        text["option"]: {str(value["value"]): value["fits"] for value in text["values"]}
        for text in client.get(f"/api/rules/{variant}/options").json["options"]
    }
    rules = words.rules_text(scorer.load_variant(variant), "en")
    for option, allowed in scorer.options_of(variant).items():
        for value in allowed:
            try:
                changed = words.rules_text(scorer.with_options(variant, {option: value}), "en")
            except (scorer.BadVariant, TypeError):
                changed = None
            if option not in texts:
                assert changed is None or set(rules) >= set(changed[:-1])
            elif (spelt := str(list(value) if isinstance(value, tuple) else value)) in texts[option]:
                assert texts[option][spelt] is (changed is not None)


@pytest.mark.parametrize("name", ["regulars", "house_rules"])
def test_lists_are_read_and_changed(house, name):
    address = f"/api/{name.replace('_', '-')}"
    assert house.get(address).json["revision"] == 0
    assert house.put(address, json={"revision": 0, name: []}).json["revision"] == 1
    assert house.put(address, json={"revision": 0, name: []}).status_code == 409
    assert house.put(address, json=[]).status_code == 400
