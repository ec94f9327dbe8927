"""Commands beside a service ask first who answers at its port: another table, a hub, a league and a stranger are none of theirs."""

import contextlib
import json
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner

from knobeltisch.__main__ import main
from tests.support.servers.ports import free_port
from tests.support.servers.program import Program

LEAGUE = {"ok": True, "product": "knobeltisch", "kind": "league", "divisions": 1}
OLDER = {"ok": True, "boot": "1", "version": 1, "streams": 0, "head": 700, "camera": "ok", "panel": "ok"}
ANSWERS = {
    "a league": ("200 OK", json.dumps(LEAGUE)),
    "an older version": ("200 OK", json.dumps(OLDER)),
    "another web page": ("200 OK", "<html>hello</html>"),
    "no object": ("200 OK", "[1]"),
}


def configured(folder, port, *, name):
    """The configuration of a table or a hub that keeps its things in `folder`."""
    folder.mkdir(exist_ok=True)
    kept = (
        f"[hall]\nfolder = '{folder}'\n"
        if name == "hub"
        else f"[journal]\npath = '{folder}/journal.sqlite'\n"
    )
    table = "" if name == "hub" else "[camera]\ndevice = 'none'\n[panel]\nuse = 'off'\n"
    file = folder / f"{name}-{port}.toml"
    file.write_text(f"[page]\nhost = '127.0.0.1'\nport = {port}\n{kept}{table}")
    return file


@contextlib.contextmanager
def running(*words):
    program = Program("-m", "knobeltisch", *words)
    try:
        yield
    finally:
        program.kill()


@contextlib.contextmanager
def answering(status, body):
    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(int(status[:3]))
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


@dataclass(frozen=True, slots=True)
class Services:
    """Two tables, a hub and strangers, all there at once: the ports at which they answer, and the folder of those of ours."""

    place: Path
    ports: dict[str, int]

    def __getitem__(self, name):
        return self.ports[name]


@pytest.fixture(scope="module")
def services(tmp_path_factory):
    """The hub and the tables are processes of their own."""
    place = tmp_path_factory.mktemp("services")
    ports = {name: free_port() for name in ("a table", "another table", "a hub")}
    with contextlib.ExitStack() as stack:
        for name, port in ports.items():
            kind = "hub" if name == "a hub" else "table"
            file = configured(place / name, port, name=kind)
            words = ("hub", f"--config={file}") if kind == "hub" else ("run", f"--config={file}")
            stack.enter_context(running(*words))
        ports |= {name: stack.enter_context(answering(*answer)) for name, answer in ANSWERS.items()}
        yield Services(place=place, ports=ports)


OTHERS = ("another table", "a hub", *ANSWERS)
KNOWN = {
    "another table": "another table answers, with another journal",
    "a hub": "a hub of Knobeltisch answers and not a table",
    "a table": "a table of Knobeltisch answers and not a hub",
    "a league": "a league of Knobeltisch answers and not a",
}
UNKNOWN = "something answers that does not say it is a"


def asked(*words):
    done = CliRunner().invoke(main, [*words])
    assert not isinstance(done.exception, Exception), done.exception
    assert "None" not in done.output
    return done.exit_code, done.output


@pytest.mark.long
@pytest.mark.parametrize("other", OTHERS)
def test_a_table_s_doctor_believes_nobody_but_its_own_table(services, other):
    file = configured(services.place / "a table", services[other], name="table")
    code, printed = asked("doctor", f"--config={file}")
    sentence = next(line for line in printed.splitlines() if f"At port {services[other]} " in line)
    assert KNOWN.get(other, UNKNOWN) in sentence
    assert code == 1
    assert sentence.startswith("BAD page: ")


@pytest.mark.parametrize(
    "other", ["a table", *(name for name in OTHERS if name not in {"another table", "a hub"})]
)
def test_a_hub_s_doctor_believes_nobody_but_its_own_hub(services, other):
    file = configured(services.place / "a hub", services[other], name="hub")
    code, printed = asked("hub", f"--config={file}", "doctor")
    assert code == 1
    page = next(line for line in printed.splitlines() if " page: " in line)
    assert page.startswith(f"BAD page: At port {services[other]} ")
    assert KNOWN.get(other, UNKNOWN) in page


def test_a_hub_with_another_folder_is_another_hub(services, tmp_path):
    file = configured(tmp_path / "hub", services["a hub"], name="hub")
    _, printed = asked("hub", f"--config={file}", "doctor")
    assert "BAD page: " in printed
    assert "another hub answers, with another folder" in printed


@pytest.mark.parametrize("named", ["as it is", "by a link"])
def test_its_own_table_and_its_own_hub_are_known_by_whatever_name_their_folder_goes(
    services, tmp_path, named
):
    place = services.place
    if named == "by a link":
        (tmp_path / "link").symlink_to(place)
        place = tmp_path / "link"
    table = configured(place / "a table", services["a table"], name="table")
    hub = configured(place / "a hub", services["a hub"], name="hub")
    assert (
        f"ok  page: answers at port {services['a table']}; 0 watch."
        in asked("doctor", f"--config={table}")[1]
    )
    assert (
        f"ok  page: answers at port {services['a hub']}; 0 watch."
        in asked("hub", f"--config={hub}", "doctor")[1]
    )
    assert asked("backup", str(tmp_path / "copy.zip"), f"--config={table}")[0] == 0


def test_a_hub_s_doctor_calls_only_a_table_a_table(services, tmp_path):
    """The page that a table is known by may be another one's by now."""
    folder = tmp_path / "hub"
    file = configured(folder, free_port(), name="hub")
    there, gone = services["a table"], services["a league"]
    file.write_text(
        file.read_text().replace(
            "[hall]\n", f"[hall]\ntables = ['http://127.0.0.1:{there}', 'http://127.0.0.1:{gone}']\n"
        )
    )
    with running("hub", f"--config={file}"):
        _, printed = asked("hub", f"--config={file}", "doctor")
    assert f"ok  table 1: answers at http://127.0.0.1:{there}." in printed
    assert f"BAD table 2: At port {gone} a league of Knobeltisch answers and not a table" in printed


@pytest.mark.parametrize(
    ("asker", "who", "other"),
    [("table", "hub", "a table"), ("table", "hub", "a league"), ("hub", "league", "a hub")],
)
def test_a_doctor_sends_the_key_of_a_hub_or_a_league_to_nothing_else(services, tmp_path, asker, who, other):
    url, kind = f"http://127.0.0.1:{services[other]}", other.removeprefix("a ")
    file = configured(tmp_path, free_port(), name=asker)
    key = tmp_path / "key"
    key.write_text("secret")
    key.chmod(0o600)
    file.write_text(f"{file.read_text()}[{who}]\nurl = '{url}'\nkey_file = '{key}'\n")
    words = ("hub", f"--config={file}", "doctor") if asker == "hub" else ("doctor", f"--config={file}")
    _, printed = asked(*words)
    assert (
        f"BAD {who}: {url} is a {kind} of Knobeltisch and not a {who}; name the address of the {who}."
        in printed
    )
