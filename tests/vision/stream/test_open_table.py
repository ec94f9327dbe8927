import cv2
import numpy as np
import pytest

from hardware.simulated import Lift, PutDown, Wait
from tests.support.simulated import bare_table
from vision.still.known import Expectation, at_most, exactly
from vision.stream.watcher import NotReported, Watcher
from vision.types import Doubt, Fate, Scene, Sighting, Status, UnreadDice, WhyUnread

DIE_PX = 44
SHADOW_PX = 14


def felt(*dice):
    """Draw dice from above on felt: (value, x, y), white with black pips, and the shadow that distinguishes a die from a print."""
    picture = np.full((360, 640, 3), (60, 110, 50), np.uint8)
    rows, columns = np.mgrid[:360, :640]
    for value, x, y in dice:
        low, high = SHADOW_PX - DIE_PX // 2, SHADOW_PX + DIE_PX // 2
        picture[y + low : y + high, x + low : x + high] = (30, 55, 25)
        picture[y - DIE_PX // 2 : y + DIE_PX // 2, x - DIE_PX // 2 : x + DIE_PX // 2] = 235
        for across, down in pips(value):
            apart = np.hypot(columns - x - across * DIE_PX * 0.27, rows - y - down * DIE_PX * 0.27)
            picture[apart < DIE_PX * 0.095] = 25
    return picture


def pips(value):
    one = [(0, 0)] if value % 2 else []
    two = [(-1, -1), (1, 1)] if value > 1 else []
    four = [(1, -1), (-1, 1)] if value > 3 else []
    return one + two + four + ([(-1, 0), (1, 0)] if value == 6 else [])


def watch(*scenes):
    """Show each picture for a second at ten a second; give what was sighted."""
    watcher, events, number = Watcher(), [], 0
    for picture in scenes:
        for _ in range(10):
            events.extend(watcher.feed(picture, number / 10))
            number += 1
    return [event for event in events if isinstance(event, Sighting)]


def values(sighting):
    return sorted(seen.die.value for seen in sighting.seen)


FIVE = felt((5, 100, 100))
LARGER = np.repeat(np.repeat(felt((3, 50, 60)), 2, axis=0), 2, axis=1)


@pytest.mark.parametrize(
    ("scenes", "told"),
    [
        ([felt()], []),
        ([felt((5, 100, 100), (2, 400, 200))], [[2, 5]]),
        ([FIVE, felt((3, 300, 200))], [[5], [3]]),
        ([FIVE, (FIVE * 0.7).astype(np.uint8)], [[5]]),
        ([FIVE, felt(), FIVE], [[5], [5]]),
        ([FIVE, LARGER], [[5], [3]]),
        *(([np.zeros(shape, np.uint8)], []) for shape in ((1, 1, 3), (3, 2000, 3), (40, 3, 3))),
    ],
)
def test_each_throw_is_told_once_and_nothing_else_is(scenes, told):
    sightings = watch(*scenes)
    assert [values(sighting) for sighting in sightings] == told
    for sighting in sightings[:1]:
        assert {seen.fate for seen in sighting.seen} == {Fate.THROWN}
        five = next(seen.die for seen in sighting.seen if seen.die.value == 5)
        assert (five.x, five.y) == pytest.approx((100, 100), abs=2)


def test_the_same_dice_after_a_hand_are_not_reported_again():
    dice = felt((5, 100, 100), (3, 300, 200))
    covered = dice.copy()
    covered[:160, :200] = (120, 150, 190)
    watcher = Watcher()
    pictures = [dice] * 10 + [covered] * 3 + [dice] * 10
    events = [
        event for number, picture in enumerate(pictures) for event in watcher.feed(picture, number / 10)
    ]
    assert len([event for event in events if isinstance(event, Sighting)]) == 1
    assert [event.still for event in events if isinstance(event, Scene)].count(False) >= 3


def test_dice_that_never_rest_are_never_read():
    watcher = Watcher()
    sightings = [
        event
        for number in range(40)
        for event in watcher.feed(felt((5, 100 + 9 * (number % 3), 100)), number / 10)
        if isinstance(event, Sighting)
    ]
    assert sightings == []


def handheld(picture, number, rng):
    """Show a picture as a hand-held camera would at 30 pictures a second: on rough cloth, swaying, with noise."""
    at = number / 30
    turn, zoom = 0.8 * np.sin(1.7 * at), 1 + 0.006 * np.sin(2.3 * at)
    move = cv2.getRotationMatrix2D((320, 180), turn, zoom)
    move[:, 2] += (9 * np.sin(1.9 * at), 7 * np.cos(2.1 * at))
    shown = cv2.warpAffine(picture, move, (640, 360), borderMode=cv2.BORDER_REFLECT_101)
    return np.clip(shown + rng.normal(0, 2, shown.shape), 0, 255).astype(np.uint8)


def on_cloth(picture, seed):
    weave = np.random.default_rng(seed).integers(0, 30, (60, 106, 1)).astype(np.float32)
    weave = cv2.resize(weave, (640, 360), interpolation=cv2.INTER_CUBIC)[..., None]
    cloth = np.all(picture == (60, 110, 50), axis=2, keepdims=True)
    return np.clip(picture + cloth * weave, 0, 255).astype(np.uint8)


def watch_by_hand(*scenes, seed):
    """Show scenes (picture, seconds) through a camera held in a hand; return the sightings and the rests."""
    rng, watcher, number, sightings = np.random.default_rng(seed), Watcher(), 0, []
    for picture, seconds in scenes:
        for _ in range(round(30 * seconds)):
            sightings += watcher.feed(handheld(on_cloth(picture, seed), number, rng), number / 30)
            number += 1
    sightings += watcher.end()
    return [event for event in sightings if isinstance(event, Sighting)], watcher.rests


def arm_over(picture, tip):
    shown = picture.copy()
    cv2.ellipse(shown, (320, tip + 180), (110, 180), 0, 0, 360, (120, 150, 205), cv2.FILLED)
    return shown


def arm(picture):
    """Let an arm come in and leave within 0.4 s."""
    return [
        (arm_over(picture, tip), 1 / 30) for tip in (330, 270, 210, 150, 90, 60, 90, 150, 210, 270, 330, 380)
    ]


def test_a_throw_that_rests_for_half_a_second_before_a_swaying_camera_is_reported():
    dice = felt((5, 200, 150), (3, 400, 220), (1, 300, 80))
    sightings, _ = watch_by_hand(*arm(dice), (dice, 0.5), *arm(dice), seed=1)
    assert [(sighting.reading.status, values(sighting)) for sighting in sightings] == [(Status.OK, [1, 3, 5])]


@pytest.mark.long
def test_dice_that_only_the_camera_moved_over_are_not_reported_twice():
    dice = felt((5, 200, 150), (3, 400, 220), (1, 300, 80))
    sightings, _ = watch_by_hand((dice, 1.0), *arm(dice), (dice, 1.0), seed=1)
    assert [values(sighting) for sighting in sightings] == [[1, 3, 5]]


@pytest.mark.long
def test_the_same_values_that_lie_otherwise_are_another_throw():
    first, second = felt((5, 200, 150), (3, 400, 220)), felt((5, 400, 150), (3, 200, 220))
    sightings, _ = watch_by_hand((first, 0.6), *arm(second), (second, 0.6), seed=1)
    assert [values(sighting) for sighting in sightings] == [[3, 5], [3, 5]]


def test_a_rest_that_ends_before_three_pictures_were_read_is_noted_as_too_short():
    sightings, rests = watch_by_hand(
        *arm(felt((5, 200, 150))), (felt((5, 200, 150)), 0.1), *arm(felt()), seed=1
    )
    assert sightings == []
    assert {outcome for _, outcome in rests} == {NotReported.SHORT}


def blurred(picture):
    return cv2.GaussianBlur(picture, (0, 0), 8)


def show(*scenes):
    """Show each picture for so many tenths of a second; give the status and values of each sighting, and the rests."""
    watcher, events, number = Watcher(), [], 0
    for picture, tenths in scenes:
        for _ in range(tenths):
            events += watcher.feed(picture, number / 10)
            number += 1
    events += watcher.end()
    found = [event for event in events if isinstance(event, Sighting)]
    return [(sighting.reading.status, values(sighting)) for sighting in found], watcher.rests


def rolling(seconds):
    """Move a patch over the felt, one picture a tenth of a second."""
    return [(felt((1, 60 + 50 * (number % 10), 300)), 1) for number in range(round(10 * seconds))]


THREE = felt((5, 100, 100), (2, 400, 200), (1, 250, 300))
OTHERS = felt((4, 150, 120), (6, 480, 90), (3, 330, 240))
DICE_APART = felt((5, 100, 100), (2, 400, 200), (1, 250, 150))


def play(*scenes):
    """Show each picture of a game with three dice for a second; return the sightings."""
    watcher, events, number = Watcher(), [], 0
    watcher.expect(Expectation(lift=exactly(3), otherwise=at_most(3)))
    for picture in scenes:
        for _ in range(15):
            events += watcher.feed(picture, number / 10)
            number += 1
    return [event for event in events if isinstance(event, Sighting)]


@pytest.mark.long
def test_in_a_game_dice_that_stay_while_the_others_are_in_a_hand_are_no_throw():
    first, second = play(THREE, felt((5, 100, 100)), felt((5, 100, 100), (3, 420, 90), (6, 200, 200)))
    assert (values(first), values(second)) == ([1, 2, 5], [3, 5, 6])
    assert [seen.fate for seen in second.seen if seen.die.value == 5] == [Fate.STAYED]


def test_in_a_game_a_die_that_lies_elsewhere_counts_as_thrown_though_it_may_have_been_pushed():
    _, second = play(THREE, felt((5, 180, 100), (3, 420, 90), (6, 200, 200)))
    assert {seen.fate for seen in second.seen} == {Fate.THROWN}


@pytest.mark.parametrize(
    ("numbers", "doubts"),
    [
        ({0, 3}, ()),
        ({1, 3}, ()),
        (at_most(3), (Doubt.COUNT,)),
        (at_most(4), (Doubt.COUNT,)),
        ({3, 4}, (Doubt.COUNT,)),
    ],
)
def test_in_a_game_only_an_exact_number_is_sure(numbers, doubts):
    """Beside three dice a strange one may lie, or a fourth on top of another."""
    watcher = Watcher()
    watcher.expect(Expectation(lift=frozenset(numbers), otherwise=at_most(4)))
    events = [
        event for number in range(30) for event in watcher.feed(THREE if number else felt(), number / 10)
    ]
    (reading,) = [event.reading for event in events if isinstance(event, Sighting)]
    assert reading.doubts == doubts
    assert (reading.status is Status.OK) == (not doubts)


@pytest.mark.long
@pytest.mark.parametrize("trouble", [{"cocked": True}, {"stacked": True}], ids=["leaning", "stacked"])
def test_in_a_game_dice_that_do_not_lie_flat_are_asked_about(trouble):
    table, watcher = bare_table(seed=4, fps=10.0, cocked_share=0.0), Watcher()
    watcher.expect(Expectation(lift=frozenset({0, 3}), otherwise=at_most(3)))
    table.do(PutDown(dice_in_cup=(0, 1, 2)), Lift(**trouble), Wait(seconds=2.5))
    events = []
    while table.busy:
        table.advance(1 / table.fps)
        events += watcher.feed(table.render(), table.now)
    readings = [event.reading for event in events if isinstance(event, Sighting)]
    assert {reading.status for reading in readings} <= {Status.UNSURE}
    assert readings


def test_in_a_game_the_same_values_elsewhere_are_in_doubt():
    _, second = play(THREE, felt((5, 180, 140), (2, 420, 100), (1, 250, 200)))
    assert (second.reading.status, second.reading.doubts) == (Status.UNSURE, (Doubt.PUSHED,))


@pytest.mark.long
def test_in_a_game_too_few_dice_are_said_only_once_no_hand_can_hold_another():
    watcher = Watcher()
    watcher.expect(Expectation(lift=exactly(3), otherwise=at_most(3)))
    pictures = enumerate([felt()] * 10 + [felt((5, 100, 100), (2, 400, 200))] * 20)
    ((at, doubts),) = [
        (number / 10, event.reading.doubts)
        for number, picture in pictures
        for event in watcher.feed(picture, number / 10)
        if isinstance(event, Sighting)
    ]
    assert (doubts, at > 2.2) == ((Doubt.COUNT,), True)


def test_a_sender_of_small_pictures_is_asked_for_whole_ones_only_while_dice_are_due():
    watcher, small, wanted = Watcher(), cv2.resize(THREE, (320, 180)), []
    for number in range(20):
        if watcher.wants_whole:
            wanted.append(number)
            watcher.feed(THREE, number / 10, small)
        else:
            watcher.glance(small, number / 10)
    assert wanted == [0, 2, 4]


def test_a_rest_of_half_a_second_is_read_even_if_hardly_a_picture_comes_once_it_has_settled():
    rolled = [(felt((1, 60 + 50 * number, 300)), 1) for number in range(4)]
    (sighting,) = told([*rolled, (THREE, 6), (felt(), 3)])
    assert (sighting.reading.status, values(sighting)) == (Status.OK, [1, 2, 5])


DICE = felt((5, 200, 150), (3, 400, 220))


@pytest.mark.parametrize(
    ("scenes", "said", "outcomes"),
    [
        ([*rolling(0.4), (DICE, 10)], [Status.OK], [NotReported.SHORT]),
        pytest.param([*rolling(0.4)], [Status.UNSURE], [], marks=pytest.mark.long),
        ([*rolling(1.5), (DICE, 10)], [Status.UNSURE, Status.OK], []),
    ],
    ids=["they roll on", "they are taken away", "they lie elsewhere later"],
)
def test_doubtful_dice_are_asked_about_unless_they_only_rolled_on(scenes, said, outcomes):
    sightings, rests = show((blurred(DICE), 7), *scenes)
    assert [status for status, _ in sightings] == said
    assert [outcome for _, outcome in rests] == outcomes


def told(scenes):
    """Show scenes (picture, tenths of a second) to a game of three dice, with a table's time to settle; return the events."""
    watcher, events, number = Watcher(), [], 0
    watcher.expect(Expectation(lift=exactly(3), otherwise=at_most(3)))
    for picture, tenths in scenes:
        for _ in range(tenths):
            events += watcher.feed(picture, number / 10)
            number += 1
    return [event for event in events if isinstance(event, Sighting | UnreadDice)]


def with_shadow(picture, number):
    """Let a shadow run along the lower edge."""
    shown = picture.copy()
    left = 60 * (number % 10)
    shown[290:350, left : left + 60] //= 2
    return shown


def shown_by_turns(picture, number):
    """Let patches of shadow come and go all over it."""
    rows, columns = np.mgrid[:360, :640] // 40
    return np.where(((rows + columns) % 2 < 1)[..., None], picture, picture // (1 + number % 2))


def lying_for(tenths, *scenes):
    """Let dice lie between pictures of an empty cloth that is never still."""
    return [
        *((with_shadow(felt(), n), 1) for n in range(10)),
        (scenes[0], tenths),
        *((with_shadow(felt(), n), 1) for n in range(15)),
    ]


@pytest.mark.parametrize(
    ("scenes", "whys"),
    [
        (lying_for(2, THREE), [WhyUnread.SHORT]),
        (lying_for(4, THREE), []),
        ([*lying_for(2, THREE), *lying_for(2, OTHERS), *lying_for(2, THREE)], [WhyUnread.SHORT] * 3),
        ([(felt(), 10), *((shown_by_turns(THREE, n), 1) for n in range(30))], [WhyUnread.MOVES]),
        ([(felt(), 10), *((with_shadow(felt(), n), 1) for n in range(30))], []),
        ([(THREE, 10), *((with_shadow(THREE, n), 1) for n in range(30))], []),
    ],
    ids=["too short", "long enough", "three of them", "light over them", "no dice", "known dice"],
)
def test_each_throw_that_no_rest_was_long_enough_for_gets_its_sentence_and_nothing_else_gets_one(
    scenes, whys
):
    assert [event.why for event in told(scenes) if isinstance(event, UnreadDice)] == whys


def test_a_shadow_beside_dice_of_an_exact_number_does_not_keep_them_from_counting():
    (event,) = told([(felt(), 10), *((with_shadow(DICE_APART, n), 1) for n in range(20))])
    assert (event.reading.status, values(event)) == (Status.OK, [1, 2, 5])


def with_hand(picture, number):
    shown, (x, y) = picture.copy(), (90 + 67 * number % 460, 80 + 41 * number % 200)
    return cv2.ellipse(shown, (x, y), (60, 40), 0, 0, 360, (120, 150, 205), cv2.FILLED)


@pytest.mark.parametrize(
    ("seconds", "moving", "fault"),
    [(12, shown_by_turns, True), (8, shown_by_turns, False), (14, with_hand, False)],
)
def test_a_picture_that_does_not_rest_for_ten_seconds_is_at_fault_until_it_rests(seconds, moving, fault):
    watcher, number = Watcher(), 0
    for number in range(10 * seconds):
        watcher.feed(moving(THREE, number), number / 10)
    assert watcher.never_rests is fault
    for later in range(number + 1, number + 8):
        watcher.feed(THREE, later / 10)
    assert not watcher.never_rests
