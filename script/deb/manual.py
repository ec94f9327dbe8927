"""Print the manual page, the help of all commands: manual.py FOLDER, with our package and click in it."""

import sys
from importlib import import_module


def page(command, name):
    """Return the help of a command and of all below it, in roff."""
    text = command.get_help(command.make_context(name, [], resilient_parsing=True))
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("\n", "\n\\&")
    below = [page(each, f"{name} {word}") for word, each in sorted(getattr(command, "commands", {}).items())]
    return "".join([f".SS {name}\n.nf\n\\&{text}\n.fi\n", *below])


sys.path.insert(0, sys.argv[1])
title = ".TH KNOBELTISCH 1\n.SH NAME\nknobeltisch \\- dice table that keeps the score\n.SH COMMANDS\n"
sys.stdout.write(title + page(import_module("knobeltisch.__main__").main, "knobeltisch"))
