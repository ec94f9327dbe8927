"""`knobeltisch demo --tables N`: several simulated tables, each a separate program, and a hub that shows all.

Each program ends with this one, even if that is killed: the kernel sends it SIGTERM then (`setpriv --pdeathsig`). No table starts
before the hub has reported its address, so that no table sends its games to another service.
"""

from __future__ import annotations

import os
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from knobeltisch.commands.safety_net import silence
from knobeltisch.config import PREFIX, PageConfig
from knobeltisch.errors import STOPPED, STOPPED_SENTENCE, KnobeltischError
from knobeltisch.hub.hub_config import HubPageConfig
from knobeltisch.lifecycle.stop_request import install_stop_request
from web.server.page_server import can_listen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from knobeltisch.commands.demo_options import Options
    from knobeltisch.lifecycle.stop_request import StopRequest

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - phones of the house look on
FPS: Final = 12.0
"""Pictures a second; fewer than for a single table, so that several fit on a small machine."""
STOP_S: Final = 60.0
"""Seconds for a table to end: it finishes its current picture, which is slow on a busy machine."""
PAGE: Final = re.compile(r"page: http://\S+:(\d+)/")


class Program:
    """A subprocess that is configured by environment variables; its output is repeated with its name."""

    def __init__(self, command: list[str], variables: dict[str, str], name: str) -> None:
        # In its own session: Ctrl-C and a closed terminal reach only this program, which ends all others in order. Started
        # from the main thread, whose end is what counts for the kernel.
        self.process = subprocess.Popen(  # noqa: S603 - this program
            ["setpriv", "--pdeathsig", "TERM", *command],  # noqa: S607 - of util-linux, which every Debian has
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, **{f"{PREFIX}{key}": value for key, value in variables.items()}},
            start_new_session=True,
        )
        self.port: int | None = None
        self._reader = threading.Thread(target=self._repeat, args=(f"{name}: ",), daemon=True)
        self._reader.start()

    @property
    def ended(self) -> bool:
        """Whether it has ended."""
        return self.process.poll() is not None

    @property
    def code(self) -> int:
        """Return its exit code once it has ended; 1 where a signal ended it."""
        return 1 if self.process.returncode < 0 else self.process.returncode

    def end(self) -> None:
        """Ask it to end, kill it if it does not, and await its output."""
        self.process.terminate()
        try:
            self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._reader.join(STOP_S)

    def _repeat(self, name: str) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                if found := PAGE.search(line):
                    self.port = int(found[1])
                if "Ctrl-C" not in line and not line.startswith("INFO "):
                    _say(f"{name}{line}")


def main(options: Options) -> int:
    """Run until somebody stops it or a table ends. Raise KnobeltischError if the hub cannot start.

    Return the worst exit code of the tables, at least 1 if the hub ended earlier, 130 if it was stopped before all pages were up.
    """
    first = choose_page_port(options)
    ports = [first + place for place in range(options.tables)] if first else _free_ports(options.tables)
    ended = install_stop_request()
    with ExitStack() as stack:
        # Start all programs, and watch them until the end; the stack ends them.
        hub, variables = _start_hub(options, ports, ended, stack)
        tables = [
            _start_table(options, place, port, variables, stack)
            for place, port in enumerate(ports)
            if not ended.is_set()
        ]
        _say("Stop it with Ctrl-C.\n")
        alone = False
        while not ended.wait(0.2) and not any(table.ended for table in tables):
            if hub.ended and not alone:
                alone = True
                _say(
                    f"all tables: the hub has ended ({hub.process.returncode}); the tables play on. "
                    "Ctrl-C, and begin again, to have one.\n"
                )
        early = ended.is_set() and (not tables or any(table.port is None for table in tables))
        for table in tables:
            table.process.terminate()
        for table in tables:
            table.end()
        if early:
            sys.stderr.write(STOPPED_SENTENCE)
            return STOPPED
        return max(*(table.code for table in tables), int(alone))


def _say(lines: str) -> None:
    """Print lines."""
    try:
        sys.stdout.write(lines)
        sys.stdout.flush()
    except OSError:
        silence(sys.stdout)


def choose_page_port(options: Options) -> int:
    """Return the first page's port, or 0 for free ones if none was requested and the usual are taken."""
    if options.port is not None:
        return options.port
    usual = PageConfig().port
    for port in range(usual, usual + options.tables):
        if not can_listen(EVERYWHERE, port):
            pages = "the page takes a free one" if options.tables == 1 else "the pages take free ones"
            _say(f"Port {port} is taken by another program; {pages}.\n")
            return 0
    return usual


def _free_ports(count: int) -> list[int]:
    """Return free ports."""
    with ExitStack() as stack:
        probes = [stack.enter_context(socket.create_server((EVERYWHERE, 0))) for _ in range(count)]
        return [int(probe.getsockname()[1]) for probe in probes]


def _choose_hub_port(options: Options, ports: Sequence[int]) -> int:
    """Return the hub's port, 0 for a free one."""
    if options.hub_port is not None or options.port == 0:
        return options.hub_port or 0
    usual = HubPageConfig()
    if usual.port not in ports and can_listen(usual.host, usual.port):
        return usual.port
    _say(f"Port {usual.port} is taken; the hub takes a free one.\n")
    return 0


def _start_hub(
    options: Options, ports: Sequence[int], ended: StopRequest, stack: ExitStack
) -> tuple[Program, dict[str, str]]:
    """Start the hub. Return it once its page is up, with the variables that name it to the tables."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="knobeltisch-")))
    nothing = folder / "nothing.toml"
    nothing.touch()  # no configuration of this machine
    key = secrets.token_urlsafe(24)
    variables = {
        "PAGE_PORT": str(_choose_hub_port(options, ports)),
        "HALL_FOLDER": str(folder),
        "HALL_KEY": key,
        "HALL_TABLES": ",".join(f"http://127.0.0.1:{port}" for port in ports),  # numbered in this order
    }
    hub = Program([*_this_program(), "hub", f"--config={nothing}"], variables, "all tables")
    stack.callback(hub.end)
    while hub.port is None and not ended.wait(0.1):
        if hub.ended:
            raise KnobeltischError(
                "The hub does not start; it says why above. --hub-port gives it another port."
            )
    return hub, {"HUB_URL": f"http://127.0.0.1:{hub.port}", "HUB_KEY": key, "HUB_NAMES": "always"}


def _this_program() -> list[str]:
    """Return the command that started this program."""
    return sys.orig_argv[: sys.orig_argv.index("demo")]


def _start_table(
    options: Options, place: int, port: int, variables: dict[str, str], stack: ExitStack
) -> Program:
    """Start one table with this program's command."""
    words = {"variant": options.variant, "seed": options.seed + place, "players": options.players}
    words |= {"speed": options.speed, "fps": options.fps or FPS, "port": port}
    words |= {} if options.games is None else {"games": options.games}
    command = [*_this_program(), "demo", *(f"--{word}={value}" for word, value in words.items())]
    table = Program(command, variables, f"table {place + 1}")
    stack.callback(table.end)
    return table
