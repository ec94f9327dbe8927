import asyncio
import json

from knobeltisch.table.scoreboard import Scoreboard
from tests.support.waiting import run
from web.server.live_streams import LiveStreams


class Stream:
    def __init__(self, heard, name, *, known=False, address="stranger"):
        self.heard, self.name, self.known, self.address, self.viewer = heard, name, known, address, not known

    def send_event(self, event):
        self.heard.append((self.name, event))

    def end_stream(self):
        self.heard.append((self.name, b"end"))


def stream(body, board=None, *, limit=64):
    async def begun():
        live = LiveStreams(board or Scoreboard(), limit=limit)
        live.start(asyncio.get_running_loop())
        await body(live)

    run(begun())


async def heard_by(heard, name, event):
    while (name, event) not in heard:  # noqa: ASYNC110 - set by the loop itself
        await asyncio.sleep(0.001)


def data(event):
    line = next(line for line in event.decode().splitlines() if line.startswith("data: "))
    return json.loads(line[6:])


def test_a_stream_begins_with_the_present_board_and_receives_every_change_once():
    board, heard = Scoreboard(), []
    board.publish({"mats": 1})

    async def body(live):
        live.add(Stream(heard, "a"))
        board.publish({"mats": 2})
        await heard_by(heard, "a", board.event())

    stream(body, board)
    assert heard[0][1].startswith(b"retry: 2000\n\nid: ")
    assert [data(event)["mats"] for _, event in heard] == [1, 2]


def test_devices_of_the_house_come_first_and_a_stream_that_has_gone_is_sent_nothing_more():
    heard = []

    async def body(live):
        streams = [Stream(heard, number) for number in range(3)]
        for stream in (*streams, Stream(heard, "tablet", known=True)):
            live.add(stream)
        live.remove(streams[2])
        heard.clear()
        live.send(b"id: 1\n\n")

    stream(body)
    assert [name for name, event in heard if event == b"id: 1\n\n"] == ["tablet", 0, 1]


def test_a_board_that_cannot_be_written_costs_no_stream_what_comes_after_it(caplog):
    board, heard = Scoreboard(), []

    async def body(live):
        live.add(Stream(heard, "a"))
        board.publish({"mats": object()})
        board.publish({"mats": 2})
        await heard_by(heard, "a", board.event())

    stream(body, board)
    assert "could not be written" in caplog.text


def test_watchers_leave_places_for_the_tables_own_stream():
    async def body(live):
        for number in range(6):
            assert live.make_room(str(number), viewer=True)
            live.add(Stream([], number, address=str(number)))
        assert not live.make_room("guest", viewer=True)
        assert live.make_room("tablet", viewer=False)
        assert live.watching == 6

    stream(body, limit=8)
