"""The page's certificate: from the landlord's files, or one of the table's own that its tablets can be told to trust.

The table's own is made with Debian's `openssl` command, which every Raspberry Pi OS has: a root that may speak for this
device's names and for private addresses alone, and beneath it a certificate for the present ones, made anew when these change.
"""

from __future__ import annotations

import contextlib
import os
import socket
import ssl
import subprocess
import tempfile
import time
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Final

from knobeltisch.errors import CertificateError

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER: Final = "https"
ROOT_DAYS: Final = 3650
LEAF_DAYS: Final = 800  # phones take none of more than 825
RENEW_DAYS: Final = 60
BEGINS: Final = "20200101000000Z"  # a Pi without a network does not know what year it is
NEVER_SET: Final = 1.7e9
DAY_S: Final = 86400
TIMEOUT_S: Final = 60

CONFIG: Final = """
[ca]
default_ca = table
[table]
dir = {folder}
database = {folder}/index
new_certs_dir = {folder}
serial = {folder}/serial
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
[req]
distinguished_name = name
prompt = no
[name]
CN = {name}
[root]
basicConstraints = critical,CA:TRUE,pathlen:0
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
nameConstraints = critical,{allowed}
[leaf]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = {names}
"""
PRIVATE: Final = (
    "IP:10.0.0.0/255.0.0.0", "IP:172.16.0.0/255.240.0.0", "IP:192.168.0.0/255.255.0.0",
    "IP:169.254.0.0/255.255.0.0", "IP:100.64.0.0/255.192.0.0", "IP:127.0.0.0/255.0.0.0",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """What the page is served with; `root` is what a tablet has to trust, None for a name's certificate from files."""

    context: ssl.SSLContext
    root: Path | None


def from_files(certificate: Path, key: Path) -> Certificate:
    """Take a real name's certificate. Raises CertificateError."""
    return Certificate(context=_context(certificate, key), root=None)


def own(state: Path, names: Sequence[str], address: str) -> Certificate:
    """Make the table's own certificate in the state folder, or take the one made before. Raises CertificateError."""
    folder = state / FOLDER
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        all_names = sorted({"localhost", *names})
        addresses = sorted({"127.0.0.1", address} if _in_the_house(address) else {"127.0.0.1"})
        if not (folder / "root.pem").exists() or _text(folder / "names") != "\n".join(all_names):
            _make_root(folder, all_names)
        if not _good(folder, addresses):
            _make_leaf(folder, all_names, addresses)
    except CertificateError:
        raise
    except OSError as error:
        raise CertificateError(
            f"The page's certificate cannot be made in {folder} ({error.strerror}); look at the disk, or set page.https = off."
        ) from error
    return Certificate(context=_context(folder / "page.pem", folder / "page.key"), root=folder / "root.pem")


def _in_the_house(address: str) -> bool:
    """Tell whether the root may speak for it; with a public address the page is opened by its name."""
    return any(ip_address(address) in ip_network(one.removeprefix("IP:")) for one in PRIVATE)


def device_names() -> list[str]:
    """Name the device as others in the house do."""
    name = socket.gethostname().lower().partition(".")[0]
    return [name, f"{name}.local"] if name else []


def _good(folder: Path, addresses: Sequence[str]) -> bool:
    """Tell whether the present certificate is for these addresses and for some time to come."""
    if _text(folder / "addresses") != "\n".join(addresses) or not (folder / "page.pem").exists():
        return False
    return _openssl("x509", "-checkend", str(RENEW_DAYS * DAY_S), "-noout", "-in", str(folder / "page.pem"))


def _make_root(folder: Path, names: Sequence[str]) -> None:
    title = (
        f"Knobeltisch {names[-1] if len(names) == 1 else next(one for one in names if one != 'localhost')}"
    )
    allowed = ",".join(f"permitted;{one}" for one in (*(f"DNS:{name}" for name in names), *PRIVATE))
    _sign(folder, "root", "root", ROOT_DAYS, title, allowed=allowed, names="DNS:localhost")
    _put(folder / "names", "\n".join(names))
    (folder / "addresses").unlink(missing_ok=True)


def _make_leaf(folder: Path, names: Sequence[str], addresses: Sequence[str]) -> None:
    said = ",".join([*(f"DNS:{name}" for name in names), *(f"IP:{ip_address(one)}" for one in addresses)])
    _sign(folder, "page", "leaf", LEAF_DAYS, names[0], allowed="permitted;DNS:localhost", names=said)
    if time.time() > NEVER_SET:
        _put(folder / "addresses", "\n".join(addresses))


def _sign(folder: Path, file: str, kind: str, days: int, title: str, *, allowed: str, names: str) -> None:
    """Make a key and its certificate; both are in place only when both are whole."""
    now, begins = time.time(), BEGINS
    if now < NEVER_SET:
        now, days = NEVER_SET, ROOT_DAYS  # until the clock is set; the next start makes another one
    elif kind == "leaf":
        begins = _stamp(now - DAY_S)
    ends = _stamp(now + days * DAY_S)
    with tempfile.TemporaryDirectory(dir=folder) as made:
        work = Path(made)
        config = work / "config"
        config.write_text(
            CONFIG.format(folder=made, name=title, allowed=allowed, names=names), encoding="utf-8"
        )
        (work / "index").touch()
        (work / "serial").write_text(f"{os.urandom(8).hex()}\n", encoding="utf-8")
        key, asked, signed = work / "key", work / "asked", work / "signed"
        _need("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", str(key))
        _need("req", "-new", "-config", str(config), "-key", str(key), "-out", str(asked))
        by = (
            ["-selfsign", "-keyfile", str(key)]
            if kind == "root"
            else ["-cert", str(folder / "root.pem"), "-keyfile", str(folder / "root.key")]
        )
        _need(
            "ca", "-batch", "-notext", "-config", str(config), "-extensions", kind, *by,
            "-startdate", begins, "-enddate", ends, "-in", str(asked), "-out", str(signed),
        )  # fmt: skip
        key.chmod(0o600)
        key.replace(folder / f"{file}.key")
        signed.replace(folder / f"{file}.pem")


def _stamp(seconds: float) -> str:
    return time.strftime("%Y%m%d%H%M%SZ", time.gmtime(seconds))


def _need(*command: str) -> None:
    if not _openssl(*command):
        raise CertificateError(
            "openssl could not make the page's certificate; its words are in the log. Or set page.https = off."
        )


def _openssl(*command: str) -> bool:
    try:
        done = subprocess.run(["openssl", *command], capture_output=True, timeout=TIMEOUT_S, check=False)  # noqa: S603, S607 - our own words, Debian's command
    except FileNotFoundError as error:
        raise CertificateError(
            "For a certificate of its own the table needs the command openssl: apt-get install openssl."
        ) from error
    except subprocess.TimeoutExpired as error:
        raise CertificateError(
            f"openssl {command[0]} took longer than {TIMEOUT_S} seconds; try again."
        ) from error
    return done.returncode == 0


def _context(certificate: Path, key: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    try:
        context.load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        raise CertificateError(
            f"{certificate} and {key} are no certificate with its key ({error.strerror or error}); name the two files in PEM."
        ) from error
    return context


def _text(file: Path) -> str:
    with contextlib.suppress(OSError):
        return file.read_text(encoding="utf-8")
    return ""


def _put(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
