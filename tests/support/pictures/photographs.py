"""The folder of labelled photographs: its path, its rows, and the truth in a row."""

import csv
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from tests.support.paths import ROOT

SHARED = ROOT.parent / "shared" / "dice"
MOST = 6  # dice of a throw


def labelled(folder: Path, every: int = 1) -> list[dict[str, str]]:
    """Return every so many-th row of a folder's labels.csv; a folder without one ends the program with a sentence."""
    if not (folder / "labels.csv").is_file():
        sys.exit(f"{folder} has no labels.csv; name a folder of labelled photographs.")
    with (folder / "labels.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))[::every]


def truth_of(row: dict[str, str]) -> list[int]:
    """Return the values of a row's dice, sorted."""
    return [int(value) for value in row["values"].split("-") if value]


T = TypeVar("T")


def seen_before(cache: Path | None, look: Callable[[], T]) -> T:
    """Return what an earlier run kept in a file; without one look now, and keep it there where a file is named."""
    if cache is not None and cache.is_file():
        return pickle.loads(cache.read_bytes())
    seen = look()
    if cache is not None:
        cache.write_bytes(pickle.dumps(seen))
    return seen


cache_option = click.option(
    "--cache", type=click.Path(path_type=Path), help="Keep what was seen there, and use it again."
)


def of_photographs(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the folder, and the options `--out` and `--every`."""
    path = click.Path(path_type=Path)
    for option in (
        click.option("--every", type=click.IntRange(1), default=1, help="Only every so many-th photograph."),
        click.option("--out", type=path, help="Also write the table there."),
        click.argument("folder", type=path, default=SHARED),
    ):
        command = option(command)
    return command
