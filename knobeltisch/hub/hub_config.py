"""The hub's configuration: /etc/knobeltisch/hub/*.toml and the variables of its service."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Final

from knobeltisch.config import (
    ETC,
    BrokerConfig,
    MqttConfig,
    ServerConfig,
    TargetConfig,
    league_url,
    read_sections,
)
from knobeltisch.config_values import (
    LONGEST,
    file_or_none,
    file_path,
    name_list,
    one_of,
    setting,
    text_or_none,
    whole_number,
    yes_no,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

STATE: Final = Path("/var/lib/knobeltisch-hub")
PORT: Final = 8090
TOPIC: Final = "knobeltisch-hub"
"""The topic of the hub's own status at the broker."""
LEVEL: Final = r"(?:[\w.:-]+|\+)"


def default_folder() -> Path:
    """Keep what the hub knows where systemd says, else in the service's folder if we may write there, else in the user's own."""
    state = os.environ.get("STATE_DIRECTORY")
    if state:
        return Path(state.split(":")[0])
    if "XDG_STATE_HOME" not in os.environ and os.access(STATE, os.W_OK):
        return STATE
    home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / "knobeltisch" / "hub"


def table_sources(raw: object) -> tuple[str, ...]:
    """Check where tables are: topics at the broker, or the addresses of their pages."""
    found = name_list(raw)
    wrong = next((source for source in found if not is_source(source)), None)
    if wrong is not None or len(set(found)) != len(found):
        raise ValueError(
            "a list of topics and addresses, each once, like ['pub/table1', 'http://192.168.178.20:8080']"
        )
    return found


def is_source(word: str) -> bool:
    """Whether a word is a topic of a table, or the address of a table's page."""
    topic = re.fullmatch(r"[\w.:-]+(/[\w.:-]+)*", word) and not word.startswith("http:")
    return len(word) <= LONGEST and bool(topic or re.fullmatch(r"http://[\w.:\[\]-]+", word))


def topic_patterns(raw: object) -> tuple[str, ...]:
    """Check under which topics tables are looked for; + stands for any word of a level."""
    found = name_list(raw)
    if any(not re.fullmatch(rf"{LEVEL}(?:/{LEVEL})*", source) or len(source) > LONGEST for source in found):
        raise ValueError("a list of topics, + for any word of a level, like ['knobeltisch/+']")
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class HubPageConfig(ServerConfig):
    """The hub's page."""

    port: int = setting(PORT, whole_number(0, 65535))


@dataclass(frozen=True, slots=True, kw_only=True)
class HubMqttConfig(BrokerConfig):
    """The broker that the tables publish to. `topics`: under which tables are looked for."""

    topics: tuple[str, ...] = setting(("knobeltisch/+", "pub/+"), topic_patterns)

    @property
    def as_client(self) -> MqttConfig:
        """The same as a table's line to a broker has it."""
        return MqttConfig(topic=TOPIC, **{own.name: getattr(self, own.name) for own in fields(BrokerConfig)})


@dataclass(frozen=True, slots=True, kw_only=True)
class HubLeagueConfig(TargetConfig):
    """The league beyond the house. `names`: whether those of match reports go along."""

    url: str = setting("", league_url)
    names: str = setting("never", one_of("never", "always"))


@dataclass(frozen=True, slots=True, kw_only=True)
class HallConfig:
    """What the hub looks after. `tables`: those named by hand, in the order of their numbers; `find`: others are found."""

    folder: Path = field(default_factory=default_folder, metadata={"check": file_path})
    title: str = setting("", text_or_none)
    tables: tuple[str, ...] = setting((), table_sources)
    find: bool = setting(default=True, check=yes_no)
    key: str = field(default="", repr=False, metadata={"check": text_or_none, "secret": True})
    key_file: Path | None = field(default=None, metadata={"check": file_or_none})


@dataclass(frozen=True, slots=True, kw_only=True)
class HubConfig:
    """Everything that can be set for a hub."""

    page: HubPageConfig = field(default_factory=HubPageConfig)
    mqtt: HubMqttConfig = field(default_factory=HubMqttConfig)
    hall: HallConfig = field(default_factory=HallConfig)
    league: HubLeagueConfig = field(default_factory=HubLeagueConfig)


def load_hub_config(
    file: Path | None = None, *, environ: Mapping[str, str], etc: Path = ETC / "hub"
) -> HubConfig:
    """Read `file`, or all of /etc/knobeltisch/hub/*.toml, then the variables. Raise ConfigError."""
    sections = {"page": HubPageConfig, "mqtt": HubMqttConfig, "hall": HallConfig, "league": HubLeagueConfig}
    return HubConfig(**read_sections(sections, file, environ=environ, etc=etc))
