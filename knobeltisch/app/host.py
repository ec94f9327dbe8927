"""The device that a table runs on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from knobeltisch.device.own_wifi import OwnWifi
from knobeltisch.device.power import SystemPower
from knobeltisch.device.sd_notify import Notifier
from knobeltisch.device.vitals import is_kept_in_memory
from knobeltisch.device.voice import Voice
from knobeltisch.status import Trouble, TroubleKind
from knobeltisch.update.installer import last_update


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """What the device provides for the table.

    `wifi`: the Wi-Fi it can set up. `say_pin` shows the first PIN on the console. `notifier` reports to systemd. `note` stores a
    fault (kind and sentence) for the next start. `safe_mode`: why camera and panel are off. `pins_trouble`: why existing pins
    cannot be used. `updated` returns how the last update ended. `forgets`: whether a folder is lost in a power cut. `ticks`:
    seconds since power-on. `report` makes the zip for remote support.
    """

    power: SystemPower | None = None
    wifi: OwnWifi | None = None
    say_pin: Callable[[str], None] = lambda _pin: None
    notifier: Notifier = field(default_factory=lambda: Notifier(""))
    note: Callable[[TroubleKind, str], None] = lambda _kind, _reason: None
    safe_mode: Trouble | None = None
    pins_trouble: str = ""
    updated: Callable[[], Mapping[str, object] | None] = last_update
    forgets: Callable[[Path], bool] = is_kept_in_memory
    ticks: Callable[[], float] | None = None
    report: Callable[[], bytes] | None = None
    voice: Voice = field(default_factory=Voice)


NOBODY_THERE: Final = Host()
