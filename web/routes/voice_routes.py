"""The table's own voice for the caller: sound for screens whose browser has no voice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, request

from scorer.json_forms.text import Denied
from web.security.authorization import may_play
from web.translations import LANGUAGES
from web.visitors import Limiter, network

if TYPE_CHECKING:
    from web.services import Phones

LONGEST: Final = 240
KEPT_S: Final = 3600


def voice_routes(guests: Phones) -> Blueprint:
    """Register the route of the voice: for the table's tablets, and for others if the landlord allows screens sound."""
    routes = Blueprint("voice", __name__)
    limit = Limiter(burst=6, rate=0.7)

    @routes.get("/api/voice")
    def voice_sound() -> Response:
        text, language = request.args.get("text", ""), request.args.get("language", "")
        if not may_play() and not guests.allowed.now["screen_sound"]:
            abort(404, "The landlord does not allow screens to speak.")
        if not text.strip() or len(text) > LONGEST or language not in LANGUAGES:
            abort(404, f"Send a text of at most {LONGEST} letters, and language={' or '.join(LANGUAGES)}.")
        if not may_play() and (wait := limit.take(network(request.remote_addr or ""))):
            raise Denied("slow_down", "Too many requests at once; wait a moment and try again.", wait=wait)
        sound = guests.voice.speak(language, text)
        if sound is None:
            abort(404, "The table has no voice; install espeak-ng.")
        answer = Response(sound, mimetype="audio/wav")
        answer.headers["Cache-Control"] = f"private, max-age={KEPT_S}"
        return answer

    return routes
