"""The JSON Schemas of requests and answers in the page's interface."""

from __future__ import annotations

from typing import Any, Final

from web.practice.game import variants
from web.shapes.builders import every as _every
from web.shapes.builders import ref
from web.shapes.builders import some as _object
from web.shapes.snapshot import SNAPSHOT_PARTS

_TEXT: Final = {"type": "string"}
_WHOLE: Final = {"type": "integer"}
_FLAG: Final = {"type": "boolean"}
_SECONDS: Final = {"type": "number", "description": "seconds since 1970"}
_MAYBE_OBJECT: Final = {"type": ["object", "null"]}
_MAYBE_TEXT: Final = {"type": ["string", "null"]}
_MAYBE_NUMBER: Final = {"type": ["number", "null"]}
_OBJECTS: Final = {"type": "array", "items": {"type": "object"}}
_TEXTS: Final = {"type": "array", "items": {"type": "string"}}
_SIX: Final = {"type": "string", "pattern": "^[0-9]{6}$"}
_VERDICT: Final = {"enum": ["good", "fair", "bad", None]}
_HEAD: Final = {"type": ["integer", "null"], "minimum": 0}
_WHEN: Final = {"enum": ["before", "after", "never"]}
_SWITCHES: Final = _object("", screen_sound=_FLAG, phone_seats=_FLAG, phone_throws=_FLAG)
SCHEMAS: Final[dict[str, Any]] = {
    "Document": _object(
        "openapi info paths", openapi=_TEXT, info={"type": "object"}, paths={"type": "object"}
    ),
    "Done": _object("ok", ok={"const": True}),
    "Refusal": _object(
        "ok error",
        ok={"const": False},
        error=_every(code=_TEXT, message=_TEXT, rule=_MAYBE_TEXT),
        wait={"type": "integer", "description": "seconds until it may be tried again"},
    ),
    "Me": _every(
        role={"enum": ["viewer", "player", "table", "landlord"]},
        device=_MAYBE_TEXT,
        paired=_FLAG,
        player=_MAYBE_TEXT,
        asks=_MAYBE_TEXT,
        everyone=_FLAG,
        token=_TEXT,
    ),
    "Health": _object(
        "ok product kind boot version streams head camera panel",
        ok={"const": True},
        product={"const": "knobeltisch"},
        kind={"const": "table"},
        instance=_TEXT,
        boot=_TEXT,
        version=_WHOLE,
        streams=_WHOLE,
        head=_WHOLE,
        camera=_TEXT,
        panel=_TEXT,
        mode={"enum": ["normal", "safe"]},
        reason=_TEXT,
        watchdog={"enum": ["camera", "table", "nothing"]},
    ),
    "Pin": _every(pin=_SIX),
    "NewPin": _every(ok={"const": True}, pin=_SIX),
    "Restored": _every(ok={"const": True}, kept=_MAYBE_TEXT),
    "Devices": _every(
        devices={
            "type": "array",
            "items": _every(device=_TEXT, name=_TEXT, since=_SECONDS, seen=_SECONDS),
        }
    ),
    "LastUpdate": _every(
        update={
            "oneOf": [
                _every(result=_TEXT, old=_TEXT, new=_TEXT, message=_TEXT, at=_SECONDS),
                {"type": "null"},
            ]
        }
    ),
    "Bill": _every(
        games=_WHOLE,
        began=_MAYBE_NUMBER,
        last_orders=_FLAG,
        heads=_OBJECTS,
        prices={"type": "object"},
        kinds=_TEXTS,
        open=_MAYBE_NUMBER,
        unpriced={"type": "object"},
    ),
    "Prices": _every(ok={"const": True}, prices={"type": "object"}),
    "NewPrices": _every(prices={"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}),
    "LastOrders": _every(on=_FLAG),
    "Accepted": _every(accept=_FLAG),
    "PhonePlay": _object(
        "acts", acts={"type": "array", "items": ref("Act"), "maxItems": 4}, head=_HEAD, moment=_MAYBE_TEXT
    ),
    "Allowed": _every(ok={"const": True}, allowed=_SWITCHES),
    "NewAllowed": _SWITCHES,
    "MatchSignature": _every(round={"type": "integer"}, role=_TEXT, pin=_TEXT, body=_TEXT),
    "EyeInvitation": _every(invitation=_TEXT),
    "EyeKey": _every(ok={"const": True}, key=_TEXT),
    "EyePage": _every(page={"type": "string", "maxLength": 32}),
    "EyeHalt": _every(why={"enum": ["hidden", "refused", "no_camera", "taken", "stopped"]}),
    "EyeWants": _every(
        ok={"const": True}, whole=_FLAG, pause=_WHOLE, longest=_WHOLE, small=_WHOLE, most=_WHOLE
    ),
    "Eye": _every(name=_TEXT, here=_FLAG, pictures={"type": "number"}, bytes=_WHOLE, invitation=_TEXT),
    "EyeInvited": _every(ok={"const": True}, invitation=_TEXT),
    "Named": _every(name={"type": "string", "minLength": 1}),
    "Acts": _every(acts=_OBJECTS),
    "Variants": _every(lists=_FLAG, variants=_OBJECTS),
    "Rules": _every(title=_TEXT, changed={"type": "array"}, lesson=_OBJECTS, sections=_OBJECTS),
    "Regulars": _object(
        "regulars",
        revision=_WHOLE,
        regulars={
            "type": "array",
            "maxItems": 60,
            "items": _every(name=_TEXT, seat={"enum": ["here", "paused", "away"]}),
        },
    ),
    "HouseRules": _object(
        "house_rules",
        revision=_WHOLE,
        house_rules={
            "type": "array",
            "maxItems": 20,
            "items": _every(name=_TEXT, base=_TEXT, options={"type": "object"}),
        },
        locked=_FLAG,
        lately=_TEXTS,
    ),
    "Evening": {"type": "object"},
    "Season": {"type": "object"},
    "People": _every(people=_OBJECTS),
    "Person": _every(
        player=_TEXT,
        names=_TEXTS,
        called=_TEXTS,
        hidden=_FLAG,
        evenings=_WHOLE,
        games=_WHOLE,
        lost=_WHOLE,
        decided=_WHOLE,
        decided_lost=_WHOLE,
        expected={"type": "number"},
        rating=_MAYBE_NUMBER,
        form=_OBJECTS,
        rivals=_OBJECTS,
        badges=_OBJECTS,
    ),
    "PersonChange": {
        "anyOf": [
            _every(player=_TEXT, hidden=_FLAG),
            _every(player=_TEXT, same=_MAYBE_TEXT),
        ]
    },
    "Consent": _every(on=_FLAG),
    "Undone": _every(count=_WHOLE, changes={}),
    "Alternatives": _every(options=_OBJECTS),
    "Odds": _every(turns=_OBJECTS, pending=_WHOLE),
    "Practice": _object("ok playing", ok={"const": True}, playing=_FLAG, busy=_FLAG, state=_MAYBE_OBJECT),
    "PracticeCommand": {
        "anyOf": [
            _object(
                "do variant opponents advice",
                do={"const": "start"},
                variant={"enum": list(variants())},
                opponents={"type": "integer", "minimum": 0, "maximum": 7},
                advice=_WHEN,
            ),
            _object("do keep", do={"const": "play"}, keep={"type": "array", "items": _TEXT, "maxItems": 5}),
            _object("do", do={"const": "play"}, acts={"type": "array", "items": ref("Act"), "maxItems": 4}),
            _object("do when", do={"const": "advice"}, when=_WHEN),
            _object("do", do={"const": "end"}),
        ]
    },
    "CardsWanted": _object("count", count={"type": "integer", "minimum": 1, "maximum": 8}),
    "CardReading": _object(
        "ok reading status cards",
        ok={"const": True},
        reading=_TEXT,
        status={"enum": ["ok", "unsure", "empty"]},
        doubts={"type": "array", "items": _TEXT},
        cards={
            "type": "array",
            "items": _every(card=_TEXT, sure=_FLAG, candidates={"type": "array", "items": _TEXT}),
        },
    ),
    "CardsShown": _object("hands", hands={"type": "object"}),
    "CardHands": _object(
        "ok hands best", ok={"const": True}, hands={"type": "object"}, best={"type": "object"}
    ),
    "Where": _every(address=_TEXT, reachable=_FLAG, watching=_WHOLE),
    "Calibration": _every(
        camera=_MAYBE_TEXT,
        panel=_FLAG,
        panel_trouble=_TEXT,
        picture=_FLAG,
        board=_FLAG,
        between=_FLAG,
        findings={
            "type": "array",
            "items": _every(check=_TEXT, verdict=_VERDICT, said=_TEXT, value={"type": "number"}),
        },
        dice=_every(running=_FLAG, of=_WHOLE, throws=_OBJECTS, verdict=_VERDICT),
        faces=_every(running=_FLAG, of=_WHOLE, throws=_OBJECTS, verdict=_VERDICT),
        buttons=_every(running=_FLAG, all=_TEXTS, pressed=_TEXTS, verdict=_VERDICT),
        lens=_every(
            running=_FLAG,
            all=_TEXTS,
            seen=_TEXTS,
            marks=_WHOLE,
            said=_MAYBE_TEXT,
            verdict=_VERDICT,
            before=_MAYBE_NUMBER,
            after=_MAYBE_NUMBER,
            kept=_MAYBE_OBJECT,
        ),
        taken=_MAYBE_OBJECT,
        acceptance=_every(running=_FLAG, of=_WHOLE, throws=_OBJECTS, verdict=_VERDICT, kept=_MAYBE_OBJECT),
        own=_MAYBE_OBJECT,
        kept=_MAYBE_OBJECT,
        notes=_TEXTS,
    ),
    "CalibrationOrder": {
        "anyOf": [
            _object(
                "do test",
                do={"const": "begin"},
                test={"enum": ["dice", "faces", "acceptance", "buttons", "lens"]},
            ),
            _object("do", do={"enum": ["stop", "finish"]}),
            _object("do throw right", do={"const": "judge"}, throw=_WHOLE, right=_FLAG),
            _object("do", do={"enum": ["keep", "forget_lens", "forget_own"]}),
        ]
    },
    "Moved": _every(moved=_FLAG),
    **SNAPSHOT_PARTS,
}
