"""The commands `knobeltisch backup` and `restore`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knobeltisch.errors import KnobeltischError
from knobeltisch.recovery.backup_zip import back_up, restore

if TYPE_CHECKING:
    from pathlib import Path
    from typing import TextIO


def backup_main(file: Path, config: Path | None, *, everything: bool, out: TextIO, err: TextIO) -> int:
    """Write the copy. Return 0, or 2 after one sentence."""
    try:
        copied = back_up(file, config, everything=everything)
    except (KnobeltischError, OSError) as error:
        err.write(f"knobeltisch backup: {_sentence(error)}\n")
        return 2
    out.write(f"{file}: {copied.entries} entries; {', '.join(copied.files)}\n")
    if copied.damaged:
        err.write("Not all of the lists could be read: they are damaged; the next start repairs them.\n")
    if everything:
        err.write(
            "It holds the PIN's hash and the keys of paired tablets; keep it where nobody else reads it.\n"
        )
    return 0


def restore_main(file: Path, config: Path | None, *, out: TextIO, err: TextIO) -> int:
    """Restore the copy. Return 0, or 2 after one sentence."""
    try:
        kept = restore(file, config)
    except (KnobeltischError, OSError) as error:
        err.write(f"knobeltisch restore: {_sentence(error)}\n")
        return 2
    out.write(f"{file} is restored.\n")
    out.writelines(f"kept: {name}\n" for name in kept)
    return 0


def _sentence(error: Exception) -> str:
    if isinstance(error, KnobeltischError) or not isinstance(error, OSError):
        return str(error)
    return f"{error.filename} cannot be used ({error.strerror})."
