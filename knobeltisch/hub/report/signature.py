"""Ed25519 signatures of match reports, made and checked by Debian's `openssl`, which makes the page's certificate too."""

from __future__ import annotations

import re
import tempfile
from functools import partial
from pathlib import Path
from typing import Final

from knobeltisch.device.openssl import run_openssl
from knobeltisch.errors import TournamentFileError
from knobeltisch.storage.files import write_new

PUBLIC: Final = bytes.fromhex("302a300506032b6570032100")
"""What stands before the 32 bytes of a public key in its DER form (RFC 8410)."""
_run: Final = partial(run_openssl, error=TournamentFileError, without="The report cannot be signed")


def sign(message: str, key: Path) -> tuple[str, str]:
    """Return the public key and the signature of a message, both in hexadecimal digits; a key that is missing is made.

    Raise TournamentFileError where openssl cannot do it.
    """
    if not key.exists():
        _made(key)
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder) / "message"
        said.write_text(message, encoding="utf-8")
        public = _openssl("pkey", "-in", str(key), "-pubout", "-outform", "DER")
        if not public.startswith(PUBLIC) or len(public) != len(PUBLIC) + 32:
            raise TournamentFileError(f"{key} is no Ed25519 key; name one, or a file that is to be made.")
        signature = _openssl("pkeyutl", "-sign", "-rawin", "-inkey", str(key), "-in", str(said))
    return public[len(PUBLIC) :].hex(), signature.hex()


def is_signed(message: str, public: str, signature: str) -> bool:
    """Whether the signature of a message is that of a public key."""
    if not re.fullmatch("[0-9a-f]{64}", public) or not re.fullmatch("[0-9a-f]{128}", signature):
        return False
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder) / name for name in ("message", "key", "signature")}
        files["message"].write_text(message, encoding="utf-8")
        files["key"].write_bytes(PUBLIC + bytes.fromhex(public))
        files["signature"].write_bytes(bytes.fromhex(signature))
        words = (
            "-pubin",
            "-keyform",
            "DER",
            "-inkey",
            str(files["key"]),
            "-sigfile",
            str(files["signature"]),
        )
        done = _run("pkeyutl", "-verify", "-rawin", *words, "-in", str(files["message"]))
    return done.returncode == 0


def _made(key: Path) -> None:
    made = _openssl("genpkey", "-algorithm", "ed25519")
    try:
        write_new(key, made, mode=0o600)
    except OSError as error:
        raise TournamentFileError(
            f"{key} cannot be written ({error.strerror}); name another place."
        ) from error


def _openssl(*command: str) -> bytes:
    done = _run(*command)
    if done.returncode != 0:
        raise TournamentFileError("openssl could not sign with this key; name an Ed25519 key in PEM.")
    return done.stdout
