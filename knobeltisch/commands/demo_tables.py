"""`knobeltisch demo --tables N`: several simulated tables, each a program of its own, a private broker and a hub that hear of all."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from knobeltisch.config import PREFIX, PageConfig
from knobeltisch.errors import KnobeltischError
from knobeltisch.hub.hub_config import HubPageConfig
from knobeltisch.lifecycle.stop_request import told_to_stop

if TYPE_CHECKING:
    from knobeltisch.commands.demo import Options

SBIN: Final = "/usr/sbin:/usr/local/sbin"
"""Where Debian keeps brokers; not on everybody's path."""
FPS: Final = 12.0
"""Each table paints and reads its own pictures: less of them than alone, so that several fit a small machine."""
TOPIC: Final = "knobeltisch/table"
START_S: Final = 30.0
"""A broker that does not listen by then will not."""
STOP_S: Final = 10.0


class NotSeveral(KnobeltischError, RuntimeError):
    """Several tables cannot be shown; the sentence says why."""


def main(options: Options) -> int:
    """Run until somebody stops it, or a table ends by itself.

    Return the worst of the tables' exit codes, at least 1 where their hub has not lived as long, 2 for no start.
    """
    try:
        program = _broker(options)
        ended = told_to_stop()
        with ExitStack() as stack:
            port = _start_broker(program, stack)
            hub, told = _start_hub(options, port, stack)
            tables = [_start_table(options, place, told, stack) for place in range(options.tables)]
            sys.stdout.write(
                f"broker: 127.0.0.1 port {port}, topics {TOPIC}1 to {TOPIC}{options.tables}; "
                f"listen with: mosquitto_sub -p {port} -v -t 'knobeltisch/+/summary'\nStop it with Ctrl-C.\n"
            )
            sys.stdout.flush()
            alone = False
            while not ended.wait(0.2) and all(table.poll() is None for table in tables):
                alone = alone or _says_when_ended(hub)
            return max(_stopped(tables), int(alone))
    except NotSeveral as error:
        sys.stderr.write(f"knobeltisch demo: {error}\n")
        return 2


def _broker(options: Options) -> str:
    """Return the program that tells of all tables. Raise NotSeveral, also for what goes with one table alone."""
    if options.headless or options.journal is not None:
        raise NotSeveral(
            "Several tables have pages, and keep no journal; leave --headless and --journal out."
        )
    if find_spec("paho") is None:
        raise NotSeveral("Several tables tell a broker, and paho-mqtt is missing: pip install paho-mqtt.")
    program = shutil.which("mosquitto") or shutil.which("mosquitto", path=SBIN)
    if program is None:
        raise NotSeveral("Several tables tell a broker, and none is here: sudo apt-get install mosquitto.")
    return program


def _start_broker(program: str, stack: ExitStack) -> int:
    """Start it for this machine alone, at a free port; return that."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="knobeltisch-")))
    port = _free_port()
    file = folder / "mosquitto.conf"
    # The user is for root alone, whose folder the broker's own could not read; for others it is passed over.
    file.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nuser root\n")
    # In a session of its own: Ctrl-C ends the tables, which say so to the broker before it goes.
    broker = subprocess.Popen([program, "-c", str(file)], stderr=subprocess.DEVNULL, start_new_session=True)  # noqa: S603 - Debian's program
    stack.callback(_end, [broker])
    if not _listens(broker, port):
        raise NotSeveral(
            f"The broker {program} does not listen at port {port}; try again, or see what it says when started by hand."
        )
    return port


def _listens(broker: subprocess.Popen[bytes], port: int) -> bool:
    """Whether the broker takes connections before long."""
    until = time.monotonic() + START_S
    while broker.poll() is None and time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return True
        time.sleep(0.05)
    return False


def _free_port() -> int:
    """Return a port that nobody listens at just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _start_hub(
    options: Options, broker: int, stack: ExitStack
) -> tuple[subprocess.Popen[str], dict[str, str]]:
    """Start the hub that shows all tables; it ends with them. Return it, and what a table is told of broker and hub."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="knobeltisch-")))
    nothing = folder / "nothing.toml"
    nothing.touch()  # no configuration of this machine
    port = _free_port() if options.port == 0 else HubPageConfig().port
    key = secrets.token_urlsafe(24)
    house = {"MQTT_HOST": "127.0.0.1", "MQTT_PORT": str(broker)}
    told = {**house, "MQTT_TOPICS": "knobeltisch/+", "HALL_KEY": key}
    told |= {"PAGE_PORT": str(port), "HALL_FOLDER": str(folder)}
    hub = _started([*_this_program(), "hub", f"--config={nothing}"], told, "all tables", stack)
    return hub, {**house, "HUB_URL": f"http://127.0.0.1:{port}", "HUB_KEY": key, "HUB_NAMES": "always"}


def _says_when_ended(hub: subprocess.Popen[str]) -> bool:
    """Whether the hub has ended by itself; it is said then."""
    if hub.poll() is None:
        return False
    sys.stdout.write(
        f"all tables: the hub has ended ({hub.returncode}); the tables play on. Ctrl-C, and begin again, to have one.\n"
    )
    sys.stdout.flush()
    return True


def _this_program() -> list[str]:
    """Return the command as this program was started."""
    return sys.orig_argv[: sys.orig_argv.index("demo")]


def _started(command: list[str], told: dict[str, str], name: str, stack: ExitStack) -> subprocess.Popen[str]:
    """Start a program whose configuration these variables tell; what it says is told with its name."""
    program = subprocess.Popen(  # noqa: S603 - this program
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **{f"{PREFIX}{key}": value for key, value in told.items()}},
    )
    stack.callback(_end, [program])
    assert program.stdout is not None
    threading.Thread(target=_repeat, args=(program.stdout, f"{name}: "), daemon=True).start()
    return program


def _start_table(
    options: Options, place: int, house: dict[str, str], stack: ExitStack
) -> subprocess.Popen[str]:
    """Start one table as this program was started."""
    first = options.port if options.port is not None else PageConfig().port
    port = first + place if first else 0
    words = {"variant": options.variant, "seed": options.seed + place, "players": options.players}
    words |= {"speed": options.speed, "fps": options.fps or FPS, "port": port}
    words |= {} if options.games is None else {"games": options.games}
    command = [*_this_program(), "demo", *(f"--{word}={value}" for word, value in words.items())]
    told = {**house, "MQTT_TOPIC": f"{TOPIC}{place + 1}"}
    return _started(command, told, f"table {place + 1}", stack)


def _repeat(lines: IO[str], name: str) -> None:
    """Say what a table says, under its name, until it ends."""
    with lines:
        for line in lines:
            if "Ctrl-C" not in line:
                sys.stdout.write(f"{name}{line}")
                sys.stdout.flush()


def _stopped(tables: list[subprocess.Popen[str]]) -> int:
    _end(tables)
    return max(table.returncode for table in tables)


def _end(programs: list[subprocess.Popen[str]] | list[subprocess.Popen[bytes]]) -> None:
    """Ask programs to end, and wait for each; one that does not is killed."""
    for program in programs:
        if program.poll() is None:
            program.terminate()
    for program in programs:
        try:
            program.wait(STOP_S)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()
