"""Scripts and style sheets of a page in one file each, joined at the start: no build step, few requests."""

from __future__ import annotations

import json
import posixpath
import re
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from web.errors import BadBundle

if TYPE_CHECKING:
    from collections.abc import Mapping

STATIC: Final = Path(__file__).parent / "static"
SHEETS: Final[Mapping[str, str]] = {
    "board": "design board/board board/poker board/sheets board/bill start/setup board/seat",
    "screen": "design board/board board/poker",
    "practice": "design board/board start/setup board/seat practice/practice",
    "odds": "design odds/odds",
    "report": "design reports/reports print",
    "pages": "design pages",
    "card": "design pages print",
    "landlord": "design pages board/bill",
    "calibrate": "design pages landlord/calibrate",
    "eye": "design pages eye/eye",
    "pub": "design pages hub/hub",
    "hub_paper": "design pages hub/hub print",
}
"""The style sheets of a page, in their order."""
_FROM: Final = re.compile(
    r"""^(?:import|export)\s*\{(?P<names>[^}]*)\}\s*from "(?P<file>\.{1,2}/[\w./-]+\.js)";\n?""", re.MULTILINE
)
_EXPORT: Final = re.compile(
    r"^export (?P<kept>(?:async )?(?:function\*?|const|class) (?P<name>[\w$]+))", re.MULTILINE
)
_OTHER: Final = re.compile(r"^(?:export|import)\b.*$", re.MULTILINE)
_COMMENT: Final = re.compile(r"^\s*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)
_INNER_COMMENT: Final = re.compile(
    r"/\*\* @(?:(?!\*/).)*\*/ ?|(?<=[;,(){}\[\]]) // [^\n]*|^[ ]+", re.DOTALL | re.MULTILINE
)
"""What weighs and is not needed: types, comments behind a line, and what indents it."""
_CSS_COMMENT: Final = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


@cache
def list_modules(entry: str) -> tuple[str, ...]:
    """Return the names of a script and of all its imports, each after its own imports. Raise BadBundle for a circle."""
    order: list[str] = []
    _visit_module(entry, (), order)
    return tuple(order)


def _visit_module(name: str, above: tuple[str, ...], order: list[str]) -> None:
    if name in above:
        raise BadBundle(
            f"{' -> '.join((*above, name))} is a circle of imports; move the shared part to a third file."
        )
    if name in order:
        return
    for found in _FROM.finditer(_read_script(name)):
        _visit_module(_resolve_import(name, found["file"]), (*above, name), order)
    order.append(name)


@cache
def bundle_script(entry: str) -> bytes:
    """Return a script with all its imports as one module, each part in a block of its own."""
    return "".join(["const $ = {};\n", *map(_module_block, list_modules(entry))]).encode()


def _module_block(name: str) -> str:
    """Make a block of a module: its named imports from the others' exports, and its own exports."""
    text = _read_script(name)
    exports = [found["name"] for found in _EXPORT.finditer(text)]
    text = _FROM.sub(partial(_import_line, name), _EXPORT.sub(r"\g<kept>", text))
    left = _OTHER.search(text)
    if left:
        raise BadBundle(
            f'{name} says "{left[0]}"; write import {{ a }} from "./b.js", or export before a declaration.'
        )
    body = shorten_script(text)
    given = f"$[{json.dumps(name)}] = {{ {', '.join(exports)} }};\n" if exports else ""
    return f"{{\n{body}{given}}}\n"


def shorten_script(text: str) -> str:
    """Return a script without its types, comments and indents."""
    return _INNER_COMMENT.sub("", _COMMENT.sub("", text))


def _import_line(name: str, found: re.Match[str]) -> str:
    names = re.sub(r"([\w$]+)\s+as\s+([\w$]+)", r"\1: \2", found["names"])
    return f"const {{{names}}} = $[{json.dumps(_resolve_import(name, found['file']))}];\n"


def _resolve_import(name: str, asked: str) -> str:
    """Return the name of the script that another one imports, resolved from its folder."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), asked))


def _read_script(name: str) -> str:
    return (STATIC / "js" / name).read_text(encoding="utf-8")


@cache
def bundle_styles(page: str) -> bytes:
    """Return the style sheets of a page one after the other, without their comments."""
    sheets = ((STATIC / "css" / f"{name}.css").read_text(encoding="utf-8") for name in SHEETS[page].split())
    return _CSS_COMMENT.sub("", "".join(sheets)).encode()


def bundle(name: str) -> bytes | None:
    """Return the file of an address under `bundle/`, `main.js` or `board.css`; None if there is none."""
    if name.endswith(".css"):
        page = name.removesuffix(".css")
        return bundle_styles(page) if page in SHEETS else None
    known = name.endswith(".js") and (STATIC / "js" / name).resolve().is_relative_to(STATIC / "js")
    return bundle_script(name) if known and (STATIC / "js" / name).is_file() else None
