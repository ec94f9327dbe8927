"""The data for starting a game: the variants with their rules in words, the regulars, the house rules."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, Final, NotRequired, TypeAlias, TypedDict, TypeVar, cast
from urllib.parse import urlencode

from flask import Response, abort, render_template, request

import scorer
from scorer.json_forms.text import Denied, to_text
from scorer.json_forms.written import to_json, write
from scorer.presets import differences, region_rules
from scorer.rules import LONGEST_TEXT
from scorer.words import variant_text as rule_words
from scorer.words.option_text import option_texts
from web.answers import qr_code
from web.described import HTML, OK, SVG, SWITCH, Doc
from web.json_http import as_json, register_reply, reply_response, request_json, request_switch
from web.security.authorization import may_manage
from web.translations import LANGUAGES, in_swiss, is_swiss, language_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from flask import Flask

    from web.services import Lists

T = TypeVar("T")
REGULARS: Final = {
    "revision": NotRequired[int],
    "regulars": Annotated[list[dict[str, str]], {"maxItems": 60}],
}
Value: TypeAlias = Annotated[object, str | int | bool | list[str]]
"""The value of an option."""


class OptionValue(TypedDict):
    """An option of a game, and its value in the preset."""

    option: str
    value: Value


class Variant(TypedDict):
    """A game as the set-up form shows it."""

    variant: str
    title: str
    what: str
    players_min: int
    players_max: int
    counters: list[str]
    begun_by: str
    warning: list[str]
    options: list[OptionValue]


class House(TypedDict):
    """A named set of rules: a house's own, or those usual in a region."""

    name: str
    base: str
    options: dict[str, Value]


class Variants(TypedDict):
    """The games, and the rules of regions. `lists`: whether the house has lists of its own."""

    lists: bool
    variants: list[Variant]
    presets: list[House]


class ValueWords(TypedDict):
    """A value of an option in words. `fits`: whether the other options, as chosen, allow it."""

    value: Value
    text: str
    says: list[str]
    dice: list[int]
    fits: bool


class OptionWords(TypedDict):
    """An option with its values in words. `usual`: the preset's value; `longest`: a free text's most letters, else None."""

    option: str
    label: str
    usual: Value
    longest: int | None
    values: list[ValueWords]


class LessonLine(TypedDict):
    """A line of a game's short lesson, with the dice beside it."""

    text: str
    dice: list[int]


class GameRules(TypedDict):
    """The rules of a game in words."""

    variant: str
    title: str
    changed: list[str]
    lesson: list[LessonLine]
    sections: list[rule_words.Section]


def rules_routes(app: Flask, lists: Lists | None, address: Callable[[], str]) -> None:
    """Register the routes of the variants and their rules, and of the house's lists if it has any."""

    def code(page: str, asked: Mapping[str, str], title: str) -> Response:
        return qr_code(f"{address().rstrip('/')}/{page}?{urlencode(asked)}", title)

    @app.get("/api/variants")
    @Doc("The games in words, as the set-up form shows them", Variants, asked={"language": str})
    def variants() -> Response:
        language = _read_language()
        presets: list[House] = [
            {"name": name, "base": rules.name, "options": _changed(rules)}
            for name, rules in region_rules().items()
        ]
        games = [_variant_to_json(name, language) for name in scorer.VARIANTS]
        return as_json({"lists": lists is not None, "variants": games, "presets": presets})

    def in_words(variant: str) -> GameRules:
        return _rules_to_json(_read_rules(variant), _read_language())

    doc = Doc("The rules of a game in words", GameRules, asked={"language": str})
    register_reply(app, "GET /api/rules/<variant>", in_words, doc)

    @app.get("/api/rules/<variant>/options")
    @Doc(
        "What each value of a game's options means, beside the others as they are in the address",
        {"options": list[OptionWords]},
        asked={"language": str},
    )
    def options(variant: str) -> Response:
        language, rules, book = _read_language(), _read_rules(variant), scorer.load_variant(variant)
        texts = sorted(option_texts(rules, language), key=lambda text: text.option.startswith("players_"))
        words: list[OptionWords] = [  # houses change the number of players least
            write(
                OptionWords,
                text,
                usual=getattr(book, text.option),
                longest=LONGEST_TEXT if text.free else None,
            )
            for text in texts
        ]
        return as_json({"options": _spell(words, variant, language)})

    @app.get("/rules-code/<variant>.svg")
    @Doc("The address that opens the page with these house rules, as a QR code", kind=SVG, asked={"house": str})  # fmt: skip
    def rules_code(variant: str) -> Response:
        name = request.args.get("house", "")
        house = {"house": name} if name else {}
        options = {option: _spell_value(now) for option, now in _changed(_read_rules(variant)).items()}
        return code("", {"rules": variant, **house, **options}, name or variant)

    if lists is not None:
        _register_lists(app, lists, code)


def _register_lists(
    app: Flask, lists: Lists, code: Callable[[str, Mapping[str, str], str], Response]
) -> None:
    def houses() -> Mapping[str, object]:
        return {**lists.houses(), "locked": lists.is_locked(), "lately": lists.recently_played()}

    def lock() -> Mapping[str, object]:
        return lists.lock(on=request_switch("the house rules are locked"))

    register_reply(app, "GET /api/regulars", lists.regulars, Doc("The regulars in seat order", REGULARS))
    doc = Doc("Keep another list of regulars", REGULARS, body=REGULARS)
    register_reply(app, "PUT /api/regulars", lambda: lists.change_regulars(request_json()), doc)
    register_reply(app, "GET /api/house-rules", houses, Doc("The house's own rules by name", dict))
    doc = Doc("Lock the house rules, or open them", OK, body=SWITCH)
    register_reply(app, "POST /api/landlord/rules-lock", lock, doc)

    @app.put("/api/house-rules")
    @Doc(
        "Keep another list of house rules",
        dict,
        body={"revision": NotRequired[int], "house_rules": Annotated[list[House], {"maxItems": 20}]},
    )
    def change_houses() -> Response:
        if lists.is_locked() and not may_manage():
            raise Denied("rules_locked", "The landlord has locked the house rules.")
        return reply_response(lists.change_houses(request_json()))

    @app.get("/house-rules")
    @Doc("House rules as a card with a QR code, to hand over or print", kind=HTML, asked={"name": str})
    def card() -> str:
        house = _find_house_rules(lists)
        language, base = language_of(request), str(house["base"])
        changed = _rules_to_json(scorer.with_options(base, house["options"]), language)["changed"]
        game = rule_words.title(scorer.load_variant(base), language)
        return render_template("house_card.html", house=house, changed=changed, game=game)

    @app.get("/house-rules.svg")
    @Doc("The address of that card as a QR code", kind=SVG, asked={"name": str})
    def card_code() -> Response:
        name = str(_find_house_rules(lists)["name"])
        return code("house-rules", {"name": name}, name)


def _find_house_rules(lists: Lists) -> dict[str, Any]:
    kept = lists.houses()["house_rules"]
    assert isinstance(kept, list)
    named: list[dict[str, Any]] = [house for house in kept if house["name"] == request.args.get("name")]
    return named[0] if named else abort(404, "The house has no rules of this name.")


def _read_rules(variant: str) -> scorer.GameRules:
    """Return the rules named in the address, a variant with its options; otherwise abort with 404 or 400."""
    if variant not in scorer.VARIANTS:
        names = ", ".join(scorer.VARIANTS)
        abort(404, f"The variant {variant[:40]!r} is not played at this table; choose one of {names}.")
    allowed = scorer.options_of(variant)
    asked = {
        option: next((value for value in allowed.get(option, ()) if _spell_value(value) == text), text)
        for option, text in request.args.items()
        if option not in {"language", "house"}
    }
    try:
        return scorer.with_options(variant, asked)
    except scorer.BadVariant as error:
        abort(400, str(error))


def _read_language() -> str:
    asked = request.args.get("language")
    if asked is not None and asked not in LANGUAGES:
        abort(400, f"The language {asked[:40]!r} is not available; choose one of {', '.join(LANGUAGES)}.")
    return language_of(request)


def _changed(rules: scorer.GameRules) -> dict[str, Any]:
    changed = differences(scorer.load_variant(rules.name), rules)
    return {option: now for option, (_, now) in changed.items()}


def _variant_to_json(name: str, language: str) -> Variant:
    rules = scorer.load_variant(name)
    title, what = rule_words.what_text(name, language)
    return write(
        Variant,
        rules,
        variant=name,
        title=title,
        what=_spell(what, name, language),
        counters=list(scorer.counters_of(rules)),
        begun_by=scorer.begun_by(rules),
        warning=_warning(rules, language),
        options=[{"option": option, "value": getattr(rules, option)} for option in scorer.options_of(name)],
    )


def _warning(rules: scorer.GameRules, language: str) -> list[str]:
    headings = [heading for heading, lines in rule_words.chapters(rules) if lines]
    sections = zip(headings, rule_words.rules_text(rules, language), strict=True)
    return [
        sentence.text
        for heading, section in sections
        if heading == "warning"
        for sentence in section.sentences
    ]


def _rules_to_json(rules: scorer.GameRules, language: str) -> GameRules:
    book = scorer.load_variant(rules.name)
    compared = (rule_words.phrase("here", language), rule_words.title(book, language))
    said: GameRules = {
        "variant": rules.name,
        "title": rule_words.title(rules, language),
        "changed": list(rule_words.differences_text(rules, book, language, compared)),
        "lesson": [
            {"text": text, "dice": list(dice)} for text, dice in rule_words.lesson_text(rules, language)
        ],
        "sections": to_json(rule_words.rules_text(rules, language)),
    }
    return _spell(said, rules.name, language)


def _spell_value(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _spell(value: T, variant: str, language: str) -> T:
    """Return JSON in a game's spelling: Swiss for a Swiss game in German."""
    if language != "de" or not is_swiss(variant):
        return value
    return cast("T", json.loads(in_swiss(to_text(value))))
