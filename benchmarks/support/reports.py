"""Write measurements, with the machine."""

import os
import platform
import re
import time
from pathlib import Path

import click

out_option = click.option(
    "--out", type=click.Path(path_type=Path), help="Also write the result to this file."
)


def tiny_option(**values):
    """Add `--tiny`: the same in some seconds, with these values of its options, to see that it still runs."""

    def take_small_values(context, _option, is_tiny):
        if is_tiny:
            context.default_map = values

    return click.option(
        "--tiny",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=take_small_values,
        help="See in some seconds that it still runs.",
    )


ROOT = Path(__file__).resolve().parents[2]


def table(head, rows):
    """Return rows as a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def write_report(title, text, out):
    """Print a result, and write it to `out`."""
    page = f"# {title}\n\n{text}\n\n{machine()}\n"
    print(page)
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(page, encoding="utf-8")


def write_section(title, text, page):
    """Print a result, and write it down as a section of a page that several benchmarks share; a new page takes its file's name."""
    section = f"## {title}\n\n{text}\n\n{machine()}\n"
    print(section)
    if page is None:
        return
    page.parent.mkdir(parents=True, exist_ok=True)
    text = (
        page.read_text(encoding="utf-8")
        if page.exists()
        else f"# {page.stem.replace('_', ' ').capitalize()}\n"
    )
    begin, *others = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    kept = [section if other.startswith(f"## {title}\n") else other.rstrip() + "\n" for other in others]
    if section not in kept:
        kept.append(section)
    page.write_text("\n".join([begin.rstrip() + "\n", *kept]), encoding="utf-8")


def machine():
    """Return a sentence on the machine, the day and its load."""
    return (
        f"Measured {time.strftime('%Y-%m-%d')} on {_processor()}, {os.cpu_count()} cores, "
        f"{platform.system()}, Python {platform.python_version()}; load average of the last minute {os.getloadavg()[0]:.1f}."
    )


def _processor():
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.machine()


def quantile(values, share):
    """Return the value below which `share` of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]
