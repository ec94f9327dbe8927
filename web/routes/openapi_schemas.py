"""The JSON Schemas of requests and answers in the page's interface."""

from __future__ import annotations

from typing import Any, Final

import scorer
from web.shapes.builders import FLAG, MAYBE_TEXT, TEXT, TEXTS, WHOLE, list_of, ref
from web.shapes.builders import every as _every
from web.shapes.builders import some as _object
from web.shapes.snapshot import SNAPSHOT_PARTS

_SECONDS: Final = {"type": "number", "description": "seconds since 1970"}
_MAYBE_OBJECT: Final = {"type": ["object", "null"]}
_MAYBE_NUMBER: Final = {"type": ["number", "null"]}
_OBJECTS: Final = list_of({"type": "object"})
_SIX: Final = {"type": "string", "pattern": "^[0-9]{6}$"}
_VERDICT: Final = {"enum": ["good", "fair", "bad", None]}
_HEAD: Final = {"type": ["integer", "null"], "minimum": 0}
_SWITCHES: Final = _object("", screen_sound=FLAG, phone_seats=FLAG, phone_throws=FLAG)
SCHEMAS: Final[dict[str, Any]] = {
    "Document": _object(
        "openapi info paths", openapi=TEXT, info={"type": "object"}, paths={"type": "object"}
    ),
    "Done": _object("ok", ok={"const": True}),
    "Refusal": _object(
        "ok error",
        ok={"const": False},
        error=_every(code=TEXT, message=TEXT, rule=MAYBE_TEXT),
        wait={"type": "integer", "description": "seconds until it may be tried again"},
    ),
    "Me": _every(
        role={"enum": ["viewer", "player", "table", "landlord"]},
        device=MAYBE_TEXT,
        paired=FLAG,
        player=MAYBE_TEXT,
        asks=MAYBE_TEXT,
        everyone=FLAG,
        token=TEXT,
    ),
    "Health": _object(
        "ok product kind boot version streams head camera panel",
        ok=FLAG,
        product={"const": "knobeltisch"},
        kind={"const": "table"},
        instance=TEXT,
        boot=TEXT,
        version=WHOLE,
        streams=WHOLE,
        head=WHOLE,
        camera=TEXT,
        panel=TEXT,
        mode={"enum": ["normal", "safe"]},
        reason=TEXT,
        watchdog={"enum": ["camera", "table", "nothing"]},
    ),
    "Pin": _every(pin=_SIX),
    "NewPin": _every(ok={"const": True}, pin=_SIX),
    "Restored": _every(ok={"const": True}, kept=MAYBE_TEXT),
    "Devices": _every(
        devices={
            "type": "array",
            "items": _every(device=TEXT, name=TEXT, since=_SECONDS, seen=_SECONDS),
        }
    ),
    "LastUpdate": _every(
        update={
            "oneOf": [
                _every(result=TEXT, old=TEXT, new=TEXT, message=TEXT, at=_SECONDS),
                {"type": "null"},
            ]
        }
    ),
    "Bill": _every(
        unsure=FLAG,
        games=WHOLE,
        began=_MAYBE_NUMBER,
        last_orders=FLAG,
        heads=_OBJECTS,
        prices={"type": "object"},
        kinds=TEXTS,
        open=_MAYBE_NUMBER,
        unpriced={"type": "object"},
    ),
    "Prices": _every(ok={"const": True}, prices={"type": "object"}),
    "NewPrices": _every(prices={"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}),
    "LastOrders": _every(on=FLAG),
    "Accepted": _every(accept=FLAG),
    "PhonePlay": _object(
        "acts", acts={"type": "array", "items": ref("Act"), "maxItems": 4}, head=_HEAD, moment=MAYBE_TEXT
    ),
    "Allowed": _every(ok={"const": True}, allowed=_SWITCHES),
    "NewAllowed": _SWITCHES,
    "MatchSignature": _every(round={"type": "integer"}, role=TEXT, pin=TEXT, body=TEXT),
    "EyeInvitation": _every(invitation=TEXT),
    "EyeKey": _every(ok={"const": True}, key=TEXT),
    "EyePage": _every(page={"type": "string", "maxLength": 32}),
    "EyeHalt": _every(why={"enum": ["hidden", "refused", "no_camera", "taken", "stopped"]}),
    "EyeWants": _every(ok={"const": True}, whole=FLAG, pause=WHOLE, longest=WHOLE, small=WHOLE, most=WHOLE),
    "Eye": _every(name=TEXT, here=FLAG, pictures={"type": "number"}, bytes=WHOLE, invitation=TEXT),
    "EyeInvited": _every(ok={"const": True}, invitation=TEXT),
    "Named": _every(name={"type": "string", "minLength": 1}),
    "Acts": _every(acts=_OBJECTS),
    "Variants": _every(lists=FLAG, variants=_OBJECTS, presets=_OBJECTS),
    "RuleOptions": _every(options=_OBJECTS),
    "Rules": _every(title=TEXT, changed={"type": "array"}, lesson=_OBJECTS, sections=_OBJECTS),
    "Regulars": _object(
        "regulars",
        revision=WHOLE,
        regulars={
            "type": "array",
            "maxItems": 60,
            "items": _every(name=TEXT, seat={"enum": ["here", "paused", "away"]}),
        },
    ),
    "HouseRules": _object(
        "house_rules",
        revision=WHOLE,
        house_rules={
            "type": "array",
            "maxItems": 20,
            "items": _every(name=TEXT, base=TEXT, options={"type": "object"}),
        },
        locked=FLAG,
        lately=TEXTS,
    ),
    "Evening": {"type": "object"},
    "Season": {"type": "object"},
    "People": _every(people=_OBJECTS),
    "Person": _every(
        player=TEXT,
        names=TEXTS,
        called=TEXTS,
        hidden=FLAG,
        evenings=WHOLE,
        games=WHOLE,
        lost=WHOLE,
        decided=WHOLE,
        decided_lost=WHOLE,
        expected={"type": "number"},
        rating=_MAYBE_NUMBER,
        form=_OBJECTS,
        rivals=_OBJECTS,
        badges=_OBJECTS,
    ),
    "PersonChange": {
        "anyOf": [
            _every(player=TEXT, hidden=FLAG),
            _every(player=TEXT, same=MAYBE_TEXT),
        ]
    },
    "Consent": _every(on=FLAG),
    "Undone": _every(count=WHOLE, changes={}),
    "Alternatives": _every(options=_OBJECTS),
    "Odds": _every(turns=_OBJECTS, pending=WHOLE),
    "Practice": _object(
        "ok games playing",
        ok={"const": True},
        games={"type": "object"},
        playing=FLAG,
        busy=FLAG,
        yours=FLAG,
        board=_MAYBE_OBJECT,
        advice=_MAYBE_OBJECT,
        looked=_MAYBE_OBJECT,
    ),
    "PracticeCommand": {
        "anyOf": [
            _object(
                "do variant opponents",
                do={"const": "start"},
                variant={"enum": list(scorer.DICE_VARIANTS)},
                opponents={"type": "integer", "minimum": 0, "maximum": 3},
            ),
            _object("acts", acts={"type": "array", "items": ref("Act"), "maxItems": 4}),
        ]
    },
    "Where": _every(address=TEXT, reachable=FLAG, watching=WHOLE),
    "Calibration": _every(
        camera=MAYBE_TEXT,
        panel=FLAG,
        panel_trouble=TEXT,
        picture=FLAG,
        board=FLAG,
        between=FLAG,
        findings={
            "type": "array",
            "items": _every(check=TEXT, verdict=_VERDICT, said=TEXT, value={"type": "number"}),
        },
        dice=_every(running=FLAG, of=WHOLE, throws=_OBJECTS, verdict=_VERDICT),
        faces=_every(running=FLAG, of=WHOLE, throws=_OBJECTS, verdict=_VERDICT),
        buttons=_every(running=FLAG, all=TEXTS, pressed=TEXTS, verdict=_VERDICT),
        lens=_every(
            running=FLAG,
            all=TEXTS,
            seen=TEXTS,
            marks=WHOLE,
            said=MAYBE_TEXT,
            verdict=_VERDICT,
            before=_MAYBE_NUMBER,
            after=_MAYBE_NUMBER,
            kept=_MAYBE_OBJECT,
        ),
        taken=_MAYBE_OBJECT,
        acceptance=_every(running=FLAG, of=WHOLE, throws=_OBJECTS, verdict=_VERDICT, kept=_MAYBE_OBJECT),
        own=_MAYBE_OBJECT,
        kept=_MAYBE_OBJECT,
        notes=TEXTS,
    ),
    "CalibrationOrder": {
        "anyOf": [
            _object(
                "do test",
                do={"const": "begin"},
                test={"enum": ["dice", "faces", "acceptance", "buttons", "lens"]},
            ),
            _object("do", do={"enum": ["stop", "finish"]}),
            _object("do throw right", do={"const": "judge"}, throw=WHOLE, right=FLAG),
            _object("do", do={"enum": ["keep", "forget_lens", "forget_own"]}),
        ]
    },
    "Moved": _every(moved=FLAG),
    **SNAPSHOT_PARTS,
}
