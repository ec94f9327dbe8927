"""The rules of a variant in words, generated from its options, so that the text agrees with the scorer.

The games' text plans choose the sentences, the same for all languages; each language has its words in a TOML file.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.errors import BadLanguage
from scorer.presets import GameRules, differences, idle_options, load_variant
from scorer.state import Dice
from scorer.words.language_files import LANGUAGES, words_of_games
from scorer.words.text_plan import Chapter, PlannedLine, read_plan, rule_names


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence of the rules; `rules` names the rules in RULES.md that it states, empty for a remark."""

    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading and its sentences."""

    heading: str
    sentences: tuple[Sentence, ...]


def rules_text(rules: GameRules, language: str) -> tuple[Section, ...]:
    """Return the complete rules. Variants with different rules always have different texts.

    Raise BadLanguage if the language is unknown.
    """
    words = _words(language)
    return tuple(
        Section(
            heading=_fill_in(words["headings"][heading], rules, words),
            sentences=tuple(_sentence(line, rules, words) for line in lines),
        )
        for heading, lines in chapters(rules)
        if lines
    )


def lesson_text(rules: GameRules, language: str) -> tuple[tuple[str, Dice], ...]:
    """Return a lesson on the game: its sentences, each with the dice shown beside it, or () for the cup; empty if it has none.

    Raise BadLanguage if the language is unknown.
    """
    words, lines = _words(language), [line for _, chapter in chapters(rules) for line in chapter]
    chosen = (_choose_line(place, lines) for place in read_plan(rules.family).lesson)
    return tuple((_sentence(line, rules, words).text, dice) for line, dice in chosen)


def _choose_line(
    place: Mapping[str, Sequence[int]], lines: Iterable[PlannedLine]
) -> tuple[PlannedLine, Dice]:
    """Return the sentence for a place of a lesson, and its dice: the first that a key, or the beginning of one, fits."""
    for line in lines:
        fitting = [
            key
            for key in place
            if line.key == key or (line.key.startswith(key) and key.endswith((".", "out")))
        ]
        if fitting:
            return line, tuple(place[max(fitting, key=len)])
    raise LookupError(
        f"None of the rules begins with {', '.join(place)}; name a sentence that every variant has."
    )


def chapters(rules: GameRules) -> Iterator[Chapter]:
    """Yield the chapters of a variant's rules as planned lines, which have no language yet."""
    yield from read_plan(rules.family).chapters(rules)
    most: dict[str, object] = {"most": rules.handicap} if hasattr(rules, "handicap") else {}
    yield "idle", [PlannedLine(key=f"idle.{option}", names=(), values=most) for option in idle_options(rules)]


def differences_text(
    rules: GameRules, other: GameRules, language: str, called: tuple[str, str] | None = None
) -> tuple[str, ...]:
    """Return the differences between two variants, one line each; empty if they have the same rules.

    `called` names the two, by default after their presets. Raise BadLanguage if the language is unknown.
    """
    words = _words(language)
    alike = (words["here"], words["there"]) if rules.name == other.name else (rules.name, other.name)
    first, second = called or alike
    if rules.family == other.family:
        # Those that only the presets decide differ too.
        here, there = (read_plan(side.family).fixed(side) for side in (rules, other))
        fixed = {name: (value, there[name]) for name, value in here.items() if value != there[name]}
        return tuple(
            words["difference"].format(
                label=label_text(option, language),
                one=value_text(option, mine, language),
                other=value_text(option, others, language),
                first=first,
                second=second,
            )
            for option, (mine, others) in (differences(rules, other) | fixed).items()
        )
    return (
        words["other_game"].format(first=first, second=second),
        f"{first}: {brief(rules, language)}",
        f"{second}: {brief(other, language)}",
    )


def title(rules: GameRules, language: str) -> str:
    """Return a variant's title: its preset's, marked if house rules change it. Raise BadLanguage if the language is unknown."""
    words = _words(language)
    name = what_text(rules.name, language)[0]
    return name if is_preset(rules) else str(words["house"].format(name=name))


def brief(rules: GameRules, language: str) -> str:
    """Return a brief text on a variant in one line: name, players, description and house rules.

    Raise BadLanguage if the language is unknown.
    """
    words = _words(language)
    players = words["brief_players"].format(least=rules.players_min, most=rules.players_max)
    sentence = f"{title(rules, language)}, {players}: {what_text(rules.name, language)[1]}"
    if is_preset(rules):
        return sentence + "."
    changed = differences(load_variant(rules.name), rules)
    news = "; ".join(
        f"{label_text(option, language)}: {value_text(option, now, language)}"
        for option, (_, now) in changed.items()
    )
    return f"{sentence}; {words['but']} {news}."


def phrase(key: str, language: str) -> str:
    """Return a phrase used alongside the rules, by its key: "no_difference", "changed" or "here".

    Raise BadLanguage if the language is unknown.
    """
    return str(_words(language)[key])


def is_preset(rules: GameRules) -> bool:
    """Whether a variant is an unchanged preset, without house rules."""
    return rules == load_variant(rules.name)


def value_text(option: str, value: object, language: str) -> str:
    """Return the value of an option in a few words; numbers are unchanged. Raise BadLanguage if the language is unknown."""
    words = _words(language)["options"][option]
    if "said" in words:  # a free text of the house
        return str(words["said"].format(text=value) if value else words["unsaid"])
    if isinstance(value, tuple):
        return ", ".join(str(words[part]) for part in value or ("none",))
    key = str(value).lower() if isinstance(value, bool) else str(value)
    return key if isinstance(value, int) and key not in words else str(words[key])


def label_text(option: str, language: str) -> str:
    """Return an option's label, a short description. Raise BadLanguage if the language is unknown."""
    return str(_words(language)["options"][option]["label"])


def what_text(name: str, language: str) -> tuple[str, str]:
    """Return a preset's name and description, or `name` twice if it has none. Raise BadLanguage if the language is unknown."""
    words = _words(language)["presets"].get(name, {"name": name, "what": name})
    return str(words["name"]), str(words["what"])


def sentence_text(line: PlannedLine, rules: GameRules, language: str) -> str:
    """Return one sentence of a variant's rules. Raise BadLanguage if the language is unknown."""
    words = _words(language)
    return _fill_in(words["lines"][line.key], rules, words, **line.values)


def _sentence(line: PlannedLine, rules: GameRules, words: Mapping[str, Any]) -> Sentence:
    text = _fill_in(words["lines"][line.key], rules, words, **line.values)
    own = read_plan(rules.family).own_names.get(rules.name, "")
    return Sentence(text=text, rules=rule_names(own, line.names))


def _fill_in(text: str, rules: GameRules, words: Mapping[str, Any], **values: object) -> str:
    return text.format(chicago=words["presets"].get(rules.name, {}).get("three_ones"), **values)


def _words(language: str) -> Mapping[str, Any]:
    if language not in LANGUAGES:
        raise BadLanguage(
            f"The language {language[:40]!r} is not spoken here; choose one of {', '.join(LANGUAGES)}."
        )
    return words_of_games(language)
