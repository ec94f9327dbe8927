"""The cost of a broker for the table: acts without one, with a working, a dead and a hanging one; and the time to recover.

    python -m benchmarks.table.mqtt [--acts N] [--times N] [--out FILE]

Each table runs in a separate process (`run`, without camera and panel), gets acts over its page in turn with the others, and
publishes to Debian's Mosquitto. Hanging: the broker accepts the connection and sends nothing. Back: from the broker's first
answer at its port until it has the current board.
"""

from __future__ import annotations

import json
import tempfile
import threading
import time
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchmarks.support.reports import out_option, quantile, table, write_report
from tests.support.servers.mosquitto import Mosquitto
from tests.support.servers.program import Program

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

START = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}
TOPIC = "bench/table"


class Table:
    """A running table and its page."""

    def __init__(self, folder: Path, port: int | None) -> None:
        settings = {"PAGE_PORT": "0", "PAGE_HOST": "127.0.0.1", "CAMERA_DEVICE": "none", "PANEL_USE": "off"}
        settings |= {"PAGE_TABLE": "everyone", "JOURNAL_PATH": str(folder / "journal.sqlite")}
        if port is not None:
            settings |= {"MQTT_HOST": "127.0.0.1", "MQTT_PORT": str(port), "MQTT_TOPIC": TOPIC}
        nothing = folder / "nothing.toml"
        nothing.touch()
        environ = {f"KNOBELTISCH_{key}": value for key, value in settings.items()}
        self.program = Program("-m", "knobeltisch", "run", "--config", str(nothing), environ=environ)
        self.page = HTTPConnection("127.0.0.1", int(self.program.address.rsplit(":", 1)[1]))
        self.token = self.ask("GET", "/api/me")["token"]

    def ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "X-Knobeltisch-Token": getattr(self, "token", "")}
        self.page.request(method, path, None if body is None else json.dumps(body), headers)
        answer: dict[str, Any] = json.loads(self.page.getresponse().read())
        return answer

    def order(self, command: dict[str, object]) -> None:
        while not (reply := self.ask("POST", "/api/commands", command))["ok"]:
            assert reply["error"]["code"] == "slow_down", reply
            time.sleep(0.05)

    def head(self) -> int:
        return int(self.ask("GET", "/api/board")["head"])


def act(running: Table, number: int) -> float | None:
    """Throw, or undo it; return the milliseconds, None if the page's rate limit delayed it."""
    command: dict[str, object] = (
        {"do": "undo"} if number % 2 else {"do": "act", "act": {"act": "throw", "dice": [1, 3, 5]}}
    )
    began = time.perf_counter()
    reply = running.ask("POST", "/api/commands", command)
    if reply["ok"]:
        return 1000 * (time.perf_counter() - began)
    assert reply["error"]["code"] == "slow_down", reply
    running.order(command)
    return None


def back(running: Table, broker: Mosquitto) -> float:
    """Kill the broker, play on, restart it; return the milliseconds until it had the current board."""
    from paho.mqtt.client import Client  # noqa: PLC0415 - the help works without it
    from paho.mqtt.enums import CallbackAPIVersion  # noqa: PLC0415 - likewise

    broker.kill()
    time.sleep(1.0)
    running.order({"do": "act", "act": {"act": "throw", "dice": [1, 3, 5]}})
    running.order({"do": "undo"})
    head, right = running.head(), threading.Event()
    broker.start()
    began = time.perf_counter()
    client = Client(CallbackAPIVersion.VERSION2)
    client.on_message = lambda _client, _data, message: (
        right.set() if json.loads(message.payload)["head"] == head else None
    )
    client.connect("127.0.0.1", broker.port)
    client.subscribe(f"{TOPIC}/board", qos=1)
    client.loop_start()
    assert right.wait(30)
    taken = 1000 * (time.perf_counter() - began)
    client.disconnect()
    client.loop_stop()
    return taken


def measured(count: int, states: Mapping[str, Callable[[Mosquitto], None]]) -> list[list[str]]:
    """Run a table for each state of a broker, all at once, and act at each in turn; return a row for each.

    This way other load on the machine affects all of them equally.
    """
    with ExitStack() as stack:
        tables = {}
        for state, prepare in states.items():
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="knobeltisch-")))
            broker = Mosquitto(folder=folder)
            stack.callback(broker.kill)
            broker.start()
            tables[state] = Table(folder, None if state == "none" else broker.port)
            stack.callback(tables[state].program.kill)
            time.sleep(1.0)
            tables[state].order(START)
            prepare(broker)
        taken: dict[str, list[float]] = {state: [] for state in tables}
        loads = Loads(tables)
        for number in range(count):
            for state, running in tables.items():
                once = act(running, number)
                taken[state] += [] if once is None else [once]
                time.sleep(0.025)  # each page accepts ten a second
        acting = loads.shares()
        memory = {state: running.program.memory()["now"] for state, running in tables.items()}
        calm = Loads(tables)
        time.sleep(10.0)
        idle = calm.shares()
        return [
            [
                *(state, str(len(times)), *(f"{quantile(times, part):.1f}" for part in (0.5, 0.95, 0.99))),
                *(f"{memory[state]:.1f}", f"{acting[state]:.1%}", f"{idle[state]:.1%}"),
            ]
            for state, times in taken.items()
        ]


class Loads:
    """The processor load of each table, from now on."""

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self.tables, self.began = tables, time.perf_counter()
        self.used = {state: running.program.processor_s() for state, running in tables.items()}

    def shares(self) -> dict[str, float]:
        seconds = time.perf_counter() - self.began
        return {
            state: (running.program.processor_s() - self.used[state]) / seconds
            for state, running in self.tables.items()
        }


def returns(times: int) -> list[float]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="knobeltisch-")))
        broker = Mosquitto(folder=folder)
        stack.callback(broker.kill)
        broker.start()
        running = Table(folder, broker.port)
        stack.callback(running.program.kill)
        running.order(START)
        time.sleep(6.0)  # the connection has lasted
        taken = []
        for _ in range(times):
            taken.append(back(running, broker))
            time.sleep(6.0)
        return taken


@click.command()
@click.option("--acts", "count", default=300, show_default=True)
@click.option(
    "--times", default=10, show_default=True, help="How many times the broker is killed and restarted."
)
@out_option
def main(count: int, times: int, out: Path | None) -> None:
    """Measure and print."""
    states: dict[str, Callable[[Mosquitto], None]] = {
        "none": lambda _broker: None,
        "up": lambda _broker: None,
        "dead": Mosquitto.kill,
        "hanging": Mosquitto.hang,
    }
    rows = measured(count, states)
    head = ["broker", "acts", "p50 ms", "p95", "p99", "MB", "share of a core, acting", "idle"]
    taken = returns(times)
    text = table(head, rows) + (
        f"\n\nKilled and started again {times} times: the kept board was right after {quantile(taken, 0.5):.0f} ms in the middle, "
        f"{max(taken):.0f} ms at most (aim 1000)."
    )
    write_report("A table and its MQTT broker", text, out)


if __name__ == "__main__":
    main()
