"""The items on the table's queue that the table defines itself; camera, panel and page add theirs."""

from __future__ import annotations

import contextlib
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from knobeltisch.table.commands import Ordered

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.panel.panel import Press
    from knobeltisch.errors import CommandError
    from vision.types import BoardMoved, Scene, Sighting


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Work to run between two acts."""

    run: Callable[[], None]
    done: Future[None] = field(default_factory=Future)


Item: TypeAlias = "Ordered | Job | Press | Sighting | Scene | BoardMoved"


def report_result(item: Item, error: CommandError | None) -> None:
    """Report to the page's thread how its order went; it may have given up waiting."""
    if not isinstance(item, Ordered | Job) or item.done.done():
        return
    with contextlib.suppress(Exception):
        if error is None:
            item.done.set_result(None)
        else:
            item.done.set_exception(error)
