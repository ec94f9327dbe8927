"""How often each category comes among all hands of five cards, as it is known."""

KNOWN = {
    None: 1_302_540,
    "pair": 1_098_240,
    "two_pairs": 123_552,
    "three_of_a_kind": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full_house": 3_744,
    "four_of_a_kind": 624,
    "straight_flush": 36,
    "royal_flush": 4,
}
