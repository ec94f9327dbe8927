"""The libraries that the Debian package carries, one a line: those of wheels.in, with the versions of constraints.txt.

pinned.py               what wheels.txt is made from: each with its versions
pinned.py 3.13 bound    what pip installs for that Python, with the hashes of wheels.txt; `free`: what every Python takes
"""

import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
PIN = re.compile(r"([a-z0-9-]+)==([^ ;]+)(?: ; python_full_version (<|>=) '(3\.\d+)'.*)?")


def pinned(lines, name, python):
    """Return NAME==VERSION after constraints.txt. Raise LookupError when no line is for this Python."""
    # apt's picamera2 on Bookworm was built for numpy 1, and one process holds one numpy; OpenCV runs with either.
    if (name, python) == ("numpy", "3.11"):
        return "numpy==1.26.4"
    asked = name.removesuffix("-headless")  # constraints.txt has OpenCV with windows
    for line in lines:
        found = PIN.match(line)
        if found is None or found[1] != asked:
            continue
        _, version, sign, bound = found.groups()
        if sign is None or (int(python[2:]) < int(bound[2:])) == (sign == "<"):
            return f"{name}=={version}"
    raise LookupError(f"constraints.txt has no {name} for Python {python}")


def hashes(text, pin):
    """Return the hashes of a pin in wheels.txt, as pip reads them. Raise LookupError when there are none."""
    found = re.search(rf"^{re.escape(pin)} (?:; .*)?\\\n((?: +--hash=.*\n)+)", text, re.MULTILINE)
    if found is None:
        raise LookupError(f"wheels.txt has no hash of {pin}; run: make pins")
    return " ".join(re.findall(r"--hash=\S+", found[1]))


def main(python="", kind=""):
    """Print the pins for all Pythons, or those of one with their hashes."""
    lines = (HERE.parents[1] / "constraints.txt").read_text(encoding="utf-8").splitlines()
    carried, made = ((HERE / file).read_text(encoding="utf-8") for file in ("wheels.in", "wheels.txt"))
    for name, bound in re.findall(r"^([a-z0-9-]+) *(# bound)?$", carried, re.MULTILINE):
        if not python:
            pins = {pinned(lines, name, each): each for each in ("3.11", "3.13")}
            found = [pin if len(pins) == 1 else f"{pin} ; python_version == '{pins[pin]}'" for pin in pins]
        else:
            pin = pinned(lines, name, python)
            found = [f"{pin} {hashes(made, pin)}"] if bool(bound) == (kind == "bound") else []
        sys.stdout.writelines(f"{line}\n" for line in found)


if __name__ == "__main__":
    main(*sys.argv[1:])
