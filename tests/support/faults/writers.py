"""What the faults are tried on: small programs that write like the table does, and a look at what is left."""

import random
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from knobeltisch.errors import KnobeltischError
from knobeltisch.recovery.repair import open_or_mend_journal
from knobeltisch.storage.store import open_store
from tests.support.faults.faulty_disk import Cut, Op, after_cut, environment, library, operations, run, shown

_SHOW: Final = """
import os, sys
from pathlib import Path
from knobeltisch.errors import KnobeltischError
from knobeltisch.storage.journal import open_journal
from knobeltisch.storage.store import open_store
from knobeltisch.recovery.repair import open_or_mend_journal

folder, number = Path(sys.argv[1]), 0
book = folder / "journal.sqlite"

def show(word):
    handle = os.open(folder / "acks", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        os.write(handle, f"{word}\\n".encode())
    except OSError:
        pass  # what could not be shown was not
    os.close(handle)

def fact(number):
    if number == 1:
        return {"kind": "start", "body": {"variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}}
    if number % 2 == 0:
        return {"kind": "act", "body": {"act": "throw", "dice": [1, 3, 5]}}
    return {"kind": "undo", "body": {"to": number - 1}}

def play(journal, count):
    for _ in range(count):
        number = journal.head + 1
        journal.append(at=1000.5 + number, source="camera", **fact(number))
        show(number)
"""

EVENING: Final = f"""{_SHOW}
for _ in range(3):
    journal = open_journal(book)
    play(journal, int(sys.argv[2]))
    journal.close()
"""
"""Three starts; each act is shown once it is written."""

HOUSE: Final = f"""{_SHOW}
for _ in range(3):
    store = open_store(folder / "house.txt")
    for _ in range(int(sys.argv[2])):
        number += 1
        guests = [{{"name": f"guest {{n}}", "seat": "here"}} for n in range(number)]
        store.put("regulars", {{"revision": number, "regulars": guests}})
        show(number)
    store.close()
"""

RESTORE: Final = f"""{_SHOW}
journal = open_journal(book)
play(journal, 4)
journal.copy_to(folder / "copy.sqlite")
play(journal, 3)
show("swap")
journal.swap(folder / "copy.sqlite", folder / "aside.sqlite")
show("swapped")
play(journal, 3)
journal.close()
"""

MEND: Final = f"""{_SHOW}
journal, _ = open_or_mend_journal(book, lambda: 0.0)
show("mended")
play(journal, 2)
journal.close()
"""

STUBBORN: Final = f"""{_SHOW}
failures = set()
journal = None
for _ in range(int(sys.argv[2])):
    try:
        if journal is None:
            journal, _ = open_or_mend_journal(book, lambda: 0.0)
        play(journal, 1)
    except KnobeltischError as error:
        failures.add(str(error))
print(len(failures))
print("\\n".join(failures))
journal and journal.close()
"""
"""Goes on after each error, as the table does; prints what it said about them."""


@dataclass
class Tally:
    tried: int = 0
    lost: int = 0
    stayed_down: int = 0
    complaints: list[str] = field(default_factory=list)

    def note(self, *, shown: int, found: int, why: str):
        """Count one try: `found` below 0 says that it did not come back."""
        self.tried += 1
        if found < 0:
            self.stayed_down += 1
            self.complaints.append(f"{why}: did not come back")
        elif found < shown:
            self.lost += shown - found
            self.complaints.append(f"{why}: {shown} shown, {found} there")


class Bench:
    """A folder with the compiled library in which programs are run and cut."""

    def __init__(self, folder: Path):
        self.folder, self.lib, self._runs = folder, library(folder), 0

    def recorded(self, program: str, *words: str, first: Mapping[str, bytes] | None = None) -> list[Op]:
        """Run a program on a fresh disk that holds `first`, and give what it did to it."""
        disk, log = self.disk(first), self.folder / "log"
        log.unlink(missing_ok=True)
        run(program, str(disk), *words, env=environment(self.lib, disk, log=log))
        return operations(log)

    def failing(
        self, program: str, *words: str, fail: tuple[int, int, int], kinds: str = ""
    ) -> tuple[Path, list[str]]:
        """Run a program on a fresh failing disk; return the folder and the printed lines."""
        disk = self.disk()
        outcome = run(program, str(disk), *words, env=environment(self.lib, disk, fail=fail, kinds=kinds))
        return disk, outcome.splitlines()

    def disk(self, files: Mapping[str, bytes] | None = None) -> Path:
        self._runs += 1
        disk = self.folder / f"disk{self._runs % 4}"
        shutil.rmtree(disk, ignore_errors=True)
        disk.mkdir()
        for name, raw in (files or {}).items():
            (disk / name).write_bytes(raw)
        return disk

    def cut_everywhere(  # noqa: PLR0917 - what differs from one kind of cut to the next
        self,
        ops: Sequence[Op],
        how: Cut,
        dice: random.Random,
        tally: Tally,
        look: Callable[[Path], int] | None = None,
        times: int = 1,
        first: Mapping[str, bytes] | None = None,
        want: Callable[[Sequence[Op], int], int] = shown,
    ):
        """Cut the power at each operation, `times` times, and count what `look` finds of what was shown."""
        for at in range(len(ops)):
            for _ in range(times):
                disk = self.disk(after_cut(ops, at, how, dice, first=first))
                tally.note(
                    shown=want(ops, at),
                    found=(look or entries_in)(disk),
                    why=f"cut at {at} ({ops[at].kind}), {how}",
                )


def entries_in(disk: Path) -> int:
    """Start on the journal that is left, as the table does; give how many entries go on, -1 when it does not start."""
    try:
        journal, _ = open_or_mend_journal(disk / "journal.sqlite", lambda: 0.0)
    except KnobeltischError:
        return -1
    count = journal.head
    journal.close()
    return count


def guests_in(disk: Path) -> int:
    """Start on the remaining lists; return the number of regulars, -1 if it does not start."""
    try:
        store = open_store(disk / "house.txt", lambda: 0.0)
    except KnobeltischError:
        return -1
    kept = store.get("regulars")
    store.close()
    return len(kept["regulars"]) if isinstance(kept, dict) else 0


def lines_in(disk: Path) -> int:
    """Count what a program had shown before it ended."""
    acks = disk / "acks"
    return acks.read_bytes().count(b"\n") if acks.exists() else 0


def wanted_of_restore(ops: Sequence[Op], at: int) -> int:
    """Count what must be there while RESTORE runs: seven acts, then the copy's four, then those that follow."""
    lines = shown(ops, at)
    if lines <= 7:
        return lines
    return 4 + max(0, lines - 9)


def damaged(bench: Bench) -> dict[str, bytes]:
    """Return a journal of 18 acts as a cut left it, with its first page and the first line of its log spoilt afterwards."""
    ops = bench.recorded(EVENING, "6")
    last = max(at for at, op in enumerate(ops) if op.kind == "W" and op.data == b"18\n")
    files = after_cut(ops, last + 1, Cut(), random.Random(3))
    del files["acks"]
    for name, spoilt in (("journal.sqlite", 4096), ("journal.sqlite-wal", 32)):
        files[name] = b"\x55" * spoilt + files[name][spoilt:]
    return files
