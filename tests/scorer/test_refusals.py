"""Refusals: which code for which act in which state, and which of several that fit (ACTS.md)."""

import re

import pytest

import scorer

CODES = {
    *("not_now", "wrong_dice", "not_holdable", "cannot_beat", "not_turnable", "must_turn", "must_throw"),
    *("must_declare", "must_cover", "bad_declaration", "unknown_player", "game_over", "bad_act"),
}
ROLLING = "rolling"
"""Stands first among the acts of a game that begins with a roll-off."""
CHIC_IN_TWO = ("throw 1 1 4", "hold 1 1", "throw 1")
TAKING_BACK = 'base = "tschigg"\ntake_back_on_third = true'
OPEN = 'base = "schocken"\ncover_last = false'
NO_JULE = 'base = "schocken"\njule_allowed = false'
NO_TURNING = 'base = "chic"\nconversion = "none"'
A_LOST_ROUND = ("throw 1 2 2", "pass", "cover", "cover", "reveal 2 4 6", "reveal 2 4 6")


def first_throw(variant):
    """A throw of the game, with as many dice as are due."""
    begun = scorer.new_game(scorer.load_variant(variant), ("Anna", "Ben", "Cem"), "Anna")
    return " ".join(("throw", *("1", "2", "4")[: scorer.dice_expected(begun)]))


TABLE: list[tuple[str, tuple[str, ...], str, str]] = [
    # before a throw
    ("base", (), "pass 1 6 low", "must_throw"),
    ("base", (), "pass", "must_throw"),
    ("bavarian", (), "hold", "not_now"),
    ("chic", (), "turn", "not_now"),
    ("drinking", (), "hold 1", "not_now"),
    ("schocken", (), "pass", "must_throw"),
    ("schocken", (), "turn", "not_now"),
    # after a throw
    ("base", ("throw 1 2 3",), "throw 1 2 3", "not_now"),
    ("base", ("throw 1 2 3", "hold 1"), "hold 1", "not_now"),
    ("base", ("throw 1 2 3", "hold 1"), "turn", "not_now"),
    ("base", ("throw 1 2 3", "hold 1"), "pass 1 6 low", "must_throw"),
    ("schocken", ("throw 1 2 3",), "throw 1 2 3", "not_now"),
    ("schocken", ("throw 1 2 3", "hold 1"), "pass", "must_throw"),
    ("schocken", ("throw 1 2 3",), "cover", "not_now"),
    # dice
    *(("base", (), f"throw {dice}", "wrong_dice") for dice in ("1 2", "1 2 3 4", "0 1 2")),
    ("tschigg", ("throw 1 2 3", "hold 1 2"), "throw 1 2 3", "wrong_dice"),
    ("chic", ("throw 1 2 3",), "hold 6", "wrong_dice"),
    ("chic", ("throw 1 2 3",), "hold 1 1", "wrong_dice"),
    ("schocken", ("throw 2 4 6", "pass", "cover", "cover"), "reveal 1 2", "wrong_dice"),
    ("base", (ROLLING,), "roll_off 1 2", "wrong_dice"),
    ("schocken", (ROLLING,), "roll_off 1", "wrong_dice"),
    (TAKING_BACK, ("throw 2 3 4", "hold 2", "throw 3 4"), "take_back 3", "wrong_dice"),
    # holding
    ("bavarian", ("throw 1 2 6",), "hold 6", "not_holdable"),
    ("chic", ("throw 1 2 6",), "hold 2", "not_holdable"),
    ("schocken", ("throw 1 2 6",), "hold 6", "not_holdable"),
    ("chic", ("throw 3 6 6", "turn"), "hold 6", "not_holdable"),
    ("chic", ("throw 1 2 3", "hold", "throw 1 2 4", "pass 1 6 low", "throw 1 2 6"), "hold 6", "cannot_beat"),
    ("chic", (*CHIC_IN_TWO, "throw 1 1 2"), "hold 1 1", "cannot_beat"),
    ("chic", (*CHIC_IN_TWO, "throw 2 6 6"), "turn", "cannot_beat"),
    # turning
    *((variant, ("throw 1 2 6",), "turn", "not_turnable") for variant in ("base", "schocken")),
    ("base", ("throw 1 2 3", "hold", "throw 3 6 6"), "turn", "not_turnable"),
    ("chic", ("throw 6 6 6", "turn"), "turn", "not_turnable"),
    (NO_TURNING, ("throw 3 6 6",), "turn", "not_turnable"),
    *(("bavarian", ("throw 6 6 6",), act, "must_turn") for act in ("pass", "hold")),
    # passing
    *(
        (variant, ("throw 3 6 6", "turn"), "pass", "must_throw")
        for variant in ("bavarian", "drinking", "schocken")
    ),
    ("base", ("throw 3 6 6", "turn"), "pass 1 6 low", "must_throw"),
    (TAKING_BACK, ("throw 2 3 4", "hold 2", "throw 3 4", "take_back 2"), "pass 1 6 low", "must_throw"),
    ("bavarian", ("throw 1 2 3", "hold", "throw 1 2 3", "pass", "throw 1 1 2"), "pass", "must_throw"),
    ("chic", ("throw 1 2 3", "hold", "throw 1 2 4", "pass 1 6 low", "throw 1 2 4"), "pass", "must_throw"),
    ("chic", ("throw 1 2 3",), "pass", "must_declare"),
    ("base", ("throw 1 2 3", "hold 1 2 3"), "pass", "must_declare"),
    ("base", ("throw 1 2 3",), "pass 1 5 low", "bad_declaration"),
    ("chic", ("throw 1 2 3",), "pass 1 60 low", "bad_declaration"),
    *(
        (variant, ("throw 1 2 3",), "pass 100 60 high", "bad_declaration")
        for variant in ("bavarian", "drinking", "schocken")
    ),
    (
        "base",
        ("throw 1 2 3", "hold", "throw 1 2 3", "pass 1 6 low", "throw 1 1 2"),
        "pass 1 6 low",
        "bad_declaration",
    ),
    # covering and revealing
    ("schocken", ("throw 2 4 6", "pass"), "throw 1 2 3", "must_cover"),
    ("schocken", ("throw 2 4 6", "hold", "throw 2 4 6", "hold"), "throw 1 2 3", "must_cover"),
    ("schocken", (), "cover", "not_now"),
    ("schocken", ("throw 2 4 6", "pass", "cover"), "reveal 1 2 3", "not_now"),
    ("schocken", ("throw 2 4 6", "pass", "cover", "cover"), "cover", "not_now"),
    ("schocken", ("throw 2 4 6", "pass", "cover", "cover"), "pass", "not_now"),
    (OPEN, ("throw 2 4 6", "pass"), "cover", "not_now"),
    (OPEN, ("throw 2 4 6", "pass"), "reveal 1 2 3", "not_now"),
    # calling
    ("schocken", (), "call jule on", "not_now"),
    ("schocken", (*A_LOST_ROUND, "throw 1 2 4"), "call jule on", "not_now"),
    (NO_JULE, A_LOST_ROUND, "call jule off", "not_now"),
    # the roll-off
    *(
        (variant, (ROLLING,), act, "not_now")
        for variant in scorer.DICE_VARIANTS
        for act in ("throw 1 2 3", "hold", "turn", "pass")
    ),
    ("chic", (ROLLING,), "off_board", "not_now"),
    *(("base", (), act, "not_now") for act in ("roll_off 1", "roll_off 1 2 3")),
    ("schocken", (), "roll_off 1 2 3", "not_now"),
    # glasses
    ("drinking", (), "filled", "not_now"),
    ("drinking", (), "name_loser Ben", "not_now"),
    ("drinking", (), "foul Ben unfilled", "not_now"),
    ("drinking", (), "foul Ben foreign_body", "not_now"),
    ("drinking", ("throw 2 2 2",), "throw 1 2 3", "not_now"),
    ("drinking", ("throw 2 2 2",), "leave Ben", "not_now"),
    ("drinking", ("throw 2 2 2",), "foul Anna foreign_body", "not_now"),
    ("drinking", ("leave Cem",), "foul Cem spill", "unknown_player"),
    ("drinking", ("leave Cem", "throw 2 2 2"), "name_loser Cem", "unknown_player"),
    ("drinking", (), "leave Ben redeemed_by Emil", "unknown_player"),
    ("drinking", (), "foul anna spill", "unknown_player"),  # a name is written as it is
]
FIRST_OF_SEVERAL: list[tuple[str, tuple[str, ...], str, str]] = [
    # the game is over, before an act that the variant does not know, a name and dice
    *(
        ("bavarian", ("throw 1 1 1", "throw 1 1 1"), act, "game_over")
        for act in ("throw 9", "cover", "leave Nobody", "pass 7 7 up")
    ),
    ("drinking", ("leave Ben", "leave Cem"), "foul Nobody spill", "game_over"),
    # an act that the variant does not know, before a name, the state and dice
    *(
        (variant, (), act, "not_now")
        for variant in ("base", "bavarian", "tschigg", "chic", "schocken")
        for act in ("name_loser Nobody", "foul Nobody spill", "filled")
    ),
    *(
        (variant, (), "reveal 9 9", "not_now")
        for variant in ("base", "bavarian", "tschigg", "chic", "drinking")
    ),
    *((variant, (), "take_back 9", "not_now") for variant in scorer.DICE_VARIANTS),
    # a name, before the state
    ("drinking", (), "name_loser Nobody", "unknown_player"),
    ("drinking", (), "foul Nobody unfilled", "unknown_player"),
    *(
        (variant, (first_throw(variant),), "leave Nobody", "unknown_player")
        for variant in scorer.DICE_VARIANTS
    ),
    *(
        (variant, (first_throw(variant),), "join Anna after Nobody", "unknown_player")
        for variant in scorer.DICE_VARIANTS
    ),
    ("drinking", ("throw 2 2 2",), "leave Nobody", "unknown_player"),
    ("drinking", ("throw 2 2 2",), "leave Ben redeemed_by Nobody", "unknown_player"),
    ("drinking", ("throw 2 2 2",), "foul Nobody foreign_body", "unknown_player"),
    ("drinking", ("leave Cem", "throw 2 2 2"), "leave Cem", "unknown_player"),
    # the state, before dice
    ("base", (ROLLING,), "throw 9", "not_now"),
    ("base", (), "roll_off 9", "not_now"),
    ("base", (), "hold 9", "not_now"),
    ("base", ("throw 1 2 3",), "throw 9", "not_now"),
    ("base", ("throw 1 2 3", "hold", "throw 1 2 3", "hold", "throw 1 2 3"), "hold 9", "not_now"),
    ("bavarian", ("throw 6 6 6",), "hold 9", "must_turn"),
    ("bavarian", ("throw 6 6 6",), "throw 9", "not_now"),
    ("schocken", ("throw 2 4 6", "pass"), "throw 9", "must_cover"),
    ("schocken", (), "reveal 9", "not_now"),
    (TAKING_BACK, ("throw 2 3 4", "hold 2"), "take_back 9", "not_now"),
    # the state, before what is declared
    ("base", (), "pass 7 7 up", "must_throw"),
    ("bavarian", ("throw 1 2 3", "hold", "throw 1 2 3", "pass", "throw 1 1 2"), "pass 1 6 low", "must_throw"),
    (
        "chic",
        ("throw 1 2 3", "hold", "throw 1 2 4", "pass 1 6 low", "throw 1 2 4"),
        "pass 1 6 low",
        "must_throw",
    ),
    ("base", ("throw 3 6 6", "turn"), "pass 7 7 up", "must_throw"),
    ("schocken", (), "pass 1 6 low", "must_throw"),
]


@pytest.fixture
def state_after(game):
    """Plays a variant, or a house variant's text, so far."""

    def play(variant, acts):
        rules = scorer.load_house(variant) if "=" in variant else None
        named = {"rules": rules} if rules else {"variant": variant}
        begun = game(leader=None, **named) if acts[:1] == (ROLLING,) else game(**named)
        return begun.play(*(act for act in acts if act != ROLLING)).state

    return play


def name(value):
    return "-".join(value) if isinstance(value, tuple) else str(value).replace("\n", "; ")


@pytest.mark.parametrize(("variant", "acts", "act", "code"), TABLE + FIRST_OF_SEVERAL, ids=name)
def test_an_act_that_does_not_fit_is_refused_with_its_code_its_rule_or_none_and_one_short_sentence(
    state_after, in_words, variant, acts, act, code
):
    state, wanted = state_after(variant, acts), in_words(act)
    assert not scorer.can(state, wanted)
    with pytest.raises(scorer.Refused) as caught:
        scorer.apply(state, wanted)
    refused = caught.value
    assert refused.code == code
    assert refused.rule is None or re.fullmatch(
        r"(CHI|BAS|BAY|TSC|CHC|DRK|SCH|HAU|TBL|PUB)-\d+", refused.rule
    )
    assert refused.message.endswith(".")
    assert len(refused.message) < 200


def test_every_code_of_the_protocol_is_in_these_tables():
    assert {code for *_, code in TABLE + FIRST_OF_SEVERAL} | {"bad_act"} == CODES
