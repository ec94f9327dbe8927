"""The hub's configuration: /etc/knobeltisch/hub/*.toml, overridden by environment variables."""

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from knobeltisch.config import ETC, GONE, ServerConfig, TargetConfig, league_url, read_config, state_folder
from knobeltisch.config_values import (
    LONGEST,
    file_or_none,
    file_path,
    name_list,
    nothing_of,
    one_of,
    setting,
    text_or_none,
    whole_number,
)

log = logging.getLogger(__name__)

STATE: Final = Path("/var/lib/knobeltisch-hub")
PORT: Final = 8090
PAGE: Final = r"http://[\w.:\[\]-]+"


def table_pages(raw: object) -> tuple[str, ...]:
    """Return the page addresses without duplicates and without broker topics, which earlier versions used.

    Raise ValueError if one is malformed.
    """
    found = name_list(raw)
    if any(len(source) > LONGEST or ("://" in source and not re.fullmatch(PAGE, source)) for source in found):
        raise ValueError("a list of addresses, like ['http://192.168.178.20:8080']")
    for topic in (source for source in found if "://" not in source):
        log.warning("hall.tables: %s has no effect any more: %s.", topic, GONE["mqtt"])
    return tuple(dict.fromkeys(source for source in found if "://" in source))


@dataclass(frozen=True, slots=True, kw_only=True)
class HubPageConfig(ServerConfig):
    """Where the hub's page is served."""

    port: int = setting(PORT, whole_number(0, 65535))


@dataclass(frozen=True, slots=True, kw_only=True)
class HubLeagueConfig(TargetConfig):
    """The league to send match reports to. `names`: whether to send names; if "never", initials replace them."""

    url: str = setting("", league_url)
    names: str = setting("never", one_of("never", "always"))


@dataclass(frozen=True, slots=True, kw_only=True)
class HallConfig:
    """The hub's folder, title, tables and key.

    `tables` lists page addresses in the order of their numbers; tables that poll the hub get the next free numbers.
    """

    folder: Path = setting(lambda: state_folder(STATE, "hub"), file_path)
    title: str = setting("", text_or_none)
    tables: tuple[str, ...] = setting((), table_pages)
    key: str = setting("", text_or_none, public=nothing_of)
    key_file: Path | None = setting(None, file_or_none)


@dataclass(frozen=True, slots=True, kw_only=True)
class HubConfig:
    """The whole configuration of a hub."""

    page: HubPageConfig = field(default_factory=HubPageConfig)
    hall: HallConfig = field(default_factory=HallConfig)
    league: HubLeagueConfig = field(default_factory=HubLeagueConfig)


def load_hub_config(file: Path | None = None, *, environ: Mapping[str, str]) -> HubConfig:
    """Read `file`, or /etc/knobeltisch/hub/*.toml; environment variables win. Raise ConfigError if a value is invalid."""
    return read_config(HubConfig, file, environ=environ, etc=ETC / "hub")
