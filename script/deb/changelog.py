"""Print Debian's changelog, from CHANGELOG.md: changelog.py VERSION MAINTAINER SECONDS, those of the unreleased changes."""

import re
import sys
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from textwrap import fill

version, maintainer, seconds = sys.argv[1:]
at = datetime.fromtimestamp(int(seconds), UTC)
text = (Path(__file__).resolve().parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
for name, day, content in re.findall(r"(?ms)^## \[(\S+)\](?: - (\S+))?$(.*?)(?=^## |\Z)", text):
    at = datetime.fromisoformat(day).replace(tzinfo=UTC) if day else at
    lines = [" ".join(line.split()) for line in re.findall(r"(?m)^- (.+(?:\n  .+)*)", content)]
    body = "\n".join(fill(line, 79, initial_indent="  * ", subsequent_indent="    ") for line in lines)
    head = f"knobeltisch ({version if name == 'Unreleased' else name}) stable; urgency=medium"
    if lines:
        sys.stdout.write(f"{head}\n\n{body}\n\n -- {maintainer}  {format_datetime(at)}\n\n")
