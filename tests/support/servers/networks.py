"""Devices of a pub in network namespaces of their own, behind one switch: each has a network card and any addresses."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import pytest

from tests.support.programs import not_installed

NEEDS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="networks of their own need root")
NEEDS_IP = pytest.mark.skipif(shutil.which("ip") is None, reason=not_installed("iproute2"))


@dataclass(frozen=True, slots=True)
class Device:
    name: str

    @property
    def inside(self) -> tuple[str, ...]:
        return "ip", "netns", "exec", self.name


class PubNetwork:
    """A switch and what is plugged into it; use it as a context."""

    def __init__(self):
        self._names: list[str] = []
        self._switch = self._add("switch")
        self._ip("-n", self._switch, "link", "add", "br0", "type", "bridge")
        self._ip("-n", self._switch, "link", "set", "br0", "up")

    def plug_in(self, name: str, addresses: Sequence[str]) -> Device:
        there, port = self._add(name), f"p{len(self._names)}"
        self._ip(
            "-n", self._switch, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", there
        )
        self._ip("-n", self._switch, "link", "set", port, "master", "br0", "up")
        batch = "\n".join([f"address add {address} dev eth0" for address in addresses])
        subprocess.run(["ip", "-n", there, "-batch", "-"], input=batch, text=True, check=True)
        for link in ("lo", "eth0"):
            self._ip("-n", there, "link", "set", link, "up")
        return Device(there)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object):
        for name in self._names:
            subprocess.run(["ip", "netns", "delete", name], check=False)

    def _add(self, name: str) -> str:
        full = f"knobeltisch-{os.getpid()}-{name}"
        self._ip("netns", "add", full)
        self._names.append(full)
        return full

    def _ip(self, *words: str):
        subprocess.run(["ip", *words], check=True)
