"""Games of Chicago poker at random: acts as JSON that mostly fit, and acts that were spoiled."""

import random
from typing import Any

CATEGORIES = (
    *("pair", "two_pairs", "three_of_a_kind", "straight", "flush"),
    *("full_house", "four_of_a_kind", "straight_flush", "royal_flush"),
)
RANKS, SUITS = "23456789TJQKA", "CDHS"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Frieda", "Gül", "Hans")

State = dict[str, Any]
Raw = dict[str, Any]


def likely_act(state: State, chance: random.Random) -> Raw:  # noqa: PLR0911 - one line a stage reads best
    inside = [player for player in state["players"] if player not in state["out"]]
    if chance.random() < 0.04:
        player, phase = chance.choice(inside), chance.choice((1, 2))
        return {"act": "admit", "player": player, "phase": phase}
    if chance.random() < 0.006:
        return {"act": "leave", "player": chance.choice(inside)}
    match state["stage"]:
        case "draw":
            return {"act": "draw", "cards": chance.sample(DECK[-20:], len(state["among"]))}
        case "exchange":
            if state["duty"] and chance.random() < 0.5:
                player = chance.choice(list(state["duty"]))
                return {"act": "show", "player": player, "cards": some_cards(state["duty"][player], chance)}
            return {"act": "exchange", "count": chance.choice((0, 0, 0, 1, 2, 3, 5))}
        case "call":
            return some_call(state, chance)
        case "compare":
            return some_best(state, chance)
        case "chicago":
            return {"act": chance.choice(("chicago", "pass"))}
        case _:
            return some_trick(state, inside, chance)


def some_call(state: State, chance: random.Random) -> Raw:
    if chance.random() < 0.45:
        return {"act": "pass"}
    low = 0 if state["standing"] is None else CATEGORIES.index(state["standing"]["category"])
    high = min(len(CATEGORIES), low + chance.choice((1, 1, 2, 3, 9)))
    if chance.random() < 0.05:
        low, high = 0, len(CATEGORIES)  # too low, mostly
    return {"act": "call", "category": CATEGORIES[chance.randrange(low, high)]}


def some_best(state: State, chance: random.Random) -> Raw:
    count = chance.choice((1, 1, 1, 2, len(state["among"])))
    players = chance.sample(state["among"], min(count, len(state["among"])))
    if state["phase"] != 3:
        return {"act": "best", "players": players}
    if chance.random() < 0.1:
        return {"act": "best", "players": [], "category": None}
    return {"act": "best", "players": players, "category": chance.choice(CATEGORIES[:8])}


def some_cards(called: str, chance: random.Random) -> list[str]:
    first, second = chance.sample(RANKS, 2)
    suits = chance.sample(SUITS, 4)
    low = chance.randrange(9)
    row = RANKS[low : low + 5]
    made = {
        "pair": [first + suit for suit in suits[:2]],
        "two_pairs": [rank + suit for rank in (first, second) for suit in suits[:2]],
        "three_of_a_kind": [first + suit for suit in suits[:3]],
        "straight": [rank + chance.choice(SUITS) for rank in row],
        "flush": [rank + suits[0] for rank in chance.sample(RANKS, 5)],
        "full_house": [first + suit for suit in suits[:3]] + [second + suit for suit in suits[:2]],
        "four_of_a_kind": [first + suit for suit in suits],
        "straight_flush": [rank + suits[0] for rank in row],
        "royal_flush": [rank + suits[0] for rank in "TJQKA"],
    }
    shown = made[called] if chance.random() < 0.75 else made[chance.choice(CATEGORIES)]
    return chance.sample(shown, len(shown)) if chance.random() < 0.85 else shown[:-1]


def some_trick(state: State, inside: list[str], chance: random.Random) -> Raw:
    tricks = state["tricks"]
    mode = (
        chance.choice(("cards", "cards", "winner", "short"))
        if not tricks
        else "winner"
        if tricks[0]["cards"] is None
        else "cards"
    )
    wanted = state["declared"] if state["declared"] and chance.random() < 0.85 else chance.choice(inside)
    if mode == "short" or (mode == "winner" and chance.random() < 0.15):
        if state["declared"]:
            return {"act": "lost_trick"}
        two = {"with_two": chance.random() < 0.5} if chance.random() < 0.5 else {}
        return {"act": "last_trick", "winner": wanted, **two}
    if mode == "winner":
        two = {"with_two": chance.random() < 0.5} if len(tricks) == 4 and chance.random() < 0.5 else {}
        return {"act": "trick", "winner": wanted, **two}
    unused = [card for card in DECK if all(card not in trick["cards"] for trick in tricks)]
    if chance.random() < 0.5:  # few ranks make pairs and better
        few = [card for card in unused if card[0] in "2AK7"]
        unused = few if len(few) >= len(inside) else unused
    return {"act": "trick", "cards": chance.sample(unused, len(inside))}


def spoiled(raw: Raw, state: State, chance: random.Random) -> Raw:
    """Return the same act with something changed, or another one altogether."""
    if chance.random() < 0.4:
        return any_act(state, chance)
    raw = dict(raw)
    fields = [field for field in raw if field != "act"]
    if not fields or chance.random() < 0.1:
        raw[chance.choice(("category", "player", "x", "with_two"))] = any_value(state, chance)
        return raw
    field = chance.choice(fields)
    if isinstance(raw[field], list) and raw[field] and chance.random() < 0.7:
        kept = list(raw[field])
        place = chance.randrange(len(kept))
        kept[place] = chance.choice((kept[0], kept[-1], "1S", "as", "", *DECK, *NAMES, 7, None))
        raw[field] = kept if chance.random() < 0.8 else kept[1:]
    elif chance.random() < 0.2:
        del raw[field]
    else:
        raw[field] = any_value(state, chance)
    return raw


def any_value(state: State, chance: random.Random) -> Any:
    values: tuple[Any, ...] = (
        *(None, True, False, 0, 1, 2, 3, 5, 6, -1, 2.0, 10**30, "", "Nobody", [], {}, ["AS", "AS"], ["AS"]),
        *(chance.choice(CATEGORIES), chance.choice(DECK), *state["players"], [state["players"][0]]),
        *(list(state["players"][:2]), chance.sample(DECK, 5), chance.sample(DECK, len(state["players"]))),
    )
    return chance.choice(values)


def any_act(state: State, chance: random.Random) -> Raw:
    """Return an act of any sort with good fields, whatever the moment."""
    player = chance.choice(state["players"])
    acts: tuple[Raw, ...] = (
        {"act": "draw", "cards": chance.sample(DECK, len(state["players"]))},
        {"act": "exchange", "count": chance.randrange(6)},
        {"act": "show", "player": player, "cards": chance.sample(DECK, chance.randint(1, 5))},
        {"act": "call", "category": chance.choice(CATEGORIES)},
        {"act": "pass"},
        {"act": "best", "players": [player]},
        {"act": "best", "players": [player], "category": chance.choice(CATEGORIES)},
        {"act": "best", "players": [], "category": None},
        {"act": "best", "players": [player], "category": None},
        {"act": "chicago"},
        {"act": "trick", "cards": chance.sample(DECK, len(state["players"]))},
        {"act": "trick", "winner": player},
        {"act": "trick", "winner": player, "with_two": chance.random() < 0.5},
        {"act": "trick", "cards": ["AS"], "winner": player},
        {"act": "trick"},
        {"act": "last_trick", "winner": player},
        {"act": "lost_trick"},
        {"act": "admit", "player": player, "phase": chance.choice((1, 2))},
        {"act": "leave", "player": player},
        {"act": "leave", "player": "Nobody"},
        {"act": "throw", "dice": [1, 2, 3]},
        {"act": "join", "player": "Zoe", "after": player},
        {"act": "pass", "declare": {"ones": 1, "sixes": 6, "direction": "low"}},
        {"act": "call", "special": "jule", "on": True},
        {"act": "leave", "player": player, "redeemed_by": state["players"][0]},
        {"act": chance.choice(("dance", "", "state "))},
    )
    return chance.choice(acts)
