"""What `make hooks` runs before each commit: the checks that take about a second, on what is staged and nothing else."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from lint import documents, limits, texts
from lint.__main__ import BIN, run_tool
from lint.house import ROOT, House, git, read_files, read_house

EACH_FILE = (limits.long_functions_and_files, texts.unwanted_words)
ALL_FILES = (limits.crowded_folders, documents.dead_links, documents.unlisted_documents)
RUFF = (("check", "--force-exclude"), ("format", "--check", "--force-exclude"))


def main():
    """Check; return 1 where there is a fault."""
    names, house = git("diff", "--cached", "--name-only", "--diff-filter=d"), read_house()
    beside = ["pyproject.toml", *house.named("*__init__.py")]  # ruff asks for them
    with TemporaryDirectory() as folder:
        command = ["git", "-C", str(ROOT), "checkout-index", "-z", "--stdin", f"--prefix={folder}/"]
        subprocess.run(command, input="\0".join([*names, *beside]).encode(), check=True)
        faults = []
        if python := [name for name in names if name.endswith(".py")]:
            options = "--quiet", "--no-cache", "--output-format", "concise"
            for words in RUFF:
                faults += run_tool([BIN / "ruff", *words, *options, *python], Path(folder))
        staged = read_files(Path(folder), names)
    house = House({**house.files, **staged})
    faults += [str(fault) for rule in EACH_FILE for fault in rule(House(staged))]
    faults += [str(fault) for rule in ALL_FILES for fault in rule(house)]
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
