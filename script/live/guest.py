"""Look for the table as a phone in the same network would: guest.py NAME. Prints what answers, or exits 1.

One multicast question for all web pages (RFC 6762, 6763), one for the address of NAME.local, then the page by that name.
"""

from __future__ import annotations

import http.client
import re
import socket
import struct
import sys
import time

GROUP = ("224.0.0.251", 5353)
POINTER, ADDRESS = 12, 1
PATIENCE_S = 30


def question(name: str, kind: int) -> bytes:
    """Return one DNS question."""
    labels = b"".join(bytes([len(part)]) + part.encode() for part in name.split("."))
    return struct.pack(">6H", 0, 0, 1, 0, 0, 0) + labels + b"\0" + struct.pack(">2H", kind, 1)


def answered(name: str, kind: int, wanted: bytes) -> re.Match[bytes]:
    """Ask until an answer contains `wanted`; return the match."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.settimeout(1)
            try:
                asking.sendto(question(name, kind), GROUP)
                if found := re.search(wanted, asking.recv(9000), re.DOTALL):
                    return found
            except OSError:  # no route yet, or nobody there yet
                time.sleep(0.2)
    sys.exit(f"nobody answers for {name}")


def look(name: str) -> str:
    """Find the page by its kind, its address by its name, and open it by that name."""
    service = answered("_http._tcp.local", POINTER, rb"Knobeltisch \([^)]*\)")[0].decode()
    # the answer to one question for one address ends with its four bytes
    address = socket.inet_ntoa(answered(f"{name}.local", ADDRESS, rb"\x00\x04(.{4})$")[1])
    page = http.client.HTTPConnection(address, 8080, timeout=20)
    page.request("GET", "/", headers={"Host": f"{name}.local:8080"})
    return f"{service} at {address}, http://{name}.local:8080/ answers {page.getresponse().status}"


if __name__ == "__main__":
    print(look(sys.argv[1]))
