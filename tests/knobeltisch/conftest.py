import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from knobeltisch.app import App
from knobeltisch.lifecycle.crash_counter import since_power_on
from knobeltisch.status import Device
from knobeltisch.storage.journal import open_journal
from knobeltisch.storage.store import open_store
from knobeltisch.table.phones import Phones
from knobeltisch.table.table import Table
from knobeltisch.table.table_files import TableFiles
from tests.support.full_disk import Disk
from tests.support.houses import Houses, opened_house
from tests.support.mqtt.broker import Broker
from tests.support.packages import make_package
from tests.support.programs import not_installed
from tests.support.pub import Pub
from tests.support.servers.mosquitto import MOSQUITTO
from tests.support.systemd import Systemd


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    """Return a function that puts a program of the test's own before all others; it notes what it was asked in the file returned."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")

    def write(name, then="exit 0"):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\ncd {tmp_path}\necho "$@" >> asked\n{then}\n')
        program.chmod(0o755)
        return tmp_path / "asked"

    return write


@pytest.fixture
def disk(monkeypatch):
    """The disk, which a test may let run full."""
    return Disk(monkeypatch)


@pytest.fixture
def store(tmp_path, disk):
    store = open_store(tmp_path / "house.txt")
    yield store
    store.close()


@pytest.fixture
def open_pub(tmp_path: Path, disk: Disk) -> Iterator[Callable[..., Pub]]:
    """Open the pub on the test's journal; a second call acts like a restart."""
    pubs: list[Pub] = []
    path = tmp_path / "journal.sqlite"
    clock = count(1000)

    def close():
        while pubs:
            pub = pubs.pop()
            pub.table.stop()
            pub.journal.close()

    def open_(phones: Callable[..., Phones] | None = None) -> Pub:
        close()
        journal = open_journal(path)
        table = Table(
            files=TableFiles(journal=journal),
            clock=lambda: float(next(clock)),
            camera=Device(status="ok", name="test"),
            phones=phones,
        )
        table.start()
        pubs.append(Pub(table=table, journal=journal, path=path))
        return pubs[0]

    yield open_
    close()


@pytest.fixture
def pub(open_pub: Callable[[], Pub]) -> Pub:
    return open_pub()


@pytest.fixture
def house() -> Callable[..., AbstractContextManager[App]]:
    """Opens the whole house on a folder, and closes it again."""
    return opened_house


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[Houses]:
    """Opens houses on the test's folder; `houses.end()` closes them before the test's end."""
    opened = Houses(tmp_path)
    yield opened
    opened.end()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    made = Systemd(tmp_path)
    yield made
    made.close()


@pytest.fixture
def failed_twice(tmp_path: Path):
    failed = {"at": since_power_on(), "doing": "opening the camera (auto)", "kind": "", "why": "", "up": True}
    (tmp_path / "starts.json").write_text(json.dumps([failed, failed]))


@pytest.fixture
def make_deb(tmp_path: Path) -> Callable[..., Path]:
    """Make real Debian packages: `make_deb("0.2.0", table="well", preinst="...", fields="Depends: ...")`."""
    if shutil.which("dpkg-deb") is None:
        pytest.skip("dpkg-deb is missing: this is no Debian")

    return partial(make_package, tmp_path)


@pytest.fixture
def broker_of(tmp_path):
    if MOSQUITTO is None:
        pytest.skip(not_installed("mosquitto"))
    made = []

    def start(**more):
        broker = Broker(folder=tmp_path / f"broker{len(made)}", **more)
        made.append(broker)
        broker.start()
        return broker

    yield start
    for broker in made:
        broker.kill()


@pytest.fixture
def broker(broker_of):
    return broker_of()
