import contextlib
import threading

import pytest

from knobeltisch.access import pin as pin_module
from knobeltisch.access.pin import FIRST_TRIES, HOLD_S, QUIET_TRIES, WRONG, Backoff, Pin, set_pin
from knobeltisch.errors import Denied


class Ticks:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def ticks():
    return Ticks()


@pytest.fixture
def said():
    return []


@pytest.fixture
def pin(store, ticks, said):
    pin = Pin(store, ticks, said.append)
    pin.begin()
    return pin


def other(digits):
    return f"{(int(digits) + 1) % 10**6:06}"


def denied(call, *args, **more):
    with pytest.raises(Denied) as caught:
        call(*args, **more)
    return caught.value


def test_the_first_pin_has_six_digits_and_is_said_once(pin, said):
    (first,) = said
    assert len(first) == 6
    assert first.isdecimal()


def test_the_pin_never_stands_on_the_disk(pin, said, tmp_path):
    pin.claim(None)
    for file in tmp_path.iterdir():
        assert said[0].encode() not in file.read_bytes()


def test_a_restart_before_it_was_noted_makes_another_pin(pin, store, ticks, said):
    pin.claim(None)
    Pin(store, ticks, said.append).begin()
    assert len(said) == 2
    assert denied(pin.check, said[0], "a", known=False).code == "wrong_pin"


def test_a_restart_after_it_was_noted_keeps_the_pin_and_says_nothing(pin, store, ticks, said):
    pin.confirm(pin.claim(None)[1])
    again = Pin(store, ticks, said.append)
    again.begin()
    again.check(said[0], "a", known=False)
    assert len(said) == 1


def test_of_two_browsers_only_the_first_sees_the_pin_and_can_confirm_it(pin):
    _, holder = pin.claim(None)
    assert denied(pin.claim, None).code == "taken"
    assert denied(pin.confirm, None).code == "taken"
    assert denied(pin.confirm, "guessed").code == "taken"
    pin.confirm(holder)
    assert pin.is_confirmed


def test_two_browsers_at_the_same_moment_get_one_pin_between_them(pin):
    got, together = [], threading.Barrier(8)

    def claim():
        together.wait()
        with contextlib.suppress(Denied):
            got.append(pin.claim(None))

    threads = [threading.Thread(target=claim) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 1


def test_when_the_first_browser_goes_away_the_next_gets_a_pin_that_nobody_saw(pin, ticks):
    seen, old = pin.claim(None)
    ticks.now += HOLD_S
    fresh, _ = pin.claim(None)
    assert fresh != seen
    assert denied(pin.confirm, old).code == "taken"
    assert denied(pin.check, seen, "a", known=False).code == "wrong_pin"


def test_who_enters_it_from_the_console_has_noted_it(pin, said):
    pin.check(said[0], "a", known=False)
    assert pin.is_confirmed


def test_a_proposed_pin_counts_only_once_it_is_adopted(pin, said):
    pin.check(said[0], "a", known=False)
    new = pin.propose()
    pin.check(said[0], "a", known=False)
    pin.adopt()
    pin.check(new, "a", known=False)
    assert denied(pin.check, said[0], "a", known=False).code == "wrong_pin"
    assert denied(pin.adopt).code == "no_proposal"


def test_wrong_pins_wait_longer_each_time_and_say_how_long(pin, said, ticks):
    waits = []
    for _ in range(4):
        error = denied(pin.check, other(said[0]), "a", known=False)
        assert f"wait {error.wait:.0f} seconds" in str(error)
        waits.append(error.wait)
        ticks.now += error.wait
    assert waits == [2, 4, 8, 16]


def test_while_it_waits_even_the_right_pin_is_not_looked_at(pin, said):
    denied(pin.check, other(said[0]), "a", known=False)
    assert denied(pin.check, said[0], "a", known=False).code == "locked"


def test_a_hundred_strangers_cost_the_right_pin_from_another_address_no_second(pin, said):
    for number in range(100):
        denied(pin.check, other(said[0]), f"a{number}", known=False)
    pin.check(said[0], "landlord", known=False)
    assert denied(pin.check, said[0], "a0", known=False).code == "locked"


def test_addresses_without_end_get_no_more_than_their_first_tries(pin, said, ticks):
    codes = [
        denied(pin.check, other(said[0]), f"a{number}", known=False).code
        for number in range(FIRST_TRIES + 20)
    ]
    assert codes == ["wrong_pin"] * FIRST_TRIES + ["locked"] * 20
    pin.check(said[0], "tablet", known=True)
    ticks.now += 60
    pin.check(said[0], "a new address", known=False)


def test_addresses_without_end_take_no_first_try_from_a_quiet_device(store, ticks):
    """The flood takes each new first try as it comes; it may have all addresses of a few neighbourhoods."""
    backoff = Backoff(store, ticks)

    def flood(count):
        return [
            backoff.wait(f"a{number}", known=False, around=f"flood {number % 10}") for number in range(count)
        ]

    flood(FIRST_TRIES + 100)
    for _ in range(30):
        ticks.now += 60
        assert all(flood(40)[1:])
    assert not backoff.wait("the landlord's new phone", known=False, around="quiet")


def test_quiet_devices_without_end_get_no_more_than_their_tries_either(store, ticks):
    backoff, tries = Backoff(store, ticks), FIRST_TRIES + QUIET_TRIES
    waits = [backoff.wait(f"a{number}", known=False, around=f"a{number}") for number in range(tries + 20)]
    assert not any(waits[:tries])
    assert all(waits[tries:])


def test_pulling_the_plug_does_not_end_the_wait(pin, said, store, ticks):
    for _ in range(5):
        ticks.now += denied(pin.check, other(said[0]), "a", known=False).wait
    denied(pin.check, other(said[0]), "a", known=False)
    pin.confirm(pin.claim(None)[1])
    ticks.now = 3.0  # the device's own clock starts again
    again = Pin(store, ticks)
    error = denied(again.check, said[0], "a", known=False)
    assert (error.code, error.wait) == ("locked", 64)


def test_many_addresses_do_not_fill_the_memory(store, ticks, monkeypatch):
    monkeypatch.setattr(pin_module, "MOST_SOURCES", 20)
    backoff = Backoff(store, ticks)
    for number in range(30):
        backoff.fail(f"a{number}")
    kept = store.get(WRONG)
    assert isinstance(kept, dict)
    assert len(kept["sources"]) == 20


def test_the_right_pin_forgives_only_whoever_entered_it(store, ticks):
    backoff = Backoff(store, ticks)
    backoff.fail("tablet")
    backoff.fail("stranger")
    backoff.forgive("tablet")
    for counted in (backoff, Backoff(store, ticks)):
        assert counted.wait("tablet", known=True) == 0
        assert counted.wait("stranger", known=False) > 0


def test_only_one_pin_is_looked_at_at_a_time(store):
    looking, go_on = threading.Event(), threading.Event()

    def clock():
        if threading.current_thread() is not threading.main_thread():
            looking.set()
            go_on.wait()
        return 0.0

    set_pin(store, "123456")
    pin = Pin(store, clock)
    first = threading.Thread(target=pin.check, args=("123456", "b"), kwargs={"known": False})
    first.start()
    looking.wait()
    error = denied(pin.check, "123456", "a", known=False)
    go_on.set()
    first.join()
    assert (error.code, error.wait) == ("locked", 1)
    pin.check("123456", "a", known=False)


def test_a_pin_made_on_the_console_counts_at_once_and_ends_the_wait(pin, said, store):
    for _ in range(3):
        with pytest.raises(Denied):
            pin.check(other(said[0]), "a", known=False)
    set_pin(store, "123456")
    pin.check("123456", "a", known=False)
