"""Print NAME==VERSION from constraints.txt for a Python version: pinned.py CONSTRAINTS NAME 3.13."""

import re
import sys
from pathlib import Path

LINE = re.compile(r"([a-z0-9-]+)==([^ ;]+)(?: ; python_full_version (<|>=) '(3\.\d+)'.*)?")


def number(version: str) -> list[int]:
    """Return a version as a sort key, with 3.13 after 3.9."""
    return [int(part) for part in version.split(".")]


def pinned(lines: list[str], name: str, python: str) -> str:
    """Return the version of `name`. Raise LookupError when no line is for this Python."""
    # apt's picamera2 on Bookworm was built for numpy 1, and one process holds one numpy; OpenCV runs with either.
    if (name, python) == ("numpy", "3.11"):
        return "1.26.4"
    asked = name.removesuffix(
        "-headless"
    )  # constraints.txt has opencv-python, the package the same without windows
    for line in lines:
        found = LINE.match(line)
        if found is None or found[1] != asked:
            continue
        _, version, sign, bound = found.groups()
        if sign is None or (number(python) < number(bound)) == (sign == "<"):
            return str(version)
    raise LookupError(f"{name} for Python {python}")


if __name__ == "__main__":
    file, wanted, python = sys.argv[1:]
    print(f"{wanted}=={pinned(Path(file).read_text(encoding='utf-8').splitlines(), wanted, python)}")  # noqa: T201 - its answer
