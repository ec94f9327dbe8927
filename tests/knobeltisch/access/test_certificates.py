import http.client
import json
import shutil
import socket
import ssl
import subprocess
import time

import pytest

from knobeltisch.access.certificates import host_names, own_certificate
from knobeltisch.device.address import own_address
from tests.support.programs import not_installed
from tests.support.waiting import LONGEST_S

NAMES, ADDRESS = ["table", "table.local"], "192.168.0.7"
pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason=not_installed("openssl"))


def verified(folder, *more):
    command = ["openssl", "verify", "-CAfile", str(folder / "root.pem"), *more, str(folder / "page.pem")]
    return subprocess.run(command, capture_output=True, text=True, check=False).returncode == 0


def sign(folder, name):
    """Make the page's certificate for this name, as somebody would who has stolen the root's key."""
    key, asked = folder / "stolen.key", folder / "asked.csr"
    subject = ["-subj", "/CN=table", "-addext", f"subjectAltName={name}"]
    new = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    copied = ["-copy_extensions", "copy"]
    root = ["-CA", str(folder / "root.pem"), "-CAkey", str(folder / "root.key")]
    for command in (
        ["openssl", "req", "-new", *new, "-keyout", str(key), "-out", str(asked), *subject],
        ["openssl", "x509", "-req", "-in", str(asked), *root, *copied, "-out", str(folder / "page.pem")],
    ):
        subprocess.run(command, capture_output=True, check=True)


def test_the_certificate_is_for_the_names_and_the_address_and_is_signed_by_the_root(tmp_path, caplog):
    own_certificate(tmp_path, NAMES, ADDRESS)
    assert caplog.messages == []
    folder = tmp_path / "https"
    assert verified(folder, "-verify_hostname", "table.local")
    assert verified(folder, "-verify_ip", ADDRESS)
    assert not verified(folder, "-verify_hostname", "bank.example")
    assert {file.stat().st_mode & 0o777 for file in folder.glob("*.key")} == {0o600}


def test_the_root_may_sign_for_this_device_and_the_house_alone(tmp_path):
    own_certificate(tmp_path, NAMES, ADDRESS)
    folder = tmp_path / "https"
    sign(folder, "DNS:table.local")
    assert verified(folder)
    sign(folder, "DNS:bank.example")
    assert not verified(folder)


def test_phones_take_the_certificate_it_counts_for_less_than_825_days(tmp_path):
    own_certificate(tmp_path, NAMES, ADDRESS)
    command = ["openssl", "x509", "-noout", "-dates", "-in", str(tmp_path / "https" / "page.pem")]
    dates = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")
    begins, ends = (ssl.cert_time_to_seconds(date.partition("=")[2]) for date in dates[:2])
    assert (ends - begins) / 86400 < 825


def test_the_next_start_takes_the_same_and_another_address_makes_another_under_the_same_root(tmp_path):
    def files():
        return [(tmp_path / "https" / name).read_bytes() for name in ("root.pem", "page.pem")]

    own_certificate(tmp_path, NAMES, ADDRESS)
    first = files()
    own_certificate(tmp_path, NAMES, ADDRESS)
    assert files() == first
    own_certificate(tmp_path, NAMES, "192.168.0.8")
    root, page = files()
    assert (root == first[0], page == first[1]) == (True, False)
    assert verified(tmp_path / "https", "-verify_ip", "192.168.0.8")
    assert verified(tmp_path / "https", "-verify_ip", ADDRESS)
    own_certificate(tmp_path, NAMES, "127.0.0.1")  # the next start, before the Wi-Fi
    assert files() == [root, page]


def test_a_start_with_a_certificate_that_counts_asks_no_program(tmp_path, monkeypatch):
    own_certificate(tmp_path, NAMES, ADDRESS)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert own_certificate(tmp_path, NAMES, ADDRESS).trouble is None


def test_a_certificate_counts_before_the_clock_was_set_and_not_when_it_ends_soon(tmp_path, monkeypatch):
    own_certificate(tmp_path, NAMES, ADDRESS)
    page, now = tmp_path / "https" / "page.pem", time.time()
    first = page.read_bytes()
    for day, good in ((-20000, True), (0, True), (700, True), (790, False), (900, False)):
        monkeypatch.setattr(time, "time", lambda day=day: now + day * 86400)
        page.write_bytes(first)
        own_certificate(tmp_path, NAMES, ADDRESS)
        assert (page.read_bytes() == first) == good, day


FILES = ("root.pem", "root.key", "page.pem", "page.key")


def a_folder(file):
    file.unlink()
    file.mkdir()
    (file / "inside").touch()


def a_bit(file):
    raw = bytearray(file.read_bytes())
    raw[len(raw) // 2] ^= 1
    file.write_bytes(raw)


DAMAGES = {
    "gone": lambda file: file.unlink(),
    "empty": lambda file: file.write_bytes(b""),
    "cut": lambda file: file.write_bytes(file.read_bytes()[:100]),
    "foreign": lambda file: file.write_bytes(bytes(range(256)) * 9),
    "bit": a_bit,
    "folder": a_folder,
}


@pytest.mark.parametrize("kind", DAMAGES)
@pytest.mark.parametrize("name", FILES)
def test_whatever_becomes_of_a_file_the_page_comes_up_and_an_undamaged_root_stays(
    tmp_path, open_https, name, kind
):
    folder = tmp_path / "https"
    own_certificate(tmp_path, host_names(), own_address())
    root = (folder / "root.pem").read_bytes()
    DAMAGES[kind](folder / name)
    server = open_https()
    context = ssl.create_default_context(cafile=str(folder / "root.pem"))
    assert asked(server.port, "GET", "/healthz", context=context)[0].status == 200
    said = json.loads(asked(server.port, "GET", "/api/board")[1])["notice"]
    replaced = (folder / "root.pem").read_bytes() != root
    assert replaced == (name == "root.pem")
    assert (said is not None and said["key"] == "certificate_new") == replaced


def test_a_lost_key_of_the_root_is_missed_only_when_another_certificate_is_needed(tmp_path):
    own_certificate(tmp_path, NAMES, ADDRESS)
    (tmp_path / "https" / "root.key").unlink()
    assert own_certificate(tmp_path, NAMES, ADDRESS).trouble is None
    found = own_certificate(tmp_path, NAMES, "192.168.0.8")
    assert found.trouble is not None
    assert verified(tmp_path / "https", "-verify_ip", "192.168.0.8")


def test_with_spoilt_files_of_a_real_name_the_tables_own_is_used_and_the_page_says_so(tmp_path, open_https):
    (tmp_path / "a").write_text("nothing")
    server = open_https(certificate=tmp_path / "a", key=tmp_path / "missing")
    context = ssl.create_default_context(cafile=str(tmp_path / "https" / "root.pem"))
    answer, text = asked(server.port, "GET", "/api/board", context=context)
    assert answer.status == 200
    assert json.loads(text)["notice"]["key"] == "certificate"


def test_without_any_certificate_the_score_is_shown_and_nothing_changes_over_http(
    tmp_path, open_https, monkeypatch
):
    monkeypatch.setenv("PATH", str(tmp_path))
    server = open_https()
    answer, text = asked(server.port, "GET", "/api/board")
    notice = json.loads(text)["notice"]
    assert (answer.status, notice["key"]) == (200, "certificate_none")
    assert "apt-get install openssl" in notice["message"]
    assert asked(server.port, "POST", "/api/commands")[0].status == 403


@pytest.fixture
def trusted(tmp_path, open_https):
    house = open_https()
    return house.port, ssl.create_default_context(cafile=str(tmp_path / "https" / "root.pem"))


def asked(port, method, path, *, context=None, address="127.0.0.9"):
    kind = http.client.HTTPConnection if context is None else http.client.HTTPSConnection
    more = {} if context is None else {"context": context}
    line = kind("127.0.0.1", port, timeout=LONGEST_S, source_address=(address, 0), **more)
    line.request(
        method, path, body=None if method == "GET" else "{}", headers={"Content-Type": "application/json"}
    )
    answer = line.getresponse()
    text = answer.read()
    line.close()
    return answer, text


@pytest.fixture
def open_https(houses):
    return lambda https="on", **more: houses(https=https, **more).server


def test_one_port_speaks_https_to_who_trusts_it_and_http_to_who_watches(trusted):
    port, context = trusted
    answer, _ = asked(port, "GET", "/healthz", context=context)
    assert (answer.status, "Strict-Transport-Security" in answer.headers) == (
        200,
        False,
    )  # binds nobody to it
    assert asked(port, "GET", "/watch")[0].status == 200
    assert asked(port, "GET", "/secure/certificate.crt")[1].startswith(b"-----BEGIN CERTIFICATE")


@pytest.mark.parametrize("path", ["/api/commands", "/api/login", "/api/first", "/api/logout"])
def test_no_change_and_no_pin_goes_over_plain_http(trusted, path):
    port, context = trusted
    answer, text = asked(port, "POST", path)
    assert (answer.status, b'"https"' in text) == (403, True)
    assert b'"code":"https"' not in asked(port, "POST", path, context=context)[1]


@pytest.mark.parametrize("path", ["/landlord", "/landlord/calibrate", "/"])
def test_who_comes_to_the_pin_over_http_is_led_to_the_steps(trusted, path):
    answer, _ = asked(trusted[0], "GET", path)
    assert (answer.status, answer.headers["Location"]) == (302, "/secure")


def test_with_https_off_a_hello_in_tls_gets_nothing_and_the_page_goes_on(open_https):
    port = open_https("off").port
    anything = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anything.check_hostname, anything.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", port)) as line, pytest.raises(ssl.SSLError):
        anything.wrap_socket(line)
    assert asked(port, "GET", "/healthz")[0].status == 200
