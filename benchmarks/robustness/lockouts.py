"""Strangers who type wrong PINs and ask for seats: how long each role waits meanwhile for what it wants.

    python -m benchmarks.robustness.lockouts [--longest 90] [--out FILE]

A table of its own for each storm. So many strangers, each with an address of his own, begin at once; twenty at a time type a wrong PIN
over https and ask for a seat, again and again. After five seconds each role tries once a second until it is let in.
"""

import copy
import http.client
import itertools
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click

from benchmarks.robustness.crowd import COMMANDS, Tablet
from benchmarks.support.reports import out_option, table, tiny_option, write_report
from tests.support.evenings.visitor import run_table

STRANGERS = (0, 3, 100, 600)
AT_ONCE = 20
WRONG = {"pin": "000000"}
FAILED = (OSError, ValueError, http.client.HTTPException)


@click.command()
@click.option("--longest", default=90.0, show_default=True, help="Seconds after which a role gives up.")
@tiny_option(longest=2.0)
@out_option
def main(longest, out):
    """Measure and print."""
    rows = [measure(strangers, longest) for strangers in STRANGERS]
    heads = ["strangers", "wrong PINs and requests", *(f"{role}, s" for role in ROLES)]
    write_report("Who waits while strangers try", table(heads, rows), out)


ROLES = {
    "the tablet's tap": ("127.0.0.2", "/api/commands", COMMANDS[0]),
    "the PIN on the tablet": ("127.0.0.2", "/api/login", None),
    "the PIN on the table itself": ("127.0.0.1", "/api/login", None),
    "the PIN on a new phone": ("127.7.0.1", "/api/login", None),
    "a guest's request for a seat": ("127.8.0.1", "/api/seat", {"name": "Gast"}),
}
"""Where each role is, what it asks for, and with what; None: the right PIN."""


def measure(strangers, longest):
    """Return a row of the table: how many tried, how often, and how long each role waited."""
    with tempfile.TemporaryDirectory(prefix="knobeltisch-") as folder:
        program = run_table(
            Path(folder) / "journal.sqlite", more={"PAGE_TABLE": "paired", "PAGE_HTTPS": "on"}
        )
        port, root = int(program.address.rsplit(":", 1)[1]), Path(folder) / "https" / "root.pem"
        tablet, ended, tried = Tablet(port, root), threading.Event(), itertools.count()
        pin = tablet.pair()
        tablet.hang_up()
        addresses = itertools.cycle(
            [f"127.5.{number // 200}.{number % 200 + 1}" for number in range(strangers)]
        )
        storm = [
            threading.Thread(target=bother, args=(port, root, addresses, tried, ended))
            for _ in range(AT_ONCE)
        ]
        for thread in storm if strangers else ():
            thread.start()
        time.sleep(min(5.0, longest))
        with ThreadPoolExecutor(len(ROLES)) as pool:
            visitors = [
                copy.copy(tablet) if at == tablet.address else Tablet(port, root, at)
                for at, *_ in ROLES.values()
            ]
            asked = [(path, body or {"pin": pin}) for _, path, body in ROLES.values()]
            waited = list(pool.map(wait_until_let_in, visitors, asked, [longest] * len(ROLES)))
        ended.set()
        for thread in storm if strangers else ():
            thread.join()
        program.kill()
    return [strangers, next(tried), *waited]


def bother(port, root, addresses, tried, ended):
    """Type a wrong PIN and ask for a seat, from one address after the other."""
    for address in addresses:
        if ended.is_set():
            return
        stranger = Tablet(port, root, address)
        for path, body in (("/api/login", WRONG), ("/api/seat", {"name": f"F{address[6:]}"})):
            next(iter(tried))
            try:
                stranger.fetch_token()
                stranger.ask("POST", path, body)
            except FAILED:
                """Refused, as it should be."""
        stranger.hang_up()


def wait_until_let_in(visitor, asked, longest):
    """Return the seconds after which the table did what was asked."""
    began = time.monotonic()
    while time.monotonic() - began < longest:
        try:
            visitor.fetch_token()
            visitor.ask("POST", *asked)
        except FAILED:
            visitor.hang_up()
            time.sleep(1.0)
        else:
            return f"{time.monotonic() - began:.1f}"
    return f"over {longest:.0f}"


if __name__ == "__main__":
    main()
