"""Preset names on the command line, and the language of the output."""

from __future__ import annotations

import os
from typing import Any

import click

import scorer


class PresetName(click.ParamType):  # type: ignore[type-arg]  # generic in newer versions of click only
    """A preset's name or alias."""

    name = "name"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ANN401 - as click has it
        """Return the preset's canonical name."""
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
