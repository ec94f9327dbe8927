"""The scripts that a new user runs first: their sentences, and what they leave alone."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT, tracked

HELPFUL = (
    "demo",
    "test",
    "lint",
    "lint-page",
    "install",
    "build-deb",
    "try",
)


def bash(line: str, *, folder: Path = ROOT, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **env},
    )


@pytest.fixture(scope="module")
def venv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment without pip, made once for all clones."""
    folder = tmp_path_factory.mktemp("venv") / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    return folder


@pytest.fixture
def clone(tmp_path: Path, venv: Path) -> Path:
    """A clone in a folder with a space and an umlaut in its name, with a virtual environment there."""
    folder = tmp_path / "Würfel Tisch"
    shutil.copytree(ROOT / "script", folder / "script")
    shutil.copytree(venv, folder / ".venv", symlinks=True)
    (folder / ".venv" / "made-in").write_text(f"{folder}\n")
    (folder / ".venv" / "mine").touch()
    site = next((folder / ".venv" / "lib").glob("python3.*")) / "site-packages"
    packages = 8  # an editable install leaves a line for each
    (site / "here.pth").write_text(f"{folder}\n" * packages, encoding="utf-8")
    return folder


@pytest.mark.parametrize("script", HELPFUL)
def test_help_tells_how_a_script_is_used_and_does_nothing(clone: Path, script: str) -> None:
    shutil.rmtree(clone / ".venv")
    done = bash(f"script/{script} --help", folder=clone)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"script/{script}" in done.stdout
    assert sorted(file.name for file in clone.iterdir()) == ["script"]


@pytest.mark.parametrize(
    "words",
    [
        "install --deb",
        "install --deb --dry-run",
        "build-deb --arch",
        "build-deb --out --reuse",
        "build-deb --version",
        "build-deb --units",
        "try deb bookworm --arch",
        "try deb bookworm --units --arch amd64",
        "try live bookworm --out",
        "try live bookworm --times --out",
        "try live bookworm --only",
        "try machine --times --out",
        "try machine --deb",
    ],
)
def test_an_option_without_its_value_is_refused_before_anything_is_done(clone: Path, words: str) -> None:
    done = bash(f"script/{words}", folder=clone)
    option = next(word for word in words.split() if word.startswith("--"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{option} wants a value behind it; --help tells which.\n"
    assert sorted(file.name for file in clone.iterdir()) == [".venv", "script"]


@pytest.mark.parametrize(
    ("last", "found"),
    [
        ('fail "the page does not come"', "**Failed** after"),
        ("false", "It did not come to its end (code 1)."),
        ("kill -TERM $$", "It did not come to its end (code 0)."),
        ("passed=yes", "All passed"),
    ],
)
@pytest.mark.parametrize("what", ["live", "machine"])
def test_what_was_found_before_a_failure_is_not_written_down_as_a_pass(
    clone: Path, what: str, last: str, found: str
) -> None:
    file = clone / "script" / "try"
    before, _, _ = file.read_text().partition('\ntake_options "$@"')
    file.write_text(f'{before}\nout=$OUT\nmkdir "$root"\nfact "power to the page, seconds" 1\n{last}\n')
    bash(f"script/try {what} trixie", folder=clone, OUT=str(clone / "out.md"))
    content = (clone / "out.md").read_text()
    assert "power to the page, seconds | 1" in content
    assert found in content
    assert ("All passed" in content) == (last == "passed=yes")
    assert ("the page does not come" in content) == ("does not come" in last)


def test_nothing_is_removed_where_nothing_is_installed(clone: Path) -> None:
    nowhere = "dpkg-query() { return 1; }; export -f dpkg-query"
    done = bash(f"{nowhere}; script/install --uninstall --dry-run", folder=clone)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Knobeltisch is not installed here as a package;")


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "de_DE.UTF-8", "nowhere"])
def test_a_virtual_environment_in_a_folder_with_an_umlaut_is_found_whole_in_every_locale(
    clone: Path, locale: str
) -> None:
    line = (
        'source script/lib.sh; cd "$ROOT"; venv_fits && "$VENV_PYTHON" -c "import sys; print(sys.path[-1])"'
    )
    done = bash(line, folder=clone, LC_ALL=locale, PYTHONUTF8="0")
    assert done.stdout == f"{clone}\n", done.stderr


@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8", "de_DE.ISO-8859-1", "nowhere"])
def test_its_python_starts_in_every_locale_without_the_scripts_too(clone: Path, locale: str) -> None:
    done = bash('source script/lib.sh; cd "$ROOT"; name_the_folder_from_within', folder=clone)
    assert done.returncode == 0, done.stderr
    line = ".venv/bin/python -c 'import os, sys; print(os.fsencode(sys.path[-1]).hex())'"
    done = bash(line, folder=clone, LC_ALL=locale, PYTHONUTF8="0")
    assert done.stdout == f"{os.fsencode(clone).hex()}\n", done.stderr


def test_a_virtual_environment_that_cannot_load_pip_is_never_wiped(clone: Path) -> None:
    broken = '"$VENV_PYTHON" -m ensurepip'
    lib = clone / "script" / "lib.sh"
    assert broken in lib.read_text()
    lib.write_text(lib.read_text().replace(broken, "false"))
    done = bash('source script/lib.sh; cd "$ROOT"; venv_fits || make_venv; venv_has_pip', folder=clone)
    assert done.returncode == 1
    assert done.stderr.startswith("The Python in .venv cannot load pip (ModuleNotFoundError")
    assert "rm -r .venv" in done.stderr
    assert (clone / ".venv" / "mine").exists()


def test_a_virtual_environment_of_another_folder_is_made_again(clone: Path) -> None:
    (clone / ".venv" / "made-in").write_text("/somewhere/else\n")
    assert bash('source script/lib.sh; cd "$ROOT"; venv_fits', folder=clone).returncode == 1


def test_a_quiet_command_shows_what_it_said_only_when_it_fails() -> None:
    well = bash("source script/lib.sh; with_signs echo well")
    badly = bash("source script/lib.sh; with_signs bash -c 'echo badly; exit 3'")
    assert (well.returncode, well.stdout, well.stderr) == (0, "", "\n")
    assert (badly.returncode, badly.stdout, badly.stderr) == (3, "", "\nbadly\n")


@pytest.mark.parametrize("locale", ["de_DE.UTF-8", ""])
def test_what_asks_the_user_does_so_in_his_language(locale: str) -> None:
    """dpkg and debconf ask before everything is deleted: in German, where German is spoken."""
    line = 'source script/lib.sh; echo "$LC_ALL"; in_his_language printenv LC_ALL || true; echo "$LC_ALL"'
    said = bash(line, LC_ALL=locale).stdout.split()
    assert said == ["C.UTF-8", *([locale] if locale else []), "C.UTF-8"]


@pytest.mark.parametrize(
    "where", ['echo "found: $(fail no)"', "fail no", "fail no &\nwait", "(fail no) || true"]
)
def test_a_try_in_a_root_that_fails_anywhere_ends_there(tmp_path: Path, where: str) -> None:
    """`set -e` knows nothing of what fails inside an argument: such a try said in the end that all had passed."""
    done = bash(f"source script/roots.sh\n{where}\necho passed", folder=ROOT, TMPDIR=str(tmp_path))
    assert (done.returncode, done.stderr) == (1, "FAILED: no\n")
    assert "passed" not in done.stdout


def run_tests(clone: Path, words: str, failing: str = "") -> subprocess.CompletedProcess[str]:
    """Run script/test alone: nothing is installed, and pytest and script/lint only tell what they were given."""
    script = clone / "script" / "test"
    lines = script.read_text().splitlines()
    script.write_text("\n".join(line for line in lines if not line.lstrip().startswith(("set_up", "offer_"))))
    for name in (".venv/bin/pytest", "script/lint"):
        (clone / name).write_text(f'#!/bin/sh\necho {name} "$@"\nexit {int(name == failing)}\n')
        (clone / name).chmod(0o755)
    return bash(f"script/test {words}", folder=clone)


@pytest.mark.parametrize(
    ("words", "short", "linted"),
    [("", True, False), ("-q --cpu", True, False), ("-k undo", False, False), ("--all -x", False, True)],
)
def test_all_tests_run_where_they_are_asked_for_and_the_short_ones_otherwise(
    clone: Path, words: str, short: bool, linted: bool
) -> None:
    done = run_tests(clone, words)
    assert done.returncode == 0, done.stderr
    assert ("-m not long" in done.stdout) is short
    assert ("script/lint" in done.stdout) is linted


@pytest.mark.parametrize("failing", [".venv/bin/pytest", "script/lint"])
def test_all_checks_run_though_one_fails_and_the_script_fails_with_it(clone: Path, failing: str) -> None:
    done = run_tests(clone, "--all", failing)
    assert done.returncode == 1
    assert all(name in done.stdout for name in (".venv/bin/pytest", "script/lint"))


@pytest.mark.parametrize(
    ("layer", "ending"),
    [("not long", pytest.ExitCode.NO_TESTS_COLLECTED), ("long", pytest.ExitCode.INTERRUPTED)],
)
def test_a_file_of_long_tests_is_not_even_loaded_for_the_short_ones(
    tmp_path: Path, layer: str, ending: pytest.ExitCode
) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = long: takes long\n")
    (tmp_path / "test_many.py").write_text(
        "import pytest\npytestmark = pytest.mark.long\nraise RuntimeError\n"
    )
    line = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", "-m", layer]
    assert subprocess.run([*line, tmp_path], cwd=ROOT, capture_output=True, check=False).returncode == ending


@pytest.mark.parametrize(("wish", "code"), [("offer_packages", 0), ("install_packages", 1)])
def test_a_package_that_may_not_be_installed_ends_only_what_cannot_do_without_it(
    clone: Path, wish: str, code: int
) -> None:
    nobody = "installed() { return 1; }; how_much() { :; }; apt_install() { exit 3; }; let_install() { refusal=Please; return 1; }"
    done = bash(f'source script/lib.sh; {nobody}; {wish} "some|other"; say "it goes on"', folder=clone)
    assert done.returncode == code
    assert ("it goes on" in done.stdout) == (code == 0)
    assert "Please" in done.stdout + done.stderr


def test_whoever_is_not_root_learns_how_much_apt_would_load(clone: Path) -> None:
    """Only root may take apt's lock, and nothing is installed here."""
    line = 'source script/lib.sh; apt-get() { printf "%s\n" "$*" >&2; [[ $* == *NoLocking* ]] && echo "Need to get 54 MB of archives."; }; '
    done = bash(line + "available() { echo gcc; }; how_much gcc", folder=clone)
    assert done.stdout == "54 MB to load\n"


@pytest.mark.parametrize(
    ("of_apt", "words"),
    [
        ("0 upgraded, 1 newly installed, 0 to remove", "1 with what they need"),
        (
            (
                "Fetched\nneeded: 128 newly installed, 0 to remove\nNeed to get 1,234 kB of archives.\n"
                "After this operation, 747 MB of additional disk space will be used."
            ),
            "128 with what they need, 1,234 kB to load, 747 MB on the disk",
        ),
    ],
)
def test_how_much_apt_would_load_is_said_before_anybody_is_asked(
    clone: Path, of_apt: str, words: str
) -> None:
    line = (
        f'source script/lib.sh; apt-get() {{ echo "{of_apt}"; }}; available() {{ echo gcc; }}; how_much gcc'
    )
    assert bash(line, folder=clone).stdout == f"{words}\n"


@pytest.mark.parametrize("words", ["--port {port}", "--speed 2 --port={port} --players 3"])
def test_a_port_that_is_taken_is_named_before_anything_is_loaded(clone: Path, words: str) -> None:
    shutil.rmtree(clone / ".venv")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = bash(f"./script/demo {words.format(port=port)}", folder=clone)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"Port {port} is taken by another program. Try: ./script/demo --port 0\n"
    assert sorted(file.name for file in clone.iterdir()) == ["script"]


def test_started_by_its_script_the_demo_names_the_script() -> None:
    said = bash(
        f"KNOBELTISCH_DEMO=./script/demo {shlex.quote(sys.executable)} -m knobeltisch demo --players 9"
    )
    assert said.stderr.startswith("./script/demo: ")
    assert said.stderr.endswith("see ./script/demo --help.\n")
    assert (
        "Usage: ./script/demo "
        in bash(
            f"KNOBELTISCH_DEMO=./script/demo {shlex.quote(sys.executable)} -m knobeltisch demo --help"
        ).stdout
    )


def test_the_suite_offers_every_package_without_which_it_would_skip_a_test() -> None:
    offered = re.search(r"FOR_SOME_TESTS=\(([^)]*)\)", (ROOT / "script" / "test").read_text())
    assert offered
    wanted = {
        match
        for file in tracked("tests/*.py")
        for match in re.findall(r'not_installed\("([\w-]+)"\)', file.read_text())
    }
    assert wanted
    assert wanted <= set(re.split(r"[\s'|]+", offered[1]))
