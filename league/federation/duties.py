"""The duties that an office of the federation may have. This module loads nothing, so that the command line can name them."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Duty: TypeAlias = Literal["protests", "calendar", "people", "pubs"]
"""To set results and decide protests; to make divisions and move matches; consent and deletion; keys, invitations and second teams."""
DUTIES: Final[tuple[Duty, ...]] = get_args(Duty)
