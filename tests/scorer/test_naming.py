import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorer
from scorer.errors import BadName
from scorer.naming import initials, is_taken, read_name


def test_a_game_that_the_table_stops_is_over_without_a_loser(game):
    """RULES BAS-5: the table stops when it likes."""
    for variant in scorer.DICE_VARIANTS:
        begun = game(variant=variant)
        dice = (1, 2, 4)[: scorer.dice_expected(begun.state)]
        stopped = scorer.stop_game(begun.play(" ".join(map(str, ("throw", *dice)))).state)
        assert (stopped.stage, stopped.loser, stopped.to_act, stopped.free) == ("over", None, None, ())
        assert scorer.legal_acts(stopped) == ()


NAMES = st.lists(
    st.text(min_size=1, max_size=20).map(str.strip).filter(bool), min_size=1, max_size=12, unique=True
)


@given(NAMES)
def test_initials_tell_everybody_apart_and_say_no_more_of_a_name_than_two_letters(names):
    found = initials(names, "Spieler {}".format)
    assert list(found) == names
    assert len(set(found.values())) == len(names)
    for short in found.values():
        assert short.startswith("Spieler") or len([sign for sign in short if sign.isalpha()]) <= 4  # ß is SS


@pytest.mark.parametrize(
    ("name", "short"),
    [("Anna", "A."), ("jürgen", "J."), ("Max von Hohenstein", "M. H."), ("Ömer", "Ö."), ("🍺", "Spieler 1")],
)
def test_initials_are_those_of_the_first_and_the_last_word(name, short):
    assert initials([name], "Spieler {}".format)[name] == short


def test_two_with_the_same_initials_are_numbered():
    assert list(initials(["Anna", "Alf", "Ada"], "Spieler {}".format).values()) == ["A.", "A. (2)", "A. (3)"]


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        (" Anna ", "Anna"),
        ("\u3000Anna\u00a0 Lena", "Anna Lena"),
        ("Ju\u0308rgen", "Jürgen"),
        ("B" * 22, "B" * 22),
        ("u\u0308" * 22, "ü" * 22),
        ("🍺", "🍺"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),  # marks that an emoji or a writing needs
        ("\u05d3\u05b8\u05d5", "\u05d3\u05b8\u05d5"),
        ("Đặng Thị", "Đặng Thị"),
    ],
)
def test_PUB_11_a_name_is_read_composed_with_single_spaces_inside(raw, name):
    """RULES PUB-11: `" Anna "` is `Anna`."""
    assert read_name(raw) == name


UNSEEN = "\t\n\0\x07\x1b\u00ad\u200b\u200c\u200d\u200e\u2060\ufeff\u202e\ue000\ud800\u2028\u2029\u115f\u1160\u2800\u3164\uffa0\U000e0061"


@pytest.mark.parametrize(
    "raw",
    [
        "",
        " \u3000 ",
        "B" * 23,
        "Anna, Ben",
        *(form.format(sign) for sign in UNSEEN for form in ("An{}na", "Anna{}")),
    ],
)
def test_PUB_11_what_is_no_name(raw):
    """RULES PUB-11: 1 to 22 characters, no comma, nothing that cannot be seen."""
    with pytest.raises(BadName):
        read_name(raw)


LOOK_ALIKES = {
    "\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0423\u0430\u0435\u0455\u0456\u0458\u043e\u0440\u0441\u0443\u0445\u04bb\u0501\u051b\u051d\u0475": "ABESIJKMHOPCTXYaesijopcyxhdqwv",
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf\u03b9\u03c1\u03bd": "ABEZHIKMNOPTYXoipv",
}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(
            (strange, latin)
            for row, like in LOOK_ALIKES.items()
            for strange, latin in zip(row, like, strict=True)
        ),
        ("Anna", "ANNA"),
        ("Straße", "STRASSE"),
        ("anna", "\u0410NNA"),
        ("Ida", "lda"),
        ("Ida", "|da"),
        ("\u0131da", "1da"),
        ("Otto", "0tto"),
        ("\uff21nna", "Anna"),
    ],
)
def test_PUB_11_names_that_sound_or_look_alike_are_one(one, other):
    """RULES PUB-11: by sound (case folding) or by sight (case kept)."""
    assert is_taken(one, [other])
    assert is_taken(other, ["Ben", one])


@pytest.mark.parametrize(
    ("one", "other"), [("Ben", "Bén"), ("Lisa", "iisa"), ("Anna", "Anna 2"), ("Jo", "Jon")]
)
def test_PUB_11_others_are_not(one, other):
    """RULES PUB-11: marks count."""
    assert not is_taken(one, [other])
