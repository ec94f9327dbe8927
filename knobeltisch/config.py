"""Configuration: /etc/knobeltisch/*.toml and KNOBELTISCH_* variables, read into frozen dataclasses.

`[page] port = 8080` is `KNOBELTISCH_PAGE_PORT=8080` as a variable. Variables override files, and later files earlier ones. An
unknown key or invalid value stops the start with a sentence that names the file or variable, the key and what would work. Keys
of an earlier version (`GONE`) are only logged.
"""

import logging
import os
import re
import socket
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from datetime import date, time
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar, cast

from knobeltisch.config_values import (
    LONGEST,
    address_or_none,
    camera_device,
    day_or_none,
    file_or_none,
    file_path,
    name_list,
    nothing_of,
    one_of,
    real_number,
    setting,
    some_text,
    text_or_none,
    topic_name,
    whole_number,
    without_password,
    yes_no,
)
from knobeltisch.errors import ConfigError
from knobeltisch.storage.files import STATE, read_regular
from scorer.file_formats import BadFile, read_toml

log = logging.getLogger(__name__)

ETC: Final = Path("/etc/knobeltisch")
PREFIX: Final = "KNOBELTISCH_"
LARGEST: Final = 64 * 1024
"""The most bytes of a configuration file; one with every key has less than two kilobytes."""

T = TypeVar("T")
Fault: TypeAlias = "Callable[[ConfigError], None]"
"""Receives a fault of a configuration."""

GONE: Final[Mapping[str, str]] = {
    "camera.cards": "the camera reads no playing cards; tap them",
    "camera.settle_ms": "dice are read once they have lain still for 0.4 s",
    "league": "a table sends its games to its hub, and the hub sends the match reports to the league",
    "mqtt": "the hub reads the tables' pages; name them in hall.tables, or name the hub at each table",
    "hall.find": "the tables that name the hub appear by themselves",
    "hall.mdns": "the hub looks for no tables in the network; name them in hall.tables, or let them name the hub",
    "mqtt.commands": "the table takes no orders from a broker; play on its page",
    "mqtt.discovery_topic": "the table announces itself under homeassistant, where Home Assistant looks",
    "lamp": "the table dims no lamp; give the lamp a switch of its own",
}
"""Sections (`lamp`) and keys (`camera.cards`) of earlier versions, each with what holds now."""


def state_folder(service: Path, name: str = "") -> Path:
    """Return systemd's state folder, else the folder `service` if it is writable, else `name` in the user's own."""
    if state := os.environ.get("STATE_DIRECTORY"):
        return Path(state.split(":")[0])
    if "XDG_STATE_HOME" not in os.environ and os.access(service, os.W_OK):
        return service
    home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / "knobeltisch" / name


def default_topic() -> str:
    """Return the default topic prefix, which contains the device's name so that two tables can share a broker."""
    return f"knobeltisch/{re.sub('[^a-z0-9_-]+', '-', socket.gethostname().lower())[:40] or 'table'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """Where the page of a table or hub is served; `hosts` are additional names that a browser may use.

    `https` "on" uses the files `certificate` and `key`; without them, the table's own certificate.
    """

    host: str = setting("0.0.0.0", some_text)  # noqa: S104 - tablets and phones of the house are the page's visitors
    port: int = setting(8080, whole_number(0, 65535))
    streams: int = setting(1000, whole_number(2, 2000))
    hosts: tuple[str, ...] = setting((), name_list)
    https: str = setting("off", one_of("off", "on"))
    certificate: Path | None = setting(None, file_or_none)
    key: Path | None = setting(None, file_or_none)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageConfig(ServerConfig):
    """The page of a table.

    `table`: who may play. `house`: the name of the pub. `https` "landlord": on or off as the landlord chooses; off at first.
    """

    https: str = setting("landlord", one_of("landlord", "off", "on"))
    table: str = setting("paired", one_of("paired", "everyone"))
    house: str = setting("", text_or_none)


PHONE: Final = "phone"
"""The value of `camera.device` for a phone as the camera."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraConfig:
    """Which camera, and the size of the dice.

    `device`: auto, none, picamera2, phone, or the path or address of a camera or recording.
    """

    device: str = setting("auto", camera_device, public=without_password)
    distance_mm: float = setting(440.0, real_number(100, 3000))
    die_mm: float = setting(16.0, real_number(8, 40))
    mains_hz: int = setting(50, one_of(0, 50, 60))


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelConfig:
    """The button panel: BCM pin numbers, and times in milliseconds and seconds."""

    use: str = setting("auto", one_of("auto", "on", "off"))
    again: int = setting(5, whole_number(0, 27))
    pass_: int = setting(6, whole_number(0, 27))
    direction: int = setting(13, whole_number(0, 27))
    ones: int = setting(19, whole_number(0, 27))
    sixes: int = setting(26, whole_number(0, 27))
    undo: int = setting(21, whole_number(0, 27))
    ready: int = setting(17, whole_number(0, 27))
    ask: int = setting(27, whole_number(0, 27))
    high: int = setting(22, whole_number(0, 27))
    ones100: int = setting(23, whole_number(0, 27))
    sixes60: int = setting(24, whole_number(0, 27))
    buzzer: int | None = setting(None, whole_number(0, 27, or_none=True))
    pull_up: bool = setting(default=True, check=yes_no)
    lamps_high: bool = setting(default=True, check=yes_no)
    debounce_ms: int = setting(20, whole_number(10, 30))
    hold_s: float = setting(2.0, real_number(0.5, 10))


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalConfig:
    """The path of the journal."""

    path: Path = setting(lambda: state_folder(STATE) / "journal.sqlite", file_path)


@dataclass(frozen=True, slots=True, kw_only=True)
class MqttConfig:
    """The MQTT broker to publish the board to; there is none if `host` is empty (docs/mqtt.md).

    `port` 0 means 8883 with TLS, 1883 without. `ca`: the authority of the broker's certificate, if the system does not trust
    it. `password` comes only from the environment or from `password_file`. `discovery`: announce the table to Home Assistant.
    """

    host: str = setting("", text_or_none)
    port: int = setting(0, whole_number(0, 65535))
    tls: str = setting("off", one_of("off", "on"))
    ca: Path | None = setting(None, file_or_none)
    user: str = setting("", text_or_none)
    password: str = setting("", text_or_none, public=nothing_of)
    password_file: Path | None = setting(None, file_or_none)
    topic: str = setting(default_topic, topic_name)
    discovery: bool = setting(default=True, check=yes_no)
    language: str = setting("de", one_of("de", "en"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetConfig:
    """Where to send finished games or match reports; an empty `url` sends nothing (docs/hub.md, docs/league.md).

    `key` comes only from the environment or from `key_file`. `ca`: the authority of the target's certificate, if the system
    does not trust it. `names`: whether names are sent; "consent" sends them if the evening's table allowed it.
    """

    url: str = setting("", address_or_none())
    key: str = setting("", text_or_none, public=nothing_of)
    key_file: Path | None = setting(None, file_or_none)
    ca: Path | None = setting(None, file_or_none)
    names: str = setting("consent", one_of("consent", "never", "always"))


@dataclass(frozen=True, slots=True, kw_only=True)
class PushConfig(TargetConfig):
    """Where to send a table's games; `since`: the first day to send. None: only games since the hub was first named."""

    since: date | None = setting(None, day_or_none)


league_url: Final = address_or_none("127.0.0.1", "localhost", "::1")
"""Check the address of a league: without TLS it must be on this machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The whole configuration."""

    page: PageConfig = field(default_factory=PageConfig)
    camera: CameraConfig = field(default_factory=CameraConfig)
    panel: PanelConfig = field(default_factory=PanelConfig)
    journal: JournalConfig = field(default_factory=JournalConfig)
    mqtt: MqttConfig = field(default_factory=MqttConfig)
    hub: PushConfig = field(default_factory=PushConfig)


def _end_start(error: ConfigError) -> None:
    raise error


def load_config(
    file: Path | None = None, *, environ: Mapping[str, str], etc: Path = ETC, fault: Fault = _end_start
) -> Config:
    """Read `file`, or all of /etc/knobeltisch/*.toml in alphabetical order; environment variables win.

    Raise ConfigError for an unknown key or invalid value; or, if `fault` is given, call it with that error and skip the key,
    section or file.
    """
    return read_config(Config, file, environ=environ, etc=etc, refuse=fault)


def read_config(
    kind: type[T], file: Path | None, *, environ: Mapping[str, str], etc: Path, refuse: Fault = _end_start
) -> T:
    """Read a configuration as `load_config` does, for any dataclass `kind` with a field for each section.

    `refuse` is called with each error.
    """
    kinds: dict[str, Any] = {section.name: section.default_factory for section in fields(cast("Any", kind))}
    kept: dict[str, dict[str, object]] = {name: {} for name in kinds}
    for path in [file] if file is not None else sorted(etc.glob("*.toml")):
        for section, values in _read_file(path, refuse).items():
            if section not in kinds:
                if not _is_gone(path, section):
                    there = ", ".join(kinds)
                    refuse(ConfigError(f"{path}: unknown section '{section[:40]}'; there are {there}."))
            elif not isinstance(values, dict):
                refuse(
                    ConfigError(
                        f"{path}: {section} is {as_toml(values)}, but it is a section; write [{section}] on a line of its own "
                        "and its keys below it."
                    )
                )
            else:
                for key, raw in values.items():
                    _take(path, (section, key), kinds[section], raw, kept[section], refuse)
    for variable in sorted(name for name in environ if name.startswith(PREFIX)):
        section, _, key = variable.removeprefix(PREFIX).lower().partition("_")
        if section in kinds:
            _take(variable, (section, key), kinds[section], environ[variable], kept[section], refuse)
        else:
            _is_gone(variable, section)
    return kind(**{name: kinds[name](**values) for name, values in kept.items()})


def secrets_in(values: Mapping[str, Mapping[str, object]]) -> Iterator[tuple[str, str, str, str]]:
    """Yield (section, key, value, public part) for each value that holds a secret."""
    for section in fields(Config):
        held = values.get(section.name)
        if not isinstance(held, dict):
            continue
        for key in fields(cast("Any", section.default_factory)):
            value, public = held.get(key.name), key.metadata["public"]
            if public is not None and isinstance(value, str) and public(value) != value:
                yield section.name, key.name, value, public(value)


def public_toml(text: str) -> str | None:
    """Return a configuration file's text without its secrets; None if they cannot be removed."""
    try:
        for _, _, value, shown in secrets_in(read_toml(text)):
            text = text.replace(value, shown)
        return None if any(secrets_in(read_toml(text))) else text
    except ValueError:
        return None


def network_config(environ: Mapping[str, str]) -> Config:
    """Return a configuration with broker and hub taken from environment variables alone. Raise ConfigError if one is invalid."""
    begins = (f"{PREFIX}MQTT_", f"{PREFIX}HUB_")
    named = {key: value for key, value in environ.items() if key.startswith(begins)}
    return load_config(environ=named, etc=Path(os.devnull) / "none")


def _read_file(path: Path, refuse: Fault) -> dict[str, object]:
    try:
        raw = read_regular(path, LARGEST)
        if len(raw) <= LARGEST:
            return read_toml(raw)
        wrong = f"has more than {LARGEST // 1024} KB; name a configuration file"
    except OSError as error:
        wrong = f"cannot be read ({error.strerror}); name a file that can"
    except BadFile as error:
        wrong = f"is not TOML ({error}); mend it there"
    refuse(ConfigError(f"{path} {wrong}."))
    return {}


def as_toml(value: object) -> str:
    """Return a value as written in a configuration file, shortened."""
    match value:
        case bool():
            text = str(value).lower()
        case str():
            text = repr(value)
        case list():
            text = f"[{', '.join(as_toml(element) for element in value)}]"
        case dict():
            text = f"{{{', '.join(f'{key} = {as_toml(inner)}' for key, inner in value.items())}}}"
        case date() | time():
            text = value.isoformat()
        case _:
            text = str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _is_gone(where: object, name: str) -> bool:
    if name in GONE:
        log.warning("%s: %s has no effect any more: %s.", where, name, GONE[name])
    return name in GONE


def _take(
    where: object, name: tuple[str, str], kind: type, raw: object, kept: dict[str, object], refuse: Fault
) -> None:
    """Check a value and add it to the section's values (`kept`).

    `where` is the path of a file, or a variable; `name` is section and key.
    """
    declared = {field.name.rstrip("_"): field for field in fields(kind)}
    key, said = name[1], ".".join(name)
    if key not in declared:
        if not _is_gone(where, said):
            there = ", ".join(declared)
            refuse(ConfigError(f"{where}: unknown key '{key[:40]}' in [{name[0]}]; there are {there}."))
    elif declared[key].metadata["public"] is nothing_of and isinstance(where, Path):
        refuse(
            ConfigError(
                f"{where}: {said} must not stand in a file that others may read; name one that only the table's user "
                f"may read with {said}_file."
            )
        )
    else:
        try:
            kept[declared[key].name] = declared[key].metadata["check"](raw)
        except ValueError as error:
            public = declared[key].metadata["public"]
            raw = public(raw) if public and isinstance(raw, str) else raw
            refuse(ConfigError(f"{where}: {said} is {as_toml(raw)}; it must be {error}."))
