import pytest

JPEG = b"\xff\xd8 a picture"


class Calibrated:
    def __init__(self):
        self.calls = []
        self.seen = JPEG
        self.reply = {"ok": True}
        self.asking = True

    def to_json(self):
        return {"findings": [], "kept": None}

    def picture(self):
        return self.seen

    def order(self, command):
        self.calls.append(command)
        return self.reply

    @property
    def moved(self):
        return self

    def answer(self, *, moved):
        self.calls.append(moved)
        return self.asking

    @property
    def board_choice(self):
        return self

    def choose_without(self):
        self.calls.append("without")
        return self.asking


@pytest.fixture
def calibrated():
    return Calibrated()


@pytest.fixture
def client(small, calibrated):
    return small.page(calibration=lambda: calibrated).test_client()


@pytest.fixture
def landlord(client, monkeypatch):
    """Send requests as the landlord; tests/knobeltisch/access/test_roles.py tests the gate."""
    monkeypatch.setattr("web.security.authorization.needs", lambda _app, _method, _rule: 0)
    return client


def test_what_is_found_is_given_as_json(landlord):
    assert landlord.get("/api/landlord/calibration").get_json() == {"findings": [], "kept": None}


def test_the_picture_is_not_to_be_kept_by_the_browser_and_one_sentence_says_that_there_is_none(
    landlord, calibrated
):
    answer = landlord.get("/api/landlord/calibration/picture")
    assert (answer.data, answer.mimetype) == (JPEG, "image/jpeg")
    assert answer.headers["Cache-Control"] == "no-store"
    calibrated.seen = None
    answer = landlord.get("/api/landlord/calibration/picture")
    assert answer.status_code == 404
    assert "camera" in answer.get_json()["error"]["message"]


def test_an_order_is_passed_on(landlord, calibrated):
    assert landlord.post("/api/landlord/calibration", json={"do": "keep"}).get_json() == {"ok": True}
    assert calibrated.calls == [{"do": "keep"}]


@pytest.mark.parametrize("body", [{}, {"moved": "yes"}, {"moved": 1}, {"moved": None}])
def test_anything_but_yes_or_no_is_refused(client, calibrated, body):
    assert client.post("/api/moved", json=body).status_code == 400
    assert calibrated.calls == []


@pytest.mark.parametrize(("asking", "status"), [(True, 200), (False, 409)])
@pytest.mark.parametrize(
    ("path", "sent", "call"),
    [
        ("/api/moved", {"moved": True}, True),
        ("/api/moved", {"moved": False}, False),
        ("/api/without-board", {}, "without"),
    ],
)
def test_the_table_answers_only_what_it_was_asked(client, calibrated, path, sent, call, asking, status):
    calibrated.asking = asking
    assert client.post(path, json=sent).status_code == status
    assert calibrated.calls == [call]
