"""No command replaces a file that it did not make: every option that takes a name is tried on files that somebody needs."""

import hashlib
import zipfile

import click
import pytest
from click.testing import CliRunner

from knobeltisch.__main__ import main
from knobeltisch.storage.journal import open_journal
from knobeltisch.storage.store import open_store

PATHS: dict[tuple[str, str], str] = {
    ("score", "rules"): "--rules FILE",
    ("rules show", "variant"): "FILE",
    ("rules check", "file"): "FILE",
    ("rules diff", "one"): "FILE bavarian",
    ("rules diff", "other"): "bavarian FILE",
    ("read", "pictures"): "FILE",
    ("read", "annotate"): "photo.jpg --annotate FILE",
    ("watch", "source"): "FILE",
    ("board", "file"): "FILE",
    ("board", "rules"): "new.pdf --rules FILE",
    ("run", "config"): "--config FILE",
    ("pin", "config"): "--config FILE",
    ("doctor", "config"): "--config FILE",
    ("backup", "file"): "FILE --config table.toml",
    ("backup", "config"): "new.zip --config FILE",
    ("restore", "file"): "FILE --config table.toml",
    ("restore", "config"): "copy.zip --config FILE",
    ("diagnose", "file"): "FILE --config table.toml",
    ("diagnose", "config"): "new.zip --config FILE",
    ("update", "file"): "FILE",
    ("demo", "journal"): "--headless --games 1 --journal FILE",
    ("league import", "file"): "2027 FILE --database host=/nowhere",
    ("hub", "config"): "--config FILE",
    ("hub backup", "file"): "FILE",
    ("hub doctor", "config"): "--config FILE",
}
"""How each command is called whose option or argument is a file: FILE stands for that."""
NEEDED = ("text", "state/journal.sqlite", "state/house.txt", "table.toml")
ITS_OWN = {**dict.fromkeys(("run", "hub", "pin", "restore"), "table.toml"), "demo": "state/journal.sqlite"}
"""What a command takes for its own, changes or goes by: it is not to leave that as it is, or would not end."""


def leaves(command, path=""):
    yield path.strip(), command
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from leaves(inner, f"{path} {name}")


def test_every_option_that_takes_a_file_is_tried():
    taken = {
        (path, str(param.name))
        for path, command in leaves(main)
        for param in command.params
        if isinstance(param.type, click.Path)
    }
    assert taken == PATHS.keys()


@pytest.fixture
def corner(tmp_path, monkeypatch):
    """A folder with one of each file that somebody needs; nothing runs there."""
    state = tmp_path / "state"
    journal = open_journal(state / "journal.sqlite")
    journal.append(at=1.0, source="tablet", kind="nothing", body={})
    journal.close()
    store = open_store(state / "house.txt")
    store.put("regulars", {"revision": 1, "regulars": []})
    store.close()
    (tmp_path / "text").write_text("beer, pretzels\n")
    (tmp_path / "table.toml").write_text(f"[journal]\npath = '{state}/journal.sqlite'\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    return tmp_path


def called(path, words):
    return CliRunner().invoke(main, [*path.split(), *words.split()]).exit_code


def state_of(folder):
    return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in NEEDED}


def forced(path):
    command = dict(leaves(main))[path]
    return ["", " --force"] if any(param.name == "force" for param in command.params) else [""]


@pytest.mark.parametrize(("path", "param"), PATHS, ids=lambda word: word.replace(" ", "-"))
def test_no_command_replaces_a_file_that_somebody_needs(corner, path, param):
    before = state_of(corner)
    lost = []
    for needed in NEEDED:
        if needed == ITS_OWN.get(path):
            continue
        for force in forced(path):
            called(path, PATHS[path, param].replace("FILE", needed) + force)
            lost += [
                f"{needed}{force}: {name}" for name, now in state_of(corner).items() if now != before[name]
            ]
    assert lost == []


WRITERS = {"board": "FILE", "backup": "FILE --config table.toml", "diagnose": "FILE --config table.toml"}


@pytest.mark.parametrize("path", WRITERS)
def test_a_command_replaces_what_it_made_itself_after_force_alone(corner, path):
    words = WRITERS[path].replace("FILE", "made")
    assert called(path, words) == 0
    grow(corner / "made")
    made = (corner / "made").read_bytes()
    assert called(path, words) == 2
    assert (corner / "made").read_bytes() == made
    assert called(path, f"{words} --force") == 0
    assert (corner / "made").read_bytes() != made


def grow(file):
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file, "a") as opened:
            opened.writestr("more", "beer")
    else:
        file.write_bytes(file.read_bytes() + b"\n")


@pytest.mark.parametrize("path", WRITERS)
def test_the_file_of_another_command_is_of_another_kind(corner, path):
    for other, words in WRITERS.items():
        if other != path:
            assert called(other, words.replace("FILE", f"{other}-out")) == 0
            made = (corner / f"{other}-out").read_bytes()
            assert called(path, f"{WRITERS[path]} --force".replace("FILE", f"{other}-out")) == 2
            assert (corner / f"{other}-out").read_bytes() == made


def test_a_link_is_never_replaced(corner):
    assert called("backup", "copy.zip --config table.toml") == 0
    (corner / "link.zip").symlink_to("copy.zip")
    (corner / "dangling.zip").symlink_to("nowhere")
    for name in ("link.zip", "dangling.zip"):
        assert called("backup", f"{name} --config table.toml --force") == 2
        assert (corner / name).is_symlink()
