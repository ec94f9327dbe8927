"""The table's own voice: the system's espeak-ng, if installed, turns a sentence into sound.

Nothing leaves the device. Recent sentences are kept in memory, so that many screens cost no more than one.
"""

from __future__ import annotations

import logging
import shutil
import subprocess
import threading
from collections import OrderedDict
from typing import Final

log = logging.getLogger(__name__)

PROGRAM: Final = "espeak-ng"
VOICES: Final = {"de": "de", "en": "en-gb"}
LONGEST: Final = 240
"""The most letters of a sentence; the caller's longest has fewer."""
WORDS_A_MINUTE: Final = "155"
MOST_BYTES: Final = 6 * 1024 * 1024
SPEECH_TIMEOUT_S: Final = 5.0
BUSY_S: Final = 2.0


class Voice:
    """Speak sentences. Safe to call from any thread; it synthesizes one at a time."""

    def __init__(self, program: str = PROGRAM) -> None:
        self._name, self._program = program, shutil.which(program)
        self._lock, self._making = threading.Lock(), threading.Lock()
        self._made: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._size = 0

    @property
    def is_available(self) -> bool:
        """Whether this device has a voice; one that is installed while the table runs is found."""
        if self._program is None:
            self._program = shutil.which(self._name)
        return self._program is not None

    def speak(self, language: str, text: str) -> bytes | None:
        """Return a sentence as a WAV file; None if there is no voice, no time, or nothing to say."""
        key = (language if language in VOICES else "en", " ".join(text.split())[:LONGEST])
        if not key[1] or not self.is_available:
            return None
        if (kept := self._cached_sentence(key)) is not None:
            return kept
        if not self._making.acquire(timeout=BUSY_S):
            return None
        try:
            return self._cached_sentence(key) or self._synthesize(key)
        finally:
            self._making.release()

    def _cached_sentence(self, key: tuple[str, str]) -> bytes | None:
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
            return self._made.get(key)

    def _synthesize(self, key: tuple[str, str]) -> bytes | None:
        assert self._program is not None
        order = [self._program, "-v", VOICES[key[0]], "-s", WORDS_A_MINUTE, "--stdin", "--stdout"]
        try:
            # The sentence goes through a pipe, so that a name is never taken for an option.
            done = subprocess.run(  # noqa: S603 - the program was found by its fixed name
                order, input=key[1].encode(), capture_output=True, timeout=SPEECH_TIMEOUT_S, check=True
            )
        except (OSError, subprocess.SubprocessError) as error:
            log.warning("the voice failed: %s", error)
            return None
        sound = _with_length(done.stdout)
        if not sound:
            return None
        with self._lock:
            self._made[key] = sound
            self._size += len(sound)
            while self._size > MOST_BYTES:
                self._size -= len(self._made.popitem(last=False)[1])
        return sound


def _with_length(wav: bytes) -> bytes:
    """Write the real lengths into the header: a program that writes to a pipe does not know them in advance."""
    data = wav.find(b"data", 12, 256)
    if not wav.startswith(b"RIFF") or data < 0:
        return b""
    riff, sound = (len(wav) - 8).to_bytes(4, "little"), (len(wav) - data - 8).to_bytes(4, "little")
    return wav[:4] + riff + wav[8 : data + 4] + sound + wav[data + 8 :]
