"""Run all checks that start nothing of ours, side by side, and print one line a fault: script/lint."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lint import documents, figures, imports, limits, names, texts
from lint.house import ROOT, read_house

RULES = (
    limits.long_functions_and_files,
    limits.crowded_folders,
    limits.folders_beyond_their_size,
    imports.import_cycles,
    imports.workshop_imports,
    texts.unwanted_words,
    texts.bad_english,
    texts.odd_subjects,
    documents.dead_links,
    names.unknown_names,
    documents.unlisted_documents,
    documents.long_readme,
    figures.wrong_figures,
    documents.odd_decisions,
    documents.odd_blocks,
    documents.ignored_files,
    documents.unfitting_pins,
)
BIN = Path(sys.executable).parent
TOOLS: dict[str, list[str | Path]] = {
    "ruff": [BIN / "ruff", "check", "--quiet", "--output-format", "concise", "."],
    "format": [BIN / "ruff", "format", "--quiet", "--check", "--output-format", "concise", "."],
    "mypy": [BIN / "mypy", "--no-error-summary"],
    "import contracts": [BIN / "lint-imports"],
    "page": ["bash", "script/lint-page"],
}


def run_tool(command: list[str | Path], folder: Path = ROOT) -> list[str]:
    """Run a checker; return a line for each fault, all that it says where no line looks like one."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    if done.returncode == 0:
        sys.stdout.write("".join(f"{line}\n" for line in said.splitlines() if " not checked" in line))
        return []
    # tsc writes path(line,column); of import contracts count the imports that break one by themselves.
    said = re.sub(r"(?m)^([^\s(:]+)\((\d+),\d+\): ", r"\1:\2: ", said.replace(f"{ROOT}/", ""))
    direct = r"(?m)^-\s+([\w.]+) -> ([\w.]+) \(l\.(\d+).*\n(?!\s+[\w.]+ ->)"
    said = re.sub(
        direct,
        lambda found: f"{found[1].replace('.', '/')}.py:{found[3]}: must not import {found[2]}\n",
        said,
    )
    lines = said.splitlines()
    return [line for line in lines if re.match(r"[^\s:]+:\d+:(?!.* note: )", line)] or lines


def main() -> int:
    """Run everything; return 1 where there is a fault."""
    began, house = time.monotonic(), read_house()
    if sys.argv[1:]:
        sys.exit(f"{' '.join(sys.argv[1:])} is no option; --help says what there is.")
    tools = dict(TOOLS)
    if shutil.which("shellcheck"):
        shell = re.compile(r"#!.*\b(?:ba)?sh\b|# shellcheck shell=")
        scripts = [name for name, text in house.files.items() if shell.match(text)]
        tools["shellcheck"] = ["shellcheck", "--external-sources", "--format", "gcc", *scripts]
    else:
        sys.stdout.write(
            "Shell scripts are not checked: shellcheck is not installed: sudo apt-get install shellcheck\n"
        )
    with ThreadPoolExecutor() as pool:
        running = [pool.submit(run_tool, command) for command in tools.values()]
        faults = [str(fault) for rule in RULES for fault in rule(house)]
    for task in running:
        faults += dict.fromkeys(task.result())
    shares = limits.share_of_single_callers(house) / 10
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    sys.stdout.write(f"{shares} % of the product's functions are private with a single caller.\n")
    sys.stdout.write(f"{len(faults)} faults in {time.monotonic() - began:.0f} s.\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
