"""Configuration: /etc/knobeltisch/*.toml and KNOBELTISCH_* variables become frozen values.

A file has sections, a variable the same names in capitals: `[page] port = 8080` is `KNOBELTISCH_PAGE_PORT=8080`.
Variables win over files, later files over earlier ones. Anything unknown or out of range ends the start with a
sentence that names where it stands, the key and what would do.
"""

from __future__ import annotations

import os
import re
import socket
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date, time
from pathlib import Path
from typing import Any, Final, TypeAlias

from knobeltisch.errors import ConfigError
from knobeltisch.storage.files import STATE
from knobeltisch.storage.regular_files import read_regular

ETC: Final = Path("/etc/knobeltisch")
PREFIX: Final = "KNOBELTISCH_"
LARGEST: Final = 64 * 1024
"""Bytes of a configuration file; one with every key has less than two kilobytes."""
LONGEST: Final = 80
"""Characters of a value that a sentence quotes."""

Check: TypeAlias = Callable[[object], object]
"""Turns a raw value (from TOML, or text from a variable) into the value kept; raises ValueError with what would do."""


def _whole(low: int, high: int) -> Check:
    def check(raw: object) -> int:
        if isinstance(raw, str) and raw.strip().lstrip("-").isdecimal():
            raw = int(raw)
        if not isinstance(raw, int) or isinstance(raw, bool) or not low <= raw <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return raw

    return check


def _number(low: float, high: float) -> Check:
    def check(raw: object) -> float:
        try:
            value = float(raw) if isinstance(raw, str | int | float) and not isinstance(raw, bool) else None
        except ValueError:
            value = None
        if value is None or not low <= value <= high:
            raise ValueError(f"a number from {low:g} to {high:g}")
        return value

    return check


def _one_number_of(*allowed: int) -> Check:
    def check(raw: object) -> int:
        value = int(raw) if isinstance(raw, str) and raw.strip().isdecimal() else raw
        if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
            raise ValueError("one of " + ", ".join(map(str, allowed)))
        return value

    return check


def _text(raw: object) -> str:
    if not isinstance(raw, str) or not raw.strip():
        raise ValueError("a text that is not empty")
    return raw.strip()


def _yes_no(raw: object) -> bool:
    words = {"true": True, "false": False}
    if str(raw).lower() not in words:
        raise ValueError("true or false")
    return words[str(raw).lower()]


def _pin_or_none(raw: object) -> int | None:
    if raw == "none":
        return None
    try:
        return _whole(0, 27)(raw)  # type: ignore[return-value]  # it gives a whole number or raises
    except ValueError as error:
        raise ValueError(f"{error}, or 'none'") from None


def _one_of(*allowed: str) -> Check:
    def check(raw: object) -> str:
        if raw not in allowed:
            raise ValueError("one of " + ", ".join(allowed))
        return str(raw)

    return check


def _names(raw: object) -> tuple[str, ...]:
    if isinstance(raw, str):
        raw = [part.strip() for part in raw.split(",") if part.strip()]
    if not isinstance(raw, list) or not all(isinstance(element, str) and element for element in raw):
        raise ValueError("a list of names, like ['knobeltisch.local']")
    return tuple(raw)


def _file(raw: object) -> Path:
    return Path(_text(raw)).expanduser()


def default_journal() -> Path:
    """Keep the journal where systemd says, else in the service's folder if we may write there, else in the user's own."""
    state = os.environ.get("STATE_DIRECTORY")
    if state:
        return Path(state.split(":")[0]) / "journal.sqlite"
    if "XDG_STATE_HOME" not in os.environ and os.access(STATE, os.W_OK):
        return STATE / "journal.sqlite"
    home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / "knobeltisch" / "journal.sqlite"


def _key(default: Any, check: Check) -> Any:  # noqa: ANN401 - the field's own annotation says the type
    return field(default=default, metadata={"check": check})


def _file_or_none(raw: object) -> Path | None:
    return None if raw == "" else _file(raw)


def _text_or_none(raw: object) -> str:
    return "" if raw == "" else _text(raw)


def _topic(raw: object) -> str:
    """Check the beginning of topics: levels joined by slashes, none of them empty or a wildcard."""
    if not isinstance(raw, str) or len(raw) > LONGEST or not re.fullmatch(r"[\w.:-]+(/[\w.:-]+)*", raw):
        raise ValueError(
            f"levels of letters, digits and . : - _ joined by /, {LONGEST} characters at most, like 'pub/table1'"
        )
    return raw


def default_topic() -> str:
    """Return the topics' beginning: with this device's name, so that two tables at one broker keep apart."""
    return f"knobeltisch/{re.sub('[^a-z0-9_-]+', '-', socket.gethostname().lower())[:40] or 'table'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageConfig:
    """Where the page is served; `hosts` are further names a browser may call it by, `table` who may play.

    `https`: off, or on with `certificate` and `key` from files; without these with a certificate of the table's own.
    """

    host: str = _key("0.0.0.0", _text)  # noqa: S104 - tablets and phones of the house are the page's visitors
    port: int = _key(8080, _whole(0, 65535))
    streams: int = _key(1000, _whole(2, 2000))
    hosts: tuple[str, ...] = _key((), _names)
    table: str = _key("paired", _one_of("paired", "everyone"))
    https: str = _key("off", _one_of("off", "on"))
    certificate: Path | None = field(default=None, metadata={"check": _file_or_none})
    key: Path | None = field(default=None, metadata={"check": _file_or_none})


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraConfig:
    """Which camera, and how long dice must lie still. `device`: auto, none, picamera2, a device, a recording."""

    device: str = _key("auto", _text)
    distance_mm: float = _key(440.0, _number(100, 3000))
    die_mm: float = _key(16.0, _number(8, 40))
    settle_ms: int = _key(400, _whole(100, 5000))
    mains_hz: int = _key(50, _one_number_of(0, 50, 60))


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelConfig:
    """The button panel by BCM pin numbers; times in milliseconds and seconds."""

    use: str = _key("auto", _one_of("auto", "on", "off"))
    again: int = _key(5, _whole(0, 27))
    pass_: int = _key(6, _whole(0, 27))
    direction: int = _key(13, _whole(0, 27))
    ones: int = _key(19, _whole(0, 27))
    sixes: int = _key(26, _whole(0, 27))
    undo: int = _key(21, _whole(0, 27))
    ready: int = _key(17, _whole(0, 27))
    ask: int = _key(27, _whole(0, 27))
    high: int = _key(22, _whole(0, 27))
    ones100: int = _key(23, _whole(0, 27))
    sixes60: int = _key(24, _whole(0, 27))
    buzzer: int | None = _key(None, _pin_or_none)
    pull_up: bool = _key(default=True, check=_yes_no)
    lamps_high: bool = _key(default=True, check=_yes_no)
    debounce_ms: int = _key(20, _whole(10, 30))
    hold_s: float = _key(2.0, _number(0.5, 10))


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalConfig:
    """Where the evening is written down."""

    path: Path = field(default_factory=default_journal, metadata={"check": _file})


@dataclass(frozen=True, slots=True, kw_only=True)
class MqttConfig:
    """The broker that is told what the board shows; without `host` there is none (docs/mqtt.md).

    `port` 0: 8883 with TLS, 1883 without. `ca`: who signed the broker's certificate, where the system does not know him.
    `password` comes from the environment alone, or from `password_file`. `discovery`: Home Assistant finds the table by itself.
    `commands`: who may publish there plays, as a paired tablet does.
    """

    host: str = _key("", _text_or_none)
    port: int = _key(0, _whole(0, 65535))
    tls: str = _key("off", _one_of("off", "on"))
    ca: Path | None = field(default=None, metadata={"check": _file_or_none})
    user: str = _key("", _text_or_none)
    password: str = field(default="", repr=False, metadata={"check": _text_or_none, "secret": True})
    password_file: Path | None = field(default=None, metadata={"check": _file_or_none})
    topic: str = field(default_factory=default_topic, metadata={"check": _topic})
    discovery: bool = _key(default=True, check=_yes_no)
    discovery_topic: str = _key("homeassistant", _topic)
    language: str = _key("de", _one_of("de", "en"))
    commands: bool = _key(default=False, check=_yes_no)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Everything that can be set."""

    page: PageConfig = field(default_factory=PageConfig)
    camera: CameraConfig = field(default_factory=CameraConfig)
    panel: PanelConfig = field(default_factory=PanelConfig)
    journal: JournalConfig = field(default_factory=JournalConfig)
    mqtt: MqttConfig = field(default_factory=MqttConfig)


_SECTIONS: Final = {
    "page": PageConfig,
    "camera": CameraConfig,
    "panel": PanelConfig,
    "journal": JournalConfig,
    "mqtt": MqttConfig,
}


def load_config(file: Path | None = None, *, environ: Mapping[str, str], etc: Path = ETC) -> Config:
    """Read `file`, or all of /etc/knobeltisch/*.toml in the order of their names, then the variables.

    Raise ConfigError naming the file or variable, the key, the value and what would do.
    """
    kept: dict[str, dict[str, object]] = {name: {} for name in _SECTIONS}
    for path in [file] if file is not None else sorted(etc.glob("*.toml")):
        _take_file(path, kept)
    _take_variables(environ, kept)
    return Config(**{name: _SECTIONS[name](**values) for name, values in kept.items()})


def broker_in(environ: Mapping[str, str]) -> MqttConfig:
    """Return the broker that the variables name, whatever stands in files. Raise ConfigError."""
    named = {key: value for key, value in environ.items() if key.startswith(f"{PREFIX}MQTT_")}
    return load_config(environ=named, etc=Path(os.devnull) / "none").mqtt


def _take_file(path: Path, kept: dict[str, dict[str, object]]) -> None:
    try:
        raw = read_regular(path, LARGEST)
        if len(raw) > LARGEST:
            raise ConfigError(f"{path} has more than {LARGEST // 1024} KB; name a configuration file.")
        content = tomllib.loads(raw.decode("utf-8-sig"))  # some editors write a mark before the text
    except OSError as error:
        raise ConfigError(f"{path} cannot be read ({error.strerror}); name a file that can.") from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a plain ValueError
        raise ConfigError(f"{path} is not TOML ({_why(error)}); mend the line it names.") from error
    for section, values in content.items():
        if section not in _SECTIONS:
            raise ConfigError(f"{path}: unknown section '{section[:40]}'; there are {', '.join(_SECTIONS)}.")
        if not isinstance(values, dict):
            raise ConfigError(
                f"{path}: {section} is {as_toml(values)}, but it is a section; write [{section}] on a line of its own "
                "and its keys below it."
            )
        for key, raw in values.items():
            _take(str(path), section, key, raw, kept)


def as_toml(value: object) -> str:
    """Write a value as it stands in a configuration file, cut short."""
    match value:
        case bool():
            told = str(value).lower()
        case str():
            told = repr(value)
        case list():
            told = f"[{', '.join(as_toml(element) for element in value)}]"
        case dict():
            told = f"{{{', '.join(f'{key} = {as_toml(inner)}' for key, inner in value.items())}}}"
        case date() | time():
            told = value.isoformat()
        case _:
            told = str(value)
    return told if len(told) <= LONGEST else f"{told[: LONGEST - 3]}..."


def _why(error: Exception) -> str:
    return "it is nested too deep" if isinstance(error, RecursionError) else str(error)


def _take_variables(environ: Mapping[str, str], kept: dict[str, dict[str, object]]) -> None:
    for variable in sorted(environ):
        section, _, key = variable.removeprefix(PREFIX).lower().partition("_")
        if variable.startswith(PREFIX) and section in _SECTIONS:
            _take(variable, section, key, environ[variable], kept)


def _take(where: str, section: str, key: str, raw: object, kept: dict[str, dict[str, object]]) -> None:
    checks = {field.name.rstrip("_"): field for field in fields(_SECTIONS[section])}
    if key not in checks:
        raise ConfigError(f"{where}: unknown key '{key[:40]}' in [{section}]; there are {', '.join(checks)}.")
    if checks[key].metadata.get("secret") and not where.startswith(PREFIX):
        raise ConfigError(
            f"{where}: {section}.{key} must not stand in a file that others may read; name one that only the table's user "
            f"may read with {section}.{key}_file."
        )
    try:
        kept[section][checks[key].name] = checks[key].metadata["check"](raw)
    except ValueError as error:
        raise ConfigError(f"{where}: {section}.{key} is {as_toml(raw)}; it must be {error}.") from error
