import os
import pty
import subprocess
import sys

import pytest
from click.testing import CliRunner

from knobeltisch.__main__ import main
from tests.support.waiting import LONGEST_S

PROGRAM = (sys.executable, "-m", "knobeltisch")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("rules schocken", "knobeltisch rules show schocken"),
        ("rules chicago", "knobeltisch rules show chicago"),
        ("rules shwo", "Did you mean 'show'?"),
        ("read https://example.org/dice.jpg", "is an address; save what is there, and name the file"),
        ("watch http://example.org/dice.mp4", "is an address; save what is there, and name the file"),
        ("board board.txt", "name it board.pdf"),
        ("backup evening.tgz", "name it evening.zip"),
    ],
)
def test_a_first_try_is_answered_with_what_would_do(words, answer):
    done = CliRunner().invoke(main, words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert answer in done.stderr


def test_score_says_at_a_terminal_what_it_waits_for():
    keys, terminal = pty.openpty()
    words = (*PROGRAM, "score", "--variant=base", "--players=Anna,Ben")
    with subprocess.Popen(
        words, stdin=terminal, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
    ) as program:
        assert program.stderr is not None
        assert b'{"act": "state"}; Ctrl-D ends.' in program.stderr.readline()
        os.write(keys, b"\x04")
        assert program.wait(LONGEST_S) == 0
    os.close(keys)
    os.close(terminal)


@pytest.mark.parametrize("shell", ["zsh", "fish", "bash"])
def test_a_shell_completes_the_commands(shell):
    assert "_KNOBELTISCH_COMPLETE" in CliRunner().invoke(main, ["completion", shell]).stdout
    asked = {"COMP_WORDS": "knobeltisch ru", "COMP_CWORD": "ru" if shell == "fish" else "1"}
    asked |= {"_KNOBELTISCH_COMPLETE": f"{shell}_complete"}
    assert "rules" in subprocess.check_output(PROGRAM, env={**os.environ, **asked}, text=True)


@pytest.mark.parametrize("words", [[], ["hub"], ["league"], ["rules"]])
def test_no_line_of_a_help_is_cut_short(words):
    said = CliRunner().invoke(main, [*words, "--help"]).stdout
    assert "Commands:" in said
    assert [line for line in said.split("Commands:")[1].splitlines() if line.endswith("...")] == []
