import pytest

from knobeltisch.access.access_control import DAY_S, IDLE_S, MOST, YEAR_S, AccessControl
from knobeltisch.access.pin import set_pin
from knobeltisch.errors import Denied
from web.visitors import Role

PIN = "271828"


class Clocks:
    """The time of day and the clock that never jumps, both moved by tests."""

    def __init__(self):
        self.day, self.ticks, self.set = 1_800_000_000.0, 50.0, True


@pytest.fixture
def clocks():
    return Clocks()


@pytest.fixture
def store(store):
    set_pin(store, PIN)
    return store


@pytest.fixture
def open_door(store, clocks):
    """Open the access control; a second call acts like a restart."""
    return lambda **more: AccessControl(
        store,
        everyone=False,
        clock=lambda: clocks.day,
        ticks=lambda: clocks.ticks,
        is_set=lambda: clocks.set,
        **more,
    )


@pytest.fixture
def access(open_door):
    return open_door()


def enter(access, token=None, pin=PIN, address="192.168.0.7"):
    return access.enter(pin, token=token, address=address)


@pytest.fixture
def tablet(access):
    """The token of a paired tablet whose landlord has left."""
    token = enter(access)
    access.pair(token, "Android, Chrome")
    access.leave(token)
    return token


def test_a_paired_tablet_plays_on_after_the_landlord_has_left(access, tablet):
    visitor = access.visitor(tablet)
    assert visitor.role is Role.TABLE
    assert visitor.paired


def test_a_tablet_stays_paired_over_a_restart_and_a_landlord_does_not(access, tablet, open_door):
    enter(access, tablet)
    assert open_door().visitor(tablet).role is Role.TABLE


def test_a_landlord_ends_after_half_an_hour_of_rest(access, clocks):
    token = enter(access)
    clocks.ticks += IDLE_S - 1
    access.renew_session(token)
    clocks.ticks += IDLE_S - 1
    assert access.visitor(token).role is Role.LANDLORD
    clocks.ticks += 1
    assert access.visitor(token).role is Role.VIEWER


def test_the_game_on_the_same_tablet_does_not_keep_the_landlord_in(access, tablet, clocks):
    enter(access, tablet)
    for _ in range(4):
        clocks.ticks += IDLE_S / 3
        access.visitor(tablet)
    assert access.visitor(tablet).role is Role.TABLE


def test_a_landlord_keeps_the_token_of_his_tablet_so_that_a_pulled_plug_does_not_unpair_it(access, tablet):
    assert enter(access, tablet) == tablet


def test_a_browser_that_has_entered_the_pin_waits_for_no_stranger_at_its_address_even_after_a_restart(
    access, open_door, clocks
):
    landlord = enter(access, None)
    again = open_door()
    clocks.ticks += IDLE_S + 1
    for _ in range(3):
        with pytest.raises(Denied):
            again.enter("wrong!", token=None, address="192.168.1.7")
    assert enter(again, landlord) == landlord


def test_a_token_that_the_house_does_not_know_is_never_taken_over(access):
    """Else somebody could plant a token in the landlord's browser and wait for him."""
    assert enter(access, "planted by a guest") != "planted by a guest"


def test_a_tablet_lives_a_year_from_its_last_day(access, tablet, clocks):
    def years(count, days):
        clocks.day += count * YEAR_S + days * DAY_S
        clocks.ticks += count * YEAR_S + days * DAY_S

    for _ in range(2):
        years(1, -1)
        assert access.visitor(tablet).role is Role.TABLE
    years(1, 1)
    assert access.visitor(tablet).role is Role.VIEWER


@pytest.mark.parametrize("is_set", [False, True])
def test_a_tablet_is_paired_again_once_a_clock_is_right_that_was_years_ahead(
    access, tablet, clocks, open_door, is_set
):
    right, clocks.day, clocks.set = clocks.day, clocks.day + 11 * YEAR_S, is_set
    assert (access.visitor(tablet).role is Role.TABLE) is not is_set
    clocks.day, clocks.set = right + DAY_S, True
    again = open_door()
    assert again.visitor(tablet).role is Role.TABLE
    clocks.day += YEAR_S + 2 * DAY_S
    assert again.visitor(tablet).role is Role.VIEWER


def test_a_tablet_that_was_paired_before_the_clock_was_set_stays_so_afterwards(access, clocks):
    clocks.set = False
    clocks.day -= 2 * YEAR_S
    tablet = access.pair(enter(access), "Android")
    clocks.day, clocks.set = clocks.day + 2 * YEAR_S, True
    clocks.ticks += IDLE_S
    assert access.visitor(tablet).role is Role.TABLE


def test_a_tablet_that_is_forgotten_gives_its_place_to_a_new_one(access, clocks):
    for _ in range(MOST):
        access.pair(enter(access), "Android")
    clocks.day += YEAR_S + DAY_S
    access.pair(enter(access), "iPad")
    assert [device["name"] for device in access.devices()] == ["iPad"]


def test_a_clock_that_jumps_back_unpairs_nothing(access, tablet, clocks):
    clocks.day = 0.0
    assert access.visitor(tablet).role is Role.TABLE
    clocks.day = 3600.0
    assert access.visitor(tablet).role is Role.TABLE


def test_a_removed_tablet_only_looks_and_a_landlord_on_it_is_one_no_longer(access, tablet, open_door):
    enter(access, tablet)
    (listed,) = access.devices()
    assert access.revoke(str(listed["device"]))
    assert access.visitor(tablet).role is Role.VIEWER
    assert open_door().visitor(tablet).role is Role.VIEWER
    assert not access.revoke(str(listed["device"]))


def test_the_list_names_devices_and_tells_no_token(access, tablet, clocks):
    (listed,) = access.devices()
    assert listed["name"] == "Android, Chrome"
    assert listed["since"] == listed["seen"] == clocks.day
    assert tablet not in str(listed)


def test_tokens_are_kept_as_hashes_alone(access, tablet, tmp_path):
    for file in tmp_path.iterdir():
        assert tablet.encode() not in file.read_bytes()


def test_there_are_only_so_many_devices(access):
    for _ in range(MOST):
        access.pair(enter(access), "Android")
    with pytest.raises(Denied, match=f"{MOST} devices are the maximum"):
        access.pair(enter(access), "Android")


def test_a_new_pin_ends_all_other_landlords(access):
    mine, other = enter(access), enter(access)
    access.pin.propose()
    access.adopt(mine)
    assert access.visitor(mine).role is Role.LANDLORD
    assert access.visitor(other).role is Role.VIEWER


@pytest.mark.parametrize(
    ("one", "other"), [("fe80::1", "fe80::2:3:4"), ("192.168.0.7", "192.168.0.7")], ids=["ipv6", "ipv4"]
)
def test_a_stranger_cannot_get_around_the_wait_by_another_address_of_his_own(access, one, other):
    with pytest.raises(Denied, match="not the PIN"):
        enter(access, pin="000000", address=one)
    with pytest.raises(Denied, match="Too many wrong PINs"):
        enter(access, address=other)
