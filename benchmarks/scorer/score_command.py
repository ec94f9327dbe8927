"""`knobeltisch score` under lines that no program should send: it answers each, quickly, and does not grow.

    python -m benchmarks.scorer.score_command [--lines N] [--out FILE]

Runs the real command in a process of its own and reads its answers as they come.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO

import click

GOOD = b'{"act": "state"}'


def bad_line(chance: random.Random) -> bytes:
    """Make a line that is refused."""
    kinds = (
        lambda: chance.randbytes(chance.randint(0, 60)).replace(b"\n", b"").replace(b"\r", b""),
        lambda: b'{"act": "throw", "dice": [' + b"1," * chance.randint(0, 40) + b"1]",
        lambda: b'{"act": "throw", "dice": [NaN, 1e999, true]}',
        lambda: b"[" * chance.randint(1, 3000),
        lambda: b'{"act":' * chance.randint(1, 500),
        lambda: json.dumps({"act": "leave", "player": "x" * chance.choice((1, 100, 65536))}).encode(),
        lambda: b'{"act": "hold", "dice": [' + b"9" * chance.randint(1, 5000) + b"]}",
        lambda: b'{"act": "foul", "player": "\\ud800", "kind": "spill"}',
        lambda: json.dumps(
            {"act": "join", "player": "x," * chance.choice((0, 30000)), "after": "Anna"}
        ).encode(),
        lambda: json.dumps({"act": chance.choice(("pass", "turn", "cover", "no"))}).encode(),
        lambda: b"",
    )
    return chance.choices(kinds, weights=(30, 20, 10, 2, 2, 1, 10, 10, 5, 20, 20))[0]()


def feed(pipe: IO[bytes], lines: int) -> None:
    """Send the lines, a good one at the end."""
    chance = random.Random(1)
    for _ in range(lines - 1):
        pipe.write(bad_line(chance) + b"\n")
    pipe.write(GOOD + b"\n")
    pipe.close()


@click.command()
@click.option("--lines", type=click.IntRange(10), default=1_000_000, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), help="Also write the table there.")
def main(lines: int, out: Path | None) -> None:
    """Print the table. Exit 1 when a line was not answered or the program said something else."""
    command = [sys.executable, "-m", "knobeltisch", "score", "--variant", "bavarian", "--players", "Anna,Ben"]
    began = time.monotonic()
    program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert program.stdin is not None
    assert program.stdout is not None
    assert program.stderr is not None
    threading.Thread(target=feed, args=(program.stdin, lines), daemon=True).start()
    answers = refused = 0
    last: dict[str, object] = {}
    for answer in program.stdout:
        last = json.loads(answer)
        answers += 1
        refused += "refused" in last
    said = program.stderr.read()
    code = program.wait()
    seconds = time.monotonic() - began
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    text = (
        "# `knobeltisch score` under malformed lines\n\n"
        "| lines sent | answers | refused | on standard error | exit | lines a second | most memory, MB |\n"
        "|---:|---:|---:|---:|---:|---:|---:|\n"
        f"| {lines:,} | {answers:,} | {refused:,} | {len(said)} bytes | {code} | {lines / seconds:,.0f} | {memory:.0f} |\n"
    )
    print(text)
    if out is not None:
        out.write_text(text, encoding="utf-8")
    fine = answers == lines and refused == lines - 1 and last.get("variant") == "bavarian"
    sys.exit(0 if fine and code == 0 and not said else 1)


if __name__ == "__main__":
    main()
