"""The table of processor time counts what a test works itself and what it has others do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

from tests.cpu_table import worked_s
from tests.support.paths import ROOT

WORK_S = 0.15
WORKS = f"import time\nwhile time.process_time() < {WORK_S}: pass\n"


def test_a_program_counts_while_it_lives_and_after_it_has_ended() -> None:
    before = worked_s()
    line = [sys.executable, "-c", WORKS + "print(flush=True); input()"]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        program.stdout.readline()
        living = worked_s()
    assert living - before >= WORK_S - 0.02  # the kernel counts in ticks of 10 ms
    assert worked_s() - before >= WORK_S - 0.02


def test_a_program_counts_while_threads_beside_it_come_and_go() -> None:
    line = [sys.executable, "-c", WORKS + "print(flush=True); input()"]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        program.stdout.readline()
        least, over = worked_s(), Event()
        crowd = [Thread(target=come_and_go, args=(over,)) for _ in range(2)]
        for thread in crowd:
            thread.start()
        read = [worked_s() for _ in range(100)]
        over.set()
        for thread in crowd:
            thread.join()
    assert min(read) >= least


def come_and_go(over: Event) -> None:
    while not over.is_set():
        short = [Thread(target=int) for _ in range(8)]
        for thread in short:
            thread.start()
        for thread in short:
            thread.join()


def test_the_tables_name_each_file_and_each_family_with_its_layers_and_their_work(tmp_path: Path) -> None:
    works = "\n".join(f"    {line}" for line in WORKS.splitlines())
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = long: takes long\n")
    (tmp_path / "tests/pub").mkdir(parents=True)
    long = "import pytest\n@pytest.mark.long\n"
    (tmp_path / "tests/pub/test_busy.py").write_text(
        f"{long}def test_one():\n{works}\ndef test_two():\n    pass\n"
    )
    (tmp_path / "tests/test_idle.py").write_text("def test_one():\n    pass\n")
    line = [sys.executable, "-m", "pytest", "-q", "-p", "tests.cpu_table", "-p", "no:cacheprovider"]
    out = tmp_path / "out.md"
    done = subprocess.run(
        [*line, "--cpu-out", out, tmp_path], cwd=ROOT, capture_output=True, text=True, check=True
    )
    rows = {row[-1]: row for row in map(str.split, done.stdout.splitlines()) if row[2:3] == ["tests"]}
    assert {name: row[1] for name, row in rows.items()} == {
        "tests/pub/test_busy.py": "2",
        "tests/test_idle.py": "1",
        "start)": "1",
    }
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in out.read_text().splitlines()]
    families = {row[0]: (row[1], row[3]) for row in cells if row}
    assert families["pub"] == ("1", "1")
    assert families["test_idle.py"] == ("1", "")
    assert families["all"] == ("2", "1")
