"""An evening to take home, as a page in one file or a print; without names until the table allows them."""

import base64
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from scorer.naming import initials
from web.assets import find_file
from web.reports.wording import Words

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"
"""The file makes no requests, wherever it is opened."""
_NAMED: Final = frozenset(
    (
        "player",
        "players",
        "loser",
        "losers",
        "best",
        "worst",
        "moves",
        "winner",
        "winners",
        "dealer",
        "handicap",
    )
)
"""Keys of an evening that hold names."""
_IMPORT: Final = re.compile(r'@import url\("(?P<file>[^"]+)"\);\n')
_EMBEDDED: Final = re.compile(r'url\("?\.\./(?P<file>[^")]+)"?\)')
_KINDS: Final = {".woff2": "font/woff2", ".svg": "image/svg+xml"}


def file_name(evening: Mapping[str, Any]) -> str:
    """Return the base name of an evening's files, made from its date."""
    return f"knobeltisch-{(evening['began'] or 'evening')[:10]}"


def without_names(evening: Mapping[str, Any], say: Words) -> dict[str, Any]:
    """Return an evening without teams, with initials for names, numbered where equal."""
    named = initials(evening["players"], lambda n: say.t("take_home.player", n=n))
    games = [{**game, "teams": {}} for game in evening["games"]]
    picture = {**evening, "games": games}  # a team names its members
    return {key: _replace_names(value, named, inside=key in _NAMED) for key, value in picture.items()}


def _replace_names(value: object, named: Mapping[str, str], *, inside: bool) -> object:
    """Replace names in values, keys and lists below the keys that hold names."""
    match value:
        case str():
            return named.get(value, value) if inside else value
        case dict():
            return {
                (named.get(key, key) if inside else key): _replace_names(inner, named, inside=key in _NAMED)
                for key, inner in value.items()
            }
        case list() | tuple():
            return [_replace_names(inner, named, inside=inside) for inner in value]
        case _:
            return value


@cache
def style() -> str:
    """Return the style sheets with embedded fonts and dice, so that the file loads nothing else."""
    sheets = _IMPORT.sub(
        lambda found: _read_file(f"css/{found['file']}").decode(), _read_file("bundle/report.css").decode()
    )

    def embed(found: re.Match[str]) -> str:
        data = base64.b64encode(_read_file(found["file"])).decode()
        return f'url("data:{_KINDS[Path(found["file"]).suffix]};base64,{data}")'

    return _EMBEDDED.sub(embed, sheets)


def _read_file(name: str) -> bytes:
    content = find_file(name)
    assert content is not None, name
    return content
