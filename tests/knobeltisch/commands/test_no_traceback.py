"""Whatever somebody types, pipes or closes: a sentence comes back, never a traceback and never Python's own words."""

import gc
import io
import os
import random
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from knobeltisch.__main__ import main
from knobeltisch.commands.safety_net import FAULT, GONE, run_guarded
from knobeltisch.errors import STOPPED, STOPPED_SENTENCE
from tests.support.waiting import LONGEST_S

CASES = int(os.environ.get("KNOBELTISCH_STORM", "500"))
PYTHON_WORDS = re.compile(
    r"Traceback|\[Errno|\bNone\b|\bTrue\b|\bFalse\b|datetime\.|object at 0x|Posix(?:Path|\()|Aborted!|Exception"
    r"|recursion depth|codec can't|sys\.set_|invalid literal|could not convert|Expecting |Extra data|Unterminated|not a zip file"
    r"|Expected |Invalid (?:statement|initial|control)|\(at (?:line|end)|time data"
)
BAD = (
    *("", ".", "/dev/zero", "fifo", "folder", "garbage.png"),
    *("deep.toml", "number.toml", "flat.toml", "date.toml", "big.toml"),
)
FILES = (
    *(*BAD, "..", "/", "/dev/null", "/dev/full", "/proc/self/mem", "/proc/kmsg", "/proc/self/environ"),
    *("/nowhere/at/all.toml", "--", "~nobody/x", "x" * 300, "a\nb.toml", "\udcff.toml"),
    *("empty", "broken.png", "text.mp4", "latin.toml", "null.zip"),
)
NUMBERS = ("nan", "inf", "-inf", "-1", "0", "1e999", "", " ", "x", "9" * 400, "1.5", "٣", "0x10", "\udcff")
WORDS = (
    *("", "base", "CHICAGO", "schocken", "nosuch", "a,b", ",", "a,a", "1,2,3", "9,9,9", "2026-09-01"),
    *("\udcff", "x" * 5000, "-", "\x1b[2J"),
)
BASES = (
    *("", " ", "nonsense", "postgresql://", "postgresql://[::1/x", "postgresql://127.0.0.1:x/y"),
    *("postgresql://nobody@127.0.0.1:9/x", "host=/nowhere dbname=x", "x=1", "\udcff", "x" * 5000),
    *("postgresql://127.0.0.1:9/x?sslrootcert=/dev/zero&sslmode=verify-full", "service=nosuch", "host='"),
)
ALWAYS: dict[tuple[str, str], tuple[str, ...]] = {
    **dict.fromkeys((("run", "config"), ("hub", "config"), ("demo", "journal")), BAD),
    ("try", "port"): ("-1",),
    ("demo", "headless"): (),
}
"""Options without which a command would go on for good, and what they get; with `run --safe` it would too."""


class NeverEndsError(BaseException):
    """A command waits for something that never comes; nobody may take it for a fault of the disk."""


@pytest.fixture
def corner(tmp_path, monkeypatch):
    """A folder of awkward files with its own home; hanging commands are killed."""
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").touch()
    (tmp_path / "garbage.png").write_bytes(b"\x89PNG\r\n\x1a\n" + random.Random(1).randbytes(4000))
    (tmp_path / "text.mp4").write_text("a line of text\n" * 5000)
    (tmp_path / "deep.toml").write_text(f"a = {'[' * 5000}")
    (tmp_path / "number.toml").write_text(f"[page]\nport = {'9' * 5000}\n")
    (tmp_path / "flat.toml").write_text("page = 3\nbase = 7\n")
    (tmp_path / "date.toml").write_text("base = 'base'\nmats = 2026-11-21\n[page]\nport = 2026-11-21\n")
    (tmp_path / "latin.toml").write_bytes("[page]\nhost = 'Würfel'\n".encode("latin-1"))
    (tmp_path / "big.toml").write_bytes(b"#" * 2_000_000)
    picture = bytes.fromhex(
        "89504e470d0a1a0a0000000d49484452000000100000001001000000003788c2cc"
        "0000000c49444154789c6360200d00000030000116899ad10000000049454e44ae426082"
    )
    (tmp_path / "picture.png").write_bytes(picture)
    (tmp_path / "broken.png").write_bytes(picture[:-14] + b"x" + picture[-13:])
    (tmp_path / "null.zip").write_bytes(b"PK\x05\x06" + bytes(18))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("PGHOST", "/nowhere")  # no word here reaches a database that somebody uses
    monkeypatch.setenv("PGCONNECT_TIMEOUT", "2")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))

    def too_long(*_):
        raise NeverEndsError

    before = {number: signal.getsignal(number) for number in (signal.SIGALRM, signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGALRM, too_long)
    yield tmp_path
    signal.alarm(0)
    for number, handler in before.items():
        signal.signal(number, handler)


def leaves(command, path=()):
    """The words of every command that does something."""
    if not isinstance(command, click.Group) or command.invoke_without_command:
        yield path
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from leaves(inner, (*path, name))


def values(param):
    if param.name == "address":
        return BASES
    if isinstance(param.type, click.Path):
        return FILES
    numeric = isinstance(param.type, click.types.IntParamType | click.types.FloatParamType)
    return NUMBERS if numeric else WORDS


def typed(chance):
    """One line of the command line, with something awkward in it."""
    words: list[str] = []
    command: click.Command = main
    path = chance.choice(sorted(leaves(main)))
    for name in path:
        assert isinstance(command, click.Group)
        command = command.commands[name]
        words.append(name)
        for param in command.params:
            always = None if name != path[-1] else ALWAYS.get((name, str(param.name)))
            if isinstance(param, click.Argument):
                words.append(chance.choice(values(param)))
            elif (
                always is not None
                or param.name == "address"
                or (param.name != "safe" and chance.random() < 0.4)
            ):
                words.append(param.opts[0])
                if not getattr(param, "is_flag", False):
                    words.append(chance.choice(always or values(param)))
    if chance.random() < 0.1:
        words.insert(chance.randrange(len(words)), f"--{chance.choice(WORDS)}")
    return words


@pytest.fixture
def _own_litter():
    """Leave no earlier test's objects to be collected where a file is nested so deep that their finalizers fail."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def faults(lines, capfd):
    """Run command lines; return those that are answered by something else than a sentence."""
    wrong: list[object] = []
    for words in lines:
        signal.alarm(round(LONGEST_S))
        with pytest.raises((SystemExit, NeverEndsError)) as ended:
            main.main(words, prog_name="knobeltisch")
        signal.alarm(0)
        out, err = capfd.readouterr()
        if why := _awkward(getattr(ended.value, "code", "never ends"), out, err):
            wrong.append((why, words, err[-400:]))
    return wrong


@pytest.mark.usefixtures("_own_litter", "corner")
def test_no_command_answers_awkward_words_and_files_with_a_traceback(capfd):
    chance = random.Random(20)
    assert faults((typed(chance) for _ in range(CASES)), capfd) == []


def refused(path, param):
    """Lines in which a command is given what one of its options or arguments cannot be, so that nothing is done."""
    values = ("",) if isinstance(param.type, click.Path) else ("x y", "9" * 5000, "nan")
    given = [param.opts[0]] if isinstance(param, click.Option) else []
    if isinstance(
        param.type,
        (click.Path, click.Choice, click.DateTime, click.types.IntParamType, click.types.FloatParamType),
    ):
        yield from ([*path, *given, value] for value in values)
    if given and not getattr(param, "is_flag", False):
        yield [*path, *given]


def test_what_click_refuses_is_one_short_sentence_that_names_the_help(corner, capfd):
    lines = [["nosuch"], ["hub", "nosuch"], ["rules", "list", "too", "many"], ["demo", "--headless=3"]]
    for path in {*leaves(main)}:
        command: click.Command = main
        for word in path:
            assert isinstance(command, click.Group)
            command = command.commands[word]
        lines += [[*path, "--nosuch"], *(line for param in command.params for line in refused(path, param))]
    assert len(lines) > 100
    wrong = []
    for words in lines:
        with pytest.raises(SystemExit) as ended:
            main.main(words, prog_name="knobeltisch")
        _, err = capfd.readouterr()
        if ended.value.code != 2 or len(err.splitlines()) != 1 or len(err) > 500 or "--help" not in err:
            wrong.append((words[:4], err[:300]))
    assert not wrong, "\n".join(map(str, wrong))


RIGHT: tuple[tuple[str, ...], ...] = (
    ("board", "b.pdf", "--rules", "FILE"),
    ("rules", "diff", "FILE", "base"),
    ("score", "--players", "A,B", "--rules", "FILE"),
    ("read", "picture.png", "--annotate", "FILE"),
    ("doctor", "--config", "FILE"),
    ("diagnose", "FILE"),
    ("backup", "FILE"),
    ("restore", "FILE"),
)


@pytest.mark.parametrize("words", RIGHT, ids=" ".join)
def test_one_awkward_file_in_a_line_that_is_right_otherwise_is_a_sentence(corner, capfd, words):
    """Where everything else is wrong too, a command never comes so far as to open the file."""
    lines = ([file if word == "FILE" else word for word in words] for file in FILES)
    assert faults(lines, capfd) == []


def _awkward(code, out, err):
    found = PYTHON_WORDS.search(f"{out} {err}")
    if code == FAULT or found:
        return f"says {found[0]}" if found else "unforeseen"
    if code == "never ends":
        return code
    if code == 2 and "Usage:" not in err and len(err.strip().splitlines()) != 1:
        return "not one sentence"
    return ""


def run(words, *, env=None):
    """Run a shell line with `K` as the command, as typed."""
    line = f'K() {{ {shlex.quote(sys.executable)} -m knobeltisch "$@"; }}; {words}'
    return subprocess.run(
        ["bash", "-c", line],
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        check=False,
        env={**os.environ, **(env or {})},
    )


@pytest.mark.long
@pytest.mark.parametrize(
    "words",
    [
        "K read broken.png 2>&- | cat >/dev/null",
        "K rules show chic >/dev/full 2>/dev/full",
        "echo | K score --variant base --players a,b >/dev/full",
        "K rules list <&- >&- 2>&-",
        "K read /dev/zero fifo </dev/null | head -c 1 >/dev/null",
        "LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 K rules list --language de",
        "K doctor <&- >/dev/full 2>&1",
    ],
)
def test_no_state_of_the_standard_streams_brings_a_traceback(corner, words):
    done = run(words)
    assert not PYTHON_WORDS.search(done.stderr), done.stderr
    assert len(done.stderr.strip().splitlines()) <= 1, done.stderr


def test_a_full_disk_behind_standard_output_is_reported_and_is_no_success():
    done = run("K rules list >/dev/full")
    assert (done.returncode, done.stderr) == (
        2,
        "knobeltisch: The output cannot be written (No space left on device); send it elsewhere.\n",
    )


def test_a_file_that_is_opened_never_takes_the_number_of_a_closed_stream(corner):
    code = "from knobeltisch.commands.safety_net import run_guarded; run_guarded(lambda: open('journal', 'wb') and None); print(open('journal').fileno())"
    done = run(f'{shlex.quote(sys.executable)} -c "{code}" <&- 2>&- | cat')
    assert int(done.stdout) > 2


def raising(error):
    def command():
        raise error

    return run_guarded(command)


def test_what_nobody_foresaw_is_one_sentence_and_a_file_with_the_traceback(corner, capsys, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(corner))
    assert raising(ZeroDivisionError("division by zero")) == FAULT
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    name = re.search(r"\S+\.log", said)
    assert name is not None
    assert "in command" in Path(name[0]).read_text()


def test_the_traceback_is_shown_where_somebody_asks_for_it(corner, capsys, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(corner))
    monkeypatch.setenv("KNOBELTISCH_DEBUG", "1")
    raising(ZeroDivisionError("division by zero"))
    assert "ZeroDivisionError: division by zero" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (KeyboardInterrupt(), STOPPED, STOPPED_SENTENCE),
        (click.Abort(), STOPPED, STOPPED_SENTENCE),
        (BrokenPipeError(), GONE, ""),
        (
            PermissionError(13, "Permission denied", "/x"),
            2,
            "knobeltisch: /x cannot be used (Permission denied).\n",
        ),
        (OSError(), 2, "knobeltisch: The output cannot be written (OSError); send it elsewhere.\n"),
    ],
)
def test_what_is_no_fault_of_the_program_is_reported_as_what_it_is(capsys, error, code, message):
    assert raising(error) == code
    assert capsys.readouterr().err == message
