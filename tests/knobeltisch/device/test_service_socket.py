"""The socket at which a service answers commands of its device."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import stat
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from knobeltisch.device import service_socket
from knobeltisch.device.service_socket import ServiceSocket, ask_service, socket_addresses
from knobeltisch.errors import NoService, ServiceRefused, StoreError

STRANGER = """
import socket, sys
service = socket.socket(socket.AF_UNIX)
try:
    service.connect(sys.argv[1].replace("@", chr(0)))
    try:
        service.sendall(b"pin" + bytes([10]))
    except BrokenPipeError:
        pass
    print(service.recv(1000).decode())
except PermissionError:
    print("shut")
"""
STRANGERS_PYTHON = shutil.which("python3", path="/usr/bin:/bin")


@pytest.fixture
def heard() -> list[str]:
    return []


@pytest.fixture
def serve(heard: list[str]) -> Iterator[Callable[[Path], ServiceSocket]]:
    @contextlib.contextmanager
    def pin() -> Iterator[str]:
        heard.append("made")
        try:
            yield "123456"
        except BaseException:
            heard.append("taken back")
            raise

    @contextlib.contextmanager
    def full() -> Iterator[str]:
        raise StoreError("The disk is full.")
        yield

    with contextlib.ExitStack() as undo:

        def begin(folder: Path) -> ServiceSocket:
            service = ServiceSocket(folder, {"pin": pin, "full": full})
            service.start()
            undo.callback(service.stop)
            return service

        yield begin


def test_an_answer_that_is_confirmed_stands(
    tmp_path: Path, serve: Callable[[Path], ServiceSocket], heard: list[str]
) -> None:
    serve(tmp_path)
    with ask_service(tmp_path, "pin") as pin:
        assert pin == "123456"
    assert heard == ["made"]


def test_an_answer_that_is_not_confirmed_is_taken_back_before_the_next_is_given(
    tmp_path: Path, serve: Callable[[Path], ServiceSocket], heard: list[str]
) -> None:
    serve(tmp_path)
    with contextlib.suppress(KeyboardInterrupt), ask_service(tmp_path, "pin"):
        raise KeyboardInterrupt
    with ask_service(tmp_path, "pin"):
        pass
    assert heard == ["made", "taken back", "made"]


def test_a_service_that_stops_waits_for_no_asker(
    tmp_path: Path, serve: Callable[[Path], ServiceSocket], heard: list[str]
) -> None:
    service = serve(tmp_path)
    with pytest.raises(ServiceRefused, match="try again"), ask_service(tmp_path, "pin"):
        service.stop()
    assert heard == ["made", "taken back"]


@pytest.mark.parametrize(("word", "said"), [("full", "The disk is full."), ("beer", "another version")])
def test_what_the_service_refuses_is_said(
    tmp_path: Path, serve: Callable[[Path], ServiceSocket], word: str, said: str
) -> None:
    serve(tmp_path)
    with pytest.raises(ServiceRefused, match=said), ask_service(tmp_path, word):
        pass


def test_where_no_service_listens_that_is_said(
    tmp_path: Path, serve: Callable[[Path], ServiceSocket]
) -> None:
    serve(tmp_path).stop()
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(NoService), ask_service(folder, "pin"):
            pass


def test_a_service_that_does_not_answer_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_socket, "PATIENCE_S", 0.1)
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.bind(socket_addresses(tmp_path)[-1])
        deaf.listen()
        with pytest.raises(ServiceRefused, match="does not answer"), ask_service(tmp_path, "pin"):
            pass


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A service's folder for which systemd has made another one below /run."""
    monkeypatch.setattr(service_socket, "STATES", tmp_path / "lib")
    monkeypatch.setattr(service_socket, "RUNTIME", tmp_path / "run")
    for place in ("lib", "run"):
        (tmp_path / place / "knobeltisch").mkdir(parents=True)
    return tmp_path / "lib" / "knobeltisch"


def test_an_installed_service_listens_in_the_folder_that_systemd_made(
    installed: Path, serve: Callable[[Path], ServiceSocket]
) -> None:
    place = Path(socket_addresses(installed)[0])
    place.write_text("what a service left that was killed")
    service = serve(installed)
    assert stat.S_ISSOCK(place.stat().st_mode)
    assert place.stat().st_mode & 0o777 == 0o600
    assert list(installed.iterdir()) == []
    with ask_service(installed, "pin") as pin:
        assert pin == "123456"
    service.stop()
    assert not place.exists()


@pytest.mark.skipif(os.geteuid() != 0 or STRANGERS_PYTHON is None, reason="only root may be somebody else")
@pytest.mark.parametrize("place", ["installed", "tmp_path"])
def test_another_user_gets_no_answer(
    request: pytest.FixtureRequest, serve: Callable[[Path], ServiceSocket], heard: list[str], place: str
) -> None:
    folder = request.getfixturevalue(place)
    serve(folder)
    address = socket_addresses(folder)[0].replace("\0", "@")
    done = subprocess.run(
        [str(STRANGERS_PYTHON), "-I", "-c", STRANGER, address],
        user=65534,
        group=65534,
        extra_groups=[],
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
    )
    assert done.stdout.strip() == "shut" or "put sudo before the command" in done.stdout, done.stderr
    assert heard == []
