"""JSON with one odd value, as a broken or hostile table may send it."""

import json
import random
from typing import Any, Final

ODD: Final = (
    *(None, True, -1, 10**400, 1e308, float("nan"), float("inf")),
    *("", "\x00", "\ud800", "x" * 9000, [], {}, [[]]),
    *({"a\x00": 1}, {"a": ["\x00"]}, json.loads("[" * 400 + "]" * 400), ["Anna", "Anna"], "Anna"),
)


def spoilt(value: Any, chance: random.Random) -> Any:
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(list(value))
        return {**value, key: spoilt(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.7:
        place = chance.randrange(len(value))
        return [spoilt(part, chance) if at == place else part for at, part in enumerate(value)]
    return chance.choice(ODD)
