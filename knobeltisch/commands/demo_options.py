"""What the command line gives a demo of one table or several."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The demo's options, as the command line gives them."""

    variant: str = "bavarian"
    seed: int = 1
    players: int = 4
    speed: float = 1.0
    games: int | None = None
    headless: bool = False
    fps: float | None = None
    port: int | None = None
    journal: Path | None = None
    tables: int = 1
    hub_port: int | None = None
    phone: bool = False
