"""Schemathesis asks the real house what its document promises: no 500, every answer in its shape, for each role."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode, checks

from knobeltisch.app import Host
from knobeltisch.camera.remote.phone_door import phone_camera
from tests.support.houses import opened_house
from tests.support.seeds import examples
from web.described import docs_of
from web.security.authorization import COOKIE, HEADER, gate_of

EXAMPLES = examples(1)
SHAPES = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]


class Plug:
    def switch_off(self):
        pass

    restart = switch_off


def whole_house(folder, **more):
    """A house with all that its page may offer."""
    wifi = SimpleNamespace(name="Table", password=lambda: "secret words", turn=lambda *, on: on)
    host, nowhere = Host(power=Plug(), wifi=wifi, report=bytes), "http://127.0.0.1:1"
    return opened_house(folder, device="phone", hub=nowhere, camera=phone_camera(), host=host, **more)


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    order = {"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}
    with whole_house(tmp_path_factory.mktemp("interface")) as app:
        gate = gate_of(app.server.app)
        gate.changes.rate = gate.logins.rate = 1e9
        app.table.commands.send(order)
        yield app


@pytest.fixture(scope="module")
def interface(app):
    return schemathesis.openapi.from_wsgi("/api", app.server.app)


@pytest.fixture(scope="module")
def session(app):
    """Return what a browser with a role sends; built for each call, since a call may end it."""
    page = app.server.app
    access = gate_of(page).access
    tablet = access.pair(None, "Android")

    def sends(role):
        access.leave(tablet)
        if role == "landlord":
            access.let_in(tablet)
        cookies = {} if role == "viewer" else {COOKIE: tablet}
        browser = page.test_client()
        for name, value in cookies.items():
            browser.set_cookie(name, value)
        me = browser.get("/api/me").get_json()
        assert me["role"] == role
        # What is pressed is the same as what is not (tests/web/test_assets.py), and Schemathesis reads only the latter here.
        return {"headers": {HEADER: me["token"], "Accept-Encoding": "identity"}, "cookies": cookies}

    return sends


def asked():
    """Every route of the document, with what fits it; where something is sent, with what is odd too."""
    with TemporaryDirectory() as folder, whole_house(Path(folder), page=False) as app:
        docs = {**docs_of(app.server.app)}
    del docs["GET", "/api/stream"]  # it never ends; tests/web/test_stream.py reads it
    for (method, rule), doc in docs.items():
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)
        yield pytest.param(method, path, GenerationMode.POSITIVE, id=f"{method} {rule}")
        if doc.body is not None or "<int:" in rule:  # any word is a word: only a number can be odd
            yield pytest.param(method, path, GenerationMode.NEGATIVE, id=f"{method} {rule} oddly")


@pytest.mark.parametrize(("method", "path", "kind"), list(asked()))
def test_the_house_keeps_what_its_document_promises(interface, session, method, path, kind):
    operation = interface[path][method]

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(case=operation.as_strategy(generation_mode=kind))
    def ask(case):
        for role in ("viewer", "table", "landlord"):
            answer = case.call_and_validate(**session(role), checks=SHAPES)
        assert b"not_allowed" not in answer.content, "the landlord may do everything"

    ask()
