"""How much a client may send, and how long it may take: each request and each connection has an end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

HEAD_BYTES: Final = 16 * 1024
AHEAD_BYTES: Final = 8 * 1024  # what a client may send before the last answer has come
BUFFER_BYTES: Final = 64 * 1024  # what waits for a client that reads slowly
HEAD_S: Final = 10.0
BODY_S: Final = 20.0
KNOWN_BODY_S: Final = 120.0  # a copy on its way in, over a poor network
ANSWER_S: Final = 60.0
KNOWN_ANSWER_S: Final = 600.0  # a large copy is put in the journal's place
PIECE_S: Final = 15.0  # a client that takes no 64 KB in so long does not read
IDLE_S: Final = 5.0
CROWDED_IDLE_S: Final = 1.0
KNOWN_IDLE_S: Final = 60.0
LINGER_S: Final = 2.0
RETRY_AFTER_S: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How much a client may send in one request: a stranger, and one that the house knows."""

    body: int
    known_body: int
