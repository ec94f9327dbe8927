import random
from itertools import product

import jsonschema_rs
import pytest

import scorer
from scorer.games.families import FAMILIES

FORMS = list(dict.fromkeys(form for family in FAMILIES.values() for form in family.forms.values()))
TEXTS = ("Anna", "Ben", "Cem", "ÄÖ ß", "")
SAMPLES = 60


def some_value(schema, chance):  # noqa: C901, PLR0911 - one line a kind reads best
    match schema:
        case {"const": value}:
            return value
        case {"enum": values}:
            return chance.choice(values)
        case {"anyOf": shapes}:
            return some_value(chance.choice(shapes), chance)
        case {"type": "boolean"}:
            return chance.random() < 0.5
        case {"type": "null"}:
            return None
        case {"type": "integer", "minimum": least}:
            return chance.randint(least, schema.get("maximum", 99))
        case {"type": "string", "pattern": "^[2-9TJQKA][CDHS]$"}:
            return chance.choice("23456789TJQKA") + chance.choice("CDHS")
        case {"type": "string"}:
            return chance.choice(TEXTS)
        case {"type": "array", "items": shape}:
            values = [some_value(shape, chance) for _ in range(chance.randint(0, schema.get("maxItems", 5)))]
            return list(dict.fromkeys(values)) if schema.get("uniqueItems") else values
        case {"type": "object"}:
            return some_object(schema, chance)
    raise AssertionError(schema)


def some_object(schema, chance):
    needed = {*schema["required"], *chance.choice(schema.get("oneOf", [{"required": []}]))["required"]}
    ruled_out = {key for choice in schema.get("oneOf", []) for key in choice["required"]} - needed
    keys = [
        key
        for key in schema["properties"]
        if key in needed or (key not in ruled_out and chance.random() < 0.5)
    ]
    for key, others in schema.get("dependentRequired", {}).items():
        if key in keys and not {*others} <= {*keys}:
            keys.remove(key)
    return {key: some_value(schema["properties"][key], chance) for key in keys}


def read(raw):
    try:
        return scorer.act_from_json(raw)
    except scorer.Refused as refused:
        code, message = refused.code, refused.message
    assert code == "bad_act"
    assert len(message) < 300
    return None


def contradicts_itself(form, raw):
    """Whether only its fields together are wrong, which no schema of one field can say."""
    if form.contradiction is None:
        return False
    keys = {key: reading(key, raw[key]) for key, reading in form.reads if key in raw}
    return form.contradiction(form.of(**keys)) is not None


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.of.__name__)
def test_all_that_is_published_of_an_act_is_read_and_written_as_it_was(form):
    chance, schema = random.Random(form.of.__name__), form.schema("act", closed=True)
    published = jsonschema_rs.validator_for(schema)
    for _ in range(SAMPLES):
        raw = some_object(schema, chance)
        assert published.is_valid(raw), raw
        act = read(raw)
        if contradicts_itself(form, raw):
            assert act is None
        else:
            assert type(act) is form.of
            written = {key: sorted(value) if key == "dice" else value for key, value in raw.items()}
            assert scorer.act_to_json(act) == written


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.of.__name__)
def test_nothing_else_is_published_nor_read(form):
    chance, schema = random.Random(form.of.__name__), form.schema("act", closed=True)
    published = jsonschema_rs.validator_for({"anyOf": [known.schema("act", closed=True) for known in FORMS]})
    raw = some_object(schema, chance)
    while contradicts_itself(form, raw):
        raw = some_object(schema, chance)
    odd = [{**raw, "more": 1}, {**raw, "act": "dance"}, {**raw, "act": 3}]
    odd += [{name: value for name, value in raw.items() if name != key} for key in schema["required"]]
    values = (3.5, 3, True, None, "", [], [1, 2, True], [1, "2"])
    odd += [{**raw, key: value} for key, value in product(schema["properties"], values) if key != "act"]
    for wrong in (odd_act for odd_act in odd if not published.is_valid(odd_act)):
        assert read(wrong) is None, wrong
