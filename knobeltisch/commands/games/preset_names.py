"""Names of presets on the command line, and the language of the answer."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

import scorer

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.decorators import FC


class PresetName(click.ParamType):  # type: ignore[type-arg]  # generic in newer versions of click only
    """A preset's name or alias; with `dice` only of dice games."""

    name = "name"

    def __init__(self, *, dice: bool = False) -> None:
        self._presets = scorer.DICE_VARIANTS if dice else scorer.VARIANTS

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ANN401 - as click has it
        """Return the preset's canonical name."""
        preset = scorer.preset_named(str(value))
        if preset not in self._presets:
            what = "is no variant" if preset not in scorer.VARIANTS else "is not played with dice"
            choice = presets(self._presets)
            raise click.BadParameter(f"{str(value)[:40]!r} {what}; choose one of {choice}", ctx, param)
        return preset


def presets(names: tuple[str, ...] = scorer.VARIANTS) -> str:
    """List presets with their alias."""
    return ", ".join(f"{name} (Chicago)" if name == "base" else name for name in names)


def one_of_the_presets(names: tuple[str, ...] = scorer.VARIANTS) -> str:
    """Return a list of presets as text for a sentence."""
    *most, last = (f"{name} (which is Chicago itself)" if name == "base" else name for name in names)
    return f"{', '.join(most)} or {last}"


def language_option(help_text: str) -> Callable[[FC], FC]:
    """Return the option for the language of the answer; the default is the locale's."""
    return click.option(
        "--language",
        type=click.Choice(("de", "en")),
        default=language_here,
        show_default="that of the locale",
        help=help_text,
    )


def language_here() -> str:
    """Return the language of the locale: German where that is German, else English."""
    said = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "de" if said.lower().startswith("de") else "en"
