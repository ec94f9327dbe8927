"""All words of the page stand in catalogues: the same keys in each, and none missing that the page uses."""

import ast
import html
import json
import re
from functools import cache

import pytest

import scorer
from knobeltisch.archive.bill import KINDS
from knobeltisch.archive.people import BADGES
from knobeltisch.device.own_sounds import MOMENTS
from scorer.games.family import DRINKS, TOKENS
from scorer.presets import region_rules
from tests.support.page_modules import modules_of
from tests.support.paths import ROOT
from tests.support.source import nodes_of
from tournament import PRESETS
from web.translations import LANGUAGES, SWISS, WITHHELD, catalogue, catalogue_name, script_words, t, tn
from web.translations import SERVED as SERVED_FILES

WEB = ROOT / "web"
STATIC = WEB / "static"
SCRIPTS = {
    file.relative_to(STATIC / "js").as_posix(): file.read_text(encoding="utf-8")
    for file in sorted((STATIC / "js").rglob("*.js"))
}
SERVED = {
    file.relative_to(WEB): file.read_text(encoding="utf-8")
    for file in sorted([*(WEB / "templates").rglob("*.html"), *WEB.rglob("*.py")])
}
WORDS = {language: catalogue(language) for language in LANGUAGES}
BOARDS = ("board/", "spectators/")  # the folders of the scripts that show the board
PLAIN = re.compile(r'(?:\b(?:t|one)\(\s*|\bwords: )"([^"]*[^".])"')
LISTED = re.compile(r'"([a-z_]+\.\w[\w.]*)"')
CHOICE = re.compile(r'\bt\([^;`{]*?\?\s*"([^"]+)"\s*:\s*"([^"]+)"')
COUNTED = re.compile(r'\b(?:tn|counted)\("([^"]+)"')
MADE = re.compile(r'(?:`|\bt\(")([a-z_]+)\.(?:\$\{|" ~)')
FILLED = re.compile(r"\{(\w+)\}")

ROOMS = ("scorer", "knobeltisch", "web")
REFUSALS = {"Refused", "CommandError", "BadName", "Denied", "Notice", "refusal", "_refused"}


def refused_with():
    """Every code that the scorer, the table or the page refuses something with."""
    calls = (
        node
        for room in ROOMS
        for file in sorted((WEB.parent / room).rglob("*.py"))
        if "commands" not in file.parts  # words for a terminal never appear on a page
        for node in nodes_of(file)
        if isinstance(node, ast.Call)
    )
    for call in calls:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        first = next(iter([*call.args, *(keyword.value for keyword in call.keywords)]), None)
        if name in REFUSALS and isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value


def refused_by_tournaments():
    """Every code that a tournament, or the hub of one, refuses something with."""
    files = [*(ROOT / "tournament").rglob("*.py"), *(ROOT / "knobeltisch" / "hub").rglob("*.py")]
    for file in sorted(files):
        for node in nodes_of(file):
            match node:
                case ast.Call(
                    func=ast.Name(id="Refused" | "tournament_denied"),
                    args=[ast.Constant(value=str(code)), *_],
                ) if code != "asks":  # a question, whose sentence is shown as it is
                    yield code


# Keys that are made of a word from outside: each word that may come.
FAMILIES = {
    "language": "de en",
    "variant": " ".join(scorer.VARIANTS),
    "game": " ".join(scorer.VARIANTS),
    "preset": f"schocken {' '.join(region_rules())}",
    "phase": "1 2 half1 half2 final",
    "own_says": "less same more",
    "guide_step": "language pin camera board light buttons tablet throw",
    "camera": "absent starting missing no_board moved blind blurred frozen restless stalled ended safe",
    "safe": "silent camera panel config disk page fault stopped asked",
    "number": "1 2 3",
    "result": "fish chicago off_board covered house straight general schock jule flotter_dreier schock_out",
    "direction": "high low",
    "noted": "came went_home substituted drawn corrected ruled walked_over moved replayed table_failed paused ended undone",
    "act": "roll_off throw hold hold.none turn take_back pass cover reveal off_board call name_loser foul filled "
    "leave join end other",
    "out": "chicago no_mats left no_chips not_in_final other",
    "owes": "rounds.one rounds.other schnapps.one schnapps.other lost_rounds.one lost_rounds.other lost_halves.one lost_halves.other",
    "counter": " ".join((*TOKENS, *DRINKS)),
    "counted": " ".join(f"{thing}.{n}" for thing in (*TOKENS, *DRINKS) for n in ("one", "other"))
    + "".join(f" {thing}.last" for thing in TOKENS),
    "next": " ".join(key.removeprefix("next.") for key in catalogue("de") if key.startswith("next.")),
    "great": "chicago schock_out jule jule.called",
    "move": "take away give",
    "turn": "roll_off naming reveal throws leads place exchange call chicago",
    "from": "camera panel tablet phone other",
    "allowed": "screen_sound phone_seats phone_throws",
    "sound": " ".join(MOMENTS),
    "ask": "throw hold roll_off who changed cover name undo board other",
    "option": "nothing_thrown turned taken_back off_board off_floor covered passes throws_again as_read as_it_lies nothing_back start other",
    "reason": "pips cocked touching cut blur glare dark foreign hand disagree count pushed too_few too_many held_changed "
    "no_such_hold no_press changed touched must_cover names_loser undo other",
    "error": "bad_list house_empty lay_short keeps_moving bad_price other",
    "wishes": "leave.hand pause.hand leave.round leave.half leave.next pause.round pause.half pause.next join.round join.half join.next "
    "next.next",
    "wish": "leave.hand pause.hand leave.round leave.half leave.next pause.round pause.half pause.next join.round join.seat join.half "
    "join.next next.next",
    "bill_of": " ".join(f"{kind}.{n}" for kind in KINDS for n in ("one", "other")),
    "bill_kind": " ".join(KINDS),
    "nth": "1 2 3",
    "hint": "hold.camera hold.bare throw.camera throw.bare",
    "holdable": "any ones ones_and_sixes ones_and_six_pairs",
    "camera_ask": "moved later back board",
    "update": "updated nothing back stuck",
    "eye_halt": "refused no_camera taken",
    "eye_error": "too_long slow_down no_picture",
    "camera_note": "moved marks sharp light glare flicker",
    "check": "marks field error sharp light even glare colour grain exposure flicker dice buttons lens",
    "finding": "marks.good marks.few field.good field.cropped error.good error.off sharp.good sharp.soft light.good light.dark light.bright "
    "even.good even.uneven glare.good glare.glare colour.good colour.tinted flicker.good flicker.flickers "
    "dice.good dice.fair dice.bad buttons.good buttons.bad grain.good grain.grainy exposure.good exposure.long "
    "lens.good lens.fair lens.unclear lens.cut",
    "mend": "marks.few field.cropped error.off sharp.soft light.dark light.bright even.uneven glare.glare colour.tinted "
    "flicker.flickers dice.fair dice.bad buttons.bad grain.grainy exposure.long lens.fair lens.unclear lens.cut",
    "taken": "seconds gain kelvin focus",
    "lens_view": "flat left right top bottom",
    "verdict": "good fair bad",
    "panel_button": "again pass direction ones sixes undo",
    "called": "jule flotter_dreier",
    "weekday": "0 1 2 3 4 5 6",
    "month": "1 2 3 4 5 6 7 8 9 10 11 12",
    "column": "player evenings games not_lost lost rating rounds chicagos taken chips lost_rounds lost_halves schnapps glasses won pays",
    "category": "none",
    "choice": " ".join(key.removeprefix("choice.") for key in catalogue("de") if key.startswith("choice.")),
    "tip": "hold turn",
    "who": "admit",
    "place": "",
    "extra": "off_board foul leave admit off_board.what foul.what foul.who leave.who admit.who",
    "card": "A K Q J",
    "one_up": "optional binding",
    "suit": "spades hearts diamonds clubs",
    "brought": "phase1 phase2 hand last_trick chicago taken_back",
    "badge": " ".join(f"{name}{rule}" for name in BADGES for rule in ("", ".rule")),
    "beat": "points high low by.high by.low off_board fish chicago",
    "worth": "plain leads enough short names",
    "hub_news": "game_ended chicago",
    "hub_state": "asks over plays free away",
    "hub_refused": "form",
    "tournament_format": " ".join(name.replace("-", "_") for name in PRESETS),
    "tournament_format_is": " ".join(name.replace("-", "_") for name in PRESETS),
    "hub_help": "question camera safe offline",
    "odds_verdict": "right better",
    "odds_act": "throw hold hold_all all_again rest turn take_back pass declare",
    "odds_aim": "beat declared chic not_worst best chips",
}


@cache
def families():
    """All of them, with each code that something is refused with: to find those, all of the source is read."""
    refused = " ".join((FAMILIES["hub_refused"], *refused_by_tournaments()))
    return {**FAMILIES, "error": " ".join((FAMILIES["error"], *refused_with())), "hub_refused": refused}


def used():
    keys = {f"{family}.{word}" for family, words in families().items() for word in words.split()}
    for script in [*SCRIPTS.values(), *SERVED.values()]:
        keys.update(PLAIN.findall(script), WORDS["de"].keys() & set(LISTED.findall(script)))
        keys.update(key for pair in CHOICE.findall(script) for key in pair)
        keys.update(f"{key}.{n}" for key in COUNTED.findall(script) for n in ("one", "other"))
    return keys


def test_words_are_filled_in_and_a_missing_key_shows_itself():
    assert t("de", "round", n=3) == "Runde 3"
    assert tn("de", "counted.mats", 1) == "einen Deckel"
    assert t("de", "no.such.key") == "no.such.key"


@pytest.mark.parametrize(
    ("asked", "kept", "prefers", "language"),
    [
        ("/?language=en", None, "de", "en"),
        ("/", "de", "en", "de"),
        ("/", "xx", "de-CH,de;q=0.9", "de"),
        ("/", None, "fr", "en"),
        ("/?language=%3Cscript%3E", None, "", "en"),
    ],
)
def test_the_language_is_the_one_asked_for_kept_or_preferred(client, asked, kept, prefers, language):
    if kept:
        client.set_cookie("language", kept)
    assert f'<html lang="{language}"' in client.get(asked, headers={"Accept-Language": prefers}).text


def test_both_catalogues_have_the_same_keys():
    assert set(WORDS["de"]) == set(WORDS["en"])


@pytest.mark.parametrize("language", sorted(WORDS))
def test_no_key_that_the_page_uses_is_missing(language):
    assert sorted(used() - set(WORDS[language])) == []


HEADS = [said for text in SERVED.values() for said in re.findall(r"\bentry\b[^%]* = [^%]*%\}", text)]
ENTRIES = {name for said in HEADS for name in re.findall(r'"([^"]+\.js)"', said)}


@pytest.mark.parametrize("entry", sorted(ENTRIES))
def test_a_page_is_sent_every_word_that_its_scripts_say(entry):
    scripts = [SCRIPTS[name] for name in modules_of(entry)]
    where = "board" if entry.startswith(BOARDS) else "hub" if entry.startswith("hub/") else "page"
    given = set(script_words("de", where))
    assert said_by(scripts) - given == set()
    made = {family for script in scripts for family in MADE.findall(script)}
    kept_back = {key.partition(".")[0] for key in set(WORDS["de"]) - given}
    assert made & kept_back <= {"hub_refused"}, "a hub refuses only its own pages"


@pytest.mark.parametrize("where", sorted(WITHHELD))
def test_no_browser_is_sent_words_that_only_the_table_says(where):
    only = {
        key
        for name in SERVED_FILES
        for key in json.loads((STATIC / "i18n/de" / f"{name}.json").read_text(encoding="utf-8"))
    }
    assert only
    assert only & set(script_words("de", where)) == set()


def said_by(scripts):
    """Every key that these scripts name in full."""
    said = set()
    for script in scripts:
        said |= {*PLAIN.findall(script), *(key for pair in CHOICE.findall(script) for key in pair)}
        said |= {f"{key}.{n}" for key in COUNTED.findall(script) for n in ("one", "other")}
    return said


def test_every_refusal_has_words_of_the_page_and_none_carries_the_tables_english_sentence():
    codes = set(refused_with())
    assert len(codes) > 40
    for words in WORDS.values():
        assert sorted(code for code in codes if f"error.{code}" not in words) == []
        assert [key for key, text in words.items() if "{message}" in text and "failed" not in key] == []


def test_no_words_are_kept_that_nobody_uses():
    families = tuple(f"{family}." for family in FAMILIES)
    usual = {key.partition("@")[0] for key in WORDS["de"]}
    assert sorted(key for key in usual - used() if not key.startswith(families)) == []


def test_a_game_has_a_word_of_its_own_only_for_what_has_a_usual_one():
    own = [key.split("@") for key in WORDS["de"] if "@" in key]
    assert [key for key, variant in own if key not in WORDS["de"] or variant not in scorer.VARIANTS] == []


def test_keys_made_on_the_way_belong_to_a_known_family():
    made = {family for text in [*SCRIPTS.values(), *SERVED.values()] for family in MADE.findall(text)}
    assert made - set(FAMILIES) == set()


def test_both_languages_fill_in_the_same_things():
    for key, words in WORDS["de"].items():
        assert set(FILLED.findall(words)) - {"n"} == set(FILLED.findall(WORDS["en"][key])) - {"n"}, key


# --- Swiss


@pytest.mark.parametrize(
    ("language", "variant", "spoken"),
    [
        ("de", "chic", "de-CH"),
        ("de", "tschigg", "de-CH"),
        ("de", "bavarian", "de"),
        ("de", None, "de"),
        ("en", "chic", "en"),
    ],
)
def test_german_of_a_swiss_game_is_swiss(language, variant, spoken):
    assert catalogue_name(language, variant) == spoken


def test_swiss_words_stand_in_place_of_german_ones():
    own = json.loads((STATIC / "i18n" / SWISS / "board.json").read_text(encoding="utf-8"))
    assert set(own) - set(WORDS["de"]) == set()
    assert [key for key in own if FILLED.findall(own[key]) != FILLED.findall(WORDS["de"][key])] == []
    assert catalogue(SWISS)["throw.number"] == "Versuch {n}"


def test_swiss_words_are_spelled_as_the_source_spells_them():
    words = catalogue(SWISS)
    assert words["close"] == "Schliessen"
    assert words["setup.twice"].endswith("«{other}»?")
    assert [key for key, text in words.items() if set(text) & set("ß„“")] == []


# --- words of the catalogues only


@pytest.mark.parametrize("language", sorted(WORDS))
def test_words_are_tidy(language):
    """No blank at an end, none twice; and each language has its own quotation marks."""
    foreign = {"de": '"”', "en": '"„'}[language]
    untidy = {
        key
        for key, text in WORDS[language].items()
        if text != text.strip() or "  " in text or "\n" in text or set(text) & set(foreign)
    }
    assert untidy == set()


def test_no_words_stand_in_the_templates():
    """The texts of a template come from the catalogues; without scripts it must say so itself, in both languages."""
    found = {}
    for file in (WEB / "templates").rglob("*.html"):
        text = re.sub(
            r"<noscript>.*?</noscript>|<title>Knobeltisch</title>|\{[{%#].*?[}%#]\}|&\w+;",
            "",
            file.read_text(encoding="utf-8"),
            flags=re.DOTALL,
        )
        said = re.findall(r">\s*([^<>{}]*[A-Za-zÄÖÜäöü]{2}[^<>{}]*)<", text)
        said += re.findall(r'\b(?:title|alt|placeholder|aria-label)="([^"{]+)"', text)
        said = [sentence for sentence in map(html.unescape, said) if re.search("[A-Za-zÄÖÜäöü]{2}", sentence)]
        if said:
            found[file.name] = said
    assert found == {}


def test_no_words_stand_in_the_scripts_themselves():
    """A text with a blank or an umlaut in quotes would be shown; class names and messages to makers are not."""
    shown = re.compile(r'^\s*(?:h|s|button)\([^\n]*,\s*"[A-ZÄÖÜ][a-zäöüß]+[^"]*"', re.MULTILINE)
    assert {name: shown.findall(script) for name, script in SCRIPTS.items() if shown.search(script)} == {}
