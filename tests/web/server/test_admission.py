from hypothesis import given
from hypothesis import strategies as st

from web.server.admission import Admission, ConnectionUse


class Access:
    """Connections that come in, and those that were ended for others."""

    def __init__(self, *, most, most_each):
        self.admission = Admission(most=most, most_each=most_each)
        self.here = []
        self.ended = []

    def come(self, address):
        def end():
            self.here.remove(visit)
            self.ended.append(visit)

        visit = self.admission.enter(address, end)
        self.here.append(visit)
        return visit


def test_the_address_with_the_most_connections_gives_one_up():
    access = Access(most=4, most_each=4)
    many = [access.come("a") for _ in range(3)]
    access.come("b")
    access.come("c")
    assert access.ended == [many[0]]


def test_what_is_idle_goes_before_what_watches_and_that_before_what_is_asked():
    access = Access(most=3, most_each=3)
    busy, stream, idle = (access.come("a") for _ in range(3))
    busy.use = ConnectionUse.BUSY
    stream.use = ConnectionUse.STREAM
    newer = [access.come("b"), access.come("b"), access.come("c")]
    assert access.ended[:2] == [idle, stream]
    assert newer[2] in access.here


def test_of_one_address_there_are_only_so_many():
    access = Access(most=100, most_each=2)
    first = access.come("a")
    for _ in range(5):
        access.come("a")
    assert len(access.here) == 2
    assert access.ended[0] is first


def test_a_known_device_stays_however_many_strangers_come_from_its_own_address():
    access = Access(most=5, most_each=4)
    tablet = access.come("a")
    access.admission.recognise(tablet)
    for _ in range(50):
        access.come("a")
        access.come("b")
    assert tablet in access.here
    assert len(access.here) <= 5


@given(
    st.lists(
        st.tuples(st.sampled_from("abcd"), st.sampled_from(["come", "go", "know", *ConnectionUse])),
        max_size=80,
    )
)
def test_there_are_never_more_than_there_is_room_for_and_the_count_is_right(steps):
    access = Access(most=6, most_each=4)
    for address, what in steps:
        mine = [visit for visit in access.here if visit.address == address]
        if what == "come":
            if sum(visit.known for visit in access.here) < 6:
                access.come(address)
        elif mine and what == "go":
            access.here.remove(mine[0])
            access.admission.leave(mine[0])
            access.admission.leave(mine[0])
        elif mine and what == "know":
            access.admission.recognise(mine[0])
        elif mine:
            mine[-1].use = what
        assert access.admission.open == len(access.here) <= 6
        assert not any(visit.known for visit in access.ended)


def test_known_devices_alone_stay_when_there_is_no_room_for_a_stranger():
    access = Access(most=2, most_each=2)
    known = [access.come("a"), access.come("b")]
    for device in known:
        access.admission.recognise(device)
    stranger = access.come("c")
    assert (access.here, access.ended) == ([*known, stranger], [])
