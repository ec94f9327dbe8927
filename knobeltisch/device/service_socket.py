r"""The running service's Unix socket for commands on this device; only root and the service's user can use it.

A question is a word, the answer a JSON line. The action takes effect only when the asker has confirmed the answer:

    asker     pin\n                          kept\n
    service           {"answer": "123456"}\n           {"done": true}\n
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import socket
import struct
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from knobeltisch.errors import KnobeltischError, NoService, ServiceRefused
from knobeltisch.storage.files import give_to_owner_of_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

log = logging.getLogger(__name__)

NAME: Final = "service.sock"
STATES: Final = Path("/var/lib")
RUNTIME: Final = Path("/run")
PATIENCE_S: Final = 20.0
"""How long each side waits for the other's next line."""
KEPT: Final = "kept"
_LONGEST_LINE: Final = 1 << 16
_SILENT: Final = "The running service does not answer, and nothing was changed; restart it."
_CREDENTIALS: Final = struct.Struct("3i")

Answers: TypeAlias = "Mapping[str, Callable[[], contextlib.AbstractContextManager[object]]]"


def socket_addresses(folder: Path) -> list[str]:
    """Return the addresses where the service with its files in `folder` may listen: in its systemd folder, or an abstract socket."""
    place = Path(os.path.realpath(folder))
    found = place.stat()
    runtime = [str(RUNTIME / place.name / NAME)] if place.parent == STATES else []
    return [*runtime, f"\0knobeltisch-{found.st_dev:x}-{found.st_ino:x}"]


class ServiceSocket:
    """Answer the questions in `answers`, one asker at a time. Only the process that has claimed the folder's files may listen there.

    An answer is a context manager: it exits with an error if the asker has not confirmed. The service also runs without a socket.
    """

    def __init__(self, folder: Path, answers: Answers) -> None:
        self._folder, self._answers = folder, answers
        self._listening: socket.socket | None = None
        self._asker: socket.socket | None = None
        self._thread = threading.Thread(target=self._listen, name="service socket", daemon=True)

    def start(self) -> None:
        """Start listening, without blocking."""
        try:
            self._listening = _listening(socket_addresses(self._folder))
        except OSError as error:
            log.warning("Commands beside this service cannot reach it (%s).", error)
            return
        self._thread.start()

    def stop(self) -> None:
        """Stop listening; roll back an unconfirmed answer."""
        if self._listening is None:
            return
        name = self._listening.getsockname()
        for connection in (self._listening, self._asker):
            with contextlib.suppress(OSError):
                if connection is not None:
                    connection.shutdown(
                        socket.SHUT_RDWR
                    )  # wakes a thread that waits in `accept` or for a line
        self._thread.join()
        self._listening.close()
        if isinstance(name, str):
            Path(name).unlink(missing_ok=True)
        self._listening = None

    def _listen(self) -> None:
        assert self._listening is not None
        while True:
            try:
                asker, _ = self._listening.accept()
            except OSError:
                return
            with asker:
                self._asker = asker
                try:
                    self._answer(asker)
                except Exception:  # the next asker is still answered
                    log.exception("a command beside this service was not answered")

    def _answer(self, asker: socket.socket) -> None:
        asker.settimeout(PATIENCE_S)
        if _user_of(asker) not in _owners(self._folder):
            _send(asker, {"refused": "This service is not yours; put sudo before the command."})
            return
        with asker.makefile("rb") as lines:
            word = lines.readline(_LONGEST_LINE).decode().strip()
            try:
                if word not in self._answers:
                    raise ServiceRefused("The running service is of another version; restart it.")
                with self._answers[word]() as answer:
                    _send(asker, {"answer": answer})
                    if lines.readline(_LONGEST_LINE).decode().strip() != KEPT:
                        raise ServiceRefused("The asker did not confirm the answer.")
                _send(asker, {"done": True})
            except KnobeltischError as error:
                with contextlib.suppress(OSError):
                    _send(asker, {"refused": str(error)})


@contextlib.contextmanager
def ask_service(folder: Path, word: str) -> Iterator[Any]:
    """Ask the service with its files in `folder`; leaving the context without an error confirms the answer.

    Raise NoService if none listens, ServiceRefused if it refuses or does not answer.
    """
    with contextlib.ExitStack() as undo:
        service = undo.enter_context(_connect(folder))
        lines = undo.enter_context(service.makefile("rb"))
        try:
            with contextlib.suppress(BrokenPipeError):  # it has already logged why it does not answer
                service.sendall(f"{word}\n".encode())
            answer = _read(lines.readline(_LONGEST_LINE))["answer"]
        except (OSError, KeyError, ValueError) as error:
            raise ServiceRefused(_SILENT) from error
        yield answer
        try:
            service.sendall(f"{KEPT}\n".encode())
            _read(lines.readline(_LONGEST_LINE))["done"]
        except (OSError, KeyError, ValueError) as error:
            raise ServiceRefused("The running service did not confirm that it is done; try again.") from error


def _connect(folder: Path) -> socket.socket:
    """Connect to the service. Raise NoService if none listens, ServiceRefused if another user's does."""
    for address in socket_addresses(folder) if folder.is_dir() else []:
        service = socket.socket(socket.AF_UNIX)
        service.settimeout(PATIENCE_S)
        try:
            service.connect(address)
            if _user_of(service) in _owners(folder):
                return service
        except PermissionError as error:
            service.close()
            raise ServiceRefused(
                f"The service that runs at {folder} is not yours; put sudo before the command."
            ) from error
        except OSError:
            service.close()
            continue
        service.close()
    raise NoService(f"No service listens at {folder}.")


def _listening(addresses: Sequence[str]) -> socket.socket:
    """Listen at the first address that can be used. Raise OSError.

    An existing socket belongs to a killed service, because this one has claimed its files.
    """
    *runtime, bare = addresses
    place = next((Path(address) for address in runtime if Path(address).parent.is_dir()), None)
    listening = socket.socket(socket.AF_UNIX)
    try:
        if place is None:
            listening.bind(bare)
        else:
            place.unlink(missing_ok=True)
            listening.bind(str(place))
            place.chmod(0o600)
            give_to_owner_of_folder(place)
        listening.listen()
    except OSError:
        listening.close()
        raise
    return listening


def _owners(folder: Path) -> set[int]:
    """Return the owners of the files in `folder`."""
    return {0, os.geteuid(), folder.stat().st_uid}


def _user_of(connection: socket.socket) -> int:
    raw = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    return int(_CREDENTIALS.unpack(raw)[1])


def _send(connection: socket.socket, message: Mapping[str, object]) -> None:
    connection.sendall(f"{json.dumps(message)}\n".encode())


def _read(line: bytes) -> dict[str, Any]:
    """Parse an answer. Raise ServiceRefused with the service's sentence, ValueError for a malformed answer."""
    message = json.loads(line)
    if not isinstance(message, dict):
        raise ValueError(message)  # noqa: TRY004 - malformed, whatever it is
    if "refused" in message:
        raise ServiceRefused(str(message["refused"]))
    return message
