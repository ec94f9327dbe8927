"""The workshop that draws cards: what it says is true of what it shows."""

from dataclasses import replace

import numpy as np
import pytest

from training.cards.beside import print_lines
from training.cards.decks import ALL, TEXTURE, Deck, draw_card, indices_of, some_deck
from training.cards.lettering import CHOOSE, REPORT, SPLITS, STROKES, Lettering, letterings, split_of
from training.cards.make_set import crop_of, half_hidden, is_covered, is_free, patches_of
from training.cards.outlines import CLUBS, DIAMONDS, LEAVES, PRINTS, STEMS
from training.cards.scenes import Conditions, scene, some_scene
from training.cards.suits import MIDDLING, Shapes, some_shapes, suit_mask
from vision.cards.networks import RANKS, SUITS, Mark, cut_out
from vision.image_pyramid import Halves

DECK = Deck(lettering=STROKES[0])


def zeros(count):
    return np.zeros(count, np.float32)


def test_a_deck_has_each_card_once():
    assert len(set(ALL)) == 52
    assert {suit for _, suit in ALL} == set(SUITS)
    assert {rank for rank, _ in ALL} == set(RANKS)


def test_a_card_is_the_same_on_its_head():
    for rank in ("A", "T", "K"):
        card = draw_card(DECK, rank, "H")[..., :3]
        middle = slice(len(card) // 2 - 8, len(card) // 2 + 8)
        turned = card[::-1, ::-1]
        off = np.abs(card - turned).mean(axis=2)
        off[middle] = 0
        # An odd pip in the middle column points one way only.
        assert (off > 60).mean() < 0.03, rank


def test_ink_is_where_an_index_is_said_to_be():
    for rank in RANKS:
        card = draw_card(DECK, rank, "S")[..., :3].min(axis=2)
        for index in indices_of(DECK, rank):
            x, y, half = (
                index.x * TEXTURE,
                index.y * TEXTURE,
                np.array([index.wide, index.high]) * TEXTURE / 2,
            )
            box = card[int(y - half[1]) : int(y + half[1]) + 1, int(x - half[0]) : int(x + half[0]) + 1]
            assert 0.15 < (box < 128).mean() < 0.9, rank


def test_no_figure_runs_into_an_index():
    """Between a court card's index and its figure there is bare paper, also beside the widest letters."""
    rng = np.random.default_rng(4)
    for number in range(24):
        deck = replace(some_deck(rng, STROKES), language=("sv", "de", "en")[number % 3])
        for rank, suit in zip("JQKJ", SUITS, strict=True):
            card = draw_card(deck, rank, suit)[..., :3]
            for index in (index for index in indices_of(deck, rank) if not index.turned and index.x < 28):
                top, low = (round((index.y + end * index.high / 2) * TEXTURE) for end in (-1, 1))
                beside = card[top:low, int((index.x + index.wide / 2) * TEXTURE) + 1 :][:, :1]
                assert np.abs(beside - np.array(deck.paper)).max() < 30, (number, rank)


def test_suits_of_one_deck_differ():
    rng = np.random.default_rng(2)
    for split in (None, *SPLITS, *SPLITS):
        shapes = some_shapes(rng, split)
        drawn = [suit_mask(suit, 40, shapes) for suit in SUITS]
        assert all(mask.shape[0] == 40 for mask in drawn)
        wide = min(mask.shape[1] for mask in drawn)
        cut = [mask[:, (mask.shape[1] - wide) // 2 :][:, :wide] for mask in drawn]
        assert all(np.abs(a - b).mean() > 0.04 for k, a in enumerate(cut) for b in cut[:k]), shapes


def widths(suit, **how):
    """Return how wide a suit is in each hundredth of its height, some ten decks that draw it so."""
    rng = np.random.default_rng(9)
    tastes = [tuple(rng.uniform(0, 1, len(MIDDLING)).tolist()) for _ in range(10)]
    shapes = [
        Shapes(**how, **dict.fromkeys(("hearts", "spades", "clubs", "diamonds"), taste)) for taste in tastes
    ]
    return [(suit_mask(suit, 100, shape) > 0.5).sum(axis=1) for shape in shapes]


def ways(*kinds):
    return sorted({way for of in kinds for split in SPLITS for way in of[split]})


@pytest.mark.parametrize("way", ways(LEAVES))
def test_a_heart_is_broad_above_and_ends_in_a_point(way):
    for wide in widths("H", heart=way):
        assert 10 <= wide.argmax() <= 55
        assert wide[-6:].mean() < 0.2 * wide.max()


@pytest.mark.parametrize("way", ways(LEAVES))
@pytest.mark.parametrize("stem", ways(STEMS))
def test_a_spade_has_its_point_above_and_its_breadth_below_on_a_narrower_stem(way, stem):
    for wide in widths("S", spade=way, stem=stem):
        assert wide[:6].mean() < 0.25 * wide.max()
        assert 35 <= wide.argmax() <= 90
        assert wide[85:].min() < 0.6 * wide.max()


@pytest.mark.parametrize("way", ways(CLUBS))
def test_a_club_has_one_leaf_above_and_two_beside(way):
    for wide in widths("C", club=way):
        upper, lower = wide[:25].max(), wide[35:80].max()
        assert wide[4] > 0.1 * wide.max()
        assert lower > 1.1 * upper > 0.3 * lower


@pytest.mark.parametrize("way", ways(DIAMONDS))
def test_a_diamond_is_as_broad_above_as_below_and_broadest_in_the_middle(way):
    for wide in widths("D", diamond=way):
        assert np.abs(wide - wide[::-1]).mean() <= 3
        assert wide[45:55].max() == wide.max() > 2 * wide[12]


@pytest.mark.parametrize("inked", ways(PRINTS))
def test_what_is_left_of_a_suit_by_its_print_lies_within_the_full_one(inked):
    for suit in SUITS:
        full, printed = (suit_mask(suit, 100, Shapes(inked=how)) for how in ("full", inked))
        assert printed.shape == full.shape
        assert (printed <= full + 1e-3).all()
        assert printed.sum() > 0.3 * full.sum()


@pytest.mark.parametrize("of", [LEAVES, CLUBS, STEMS, DIAMONDS])
def test_no_way_of_drawing_a_suit_is_in_two_splits(of):
    drawn = [way for split in SPLITS for way in of[split]]
    assert len(drawn) == len(set(drawn))
    assert all(of[split] for split in SPLITS)


def test_decks_of_a_split_have_its_suits_only():
    rng = np.random.default_rng(11)
    for split in SPLITS:
        shapes = [some_deck(rng, STROKES, suits=split).shapes for _ in range(20)]
        assert {shape.spade for shape in shapes} <= set(LEAVES[split])
        assert {shape.club for shape in shapes} <= set(CLUBS[split])
    assert {some_deck(rng, STROKES, suits=None).shapes.spade for _ in range(9)} == {"drawn"}


def test_an_index_that_is_said_to_be_free_shows_the_same_in_every_card_of_the_scene():
    """Turned upright by the scene's data, free indices of one card are alike and those of other cards are not."""
    rng = np.random.default_rng(5)
    plain = Conditions(
        "plain", px_per_mm=(3.0, 3.0), blur=(0.3, 0.4), noise=(0.0, 0.001), hard=0.0, shade=0.0, plain=True
    )
    laid = scene(rng, DECK, [("7", "S"), ("Q", "H"), ("A", "C")], "apart", plain)
    copies = Halves(laid.picture)
    cut = [
        (
            index.card,
            cut_out(copies, Mark(1.0, index.x, index.y, index.high, index.up, zeros(13), zeros(4)))[
                6:42, 8:24
            ].astype(float),
        )
        for index in laid.indices
        if index.seen > 0.98
    ]
    same = [np.abs(a - b).mean() for k, (n, a) in enumerate(cut) for m, b in cut[:k] if n == m]
    other = [np.abs(a - b).mean() for k, (n, a) in enumerate(cut) for m, b in cut[:k] if n != m]
    assert len(same) == 3
    assert max(same) < min(other)


def test_a_card_that_lies_under_another_has_less_to_see():
    laid = scene(
        np.random.default_rng(1), DECK, [("2", "S"), ("3", "S")], "row", Conditions("plain", plain=True)
    )
    under, upper = ([index.seen for index in laid.indices if index.card == card] for card in (0, 1))
    assert min(upper) > 0.95
    assert min(under) < 0.5 < max(under)


def test_what_covers_a_letter_or_a_suit_counts_more_than_what_covers_as_much_of_both():
    """A letter cut in two may look like another, though most of its index lies free."""
    rng = np.random.default_rng(3)
    laid = [index for _ in range(12) for index in some_scene(rng, DECK).indices]
    assert all(index.whole <= index.seen + 1e-9 for index in laid)
    assert any(is_covered(index) and index.seen > index.whole + 0.1 for index in laid)
    assert any(is_free(index) for index in laid)
    assert not any(is_free(index) and is_covered(index) for index in laid)


def test_an_edge_across_an_index_hides_a_part_of_its_letter_or_its_suit_and_never_all():
    rng = np.random.default_rng(6)
    index, cover = np.zeros((48, 32, 3), np.uint8), np.full((48, 32, 3), 255, np.uint8)
    for _ in range(200):
        hidden = half_hidden(rng, index, cover)[..., 0] > 128
        letter, suit = hidden[7:22, 9:23].mean(), hidden[25:42, 9:23].mean()
        assert 0.05 < letter < 0.95 or 0.05 < suit < 0.95


def test_printed_lines_lie_on_the_board_and_are_no_index():
    rng = np.random.default_rng(7)
    bare = np.full((450, 450, 3), 200, np.float32)
    for number in range(8):
        printed = bare.copy()
        print_lines(rng, printed, 3.0, STROKES[number % len(STROKES)])
        assert (np.abs(printed - bare).max(axis=2) > 40).any()
        assert printed.min() >= 0
        assert printed.max() <= 255


def test_what_is_learned_from_a_scene_is_labelled_as_it_lies():
    rng = np.random.default_rng(8)
    laid = some_scene(rng, some_deck(rng, STROKES))
    crop, rows = crop_of(rng, laid)
    assert crop.shape == (128, 128, 3)
    assert len(rows) == len(laid.indices)
    assert np.hypot(rows[:, 3], rows[:, 4]) == pytest.approx(1, abs=0.01)
    patches = patches_of(rng, laid)
    truth = {(RANKS.index(index.rank), SUITS.index(index.suit)) for index in laid.indices}
    assert {what for _, what in patches} <= truth | {(13, 4)}


def test_families_of_fonts_are_in_one_split_only():
    assert not set(CHOOSE) & set(REPORT)
    assert {split_of(name) for name in ("C059-Bold", "texgyreschola-regular", "RobotoSlab-Bold")} == {
        "report"
    }
    assert {split_of(name) for name in ("P052-Roman", "texgyrepagella-bold")} == {"choose"}
    assert split_of("NimbusSans-Bold") == "train"


def test_a_folder_without_fonts_offers_none(tmp_path):
    pytest.importorskip("PIL", reason="Pillow is of the extra `training` only")
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    assert letterings([tmp_path], "train") == []


def test_a_letter_is_as_high_as_it_was_asked_for():
    for text in ("A", "K", "8", "10"):
        assert len(Lettering(STROKES[0].font).mask(text, 30.0)) == pytest.approx(30, abs=2)
