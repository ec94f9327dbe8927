"""Fingers and eyes on the machine's simulated lines: lines.py WORD... Standard library only; it runs in the machine.

A button connects its line to ground. Each word is explained where it is carried out; lines are BCM numbers.
"""

import sys
import time
from pathlib import Path

BANK = Path("/sys/kernel/config/gpio-sim/pi/bank0")
LINES = 54  # as many as a Pi's chip has


def make():
    """Make the chip."""
    BANK.mkdir(parents=True)
    (BANK / "num_lines").write_text(str(LINES))
    (BANK / "label").write_text("pinctrl-bcm2711")
    (BANK.parent / "live").write_text("1")
    for line in range(LINES):
        pull(line, down=False)
    return (BANK / "chip_name").read_text().strip()


def line_folder(line):
    """Return the kernel's folder of a line."""
    return next(Path("/sys/devices/platform").glob(f"gpio-sim.*/gpiochip*/sim_gpio{int(line)}"))


def pull(line, *, down):
    """Push a button, or let it go."""
    (line_folder(line) / "pull").write_text("pull-down" if down else "pull-up")


def press(line, seconds="0.15"):
    """Push a button for some seconds."""
    pull(line, down=True)
    time.sleep(float(seconds))
    pull(line, down=False)
    return "pressed"


def hold(*lines):
    """Push buttons and leave them down."""
    for line in lines:
        pull(line, down=True)
    return "held"


def lit(*lines):
    """Print the value of each line, in the order asked."""
    return " ".join((line_folder(line) / "value").read_text().strip() for line in lines)


WORDS = (make, press, hold, lit)

if __name__ == "__main__":
    print(next(word for word in WORDS if word.__name__ == sys.argv[1])(*sys.argv[2:]))
