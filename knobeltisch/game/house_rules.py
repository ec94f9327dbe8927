"""A pub's own rules: reads them from a file, with one sentence for each fault, and lists what they change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import scorer
from knobeltisch.errors import HouseFileError
from knobeltisch.storage.files import read_regular
from scorer.file_formats import BadFile, decode_text

if TYPE_CHECKING:
    from pathlib import Path

LARGEST: Final = 16 * 1024
"""The most bytes of a file; a preset with all its options has less than one kilobyte."""


def house_rules(file: Path) -> scorer.GameRules:
    """Read a house variant. Raise HouseFileError if the file is not text, BadVariant if the rules are invalid."""
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


def house_options(rules: scorer.GameRules) -> dict[str, object]:
    """Return the options in which a game differs from its preset, with their values, as JSON."""
    changed = scorer.differences(scorer.load_variant(rules.name), rules)
    return {option: list(now) if isinstance(now, tuple) else now for option, (_, now) in changed.items()}
