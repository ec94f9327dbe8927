"""The scripts that a new user runs first: their sentences, and what they leave alone."""

import os
import re
import shutil
import socket
import subprocess
import sys

import pytest

from tests.support.paths import ROOT, tracked

HELPFUL = ("demo", "test", "lint", "lint-page", "install", "build-deb", "release", "try")


def bash(line, *, folder=ROOT, **env):
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
def venv(tmp_path_factory):
    """A virtual environment without pip, made once for all clones."""
    folder = tmp_path_factory.mktemp("venv") / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    return folder


@pytest.fixture
def clone(tmp_path, venv):
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


@pytest.mark.parametrize("name", sorted(file.name for file in (ROOT / "script" / "tries").iterdir()))
def test_each_step_of_a_try_is_a_function_that_it_has(name):
    done = bash(f'source "script/tries/{name}"; declare -F "${{steps[@]}}"', ROOT=str(ROOT))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("script", HELPFUL)
def test_help_tells_how_a_script_is_used_and_does_nothing(clone, script):
    shutil.rmtree(clone / ".venv")
    done = bash(f"script/{script} --help", folder=clone)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"script/{script}" in done.stdout
    assert sorted(file.name for file in clone.iterdir()) == ["script"]


@pytest.mark.parametrize(
    "words",
    [
        "install --deb",
        "install --deb --yes",
        "build-deb --arch",
        "build-deb --out --reuse",
        "build-deb --version",
        "build-deb --units",
        "build-deb --maintainer --reuse",
        "release --homepage --dry-run",
        "try deb bookworm --arch",
        "try deb bookworm --units --arch amd64",
        "try live bookworm --out",
        "try live bookworm --times --out",
        "try live bookworm --only",
        "try machine --times --out",
        "try machine --deb",
    ],
)
def test_an_option_without_its_value_is_refused_before_anything_is_done(clone, words):
    done = bash(f"script/{words}", folder=clone)
    option = next(word for word in words.split() if word.startswith("--"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{option} needs a value after it; see --help.\n"
    assert sorted(file.name for file in clone.iterdir()) == [".venv", "script"]


@pytest.mark.parametrize(
    ("version", "notes", "said"),
    [
        ("0.4.0.dev0", "## [Unreleased]", "0.4.0.dev0 is not finished: "),
        ("0.4.0", "## [Unreleased]\n\n- Beer.", "CHANGELOG.md has lines under Unreleased; "),
        ("0.4.0", "## [Unreleased]\n\n## [0.3.0]", "CHANGELOG.md has no part '## [0.4.0]'."),
        ("0.4.0", "## [Unreleased]\n\n## [0.4.0]", "What is released must be the tag v0.4.0: "),
        ("", "", "A release needs --key and --maintainer; without them, --dry-run "),
    ],
)
def test_what_is_not_finished_is_not_released(clone, version, notes, said):
    (clone / "pyproject.toml").write_text(f'version = "{version}"\n')
    (clone / "CHANGELOG.md").write_text(f"{notes}\n")
    for tool in ("apt-ftparchive", "gpg", "zip"):
        (clone / tool).symlink_to("/bin/true")
    words = "--key ANNA --maintainer 'Anna Beer <anna@example.org>'" if version else ""
    done = bash(f'PATH="$PWD:$PATH" script/release {words}', folder=clone)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(said)
    assert not (clone / "dist").exists()


@pytest.mark.parametrize(
    "words", ["--maintainer Anna", "--maintainer 'A|B <a@example.org>'", "--homepage here"]
)
def test_an_address_that_is_none_is_refused_before_a_package_is_built(clone, words):
    done = bash(f"script/build-deb --arch amd64 {words}", folder=clone)
    assert done.returncode == 1
    assert " must " in done.stderr


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
def test_what_was_found_before_a_failure_is_not_written_down_as_a_pass(clone, what, last, found):
    file = clone / "script" / "try"
    before, _, _ = file.read_text().partition('\ntake_options "$@"')
    file.write_text(f'{before}\nout=$OUT\nmkdir "$root"\nfact "power to the page, seconds" 1\n{last}\n')
    bash(f"script/try {what} trixie", folder=clone, OUT=str(clone / "out.md"))
    content = (clone / "out.md").read_text()
    assert "power to the page, seconds | 1" in content
    assert found in content
    assert ("All passed" in content) == (last == "passed=yes")
    assert ("the page does not come" in content) == ("does not come" in last)


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "de_DE.UTF-8", "nowhere"])
def test_a_virtual_environment_in_a_folder_with_an_umlaut_is_found_whole_in_every_locale(clone, locale):
    line = (
        'source script/lib.sh; cd "$ROOT"; venv_fits && "$VENV_PYTHON" -c "import sys; print(sys.path[-1])"'
    )
    done = bash(line, folder=clone, LC_ALL=locale, PYTHONUTF8="0")
    assert done.stdout == f"{clone}\n", done.stderr


@pytest.mark.parametrize(
    "where", ['echo "found: $(fail no)"', "fail no", "fail no &\nwait", "(fail no) || true"]
)
def test_a_try_in_a_root_that_fails_anywhere_ends_there(tmp_path, where):
    """`set -e` knows nothing of what fails inside an argument: such a try said in the end that all had passed."""
    done = bash(f"source script/roots.sh\n{where}\necho passed", folder=ROOT, TMPDIR=str(tmp_path))
    assert (done.returncode, done.stderr) == (1, "FAILED: no\n")
    assert "passed" not in done.stdout


def run_tests(clone, words, failing=""):
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
def test_all_tests_run_where_they_are_asked_for_and_the_short_ones_otherwise(clone, words, short, linted):
    done = run_tests(clone, words)
    assert done.returncode == 0, done.stderr
    assert ("-m not long" in done.stdout) is short
    assert ("script/lint" in done.stdout) is linted


@pytest.mark.parametrize(
    ("words", "runs"),
    [
        ("--shake", ["-m not long -p tests.shake"]),
        ("--all --shake -x", ["-x -m long", "-x -m not long -p tests.shake"]),
        ("--shake -k undo", ["-k undo -p tests.shake"]),
    ],
)
def test_the_short_tests_are_shaken_and_no_test_runs_twice(clone, words, runs):
    done = run_tests(clone, words)
    assert done.returncode == 0, done.stderr
    assert re.findall("--dist worksteal (.*)", done.stdout) == runs


@pytest.mark.parametrize("words", ["--all", "--all --shake"])
@pytest.mark.parametrize("failing", [".venv/bin/pytest", "script/lint"])
def test_all_checks_run_though_one_fails_and_the_script_fails_with_it(clone, failing, words):
    done = run_tests(clone, words, failing)
    assert done.returncode == 1
    assert all(name in done.stdout for name in (".venv/bin/pytest", "script/lint"))


@pytest.mark.parametrize("words", ["--port {port}", "--speed 2 --port={port} --players 3"])
def test_a_port_that_is_taken_is_named_before_anything_is_loaded(clone, words):
    shutil.rmtree(clone / ".venv")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = bash(f"./script/demo {words.format(port=port)}", folder=clone)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"Port {port} is taken by another program. Try: ./script/demo --port 0\n"
    assert sorted(file.name for file in clone.iterdir()) == ["script"]


def test_the_suite_offers_every_package_without_which_it_would_skip_a_test():
    offered = re.search(r"FOR_SOME_TESTS=\(([^)]*)\)", (ROOT / "script" / "test").read_text())
    assert offered
    wanted = {
        match
        for file in tracked("tests/*.py")
        for match in re.findall(r'not_installed\("([\w-]+)"\)', file.read_text())
    }
    assert wanted
    assert wanted <= set(re.split(r"[\s'|]+", offered[1]))
