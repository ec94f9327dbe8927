"""The interface published at GET /api, to check requests against it."""

import re
from typing import Any

import flask
import jsonschema_rs


def closed(shape: Any) -> Any:
    """Return the same shape without room for keys that it does not name."""
    if isinstance(shape, list):
        return [closed(part) for part in shape]
    if not isinstance(shape, dict):
        return shape
    inner = {key: closed(part) for key, part in shape.items()}
    return {**inner, "additionalProperties": False} if "properties" in shape else inner


class Published:
    """The interface that a page describes. What is sent to it is compared with that description."""

    def __init__(self, page: flask.Flask):
        self.document: dict[str, Any] = page.test_client().get("/api").get_json()
        self._validators: dict[tuple[str, str], jsonschema_rs.Validator | None] = {}

    def fault(self, method: str, rule: str, body: object) -> str | None:
        """Return what the description has against a body that is sent, None for nothing."""
        if (method, rule) not in self._validators:
            self._validators[method, rule] = self._validator(method, rule)
        validator = self._validators[method, rule]
        error = None if validator is None else next(iter(validator.iter_errors(body)), None)
        return None if error is None else f"{method} {rule} is not sent {body}: {error.message}"

    def answer_fault(self, rule: str, answer: object) -> str | None:
        """Return what the description has against the answer to GET `rule`, None for nothing; keys it does not name count."""
        shape = self.document["paths"][rule]["get"]["responses"]["200"]["content"]["application/json"][
            "schema"
        ]
        described = closed({**shape, "components": self.document["components"]})
        error = next(iter(jsonschema_rs.validator_for(described).iter_errors(answer)), None)
        return None if error is None else f"GET {rule}: {error.instance_path}: {error.message}"

    def _validator(self, method: str, rule: str) -> jsonschema_rs.Validator | None:
        """Return the validator of a route's bodies; None if it takes none."""
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)
        operation = self.document["paths"][path][method.lower()]
        if "requestBody" not in operation:
            return None
        shape = operation["requestBody"]["content"]["application/json"]["schema"]
        return jsonschema_rs.validator_for({**shape, "components": self.document["components"]})


class Watch:
    """Take note of all JSON that a running page is sent, to compare it at the end with what the page publishes."""

    def __init__(self, page: flask.Flask):
        self._page = page
        self.sent: list[tuple[str, str, Any]] = []
        flask.request_started.connect(self._note, page)

    def _note(self, _page: flask.Flask, **_more: object):
        body = flask.request.get_json(silent=True) if flask.request.is_json else None
        if body is not None and flask.request.url_rule is not None:
            self.sent.append((flask.request.method, flask.request.url_rule.rule, body))

    def faults(self) -> list[str]:
        """Return what was sent against the description; the page is not watched any more."""
        flask.request_started.disconnect(self._note, self._page)
        published = Published(self._page)
        return [fault for sent in self.sent if (fault := published.fault(*sent)) is not None]
