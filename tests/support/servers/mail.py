"""A small mail server (SMTP, RFC 5321) on this machine: it keeps every mail, and can be set to refuse them."""

from __future__ import annotations

import base64
import email.policy
import socketserver
import threading
from email.parser import BytesParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from email.message import EmailMessage


class _Handler(socketserver.StreamRequestHandler):
    server: MailServer

    def say(self, *lines: str) -> None:
        self.wfile.write("".join(f"{line}\r\n" for line in lines).encode())

    def handle(self) -> None:
        self.say("220 here")
        words = {
            "EHLO": ["250-here", "250 AUTH PLAIN"],
            "MAIL": ["250 yes"],
            "RCPT": ["250 yes"],
            "RSET": ["250 yes"],
        }
        while line := self.rfile.readline().decode("latin-1").strip():
            word = line.split()[0].upper()
            if word == "QUIT":
                return self.say("221 bye")
            if word == "AUTH":
                self.server.logins.append(base64.b64decode(line.split()[2]).decode().split("\0")[1:])
                self.say("235 in")
            elif word == "DATA":
                self._data()
            elif word == "RCPT" and self.server.refuses:
                self.say("451 later")
            else:
                self.say(*words.get(word, ["500 what"]))
        return None

    def _data(self) -> None:
        self.say("354 go on")
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line[1:] if line.startswith(b".") else line)
        parser = BytesParser(policy=email.policy.default)
        self.server.mails.append(parser.parsebytes(b"".join(lines)))
        self.say("250 kept")


class MailServer(socketserver.ThreadingTCPServer):
    """`mails` are what it was sent, `logins` who logged in; while `refuses` it takes none."""

    allow_reuse_address, daemon_threads = True, True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.mails: list[EmailMessage] = []
        self.logins: list[list[str]] = []
        self.refuses = False
        self._thread = threading.Thread(
            target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def start(self) -> None:
        self._thread.start()

    def handle_error(self, request: object, client_address: object) -> None:
        """Pass over a sender that goes away."""

    def stop(self) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()
