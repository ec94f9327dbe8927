"""The landlord's own sounds, one for each announced moment: WAV or MP3 files in a folder beside the journal."""

from __future__ import annotations

import contextlib
import io
import wave
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import Denied
from knobeltisch.storage.files import fsync, make_folder, read_regular, write_atomically

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FOLDER: Final = "sounds"
LARGEST: Final = 1 << 20
MOMENTS: Final = (
    *("throw", "result", "chicago", "schock_out", "jule", "mats", "end", "new_game", "question"),
    *("corrected", "undone", "last_orders", "join", "leave", "call", "pass", "points"),
)
"""Named as in `announce` of the page's `caller_words.js`, and so are the files."""


class OwnSounds:
    """Stores the sounds, replacing each file as a whole. Safe to call from any thread. `changed` is called after a change."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.changed: Callable[[], None] = lambda: None
        self.now: dict[str, str] = {}
        """The moments that have a sound, each with a tag that changes with the file."""
        self._look()

    def _look(self) -> None:
        found = {}
        for moment in MOMENTS:
            with contextlib.suppress(OSError):
                found[moment] = f"{(self._folder / moment).stat().st_mtime_ns:x}"
        self.now = found

    def all(self) -> dict[str, str | None]:
        """Return every moment with its tag in `now`; None for one without a sound."""
        return {moment: self.now.get(moment) for moment in MOMENTS}

    def read(self, moment: str) -> tuple[bytes, str] | None:
        """Return a moment's sound and its media type; None if it has no usable one."""
        raw = b""
        if moment in self.now:
            with contextlib.suppress(OSError):
                raw = read_regular(self._folder / moment, LARGEST)
        kind = media_type(raw)
        return None if kind is None else (raw, kind)

    def keep(self, moment: str, raw: bytes) -> None:
        """Store a moment's sound, replacing an earlier one. Raise Denied if it is unsuitable or the disk fails."""
        if why := sound_fault(moment, raw):
            raise Denied("bad_sound", why)
        try:
            make_folder(self._folder)
            write_atomically(self._folder / moment, raw)
        except OSError as error:
            raise Denied("journal", f"The sound cannot be stored ({error.strerror}).") from error
        self._look()
        self.changed()

    def remove(self, moment: str) -> None:
        """Delete a moment's sound. Raise Denied if the disk fails."""
        if moment in self.now:
            try:
                (self._folder / moment).unlink(missing_ok=True)
                fsync(self._folder)
            except OSError as error:
                raise Denied("journal", f"The sound cannot be removed ({error.strerror}).") from error
        self._look()
        self.changed()


def sound_fault(moment: str, raw: bytes) -> str:
    """Return in one sentence why this cannot be a moment's sound; "" if it can."""
    if moment not in MOMENTS:
        return f"There is no moment {moment[:20]!r}; there are {', '.join(MOMENTS)}."
    if len(raw) > LARGEST:
        return f"A sound is at most {LARGEST >> 20} MB long; shorten it, or save it as MP3."
    return "" if media_type(raw) else "That is neither WAV (PCM) nor MP3; save the sound as one of these."


def media_type(raw: bytes) -> str | None:
    """Return the media type of a WAV (PCM) or MP3 (ISO 11172-3, 13818-3) from its content; None for anything else."""
    if raw.startswith(b"RIFF"):
        with (
            contextlib.suppress(wave.Error, EOFError, RuntimeError),
            wave.open(io.BytesIO(raw)) as sound,
        ):
            return "audio/wav" if sound.getnframes() else None
        return None
    begin = 0
    if raw.startswith(b"ID3") and len(raw) > 10:  # a tag before the sound; its size has seven bits a byte
        begin = 10 + sum((byte & 127) << 7 * place for place, byte in enumerate(raw[9:5:-1]))
    head = raw[begin : begin + 4]  # eleven bits, layer III, a bit rate and a sampling rate that exist
    is_frame = len(head) == 4 and head[0] == 0xFF and head[1] & 0xE6 == 0xE2
    return "audio/mpeg" if is_frame and 0 < head[2] >> 4 < 15 and head[2] & 12 != 12 else None
