"""What no file of Python may do here, whatever ruff thinks of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from graphlib import CycleError, TopologicalSorter

from lint.house import Fault, House

# --- imports


def import_cycles(house: House) -> Iterator[Fault]:
    """Give one circle of imports, those for types alone included: who reads one file should not need the other for it."""
    try:
        TopologicalSorter(imports_of(house)).prepare()
    except CycleError as error:
        circle = list(reversed(error.args[1]))
        yield Fault(circle[0].replace(".", "/") + ".py", 1, f"imports go in a circle: {' -> '.join(circle)}")


def workshop_imports(house: House) -> Iterator[Fault]:
    """Give imports of tests outside tests and benchmarks, and of benchmarks outside benchmarks."""
    may = {"tests": {"tests", "benchmarks"}, "benchmarks": {"benchmarks"}}
    for name, others in imports_of(house).items():
        for other in others:
            room, importer = other.partition(".")[0], name.partition(".")[0]
            if importer not in may.get(room, {importer}):
                yield Fault(name.replace(".", "/") + ".py", 1, f"{importer} must not import {other}")


def imports_of(house: House) -> dict[str, set[str]]:
    """Return what each module of ours imports of ours."""
    modules = {
        name.removesuffix(".py").replace("/", ".").removesuffix(".__init__"): name
        for name in house.named("*.py")
    }
    return {
        module: set(imported_by(house.nodes(name), modules.keys())) - {module}
        for module, name in modules.items()
    }


def imported_by(nodes: Iterable[ast.AST], modules: AbstractSet[str]) -> Iterator[str]:
    """Yield the modules that these nodes import; of a package, those of its names that are modules."""
    for node in nodes:
        match node:
            case ast.Import(names=names):
                yield from modules & {name.name for name in names}
            case ast.ImportFrom(module=str(module), level=0, names=names):
                inside = {f"{module}.{name.name}" for name in names}
                yield from modules & (inside if inside <= modules else inside | {module})
            case _:
                pass


# --- games


def compared_games(house: House) -> Iterator[Fault]:
    """Give comparisons with a game's name (decision 0037): what differs is a function or a field of its `Family`."""
    games = {name.rpartition("/")[2].removesuffix(".toml") for name in house.named("scorer/variants/*.toml")}
    games.update(re.findall(r'"(\w+)": \w+\.FAMILY', house.files.get("scorer/games/families.py", "")))
    for name in house.product():
        for node in house.nodes(name):
            if games.intersection(words_compared_with_a_game(node)):
                yield Fault(name, line(node), "compares a game's name; ask its Family")


def words_compared_with_a_game(node: ast.AST) -> Iterator[object]:
    """Yield the words that the name of a game is compared with here."""
    match node:
        case ast.Compare(left=left, comparators=comparators):
            sides: list[ast.AST] = [left, *comparators]
        case ast.Match(subject=subject, cases=cases):
            sides = [subject, *(case.pattern for case in cases)]
        case _:
            return
    if any(is_a_games_name(side) for side in sides):
        yield from (part.value for side in sides for part in ast.walk(side) if isinstance(part, ast.Constant))


def is_a_games_name(side: ast.AST) -> bool:
    """Whether an expression names a game: `rules.name`, `variant`, `game["variant"]`."""
    match side:
        case ast.Attribute(attr=said):
            return said in {"name", "variant", "family", "preset"}
        case ast.Name(id=said) | ast.Subscript(slice=ast.Constant(value=said)):
            return said in {"variant", "family", "preset"}
        case _:
            return False


# --- waits

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
MEANT = "PAUSE"
"""How a constant begins that is no limit: for so long nothing may come."""


def hasty_waits(house: House) -> Iterator[Fault]:
    """Give what a test waits for less than a minute: a busy machine is no fault of the program."""
    for name in house.named("tests/*.py"):
        if not name.startswith("tests/pi/"):
            numbers = dict(module_numbers(house.nodes(name)))
            for node in house.nodes(name):
                if any(too_short(limit, numbers) for limit in limits(node)) or counted_looks(node):
                    yield Fault(
                        name, line(node), "gives up before a minute; take LONGEST_S, or name a pause PAUSE..."
                    )


def module_numbers(nodes: tuple[ast.AST, ...]) -> Iterator[tuple[str, float]]:
    """Yield the constants of a module that are numbers."""
    for node in ast.iter_child_nodes(nodes[0]):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int() | float() as number)):
                yield name, number
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=int() | float() as number)):
                yield name, number


def limits(node: ast.AST) -> Iterator[ast.expr]:
    """Yield each part of a call, or of the reckoning of an end, that says how long something may take."""
    match node:
        case ast.Call():
            yield from (word.value for word in node.keywords if word.arg == "timeout")
            place = WAITS.get(called(node))
            if place is not None and len(node.args) > max(place, 0):
                yield node.args[place]
        case ast.BinOp(
            left=ast.Call(func=ast.Attribute(value=ast.Name(id="time"), attr="monotonic")), op=ast.Add()
        ):
            yield node.right


def too_short(limit: ast.expr, numbers: dict[str, float]) -> bool:
    """Whether a busy machine could need longer than that."""
    match limit:
        case ast.Name(id=name) if not name.startswith(MEANT):
            number = numbers.get(name, 0.0)
        case ast.Constant(value=int() | float() as number):
            pass
        case _:
            return False
    return 0 < number < SHORTEST_S or MILLISECONDS <= number < SHORTEST_S * MILLISECONDS


def counted_looks(node: ast.AST) -> bool:
    """Whether a loop looks so and so often, with a pause after each look, and then gives up or goes on."""
    if not (isinstance(node, ast.For) and isinstance(node.target, ast.Name) and node.target.id == "_"):
        return False
    inside = list(ast.walk(node))
    leaves = any(isinstance(inner, ast.Break | ast.Return) for inner in inside)
    return leaves and any(called(inner) in {"sleep", "wait_for_timeout"} for inner in inside)


def called(node: ast.AST) -> str:
    """Return the name of the function that a node calls, nothing for another node."""
    return getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""


def line(node: ast.AST) -> int:
    """Return the line where a node begins."""
    return getattr(node, "lineno", 1)
