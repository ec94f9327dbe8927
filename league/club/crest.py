"""A team's crest: a shield in two colours with the initials of its name, drawn by us, so that nobody uploads a file."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from league.database import mark_pubs_stale, the_row
from league.errors import BadRequest

if TYPE_CHECKING:
    from league.database import Database

COLOUR: Final = re.compile(r"#[0-9a-f]{6}")
USUAL: Final = (
    ("#8c1d18", "#f2c14e"),
    ("#1d4e89", "#f1f1ea"),
    ("#1f6f43", "#f1f1ea"),
    ("#f2c14e", "#2b2b2b"),
    ("#5b2a86", "#f2c14e"),
    ("#0f6e7c", "#f4a259"),
    ("#f1f1ea", "#8c1d18"),
    ("#2b2b2b", "#c3cfbf"),
)
"""Which colours a team has until it chooses some; its name decides."""
_SHIELD: Final = "M4 4h56v30c0 14-12 22-28 27C16 56 4 48 4 34z"


def choose_colours(database: Database, pub: int, field: str, band: str) -> None:
    """Set the two colours of a pub's crest, such as `#8c1d18`. Raise BadRequest."""
    colours = [field.strip().lower(), band.strip().lower()]
    wrong = next((colour for colour in colours if not COLOUR.fullmatch(colour)), None)
    if wrong is not None:
        raise BadRequest(f"{wrong[:20]!r} is no colour; write one such as #8c1d18.", code="colour")
    with database.owner() as cursor:
        cursor.execute("UPDATE pub SET crest = %s WHERE id = %s", [colours, pub])
        mark_pubs_stale(cursor, [pub])


def colours_of(database: Database, pub: int) -> tuple[str, str]:
    """Return the colours of a pub's crest; without a choice, those derived from its name."""
    with database.public() as cursor:
        cursor.execute("SELECT name, crest FROM pub WHERE id = %s", [pub])
        name, chosen = the_row(cursor)
    return usual_colours(name) if chosen is None else (chosen[0], chosen[1])


def usual_colours(name: str) -> tuple[str, str]:
    """Return the colours of a team that has not chosen any."""
    return USUAL[hashlib.sha256(name.encode()).digest()[0] % len(USUAL)]


def initials(name: str) -> str:
    """Return at most three letters: the first of each word, such as "ZA" for "Zum Anker"."""
    words = re.findall(r"\w+", name)
    return "".join(word[0] for word in words).upper()[:3] or "?"


def crest_of(name: str, colours: tuple[str, str] | None, size: int = 48) -> Markup:
    """Return a crest as inline SVG of this height in pixels; screen readers skip it."""
    field, band = colours or usual_colours(name)
    letters = initials(name)
    ink = "#000000" if _luminance(field) > 0.179 else "#ffffff"
    return Markup(
        '<svg class="crest" viewBox="0 0 64 64" width="{size}" height="{size}" aria-hidden="true">'
        '<path d="{shield}" fill="{field}" stroke="{band}" stroke-width="5"/>'
        '<text x="32" y="{base}" text-anchor="middle" font-weight="700" font-size="{height}" fill="{ink}">{letters}</text></svg>'
    ).format(
        size=size,
        shield=_SHIELD,
        field=field,
        band=band,
        ink=ink,
        letters=letters,
        height=27 if len(letters) < 3 else 21,
        base=40 if len(letters) < 3 else 38,
    )


def _luminance(colour: str) -> float:
    """Return how light a colour is, from 0 to 1 (WCAG's relative luminance)."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
