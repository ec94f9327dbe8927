"""Two short sounds."""

import io
import wave


def _wav() -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setparams((1, 2, 8000, 0, "NONE", ""))
        sound.writeframes(bytes(1600))
    return file.getvalue()


WAV = _wav()
MP3 = b"ID3\4\0\0\0\0\0\0" + 3 * (b"\xff\xfb\x10\xc4" + bytes(100))
"""An empty tag, then silent frames of 32 kbit/s at 44,100 Hz: 104 bytes each."""
