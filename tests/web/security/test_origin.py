import socket

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

UNDO = {"do": "undo", "count": 1}


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:81"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
    ],
)
def test_a_command_from_another_site_is_refused(client, small, headers):
    answer = client.post("/api/commands", json=UNDO, headers=headers)
    assert answer.status_code == 403
    assert "this page itself" in answer.get_json()["error"]["message"]
    assert small.shown["head"] == 0


@pytest.mark.parametrize(
    "headers",
    [{}, {"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}],
)
def test_a_command_from_the_own_page_or_a_program_is_taken(client, small, headers):
    small.start("Anna", "Ben")
    assert client.post("/api/commands", json=UNDO, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8080",
        "127.0.0.1:8080",
        "192.168.1.20",
        "[::1]:8080",
        "Tisch.local",
        "tisch.local:80",
    ],
)
def test_known_names_and_bare_addresses_are_answered(small, host):
    client = small.page(hosts=["tisch.local"]).test_client()
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "tisch.local.evil.example", "1.evil.example", "<script>"])
def test_a_foreign_name_gets_nothing_when_hosts_are_listed(small, host):
    client = small.page(hosts=["tisch.local"]).test_client()
    answer = client.get("/api/board", headers={"Host": host})
    assert 400 <= answer.status_code < 500
    assert "state" not in answer.get_json()


@pytest.mark.parametrize(
    "own", ["{}", "{}.local", "{}.local:8080", "{}-2.local", "{}.fritz.box", "{}.lan", "{}.local."]
)
def test_the_devices_own_name_is_answered_unasked(client, own):
    name = socket.gethostname().partition(".")[0]
    assert client.get("/", headers={"Host": own.format(name)}).status_code == 200


def test_the_name_that_the_houses_router_gives_is_answered(client, tmp_path, monkeypatch):
    name = f"{socket.gethostname().partition('.')[0]}.wirtshaus.example"
    assert client.get("/", headers={"Host": name}).status_code == 421
    (tmp_path / "resolv.conf").write_text("nameserver 192.168.0.1\nsearch wirtshaus.example\n")
    monkeypatch.setattr("web.security.origin.RESOLVER", tmp_path / "resolv.conf")
    assert client.get("/", headers={"Host": name}).status_code == 200


def test_no_other_name_is_answered_and_a_person_reads_why_on_a_page(client):
    assert client.get("/", headers={"Host": "tisch.example"}).mimetype == "application/json"
    answer = client.get(
        "/", headers={"Host": "tisch.example", "Accept": "text/html", "Accept-Language": "de"}
    )
    assert (answer.status_code, answer.mimetype) == (421, "text/html")
    assert "Dieser Tisch heißt nicht tisch.example" in answer.text


@pytest.mark.parametrize("path", ["/", "/watch", "/api/board", "/healthz", "/nothing"])
def test_every_answer_carries_the_strict_headers(client, path):
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"


ODD = st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=255), max_size=40)
HALF = st.sampled_from(
    ["http://[::1", "http://[", "//[::1]:x", "http://]", "http://[v1.x]", "[::1", "localhost:99999999"]
)


@settings(suppress_health_check=list(HealthCheck), max_examples=200)
@given(origin=ODD | HALF, host=ODD | HALF, site=ODD)
def test_whatever_stands_in_the_headers_nothing_breaks(client, origin, host, site):
    """`Origin: http://[::1` was a 500."""
    for headers in (
        {"Origin": origin},
        {"Host": host},
        {"Sec-Fetch-Site": site},
        {"Origin": origin, "Host": host},
    ):
        answer = client.post("/api/commands", json={}, headers=headers)
        assert answer.status_code < 500, headers
