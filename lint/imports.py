"""What may not import what, beside the import contracts: these know neither tests nor what is imported for types."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from graphlib import CycleError, TopologicalSorter

from lint.house import Fault, House


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
