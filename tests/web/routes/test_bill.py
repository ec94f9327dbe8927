import pytest

from web.visitors import Role, Visitor

PRICED = {
    "games": 2,
    "began": 1.0,
    "last_orders": False,
    "prices": {"game": 1250},
    "kinds": ["game", "schnapps"],
    "open": None,
    "heads": [
        {
            "player": "=Anna;",
            "settled": False,
            "open": 1250,
            "items": [
                {"kind": "game", "count": 2, "paid": 1, "price": 1250},
                {"kind": "schnapps", "count": 1, "paid": 0, "price": None},
            ],
        }
    ],
}


class Till:
    def bill(self, *, goes_on):
        return {**PRICED, "unsure": not goes_on}


class OneDoor:
    """A door at which everybody is the same: `role`."""

    everyone, confirmed = False, True

    def __init__(self, role):
        self._role = role

    def visitor(self, _token):
        return Visitor(role=self._role)

    def renew_session(self, _token):
        pass


@pytest.fixture
def visit(small):
    def open_as(role):
        access = None if role is None else OneDoor(role)
        page = small.page(bill=Till(), access=access)
        client = page.test_client()
        token = client.get("/api/me").get_json()["token"]
        return client, {"X-Knobeltisch-Token": token}

    return open_as


def test_everybody_reads_the_bill(visit):
    client, _ = visit(Role.VIEWER)
    for query, unsure in (("", True), ("?goes_on=true", False)):
        assert client.get(f"/api/bill{query}").get_json() == {**PRICED, "unsure": unsure}


@pytest.mark.parametrize(("language", "between"), [("de", ";"), ("en", ",")])
def test_the_bill_is_a_table_to_take_away_in_which_no_name_is_a_formula(visit, language, between):
    client, _ = visit(None)
    answer = client.get("/bill.csv", headers={"Accept-Language": language})
    assert answer.mimetype == "text/csv"
    head, *lines = answer.get_data(as_text=True).lstrip("\ufeff").splitlines()
    assert head.count(between) == 5
    assert lines[0].startswith('"\'=Anna;"')
    assert lines[0].endswith(f'2{between}1{between}"12.50"{between}"12.50"')


def test_the_table_cannot_announce_the_last_round_by_a_command_either(visit):
    client, token = visit(Role.TABLE)
    answer = client.post("/api/commands", json={"do": "last_orders", "on": True}, headers=token)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, "not_allowed")
