"""The table's own voice: the system's espeak-ng, if installed, turns a sentence into sound.

Nothing leaves the device. Recent sentences are kept in memory, so that many screens cost no more than one.
"""

import logging
import shutil
import subprocess
import threading
from functools import lru_cache
from typing import Final

log = logging.getLogger(__name__)

PROGRAM: Final = "espeak-ng"
VOICES: Final = {"de": "de", "en": "en-gb"}
LONGEST: Final = 240
"""The most letters of a sentence; the caller's longest has fewer."""
WORDS_A_MINUTE: Final = "155"
MOST_KEPT: Final = 32
"""Sentences; each has about 200 kB."""
SPEECH_TIMEOUT_S: Final = 5.0
BUSY_S: Final = 2.0


class Voice:
    """Turns sentences into speech, one at a time. Safe to call from any thread."""

    def __init__(self, program: str = PROGRAM) -> None:
        self._name, self._making = program, threading.Lock()
        self._made = lru_cache(maxsize=MOST_KEPT)(self._synthesize)

    @property
    def is_available(self) -> bool:
        """Whether this device has a voice; checked at each call, since one may be installed while the table runs."""
        return shutil.which(self._name) is not None

    def speak(self, language: str, text: str) -> bytes | None:
        """Return a text, cut at 240 letters, as a WAV file; None if it is empty, or the voice is missing, busy or fails."""
        sentence = " ".join(text.split())[:LONGEST]
        if not sentence or not self._making.acquire(timeout=BUSY_S):
            return None
        try:
            return self._made(VOICES.get(language, VOICES["en"]), sentence)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            log.warning("the voice failed: %s", error)
            return None
        finally:
            self._making.release()

    def _synthesize(self, voice: str, sentence: str) -> bytes:
        """Return the sentence as a WAV file. Raise OSError, ValueError or SubprocessError if the program fails."""
        # Through a pipe, so that a name is never taken for an option.
        order = [self._name, "-v", voice, "-s", WORDS_A_MINUTE, "--stdin", "--stdout"]
        done = subprocess.run(  # noqa: S603 - the program is found by its fixed name
            order, input=sentence.encode(), capture_output=True, timeout=SPEECH_TIMEOUT_S, check=True
        )
        # A program that writes to a pipe does not know the lengths in advance.
        wav, data = done.stdout, done.stdout.find(b"data", 12, 256)
        if not wav.startswith(b"RIFF") or data < 0:
            raise ValueError("it sent no sound")
        riff, sound = (len(wav) - 8).to_bytes(4, "little"), (len(wav) - data - 8).to_bytes(4, "little")
        return wav[:4] + riff + wav[8 : data + 4] + sound + wav[data + 8 :]
