"""`knobeltisch rules`: prints rules, checks a house variant, compares two variants.

A variant is a preset's name or a house variant's file; write `./bavarian` for a file named like a preset. Exit codes: 0 for
success, 1 for a bad house variant (`check`) or a difference (`diff`), 2 for an unusable argument.
"""

import os
import sys
from pathlib import Path
from typing import Any, Final

import click

import scorer
from knobeltisch.commands.safety_net import CommandGroup, NamedPath
from knobeltisch.config import as_toml
from knobeltisch.errors import HouseFileError
from knobeltisch.storage.files import read_regular
from scorer.file_formats import BadFile, decode_text
from scorer.words import variant_text as words


class PresetName(click.ParamType):  # type: ignore[type-arg]  # generic in newer versions of click only
    """A parameter for a preset's name or alias."""

    name = "name"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ANN401 - as click has it
        """Return the preset's canonical name. Raise BadParameter if there is no such preset."""
        preset = scorer.preset_named(str(value))
        if preset not in scorer.VARIANTS:
            raise click.BadParameter(
                f"{str(value)[:40]!r} is no variant; choose one of {presets()}", ctx, param
            )
        return preset


def presets() -> str:
    """Return the list of presets with their aliases."""
    return ", ".join(f"{name} (Chicago)" if name == "base" else name for name in scorer.VARIANTS)


def language_here() -> str:
    """Return the language of the locale: German if the locale is German, otherwise English."""
    said = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "de" if said.lower().startswith("de") else "en"


LARGEST: Final = 16 * 1024
"""The most bytes of a house variant's file; a preset with all its options has less than one kilobyte."""
LANGUAGE: Final = click.option(
    "--language",
    type=click.Choice(("de", "en")),
    default=language_here,
    show_default="that of the locale",
    help="Print the rules in German or English.",
)


class RulesGroup(CommandGroup):
    """The commands of `knobeltisch rules`."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, or None. Raise UsageError if it is a variant's name."""
        if scorer.preset_named(cmd_name) in scorer.VARIANTS:
            ctx.fail(f"{cmd_name} is a variant; knobeltisch rules show {cmd_name} prints its rules")
        return super().get_command(ctx, cmd_name)


@click.group(cls=RulesGroup)
def rules() -> None:
    """Print the rules of a variant, check house rules, compare two variants."""


@rules.command(name="list")
@LANGUAGE
def list_variants(language: str) -> None:
    """List the variants, one on each line."""
    width = max(map(len, scorer.VARIANTS))
    for name in scorer.VARIANTS:
        sys.stdout.write(f"{name:{width}}  {words.brief(scorer.load_variant(name), language)}\n")


@rules.command()
@click.argument("variant", type=NamedPath(), metavar="NAME|FILE")
@LANGUAGE
@click.option("--names", is_flag=True, help="Show each rule's name, such as [BAY-3], after its sentence.")
def show(variant: str, language: str, *, names: bool) -> None:
    """Print all rules of a variant in plain sentences."""
    rules = rules_of(variant)
    lines = [words.title(rules, language)]
    called = (words.phrase("here", language), rules.name)
    news = words.differences_text(rules, scorer.load_variant(rules.name), language, called)
    if news:
        lines += ["", f"{words.phrase('changed', language)} ({variant})", *(f"  {line}" for line in news)]
    for section in words.rules_text(rules, language):
        lines += ["", section.heading]
        for sentence in section.sentences:
            behind = f" [{', '.join(sentence.rules)}]" if names and sentence.rules else ""
            lines.append(f"  {sentence.text}{behind}")
    sys.stdout.writelines(f"{line}\n" for line in lines)


@rules.command()
@click.argument("file", type=NamedPath(path_type=Path), metavar="FILE")
def check(file: Path) -> None:
    """Check a house variant's file; exit 1 with a sentence when the rules are impossible."""
    try:
        verdict = _verdict(file, house_rules(file))
    except scorer.BadVariant as error:
        sys.stderr.write(f"knobeltisch rules: {' '.join(f'{file}: {error}'.split())}\n")
        sys.exit(1)
    sys.stdout.write(f"{' '.join(verdict.split())}\n")


@rules.command()
@click.argument("one", type=NamedPath(), metavar="NAME|FILE")
@click.argument("other", type=NamedPath(), metavar="NAME|FILE")
@LANGUAGE
def diff(one: str, other: str, language: str) -> None:
    """Print the rules in which two variants differ; exit 1 when they differ, 0 when they are the same."""
    lines = words.differences_text(rules_of(one), rules_of(other), language, (one, other))
    sys.stdout.writelines(f"{line}\n" for line in lines or [words.phrase("no_difference", language)])
    sys.exit(bool(lines))


def rules_of(variant: str) -> scorer.GameRules:
    """Return a preset by its name, or a house variant from its file. Raise ScorerError or HouseFileError if there is none."""
    preset = scorer.preset_named(variant)
    if preset in scorer.VARIANTS:
        return scorer.load_variant(preset)
    file = Path(variant)
    if file.name == variant and not file.suffix and not os.path.exists(file):  # noqa: PTH110 - no error for an overlong name
        raise HouseFileError(f"{variant[:40]!r} is neither a file nor one of {presets()}; name one of these.")
    return house_rules(file)


def house_rules(file: Path) -> scorer.GameRules:
    """Read a house variant. Raise HouseFileError if it cannot be read as text, BadVariant if the rules are invalid."""
    try:
        raw = read_regular(file, LARGEST)
    except OSError as error:
        raise HouseFileError(
            f"The rules file {file} cannot be read ({error.strerror}); name one that can be read."
        ) from error
    if len(raw) > LARGEST:
        raise HouseFileError(f"The rules file {file} has more than {LARGEST // 1024} KB; shorten it.")
    try:
        text = decode_text(raw)
    except BadFile as error:
        raise HouseFileError(f"The rules file {file} is {error}; save it as UTF-8.") from error
    return scorer.load_house(text)


def _verdict(file: Path, rules: scorer.GameRules) -> str:
    changed = scorer.differences(scorer.load_variant(rules.name), rules)
    if not changed:
        return f"{file} is {rules.name} as it is, with no option changed."
    said = ", ".join(f"{option} = {as_toml(now)}" for option, (_, now) in changed.items())
    count = "1 option" if len(changed) == 1 else f"{len(changed)} options"
    verdict = f"{file} is a house variant of {rules.name} with {count} changed: {said}"
    idle = scorer.idle_options(rules)
    if not idle:
        return f"{verdict}."
    return f"{verdict}; {' and '.join(idle)} {'changes' if len(idle) == 1 else 'change'} nothing there."
