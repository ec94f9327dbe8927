"""Public keys under which anybody can forge a signature: points of small order on Ed25519's curve, including the all-zero key.

Checking a signature does not reveal them. The curve is that of RFC 8032: -x^2 + y^2 = 1 + d x^2 y^2 over 2^255 - 19.
"""

from __future__ import annotations

from typing import Final

_P: Final = 2**255 - 19
_D: Final = -121665 * pow(121666, -1, _P) % _P
_COFACTOR_DOUBLINGS: Final = 3


def is_weak(public: str) -> bool:
    """Whether a key of 64 hexadecimal digits is not on the curve, not in canonical form, or of small order."""
    point = _decoded(bytes.fromhex(public))
    if point is None:
        return True
    for _ in range(_COFACTOR_DOUBLINGS):
        point = _doubled(point)
    return point == (0, 1)


def _decoded(key: bytes) -> tuple[int, int] | None:
    number = int.from_bytes(key, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * pow(2, (_P - 1) // 4, _P) % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    return (x if x % 2 == sign else _P - x), y


def _doubled(point: tuple[int, int]) -> tuple[int, int]:
    x, y = point
    product = _D * x * x * y * y % _P
    across = 2 * x * y * pow(1 + product, -1, _P) % _P
    up = (y * y + x * x) * pow(1 - product, -1, _P) % _P
    return across, up
