"""Run all checks that start nothing of ours, side by side, and print one line a fault: script/lint."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lint import documents, figures, limits, names, texts
from lint.house import ROOT, read_house

RULES = (
    limits.long_functions_and_files,
    limits.crowded_folders,
    limits.folders_beyond_their_size,
    limits.import_cycles,
    texts.unwanted_words,
    texts.bad_english,
    texts.odd_subjects,
    documents.dead_links,
    documents.unlisted_documents,
    documents.unfitting_pins,
    names.unknown_names,
    figures.wrong_figures,
)
BIN = Path(sys.executable).parent
TOOLS: dict[str, list[str | Path]] = {
    "ruff": [BIN / "ruff", "check", "--quiet", "--output-format", "concise", "."],
    "format": [BIN / "ruff", "format", "--quiet", "--check", "--output-format", "concise", "."],
    "mypy": [BIN / "mypy", "--no-error-summary"],
    "import contracts": [BIN / "lint-imports"],
    "page": ["bash", "script/lint-page"],
}
# With what they source, each in the place where it is sourced.
SHELLCHECK = ("shellcheck", "--check-sourced", "--severity", "warning", "--format", "gcc")
SHELL = re.compile(r"#!.*\b(?:ba)?sh\b")


def run_tool(command: list[str | Path], folder: Path = ROOT) -> list[str]:
    """Run a checker; return a line for each fault, all that it says where no line looks like one."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    lines = (done.stdout + done.stderr).replace(f"{ROOT}/", "").splitlines()
    if done.returncode == 0:
        sys.stdout.write("".join(f"{line}\n" for line in lines if " not checked" in line))
        return []
    return [line for line in lines if re.match(r"[^\s:(]+[:(]\d+(?!.* note: )", line)] or lines


def main() -> int:
    """Run everything; return 1 where there is a fault."""
    began, house = time.monotonic(), read_house()
    if sys.argv[1:]:
        sys.exit(f"{' '.join(sys.argv[1:])} is not an option; see --help.")
    tools = dict(TOOLS)
    if shutil.which("shellcheck"):
        scripts = [name for name, text in house.files.items() if SHELL.match(text)]
        tools["shellcheck"] = [*SHELLCHECK, *scripts]
    else:
        sys.stdout.write("Shell scripts are not checked: sudo apt-get install shellcheck\n")
    with ThreadPoolExecutor() as pool:
        running = [pool.submit(run_tool, command) for command in tools.values()]
        faults = [str(fault) for rule in RULES for fault in rule(house)]
    for task in running:
        faults += dict.fromkeys(task.result())
    share = limits.share_of_single_callers(house) / 10
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    sys.stdout.write(f"{share} % of the product's functions are private with a single caller.\n")
    sys.stdout.write(f"{len(faults)} faults in {time.monotonic() - began:.0f} s.\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
