"""Real Debian packages with a table in a few lines, for tests of updates."""

import shutil
import subprocess
from pathlib import Path

TABLE = """
import contextlib, hashlib, http.server, json, os, sqlite3, sys
from pathlib import Path
journal = os.environ["JOURNAL"]
folder, name = os.path.split(os.path.realpath(journal))
found = os.stat(folder)
which = hashlib.sha256(f"{{found.st_dev}}:{{found.st_ino}}/{{name}}".encode()).hexdigest()[:16]
{first}
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        with contextlib.closing(sqlite3.connect(journal)) as asked:
            head = asked.execute("SELECT count(*) FROM entry").fetchone()[0]
        health = {{"ok": True, "product": "knobeltisch", "kind": "table", "instance": which, "boot": str(os.getpid()), "mode": "{mode}", "head": head}}
        said = health if self.path == "/healthz" else {{"acts": [{{"id": n + 1}} for n in range(head)]}}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(said).encode())
    def log_message(self, *_):
        pass
server = http.server.HTTPServer(("127.0.0.1", int(os.environ.get("PORT", 0))), Page)
Path(os.environ["SAYS"]).write_text(str(server.server_port))
server.serve_forever()
"""
"""A table in few lines, for packages that are made in a test."""

TABLES = {
    "well": TABLE.format(first="", mode="normal"),
    "falls over": "raise SystemExit(1)",
    "silent": "import time; time.sleep(600)",
    "safe": TABLE.format(first="", mode="safe"),
    "raises": TABLE.split("{first}", maxsplit=1)[0].replace("{{", "{").replace("}}", "}")
    + "asked = sqlite3.connect(journal); asked.execute('PRAGMA user_version = 2'); asked.close(); sys.exit(1)",
}


def make_package(
    folder: Path,
    version: str,
    *,
    table: str = "well",
    name: str = "knobeltisch",
    fields: str = "",
    **scripts: str,
) -> Path:
    """Build a real Debian package in the folder, and return its file."""
    tree = folder / f"tree-{version}"
    program = tree / "usr/lib/knobeltisch/stand_in.py"
    for inside in (program.parent, tree / "DEBIAN"):
        inside.mkdir(parents=True)
    program.write_text(TABLES[table])
    kind = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True)
    architecture = "" if "Architecture:" in fields else f"Architecture: {kind.stdout.strip()}\n"
    size = "" if "Installed-Size:" in fields else "Installed-Size: 10\n"
    (tree / "DEBIAN/control").write_text(
        f"Package: {name}\nVersion: {version}\nMaintainer: nobody <nobody@localhost>\n"
        f"{architecture}{size}{fields}Description: a table of a test\n of few lines\n"
    )
    for script, text in {"preinst": "SCHEMA=1", **scripts}.items():
        (tree / "DEBIAN" / script).write_text(f"#!/bin/sh\n{text}\n")
        (tree / "DEBIAN" / script).chmod(0o755)
    file = folder / f"{name}_{version}.deb"
    subprocess.run(["dpkg-deb", "-Znone", "--build", tree, file], capture_output=True, check=True)
    shutil.rmtree(tree)
    return file
