"""Pictures of pages for people to look at, in a run that takes them. Each says by what the page was drawn, and a digest of that."""

import hashlib
import os
import re
import zlib
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from scorer.words.language_files import words_of_games
from tests.support.page_modules import modules_of
from tests.support.paths import ROOT

SHOWN: Final = ROOT / "docs" / "screens"
WEB: Final = ROOT / "web"
NOTE: Final = re.compile(rb"tEXtdrawn\0([\w/.+-]+)=([0-9a-f]{16})")
END: Final = b"\0\0\0\0IEND"
ROOTS: Final = """[...document.querySelectorAll('script[src], link[rel="stylesheet"]')]
  .map((one) => (one.src || one.href).split("/bundle/")[1]).sort()"""


def keep_picture(page: Page, name: str, *, whole: bool = False):
    """Take a screenshot into the folder that KNOBELTISCH_SCREENS names, of the whole page or its visible part.

    Without such a folder do nothing. In docs/screens take only pictures that are there: the documents show no others.
    """
    assert re.fullmatch(r"[a-z0-9-]+", name)
    if wanted := os.environ.get("KNOBELTISCH_SCREENS"):
        folder = Path(wanted)
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{name}.png"
        if folder.resolve() == SHOWN and not file.exists():
            return
        window = page.viewport_size
        if whole and window:
            # A window as high as the page: what fades at its lower edge has no place in the picture.
            tall = max(window["height"], page.evaluate("document.documentElement.scrollHeight"))
            page.set_viewport_size({"width": window["width"], "height": tall})
        file.write_bytes(noted(page.screenshot(animations="disabled"), page.evaluate(ROOTS)))
        if whole and window:
            page.set_viewport_size(window)


def noted(png: bytes, roots: list[str]) -> bytes:
    """Return a picture that carries the page's scripts and style sheets, and the digest of all that they draw by."""
    chunk = b"tEXtdrawn\0" + f"{'+'.join(roots)}={digest_of(roots)}".encode()
    whole = (len(chunk) - 4).to_bytes(4) + chunk + zlib.crc32(chunk).to_bytes(4)
    return png.replace(END, whole + END)


def is_younger(png: bytes) -> bool:
    """Whether nothing that drew the page has changed since the picture was taken."""
    note = NOTE.search(png)
    return note is not None and digest_of(note[1].decode().split("+")) == note[2].decode()


def digest_of(roots: list[str]) -> str:
    """Return a digest of scripts, style sheets and what these import, of the templates that name them, and of the words."""
    always = ("templates/layout.html", "templates/long.html", "static/js/shared/arrival.js")
    files = {*WEB.glob("static/i18n/de/*.json"), *(WEB / name for name in always)}
    for root in roots:
        if root.endswith(".css"):
            files |= _sheets(WEB / "static/css" / root)
        else:
            files |= {WEB / "static/js" / name for name in modules_of(root)}
        for template in WEB.rglob("templates/**/*.html"):
            if f'"{root.removesuffix(".css")}"' in template.read_text(encoding="utf-8"):
                beside = template.parent.name != "templates"  # what extends it lies beside it
                files |= {*template.parent.glob("*.html")} if beside else {template}
    digest = hashlib.sha256(str(words_of_games("de")["page"]).encode())
    for file in sorted(files):
        digest.update(file.relative_to(WEB).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _sheets(sheet: Path) -> set[Path]:
    imported = re.findall(r'@import url\("([^"]+)"\)', sheet.read_text(encoding="utf-8"))
    return {sheet}.union(*(_sheets(sheet.parent / name) for name in imported))
