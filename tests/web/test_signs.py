import re

from tests.support.paths import ROOT

JS = ROOT / "web" / "static" / "js"
SCRIPTS = {file.relative_to(JS).as_posix(): file.read_text(encoding="utf-8") for file in JS.rglob("*.js")}
DRAWN = re.findall(r'^  (\w+): "(M[^"]+)",$', SCRIPTS["shared/icons.js"], re.MULTILINE)
NAMED = re.compile(r'(?<![\w.])(?:chip\("\w+", |icon\(|sign\(|labelled\(|withSign\(|sign: )"(\w+)"')
CHOSEN = re.compile(r'(?<![\w.])(?:icon|sign)\([^()]*?\? "(\w+)" : "(\w+)"')


def named():
    for script in SCRIPTS.values():
        yield from NAMED.findall(script)
        yield from (name for pair in CHOSEN.findall(script) for name in pair)


def test_every_sign_that_a_script_names_is_drawn():
    names = set(named())
    assert {"camera", "undo"} <= names
    assert names - {name for name, _ in DRAWN} == set()


def test_no_two_signs_are_drawn_alike():
    assert len({path for _, path in DRAWN}) == len(DRAWN) >= 20
