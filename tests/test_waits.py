"""No test gives up too early: a busy machine is no fault of the program."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.source import nodes_of, tree_of

SHORTEST_S = 60
MILLISECONDS = 1000  # values of this size are passed to the browser
WAITS = {
    "wait": -1,
    "join": -1,
    "acquire": -1,
    "result": -1,
    "settimeout": 0,
    "wait_for": 1,
    "set_default_timeout": 0,
}
"""Functions that take their limit by place: at which."""
PAUSES = ("sleep", "wait_for_timeout")
MEANT = "PAUSE"
"""How a constant begins that is no limit: for so long nothing may come."""
FILES = sorted(path for path in (ROOT / "tests").rglob("*.py") if "pi" not in path.parts)


def name_of(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def constants(tree: ast.Module) -> dict[str, float]:
    """Return the module's own numbers."""
    return {
        target.id: line.value.value
        for line in tree.body
        if isinstance(line, ast.Assign | ast.AnnAssign) and isinstance(line.value, ast.Constant)
        for target in (line.targets if isinstance(line, ast.Assign) else [line.target])
        if isinstance(target, ast.Name) and isinstance(line.value.value, int | float)
    }


def limits(node: ast.AST) -> Iterator[ast.expr]:
    """Give each part of a call, or of the reckoning of an end, that says how long something may take."""
    match node:
        case ast.Call():
            yield from limits_of_call(node)
        case ast.BinOp(
            left=ast.Call(func=ast.Attribute(value=ast.Name(id="time"), attr="monotonic")), op=ast.Add()
        ):
            yield node.right


def limits_of_call(call: ast.Call) -> Iterator[ast.expr]:
    yield from (word.value for word in call.keywords if word.arg == "timeout")
    place = WAITS.get(name_of(call))
    if place is not None and len(call.args) > place and call.args:
        yield call.args[place]


def too_short(limit: ast.expr, named: dict[str, float]) -> bool:
    """Whether a busy machine could need longer than that."""
    if isinstance(limit, ast.Name):
        number = None if limit.id.startswith(MEANT) else named.get(limit.id)
    else:
        number = limit.value if isinstance(limit, ast.Constant) else None
    if not isinstance(number, int | float) or isinstance(number, bool) or number <= 0:
        return False
    return number < SHORTEST_S or MILLISECONDS <= number < SHORTEST_S * MILLISECONDS


def counted_looks(loop: ast.AST) -> bool:
    """Whether a loop looks so and so often, with a pause after each look, and then gives up or goes on."""
    if not (isinstance(loop, ast.For) and isinstance(loop.target, ast.Name) and loop.target.id == "_"):
        return False
    leaves = any(isinstance(inner, ast.Break | ast.Return) for inner in ast.walk(loop))
    calls = {name_of(inner) for inner in ast.walk(loop) if isinstance(inner, ast.Call)}
    return leaves and not calls.isdisjoint(PAUSES)


def hasty(tree: ast.Module, nodes: Iterable[ast.AST]) -> list[int]:
    """Return the lines of a tree with these nodes that give up too soon."""
    named = constants(tree)
    return sorted(
        node.lineno
        for node in nodes
        if any(too_short(limit, named) for limit in limits(node)) or counted_looks(node)
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_is_given_up_before_a_minute(path: Path) -> None:
    assert hasty(tree_of(path), nodes_of(path)) == []


@pytest.mark.parametrize(
    "code",
    [
        "line.settimeout(5)",
        "process.wait(timeout=20)",
        "SOON = 10\nurlopen(page, timeout=SOON)",
        "board.wait(version, 30)",
        "asyncio.wait_for(work(), 20)",
        "expect(line).to_be_visible(timeout=15_000)",
        "for _ in range(100):\n    if there():\n        break\n    time.sleep(0.05)",
        "LONGEST_S = 20.0\nend = time.monotonic() + LONGEST_S\nwhile not there():\n    assert time.monotonic() < end",
        "SOON: Final = 10\nurlopen(page, timeout=SOON)",
        "for _ in range(100):\n    if there():\n        return_(1)\n        break\n    page.wait_for_timeout(50)",
    ],
)
def test_such_a_limit_is_found_in_every_spelling(code: str) -> None:
    tree = ast.parse(code)
    assert hasty(tree, ast.walk(tree)) != []


@pytest.mark.parametrize(
    "code",
    [
        "process.wait(timeout=LONGEST_S)",
        "PAUSE_S = 0.2\nline.settimeout(PAUSE_S)",
        "line.settimeout(0)",
        "end = time.monotonic() + LONGEST_S",
        "began = time.monotonic() + offset()",
        "', '.join(words)",
        "expect(line).to_be_visible(timeout=120_000)",
        "for _ in range(3):\n    tap()\n    page.wait_for_timeout(50)",
    ],
)
def test_what_ends_by_itself_or_is_meant_as_a_pause_is_none(code: str) -> None:
    tree = ast.parse(code)
    assert hasty(tree, ast.walk(tree)) == []
