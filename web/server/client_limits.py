"""The limits of a client: each request and each connection ends in size and time."""

from __future__ import annotations

from typing import Final

from scorer.json_forms.text import MOST_BYTES

HEAD_BYTES: Final = 16 * 1024
BUFFER_BYTES: Final = 64 * 1024  # the pending output of a client that reads slowly
BODY_BYTES: Final = MOST_BYTES + 1024
KNOWN_BODY_BYTES: Final = 1024 * 1024 + 1024  # a piece of a restored copy
HEAD_S: Final = 10.0
BODY_S: Final = 20.0
KNOWN_BODY_S: Final = 120.0  # an upload of a copy over a poor network
ANSWER_S: Final = 60.0
KNOWN_ANSWER_S: Final = 600.0  # a large copy replaces the journal
PIECE_S: Final = 15.0  # a client that takes longer for 64 KB is not reading
IDLE_S: Final = 5.0
CROWDED_IDLE_S: Final = 1.0
KNOWN_IDLE_S: Final = 60.0
LINGER_S: Final = 2.0
RETRY_AFTER_S: Final = 5
