"""The page's API as OpenAPI 3.1, served at /api and made from each route's `Doc`.

The types of answers are declared by the page, or named after the table's schemas (`PageServices.schemas`).
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from flask import Flask, Response

from scorer.json_forms.codec import Json
from scorer.json_forms.text import Refusal
from web.described import HTML, JSON, Doc, docs_of
from web.json_http import as_json
from web.routes.schemas import name_schemas, schema_of
from web.security.authorization import HEADER, LOOKS, needs
from web.security.origin import LANDLORDS, STEPS
from web.visitors import Role

Schemas: TypeAlias = "Mapping[str, Mapping[str, Any]]"

SHAPE: Final = r"#/components/schemas/(\w+)"
"""How a document names a shape."""


def document_routes(app: Flask, schemas: Callable[[], Schemas] = dict) -> None:
    """Register the route of the API document. `schemas` returns the table's schemas by name."""

    @app.get("/api")
    @Doc("This document", {"openapi": str, "info": dict, "paths": dict})
    def document() -> Response:
        return as_json(_document_of(app, schemas()))


def _document_of(app: Flask, schemas: Schemas) -> Json:
    paths: dict[str, Json] = {}
    found: dict[type, Json] = {}
    for (method, rule), doc in docs_of(app).items():
        operation = _operation(method, rule, doc, needs(app, method, rule), found)
        paths.setdefault(re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule), {})[method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Knobeltisch",
            "version": "1",
            "description": f"Ask GET /api/me for a token; every change carries it as {HEADER}, with the cookie.",
        },
        "paths": paths,
        "components": {
            "schemas": _named_in(paths, {**schemas, **name_schemas(found)}),
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "knobeltisch"},
                "token": {"type": "apiKey", "in": "header", "name": HEADER},
            },
        },
    }


def _named_in(paths: object, schemas: Schemas) -> Json:
    named: dict[str, Mapping[str, Any]] = {}
    new = {*re.findall(SHAPE, str(paths))}
    while new:
        named |= {name: schemas.get(name, {}) for name in new}
        new = {name for shape in new for name in re.findall(SHAPE, str(named[shape]))} - named.keys()
    return dict(sorted(named.items()))


def _operation(method: str, rule: str, doc: Doc, role: Role, found: dict[type, Json]) -> Json:
    def answer(description: str, kind: str, shape: object) -> Json:
        return {"description": description, "content": {kind: {"schema": schema_of(shape, found)}}}

    responses = {
        "200": answer("done", doc.kind, doc.answer),
        "default": answer("one sentence says why not", JSON, Refusal),
    }
    if doc.kind == HTML and (rule == "/" or rule.startswith(LANDLORDS)):
        responses["302"] = {"description": f"over plain http while changes need https: to {STEPS}"}
    operation: Json = {
        "summary": doc.summary,
        "description": f"For: {role.name.lower()}",
        "responses": responses,
    }
    parameters: list[Json] = []
    for kind, name in re.findall(r"<(?:(\w+):)?(\w+)>", rule):
        shape = {"type": "integer", "minimum": 0} if kind == "int" else {"type": "string", "minLength": 1}
        parameters.append({"name": name, "in": "path", "required": True, "schema": shape})
    for name, asked in doc.asked.items():
        parameters.append({"name": name, "in": "query", "schema": schema_of(asked, found)})
    if parameters:
        operation["parameters"] = parameters
    if doc.body is not None:
        content = {doc.takes: {"schema": schema_of(doc.body, found)}}
        operation["requestBody"] = {"required": True, "content": content}
    if method not in LOOKS:
        operation["security"] = [{"session": [], "token": []}, {"token": []}]
    elif role > Role.VIEWER:
        operation["security"] = [{"session": []}]
    return operation
