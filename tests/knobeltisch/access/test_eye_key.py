import pytest

from knobeltisch.access.eye_key import INVITED_S, EyeKey
from knobeltisch.errors import Denied


@pytest.fixture
def ticks():
    return [100.0]


@pytest.fixture
def eye(store, ticks):
    return EyeKey(store, lambda: 1.8e9, lambda: ticks[0])


def test_who_accepts_an_invitation_has_the_key_and_nobody_else(eye):
    key = eye.accept(eye.invite(), "Android, Chrome")
    assert eye.knows(key)
    assert eye.name == "Android, Chrome"
    assert not any(eye.knows(other) for other in ("", key[:-1], key + "x", "x" * 5000))


def test_an_invitation_counts_once(eye):
    invitation = eye.invite()
    eye.accept(invitation, "one")
    with pytest.raises(Denied, match="used or too old"):
        eye.accept(invitation, "two")
    assert eye.name == "one"


def test_an_invitation_that_is_too_old_or_made_up_counts_nothing(eye, ticks):
    invitation = eye.invite()
    for wrong in ("", "made up", "ä"):
        with pytest.raises(Denied):
            eye.accept(wrong, "stranger")
    ticks[0] += INVITED_S
    assert eye.invitation == ""
    with pytest.raises(Denied):
        eye.accept(invitation, "late")
    assert eye.name == ""


def test_another_phone_takes_the_place_of_the_one_before(eye):
    first = eye.accept(eye.invite(), "one")
    second = eye.accept(eye.invite(), "two")
    assert (eye.knows(first), eye.knows(second)) == (False, True)


def test_a_restart_knows_the_phone_and_keeps_no_key(eye, store):
    key = eye.accept(eye.invite(), "one")
    again = EyeKey(store, lambda: 1.8e9, lambda: 0.0)
    assert again.knows(key)
    assert again.name == "one"
    assert key not in str(store.get("eye"))


def test_once_revoked_no_phone_is_the_eye(eye, store):
    key, open_one = eye.accept(eye.invite(), "one"), eye.invite()
    eye.revoke()
    assert not eye.knows(key)
    assert not EyeKey(store, lambda: 1.8e9, lambda: 0.0).knows(key)
    with pytest.raises(Denied):
        eye.accept(open_one, "two")
