"""The page's certificate: the landlord's own, or a self-made one that tablets can be set up to trust.

The `openssl` command makes the self-made one: a root limited to this device's names and to private addresses, and under it a
certificate for the current and earlier addresses, renewed when these change.
"""

import contextlib
import logging
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, Final

from knobeltisch.config import ServerConfig
from knobeltisch.errors import CertificateError
from knobeltisch.status import Notice
from knobeltisch.storage.files import give_to_owner_of_folder
from knobeltisch.storage.sqlite_file import why_barred

log = logging.getLogger(__name__)

FOLDER: Final = "https"
ROOT_DAYS: Final = 3650
LEAF_DAYS: Final = 800  # phones reject more than 825
RENEW_DAYS: Final = 60
BEGINS: Final = "20200101000000Z"  # a Pi without a network may not know the year
NEVER_SET: Final = 1.7e9
DAY_S: Final = 86400
TIMEOUT_S: Final = 60
MOST_ADDRESSES: Final = 32
"""The most addresses of one certificate; with more, only the current ones are kept."""
NO_CHECK_TIME: Final = ssl.VerifyFlags(0x200000)
CHECK_ROOTS_SIGNATURE: Final = ssl.VerifyFlags(0x4000)
"""OpenSSL's X509_V_FLAG_NO_CHECK_TIME and X509_V_FLAG_CHECK_SS_SIGNATURE, for which Python has no names."""
RENEWED: Final = Notice(
    key="certificate_new",
    message="The table has made a new certificate: each tablet must trust it again, at /secure.",
)

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
    """The TLS setup of the page.

    `root` is the certificate that a tablet must trust; None if browsers trust the page anyway. `trouble` is the fault to show on
    the page. Without a `context` there is no https.
    """

    context: ssl.SSLContext | None
    root: Path | None
    trouble: Notice | None = None


def page_certificate(page: ServerConfig, state: Path, address: str) -> Certificate:
    """Return the page's TLS setup; without https if the files cannot be used, so that the page comes up in any case."""
    given, trouble = (page.certificate, page.key), None
    if given != (None, None):
        try:
            return load_certificate(*given)
        except CertificateError as error:
            trouble = Notice(key="certificate", message=f"{error} The table's own is used meanwhile.")
            log.error("%s", trouble.message)  # noqa: TRY400 - the message is complete
    try:
        found = own_certificate(state, [*host_names(), *page.hosts], address)
    except CertificateError as error:
        log.error("%s", error)  # noqa: TRY400 - the message is complete
        return Certificate(
            context=None, root=None, trouble=Notice(key="certificate_none", message=str(error))
        )
    return replace(found, trouble=trouble or found.trouble)


def load_certificate(certificate: Path | None, key: Path | None) -> Certificate:
    """Load the landlord's own certificate. Raise CertificateError if it cannot be used."""
    if certificate is None or key is None:
        raise CertificateError(
            "page.certificate and page.key go together; name both, or neither for one of the table's own."
        )
    return Certificate(context=_context(certificate, key), root=None)


def own_certificate(state: Path, names: Sequence[str], address: str) -> Certificate:
    """Return the table's own certificate for these names, made in the state folder if needed. Raise CertificateError if that fails."""
    folder = state / FOLDER
    try:
        if folder.exists() and not folder.is_dir():
            folder.unlink()
        folder.mkdir(mode=0o700, exist_ok=True)
        all_names = sorted({"localhost", *names})
        addresses = sorted({"127.0.0.1", address} if is_in_the_house(address) else {"127.0.0.1"})
        had_one = any((folder / name).exists() for name in ("root.pem", "page.pem"))
        renewed = False
        if not _is_usable(folder, all_names, addresses):
            reached = sorted({*addresses, *_earlier_addresses(folder)})
            if had_one:
                with contextlib.suppress(CertificateError):  # of a root that is missing or spoilt
                    _make_leaf(folder, all_names, reached)
            if not _is_usable(folder, all_names, addresses):
                title = (
                    f"Knobeltisch {next((name for name in all_names if name != 'localhost'), all_names[-1])}"
                )
                allowed = ",".join(
                    f"permitted;{name}" for name in (*(f"DNS:{own}" for own in all_names), *PRIVATE)
                )
                _sign(folder, "root", "root", ROOT_DAYS, title, allowed=allowed, names="DNS:localhost")
                _make_leaf(folder, all_names, reached)
                renewed = had_one
        for file in (folder, *folder.iterdir()):  # root may make them, but the table runs as its own user
            give_to_owner_of_folder(file)
    except CertificateError:
        raise
    except OSError as error:
        barred = why_barred(folder / "page.key")
        why = f"cannot be used: {barred}" if barred else f"cannot be made in {folder} ({error.strerror})"
        raise CertificateError(
            f"The page's certificate {why}; look at the disk, or set page.https = off."
        ) from error
    if renewed:
        log.warning("%s", RENEWED.message)
    return Certificate(
        context=_context(folder / "page.pem", folder / "page.key"),
        root=folder / "root.pem",
        trouble=RENEWED if renewed else None,
    )


def _earlier_addresses(folder: Path) -> list[str]:
    """Return the addresses in the current certificate; the device may get one of them again."""
    try:
        kinds = _as_a_browser_sees_it(folder).get("subjectAltName", ())
    except (CertificateError, OSError):
        return []
    found = [value for kind, value in kinds if kind == "IP Address"]
    return found if len(found) < MOST_ADDRESSES else []


def is_in_the_house(address: str) -> bool:
    """Whether an address is private, so that the root may certify it. A page at a public address is opened by name."""
    return any(ip_address(address) in ip_network(network.removeprefix("IP:")) for network in PRIVATE)


def host_names() -> list[str]:
    """Return the device's names on the local network."""
    name = socket.gethostname().lower().partition(".")[0]
    return [name, f"{name}.local"] if name else []


def _is_usable(folder: Path, names: Sequence[str], addresses: Sequence[str]) -> bool:
    """Whether the certificate is intact, signed by this root, valid for these names and addresses, and not about to expire."""
    try:
        said = _as_a_browser_sees_it(folder)
    except (CertificateError, OSError):
        return False
    kinds = said.get("subjectAltName", ())
    begins, ends = (ssl.cert_time_to_seconds(str(said[key])) for key in ("notBefore", "notAfter"))
    before_the_clock = _stamp(begins) == BEGINS and time.time() > NEVER_SET
    named, reached = ({value for kind, value in kinds if kind == of} for of in ("DNS", "IP Address"))
    lasts = ends > time.time() + RENEW_DAYS * DAY_S
    return named == set(names) and reached >= set(addresses) and lasts and not before_the_clock


def _as_a_browser_sees_it(folder: Path) -> dict[str, Any]:
    """Do a TLS handshake within this process, trusting only this root, and return the certificate's fields.

    Raise CertificateError or OSError if it fails.
    """
    browser = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    browser.load_verify_locations(folder / "root.pem")
    browser.verify_flags |= NO_CHECK_TIME | CHECK_ROOTS_SIGNATURE
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    here = _context(folder / "page.pem", folder / "page.key").wrap_bio(up, down, server_side=True)
    there = browser.wrap_bio(down, up, server_hostname="localhost")
    for end in (there, here, there):
        with contextlib.suppress(ssl.SSLWantReadError):
            end.do_handshake()
    return there.getpeercert() or {}


def _make_leaf(folder: Path, names: Sequence[str], addresses: Sequence[str]) -> None:
    said = ",".join(
        [*(f"DNS:{name}" for name in names), *(f"IP:{ip_address(address)}" for address in addresses)]
    )
    _sign(folder, "page", "leaf", LEAF_DAYS, names[0], allowed="permitted;DNS:localhost", names=said)


def _sign(folder: Path, file: str, kind: str, days: int, title: str, *, allowed: str, names: str) -> None:
    """Make a key and its certificate, and put them in place once both are complete."""
    now, begins = time.time(), BEGINS
    if now < NEVER_SET:
        now, days = NEVER_SET, ROOT_DAYS  # valid until the clock is set; the next start makes a new one
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
        for made_one, name in ((key, f"{file}.key"), (signed, f"{file}.pem")):
            if (folder / name).is_dir():
                shutil.rmtree(folder / name)
            made_one.replace(folder / name)


def _stamp(seconds: float) -> str:
    return time.strftime("%Y%m%d%H%M%SZ", time.gmtime(seconds))


def _need(*command: str) -> None:
    try:
        done = subprocess.run(["openssl", *command], capture_output=True, timeout=TIMEOUT_S, check=False)  # noqa: S603, S607 - our own arguments, Debian's command
    except FileNotFoundError as missing:
        raise CertificateError(
            "The table cannot make a certificate, because openssl is not installed: sudo apt-get install openssl."
        ) from missing
    except subprocess.TimeoutExpired as late:
        raise CertificateError(
            f"openssl {command[0]} took longer than {TIMEOUT_S} seconds; try again."
        ) from late
    if done.returncode:
        log.warning("openssl %s: %s", command[0], done.stderr.decode(errors="replace").strip())
        raise CertificateError(
            "openssl could not make the page's certificate; see the log, or set page.https = off."
        )


def _context(certificate: Path, key: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    try:
        context.load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        raise CertificateError(
            f"{certificate} and {key} are not a certificate and its key ({error.strerror or error}); name the two files in PEM."
        ) from error
    return context
