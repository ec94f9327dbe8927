"""Change lines of a file in small ways, one at a time, and name the changes that its tests do not notice.

    python -m tests.mutation [FILE...] [--tests PATH] [--most N] [--seed N]

Without a file it takes the files of the product that differ from the branch `main`; without `--tests` those of the folder under
tests/ that has the same name. Everything happens in a copy. Each change costs one run of these tests: with `--most` only so many of a
file are tried, chosen by the seed. Exit 1 when one survives; some survivors mean the same as the line they change.
"""

from __future__ import annotations

import ast
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import click

from tests.support.paths import ROOT, tracked

SWAPPED = {
    "and": "or",
    "or": "and",
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "+": "-",
    "-": "+",
    "*": "/",
    "/": "*",
    "//": "*",
    "in": "not in",
    "not in": "in",
    "is": "is not",
    "is not": "is",
}
BETWEEN = re.compile(r"not\s+in\b|is\s+not\b|\b(?:and|or|in|is)\b|[<>=!]=|//|[<>+\-*/]")
LONGEST_S = 300
"""A change after which the tests run longer than this counts as noticed."""


@dataclass(frozen=True)
class Mutant:
    """A place in a file's text, and what stands there instead."""

    start: int
    end: int
    text: str


def mutants_of(source: str) -> list[Mutant]:
    """Return every change of one operator, number or truth value; numbers set by hand for the whole module are left as they are."""
    tree = ast.parse(source)
    set_by_hand = [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    left_alone = {id(inner) for node in set_by_hand for inner in ast.walk(node)}
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    nodes = (node for node in ast.walk(tree) if id(node) not in left_alone)
    return [mutant for node in nodes for mutant in mutants_at(node, lines)]


def mutants_at(node: ast.AST, lines: list[bytes]) -> Iterator[Mutant]:
    """Yield the changes of one node of a file with these lines."""
    match node:
        case ast.Constant(value=bool(value)):
            yield Mutant(*place_of(node, lines), str(not value))
        case ast.Constant(value=int() | float() as value):
            yield Mutant(*place_of(node, lines), repr(value + 1))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield Mutant(place_of(node, lines)[0], place_of(operand, lines)[0], "")
    for left, right in neighbours(node):
        start, end = place_of(left, lines)[1], place_of(right, lines)[0]
        operator = BETWEEN.search(b"".join(lines)[start:end].decode())
        if operator and (other := SWAPPED.get(" ".join(operator[0].split()))):
            at = start + operator.start()
            yield Mutant(at, at + len(operator[0]), other)


def place_of(node: ast.expr, lines: list[bytes]) -> tuple[int, int]:
    """Return where a node begins and ends, in bytes from the start of its file."""
    last = node.end_lineno or node.lineno
    before = [sum(map(len, lines[: line - 1])) for line in (node.lineno, last)]
    return before[0] + node.col_offset, before[1] + (node.end_col_offset or 0)


def neighbours(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the operands to the left and right of each operator of an expression."""
    match node:
        case ast.BoolOp(values=values):
            yield from pairwise(values)
        case ast.Compare(left=left, comparators=others):
            yield from pairwise([left, *others])
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() | ast.FloorDiv()):
            yield left, node.right
        case _:
            return


def changed_files() -> list[Path]:
    """Return the product's files that differ from `main`."""
    git = ["git", "-C", str(ROOT), "diff", "--name-only", "--diff-filter=d", "main", "--", "*.py"]
    names = subprocess.run(git, check=True, capture_output=True, text=True).stdout.split()
    return [Path(name) for name in names if Path(name).parts[0] not in ("tests", "benchmarks", "script")]


def survivors_of(file: Path, tests: Path, mutants: list[Mutant], copy: Path) -> Iterator[str]:
    """Run the tests on each mutant in a copy of the repository; yield those that passed, as lines of text."""
    text = (copy / file).read_bytes()
    for mutant in mutants:
        changed = text[: mutant.start] + mutant.text.encode() + text[mutant.end :]
        (copy / file).write_bytes(changed)
        number = text.count(b"\n", 0, mutant.start)
        if passes(copy, tests):
            before, after = (lines.splitlines()[number].decode().strip() for lines in (text, changed))
            yield f"{file}:{number + 1}\n  - {before}\n  + {after}"
    (copy / file).write_bytes(text)


def passes(copy: Path, tests: Path) -> bool:
    """Whether the tests pass in a copy of the repository."""
    pytest = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", str(tests)]
    try:
        return not subprocess.run(
            pytest, cwd=copy, capture_output=True, check=False, timeout=LONGEST_S
        ).returncode
    except subprocess.TimeoutExpired:
        return False


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--tests", type=click.Path(path_type=Path), help="Run these for every file.")
@click.option("--most", type=click.IntRange(1), help="Try only so many changes of each file.")
@click.option("--seed", default=1, show_default=True, help="Chooses which.")
def main(files: tuple[Path, ...], tests: Path | None, most: int | None, seed: int) -> None:
    """Print the changes that no test notices."""
    survived = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for source in tracked():
            if source.is_file():
                (copy / source.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, copy / source.relative_to(ROOT))
        for file in files or changed_files():
            own = tests or Path("tests") / file.parent
            if not (copy / own).exists() or not passes(copy, own):
                raise click.ClickException(
                    f"{own} does not pass on {file} as it is; name others with --tests."
                )
            mutants = mutants_of((copy / file).read_text("utf-8"))
            chosen = random.Random(seed).sample(mutants, min(most or len(mutants), len(mutants)))
            found = 0
            for survivor in survivors_of(file, own, chosen, copy):
                found += 1
                click.echo(survivor)
            click.echo(f"{file}: {len(chosen)} of {len(mutants)} changes tried, {found} survived {own}")
            survived += found
    sys.exit(survived > 0)


if __name__ == "__main__":
    main()
