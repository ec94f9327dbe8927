"""Run a command at a pseudo terminal and answer what it asks: at_a_terminal.py [TEXT=KEYS]... -- COMMAND...

It waits for each TEXT in turn, then types KEYS, with tabs and returns written as in Python. What the
command shows goes to standard output; the exit status is its own, or 2 when it ended or fell silent before a TEXT came.
"""

import os
import pty
import select
import sys

SILENCE_S = 600
"""How long a command may show nothing; under qemu everything is slow."""


class Terminal:
    """A command at a pseudo terminal of 100 columns, and what it has shown so far."""

    def __init__(self, command: list[str]) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm", COLUMNS="100", LINES="30")
            os.execvp(command[0], command)  # noqa: S606 - what it is for
        self.shown = ""

    def look(self) -> bool:
        """Read the next output; return False at the end or after a long silence."""
        if not select.select([self.fd], [], [], SILENCE_S)[0]:
            return False
        try:
            text = os.read(self.fd, 65536).decode(errors="replace")
        except OSError:  # so Linux says that the other side is closed
            return False
        sys.stdout.write(text)
        sys.stdout.flush()
        self.shown += text
        return bool(text)

    def answer(self, text: str, keys: str) -> bool:
        """Wait for `text`, forget what came up to it and type `keys`; False when it never came."""
        while text not in self.shown:
            if not self.look():
                return False
        self.shown = self.shown.partition(text)[2]
        os.write(self.fd, keys.encode())
        return True


def main(answers: list[str], command: list[str]) -> int:
    """Run `command`; return its exit status, or 2 when it did not ask what was expected."""
    terminal = Terminal(command)
    for said in answers:
        text, _, keys = said.partition("=")
        if not terminal.answer(text, keys.replace("\\t", "\t").replace("\\r", "\r")):
            sys.stdout.write(f"\nnever asked: {text}\n")
            return 2
    while terminal.look():
        pass
    return os.waitstatus_to_exitcode(os.waitpid(terminal.pid, 0)[1])


if __name__ == "__main__":
    cut = sys.argv.index("--")
    sys.exit(main(sys.argv[1:cut], sys.argv[cut + 1 :]))
